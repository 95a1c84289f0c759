//! Writes a room into a database: the server's own store writes it into a temporary database, whose
//! rows are then copied into that of the server, which may be running.

use std::path::Path;

use anyhow::{Context, Result};
use senda::{people::identity::SessionCookie, settings::PathPrefix};
use senda_store::{Log, PlayerWrite, Store};
use sqlx::{ConnectOptions, Connection, sqlite::SqliteConnectOptions};
use uuid::Uuid;

use crate::room::Played;

/// The query for the tables to copy: all except the engine's own and the list of migrations.
const TABLES: &str = "select name from prepared.sqlite_master where type = 'table'
     and name not like 'sqlite\\_%' escape '\\' and name <> '_sqlx_migrations'";
/// The name of the database's file in its folder.
const FILE: &str = "senda.sqlite";

/// Writes the room. Returns the cookies of its players.
pub async fn write(data: &Path, played: &Played) -> Result<Vec<String>> {
    let folder = std::env::temp_dir().join(format!("senda-prepared-{}", Uuid::new_v4()));
    let written = write_own(&folder, played).await;
    let copied = match &written {
        Ok(_) => copy(&folder.join(FILE), &data.join(FILE)).await,
        Err(_) => Ok(()),
    };
    std::fs::remove_dir_all(&folder)?;
    copied?;
    written
}

async fn write_own(folder: &Path, played: &Played) -> Result<Vec<String>> {
    let store = Store::open(folder).await?;
    let writer = store.writer();
    let mut cookies = Vec::new();
    for (token, person) in &played.people {
        let create = PlayerWrite::Create {
            token: token.hash(),
            person: person.clone(),
            device: String::new(),
            at: played.began,
        };
        writer.write(create).await?;
        let cookie = SessionCookie::of(false, PathPrefix::NONE).give(token);
        let (cookie, _) = cookie.to_str()?.split_once(';').context("a cookie")?;
        cookies.push(cookie.to_owned());
    }
    let all = played
        .log
        .iter()
        .map(|(record, finished)| writer.append(played.id, record.clone(), finished.clone(), None));
    futures_util::future::try_join_all(all).await?;
    store.close().await;
    Ok(cookies)
}

async fn copy(from: &Path, to: &Path) -> Result<()> {
    let mut database = SqliteConnectOptions::new()
        .filename(to)
        .busy_timeout(std::time::Duration::from_secs(10))
        .connect()
        .await?;
    sqlx::query("attach $1 as prepared")
        .bind(from.to_str().context("a path that is text")?)
        .execute(&mut database)
        .await?;
    let tables: Vec<String> = sqlx::query_scalar(TABLES).fetch_all(&mut database).await?;
    let mut transaction = database.begin_with("begin immediate").await?;
    sqlx::query("pragma defer_foreign_keys = on")
        .execute(&mut *transaction)
        .await?;
    for table in tables {
        let copy = format!("insert into main.{table} select * from prepared.{table}");
        sqlx::query(sqlx::AssertSqlSafe(copy))
            .execute(&mut *transaction)
            .await?;
    }
    transaction.commit().await?;
    Ok(database.close().await?)
}
