//! Tests of the special properties of a database server: several processes at the same time, lost
//! connections, and a password. `cargo xtask test --only postgres` runs them.

use std::process::Command;

use senda_room::Record;
use senda_store::{Log, NotStored, OpenError, Ownership, RoomId, Store};

use crate::{
    client::{Browser, ask},
    database::{Sql, open, url},
    game::Table,
    process::Process,
    store::{begun, first_record},
    world::{Folder, World},
};

/// Returns a record that changes nothing.
fn record(version: u32) -> Record {
    Record {
        version,
        happened: Vec::new(),
        ..first_record()
    }
}

/// Returns whether a store succeeds in taking a room.
pub async fn is_mine(store: &Store, room: RoomId) -> bool {
    let taken = store.acquire(room, &store.lease()).await.unwrap();
    matches!(taken, Ownership::Mine(_))
}

#[tokio::test]
#[ignore = "needs a PostgreSQL: cargo xtask test --only postgres"]
async fn a_second_server_replaces_the_first() {
    let folder = Folder::new();
    let first = open(folder.path()).await.unwrap();
    let (room, other) = (begun(&first).await, begun(&first).await);
    assert_eq!(
        first.writer().append(room, record(2), None, None).await,
        Ok(()),
        "the log's own lane"
    );
    let second = open(folder.path()).await.unwrap();
    // The first instance can't write to rooms that no other instance has taken either.
    for (room, version) in [(room, 3), (other, 2)] {
        let late = first
            .writer()
            .append(room, record(version), None, None)
            .await;
        assert_eq!(late, Err(NotStored::Ended));
    }
    let new = first
        .writer()
        .append(RoomId::draw(), first_record(), None, None);
    assert_eq!(new.await, Err(NotStored::Ended));
    assert!(!first.is_able() && !first.is_ready().await);
    assert_eq!(
        first.acquire(room, &first.lease()).await.unwrap(),
        Ownership::LeaseEnded
    );
    // The records that it has published are stored, and the room continues.
    assert!(is_mine(&second, room).await);
    assert_eq!(second.log(room).await.unwrap().len(), 2);
    let next = second.writer().append(room, record(3), None, None);
    assert_eq!(next.await, Ok(()));
    assert!(second.is_able() && second.is_ready().await);
    // Closing the replaced instance does not affect its successor.
    first.close().await;
    assert!(is_mine(&second, other).await);
}

#[tokio::test]
#[ignore = "needs a PostgreSQL: cargo xtask test --only postgres"]
async fn a_record_must_follow_the_last_one_of_a_room_that_is_held() {
    let folder = Folder::new();
    let store = open(folder.path()).await.unwrap();
    let (room, good) = (begun(&store).await, begun(&store).await);
    // Writes a record after a gap, and at the same time a valid record of another room.
    let (hole, next) = tokio::join!(
        store.writer().append(room, record(3), None, None),
        store.writer().append(good, record(2), None, None)
    );
    assert_eq!((hole, next), (Err(NotStored::Taken), Ok(())));
    assert_eq!(store.log(room).await.unwrap().len(), 1);
    // The holder is registered under another name, as a later version may be.
    let mut sql = Sql::of(folder.path()).await;
    sql.execute("insert into node values ('other', 'other', '', 0, 2, 0, 0)")
        .await;
    sql.execute(format!(
        "update placement set holder = 'other' where room = '{room}'"
    ))
    .await;
    let late = store.writer().append(room, record(2), None, None).await;
    assert_eq!(late, Err(NotStored::Taken));
    assert_eq!(sql.number("select count(*) from record").await, 3);
    assert!(store.is_able(), "it is that room's affair alone");
}

#[tokio::test]
#[ignore = "needs a PostgreSQL: cargo xtask test --only postgres"]
async fn a_room_of_a_newer_version_is_left_alone() {
    let folder = Folder::new();
    let store = open(folder.path()).await.unwrap();
    let room = begun(&store).await;
    let mut sql = Sql::of(folder.path()).await;
    sql.execute("update placement set format = 99").await;
    assert_eq!(
        store.acquire(room, &store.lease()).await.unwrap(),
        Ownership::Newer
    );
    let unknown = RoomId::draw();
    assert!(is_mine(&store, unknown).await);
    assert_eq!(sql.number("select count(*) from placement").await, 1);
}

#[tokio::test]
#[ignore = "needs a PostgreSQL: cargo xtask test --only postgres"]
async fn a_lost_connection_is_reported_and_reestablished() {
    let folder = Folder::new();
    let store = open(folder.path()).await.unwrap();
    let room = begun(&store).await;
    let mut sql = Sql::of(folder.path()).await;
    for version in [2, 3] {
        let cut = "select count(pg_terminate_backend(pid)) from pg_stat_activity
            where datname = current_database() and pid <> pg_backend_pid()";
        assert!(sql.number(cut).await > 0);
        let mut appended = store
            .writer()
            .append(room, record(version), None, None)
            .await;
        assert!(
            matches!(appended, Err(NotStored::Unable(_))),
            "{appended:?}"
        );
        assert!(!store.is_able());
        // No other process has written the record. The store finds out by itself that it can write
        // again.
        while !store.is_able() {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
        appended = store
            .writer()
            .append(room, record(version), None, None)
            .await;
        assert_eq!(appended, Ok(()));
    }
    assert_eq!(store.log(room).await.unwrap().len(), 3);
    assert!(store.is_ready().await);
}

#[tokio::test]
#[ignore = "needs a PostgreSQL: cargo xtask test --only postgres"]
async fn a_game_continues_on_the_server_that_replaced_the_first() {
    let world = World::start().await;
    let mut table = Table::playing(world.address, 2, 1).await;
    for _ in 0..3 {
        table.play().await;
    }
    let before = table.players[0].1.version;
    let (address, _app) = world.beside(|_| ()).await;
    let (turn, decision) = table.decision();
    table.players[turn].1.order(decision.clone()).await;
    for (_, tab) in table.players.iter_mut().chain(&mut table.watchers) {
        assert_eq!(tab.closed().await, 4000, "they are asked to come back");
        assert_eq!(tab.version, before, "nobody was told");
    }
    let ready = ask(world.address, "GET", "/health/ready", &[], b"").await;
    assert_eq!(ready.status, 503);
    let (browser, _) = &table.players[0];
    let path = format!("/api/rooms/{}/socket", table.room);
    assert_eq!(browser.refused(&path).await.status, 503);
    for (browser, tab) in table.players.iter_mut().chain(&mut table.watchers) {
        browser.address = address;
        *tab = browser.enter(&table.room).await;
        assert_eq!(tab.version, before);
    }
    table.players[turn].1.must(decision).await;
    table.see(before + 1).await;
    table.play_out().await;
}

#[tokio::test]
#[ignore = "needs a PostgreSQL: cargo xtask test --only postgres"]
async fn a_newer_schema_is_rejected() {
    let folder = Folder::new();
    let store = open(folder.path()).await.unwrap();
    store.close().await;
    let mut sql = Sql::of(folder.path()).await;
    sql.execute(
        "insert into _sqlx_migrations (version, description, success, checksum, execution_time)
         values (9999, 'later', true, '', 0)",
    )
    .await;
    let refused = open(folder.path()).await.unwrap_err();
    assert!(
        matches!(refused, OpenError::Newer { at: 9_999, .. }),
        "{refused}"
    );
}

/// Returns the output of a failing command, after checking that it does not contain the password.
fn said(command: &mut Command) -> String {
    let output = command.output().unwrap();
    assert!(!output.status.success());
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8(said).unwrap();
    assert!(!said.contains("hush"), "{said}");
    said
}

#[tokio::test]
#[ignore = "needs a PostgreSQL: cargo xtask test --only postgres"]
async fn a_password_is_never_printed() {
    let folder = Folder::new();
    let good = url(folder.path()).unwrap();
    let (_, rest) = good.split_once("://").unwrap();
    let (who, place) = rest.rsplit_once('@').unwrap();
    let (user, password) = who.split_once(':').unwrap();
    let start = |url: &str| {
        let mut command = Process::command(folder.path());
        command.env("SENDA_DATABASE", url);
        command
    };
    for (url, words) in [
        (
            format!("postgres://{user}:hush@{place}"),
            "password authentication failed",
        ),
        (
            format!("postgres://{user}:hush@{place}?sslmode=require"),
            "server does not support TLS",
        ),
        (
            format!("postgres://{user}:hush@127.0.0.1:1/senda"),
            "can't be reached",
        ),
        (format!("mysql://{user}:hush@{place}"), "postgres://"),
    ] {
        let said = said(&mut start(&url));
        assert!(said.contains(words), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
    let mut backup = start(&good.replace(password, "hush"));
    let said = said(backup.args(["backup", "-"]));
    assert!(said.contains("pg_dump"), "{said}");
    let help = start(&good).arg("--help").output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    assert!(help.contains("SENDA_DATABASE") && !help.contains(password));

    let log = folder.path().join("log");
    let mut all = Command::new(env!("CARGO_BIN_EXE_senda"));
    all.env_clear()
        .args(["--listen", "127.0.0.1:0", "--log", "trace"])
        .env("SENDA_DATABASE", &good)
        .stderr(std::fs::File::create(&log).unwrap());
    let process = Process::of(all);
    Browser::arrive(process.address, "Ana").await;
    process.kill();
    let said = std::fs::read_to_string(log).unwrap();
    assert!(said.contains("rooms are kept in PostgreSQL"), "{said}");
    assert!(!said.contains(password));
}
