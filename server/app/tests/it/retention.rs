//! Tests of the retention period: expired data is deleted, and nothing else.

use std::{
    io::{BufRead, BufReader},
    process::{Command, Stdio},
    time::Duration,
};

use senda::limits;
use serde_json::json;

use crate::{
    client::{Browser, ask, settings},
    database::{self, Sql},
    game::{Table, act},
    process::Process,
    world::{Folder, World},
};

/// Starts a process that logs its deletions.
fn start(folder: &Folder, more: &[&str]) -> (Process, impl Iterator<Item = String> + use<>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_senda"));
    command
        .env_clear()
        .args(["--listen", "127.0.0.1:0", "--log", "info", "--data"])
        .arg(folder.path())
        .envs(database::url(folder.path()).map(|url| ("SENDA_DATABASE", url)))
        .args(more)
        .stderr(Stdio::piped());
    let mut process = Process::of(command);
    let log = BufReader::new(process.take_stderr());
    (process, log.lines().map_while(Result::ok))
}

/// Returns the line of the log that reports a deletion.
fn removal(mut log: impl Iterator<Item = String>) -> String {
    log.find(|line| line.contains("removed what has been kept"))
        .expect("a line")
}

/// Moves the last activity of a room that many days into the past.
async fn leave_alone(sql: &mut Sql, room: &str, days: i64) {
    let ms = days * 24 * 60 * 60 * 1_000;
    let ago = format!("update room set active_at = active_at - {ms} where id = '{room}'");
    assert_eq!(sql.execute(ago).await, 1);
}

async fn status(process: &Process, room: &str) -> u16 {
    let path = format!("/api/rooms/{room}");
    ask(process.address, "GET", &path, &[], b"").await.status
}

#[tokio::test]
async fn rooms_are_kept_for_the_configured_time() {
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

    let mut sql = Sql::of(folder.path()).await;
    for (room, days) in [
        (&recent, 29),
        (&deserted, 31),
        (&played.room, 364),
        (&running.room, 364),
        (&ancient.room, 366),
    ] {
        leave_alone(&mut sql, room, days).await;
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
        "select count(*) from replay where room not in (select id from room)",
        "select count(*) from finished_place where room not in (select id from room)",
        "select count(*) from played where room not in (select id from room)",
        "select count(*) from public_game where room not in (select id from room)",
        "select count(*) from member where room not in (select id from room)",
        "select count(*) from room where removing = 1",
    ] {
        assert_eq!(sql.number(of).await, 0, "{of}");
    }
    assert_eq!(sql.number("select count(*) from room").await, 4);
    // The remaining data is complete.
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

    // A retention of zero days means for ever.
    for room in [&recent, &played.room, &running.room] {
        leave_alone(&mut sql, room, 4_000).await;
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
async fn visitors_without_a_seat_are_deleted() {
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
    let mut sql = Sql::of(folder.path()).await;
    let ago = "update player set seen_at = seen_at - 7862400000";
    sql.execute(ago).await;
    // A session from before visits were recorded.
    let unknown = "insert into player (id, token_hash, name, created_at)
        values ('00000000-0000-4000-8000-000000000000', 'x', 'Unknown', 0)";
    sql.execute(unknown).await;

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
    assert_eq!(sql.number("select count(*) from player").await, 3);
}

#[tokio::test]
async fn a_long_log_is_deleted_in_parts_and_its_space_is_reused() {
    let folder = Folder::new();
    let process = Process::start(folder.path());
    let ana = Browser::arrive(process.address, "Ana").await;
    let (long, interrupted) = (ana.room(settings()).await, ana.room(settings()).await);
    ana.room(settings()).await;
    process.kill();
    let mut sql = Sql::of(folder.path()).await;
    for room in [&long, &interrupted] {
        let records = format!(
            "with recursive version (v) as (select 2 union all select v + 1 from version
            where v < 3000) insert into record (room, version, at, events)
            select '{room}', v, 1, hex(randomblob(100)) from version"
        );
        sql.execute(records).await;
    }
    leave_alone(&mut sql, &long, 31).await;
    // The row is in the state after a process was killed during the deletion.
    sql.execute(format!(
        "update room set removing = 1 where id = '{interrupted}'"
    ))
    .await;
    let (process, said) = start(&folder, &[]);
    assert_eq!(status(&process, &interrupted).await, 404);
    removal(said);
    assert_eq!(status(&process, &long).await, 404);
    assert_eq!(sql.number("select count(*) from room").await, 1);
    assert_eq!(sql.number("select count(*) from record").await, 1);
    let free = sql.number("pragma freelist_count").await;
    assert!(free > 100, "{free} pages can be used again");
}

/// Nothing is deleted at once or by a later process, however much activity the wrong clock records
/// meanwhile.
#[tokio::test]
async fn a_clock_that_has_jumped_deletes_nothing() {
    let folder = Folder::new();
    let process = Process::start(folder.path());
    let mut ana = Browser::arrive(process.address, "Ana").await;
    let room = ana.room(settings()).await;
    let mut sql = Sql::of(folder.path()).await;
    // The server has searched for expired data and has stored the time of the search.
    while sql.number("select count(*) from swept").await == 0 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    process.kill();
    leave_alone(&mut sql, &room, 400).await;
    let earlier = "update swept set at = at - 34560000000";
    sql.execute(earlier).await;
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

/// Returns the size of the database in bytes, without its free pages.
async fn bytes(sql: &mut Sql) -> i64 {
    sql.execute("pragma wal_checkpoint(truncate)").await;
    let (pages, free) = (
        sql.number("pragma page_count").await,
        sql.number("pragma freelist_count").await,
    );
    (pages - free) * 4_096
}

/// Returns the average size in bytes of the records of some games.
async fn each_record(seats: usize, games: u32, resigning: bool) -> i64 {
    let world = World::start().await;
    let mut sql = world.sql().await;
    let of_records = "select count(*) from record";
    let mut table = Table::gather(world.address, seats, 0).await;
    let before = bytes(&mut sql).await;
    let records = sql.number(of_records).await;
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
    let records = sql.number(of_records).await - records;
    (bytes(&mut sql).await - before) / records
}

/// Checks the figure in README.md: the amount of data that one address can store in an hour.
#[tokio::test]
async fn an_address_stores_no_more_in_an_hour_than_documented() {
    let played = each_record(8, 3, false).await;
    // The behaviour of a hostile guest: the first and last records of a game are the longest.
    let resigned = each_record(2, 10, true).await;
    let commands = i64::from(limits::COMMANDS_PER_HOUR + limits::COMMANDS_BURST);
    let rooms = i64::from(limits::ROOMS_CREATED_PER_HOUR + limits::ROOMS_CREATED_BURST);
    let visitors = i64::from(limits::SESSIONS_PER_HOUR + limits::SESSIONS_BURST);
    // A new room takes one record, its own row and its host's row; a visitor takes one row of some
    // hundred bytes.
    let most = |each| (commands + rooms * 5 + visitors) * each / 1_000_000;
    let (played, resigned) = (most(played), most(resigned));
    eprintln!("{played} MB an hour, {resigned} MB by a hostile guest");
    assert!(played <= 90 && resigned <= 90, "{played} and {resigned}");
}
