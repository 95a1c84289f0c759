//! Tests of seats and colours.

use senda_room::protocol::{Colour, Command};
use serde_json::json;

use crate::table::{Answer, QUICK, Table, player, settings};

#[test]
fn the_creator_has_the_first_seat_before_any_connection() {
    let mut table = Table::new(1, QUICK);
    assert!(table.room.is_deserted());
    assert_eq!(table.room.listing(), None);
    let tab = table.join(1);
    let tab = &table.tabs[&tab];
    assert_eq!(tab.types(), ["created", "sat", "committed"]);
    assert_eq!(
        tab.you,
        json!({"type": "you", "person": "9475ed32f1241a73f8b79d6e", "name": "Wind 1", "seat": 0, "host": true, "left_out": false, "tabs": 1})
    );
    assert_eq!((tab.epoch, tab.phase()), (7, "lobby"));
    assert_eq!(tab.view["seats"].as_array().unwrap().len(), 8);
    assert_eq!(tab.view["seats"][0]["colour"], "red");
}

#[test]
fn a_seat_is_taken_once() {
    let (mut table, tabs) = Table::seated(1, QUICK, 2);
    assert_eq!(table.tabs[&tabs[1]].seat(), Some(1));
    assert_eq!(table.sit(tabs[1], Some(5)).code(), "already_seated");
    let late = table.join(3);
    assert_eq!(table.sit(late, Some(1)).code(), "seat_taken");
    assert_eq!(table.sit(late, Some(6)), Answer::Ack(3));
    assert_eq!(table.tabs[&late].seat(), Some(6));
    assert_eq!(table.stand(late), Answer::Ack(4));
    assert_eq!(table.tabs[&late].seat(), None);
    assert_eq!(table.stand(late).code(), "no_seat");
    assert_eq!(
        table.tabs[&tabs[0]].last("stood"),
        &json!({
            "type": "stood", "seat": 6, "name": "Wind 3", "removed": false,
        })
    );
}

#[test]
fn a_ninth_player_is_rejected_because_the_room_is_full() {
    let (mut table, tabs) = Table::seated(1, QUICK, 8);
    let ninth = table.join(9);
    assert_eq!(table.sit(ninth, None).code(), "room_full");
    let colours = table.tabs[&ninth].view["seats"].as_array().unwrap().iter();
    let mut colours: Vec<String> = colours.map(|seat| seat["colour"].to_string()).collect();
    colours.sort();
    colours.dedup();
    assert_eq!(colours.len(), 8, "each its own colour");
    // All of them play the game to its end.
    table.begin(&tabs);
    table.play_out();
    assert_eq!(table.finished.len(), 1);
}

#[test]
fn each_colour_belongs_to_one_person() {
    let (mut table, tabs) = Table::seated(1, QUICK, 2);
    assert_eq!(table.colour(tabs[1], Colour::Red).code(), "colour_taken");
    assert_eq!(table.colour(tabs[1], Colour::Black), Answer::Ack(3));
    // A command that changes nothing still makes a version, without events.
    assert_eq!(table.colour(tabs[1], Colour::Black), Answer::Ack(4));
    assert_eq!(table.log.last().unwrap().happened, []);
    let late = table.join(3);
    let with = |colour| Command::Sit {
        seat: None,
        colour: Some(colour),
        nonce: None,
    };
    assert_eq!(table.send(late, with(Colour::Black)).code(), "colour_taken");
    assert_eq!(table.colour(late, Colour::White).code(), "no_seat");
    assert_eq!(table.send(late, with(Colour::Blue)), Answer::Ack(5));
    table.begin(&[tabs[0], tabs[1], late]);
    assert_eq!(table.colour(late, Colour::White).code(), "game_running");
}

#[test]
fn a_seat_given_up_in_a_game_can_be_taken_over() {
    let (mut table, tabs) = Table::playing(3, QUICK, 3);
    let watcher = table.join(4);
    assert_eq!(table.sit(watcher, None).code(), "room_full");
    assert_eq!(table.sit(watcher, Some(1)).code(), "seat_taken");
    assert_eq!(table.sit(watcher, Some(7)).code(), "game_running");
    table.stand(tabs[1]);
    let view = &table.tabs[&watcher].view;
    assert_eq!(view["seats"][1]["vacant"], true);
    assert_eq!(view["seats"][1]["name"], "Wind 2", "the last owner's");
    assert!(view["game"]["hands"][1]["tiles"].is_null());
    let sat = table.send(
        watcher,
        Command::Sit {
            seat: None,
            colour: Some(Colour::White),
            nonce: None,
        },
    );
    sat.expect_ack();
    let tab = &table.tabs[&watcher];
    assert_eq!(tab.seat(), Some(1));
    assert_eq!(
        tab.view["seats"][1]["colour"], "blue",
        "a marker keeps its colour"
    );
    assert_eq!(
        tab.view["game"]["hands"][1]["tiles"]
            .as_array()
            .unwrap()
            .len(),
        3
    );
    // The new owner receives the start of the game again, with the hand of the seat.
    let opened = &tab.last("started")["events"][0];
    assert!(opened["hands"][1][0].is_number());
    assert!(opened["hands"][0][0].is_null());
    // The player who stood up is a spectator now.
    assert!(table.tabs[&tabs[1]].view["game"]["hands"][1]["tiles"].is_null());
    assert!(table.tabs[&tabs[1]].last("started")["events"][0]["hands"][1][0].is_null());
    table.play_out();
    let players = &table.finished[0].players;
    assert_eq!(players[1].as_ref().unwrap().player, player(4));
}

#[test]
fn a_vacant_seat_is_played_for_and_freed_at_the_end() {
    let (mut table, tabs) = Table::playing(3, settings(QUICK).clock, 2);
    table.stand(tabs[1]);
    table.play_out();
    assert_eq!(table.finished[0].players[1], None);
    let view = &table.tabs[&tabs[0]].view;
    assert_eq!(
        (&view["phase"], &view["seats"][1]),
        (&json!("over"), &json!(null))
    );
    assert!(
        view["game"]["outcome"].is_object(),
        "the last board can still be seen"
    );
}

#[test]
fn a_seat_is_kept_for_its_owner_for_a_while() {
    let (mut table, tabs) = Table::seated(1, QUICK, 3);
    table.leave(tabs[2]);
    table.wait(599_999);
    assert_eq!(table.tabs[&tabs[0]].view["seats"][2]["name"], "Wind 3");
    table.wait(1);
    assert_eq!(table.tabs[&tabs[0]].view["seats"][2], json!(null));
    assert_eq!(table.tabs[&tabs[0]].last("stood")["name"], "Wind 3");
    // During a game the seat is not freed, however long the owner is gone.
    let (mut table, tabs) = Table::playing(1, senda_room::protocol::Clock::None {}, 3);
    table.leave(tabs[2]);
    table.wait(7_200_000);
    assert_eq!(table.tabs[&tabs[0]].view["seats"][2]["vacant"], false);
    // The seat is not freed while no other person is connected who could want it.
    let (mut table, tabs) = Table::seated(1, QUICK, 2);
    table.leave(tabs[0]);
    table.leave(tabs[1]);
    table.wait(7_200_000);
    assert_eq!(table.version(), 2);
}
