//! Tests of the selection of rooms in memory when there are more rooms than places.

use serde_json::json;

use crate::{
    client::{Browser, Tab, ask, settings},
    game::Table,
    world::World,
};

/// Starts a server with that few places for rooms in memory.
async fn small(rooms: usize) -> World {
    World::with(|settings| settings.rooms = rooms).await
}

/// Returns the status of the response that rejects a browser's socket.
pub async fn kept_out(browser: &Browser, room: &str) -> u16 {
    let path = format!("/api/rooms/{room}/socket");
    browser.refused(&path).await.status
}

/// Creates rooms and occupies each of them.
async fn taken(browser: &Browser, count: usize) -> Vec<(String, Tab)> {
    let mut taken = Vec::new();
    for _ in 0..count {
        let room = browser.room(settings()).await;
        let tab = browser.enter(&room).await;
        taken.push((room, tab));
    }
    taken
}

#[tokio::test]
async fn requests_for_rooms_do_not_fill_the_memory() {
    let world = small(2).await;
    let browser = Browser::arrive(world.address, "Ana").await;
    let mut rooms = Vec::new();
    for _ in 0..12 {
        rooms.push(browser.room(settings()).await);
    }
    assert!(world.app.registry.in_memory() <= 2);
    let mut table = Table::playing(world.address, 2, 0).await;
    for room in &rooms {
        for path in ["", "/games/1", "/games/1/notation"] {
            let path = format!("/api/rooms/{room}{path}");
            let status = ask(world.address, "GET", &path, &[], b"").await.status;
            assert!([200, 404].contains(&status), "{path}: {status}");
        }
    }
    assert!(world.app.registry.in_memory() <= 2);
    table.play().await;
    // The owner can still enter a room.
    browser.enter(&rooms[0]).await;
}

#[tokio::test]
async fn the_room_that_was_deserted_first_is_evicted() {
    let world = small(3).await;
    let mut table = Table::playing(world.address, 2, 0).await;
    let browser = Browser::arrive(world.address, "Ana").await;
    let first = browser.room(settings()).await;
    let mut tab = browser.enter(&first).await;
    tab.must(json!({ "type": "name", "name": "Kept" })).await;
    let second = browser.room(settings()).await;
    // The first room was left after the second one was created; the second one was never entered.
    let registry = &world.app.registry;
    drop(tab);
    while !registry.is_deserted(first.parse().unwrap()) {
        tokio::task::yield_now().await;
    }
    browser.room(settings()).await;
    let here = |room: &str| registry.has(room.parse().unwrap());
    assert_eq!(
        (here(&first), here(&second), here(&table.room)),
        (true, false, true)
    );
    browser.room(settings()).await;
    assert_eq!((here(&first), here(&table.room)), (false, true));
    // Creates many more rooms than there are places, one after the other.
    for _ in 0..15 {
        browser.room(settings()).await;
        assert!(registry.in_memory() <= 3);
    }
    table.play_out().await;
    // A room that was evicted is restored unchanged.
    let back = browser.enter(&first).await;
    assert_eq!((back.version, &back.you["name"]), (2, &json!("Kept")));
}

#[tokio::test]
async fn players_of_a_running_game_are_admitted_when_all_places_are_taken() {
    let world = small(2).await;
    let mut table = Table::playing(world.address, 2, 1).await;
    table.play().await;
    let idle = Browser::arrive(world.address, "Idle").await;
    let lobby = idle.room(settings()).await;
    // The players are away for a moment, and other rooms take all places.
    let players: Vec<_> = table
        .players
        .drain(..)
        .map(|(browser, _)| browser)
        .collect();
    let watcher = table.watchers.remove(0).0;
    let registry = &world.app.registry;
    while !registry.is_deserted(table.room.parse().unwrap()) {
        tokio::task::yield_now().await;
    }
    let others = Browser::arrive(world.address, "Other").await;
    let mut taken = taken(&others, 2).await;
    assert!(!registry.has(table.room.parse().unwrap()));
    let refused = others
        .send("POST", "/api/rooms", &json!({ "settings": settings() }))
        .await;
    assert_eq!(refused.problem(), (503, "full".to_owned()));
    assert_eq!(kept_out(&watcher, &table.room).await, 503);
    assert_eq!(kept_out(&idle, &lobby).await, 503, "no game runs there");
    for browser in players {
        let tab = browser.enter(&table.room).await;
        table.players.push((browser, tab));
    }
    // As soon as the room is in memory, spectators may enter as well.
    let tab = watcher.enter(&table.room).await;
    table.watchers.push((watcher, tab));
    table.play_out().await;
    assert_eq!(registry.in_memory(), 3);
    for (_, tab) in &mut taken {
        tab.must(json!({ "type": "name", "name": "Still here" }))
            .await;
    }
}
