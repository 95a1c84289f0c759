//! Bots in a running server: a person alone plays, and bots that play by themselves are watched.

use std::{num::NonZeroUsize, time::Duration};

use senda::{bots::Bots, limits};
use serde_json::{Value, json};

use crate::{
    client::{Browser, Tab, settings},
    world::World,
};

/// Bots that take no longer than they think.
pub fn bots() -> Bots {
    Bots::new(Some(NonZeroUsize::MIN), "0-0".parse().unwrap())
}

async fn world() -> World {
    World::with(|settings| settings.bot_pace = "0-0".parse().unwrap()).await
}

/// A room of somebody with so many bots.
async fn with_bots(browser: &Browser, bots: usize, level: &str) -> (String, Tab) {
    let room = browser.room(settings()).await;
    let mut tab = browser.enter(&room).await;
    for _ in 0..bots {
        tab.must(json!({ "type": "bot", "level": level })).await;
    }
    (room, tab)
}

/// Starts and plays to the end, with the first placement that is offered each time.
async fn play_out(tab: &mut Tab) {
    tab.must(json!({ "type": "start" })).await;
    tab.until(|tab| tab.view["phase"] == "playing").await;
    loop {
        tab.until(|tab| tab.view["phase"] == "over" || !tab.game()["choices"].is_null())
            .await;
        if tab.view["phase"] == "over" {
            return;
        }
        let choices = &tab.game()["choices"];
        let action = if choices["type"] == "start" {
            json!({ "game": "tsuro", "type": "start", "mark": choices["marks"][0] })
        } else {
            let first = &choices["placements"][0];
            let (tile, rotation) = (&first["tile"], &first["rotation"]);
            json!({ "game": "tsuro", "type": "place", "tile": tile, "rotation": rotation })
        };
        let version = tab.version;
        tab.must(json!({ "type": "act", "version": version, "action": action }))
            .await;
    }
}

#[tokio::test]
async fn a_person_alone_plays_against_seven_bots() {
    let world = world().await;
    let ana = Browser::arrive(world.address, "Ana").await;
    let (_, mut tab) = with_bots(&ana, 7, "easy").await;
    play_out(&mut tab).await;
    let seats = tab.view["seats"].as_array().unwrap();
    let levels: Vec<&Value> = seats.iter().map(|seat| &seat["bot"]).collect();
    assert_eq!(levels.iter().filter(|level| **level == "easy").count(), 7);
}

#[tokio::test]
async fn bots_of_every_level_play_on_after_a_restart() {
    let world = world().await;
    let mut ana = Browser::arrive(world.address, "Ana").await;
    let (room, mut tab) = with_bots(&ana, 1, "medium").await;
    tab.must(json!({ "type": "bot", "level": "hard" })).await;
    tab.must(json!({ "type": "stand" })).await;
    tab.must(json!({ "type": "start" })).await;
    tab.until(|tab| tab.game()["turn"] == 1).await;
    drop(tab);
    let world = world.again().await;
    ana.address = world.address;
    let mut tab = ana.enter(&room).await;
    tab.until(|tab| tab.view["phase"] == "over").await;
}

#[tokio::test]
async fn what_is_kept_of_bots_is_in_the_log_alone() {
    let world = world().await;
    let ana = Browser::arrive(world.address, "Ana").await;
    let (_, mut tab) = with_bots(&ana, 1, "easy").await;
    play_out(&mut tab).await;
    let mut database = world.database().await;
    let members: i64 = sqlx::query_scalar("select count(*) from member")
        .fetch_one(&mut database)
        .await
        .unwrap();
    assert_eq!(members, 1, "bots come to no other room");
    let places: Vec<(Option<String>, Option<String>)> =
        sqlx::query_as("select player, name from finished_place order by seat")
            .fetch_all(&mut database)
            .await
            .unwrap();
    assert!(places[0].0.is_some());
    assert!(places[1].0.is_none() && places[1].1.is_some());
}

#[tokio::test]
async fn who_plays_with_bots_alone_is_told_a_hint_and_nobody_else_is() {
    let world = world().await;
    let ana = Browser::arrive(world.address, "Ana").await;
    let (room, mut tab) = with_bots(&ana, 1, "easy").await;
    let zoe = Browser::arrive(world.address, "Zoe").await;
    let mut watcher = zoe.enter(&room).await;
    tab.must(json!({ "type": "start" })).await;
    tab.until(|tab| tab.view["phase"] == "playing" && !tab.game()["choices"].is_null())
        .await;
    let version = tab.version;
    tab.must(json!({ "type": "hint", "version": version }))
        .await;
    tab.until(|tab| !tab.hints.is_empty()).await;
    let hint = tab.hints[0]["hint"].clone();
    assert_eq!(hint["action"]["type"], "start");
    let version = tab.version;
    tab.must(json!({ "type": "act", "version": version, "action": hint["action"] }))
        .await;
    watcher.until(|watcher| watcher.version > version).await;
    let told = watcher.happenings.iter();
    let hinted = told.filter(|told| told["happening"]["type"] == "hinted");
    assert_eq!(hinted.count(), 1);
    assert!(watcher.hints.is_empty());
}

#[tokio::test]
async fn hints_of_one_address_are_limited() {
    let world = world().await;
    let ana = Browser::arrive(world.address, "Ana").await;
    let (_, mut tab) = with_bots(&ana, 1, "easy").await;
    // Whatever comes of it, it is paid for; some come back meanwhile.
    for asked in 0..2 * limits::HINTS_BURST {
        let refused = tab.command(json!({ "type": "hint", "version": 1 })).await;
        let refused = refused.unwrap_err();
        let Some(wait) = refused["again_ms"].as_u64() else {
            continue;
        };
        // A socket alone is never told to wait for so long.
        if wait > 1_000 {
            assert!(asked >= limits::HINTS_BURST, "{asked} hints");
            return;
        }
        tokio::time::sleep(Duration::from_millis(wait)).await;
    }
    panic!("as many hints as somebody likes");
}
