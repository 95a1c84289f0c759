//! Tests of disruptive guests in a room, and of the host's means against them.

use serde_json::{Value, json};

use crate::{
    client::{Browser, Tab, settings},
    world::World,
};

/// Creates a room and lets its host in.
async fn hosted(world: &World) -> (String, Browser, Tab) {
    let host = Browser::arrive(world.address, "Ana").await;
    let room = host.room(settings()).await;
    let tab = host.enter(&room).await;
    (room, host, tab)
}

/// Toggles readiness until a command is rejected; returns the problem and the number of accepted
/// ones.
async fn toggle(tabs: &mut [Tab]) -> (Value, usize) {
    let mut taken = 0;
    for times in 0.. {
        // The commands are spread over several sockets, because each accepts only a limited number
        // at once.
        let tab = &mut tabs[times / 10];
        let ready = json!({ "type": "ready", "ready": times % 2 == 0, "nonce": null });
        match tab.command(ready).await {
            Ok(_) => taken += 1,
            Err(problem) => return (problem, taken),
        }
    }
    unreachable!("they go on until they are refused")
}

#[tokio::test]
async fn toggling_ready_is_throttled_before_the_log_is_full() {
    let world = World::start().await;
    let (room, _, mut host) = hosted(&world).await;
    let guest = Browser::arrive(world.address, "Bruno").await;
    let mut tabs = Vec::new();
    for _ in 0..5 {
        tabs.push(guest.enter(&room).await);
    }
    tabs[0]
        .must(json!({ "type": "sit", "seat": 1, "colour": null }))
        .await;
    let (problem, taken) = toggle(&mut tabs).await;
    assert_eq!(problem["code"], "too_fast");
    assert!(problem["again_ms"].as_u64().unwrap() > 30_000, "{problem}");
    assert_eq!(taken, 29, "and the seat");
    let person = tabs[0].you["person"].clone();
    host.must(json!({ "type": "remove", "person": person }))
        .await;
    assert_eq!(host.view["seats"][1], Value::Null);
}

#[tokio::test]
async fn a_locked_room_admits_its_members() {
    let world = World::start().await;
    let (room, browser, mut host) = hosted(&world).await;
    let guest = Browser::arrive(world.address, "Bruno").await;
    let mut seated = guest.enter(&room).await;
    seated
        .must(json!({ "type": "sit", "seat": 1, "colour": null }))
        .await;
    host.must(json!({ "type": "lock", "locked": true })).await;
    let world = world.again().await;
    let at = |browser: &Browser| Browser {
        address: world.address,
        ..browser.clone()
    };
    let path = format!("/api/rooms/{room}/socket");
    let stranger = Browser::arrive(world.address, "Chiara").await;
    assert_eq!(stranger.tab(&path).await.closed().await, 4505);
    at(&guest).enter(&room).await;
    let mut host = at(&browser).enter(&room).await;
    assert_eq!(host.view["locked"], true);
    host.must(json!({ "type": "lock", "locked": false })).await;
    stranger.enter(&room).await;
}

#[tokio::test]
async fn a_visitor_asks_to_come_in_to_a_locked_room() {
    let world = World::start().await;
    let (room, _, mut host) = hosted(&world).await;
    host.must(json!({ "type": "lock", "locked": true })).await;
    let visitor = Browser::arrive(world.address, "Chiara").await;
    let door = format!("/api/rooms/{room}/entry");
    let mut asking = visitor.tab(&door).await;
    let requests = |tab: &Tab| tab.presence["entry_requests"].clone();
    host.until(|tab| requests(tab)[0]["name"] == "Chiara").await;
    let person = requests(&host)[0]["person"].clone();
    host.text(&json!({ "type": "turn_away", "person": person }).to_string())
        .await;
    assert_eq!(asking.closed().await, 4508);
    assert_eq!(visitor.tab(&door).await.closed().await, 4508);
    let other = Browser::arrive(world.address, "Dora").await;
    let mut asking = other.tab(&door).await;
    host.until(|tab| requests(tab)[0]["name"] == "Dora").await;
    let person = requests(&host)[0]["person"].clone();
    host.must(json!({ "type": "admit", "person": person }))
        .await;
    assert_eq!(asking.closed().await, 4509);
    other.enter(&room).await;
    // A room that does not exist has no door.
    let nowhere = other.refused("/api/rooms/k7m2p9qx4t/entry").await;
    assert_eq!(nowhere.problem(), (404, "no_such_room".to_owned()));
}

#[tokio::test]
async fn a_guest_with_the_hosts_name_gets_a_number() {
    let world = World::start().await;
    let (room, browser, mut host) = hosted(&world).await;
    let guest = Browser::arrive(world.address, "\u{410}n\u{430}").await; // Cyrillic
    let mut seated = guest.enter(&room).await;
    seated
        .must(json!({ "type": "sit", "seat": 1, "colour": null }))
        .await;
    host.must(json!({ "type": "ready", "ready": true, "nonce": null }))
        .await;
    assert_eq!(host.view["seats"][0]["name"], "Ana");
    assert_eq!(host.view["seats"][1]["name"], "\u{410}n\u{430} (2)");
    assert_eq!(seated.you["name"], "\u{410}n\u{430}", "as they chose it");
    let world = world.again().await;
    let at = |browser: &Browser| Browser {
        address: world.address,
        ..browser.clone()
    };
    let seated = at(&guest).enter(&room).await;
    let host = at(&browser).enter(&room).await;
    for tab in [seated, host] {
        assert_eq!(tab.view["seats"][0]["name"], "Ana");
        assert_eq!(tab.view["seats"][1]["name"], "\u{410}n\u{430} (2)");
    }
}
