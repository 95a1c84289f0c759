//! Tests of invalid messages: the response has the documented code, nothing changes, and the other
//! clients are not affected.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use senda::limits;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use crate::{
    client::{Browser, settings},
    game::{Table, act},
    patience::Wire,
    world::World,
};

/// Plays some moves of a game; returns the table and the game as a spectator sees it.
async fn in_mid_game(world: &World) -> (Table, Value) {
    let mut table = Table::playing(world.address, 3, 1).await;
    for _ in 0..5 {
        table.play().await;
    }
    let game = table.watchers[0].1.game().clone();
    (table, game)
}

/// Asserts that the game has not changed and can be played to its end.
async fn undisturbed(mut table: Table, game: &Value) {
    for (browser, tab) in table.players.iter_mut().chain(&mut table.watchers) {
        *tab = browser.enter(&table.room).await;
    }
    assert_eq!(table.watchers[0].1.game(), game);
    table.play_out().await;
}

#[tokio::test]
async fn decisions_against_the_rules_change_nothing() {
    let world = World::start().await;
    let (mut table, game) = in_mid_game(&world).await;
    let (turn, decision) = table.decision();
    let version = table.players[turn].1.version;
    let other = (turn + 1) % 3;
    let tab = &mut table.players[other].1;
    let problem = tab.command(decision.clone()).await.unwrap_err();
    assert_eq!(problem["code"], "not_your_turn");

    let tab = &mut table.players[turn].1;
    let hand = tab.game()["hands"][turn]["tiles"].as_array().unwrap();
    let held: Vec<_> = hand
        .iter()
        .map(|face| face["tile"].as_u64().unwrap())
        .collect();
    let laid = tab.game()["board"].as_array().unwrap();
    let laid: Vec<_> = laid
        .iter()
        .map(|laid| laid["tile"].as_u64().unwrap())
        .collect();
    let elsewhere = (1..=35)
        .find(|tile| !held.contains(tile) && !laid.contains(tile))
        .unwrap();
    for (action, code) in [
        (
            json!({ "type": "place", "tile": elsewhere, "rotation": 0 }),
            "not_in_hand",
        ),
        (
            json!({ "type": "place", "tile": 200, "rotation": 0 }),
            "no_such_tile",
        ),
        (
            json!({ "type": "place", "tile": held[0], "rotation": 4 }),
            "bad_rotation",
        ),
        (json!({ "type": "start", "mark": "a1" }), "bad_message"),
    ] {
        let problem = tab.command(act(version, action.clone())).await.unwrap_err();
        assert_eq!(problem["code"], code, "{action}");
    }
    let mut stale = decision;
    stale["version"] = (version - 1).into();
    assert_eq!(tab.command(stale).await.unwrap_err()["code"], "stale");
    let start = json!({ "type": "start" });
    assert_eq!(
        table.players[0].1.command(start.clone()).await.unwrap_err()["code"],
        "game_running"
    );
    assert_eq!(
        table.watchers[0].1.command(start).await.unwrap_err()["code"],
        "not_host"
    );
    undisturbed(table, &game).await;
}

#[tokio::test]
async fn invalid_messages_are_rejected_and_the_connection_stays_open() {
    let world = World::start().await;
    let (mut table, game) = in_mid_game(&world).await;
    let tab = &mut table.players[0].1;
    let long = "x".repeat(1_000);
    for (text, id) in [
        ("", Value::Null),
        ("{", Value::Null),
        ("[]", Value::Null),
        (r#"{"type":"dance","id":"d1"}"#, json!("d1")),
        (r#"{"type":"stand","id":"d2","more":1}"#, json!("d2")),
        (r#"{"type":"sit","id":"d3","seat":9}"#, json!("d3")),
        (r#"{"type":"act","id":"d4","version":-1}"#, json!("d4")),
        (r#"{"type":"name","id":"d5","name":""}"#, json!("d5")),
        (&format!(r#"{{"type":"{long}","id":"d6"}}"#), json!("d6")),
        (&format!(r#"{{"type":"stand","id":"{long}"}}"#), Value::Null),
    ] {
        let before = tab.naks().len();
        tab.text(text).await;
        tab.until(|tab| tab.naks().len() > before).await;
        let nak = tab.naks()[before];
        assert_eq!(nak["problem"]["code"], "bad_message", "{text}");
        assert_eq!(
            (&nak["id"], &nak["temporary"]),
            (&id, &json!(false)),
            "{text}"
        );
        assert!(nak["problem"]["detail"].as_str().unwrap().len() <= 200);
    }
    undisturbed(table, &game).await;
}

#[tokio::test]
async fn frames_that_are_too_large_or_not_text_end_the_connection() {
    let world = World::start().await;
    let (mut table, game) = in_mid_game(&world).await;
    for frame in [
        Message::text("x".repeat(16 * 1024 + 1)),
        Message::text("x".repeat(200_000)),
        Message::binary(vec![0; 10]),
    ] {
        let tab = &mut table.players[1].1;
        // The server may hang up before it has read the whole frame.
        let _ = tab.socket.stream.send(frame).await;
        assert_eq!(tab.closed().await, 4501);
        let (browser, tab) = &mut table.players[1];
        *tab = browser.enter(&table.room).await;
    }
    undisturbed(table, &game).await;
}

#[tokio::test]
async fn a_flood_is_throttled_and_then_disconnected() {
    let world = World::start().await;
    let (mut table, game) = in_mid_game(&world).await;
    let tab = &mut table.watchers[0].1;
    for number in 0..400 {
        if tab
            .socket
            .send(format!(r#"{{"type":"stand","id":"{number}"}}"#))
            .await
            .is_err()
        {
            break;
        }
    }
    assert_eq!(tab.closed().await, 4500);
    let too_fast: Vec<_> = tab
        .naks()
        .into_iter()
        .filter(|nak| nak["problem"]["code"] == "too_fast")
        .collect();
    assert!(too_fast.len() >= 90, "{} were refused", too_fast.len());
    for nak in too_fast {
        assert_eq!(nak["temporary"], true);
        assert!(nak["id"].is_string());
        assert!(nak["problem"]["again_ms"].as_u64().unwrap() > 0);
    }
    undisturbed(table, &game).await;
}

#[tokio::test]
async fn a_client_that_respects_the_throttle_is_never_disconnected() {
    let world = World::start().await;
    let browser = Browser::arrive(world.address, "Ana").await;
    let room = browser.room(settings()).await;
    let home = "192.0.2.1:1".parse().unwrap();
    let path = format!("/api/rooms/{room}/socket");
    let wire = Wire::of(&world);
    let mut socket = wire.socket_of(home, &path, &browser.cookie).await.unwrap();
    // The client sends as fast as it may for half a minute. The content of the messages does not
    // matter.
    let mut say = async || {
        socket.send(Message::text("?")).await.unwrap();
        loop {
            match socket.next().await.unwrap().unwrap() {
                Message::Text(text) => {
                    let message: Value = serde_json::from_str(&text).unwrap();
                    if message["type"] == "nak" {
                        return message["problem"].clone();
                    }
                }
                Message::Close(frame) => panic!("ended with {:?}", frame.unwrap().code),
                _ => {}
            }
        }
    };
    say().await;
    tokio::time::pause();
    let (mut said, mut waited) = (0, 0);
    while said < 300 {
        let problem = say().await;
        match problem["code"].as_str() {
            Some("bad_message") => said += 1,
            Some("too_fast") => {
                waited += 1;
                let again = problem["again_ms"].as_u64().unwrap();
                tokio::time::sleep(Duration::from_millis(again)).await;
            }
            other => panic!("{other:?}"),
        }
    }
    assert!(waited > limits::REFUSED_MOST, "waited {waited} times");
}
