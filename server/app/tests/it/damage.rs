//! Tests that a damaged page of the database costs only the rooms on it.

use std::{os::unix::fs::FileExt, path::Path};

use senda_room::Record;
use senda_store::{Log, NotStored, RoomId, Store};
use sqlx::{AssertSqlSafe, Connection, SqliteConnection};

use crate::{
    client::{ask, settings},
    game::Table,
    store::first_record,
    world::{Folder, World, database},
};

/// The number of rooms, so large that the keys of the log fill dozens of pages.
const FILLERS: usize = 6_000;

/// The number of keys that fill the neighbours of a page. An insert into a neighbour may have to
/// redistribute keys with the damaged page.
const FAR: usize = 600;

async fn fill(folder: &Path) -> Vec<RoomId> {
    let rooms: Vec<_> = (0..FILLERS).map(|_| RoomId::draw()).collect();
    let events = serde_json::to_string(&first_record().happened).unwrap();
    let mut database = database(folder).await;
    let mut transaction = database.begin().await.unwrap();
    for room in &rooms {
        sqlx::query("insert into record (room, version, at, events) values ($1, 1, 1, $2)")
            .bind(room.as_str())
            .bind(&events)
            .execute(&mut *transaction)
            .await
            .unwrap();
    }
    transaction.commit().await.unwrap();
    rooms
}

/// Returns the numbers, counted from 1, and the bytes of the pages with the keys of the log.
async fn pages(folder: &Path) -> Vec<(i64, Vec<u8>)> {
    let mut database = database(folder).await;
    for _ in 0..100 {
        let whole = sqlx::query_as::<_, (i64, i64, i64)>("pragma wal_checkpoint(truncate)");
        if whole.fetch_one(&mut database).await.unwrap().0 == 0 {
            break;
        }
    }
    let leaves = "select pageno from dbstat
        where name = 'sqlite_autoindex_record_1' and pagetype = 'leaf' order by pageno";
    let leaves: Vec<i64> = sqlx::query_scalar(leaves)
        .fetch_all(&mut database)
        .await
        .unwrap();
    let file = std::fs::File::open(folder.join("senda.sqlite")).unwrap();
    let read = |page: i64| {
        let mut bytes = vec![0; 4_096];
        let at = u64::try_from(page - 1).unwrap() * 4_096;
        file.read_exact_at(&mut bytes, at).unwrap();
        (page, bytes)
    };
    leaves.into_iter().map(read).collect()
}

fn has(page: &[u8], room: &str) -> bool {
    page.windows(room.len())
        .any(|bytes| bytes == room.as_bytes())
}

/// Overwrites a page, and makes every connection read it again.
async fn overwrite(folder: &Path, page: i64, bytes: &[u8]) {
    let file = std::fs::File::options()
        .write(true)
        .open(folder.join("senda.sqlite"))
        .unwrap();
    let at = u64::try_from(page - 1).unwrap() * 4_096;
    file.write_all_at(bytes, at).unwrap();
    let mut database = database(folder).await;
    sqlx::query("pragma user_version = 1")
        .execute(&mut database)
        .await
        .unwrap();
    database.close().await.unwrap();
}

/// Returns whether a key is unreadable among `many` before a room's own keys, and among `many`
/// after them.
async fn edges(database: &mut SqliteConnection, room: &str, many: usize) -> [bool; 2] {
    let mut edges = [false; 2];
    for (edge, keys) in edges.iter_mut().zip([
        "select version from record where (room, version) < ($1, 0) order by room desc, version desc",
        "select version from record where (room, version) > ($1, 9999) order by room, version",
    ]) {
        let keys = sqlx::query(AssertSqlSafe(format!("{keys} limit {many}")));
        *edge = keys.bind(room).fetch_all(&mut *database).await.is_err();
    }
    edges
}

fn second_record() -> Record {
    Record {
        version: 2,
        happened: Vec::new(),
        ..first_record()
    }
}

#[tokio::test]
async fn a_damaged_page_does_not_prevent_writes_of_other_rooms() {
    let folder = Folder::new();
    let store = Store::open(folder.path()).await.unwrap();
    let mut rooms = fill(folder.path()).await;
    rooms.sort();
    let pages = pages(folder.path()).await;
    overwrite(folder.path(), pages[pages.len() / 2].0, &[0; 4_096]).await;
    let mut reader = database(folder.path()).await;
    let mut lost = Vec::new();
    for room in &rooms {
        // If only one side is unreadable, the room may be at the edge of the page.
        if edges(&mut reader, room.as_str(), 2).await == [true; 2] {
            lost.push(*room);
        }
    }
    let first = rooms.partition_point(|room| *room < lost[0]);
    let end = first + lost.len();
    let good: Vec<_> = (0..)
        .zip(&rooms)
        .filter(|(rank, _)| rank + FAR < first || *rank > end + FAR)
        .map(|(_, room)| *room)
        .collect();
    assert!(good.len() > FILLERS / 2, "{}", good.len());
    // Appends to some rooms of each kind, all at the same time.
    let mut appends = tokio::task::JoinSet::new();
    for &room in good.iter().take(300).chain(lost.iter().take(10)) {
        let writer = store.writer().clone();
        appends
            .spawn(async move { (room, writer.append(room, second_record(), None, None).await) });
    }
    for (room, answer) in appends.join_all().await {
        if lost.contains(&room) {
            assert!(matches!(answer, Err(NotStored::Damaged(_))), "{answer:?}");
        } else {
            assert_eq!(answer, Ok(()));
            assert_eq!(store.log(room).await.unwrap().len(), 2);
        }
    }
    assert!(store.is_able() && store.is_ready().await);
}

#[tokio::test]
async fn a_damaged_page_costs_only_the_rooms_on_it() {
    let world = World::start().await;
    let folder = world.folder.path();
    fill(folder).await;
    let mut bad = Table::playing(world.address, 2, 0).await;
    let mut good = Table::playing(world.address, 2, 0).await;
    let mut reader = world.database().await;
    let mut found = false;
    // A page may contain stale bytes of a room that has moved to another page.
    for (page, bytes) in pages(folder).await {
        if !has(&bytes, &bad.room) {
            continue;
        }
        overwrite(folder, page, &[0; 4_096]).await;
        found = edges(&mut reader, &bad.room, 2).await == [true; 2];
        if found {
            break;
        }
        overwrite(folder, page, &bytes).await;
    }
    assert!(found, "the room's page");
    while edges(&mut reader, &good.room, FAR).await != [false; 2] {
        // Few rooms are that close. A suitable one has no keys on the damaged page or its
        // neighbours.
        good = Table::gather(world.address, 2, 0).await;
        good.start().await;
    }
    let (turn, decision) = bad.decision();
    bad.players[turn].1.order(decision).await;
    good.play().await;
    for (_, tab) in &mut bad.players {
        assert_eq!(tab.closed().await, 4003);
    }
    let ready = ask(world.address, "GET", "/health/ready", &[], b"").await;
    assert_eq!(ready.status, 200, "it is one room's trouble");
    let path = format!("/api/rooms/{}", bad.room);
    let (browser, _) = &bad.players[0];
    let refused = browser.refused(&format!("{path}/socket")).await;
    assert_eq!(refused.status, 503);
    let reply = ask(world.address, "GET", &path, &[], b"").await;
    assert_eq!(reply.problem(), (503, "room_unavailable".to_owned()));
    assert_eq!(reply.json()["reason"], "corrupt");
    // New rooms work, on whichever page their keys fall.
    for _ in 0..10 {
        bad.players[0].0.room(settings()).await;
    }
    good.play_out().await;
}

#[tokio::test]
async fn a_finished_game_that_is_damaged_is_unavailable() {
    let world = World::start().await;
    let mut table = Table::playing(world.address, 2, 0).await;
    table.play_out().await;
    let path = format!("/api/rooms/{}/games/1", table.room);
    let review = format!("{path}/review");
    let address = world.address;
    let ask_for = async |method: &str, path: &str| {
        let origin = format!("http://{address}");
        let headers = [("origin", &*origin), ("content-type", "application/json")];
        let reply = ask(address, method, path, &headers, b"{}").await;
        (reply.status, reply.header("retry-after").is_some())
    };
    assert_eq!(ask_for("GET", &path).await.0, 200);
    let mut sql = world.sql().await;
    for (damage, repair) in [
        (
            "update finished_game set version = 1",
            "update finished_game set version = (select max(version) from record)",
        ),
        (
            "update finished_game set version = -7",
            "update finished_game set version = (select max(version) from record)",
        ),
        (
            "update record set format = 2, events = 'x' || events where version = 4",
            "",
        ),
    ] {
        sql.execute(damage).await;
        assert_eq!(ask_for("GET", &path).await, (503, true), "{damage}");
        let notation = format!("{path}/notation");
        assert_eq!(ask_for("GET", &notation).await, (503, true), "{damage}");
        assert_eq!(ask_for("POST", &review).await, (503, true), "{damage}");
        if !repair.is_empty() {
            sql.execute(repair).await;
            assert_eq!(ask_for("GET", &path).await.0, 200);
        }
    }
}

#[tokio::test]
async fn a_damaged_page_of_finished_games_makes_a_room_unavailable() {
    let folder = Folder::new();
    let world = World::in_folder(folder, |settings| settings.database = None).await;
    let mut table = Table::playing(world.address, 2, 0).await;
    table.play_out().await;
    let folder = world.stop().await;
    let mut database = database(folder.path()).await;
    let leaf = "select max(pageno) from dbstat where name = 'finished_game'";
    let page: i64 = sqlx::query_scalar(leaf)
        .fetch_one(&mut database)
        .await
        .unwrap();
    // A connection that is dropped closes its files only later.
    database.close().await.unwrap();
    overwrite(folder.path(), page, &[0; 4_096]).await;
    let world = World::in_folder(folder, |settings| settings.database = None).await;
    let path = format!("/api/rooms/{}/games/1", table.room);
    let reply = ask(world.address, "GET", &path, &[], b"").await;
    assert_eq!(reply.problem(), (503, "room_unavailable".to_owned()));
}
