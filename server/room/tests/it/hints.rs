//! Tests of hints: the permission to request one, the announcement to the others, and the delivery.

use senda_room::{
    ConnectionId, Input,
    limits::{HINT_BURST, HINT_REFILL_MS},
    protocol::{ClientMessage, Clock, Command, Level, Name, Settings},
};
use senda_rules::{AnyAction, GameKind};
use serde_json::Value;

use crate::table::{Answer, QUICK, Table, seat, settings, settings_of};

/// Starts a game in a room that allows hints or does not.
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

/// Starts a game of one person and one bot.
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

/// Returns the tab of the player who decides next, and another tab.
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
fn a_hint_goes_to_its_requester_alone_and_the_request_is_announced_to_all() {
    for &game in GameKind::ALL {
        let (mut table, tabs) = playing(game, 2, true);
        let watcher = table.join(9);
        let (asker, other) = acting(&table, &tabs);
        table.ask_for_hint(asker).expect_ack();
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
        // A decision after a hint is like any other.
        table.act(asker, &told["hint"]["action"]).expect_ack();
    }
}

#[test]
fn a_game_among_people_needs_the_rooms_permission_for_hints() {
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
fn a_player_against_bots_only_may_always_request_hints() {
    for &game in GameKind::ALL {
        let (mut table, alone) = solo(game);
        assert_eq!(table.tabs[&alone].view["hints"], true, "{game:?}");
        table.ask_for_hint(alone).expect_ack();
        assert!(table.think_of_hint());
        assert_eq!(table.tabs[&alone].hints.len(), 1);
    }
}

/// No player gets hints against a person who has not agreed to them, however that person has
/// joined.
#[test]
fn a_second_person_in_the_game_ends_the_free_use_of_hints() {
    let (mut table, alone) = solo(GameKind::Tsuro);
    let other = table.join(2);
    let number = table.tabs[&alone].seat().unwrap();
    let of_bot = seat(1 - u8::try_from(number).unwrap());
    let (seat, level) = (Some(of_bot), None);
    table.send(alone, Command::Bot { seat, level }).expect_ack();
    table.sit(other, Some(of_bot.number())).expect_ack();
    assert_eq!(table.tabs[&alone].view["hints"], false);
    assert_eq!(table.ask_for_hint(alone).code(), "no_hint");
    // Another person may take over the seat of a player who has left, so the seat still counts.
    table.stand(other);
    assert_eq!(table.ask_for_hint(alone).code(), "no_hint");
}

#[test]
fn only_the_player_who_decides_gets_a_hint() {
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
    table.ask_for_hint(asker).expect_ack();
    table.play_out();
    assert_eq!(table.ask_for_hint(asker).code(), "no_game");
}

#[test]
fn repeated_hints_on_one_decision_are_announced_once() {
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
    // The hint is still known after a restart.
    table.crash(None, 0, 1_000);
    let asker = table.join(1);
    assert_eq!(hinted(&table, asker).len(), 2);
}

#[test]
fn a_repeated_hint_is_answered_with_the_version_of_the_first_one() {
    let (mut table, tabs) = playing(GameKind::Tsuro, 2, true);
    let (asker, other) = acting(&table, &tabs);
    table.ask_for_hint(asker);
    let version = table.version();
    // Another event occurs in between. It does not change the answer.
    let name = Command::Name {
        name: Name::new("Another").unwrap(),
    };
    table.send(other, name);
    assert!(table.version() > version);
    assert_eq!(table.ask_for_hint(asker), Answer::Ack(version));
}

#[test]
fn a_repeated_command_requests_one_hint() {
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
fn hint_requests_of_one_person_are_throttled() {
    let (mut table, tabs) = playing(GameKind::Tsuro, 2, true);
    let (asker, _) = acting(&table, &tabs);
    for _ in 0..HINT_BURST {
        table.ask_for_hint(asker).expect_ack();
    }
    let refused = table.ask_for_hint(asker);
    let Answer::Nak { whole, .. } = &refused else {
        panic!("{refused:?}");
    };
    assert_eq!(whole["code"], "too_fast");
    assert_eq!(whole["again_ms"], HINT_REFILL_MS);
    table.later(HINT_REFILL_MS);
    table.ask_for_hint(asker).expect_ack();
    assert_eq!(table.ask_for_hint(asker).code(), "too_fast");
    assert_eq!(table.hints.len(), HINT_BURST as usize + 1);
}

#[test]
fn a_late_hint_is_not_delivered() {
    let (mut table, tabs) = playing(GameKind::Tsuro, 2, true);
    let (asker, _) = acting(&table, &tabs);
    table.ask_for_hint(asker);
    table.move_on();
    assert!(table.think_of_hint());
    assert!(table.tabs[&asker].hints.is_empty(), "it was decided since");
    let (asker, _) = acting(&table, &tabs);
    table.ask_for_hint(asker);
    table.leave(asker);
    // The connection is closed. An invariant of the table checks that every message has a
    // recipient.
    assert!(table.think_of_hint());
}

#[test]
fn a_missing_hint_is_reported() {
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
