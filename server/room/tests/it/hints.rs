//! Hints: who may ask for one, who hears of it, and who is told what it says.

use senda_room::{
    ConnectionId, Input,
    limits::{HINT_BURST, HINT_REFILL_MS},
    protocol::{ClientMessage, Clock, Command, Level, Name, Settings},
};
use senda_rules::{AnyAction, GameKind};
use serde_json::Value;

use crate::table::{Answer, QUICK, Table, seat, settings, settings_of};

/// People who play a game in a room that lets them ask for hints, or doesn't.
fn playing(game: GameKind, people: u128, hints: bool) -> (Table, Vec<ConnectionId>) {
    let (mut table, tabs) = Table::seated_for(game, 1, Clock::None {}, people);
    let with_hints = Settings {
        hints,
        ..settings_of(game, Clock::None {})
    };
    table.set(tabs[0], with_hints);
    table.begin(&tabs);
    (table, tabs)
}

/// One person who plays with a bot.
fn solo(game: GameKind) -> (Table, ConnectionId) {
    let (mut table, tabs) = Table::seated_for(game, 1, Clock::None {}, 1);
    let level = Some(Level::Easy);
    table.send(tabs[0], Command::Bot { seat: None, level });
    table.start(tabs[0]);
    while table.acting().is_none() {
        assert!(table.bot_decides());
    }
    (table, tabs[0])
}

/// Who decides next, and somebody else.
fn acting(table: &Table, tabs: &[ConnectionId]) -> (ConnectionId, ConnectionId) {
    let acting = table.acting().unwrap();
    let other = tabs.iter().copied().find(|&tab| tab != acting);
    (acting, other.unwrap())
}

fn hinted(table: &Table, tab: ConnectionId) -> Vec<u64> {
    let told = table.tabs[&tab].happenings.iter();
    let of_hints = told.filter(|told| told["happening"]["type"] == "hinted");
    of_hints
        .map(|told| told["happening"]["seat"].as_u64().unwrap())
        .collect()
}

#[test]
fn a_hint_is_told_to_the_asker_alone_and_that_it_was_asked_for_to_everybody() {
    for &game in GameKind::ALL {
        let (mut table, tabs) = playing(game, 2, true);
        let watcher = table.join(9);
        let (asker, other) = acting(&table, &tabs);
        assert!(matches!(table.ask_for_hint(asker), Answer::Ack(_)));
        let own = table.tabs[&asker].seat().unwrap() as u64;
        for tab in [asker, other, watcher] {
            assert_eq!(hinted(&table, tab), [own], "{game:?}");
            assert_eq!(table.tabs[&tab].view["hints"], true);
        }
        let before = table.version();
        assert!(table.think_of_hint());
        assert_eq!(table.version(), before, "it changes nothing");
        assert!(table.tabs[&other].hints.is_empty() && table.tabs[&watcher].hints.is_empty());
        let told = table.tabs[&asker].hints[0].clone();
        let action: AnyAction = serde_json::from_value(told["hint"]["action"].clone()).unwrap();
        assert!(table.tabs[&asker].decisions().contains(&action), "{told}");
        // A decision that follows it is one like any other.
        assert!(matches!(
            table.act(asker, &told["hint"]["action"]),
            Answer::Ack(_)
        ));
    }
}

#[test]
fn among_people_the_room_has_to_allow_hints() {
    assert!(!settings(QUICK).hints, "off by default");
    for &game in GameKind::ALL {
        let (mut table, tabs) = playing(game, 2, false);
        let (asker, _) = acting(&table, &tabs);
        assert_eq!(table.tabs[&asker].view["hints"], false);
        assert_eq!(table.ask_for_hint(asker).code(), "no_hint");
        assert!(table.hints.is_empty() && hinted(&table, asker).is_empty());
    }
}

#[test]
fn who_plays_with_bots_alone_may_always_ask() {
    for &game in GameKind::ALL {
        let (mut table, alone) = solo(game);
        assert_eq!(table.tabs[&alone].view["hints"], true, "{game:?}");
        assert!(matches!(table.ask_for_hint(alone), Answer::Ack(_)));
        assert!(table.think_of_hint());
        assert_eq!(table.tabs[&alone].hints.len(), 1);
    }
}

/// Nobody gets hints against a person who has not agreed to them, wherever that person comes from.
#[test]
fn it_is_no_game_with_bots_alone_once_somebody_else_has_a_part_in_it() {
    let (mut table, alone) = solo(GameKind::Tsuro);
    let other = table.join(2);
    let number = table.tabs[&alone].seat().unwrap();
    let of_bot = seat(1 - u8::try_from(number).unwrap());
    let (seat, level) = (Some(of_bot), None);
    assert!(matches!(
        table.send(alone, Command::Bot { seat, level }),
        Answer::Ack(_)
    ));
    assert!(matches!(
        table.sit(other, Some(of_bot.number())),
        Answer::Ack(_)
    ));
    assert_eq!(table.tabs[&alone].view["hints"], false);
    assert_eq!(table.ask_for_hint(alone).code(), "no_hint");
    // Who has left can be followed by anybody, and so still counts.
    table.stand(other);
    assert_eq!(table.ask_for_hint(alone).code(), "no_hint");
}

#[test]
fn only_who_decides_gets_one() {
    let (mut table, tabs) = playing(GameKind::Tsuro, 2, true);
    let watcher = table.join(9);
    let (asker, other) = acting(&table, &tabs);
    assert_eq!(table.ask_for_hint(other).code(), "no_hint");
    assert_eq!(table.ask_for_hint(watcher).code(), "no_seat");
    let stale = Command::Hint { version: 1 };
    assert_eq!(table.send(asker, stale).code(), "stale");
    for &tab in &tabs {
        table.pause(tab);
    }
    assert_eq!(table.ask_for_hint(asker).code(), "paused");
    table.go_on(asker);
    assert!(matches!(table.ask_for_hint(asker), Answer::Ack(_)));
    table.play_out();
    assert_eq!(table.ask_for_hint(asker).code(), "no_game");
}

#[test]
fn a_decision_is_marked_once_however_often_somebody_asks() {
    let (mut table, tabs) = playing(GameKind::Tsuro, 2, true);
    let (asker, other) = acting(&table, &tabs);
    table.ask_for_hint(asker);
    let version = table.version();
    for _ in 0..3 {
        assert_eq!(table.ask_for_hint(asker), Answer::Ack(version));
    }
    assert_eq!(table.hints.len(), 4);
    assert_eq!(hinted(&table, other).len(), 1);
    table.move_on();
    table.move_on();
    table.ask_for_hint(asker);
    assert_eq!(hinted(&table, other).len(), 2);
    // After a restart it is still known.
    table.crash(None, 0, 1_000);
    let asker = table.join(1);
    assert_eq!(hinted(&table, asker).len(), 2);
}

#[test]
fn a_further_hint_is_answered_by_the_version_of_the_first_one() {
    let (mut table, tabs) = playing(GameKind::Tsuro, 2, true);
    let (asker, other) = acting(&table, &tabs);
    table.ask_for_hint(asker);
    let version = table.version();
    // Something else happens in between, of which the hint has made nothing.
    let name = Command::Name {
        name: Name::new("Another").unwrap(),
    };
    table.send(other, name);
    assert!(table.version() > version);
    assert_eq!(table.ask_for_hint(asker), Answer::Ack(version));
}

#[test]
fn a_command_sent_twice_asks_once() {
    let (mut table, tabs) = playing(GameKind::Tsuro, 2, true);
    let (asker, _) = acting(&table, &tabs);
    let version = table.tabs[&asker].version;
    let command = ClientMessage::Command {
        id: table.new_id(),
        command: Command::Hint { version },
    };
    let first = table.send_message(asker, command.clone());
    assert_eq!(table.send_message(asker, command), first);
    assert_eq!(table.hints.len(), 1);
}

#[test]
fn one_person_asks_so_often_and_then_waits() {
    let (mut table, tabs) = playing(GameKind::Tsuro, 2, true);
    let (asker, _) = acting(&table, &tabs);
    for _ in 0..HINT_BURST {
        assert!(matches!(table.ask_for_hint(asker), Answer::Ack(_)));
    }
    let refused = table.ask_for_hint(asker);
    let Answer::Nak { whole, .. } = &refused else {
        panic!("{refused:?}");
    };
    assert_eq!(whole["code"], "too_fast");
    assert_eq!(whole["again_ms"], HINT_REFILL_MS);
    table.later(HINT_REFILL_MS);
    assert!(matches!(table.ask_for_hint(asker), Answer::Ack(_)));
    assert_eq!(table.ask_for_hint(asker).code(), "too_fast");
    assert_eq!(table.hints.len(), HINT_BURST as usize + 1);
}

#[test]
fn a_hint_that_comes_too_late_is_not_told() {
    let (mut table, tabs) = playing(GameKind::Tsuro, 2, true);
    let (asker, _) = acting(&table, &tabs);
    table.ask_for_hint(asker);
    table.move_on();
    assert!(table.think_of_hint());
    assert!(table.tabs[&asker].hints.is_empty(), "it was decided since");
    let (asker, _) = acting(&table, &tabs);
    table.ask_for_hint(asker);
    table.leave(asker);
    // Nobody has that connection any more; that a message goes nowhere is a law of the table.
    assert!(table.think_of_hint());
}

#[test]
fn who_finds_nothing_in_time_says_so() {
    let (mut table, alone) = solo(GameKind::Tsuro);
    table.ask_for_hint(alone);
    let (to, question) = table.hints.remove(0);
    let nothing = Input::Hint {
        to,
        seat: question.seat,
        version: question.version,
        hint: None,
    };
    table.step(nothing);
    assert_eq!(table.tabs[&alone].hints[0]["hint"], Value::Null);
}
