//! The log has an end: a room that has come there plays its last game, and no other.

use senda_room::{
    Happened, Link, Record, Room,
    limits::RECORDS,
    protocol::{Clock, Up},
};
use serde_json::json;

use crate::table::{Answer, QUICK, Table, name, seat, settings};

/// A room whose log lacks `left` records of the longest, with a game or without; persons 1 to 3
/// are seated, and connected.
fn worn(clock: Clock, is_playing: bool, left: u32) -> (Table, Vec<Link>) {
    let (mut table, tabs) = Table::seated(1, clock, 3);
    // As much as is needed, of what somebody may do as often as they like.
    let before = if is_playing { 3 } else { 0 };
    while table.version() < RECORDS - left - before {
        let ready = table.version().is_multiple_of(2);
        let happened = Happened::Readied {
            seat: seat(1),
            ready,
            nonce: None,
        };
        let record = Record {
            version: table.version() + 1,
            at: table.now,
            cause: None,
            happened: vec![happened],
        };
        table.log.push(record);
    }
    table.tabs.clear();
    table.room = Room::restore(table.now, table.log.clone()).unwrap();
    drop(tabs);
    let tabs: Vec<Link> = (1..=3).map(|number| table.join(number)).collect();
    if is_playing {
        table.begin(&tabs);
    }
    assert_eq!(table.version(), RECORDS - left);
    (table, tabs)
}

#[test]
fn the_last_record_is_the_last_one() {
    let (mut table, tabs) = worn(QUICK, false, 1);
    assert_eq!(table.tabs[&tabs[0]].view["used_up"], false);
    assert_eq!(table.ready(tabs[2], true), Answer::Ack(RECORDS));
    assert_eq!(table.tabs[&tabs[0]].view["used_up"], true);
    let watcher = table.join(9);
    let refused = [
        table.ready(tabs[2], false),
        table.ready(tabs[2], true),
        table.start(tabs[0]),
        table.stand(tabs[1]),
        table.sit(watcher, None),
        table.colour(tabs[1], senda_room::protocol::Colour::White),
        table.set(tabs[0], settings(Clock::None {})),
        table.remove(tabs[0], table.who(tabs[1])),
        table.send(tabs[0], |id| Up::Readmit { id, barred: 1 }),
        table.pass_host(tabs[0], table.who(tabs[1])),
        table.send(tabs[1], |id| Up::Name { id, name: name(50) }),
        table.send(tabs[1], |id| Up::Back { id }),
        table.urge(tabs[1], 0),
    ];
    for answer in &refused {
        assert_eq!(answer.code(), "used_up");
        assert!(matches!(
            answer,
            Answer::Nak {
                temporary: false,
                ..
            }
        ));
    }
    assert_eq!(table.version(), RECORDS);
    // What is in no record is as ever.
    let named = table.send(watcher, |id| Up::Name { id, name: name(50) });
    assert!(matches!(named, Answer::Ack(_)));
    assert_eq!(table.chat(watcher, "olá"), None);
    assert_eq!(table.tabs[&watcher].you["name"], "Wind 50");
    // Neither comes by itself: a new host, a new name of someone who returns.
    table.leave(tabs[0]);
    table.wait(120_000);
    let mut again = crate::table::person(2);
    again.name = name(51);
    table.join_as(again);
    assert_eq!(table.version(), RECORDS);
    // A command of before is still answered.
    let id = table.log.last().unwrap().cause.clone().unwrap().id;
    let up = Up::Ready {
        id,
        ready: true,
        nonce: None,
    };
    assert_eq!(table.send_up(tabs[2], up), Answer::Ack(RECORDS));
}

#[test]
fn a_game_that_runs_is_played_to_its_end() {
    for left in [1, 0] {
        let (mut table, tabs) = worn(QUICK, true, left);
        let resign = json!({"game": "tsuro", "type": "resign"});
        for _ in 0..4 {
            table.move_on();
        }
        // Also by the clock, for one who gives up, and for one who comes back.
        table.wait(15_000);
        assert!(matches!(table.stand(tabs[2]), Answer::Ack(_)));
        assert_eq!(table.sit(tabs[2], Some(2)).code(), "used_up");
        assert_eq!(table.send(tabs[1], |id| Up::Back { id }).code(), "used_up");
        table.wait(2_000);
        table.crash(None, 0, 1_000);
        let tabs: Vec<Link> = (1..=3).map(|number| table.join(number)).collect();
        assert!(matches!(table.act(tabs[0], &resign), Answer::Ack(_)));
        table.play_out();
        assert_eq!(table.finished.len(), 1);
        assert_eq!(table.start(tabs[0]).code(), "used_up");
        assert!(table.version() < RECORDS + 100);
    }
}

#[test]
fn nor_can_anybody_stop_it() {
    let (mut table, tabs) = worn(Clock::None {}, true, 0);
    table.wait(300_000);
    let turn = table.tabs[&table.acting().unwrap()].seat().unwrap();
    for &tab in &tabs {
        if table.tabs[&tab].seat() != Some(turn) {
            assert!(matches!(table.urge(tab, turn), Answer::Ack(_)));
        }
    }
    assert_eq!(table.tabs[&tabs[0]].last("away")["seat"], turn);
    let back = table.send(tabs[turn], |id| Up::Back { id });
    assert!(matches!(back, Answer::Ack(_)));
    // It changes nothing more, and so has no place any more.
    let back = table.send(tabs[turn], |id| Up::Back { id });
    assert_eq!(back.code(), "used_up");
}
