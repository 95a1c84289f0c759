//! Tests of bots in a running server: games of one person against bots, and games between bots
//! alone.

use std::{num::NonZeroUsize, time::Duration};

use senda::{limits, live::bots::Bots};
use senda_rules::{Game, GameKind, Seat};
use serde_json::{Value, json};

use crate::{
    client::{Browser, Tab, settings},
    game::imagined,
    world::World,
};

/// Returns bots that answer without an artificial delay.
pub fn bots() -> Bots {
    Bots::new(Some(NonZeroUsize::MIN), "0-0".parse().unwrap())
}

async fn world() -> World {
    World::with(|settings| settings.bot_pace = "0-0".parse().unwrap()).await
}

/// Creates a room of a player with that many bots.
async fn with_bots(browser: &Browser, bots: usize, level: &str) -> (String, Tab) {
    let room = browser.room(settings()).await;
    let mut tab = browser.enter(&room).await;
    for _ in 0..bots {
        tab.must(json!({ "type": "bot", "level": level })).await;
    }
    (room, tab)
}

/// Starts the game and plays it to the end, always with the first placement on offer.
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
async fn bots_are_stored_only_in_the_log() {
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
async fn a_hint_is_sent_only_to_the_player_who_requested_it() {
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
    tab.until(|tab| !tab.hints().is_empty()).await;
    let hint = tab.hints()[0]["hint"].clone();
    assert_eq!(hint["action"]["type"], "start");
    let version = tab.version;
    tab.must(json!({ "type": "act", "version": version, "action": hint["action"] }))
        .await;
    watcher.until(|watcher| watcher.version > version).await;
    let told = watcher.happenings.iter();
    let hinted = told.filter(|told| told["happening"]["type"] == "hinted");
    assert_eq!(hinted.count(), 1);
    assert!(watcher.hints().is_empty());
}

#[tokio::test]
async fn hints_of_one_address_are_limited() {
    let world = world().await;
    let ana = Browser::arrive(world.address, "Ana").await;
    let (_, mut tab) = with_bots(&ana, 1, "easy").await;
    // Each request counts against the limit, whatever its result. The limit refills slowly
    // meanwhile.
    for asked in 0..2 * limits::HINTS_BURST {
        let refused = tab.command(json!({ "type": "hint", "version": 1 })).await;
        let refused = refused.unwrap_err();
        let Some(wait) = refused["again_ms"].as_u64() else {
            continue;
        };
        // The limit of a single socket never requires such a long wait.
        if wait > 1_000 {
            assert!(asked >= limits::HINTS_BURST, "{asked} hints");
            return;
        }
        tokio::time::sleep(Duration::from_millis(wait)).await;
    }
    panic!("as many hints as somebody likes");
}

/// Makes the first possible decision.
async fn decide(tab: &mut Tab) {
    let seat = Seat::new(u8::try_from(tab.seat().unwrap()).unwrap()).unwrap();
    let actions = imagined(tab.game()).unwrap().legal_actions(seat);
    let version = tab.version;
    let action = serde_json::to_value(&actions[0]).unwrap();
    tab.must(json!({ "type": "act", "version": version, "action": action }))
        .await;
}

/// Returns whether the last decision that the tab received was made by a bot for an absent player.
fn was_stood_in_for(tab: &Tab) -> bool {
    let mut told = tab.happenings.iter().rev().map(|told| &told["happening"]);
    let last = told.find(|told| told["type"] == "played");
    last.is_some_and(|played| played["by"] == "stand_in")
}

#[tokio::test]
async fn a_player_who_returns_during_a_stand_ins_turn_continues_it() {
    let world = World::with(|settings| settings.bot_pace = "300-300".parse().unwrap()).await;
    let ana = Browser::arrive(world.address, "Ana").await;
    let bruno = Browser::arrive(world.address, "Bruno").await;
    let kind = GameKind::ALL.iter().find(|kind| kind.seats() == (2, 2));
    let mut settings = settings();
    settings["options"] = serde_json::to_value(kind.unwrap().options()).unwrap();
    settings["stand_in"] = "easy".into();
    let room = ana.room(settings).await;
    let mut tabs = [ana.enter(&room).await, bruno.enter(&room).await];
    tabs[1].must(json!({ "type": "sit" })).await;
    tabs[1]
        .must(json!({ "type": "ready", "ready": true }))
        .await;
    tabs[0].must(json!({ "type": "start" })).await;
    let mut in_a_turn = 0;
    for _ in 0..200 {
        let version = tabs.iter().map(|tab| tab.version).max().unwrap();
        for tab in &mut tabs {
            tab.until(|tab| tab.version >= version).await;
        }
        let game = tabs[0].game();
        let acting =
            usize::try_from(game["acting"].as_u64().expect("a game that goes on")).unwrap();
        if game["phase"]["type"] != "act" || game["actions"] != 2 || acting != 0 {
            decide(&mut tabs[acting]).await;
            continue;
        }
        // Ana leaves, and returns as soon as the bot has decided something for her.
        let [tab, other] = &mut tabs;
        tab.must(json!({ "type": "stand" })).await;
        drop(std::mem::replace(tab, ana.enter(&room).await));
        other.until(was_stood_in_for).await;
        tab.until(was_stood_in_for).await;
        tab.must(json!({ "type": "sit", "seat": 0 })).await;
        tab.until(|tab| tab.seat() == Some(0)).await;
        if tab.game()["acting"] == 0 && tab.game()["actions"] != 2 {
            decide(tab).await;
            assert!(!was_stood_in_for(tab), "it is hers again");
            in_a_turn += 1;
            if in_a_turn == 2 {
                return;
            }
        }
    }
    panic!("the bot has ended each turn with its first decision");
}
