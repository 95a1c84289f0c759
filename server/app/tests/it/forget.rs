//! Tests of erasing a person: their name disappears everywhere, and their games stay complete.

use std::{path::Path, time::Duration};

use senda_store::MIGRATIONS;
use serde_json::{Value, json};
use sqlx::{ConnectOptions, migrate::Migrator, sqlite::SqliteConnectOptions};
use tokio::time::{sleep, timeout};

use crate::{
    client::{Browser, Tab, ask, settings},
    database::{Sql, url},
    game::Table,
    links::linked,
    nodes::until,
    process::Process,
    world::{Folder, World},
};

const NAME: &str = "Zuleika";

/// Counts the rows of all tables that contain the name.
async fn named(sql: &mut Sql) -> i64 {
    let mut rows = 0;
    for (table, column) in [
        ("record", "events"),
        ("player", "name"),
        ("finished_place", "name"),
        ("summary", "text"),
    ] {
        let like = format!("select count(*) from {table} where {column} like '%{NAME}%'");
        rows += sql.number(&like).await;
    }
    rows
}

#[tokio::test]
async fn erasing_a_person_removes_the_name_and_keeps_the_games_complete() {
    let folder = Folder::new();
    let process = Process::start(folder.path());
    let mut table = Table::gather(process.address, 2, 0).await;
    let mut sql = Sql::of(folder.path()).await;
    let (host, guest) = (0, 1);
    let renamed = json!({ "name": NAME });
    let reply = table.players[guest]
        .0
        .send("PUT", "/api/session", &renamed)
        .await;
    assert_eq!(reply.status, 200);
    table.players[guest]
        .1
        .must(json!({ "type": "name", "name": NAME }))
        .await;
    table.start().await;
    while table.is_playing() {
        table.play().await;
    }
    // The guest also plays a second game, and has a room of their own.
    table.start().await;
    table.play().await;
    let other = table.players[guest].0.room(settings()).await;
    assert!(named(&mut sql).await > 3);
    let records = "select count(*) from record";
    let before = sql.number(records).await;

    let gone = table.players[guest]
        .0
        .send("DELETE", "/api/session", &Value::Null)
        .await;
    assert_eq!(gone.status, 204);
    assert_eq!(named(&mut sql).await, 0);
    assert_eq!(
        sql.number(records).await,
        before,
        "nothing that happened is gone"
    );
    let again = table.players[guest]
        .0
        .send("GET", "/api/session/rooms", &Value::Null)
        .await;
    assert_eq!(again.status, 401, "nobody is that person any more");

    // The remaining players return to the same game, with a placeholder name in it.
    let (browser, _) = &table.players[host];
    let tab = browser.enter(&table.room).await;
    assert_eq!(tab.view["phase"], "playing");
    assert_eq!(tab.view["seats"][1]["name"], "Someone");
    assert_eq!(tab.view["standing"].as_array().unwrap().len(), 2);
    let file = format!("/api/rooms/{}/games/1", table.room);
    let file = ask(process.address, "GET", &file, &[], b"").await;
    assert_eq!(file.status, 200);
    let file = file.json();
    let names = file["seats"]
        .as_array()
        .unwrap()
        .iter()
        .map(|seat| &seat["name"]);
    assert!(names.clone().any(|name| name == "Someone"), "{file}");
    let room = Browser::arrive(process.address, "Ana").await;
    let tab = room.enter(&other).await;
    assert_eq!(tab.view["host"]["name"], "Someone");
    process.kill();
}

async fn forget(browser: &Browser) {
    let gone = browser.send("DELETE", "/api/session", &Value::Null).await;
    assert_eq!(gone.status, 204);
}

/// Returns the files of a folder whose bytes contain the name, even in deleted rows.
fn files_with_name(folder: &Path) -> Vec<String> {
    let has = |bytes: &[u8]| {
        bytes
            .windows(NAME.len())
            .any(|part| part == NAME.as_bytes())
    };
    let entries = std::fs::read_dir(folder).unwrap();
    let files = entries.map(|entry| entry.unwrap().path());
    // The operator's socket has no bytes.
    let files = files.filter(|file| file.is_file() && has(&std::fs::read(file).unwrap()));
    files
        .map(|file| file.file_name().unwrap().to_str().unwrap().to_owned())
        .collect()
}

/// Returns the code that closes a socket, which must arrive soon.
pub async fn closed(tab: &mut Tab) -> u16 {
    let closed = timeout(Duration::from_secs(10), tab.closed());
    closed.await.expect("a socket that ends")
}

/// Returns everything that a newcomer is sent about a room.
async fn told_newcomer(browser: &Browser, room: &str) -> String {
    let newcomer = Browser::arrive(browser.address, "Newcomer").await;
    let tab = newcomer.enter(room).await;
    format!(
        "{:?} {:?} {:?} {:?}",
        tab.frames(),
        tab.chat,
        tab.view,
        tab.presence
    )
}

fn person_named<'t>(tab: &'t Tab, name: &str) -> &'t Value {
    let people = tab.presence["people"].as_array().unwrap();
    let named = people.iter().find(|person| person["name"] == name);
    &named.unwrap()["person"]
}

/// Makes a spectator without a seat the host.
async fn be_host_without_seat(host: &mut Tab, guest: &mut Tab) {
    host.until(|tab| tab.presence.to_string().contains(NAME))
        .await;
    let person = person_named(host, NAME).clone();
    host.must(json!({ "type": "host", "person": person })).await;
    guest.until(|tab| tab.you["host"] == true).await;
}

#[tokio::test]
async fn a_host_who_never_sat_is_erased() {
    let world = World::start().await;
    let ana = Browser::arrive(world.address, "Ana").await;
    let room = ana.room(settings()).await;
    let mut host = ana.enter(&room).await;
    let guest = Browser::arrive(world.address, NAME).await;
    let mut tab = guest.enter(&room).await;
    be_host_without_seat(&mut host, &mut tab).await;
    let mut sql = world.sql().await;
    assert!(named(&mut sql).await > 1);
    forget(&guest).await;
    assert_eq!(named(&mut sql).await, 0);
    assert_eq!(closed(&mut tab).await, 4003);
    assert!(!told_newcomer(&ana, &room).await.contains(NAME));
}

#[tokio::test]
async fn a_spectator_who_was_removed_and_readmitted_is_erased() {
    let world = World::start().await;
    let ana = Browser::arrive(world.address, "Ana").await;
    let room = ana.room(settings()).await;
    let mut host = ana.enter(&room).await;
    let guest = Browser::arrive(world.address, NAME).await;
    let mut tab = guest.enter(&room).await;
    host.until(|tab| tab.presence.to_string().contains(NAME))
        .await;
    let person = person_named(&host, NAME).clone();
    host.must(json!({ "type": "remove", "person": person }))
        .await;
    assert_eq!(closed(&mut tab).await, 4502);
    let readmit = json!({ "type": "readmit", "barred": 1 });
    host.must(readmit).await;
    let mut sql = world.sql().await;
    assert!(named(&mut sql).await > 1);
    forget(&guest).await;
    assert_eq!(named(&mut sql).await, 0);
    assert!(!told_newcomer(&ana, &room).await.contains(NAME));
}

#[tokio::test]
async fn an_erased_spectator_can_neither_chat_nor_sit() {
    let world = World::start().await;
    let ana = Browser::arrive(world.address, "Ana").await;
    let room = ana.room(settings()).await;
    let mut host = ana.enter(&room).await;
    let guest = Browser::arrive(world.address, NAME).await;
    let mut tab = guest.enter(&room).await;
    tab.text(r#"{"type":"chat","text":"hello"}"#).await;
    host.until(|tab| !tab.chat.is_empty()).await;
    forget(&guest).await;
    assert_eq!(closed(&mut tab).await, 4003);
    let refused = guest.refused(&format!("/api/rooms/{room}/socket")).await;
    assert_eq!(refused.status, 401);
    assert!(!told_newcomer(&ana, &room).await.contains(NAME));
    assert_eq!(named(&mut world.sql().await).await, 0);
    // A command that is in transit during the erasure has no effect either.
    for number in 0..8 {
        let guest = Browser::arrive(world.address, NAME).await;
        let mut tab = guest.enter(&room).await;
        let sit = json!({ "type": "sit", "seat": null, "colour": null, "nonce": null });
        let (_, ()) = tokio::join!(tab.order(sit), async {
            sleep(Duration::from_millis(number)).await;
            forget(&guest).await;
        });
        assert_eq!(named(&mut world.sql().await).await, 0, "{number}");
    }
}

#[tokio::test]
async fn no_file_contains_the_name_after_the_erasure() {
    let folder = Folder::new();
    let process = Process::start(folder.path());
    let mut table = Table::gather(process.address, 2, 0).await;
    table.players[1]
        .1
        .must(json!({ "type": "name", "name": NAME }))
        .await;
    table.start().await;
    table.play_out().await;
    let database = folder.path().join("senda.sqlite").exists();
    forget(&table.players[1].0).await;
    if database {
        until(async || files_with_name(folder.path()).is_empty()).await;
    }
    process.terminate();
    until(async || files_with_name(folder.path()).is_empty()).await;
}

#[tokio::test]
async fn an_erasure_during_shutdown_is_complete_after_the_restart() {
    let mut interrupted = 0;
    for number in 0..12_u64 {
        let folder = Folder::new();
        // With PostgreSQL, a process takes seconds to start on a busy machine.
        if url(folder.path()).is_some() && number > 3 {
            break;
        }
        let mut process = Process::start(folder.path());
        let mut table = Table::gather(process.address, 2, 0).await;
        table.players[1]
            .1
            .must(json!({ "type": "name", "name": NAME }))
            .await;
        table.start().await;
        let browser = table.players[1].0.clone();
        let guest = browser.clone();
        let asked = tokio::spawn(async move {
            let headers = [
                ("cookie", &*guest.cookie),
                ("sec-fetch-site", "same-origin"),
            ];
            ask(guest.address, "DELETE", "/api/session", &headers, b"")
                .await
                .status
        });
        sleep(Duration::from_millis(number % 6)).await;
        process.terminate();
        let answered = asked.await.is_ok_and(|status| status < 300);
        drop(table);
        process.wait();
        let mut sql = Sql::of(folder.path()).await;
        let mut process = Process::start(folder.path());
        if answered {
            interrupted += 1;
        } else {
            // A client without a response sends the request again, and may have been erased by
            // then.
            let again = Browser {
                address: process.address,
                ..browser
            };
            let reply = again.send("DELETE", "/api/session", &Value::Null).await;
            assert!([202, 204, 401].contains(&reply.status), "{}", reply.status);
        }
        until(async || named(&mut sql).await == 0).await;
        // The name is not written later either.
        process.terminate();
        process.wait();
        assert_eq!(named(&mut sql).await, 0, "{number}");
    }
    assert!(interrupted > 0, "none was asked in time");
}

#[tokio::test]
async fn a_game_continues_at_once_without_the_erased_player() {
    let folder = Folder::new();
    let process = Process::start(folder.path());
    // The server restores one game before the erasure; the other one is not in memory.
    let mut tables = Vec::new();
    for _ in 0..2 {
        let mut table = Table::playing(process.address, 3, 0).await;
        table.play().await;
        tables.push(table);
    }
    process.kill();
    let process = Process::start(folder.path());
    for (at, table) in tables.iter_mut().enumerate() {
        for (browser, tab) in &mut table.players {
            browser.address = process.address;
            if at == 0 {
                *tab = browser.enter(&table.room).await;
            }
        }
        forget(&table.players[1].0).await;
    }
    for table in &tables {
        let tab = table.players[0].0.enter(&table.room).await;
        let seat = &tab.view["seats"][1];
        assert_eq!(
            (&seat["name"], &seat["vacant"]),
            (&json!("Someone"), &json!(true))
        );
        assert_ne!(tab.view["seats"][2]["vacant"], true);
    }
}

#[tokio::test]
#[ignore = "needs a PostgreSQL: cargo xtask test --only postgres"]
async fn signing_out_and_erasure_take_effect_on_every_server() {
    let world = World::with(linked("a")).await;
    let (address, _app) = world.beside(linked("b")).await;
    let ana = Browser::arrive(world.address, "Ana").await;
    let room = ana.room(settings()).await;
    let mut host = ana.enter(&room).await;
    let guest = Browser::arrive(world.address, NAME).await;
    let link = guest
        .send("POST", "/api/session/link", &json!({}))
        .await
        .json();
    let code = json!({ "code": link["code"] });
    let entered = guest.send("POST", "/api/session/enter", &code).await;
    // The other device is connected to the other server.
    let phone = Browser {
        address,
        cookie: entered.cookie().to_owned(),
    };
    let mut by_phone = phone.enter(&room).await;
    let mut by_desk = guest.enter(&room).await;
    let devices = guest
        .send("GET", "/api/session/devices", &Value::Null)
        .await
        .json();
    let devices = devices["devices"].as_array().unwrap();
    let lost = devices.iter().find(|of| of["here"] == false).unwrap();
    let path = format!("/api/session/devices/{}", lost["id"].as_str().unwrap());
    let gone = guest.send("DELETE", &path, &Value::Null).await;
    assert_eq!(gone.status, 204);
    assert_eq!(closed(&mut by_phone).await, 4003);
    be_host_without_seat(&mut host, &mut by_desk).await;
    by_desk.text(r#"{"type":"chat","text":"hello"}"#).await;
    host.until(|tab| !tab.chat.is_empty()).await;
    // The request goes to the server that has neither the room nor the socket.
    let elsewhere = Browser {
        address,
        ..guest.clone()
    };
    forget(&elsewhere).await;
    assert_eq!(closed(&mut by_desk).await, 4003);
    assert_eq!(named(&mut world.sql().await).await, 0);
    for address in [world.address, address] {
        let ana = Browser {
            address,
            ..ana.clone()
        };
        assert!(!told_newcomer(&ana, &room).await.contains(NAME));
    }
}

#[tokio::test]
async fn the_update_clears_data_that_was_deleted_before() {
    let folder = Folder::new();
    let file = folder.path().join("senda.sqlite");
    let options = SqliteConnectOptions::new().filename(&file);
    let mut database = options.create_if_missing(true).connect().await.unwrap();
    let before = MIGRATIONS.iter().filter(|one| one.version < 14).cloned();
    let before = Migrator::with_migrations(before.collect());
    before.run(&mut database).await.unwrap();
    for number in 0..200 {
        sqlx::query("insert into player (id, token_hash, name, created_at) values ($1, $1, $2, 1)")
            .bind(number)
            .bind(NAME)
            .execute(&mut database)
            .await
            .unwrap();
    }
    sqlx::query("delete from player")
        .execute(&mut database)
        .await
        .unwrap();
    drop(database);
    until(async || files_with_name(folder.path()) == ["senda.sqlite"]).await;
    let _process = Process::start_in_file(folder.path());
    assert!(files_with_name(folder.path()).is_empty());
}

#[tokio::test]
async fn backups_from_before_an_update_are_kept_for_a_month() {
    let folder = Folder::new();
    let today = "select cast(strftime('%Y%m%d', 'now', '-29 days') as integer)";
    let mut memory = SqliteConnectOptions::new().connect().await.unwrap();
    let recent: i64 = sqlx::query_scalar(today)
        .fetch_one(&mut memory)
        .await
        .unwrap();
    let copy = |day: &str| format!("before-update-0011-{day}T000000Z.sqlite");
    let (old, recent) = (copy("20200101"), copy(&recent.to_string()));
    for name in [&old, &recent, &"own-copy.sqlite".to_owned()] {
        std::fs::write(folder.path().join(name), NAME).unwrap();
    }
    let _process = Process::start_in_file(folder.path());
    until(async || !folder.path().join(&old).exists()).await;
    assert_eq!(files_with_name(folder.path()).len(), 2);
}
