//! Tests of the store: published records are durable, and concurrent records are committed in
//! groups.

use std::{os::unix::fs::PermissionsExt, path::Path};

use senda::process::chance::SystemEntropy;
use senda_room::{Effect, Person, PlayerId, Record, Room, Time, protocol::Name};
use senda_store::{Log, NotStored, OpenError, RoomId, Store};
use serde_json::json;

use crate::{
    client::settings,
    database::{Sql, open},
    game::Table,
    world::{Folder, World},
};

pub fn person(name: &str) -> Person {
    Person {
        player: PlayerId(uuid::Uuid::new_v4()),
        name: Name::new(name).unwrap(),
        bot: None,
        guest_of: None,
    }
}

pub fn first_record() -> Record {
    let settings = serde_json::from_value(settings()).unwrap();
    let (_, effects) = Room::create(Time(1), 1, settings, person("Ana"), &mut SystemEntropy);
    let append = effects.into_iter().find_map(|effect| match effect {
        Effect::Append { record, .. } => Some(record),
        _ => None,
    });
    append.unwrap()
}

/// Creates a room with its first record, and takes it.
pub async fn begun(store: &Store) -> RoomId {
    let room = RoomId::draw();
    let append = store.writer().append(room, first_record(), None, None);
    append.await.unwrap();
    // In a shared database a room has no holder until it is taken.
    store.acquire(room, &store.lease()).await.unwrap();
    room
}

#[tokio::test]
async fn concurrent_records_are_committed_in_groups_and_durable() {
    let folder = Folder::new();
    let store = open(folder.path()).await.unwrap();
    let rooms: Vec<_> = (0..300).map(|_| (RoomId::draw(), first_record())).collect();
    let mut appends = tokio::task::JoinSet::new();
    for (room, record) in rooms.clone() {
        let writer = store.writer().clone();
        appends.spawn(async move { writer.append(room, record, None, None).await });
    }
    for answer in appends.join_all().await {
        assert_eq!(answer, Ok(()));
    }
    let figures = store.writer().figures();
    assert!(figures.transactions < 150, "{figures:?}");
    assert_eq!(figures.writes, 300);
    assert!(!figures.longest.is_zero() && figures.longest <= figures.time);
    assert!(!figures.mean().is_zero() && figures.mean() <= figures.longest);
    store.close().await;
    drop(store);
    let store = open(folder.path()).await.unwrap();
    for (room, record) in rooms {
        assert_eq!(store.log(room).await.unwrap(), [record]);
        assert_eq!(store.game(room).await.unwrap().as_deref(), Some("tsuro"));
    }
}

#[tokio::test]
async fn a_second_writer_of_a_version_is_rejected_without_affecting_others() {
    let folder = Folder::new();
    let store = open(folder.path()).await.unwrap();
    let (taken, record) = (RoomId::draw(), first_record());
    store
        .writer()
        .append(taken, record.clone(), None, None)
        .await
        .unwrap();
    let mut appends = tokio::task::JoinSet::new();
    for number in 0..20 {
        let writer = store.writer().clone();
        let room = if number == 10 { taken } else { RoomId::draw() };
        appends.spawn(async move { (room, writer.append(room, first_record(), None, None).await) });
    }
    for (room, answer) in appends.join_all().await {
        assert_eq!(
            answer,
            if room == taken {
                Err(NotStored::Taken)
            } else {
                Ok(())
            }
        );
    }
    assert_eq!(
        store.log(taken).await.unwrap(),
        [record],
        "the first one stays"
    );
}

#[tokio::test]
async fn writes_succeed_again_after_the_database_has_rolled_a_transaction_back() {
    let folder = Folder::new();
    let store = open(folder.path()).await.unwrap();
    // As with a full disk, the refused write also ends the transaction.
    let mut sql = Sql::of(folder.path()).await;
    sql.refuse_records().await;
    let append = |room| store.writer().append(room, first_record(), None, None);
    for _ in 0..3 {
        assert!(matches!(
            append(RoomId::draw()).await,
            Err(NotStored::Refused(_))
        ));
    }
    sql.take_records().await;
    let room = RoomId::draw();
    assert_eq!(append(room).await, Ok(()));
    assert_eq!(store.log(room).await.unwrap().len(), 1);
}

#[tokio::test]
async fn what_is_made_is_for_its_owner_only() {
    let folder = Folder::new();
    let data = folder.path().join("new/data");
    let store = Store::open(&data).await.unwrap();
    let append = store
        .writer()
        .append(RoomId::draw(), first_record(), None, None);
    append.await.unwrap();
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&data), 0o700);
    let files: Vec<_> = std::fs::read_dir(&data).unwrap().flatten().collect();
    assert!(files.len() >= 3, "the lock, the database and its log");
    for file in files {
        assert_eq!(mode(&file.path()), 0o600, "{}", file.path().display());
    }
}

#[tokio::test]
async fn the_error_of_an_unreadable_record_does_not_contain_it() {
    let folder = Folder::new();
    let store = open(folder.path()).await.unwrap();
    let room = begun(&store).await;
    let mut sql = Sql::of(folder.path()).await;
    sql.execute("update record set events = '[\"a hand\"]'")
        .await;
    let error = store.log(room).await.unwrap_err();
    assert!(error.to_string().starts_with("record 1"), "{error}");
    assert!(!format!("{error} {error:?}").contains("hand"), "{error}");
}

#[tokio::test]
async fn nothing_is_written_after_the_store_is_closed() {
    let folder = Folder::new();
    let store = open(folder.path()).await.unwrap();
    store.close().await;
    let answer = store
        .writer()
        .append(RoomId::draw(), first_record(), None, None)
        .await;
    assert_eq!(answer, Err(NotStored::Ended));
    assert!(!store.is_ready().await);
}

#[tokio::test]
async fn one_process_at_a_time_has_the_data() {
    let folder = Folder::new();
    let _first = Store::open(folder.path()).await.unwrap();
    let second = Store::open(folder.path()).await;
    assert!(matches!(second, Err(OpenError::InUse { .. })));
}

#[tokio::test]
async fn a_record_that_is_not_stored_is_never_published() {
    let world = World::start().await;
    let mut table = Table::playing(world.address, 2, 1).await;
    table.play().await;
    let mut sql = world.sql().await;
    sql.refuse_records().await;
    let before = table.players[0].1.version;
    let (turn, decision) = table.decision();
    table.players[turn].1.order(decision.clone()).await;
    for (_, tab) in table.players.iter_mut().chain(&mut table.watchers) {
        assert_eq!(tab.closed().await, 4003);
        assert_eq!(tab.version, before, "nobody was told");
        assert!(tab.naks().is_empty());
    }
    sql.take_records().await;
    for (browser, tab) in table.players.iter_mut().chain(&mut table.watchers) {
        *tab = browser.enter(&table.room).await;
        assert_eq!(tab.version, before);
    }
    // The same decision is still legal.
    table.players[turn].1.must(decision).await;
    let chat = json!({ "type": "name", "name": "Back" });
    table.players[1 - turn].1.must(chat).await;
}
