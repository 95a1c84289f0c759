//! Tests of connected people: their tabs, their names and the presence messages.

use senda_room::{
    ConnectionId, Effect, Input,
    limits::PEOPLE,
    protocol::{ClientMessage, Clock, CloseCode, Command},
};
use serde_json::{Value, json};

use crate::table::{QUICK, START, Table, name, person, seat, settings};

#[test]
fn a_name_applies_to_all_tabs_of_a_person() {
    let (mut table, tabs) = Table::seated(1, QUICK, 2);
    let second = table.join(2);
    let version = table.version();
    table.send(second, Command::Name { name: name(77) });
    for tab in [tabs[1], second] {
        assert_eq!(table.tabs[&tab].you["name"], "Wind 77");
    }
    assert_eq!(
        table.version(),
        version + 1,
        "the names of seats are in the log"
    );
    assert_eq!(table.tabs[&tabs[0]].last("named")["before"], "Wind 2");
    // The name of a spectator is not in the log.
    let watcher = table.join(3);
    table.send(watcher, Command::Name { name: name(78) });
    assert_eq!(table.tabs[&watcher].you["name"], "Wind 78");
    assert_eq!(table.version(), version + 1);
    table.wait(1_000);
    assert_eq!(
        table.tabs[&tabs[0]].presence["people"][0]["name"],
        "Wind 78"
    );
    // A person who connects with a new name has it in all places.
    let mut renamed = person(2);
    renamed.name = name(79);
    table.join_as(renamed);
    assert_eq!(table.tabs[&second].you["name"], "Wind 79");
    assert_eq!(table.tabs[&tabs[0]].view["seats"][1]["name"], "Wind 79");
}

#[test]
fn the_ninth_tab_of_one_person_closes_the_first() {
    let mut table = Table::new(1, QUICK);
    let tabs: Vec<_> = (0..9).map(|_| table.join(1)).collect();
    assert_eq!(table.tabs[&tabs[0]].closed, Some(CloseCode::TooManyTabs));
    assert!(tabs[1..].iter().all(|tab| table.tabs[tab].closed.is_none()));
}

#[test]
fn presence_lists_connected_people_and_is_throttled() {
    let (mut table, tabs) = Table::seated(1, QUICK, 2);
    table.wait(1_000);
    let presence = |table: &Table| {
        let frames = table.tabs[&tabs[0]].frames.iter();
        frames
            .filter(|frame| frame.contains(r#""type":"presence""#))
            .count()
    };
    let before = presence(&table);
    table.later(500);
    let watchers: Vec<_> = (10..110).map(|number| table.join(number)).collect();
    assert!(
        presence(&table) <= before + 1,
        "a crowd is not told one by one"
    );
    let last = &table.tabs[watchers.last().unwrap()].presence;
    assert_eq!(
        (&last["watching"], &last["seats"]),
        (&json!(100), &json!([0, 1]))
    );
    assert_eq!(
        last["people"].as_array().unwrap().len(),
        60,
        "the rest is a number"
    );
    table.wait(1_000);
    assert_eq!(table.tabs[&tabs[0]].presence["watching"], 100);
    table.leave(tabs[1]);
    table.wait(1_000);
    assert_eq!(table.tabs[&tabs[0]].presence["seats"], json!([0]));
}

#[test]
fn a_player_who_has_just_sat_down_is_not_shown_as_absent() {
    let (mut table, tabs) = Table::seated(1, QUICK, 2);
    table.wait(1_000);
    let third = table.join(30);
    table.send(
        third,
        Command::Sit {
            seat: Some(seat(2)),
            colour: None,
            nonce: None,
        },
    );
    for tab in [tabs[0], third] {
        let frames = &table.tabs[&tab].frames;
        let says = |kind: &str, what: &str| {
            let kind = format!(r#""type":"{kind}""#);
            frames
                .iter()
                .rposition(|frame| frame.contains(&kind) && frame.contains(what))
                .unwrap()
        };
        assert!(says("presence", "[0,1,2]") < says("update", r#""type":"sat""#));
    }
}

#[test]
fn a_full_room_admits_its_players_but_no_spectators() {
    let (mut table, tabs) = Table::seated(1, QUICK, 2);
    table.leave(tabs[1]);
    // The inputs go straight to the room, because the table has no use for the frames of so many
    // tabs. One person is connected already.
    for number in 0..PEOPLE as u64 - 1 {
        let connection = ConnectionId(10_000 + number);
        let person = person(10_000 + u128::from(number));
        table.room.step(
            START,
            Input::Joined {
                connection,
                person,
                since: None,
            },
            &mut table.dice,
        );
    }
    let joined = |number: u64, who| Input::Joined {
        connection: ConnectionId(number),
        person: person(who),
        since: None,
    };
    let effects = table.room.step(START, joined(1, 99_999), &mut table.dice);
    assert_eq!(effects, []);
    let effects = table
        .room
        .step(START, joined(90_001, 99_999), &mut table.dice);
    let connection = ConnectionId(90_001);
    let code = CloseCode::RoomFull;
    assert_eq!(effects, [Effect::Close { connection, code }]);
    let effects = table.room.step(START, joined(90_002, 2), &mut table.dice);
    assert!(
        matches!(effects[0], Effect::Send { .. }),
        "a seat's owner always comes in"
    );
}

#[test]
fn the_lobby_lists_public_rooms_with_people() {
    let (mut table, tabs) = Table::seated(1, QUICK, 2);
    table.join(5);
    let listing = serde_json::to_value(table.room.listing()).unwrap();
    assert_eq!(
        listing,
        json!({
            "game": "tsuro", "state": "open", "host": "Wind 1", "seated": 2, "seats": 8, "watching": 1,
        })
    );
    let mut hidden = settings(QUICK);
    hidden.public = false;
    table.set(tabs[0], hidden);
    assert_eq!(table.room.listing(), None);
    table.set(tabs[0], settings(QUICK));
    table.begin(&tabs);
    let state =
        |table: &Table| serde_json::to_value(table.room.listing()).unwrap()["state"].clone();
    assert_eq!(state(&table), "running");
    table.play_out();
    assert_eq!(state(&table), "open");
}

/// A person who joins a crowd receives the current state. The crowd receives one presence message
/// per second.
#[test]
fn a_crowd_does_not_make_a_connection_more_expensive() {
    let (mut table, _) = Table::playing(1, QUICK, 2);
    table.later(2_000);
    let mut messages = Vec::new();
    for number in 0..2_000_u64 {
        let connection = ConnectionId(10_000 + number);
        let person = person(10_000 + u128::from(number));
        let joined = Input::Joined {
            connection,
            person,
            since: None,
        };
        let effects = table.room.step(table.now, joined, &mut table.dice);
        let told = effects.iter().map(|effect| match effect {
            Effect::Send { to, .. } => to.len(),
            other => panic!("{other:?}"),
        });
        messages.push(told.collect::<Vec<_>>());
    }
    assert_eq!(messages[0], [1, 1, 1, 1, 3], "and the first is told to all");
    assert!(messages[1..].iter().all(|told| *told == [1, 1, 1, 1]));
}

#[test]
fn a_host_gives_an_absent_players_seat_to_a_connected_person() {
    let (mut table, tabs) = Table::playing(1, QUICK, 3);
    let friend = table.join(4);
    let hand = |table: &Table, number, tab| Command::Hand {
        seat: seat(number),
        person: table.who(tab),
    };
    let command = hand(&table, 1, friend);
    assert_eq!(table.send(tabs[2], command.clone()).code(), "not_host");
    let refused = table.send(tabs[0], command.clone());
    assert_eq!(refused.code(), "seat_taken", "its owner is here");
    table.leave(tabs[1]);
    let command = hand(&table, 1, tabs[2]);
    assert_eq!(table.send(tabs[0], command).code(), "already_seated");
    let command = hand(&table, 7, friend);
    assert_eq!(table.send(tabs[0], command).code(), "no_such_seat");
    let command = hand(&table, 1, friend);
    table.send(tabs[0], command).expect_ack();
    assert_eq!(table.tabs[&friend].you["seat"], 1);
    let hands = &table.tabs[&friend].view["game"]["hands"];
    assert!(!hands[1]["tiles"].is_null(), "{hands}");
    // The previous owner comes back as a spectator, and can no longer see the hand.
    let back = table.join(2);
    assert_eq!(table.tabs[&back].you["seat"], Value::Null);
    let hands = &table.tabs[&back].view["game"]["hands"];
    assert!(hands[1]["tiles"].is_null(), "{hands}");
    table.play_out();
    // The command also works between games.
    table.leave(friend);
    let command = hand(&table, 1, back);
    table.send(tabs[0], command).expect_ack();
    assert_eq!(table.tabs[&back].view["seats"][1]["ready"], true);
}

#[test]
fn a_spectator_asks_for_an_absent_players_seat() {
    let (mut table, tabs) = Table::playing(1, QUICK, 3);
    let friend = table.join(4);
    let ask = |table: &mut Table, tab, number: Option<u8>| {
        let seat = number.map(seat);
        table.remark(tab, ClientMessage::AskSeat { seat })
    };
    let asked = |table: &mut Table| {
        table.wait(1_000);
        table.tabs[&tabs[0]].presence["people"][0]["asks_for"].clone()
    };
    for (tab, number, code) in [
        (friend, 1, "seat_taken"),
        (friend, 7, "seat_taken"),
        (tabs[2], 1, "already_seated"),
    ] {
        let refused = ask(&mut table, tab, Some(number));
        assert_eq!(refused.expect("a refusal").code(), code, "{number}");
    }
    table.leave(tabs[1]);
    let version = table.version();
    assert_eq!(ask(&mut table, friend, Some(1)), None);
    assert_eq!(asked(&mut table), 1);
    assert_eq!(ask(&mut table, friend, None), None);
    assert_eq!(asked(&mut table), Value::Null, "asks no more");
    assert_eq!(table.version(), version, "it is in no record");
    // A player who comes back still has their seat.
    ask(&mut table, friend, Some(1));
    let back = table.join(2);
    assert_eq!(asked(&mut table), Value::Null);
    table.leave(back);
    assert_eq!(asked(&mut table), Value::Null, "and is not asked for again");
    ask(&mut table, friend, Some(1));
    let person = table.who(friend);
    let hand = Command::Hand {
        seat: seat(1),
        person,
    };
    table.send(tabs[0], hand).expect_ack();
    table.wait(1_000);
    let people = &table.tabs[&tabs[0]].presence["people"];
    assert_eq!(people, &json!([]), "who was given it asks no more");
}

#[test]
fn rejects_a_request_for_the_creators_seat() {
    let (mut table, tabs) = Table::playing(1, Clock::None {}, 3);
    let friend = table.join(4);
    table.leave(tabs[0]);
    let seat = Some(seat(0));
    let refused = table.remark(friend, ClientMessage::AskSeat { seat });
    assert_eq!(refused.expect("a refusal").code(), "seat_taken");
}

#[test]
fn a_stand_in_host_cannot_give_away_the_creators_seat() {
    let (mut table, tabs) = Table::playing(1, Clock::None {}, 3);
    let friend = table.join(4);
    table.leave(tabs[0]);
    table.wait(60_000);
    assert_eq!(table.tabs[&tabs[1]].you["host"], true);
    let person = table.who(friend);
    let hand = |number| Command::Hand {
        seat: seat(number),
        person,
    };
    assert_eq!(table.send(tabs[1], hand(0)).code(), "creator_stays");
    table.leave(tabs[2]);
    table.send(tabs[1], hand(2)).expect_ack();
}
