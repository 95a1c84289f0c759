//! Bots in a running server: a person alone plays, and bots that play by themselves are watched.

use std::num::NonZeroUsize;

use senda::bots::Bots;
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
