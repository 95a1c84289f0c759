//! Tests of migrations: a backup first, then all changes or none.

use std::{os::unix::fs::PermissionsExt, path::Path};

use senda_room::{PlayerId, Record};
use senda_store::{Log, MIGRATIONS, OpenError, RoomId, Store};
use serde_json::json;
use sqlx::{
    AssertSqlSafe, ConnectOptions, Row, SqlSafeStr,
    migrate::{Migration, MigrationType, Migrator},
    sqlite::SqliteConnectOptions,
};
use uuid::Uuid;

use crate::{
    process::Process,
    store::{begun, first_record},
    world::{Folder, database},
};

/// Returns the current version of the schema.
fn shipped() -> i64 {
    MIGRATIONS.iter().map(|one| one.version).max().unwrap()
}

#[test]
fn every_migration_file_is_executed() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../migrations");
    let files = std::fs::read_dir(folder).unwrap().flatten();
    let files = files.map(|file| file.path());
    let files = files.filter(|file| file.extension().is_some_and(|end| end == "sql"));
    let mut texts: Vec<String> = files
        .map(|file| std::fs::read_to_string(file).unwrap())
        .collect();
    texts.sort();
    let mut carried_out: Vec<&str> = MIGRATIONS.iter().map(|one| one.sql.as_str()).collect();
    carried_out.sort_unstable();
    assert_eq!(carried_out, texts);
}

/// Returns the current migrations followed by these additional ones.
pub fn migrations(later: &[&'static str]) -> Migrator {
    let last = shipped();
    let later = (last + 1..).zip(later).map(|(version, sql)| {
        let sql = (*sql).into_sql_str();
        Migration::new(version, "later".into(), MigrationType::Simple, sql, false)
    });
    Migrator::with_migrations(MIGRATIONS.iter().cloned().chain(later).collect())
}

/// Creates a database with one room.
pub async fn written(folder: &Path) -> RoomId {
    let store = Store::open(folder).await.unwrap();
    let room = begun(&store).await;
    store.close().await;
    room
}

pub fn copies(folder: &Path) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut copies: Vec<_> = entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.to_str().unwrap().contains("before-update"))
        .collect();
    copies.sort();
    copies
}

/// Returns every table definition and every row as text.
pub async fn everything(file: &Path) -> Vec<String> {
    let options = SqliteConnectOptions::new().filename(file).read_only(true);
    let mut database = options.connect().await.unwrap();
    let tables = sqlx::query("select name, sql from sqlite_schema where type = 'table'")
        .fetch_all(&mut database)
        .await
        .unwrap();
    let mut all = Vec::new();
    for table in tables {
        let (name, sql): (String, String) = (table.get(0), table.get(1));
        let columns = format!("select name from pragma_table_info('{name}')");
        let columns: Vec<String> = sqlx::query_scalar(AssertSqlSafe(columns))
            .fetch_all(&mut database)
            .await
            .unwrap();
        let row = columns
            .iter()
            .map(|column| format!("quote({column})"))
            .collect::<Vec<_>>()
            .join(" || ',' || ");
        let rows: Vec<String> =
            sqlx::query_scalar(AssertSqlSafe(format!("select {row} from {name}")))
                .fetch_all(&mut database)
                .await
                .unwrap();
        all.push(sql);
        all.extend(rows);
    }
    all
}

#[tokio::test]
async fn a_database_is_backed_up_before_a_migration() {
    let folder = Folder::new();
    let room = written(folder.path()).await;
    assert!(copies(folder.path()).is_empty(), "a new one needs no copy");
    let before = everything(&folder.path().join("senda.sqlite")).await;
    let later = migrations(&["create table later (word text not null)"]);
    let store = Store::open_with(folder.path(), &later).await.unwrap();
    assert_eq!(store.log(room).await.unwrap().len(), 1);
    store.close().await;
    drop(store);
    let [copy] = copies(folder.path()).try_into().unwrap();
    assert_eq!(everything(&copy).await, before);
    let mode = std::fs::metadata(&copy).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let mut changed = database(folder.path()).await;
    sqlx::query("insert into later values ('it is there')")
        .execute(&mut changed)
        .await
        .unwrap();
    drop(changed);
    Store::open_with(folder.path(), &later).await.unwrap();
    assert_eq!(copies(folder.path()), [copy], "nothing was to be changed");
}

#[tokio::test]
async fn a_failing_migration_changes_nothing() {
    let folder = Folder::new();
    let room = written(folder.path()).await;
    let file = folder.path().join("senda.sqlite");
    let before = everything(&file).await;
    let later = migrations(&[
        "create table later (word text not null); delete from record",
        "create table latest (word text not null); insert into nowhere values (1)",
    ]);
    let refused = Store::open_with(folder.path(), &later).await.unwrap_err();
    assert!(matches!(refused, OpenError::Migration(_)), "{refused}");
    assert_eq!(everything(&file).await, before);
    let store = Store::open(folder.path()).await.unwrap();
    assert_eq!(store.log(room).await.unwrap().len(), 1);
}

#[tokio::test]
async fn the_last_three_backups_are_kept() {
    let folder = Folder::new();
    written(folder.path()).await;
    let changes = [
        "create table a (x text)",
        "create table b (x text)",
        "create table c (x text)",
        "create table d (x text)",
    ];
    for upto in 1..=changes.len() {
        let later = migrations(&changes[..upto]);
        let store = Store::open_with(folder.path(), &later).await.unwrap();
        store.close().await;
    }
    let names: Vec<_> = copies(folder.path())
        .iter()
        .map(|path| path.file_name().unwrap().to_str().unwrap()[..18].to_owned())
        .collect();
    // The backup's name contains the version of the schema that it holds.
    let of = |later| format!("before-update-{:04}", shipped() + later);
    assert_eq!(names, [of(1), of(2), of(3)]);
}

#[tokio::test]
async fn a_database_of_a_newer_senda_is_rejected_with_one_sentence() {
    let folder = Folder::new();
    written(folder.path()).await;
    let later = migrations(&["create table later (word text not null)"]);
    let store = Store::open_with(folder.path(), &later).await.unwrap();
    store.close().await;
    drop(store);
    let refused = Store::open(folder.path()).await.unwrap_err();
    let OpenError::Newer { at, known } = refused else {
        panic!("{refused}")
    };
    assert_eq!((at, known), (shipped() + 1, shipped()));
    let output = Process::command(folder.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("was written by a newer Senda"), "{said}");
}

/// Creates a database of the release before records had a format and bans had a table.
async fn of_before(folder: &Path, log: &[(&str, i64, String)]) {
    let before = MIGRATIONS.iter().filter(|one| one.version < 5).cloned();
    let before = Migrator::with_migrations(before.collect());
    let mut database = SqliteConnectOptions::new()
        .filename(folder.join("senda.sqlite"))
        .create_if_missing(true)
        .connect()
        .await
        .unwrap();
    before.run(&mut database).await.unwrap();
    for (room, version, events) in log {
        sqlx::query("insert into record (room, version, at, events) values ($1, $2, 1, $3)")
            .bind(room)
            .bind(version)
            .bind(events)
            .execute(&mut database)
            .await
            .unwrap();
    }
}

#[tokio::test]
async fn bans_from_before_their_table_are_migrated() {
    let folder = Folder::new();
    let (ana, bob) = (PlayerId(Uuid::from_u128(1)), PlayerId(Uuid::from_u128(2)));
    let ban = |number: u32, player: PlayerId| {
        let person = json!({ "player": player, "name": "\"barred\"" });
        json!([{ "type": "barred", "barred": number, "person": person }]).to_string()
    };
    let readmit = |number: u32| json!([{ "type": "readmitted", "barred": number }]).to_string();
    let created = serde_json::to_string(&first_record().happened).unwrap();
    let [still, again, twice, odd] = [(); 4].map(|()| RoomId::draw());
    let log = [
        (still.as_str(), 1, created),
        (still.as_str(), 2, ban(1, ana)),
        (still.as_str(), 3, ban(2, bob)),
        (still.as_str(), 4, readmit(1)),
        (again.as_str(), 1, ban(1, ana)),
        (again.as_str(), 2, readmit(1)),
        (again.as_str(), 3, ban(2, ana)),
        (twice.as_str(), 1, ban(1, ana)),
        (twice.as_str(), 2, ban(2, ana)),
        (twice.as_str(), 3, readmit(2)),
        // An unreadable event has no effect, and does not stop the migration.
        (odd.as_str(), 1, "[{\"type\":\"barred\"".to_owned()),
        (
            odd.as_str(),
            2,
            "[\"barred\", {\"type\":\"barred\"}]".to_owned(),
        ),
    ];
    of_before(folder.path(), &log).await;
    let store = Store::open(folder.path()).await.unwrap();
    for (room, player, is_banned) in [
        (still, ana, false),
        (still, bob, true),
        (again, ana, true),
        (twice, ana, false),
        (odd, ana, false),
    ] {
        assert_eq!(store.is_banned(room, player).await.unwrap(), is_banned);
    }
    assert_eq!(store.log(still).await.unwrap().len(), 4);
    assert_eq!(copies(folder.path()).len(), 1);
    // From here on the log updates the bans.
    let next = |version, event: serde_json::Value| Record {
        version,
        happened: vec![serde_json::from_value(event).unwrap()],
        ..first_record()
    };
    let readmitted = next(5, json!({ "type": "readmitted", "barred": 2 }));
    store
        .writer()
        .append(still, readmitted, None, None)
        .await
        .unwrap();
    assert!(!store.is_banned(still, bob).await.unwrap());
}
