//! Tests of the standstill of a game when all players have left or all agree on a pause. No single
//! player can prolong it.

use senda_room::{
    ConnectionId, LogEvent,
    protocol::{Clock, Command, PauseReason, Paused, Resumed},
};
use serde_json::{Value, json};

use crate::table::{Answer, QUICK, Table};

const MINUTE: Clock = Clock::Turn { seconds: 60 };
const BANK: Clock = Clock::Bank {
    seconds: 120,
    increment: 0,
};

/// Starts a game of two. Returns the number of the person whose turn it is, and that of the other
/// person.
fn two(clock: Clock) -> (Table, Vec<ConnectionId>, u128, u128) {
    let (table, tabs) = Table::playing(1, clock, 2);
    let turn = table.tabs[&table.acting().unwrap()].seat().unwrap() as u128;
    (table, tabs, turn + 1, 2 - turn)
}

fn all_leave(table: &mut Table, tabs: &[ConnectionId]) {
    for &tab in tabs {
        table.leave(tab);
    }
}

/// Returns the remaining time on the running clock, in milliseconds.
#[track_caller]
fn left_ms(table: &Table, tab: ConnectionId) -> u64 {
    let running = table.tabs[&tab].view["clock"]["running"].as_array();
    let running = running.unwrap();
    assert_eq!(running.len(), 1);
    running[0]["until"].as_u64().unwrap() - table.now.0
}

fn happened(table: &Table, from: usize) -> Vec<&LogEvent> {
    let records = table.log[from..].iter();
    records.flat_map(|record| &record.happened).collect()
}

const LEFT: LogEvent = LogEvent::Paused(Paused {
    reason: PauseReason::EverybodyLeft,
});

/// Both players lose the network for a long time, with the shortest clock.
#[test]
fn a_deserted_game_waits_for_its_players() {
    let (mut table, tabs, mover, other) = two(QUICK);
    let before = table.log.len();
    table.wait(5_000);
    all_leave(&mut table, &tabs);
    table.wait(9_999);
    assert_eq!(table.log.len(), before, "a moment is nothing to tell of");
    table.wait(86_400_000);
    assert_eq!(happened(&table, before), [&LEFT]);
    // The player whose turn it is has the time that was left, and at least some time to look at the
    // board.
    let tab = table.join(mover);
    let seat = senda_rules::Seat::new(u8::try_from(mover - 1).unwrap()).unwrap();
    let resumed = LogEvent::Resumed(Resumed { seat: Some(seat) });
    assert_eq!(happened(&table, before), [&LEFT, &resumed]);
    assert_eq!(left_ms(&table, tab), 15_000);
    assert_eq!(table.tabs[&tab].view["paused"], json!(null));
    // The other player has a minute to come back.
    table.move_on().expect_ack();
    let decided = table.version();
    table.wait(60_000);
    assert_eq!(
        table.version(),
        decided,
        "nothing is decided for who is not there yet"
    );
    assert_eq!(left_ms(&table, tab), 15_000);
    table.join(other);
    table.play_out();
}

#[test]
fn a_short_desertion_costs_no_time_and_is_not_logged() {
    let (mut table, tabs, mover, other) = two(MINUTE);
    let watcher = table.join(9);
    table.wait(20_000);
    let version = table.version();
    all_leave(&mut table, &tabs);
    table.wait(2_000);
    let tab = table.join(mover);
    assert_eq!(left_ms(&table, tab), 40_000);
    assert_eq!(left_ms(&table, watcher), 40_000, "who stayed is told");
    table.join(other);
    assert_eq!(left_ms(&table, tab), 40_000);
    assert_eq!(table.version(), version);
}

#[test]
fn a_late_player_has_a_grace_minute_and_their_clock_starts_on_return() {
    let (mut table, tabs, mover, other) = two(BANK);
    table.wait(30_000);
    all_leave(&mut table, &tabs);
    table.wait(600_000);
    let tab = table.join(other);
    assert_eq!(left_ms(&table, tab), 60_000 + 90_000);
    table.wait(20_000);
    table.join(mover);
    assert_eq!(left_ms(&table, tab), 90_000);
    table.wait(10_000);
    table.move_on();
    let banks = &table.tabs[&tab].view["clock"]["banks_ms"];
    assert_eq!(banks[mover as usize - 1], 120_000 - 30_000 - 10_000);
}

/// During a standstill, the room does not play for seats that are away or vacant either.
#[test]
fn a_standstill_also_stops_moves_for_away_players() {
    let (mut table, tabs) = Table::playing(9, QUICK, 3);
    while table.tabs[&tabs[0]].view["seats"][1]["away"] == false {
        if table.acting() == Some(tabs[1]) {
            table.wait(15_000);
        } else {
            table.move_on();
        }
    }
    while table.tabs[&tabs[0]].view["game"]["acting"] != 1 {
        table.move_on();
    }
    let before = table.log.len();
    all_leave(&mut table, &tabs);
    table.wait(3_600_000);
    assert_eq!(happened(&table, before), [&LEFT]);
    let back = table.join(1);
    table.wait(59_999);
    assert_eq!(table.tabs[&back].types().last(), Some(&"resumed"));
    table.wait(1_501);
    assert_eq!(table.tabs[&back].last("played")["by"], "away");
}

#[test]
fn a_game_with_only_vacant_seats_comes_to_its_end() {
    let (mut table, tabs, _, _) = two(QUICK);
    table.pause(tabs[0]);
    table.pause(tabs[1]);
    for &tab in &tabs {
        table.stand(tab);
    }
    assert_eq!(table.tabs[&tabs[0]].last("resumed")["seat"], json!(null));
    all_leave(&mut table, &tabs);
    table.wait(3_600_000);
    assert_eq!(table.finished.len(), 1);
}

/// A single player who comes and goes all day does not fill the log.
#[test]
fn coming_and_going_is_not_logged_each_time() {
    let (mut table, tabs, mover, _) = two(Clock::None {});
    all_leave(&mut table, &tabs);
    let (before, began) = (table.log.len(), table.now);
    while table.now.since(began) < 43_200_000 {
        table.wait(11_000);
        let tab = table.join(mover);
        table.leave(tab);
    }
    let records = table.log.len() - before;
    assert!(records <= 2 * (6 + 72), "{records} records in half a day");
}

#[test]
fn a_pause_begins_when_all_agree_and_any_of_them_ends_it() {
    let (mut table, tabs) = Table::playing(1, QUICK, 3);
    let watcher = table.join(9);
    let view = |table: &Table, key: &str| table.tabs[&watcher].view[key].clone();
    assert_eq!(table.pause(watcher).code(), "no_seat");
    table.wait(5_000);
    table.pause(tabs[2]);
    table.pause(tabs[0]);
    assert_eq!(view(&table, "paused"), Value::Null);
    assert_eq!(view(&table, "pause_asked_by"), json!([2, 0]));
    table.pause(tabs[1]);
    assert_eq!(view(&table, "paused"), "agreed");
    assert_eq!(view(&table, "pause_asked_by"), json!([2, 0, 1]));
    assert_eq!(view(&table, "clock")["running"], json!([]));
    // Nothing happens during the pause, even if all players leave or the server restarts.
    let version = table.version();
    assert_eq!(table.move_on().code(), "paused");
    table.wait(86_400_000);
    table.crash(None, 0, 1_000);
    let tabs: Vec<ConnectionId> = (1..=3).map(|number| table.join(number)).collect();
    assert_eq!(table.tabs[&tabs[0]].view["paused"], "agreed");
    table.wait(86_400_000);
    assert_eq!(table.version(), version);
    // The player whose turn it is did not end the pause, and has a minute to come back.
    let mover = table.acting().unwrap();
    let other = *tabs.iter().find(|&&tab| tab != mover).unwrap();
    table.go_on(other);
    assert_eq!(left_ms(&table, other), 60_000 + 15_000);
    table.wait(1_000);
    table.move_on().expect_ack();
    assert_eq!(
        table.go_on(other),
        Answer::Ack(table.version()),
        "nothing to end"
    );
}

#[test]
fn a_pause_can_be_declined_and_taken_back() {
    let (mut table, tabs) = Table::playing(1, MINUTE, 3);
    table.wait(5_000);
    for who in [tabs[1], tabs[0]] {
        table.pause(tabs[0]);
        table.pause(tabs[2]);
        table.go_on(who);
        let tab = &table.tabs[&tabs[2]];
        assert_eq!(tab.last("pause_declined")["seat"], tab_seat(&table, who));
        assert_eq!(tab.view["pause_asked_by"], json!([]));
    }
    assert_eq!(
        left_ms(&table, tabs[0]),
        55_000,
        "the clock has not stopped"
    );
    // The request of a player who stands up is withdrawn.
    table.pause(tabs[0]);
    table.stand(tabs[0]);
    assert_eq!(table.tabs[&tabs[1]].view["pause_asked_by"], json!([]));
}

fn tab_seat(table: &Table, tab: ConnectionId) -> usize {
    table.tabs[&tab].seat().unwrap()
}

/// Players who are gone or out of the game need not agree, but they can end the pause.
#[test]
fn only_connected_active_players_have_to_agree() {
    let (mut table, tabs) = Table::playing(1, QUICK, 4);
    table.act(tabs[3], &json!({"game": "tsuro", "type": "resign"}));
    table.pause(tabs[0]);
    table.pause(tabs[1]);
    assert_eq!(table.tabs[&tabs[0]].view["paused"], json!(null));
    table.leave(tabs[2]);
    assert_eq!(table.tabs[&tabs[0]].view["paused"], "agreed");
    let back = table.join(3);
    assert_eq!(table.tabs[&back].view["paused"], "agreed");
    table.go_on(back);
    assert_eq!(table.tabs[&tabs[0]].view["paused"], json!(null));
}

/// A pause cannot hold up the other players: none begins without them, and each of them can end it.
#[test]
fn no_player_can_keep_the_others_from_playing() {
    let (mut table, tabs, mover, _) = two(QUICK);
    let stalls = tabs[mover as usize - 1];
    let plays = tabs[2 - mover as usize];
    let turn = table.now;
    while table.tabs[&plays].types().last() != Some(&"played") {
        let answer = table.send(stalls, Command::Pause { until_all: false });
        assert!(matches!(answer, Answer::Ack(_) | Answer::Nak { .. }));
        table.wait(1_000);
        assert!(table.now.since(turn) <= 15_000, "the clock runs on");
    }
    assert_eq!(table.tabs[&plays].last("played")["by"], "clock");
}
