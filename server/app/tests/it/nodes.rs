//! Tests of several servers that share a database: each room belongs to one of them, and no two
//! publish it. `cargo xtask test --only postgres` runs them.

use std::{
    path::Path,
    time::{Duration, Instant},
};

use senda_room::Record;
use senda_store::{
    LeaseTimes, Log, Member, NotStored, Ownership, PlainDisk, RoomId, RoomLease, Store,
};
use tokio::{net::TcpStream, time::sleep};

use crate::{
    client::{self, Browser},
    database::{Sql, url},
    game::Table,
    line::Line,
    postgres::is_mine,
    store::{begun, first_record},
    world::{Folder, World},
};

/// Shorter lease times than the defaults, but long enough for a new connection on a busy machine.
pub const SHORT: LeaseTimes = LeaseTimes {
    beat: Duration::from_millis(300),
    trust: Duration::from_millis(3_200),
    gone: Duration::from_secs(4),
};
/// The time limit for a change that takes some seconds at most, even on a busy machine.
const PATIENCE: Duration = Duration::from_mins(1);
/// The interval between two checks of a condition.
const LOOK_EVERY: Duration = Duration::from_millis(20);
/// The interval between two attempts to enter a room. An address that tries all the time is
/// rejected by the rate limit.
const KNOCK_EVERY: Duration = Duration::from_millis(200);

fn member(name: &str) -> Member {
    Member {
        name: name.to_owned(),
        times: SHORT,
        ..Member::default()
    }
}

async fn join(folder: &Path, name: &str) -> Store {
    let url = url(folder).unwrap().into();
    Store::connect(&url, member(name), PlainDisk).await.unwrap()
}

fn record(version: u32) -> Record {
    Record {
        version,
        happened: Vec::new(),
        ..first_record()
    }
}

/// Waits until the condition holds; returns the time that it took.
pub async fn until(mut so: impl AsyncFnMut() -> bool) -> Duration {
    let began = Instant::now();
    while !so().await {
        assert!(began.elapsed() < PATIENCE, "it never is");
        sleep(LOOK_EVERY).await;
    }
    began.elapsed()
}

/// Waits until a browser can enter a room; returns the time that it took.
pub async fn until_let_in(browser: &Browser, room: &str) -> Duration {
    let path = format!("/api/rooms/{room}/socket");
    until(async || {
        let stream = TcpStream::connect(browser.address).await.unwrap();
        let is_in = browser.try_tab_on(stream, &path).await.is_ok();
        if !is_in {
            sleep(KNOCK_EVERY).await;
        }
        is_in
    })
    .await
}

#[tokio::test]
#[ignore = "needs a PostgreSQL: cargo xtask test --only postgres"]
async fn only_one_server_can_take_a_room() {
    let folder = Folder::new();
    let (a, b) = (
        join(folder.path(), "a").await,
        join(folder.path(), "b").await,
    );
    let (of_a, of_b) = (a.lease(), b.lease());
    for _ in 0..20 {
        let room = RoomId::draw();
        let first = a.writer().append(room, first_record(), None, None);
        first.await.unwrap();
        let taken = tokio::join!(a.acquire(room, &of_a), b.acquire(room, &of_b));
        let (winner, loser) = match (taken.0.unwrap(), taken.1.unwrap()) {
            (Ownership::Mine(1), Ownership::Elsewhere) => (&a, &b),
            (Ownership::Elsewhere, Ownership::Mine(1)) => (&b, &a),
            other => panic!("{other:?}"),
        };
        let late = loser.writer().append(room, record(2), None, None).await;
        assert_eq!(late, Err(NotStored::Taken));
        let next = winner.writer().append(room, record(2), None, None).await;
        assert_eq!(next, Ok(()));
        assert!(is_mine(winner, room).await && !is_mine(loser, room).await);
    }
    assert!(a.is_able() && b.is_able(), "nothing is wrong with either");
}

#[tokio::test]
#[ignore = "needs a PostgreSQL: cargo xtask test --only postgres"]
async fn a_released_room_can_be_taken_by_another_server() {
    let folder = Folder::new();
    let (a, b) = (
        join(folder.path(), "a").await,
        join(folder.path(), "b").await,
    );
    let room = begun(&a).await;
    let Ownership::Mine(token) = a.acquire(room, &a.lease()).await.unwrap() else {
        panic!("it was taken before");
    };
    // The room has been taken again meanwhile, so the release with the old token has no effect.
    let lease = |token| RoomLease {
        lease: a.lease(),
        token,
    };
    a.release(room, &lease(token - 1)).await;
    assert!(!is_mine(&b, room).await);
    a.release(room, &lease(token)).await;
    assert!(is_mine(&b, room).await && !is_mine(&a, room).await);
    // A server that leaves releases all its rooms and can store nothing more.
    let rooms = [begun(&b).await, begun(&b).await, room];
    b.leave().await;
    for room in rooms {
        assert!(is_mine(&a, room).await);
        let late = b.writer().append(room, record(2), None, None).await;
        assert_eq!(late, Err(NotStored::Ended));
    }
    assert!(!b.lease().holds() && !b.is_able());
}

#[tokio::test]
#[ignore = "needs a PostgreSQL: cargo xtask test --only postgres"]
async fn the_rooms_of_a_dead_server_are_free_after_its_lease() {
    let folder = Folder::new();
    let (a, b) = (
        join(folder.path(), "a").await,
        join(folder.path(), "b").await,
    );
    let room = begun(&a).await;
    // The time is long enough for the server to be missed if it sent no heartbeats.
    sleep(SHORT.gone + 2 * SHORT.beat).await;
    assert!(!is_mine(&b, room).await);
    let lease = a.lease();
    // The store disappears without a farewell, like that of a killed process.
    drop(a);
    let took = until(async || is_mine(&b, room).await).await;
    assert!(!lease.holds(), "it would have told nothing more");
    assert!(took + 2 * SHORT.beat >= SHORT.gone, "{took:?}");
    assert_eq!(b.writer().append(room, record(2), None, None).await, Ok(()));
    let mut sql = Sql::of(folder.path()).await;
    assert_eq!(sql.number("select count(*) from node").await, 1);
}

#[tokio::test]
#[ignore = "needs a PostgreSQL: cargo xtask test --only postgres"]
async fn a_disconnected_server_publishes_nothing_after_losing_its_rooms() {
    let folder = Folder::new();
    let line = Line::to_database(folder.path()).await;
    let by_line = line.url(folder.path()).into();
    let a = Store::connect(&by_line, member("a"), PlainDisk);
    let (a, b) = (a.await.unwrap(), join(folder.path(), "b").await);
    let room = begun(&a).await;
    let lease = a.lease();
    line.hold(true);
    until(async || {
        let is_taken = is_mine(&b, room).await;
        let holds = lease.holds();
        assert!(!(is_taken && holds), "both would tell of it");
        is_taken
    })
    .await;
    assert!(!a.is_able() && !a.is_ready().await);
    assert_eq!(b.writer().append(room, record(2), None, None).await, Ok(()));
    line.hold(false);
    // A late write of the old instance conflicts with nothing, and no instance accepts it.
    let late = a.writer().append(room, record(2), None, None).await;
    assert!(late.is_err(), "{late:?}");
    until(async || a.is_able()).await;
    assert!(!lease.holds(), "it is over for ever");
    assert_ne!(lease.instance(), a.lease().instance());
    assert!(!is_mine(&a, room).await && is_mine(&b, room).await);
    let own = begun(&a).await;
    assert_eq!(a.writer().append(own, record(2), None, None).await, Ok(()));
    assert!(a.is_ready().await);
}

#[tokio::test]
#[ignore = "needs a PostgreSQL: cargo xtask test --only postgres"]
async fn a_server_replaced_under_its_name_does_not_register_again() {
    let folder = Folder::new();
    let first = join(folder.path(), "a").await;
    let room = begun(&first).await;
    let second = join(folder.path(), "a").await;
    assert!(is_mine(&second, room).await, "at once");
    until(async || !first.lease().holds()).await;
    // The time is long enough to register again, and for the other to notice.
    sleep(4 * SHORT.beat).await;
    assert!(!first.is_able() && second.is_able());
    assert!(is_mine(&second, room).await);
    assert_eq!(
        first.acquire(room, &first.lease()).await.unwrap(),
        Ownership::LeaseEnded
    );
}

/// Makes the database report that timeline. A function with the same name hides the built-in one.
async fn set_timeline(folder: &Path, timeline: u32) {
    let mut sql = Sql::of(folder).await;
    let file = format!("{timeline:08X}{:016X}", 1);
    sql.execute(format!(
        "create or replace function public.pg_walfile_name(pg_lsn) returns text language sql
         as $$ select '{file}'::text $$;
         do $$ begin execute format('alter database %I set search_path = public, pg_catalog', current_database());
         end $$"
    ))
    .await;
}

#[tokio::test]
#[ignore = "needs a PostgreSQL: cargo xtask test --only postgres"]
async fn no_client_continues_from_another_timeline_of_the_database() {
    let folder = Folder::new();
    set_timeline(folder.path(), 7).await;
    let world = World::in_folder(folder, |settings| settings.cluster.lease_times = SHORT).await;
    assert_eq!(world.app.store.lease().timeline(), 7);
    let mut table = Table::playing(world.address, 2, 0).await;
    table.play().await;
    let (browser, before) = &mut table.players[0];
    let again = browser.come_back(&table.room, before).await;
    assert_eq!((again.epoch, again.version), (before.epoch, before.version));
    assert_eq!(world.app.store.lease().timeline(), 7);

    set_timeline(world.folder.path(), 8).await;
    for (_, tab) in &mut table.players {
        assert_eq!(tab.closed().await, 4000, "they are asked to come back");
    }
    until(async || world.app.store.is_able()).await;
    assert_eq!(world.app.store.lease().timeline(), 8);
    for (browser, tab) in &mut table.players {
        let before = std::mem::replace(tab, browser.enter(&table.room).await);
        assert_ne!(tab.epoch, before.epoch);
        assert_eq!(tab.version, before.version);
        // A client with the version of the previous timeline is sent the whole view.
        let path = format!(
            "/api/rooms/{}/socket?epoch={}&version={}",
            table.room, before.epoch, before.version
        );
        let mut back = browser.tab(&path).await;
        let whole = loop {
            let message = back.read().await.unwrap();
            if message["type"] == "update" {
                break message;
            }
        };
        assert_eq!(whole["from"], 0);
    }
    table.play_out().await;
}

#[tokio::test]
#[ignore = "needs a PostgreSQL: cargo xtask test --only postgres"]
async fn a_stopping_server_releases_its_rooms_to_the_others() {
    let world = World::with(|settings| settings.cluster.node = Some("a".to_owned())).await;
    let mut table = Table::playing(world.address, 2, 1).await;
    table.play().await;
    let (address, _app) = world
        .beside(|settings| settings.cluster.node = Some("b".to_owned()))
        .await;
    let path = format!("/api/rooms/{}/socket", table.room);
    let mut stranger = table.watchers[0].0.clone();
    stranger.address = address;
    let refused = stranger.refused(&path).await;
    assert_eq!(refused.problem(), (503, "elsewhere".to_owned()));
    assert!(refused.header("retry-after").is_some());

    let stopped = Instant::now();
    let stopping = tokio::spawn(world.stop());
    // The clients do not answer the close frame, so the stopping server waits for them; the room
    // does not.
    let back = until_let_in(&stranger, &table.room).await;
    assert!(back < Duration::from_secs(1), "{back:?}");
    for (browser, tab) in table.players.iter_mut().chain(&mut table.watchers) {
        assert_eq!(tab.closed().await, 4000);
        browser.address = address;
        let before = tab.version;
        *tab = browser.enter(&table.room).await;
        assert_eq!(tab.version, before);
    }
    let _folder = stopping.await.unwrap();
    assert!(stopped.elapsed() < PATIENCE);
    table.play_out().await;
}

#[tokio::test]
#[ignore = "needs a PostgreSQL: cargo xtask test --only postgres"]
async fn a_room_that_a_full_server_rejects_is_free_for_the_others() {
    let world = World::with(|settings| {
        settings.cluster.node = Some("a".to_owned());
        settings.rooms = 1;
    })
    .await;
    let _table = Table::playing(world.address, 2, 0).await;
    let (address, app) = world
        .beside(|settings| settings.cluster.node = Some("b".to_owned()))
        .await;
    let mut host = Browser::arrive(address, "Ana").await;
    let room = host.room(client::settings()).await;
    host.address = world.address;
    // The server first checks whether the room's game waits for her, and then finds no free place.
    let refused = host.refused(&format!("/api/rooms/{room}/socket")).await;
    assert_eq!(refused.problem(), (503, "full".to_owned()));
    host.address = address;
    let tab = host.enter(&room).await;
    assert_eq!(tab.seat(), Some(0));
    assert!(app.registry.has(room.parse().unwrap()));
}
