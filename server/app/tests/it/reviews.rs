//! Tests of reviews over HTTP: access to them, their rate limit, and that they do not delay
//! players.

use std::time::Duration;

use senda::limits;
use serde_json::{Value, json};

use crate::{
    client::{Browser, Reply},
    game::{Table, act},
    world::World,
};

fn path(table: &Table, round: usize) -> String {
    format!("/api/rooms/{}/games/{round}/review", table.room)
}

async fn ask(browser: &Browser, path: &str) -> Reply {
    browser.send("POST", path, &json!({})).await
}

/// Requests what is computed of a game until it is complete.
pub async fn reviewed(browser: &Browser, path: &str) -> Value {
    loop {
        let reply = ask(browser, path).await;
        let told = reply.json();
        if reply.status == 200 {
            return told;
        }
        assert_eq!(reply.status, 202, "{told}");
        let (done, of) = (told["done"].as_u64().unwrap(), told["of"].as_u64().unwrap());
        assert!(done <= of, "{told}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// Plays a game in which the first player resigns.
async fn short_game(table: &mut Table) {
    table.start().await;
    let turn = table.turn();
    let tab = &mut table.players[turn].1;
    let gives_up = act(tab.version, json!({ "type": "resign" }));
    let version = tab.must(gives_up).await;
    table.see(version).await;
}

#[tokio::test]
async fn the_review_of_a_finished_game_is_reproducible() {
    let world = World::start().await;
    let mut table = Table::gather(world.address, 2, 1).await;
    let path = path(&table, 1);
    let watcher = &table.watchers[0].0;
    let no_such_game = (404, "no_such_game".to_owned());
    assert_eq!(ask(watcher, &path).await.problem(), no_such_game);
    table.start().await;
    let ana = &table.players[0].0;
    assert_eq!(ask(ana, &path).await.problem(), no_such_game);
    table.play_out().await;
    let first = reviewed(&table.players[0].0, &path).await;
    let played = table.players[0].1.happenings.iter();
    let played = played.filter(|told| told["happening"]["type"] == "played");
    let versions: Vec<&Value> = played.map(|told| &told["version"]).collect();
    let judged = first["decisions"].as_array().unwrap().iter();
    assert!(judged.map(|one| &one["version"]).eq(versions));
    for moment in first["worst"].as_array().unwrap() {
        assert_eq!(moment["view"]["game"], "tsuro");
    }
    // A stored review costs no allowance, whichever client requests it.
    for _ in 0..2 * limits::REVIEWS_BURST {
        assert_eq!(reviewed(&table.watchers[0].0, &path).await, first);
    }
    // A repeated computation gives the same review.
    let room = table.room.clone();
    let mut ana = Browser::arrive(world.address, "Ana").await;
    drop(table);
    let world = world.again().await;
    ana.address = world.address;
    let path = format!("/api/rooms/{room}/games/1/review");
    assert_eq!(reviewed(&ana, &path).await, first);
}

#[tokio::test]
async fn a_removed_person_gets_no_review() {
    let world = World::start().await;
    let mut table = Table::gather(world.address, 2, 1).await;
    short_game(&mut table).await;
    let path = path(&table, 1);
    let person = table.watchers[0].1.you["person"].clone();
    let remove = json!({ "type": "remove", "person": person });
    table.players[0].1.must(remove).await;
    let removed = ask(&table.watchers[0].0, &path).await;
    assert_eq!(removed.problem(), (403, "removed".to_owned()));
    let told = reviewed(&table.players[0].0, &path).await;
    assert_eq!(told["worst"], json!([]));
}

#[tokio::test]
async fn the_reviews_for_one_address_are_limited() {
    let world = World::start().await;
    let mut table = Table::gather(world.address, 2, 0).await;
    let games = limits::REVIEWS_BURST as usize + 1;
    for round in 1..=games {
        short_game(&mut table).await;
        let path = path(&table, round);
        if round < games {
            reviewed(&table.players[0].0, &path).await;
            continue;
        }
        let refused = ask(&table.players[0].0, &path).await;
        assert_eq!(refused.problem(), (429, "too_many".to_owned()));
    }
    // A known review is still available.
    let first = path(&table, 1);
    reviewed(&table.players[0].0, &first).await;
}
