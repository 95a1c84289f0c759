//! Tests of a full log: the room finishes its running game and starts no other.

use senda_room::{
    ConnectionId, LogEvent, Record, Room,
    limits::{RECORDS, RECORDS_OF_HOST},
    log::Readied,
    protocol::{ClientMessage, Clock, CloseCode, Command},
};
use serde_json::json;

use crate::{
    effort::scaled,
    table::{Answer, QUICK, Table, command, name, seat, settings},
};

/// Creates a room whose log is `left` records shorter than the maximum, with or without a running
/// game. Persons 1 to 3 are seated and connected.
fn worn(clock: Clock, is_playing: bool, left: u32) -> (Table, Vec<ConnectionId>) {
    let (mut table, tabs) = Table::seated(1, clock, 3);
    // Fills the log with records of a command that a player may repeat freely.
    let before = if is_playing { 3 } else { 0 };
    while table.version() < RECORDS - left - before {
        let ready = table.version().is_multiple_of(2);
        let happened = LogEvent::Readied(Readied {
            seat: seat(1),
            ready,
            nonce: None,
        });
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
    let tabs: Vec<ConnectionId> = (1..=3).map(|number| table.join(number)).collect();
    if is_playing {
        table.begin(&tabs);
    }
    assert_eq!(table.version(), RECORDS - left);
    (table, tabs)
}

#[test]
fn a_full_log_accepts_no_further_record() {
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
        table.remove(tabs[1], table.who(tabs[2])),
        table.send(tabs[0], Command::Readmit { barred: 1 }),
        table.send(tabs[1], Command::Lock { locked: true }),
        table.send(tabs[1], Command::Name { name: name(50) }),
        table.send(tabs[1], Command::Back {}),
        table.vote_to_skip(tabs[1], 0),
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
    // Inputs without a record work as before.
    let named = table.send(watcher, Command::Name { name: name(50) });
    named.expect_ack();
    assert_eq!(table.chat(watcher, "olá"), None);
    assert_eq!(table.tabs[&watcher].you["name"], "Wind 50");
    // No record comes about automatically either: neither a new host nor a new name of a returning
    // person.
    table.leave(tabs[0]);
    table.wait(120_000);
    let mut again = crate::table::person(2);
    again.name = name(51);
    table.join_as(again);
    assert_eq!(table.version(), RECORDS);
    // An earlier command still gets its answer.
    let id = table.log.last().unwrap().cause.clone().unwrap().id;
    let message = command(
        id,
        Command::Ready {
            ready: true,
            nonce: None,
        },
    );
    assert_eq!(table.send_message(tabs[2], message), Answer::Ack(RECORDS));
}

#[test]
fn a_game_that_runs_is_played_to_its_end() {
    for left in [1, 0] {
        let (mut table, tabs) = worn(QUICK, true, left);
        let resign = json!({"game": "tsuro", "type": "resign"});
        for _ in 0..4 {
            table.move_on();
        }
        // The clock still decides, and a player may stand up. Sitting down, and coming back without
        // having been away, are rejected.
        table.wait(15_000);
        table.stand(tabs[2]).expect_ack();
        assert_eq!(table.sit(tabs[2], Some(2)).code(), "used_up");
        assert_eq!(table.send(tabs[1], Command::Back {}).code(), "used_up");
        table.wait(2_000);
        table.crash(None, 0, 1_000);
        let tabs: Vec<ConnectionId> = (1..=3).map(|number| table.join(number)).collect();
        table.act(tabs[0], &resign).expect_ack();
        table.play_out();
        assert_eq!(table.finished.len(), 1);
        assert_eq!(table.start(tabs[0]).code(), "used_up");
        assert!(table.version() < RECORDS + 100);
    }
}

#[test]
fn a_full_log_accepts_votes_to_skip_and_returns() {
    let (mut table, tabs) = worn(Clock::None {}, true, 0);
    table.wait(300_000);
    let turn = table.tabs[&table.acting().unwrap()].seat().unwrap();
    for &tab in &tabs {
        if table.tabs[&tab].seat() != Some(turn) {
            table.vote_to_skip(tab, turn).expect_ack();
        }
    }
    assert_eq!(table.tabs[&tabs[0]].last("away")["seat"], turn);
    let back = table.send(tabs[turn], Command::Back {});
    back.expect_ack();
    // The command changes nothing any more, so the log has no space for it.
    let back = table.send(tabs[turn], Command::Back {});
    assert_eq!(back.code(), "used_up");
}

/// The host can protect the room even if the log has no space for anything else, but within limits.
#[test]
fn a_full_log_has_space_for_the_hosts_protection() {
    let (mut table, tabs) = worn(QUICK, false, 0);
    let lock = |locked| Command::Lock { locked };
    table.send(tabs[0], lock(true)).expect_ack();
    table.remove(tabs[0], table.who(tabs[2])).expect_ack();
    table.pass_host(tabs[0], table.who(tabs[1])).expect_ack();
    let mut locked = true;
    while table.version() < RECORDS + RECORDS_OF_HOST {
        locked = !locked;
        table.wait(60_000);
        table.send(tabs[1], lock(locked)).expect_ack();
    }
    assert_eq!(table.send(tabs[1], lock(!locked)).code(), "used_up");
}

/// A single guest who acts as fast as the room allows needs days to fill the log, not minutes.
#[test]
fn one_guest_alone_does_not_use_up_the_log() {
    let (mut table, tabs) = Table::seated(1, QUICK, 2);
    let (before, began) = (table.version(), table.now);
    let mut ready = false;
    while table.now.since(began) < 6 * 3_600_000 {
        ready = !ready;
        if let Answer::Nak { whole, code, .. } = table.ready(tabs[1], ready) {
            assert_eq!(code, "too_fast");
            ready = !ready;
            table.wait(whole["again_ms"].as_u64().unwrap());
        }
    }
    let written = table.version() - before;
    assert!(
        (360..=30 + 361).contains(&written),
        "{written} in six hours"
    );
    // The limit does not hold up the host, and starting a game resets the budget.
    table.wait(60_000);
    table.ready(tabs[1], true);
    table.start(tabs[0]).expect_ack();
    table.play_out();
    for ready in [true, false, true] {
        table.ready(tabs[1], ready).expect_ack();
    }
}

/// Many guests who each connect with another browser, send one command and leave share one budget.
#[test]
fn guests_together_do_not_use_up_the_log() {
    let (mut table, _) = Table::seated(1, QUICK, 1);
    let (before, began) = (table.version(), table.now);
    let mut number = 100;
    while table.now.since(began) < 3 * 3_600_000 {
        number += 1;
        let tab = table.join(number);
        let sat = table.sit(tab, None);
        table.stand(tab);
        table.leave(tab);
        if matches!(sat, Answer::Nak { .. }) {
            table.wait(60_000);
        }
    }
    let written = table.log[before as usize..].iter();
    let (asked, due): (Vec<_>, Vec<_>) = written.partition(|record| record.cause.is_some());
    assert!(
        (360..=200 + 361).contains(&asked.len()),
        "{} in three hours",
        asked.len()
    );
    // Each of the eight seats can be freed at most once in ten minutes after its guest has left.
    assert!(due.len() <= 8 * 18, "{} more", due.len());
}

/// Returns a random message that a guest may send.
fn any(table: &mut Table, connection: ConnectionId) -> ClientMessage {
    let id = table.new_id();
    let ready = table.dice.once_in(2);
    let some = seat(table.dice.roll(4) as u8);
    let version = table.tabs[&connection].version;
    let wanted = match table.dice.roll(12) {
        0 | 1 => Command::Ready {
            ready,
            nonce: Some(table.dice.nonce()),
        },
        2 => Command::Colour {
            colour: *table.dice.pick(&senda_room::protocol::Colour::ALL),
        },
        3 | 4 => Command::Name {
            name: name(table.dice.roll(90) as u128),
        },
        5 => Command::Stand {},
        6 => Command::Sit {
            seat: None,
            colour: None,
            nonce: None,
        },
        7 => Command::VoteToSkip { seat: some },
        8 => Command::Pause { until_all: false },
        9 => Command::GoOn {},
        10 => Command::Back {},
        _ => Command::Act {
            version,
            action: serde_json::from_value(json!({
                "game": "tsuro", "type": "place", "tile": 1, "rotation": 0,
            }))
            .unwrap(),
        },
    };
    command(id, wanted)
}

/// Whatever the guests send, and for however long, the host can remove them and the running game
/// comes to its end.
#[test]
fn guests_cannot_use_the_log_space_of_the_host_or_the_game() {
    for seed in 0..scaled(6).into() {
        let (mut table, tabs) = worn(QUICK, true, [0, 30][seed as usize % 2]);
        table.dice = crate::table::Dice::new(seed);
        let mut guests = vec![(2, tabs[1]), (3, tabs[2])];
        for step in 0..300_u32 {
            if step.is_multiple_of(30) {
                let number = 100 + u128::from(step);
                guests.push((number, table.join(number)));
            }
            let (_, connection) = *table.dice.pick(&guests);
            let message = any(&mut table, connection);
            table.step(senda_room::Input::Message {
                connection,
                message,
            });
            let pause = table.dice.roll(3_000) as u64;
            table.wait(pause);
        }
        for (_, tab) in guests {
            table.remove(tabs[0], table.who(tab)).expect_ack();
            assert_eq!(table.tabs[&tab].closed, Some(CloseCode::Removed));
        }
        let locked = table.send(tabs[0], Command::Lock { locked: true });
        locked.expect_ack();
        table.play_out();
        assert_eq!(table.finished.len(), 1);
        assert!(table.version() < RECORDS + RECORDS_OF_HOST);
    }
}
