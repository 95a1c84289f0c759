//! What has been kept for long enough is removed, and nothing else.

use std::{
    io::{BufRead, BufReader},
    process::{Command, Stdio},
};

use senda::limits;
use serde_json::json;
use sqlx::SqliteConnection;

use crate::{
    client::{Browser, ask, settings},
    game::{Table, act},
    restart::Process,
    world::{Folder, World, database},
};

/// A process that says in its log what it removes.
fn start(folder: &Folder, more: &[&str]) -> (Process, impl Iterator<Item = String> + use<>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_senda"));
    command
        .env_clear()
        .args(["--listen", "127.0.0.1:0", "--log", "info", "--data"])
        .arg(folder.path())
        .args(more)
        .stderr(Stdio::piped());
    let mut process = Process::of(command);
    let log = BufReader::new(process.take_stderr());
    (process, log.lines().map_while(Result::ok))
}

/// What the log says of what was removed.
fn removal(mut log: impl Iterator<Item = String>) -> String {
    log.find(|line| line.contains("removed what has been kept"))
        .expect("a line")
}

/// Nothing has happened in that room for so many days.
async fn leave_alone(database: &mut SqliteConnection, room: &str, days: i64) {
    sqlx::query("update room set active_at = active_at - $2 where id = $1")
        .bind(room)
        .bind(days * 24 * 60 * 60 * 1_000)
        .execute(database)
        .await
        .unwrap();
}

async fn count(database: &mut SqliteConnection, of: &'static str) -> i64 {
    sqlx::query_scalar(of).fetch_one(database).await.unwrap()
}

async fn status(process: &Process, room: &str) -> u16 {
    let path = format!("/api/rooms/{room}");
    ask(process.address, "GET", &path, &[], b"").await.status
}

#[tokio::test]
async fn rooms_are_kept_for_as_long_as_is_set() {
    let folder = Folder::new();
    let process = Process::start(folder.path());
    let address = process.address;
    let mut ana = Browser::arrive(address, "Ana").await;
    let (recent, deserted) = (ana.room(settings()).await, ana.room(settings()).await);
    let today = ana.room(settings()).await;
    let mut played = Table::playing(address, 2, 0).await;
    played.play_out().await;
    let mut ancient = Table::playing(address, 2, 0).await;
    ancient.play_out().await;
    let mut running = Table::playing(address, 2, 0).await;
    running.play().await;
    process.kill();

    let mut database = database(folder.path()).await;
    for (room, days) in [
        (&recent, 29),
        (&deserted, 31),
        (&played.room, 364),
        (&running.room, 364),
        (&ancient.room, 366),
    ] {
        leave_alone(&mut database, room, days).await;
    }
    let (process, said) = start(&folder, &[]);
    let line = removal(said);
    assert!(
        line.contains("rooms=2") && line.contains("visitors=0"),
        "{line}"
    );
    for (room, expected) in [
        (&today, 200),
        (&recent, 200),
        (&deserted, 404),
        (&played.room, 200),
        (&running.room, 200),
        (&ancient.room, 404),
    ] {
        assert_eq!(status(&process, room).await, expected);
    }
    for of in [
        "select count(*) from record where room not in (select id from room)",
        "select count(*) from finished_game where room not in (select id from room)",
        "select count(*) from finished_place where room not in (select id from room)",
        "select count(*) from member where room not in (select id from room)",
        "select count(*) from room where removing = 1",
    ] {
        assert_eq!(count(&mut database, of).await, 0, "{of}");
    }
    assert_eq!(count(&mut database, "select count(*) from room").await, 4);
    // What is kept is whole.
    for (browser, tab) in &mut running.players {
        browser.address = process.address;
        *tab = browser.enter(&running.room).await;
    }
    running.play_out().await;
    let path = format!("/api/rooms/{}/games/1", played.room);
    assert_eq!(
        ask(process.address, "GET", &path, &[], b"").await.status,
        200
    );
    process.kill();

    // Zero is for ever.
    for room in [&recent, &played.room, &running.room] {
        leave_alone(&mut database, room, 4_000).await;
    }
    let (process, said) = start(&folder, &["--keep-finished-days", "0"]);
    let line = removal(said);
    assert!(line.contains("rooms=1"), "{line}");
    assert_eq!(status(&process, &recent).await, 404);
    assert_eq!(status(&process, &played.room).await, 200);
    ana.address = process.address;
    ana.enter(&today).await;
}

#[tokio::test]
async fn visitors_without_a_seat_are_forgotten() {
    let folder = Folder::new();
    let process = Process::start(folder.path());
    let host = Browser::arrive(process.address, "Host").await;
    let room = host.room(settings()).await;
    let seated = Browser::arrive(process.address, "Seated").await;
    seated
        .enter(&room)
        .await
        .must(json!({ "type": "sit" }))
        .await;
    let stranger = Browser::arrive(process.address, "Stranger").await;
    process.kill();
    let mut database = database(folder.path()).await;
    let ago = "update player set seen_at = seen_at - 91 * 86400000";
    sqlx::query(ago).execute(&mut database).await.unwrap();
    // One of the time before it was noted when people come.
    let unknown = "insert into player (id, token_hash, name, created_at)
        values ('00000000-0000-4000-8000-000000000000', 'x', 'Unknown', 0)";
    sqlx::query(unknown).execute(&mut database).await.unwrap();

    let (process, said) = start(&folder, &[]);
    let line = removal(said);
    assert!(
        line.contains("rooms=0") && line.contains("visitors=1"),
        "{line}"
    );
    for (browser, status) in [(&host, 200), (&seated, 200), (&stranger, 401)] {
        let browser = Browser {
            address: process.address,
            cookie: browser.cookie.clone(),
        };
        let reply = browser
            .send("PUT", "/api/session", &json!({ "name": "Back" }))
            .await;
        assert_eq!(reply.status, status);
    }
    assert_eq!(count(&mut database, "select count(*) from player").await, 3);
}

#[tokio::test]
async fn a_long_log_is_removed_in_pieces_and_its_space_used_again() {
    let folder = Folder::new();
    let process = Process::start(folder.path());
    let ana = Browser::arrive(process.address, "Ana").await;
    let (long, interrupted) = (ana.room(settings()).await, ana.room(settings()).await);
    ana.room(settings()).await;
    process.kill();
    let mut database = database(folder.path()).await;
    for room in [&long, &interrupted] {
        let records = "with recursive version (v) as (select 2 union all select v + 1 from version
            where v < 3000) insert into record (room, version, at, events)
            select $1, v, 1, hex(randomblob(100)) from version";
        sqlx::query(records)
            .bind(room)
            .execute(&mut database)
            .await
            .unwrap();
    }
    leave_alone(&mut database, &long, 31).await;
    // As a process leaves it that was killed in the middle of removing it.
    sqlx::query("update room set removing = 1 where id = $1")
        .bind(&interrupted)
        .execute(&mut database)
        .await
        .unwrap();
    let (process, said) = start(&folder, &[]);
    assert_eq!(status(&process, &interrupted).await, 404);
    removal(said);
    assert_eq!(status(&process, &long).await, 404);
    assert_eq!(count(&mut database, "select count(*) from room").await, 1);
    assert_eq!(count(&mut database, "select count(*) from record").await, 1);
    let free = count(&mut database, "pragma freelist_count").await;
    assert!(free > 100, "{free} pages can be used again");
}

/// Neither at once nor in a later process, by however much people do meanwhile by the wrong clock.
#[tokio::test]
async fn a_clock_that_has_jumped_removes_nothing() {
    let folder = Folder::new();
    let process = Process::start(folder.path());
    let mut ana = Browser::arrive(process.address, "Ana").await;
    let room = ana.room(settings()).await;
    process.kill();
    let mut database = database(folder.path()).await;
    leave_alone(&mut database, &room, 400).await;
    let earlier = "update swept set at = at - 400 * 86400000";
    sqlx::query(earlier).execute(&mut database).await.unwrap();
    for _ in 0..2 {
        let (process, mut said) = start(&folder, &[]);
        let warning = said.find(|line| line.contains("by the machine's clock"));
        assert!(warning.expect("a warning").contains("days=400"));
        ana.address = process.address;
        ana.room(settings()).await;
        assert_eq!(status(&process, &room).await, 200);
        process.kill();
    }
}

/// Bytes of the database when all of it is in one file.
async fn bytes(database: &mut SqliteConnection) -> i64 {
    let checkpoint = sqlx::query("pragma wal_checkpoint(truncate)");
    checkpoint.fetch_one(&mut *database).await.unwrap();
    let (pages, free) = (
        count(database, "pragma page_count").await,
        count(database, "pragma freelist_count").await,
    );
    (pages - free) * 4_096
}

/// What each record of some games takes.
async fn each_record(seats: usize, games: u32, resigning: bool) -> i64 {
    let world = World::start().await;
    let mut database = world.database().await;
    let of_records = "select count(*) from record";
    let mut table = Table::gather(world.address, seats, 0).await;
    let before = bytes(&mut database).await;
    let records = count(&mut database, of_records).await;
    for _ in 0..games {
        table.start().await;
        if resigning {
            let turn = table.turn();
            let tab = &mut table.players[turn].1;
            let resign = act(tab.version, json!({ "type": "resign" }));
            let version = tab.must(resign).await;
            table.see(version).await;
        } else {
            table.play_out().await;
        }
    }
    let records = count(&mut database, of_records).await - records;
    (bytes(&mut database).await - before) / records
}

/// The figure in README.md: what one address can add to the database in an hour.
#[tokio::test]
async fn an_address_stores_no_more_in_an_hour_than_is_said() {
    let played = each_record(8, 3, false).await;
    // What a hostile guest would do: a game's first and last records are the longest.
    let resigned = each_record(2, 10, true).await;
    let commands = i64::from(limits::COMMANDS_PER_HOUR + limits::COMMANDS_BURST);
    let rooms = i64::from(limits::ROOMS_CREATED_PER_HOUR + limits::ROOMS_CREATED_BURST);
    let visitors = i64::from(limits::SESSIONS_PER_HOUR + limits::SESSIONS_BURST);
    // A room begins with one record, its row and its host's; a visitor is one row of some hundred bytes.
    let most = |each| (commands + rooms * 5 + visitors) * each / 1_000_000;
    let (played, resigned) = (most(played), most(resigned));
    eprintln!("{played} MB an hour, {resigned} MB by a hostile guest");
    assert!(played <= 90 && resigned <= 90, "{played} and {resigned}");
}
