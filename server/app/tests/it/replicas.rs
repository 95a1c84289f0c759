//! Tests of rooms that are watched on servers other than their own, which hold replicas of them.
//! `cargo xtask test --only postgres` runs them.

use std::{
    net::SocketAddr,
    time::{Duration, Instant},
};

use senda::{App, settings::Settings};
use senda_store::RoomId;
use serde_json::json;
use tokio::time::{sleep, timeout};

use crate::{
    client::{Browser, Tab},
    game::Table,
    links::{linked, process, with_line},
    nodes::{until, until_let_in},
    world::{Folder, World},
};

/// Configures a server that replicates a room as soon as one client watches it here.
fn following(name: &'static str) -> impl FnOnce(&mut Settings) {
    move |settings| {
        linked(name)(settings);
        settings.cluster.follow_from = 1;
    }
}

/// Adds that many spectators on the other server and one more, who is served by a replica.
async fn watch(
    table: &mut Table,
    (address, app): (SocketAddr, &App),
    count: usize,
) -> Vec<(Browser, Tab)> {
    let room: RoomId = table.room.parse().unwrap();
    let mut watchers = Vec::new();
    for number in 0..=count {
        let browser = Browser::arrive(address, &format!("Far {number}")).await;
        let tab = browser.enter(&table.room).await;
        until(async || app.replicas.of(room).is_some()).await;
        watchers.push((browser, tab));
    }
    assert!(!app.registry.has(room));
    watchers
}

/// Asserts that the spectators have received the same as the first player, except for that player's
/// hand.
async fn same_as_players(table: &mut Table, watchers: &mut [(Browser, Tab)]) {
    let (_, player) = &table.players[0];
    let (version, view) = (player.version, player.view.clone());
    for (_, tab) in watchers {
        tab.until(|tab| tab.version >= version).await;
        assert_eq!(tab.version, version);
        for key in ["phase", "seats", "clock", "standing", "round"] {
            assert_eq!(tab.view[key], view[key], "{key}");
        }
        assert_eq!(tab.game()["choices"], json!(null));
        assert_eq!(tab.game()["paths"], view["game"]["paths"]);
    }
}

#[tokio::test]
#[ignore = "needs a PostgreSQL: cargo xtask test --only postgres"]
async fn spectators_are_served_by_a_replica() {
    let world = World::with(linked("a")).await;
    let (address, app) = world.beside(following("b")).await;
    let mut table = Table::playing(world.address, 3, 1).await;
    let mut watchers = watch(&mut table, (address, &app), 4).await;
    for _ in 0..4 {
        table.play().await;
        same_as_players(&mut table, &mut watchers).await;
    }
    // All spectators are counted and named for everyone.
    let (_, host) = &mut table.players[0];
    host.until(|tab| tab.presence["watching"] == 6).await;
    let people = host.presence["people"].to_string();
    assert!(
        people.contains("Far 4") && people.contains("Watcher 0"),
        "{people}"
    );
    for (_, tab) in &mut watchers {
        tab.until(|tab| tab.presence["watching"] == 6).await;
    }
    // Chat of players arrives there.
    host.text(r#"{"type":"chat","text":"from the host"}"#).await;
    for (_, tab) in &mut watchers {
        tab.until(|tab| tab.chat.iter().any(|line| line["text"] == "from the host"))
            .await;
    }
    // A spectator who returns continues from the version that they have.
    let (browser, tab) = watchers.pop().unwrap();
    table.play().await;
    let back = browser.come_back(&table.room, &tab).await;
    assert_eq!((back.epoch, back.version), (tab.epoch, tab.version + 1));
    assert_eq!(back.happenings.len(), tab.happenings.len() + 1);
    // A spectator who requests the whole view gets it.
    let (_, asks) = &mut watchers[3];
    let frames = asks.frames().len();
    asks.text(r#"{"type":"sync"}"#).await;
    asks.until(|tab| {
        tab.frames()[frames..]
            .iter()
            .any(|frame| frame.contains("update"))
    })
    .await;
    // The server that holds the socket answers a ping; it has no clock of the room.
    asks.text(r#"{"type":"ping"}"#).await;
    let is_pong = |frame: &String| frame == r#"{"type":"pong"}"#;
    asks.until(|tab| tab.frames().iter().any(is_pong)).await;
    assert!(!app.registry.has(table.room.parse().unwrap()));
    table.play_out().await;
    same_as_players(&mut table, &mut watchers).await;
}

#[tokio::test]
#[ignore = "needs a PostgreSQL: cargo xtask test --only postgres"]
async fn a_spectator_who_acts_is_connected_to_the_room_itself() {
    let world = World::with(linked("a")).await;
    let (address, app) = world.beside(following("b")).await;
    let mut table = Table::gather(world.address, 2, 0).await;
    let mut watchers = watch(&mut table, (address, &app), 3).await;
    let (_, speaker) = &mut watchers[2];
    speaker.text(r#"{"type":"chat","text":"good luck"}"#).await;
    for (_, tab) in watchers.iter_mut().chain(&mut table.players) {
        tab.until(|tab| tab.chat.iter().any(|line| line["text"] == "good luck"))
            .await;
    }
    // The same socket takes a seat and plays to the end.
    let (browser, mut tab) = watchers.remove(2);
    tab.must(json!({ "type": "sit" })).await;
    tab.until(|tab| tab.seat().is_some()).await;
    table.players.push((browser, tab));
    table.start().await;
    table.play().await;
    same_as_players(&mut table, &mut watchers).await;
    // A player who returns connects to the room itself, not to a replica.
    let (browser, tab) = table.players.pop().unwrap();
    let tab = browser.come_back(&table.room, &tab).await;
    assert!(tab.seat().is_some());
    table.players.push((browser, tab));
    table.play_out().await;
    // Players set their own names, which everyone sees.
    let (_, renamed) = &mut watchers[1];
    renamed
        .must(json!({ "type": "name", "name": "Somebody" }))
        .await;
    let (_, host) = &mut table.players[0];
    host.until(|tab| tab.presence["people"].to_string().contains("Somebody"))
        .await;
}

#[tokio::test]
#[ignore = "needs a PostgreSQL: cargo xtask test --only postgres"]
async fn a_removed_spectator_is_disconnected_from_a_replica() {
    let world = World::with(linked("a")).await;
    let (address, app) = world.beside(following("b")).await;
    let mut table = Table::gather(world.address, 2, 0).await;
    let mut watchers = watch(&mut table, (address, &app), 2).await;
    let (_, host) = &mut table.players[0];
    host.until(|tab| tab.presence["people"].to_string().contains("Far 2"))
        .await;
    let people = host.presence["people"].as_array().unwrap();
    let person = people.iter().find(|person| person["name"] == "Far 2");
    let person = person.unwrap()["person"].clone();
    host.must(json!({ "type": "remove", "person": person }))
        .await;
    let (browser, tab) = &mut watchers[2];
    assert_eq!(tab.closed().await, 4502);
    let mut again = browser
        .tab(&format!("/api/rooms/{}/socket", table.room))
        .await;
    assert_eq!(again.closed().await, 4502);
    table.start().await;
    table.play_out().await;
    same_as_players(&mut table, &mut watchers[..2]).await;
}

#[tokio::test]
#[ignore = "needs a PostgreSQL: cargo xtask test --only postgres"]
async fn a_newcomer_receives_no_stale_replica() {
    let (world, _, line) = with_line().await;
    let (address, app) = world.beside(following("c")).await;
    let mut table = Table::playing(world.address, 2, 0).await;
    let mut watchers = watch(&mut table, (address, &app), 2).await;
    // Neither updates nor heartbeats of the room arrive, so a client that connects must wait.
    line.hold(true);
    table.watchers.clear();
    table.play().await;
    let path = format!("/api/rooms/{}/socket", table.room);
    let mut late = watchers[1].0.clone().tab(&path).await;
    let told = timeout(
        Duration::from_millis(800),
        late.until(|tab| tab.version > 0),
    );
    assert!(told.await.is_err(), "told what others know better");
    line.hold(false);
    let version = table.players[0].1.version;
    late.until(|tab| tab.version > 0).await;
    assert!(late.version >= version);
    table.play().await;
    same_as_players(&mut table, &mut watchers).await;
    // When the link ends, all spectators served by it reconnect.
    line.cut();
    for (_, tab) in &mut watchers {
        assert_eq!(tab.closed().await, 4000);
    }
    let room = table.room.parse().unwrap();
    until(async || app.replicas.of(room).is_none()).await;
    for (browser, tab) in &mut watchers {
        until_let_in(browser, &table.room).await;
        *tab = browser.come_back(&table.room, tab).await;
    }
    table.play_out().await;
    same_as_players(&mut table, &mut watchers).await;
}

#[tokio::test]
#[ignore = "needs a PostgreSQL: cargo xtask test --only postgres"]
async fn spectators_of_a_replica_reconnect_after_the_owner_is_killed() {
    let folder = Folder::new();
    let owner = process(&folder, "a");
    let world = World::in_folder(folder, following("b")).await;
    let mut table = Table::playing(owner.address, 2, 0).await;
    let mut watchers = watch(&mut table, (world.address, &world.app), 3).await;
    let version = table.play().await;
    same_as_players(&mut table, &mut watchers).await;
    owner.kill();
    let killed = Instant::now();
    for (_, tab) in &mut watchers {
        assert_eq!(tab.closed().await, 4000);
    }
    for (browser, tab) in table.players.iter_mut().chain(&mut watchers) {
        browser.address = world.address;
        until_let_in(browser, &table.room).await;
        *tab = browser.come_back(&table.room, tab).await;
        assert_eq!(tab.version, version, "nothing that was told is lost");
    }
    println!("back {:?} after the kill", killed.elapsed());
    table.play_out().await;
    same_as_players(&mut table, &mut watchers).await;
    // A server holds no replica of a room that it owns.
    sleep(Duration::from_millis(100)).await;
    let room = table.room.parse().unwrap();
    assert!(world.app.registry.has(room) && world.app.replicas.of(room).is_none());
}
