//! Tests of games that wait for absent players: their clocks stop until they are back or skipped.

use senda_room::{
    ConnectionId,
    limits::{AWAY_PAUSE_MS, STALLED_MS},
    protocol::{Clock, Command, Settings, StandIn},
};
use serde_json::{Value, json};

use crate::table::{QUICK, Table, settings};

const BANK: Clock = Clock::Bank {
    seconds: 60,
    increment: 0,
};

/// Starts a game that waits for absent players. Returns the tab of the player whose turn it is, and
/// the tabs of the others.
fn waiting(clock: Clock, count: u128) -> (Table, ConnectionId, Vec<ConnectionId>) {
    let (mut table, tabs) = Table::seated(3, clock, count);
    let waits = Settings {
        stand_in: Some(StandIn::Wait),
        ..settings(clock)
    };
    table.set(tabs[0], waits);
    table.begin(&tabs);
    let acting = table.acting().unwrap();
    let others = tabs.into_iter().filter(|&tab| tab != acting).collect();
    (table, acting, others)
}

fn clock(table: &Table, tab: ConnectionId) -> &Value {
    &table.tabs[&tab].view["clock"]["running"]
}

#[test]
fn the_clock_of_an_absent_player_stops_until_they_are_back() {
    for limit in [QUICK, BANK] {
        let (mut table, gone, others) = waiting(limit, 3);
        let seat = table.tabs[&gone].seat().unwrap();
        let until = clock(&table, others[0])[0]["until"].as_u64().unwrap();
        let left = until - table.now.0;
        table.leave(gone);
        assert_eq!(*clock(&table, others[0]), json!([]));
        let awaited = &table.tabs[&others[0]].view["awaited"];
        assert_eq!(awaited[0]["seat"], seat);
        assert_eq!(awaited[0]["urge_from"], table.now.0 + STALLED_MS);
        let version = table.version();
        table.wait(3_600_000);
        assert_eq!(table.version(), version, "nobody plays for them");
        let back = table.join(seat as u128 + 1);
        let running = json!([{ "seat": seat, "until": table.now.0 + left }]);
        for tab in [back, others[0]] {
            assert_eq!(*clock(&table, tab), running);
            assert_eq!(table.tabs[&tab].view["awaited"], json!([]));
        }
        // The clock still times out for a player who is connected and does nothing.
        table.wait(left);
        assert_eq!(table.tabs[&others[0]].last("played")["by"], "clock");
    }
}

#[test]
fn absence_is_not_charged_to_a_bank() {
    let (mut table, gone, others) = waiting(BANK, 2);
    let seat = table.tabs[&gone].seat().unwrap();
    table.wait(10_000);
    table.leave(gone);
    table.wait(3_600_000);
    table.join(seat as u128 + 1);
    table.wait(5_000);
    table.move_on().expect_ack();
    let banks = &table.tabs[&others[0]].view["clock"]["banks_ms"];
    assert_eq!(banks[seat], 45_000);
}

#[test]
fn the_others_can_vote_to_skip_an_absent_player() {
    let (mut table, gone, others) = waiting(QUICK, 3);
    let seat = table.tabs[&gone].seat().unwrap();
    table.leave(gone);
    assert_eq!(table.vote_to_skip(others[0], seat).code(), "too_early");
    table.wait(STALLED_MS);
    for &tab in &others {
        table.vote_to_skip(tab, seat).expect_ack();
    }
    assert_eq!(table.tabs[&others[0]].view["seats"][seat]["away"], true);
    table.wait(AWAY_PAUSE_MS);
    assert_eq!(table.tabs[&others[0]].last("played")["by"], "away");
    // The next turns of the skipped player hold up no other player, until they are back.
    while table.acting() != Some(others[1]) {
        table.move_on();
    }
    table.move_on();
    table.wait(AWAY_PAUSE_MS);
    assert_eq!(table.tabs[&others[0]].last("played")["seat"], seat);
    let back = table.join(seat as u128 + 1);
    assert_eq!(table.tabs[&back].view["seats"][seat]["away"], false);
}

#[test]
fn a_connected_player_who_times_out_is_not_marked_as_away() {
    let (mut table, _, others) = waiting(QUICK, 2);
    for _ in 0..12 {
        table.wait(15_000);
    }
    let seats = table.tabs[&others[0]].view["seats"].as_array().unwrap();
    assert!(seats.iter().all(|seat| seat["away"] != true));
}

#[test]
fn a_deserted_game_and_a_pause_cost_no_time() {
    let (mut table, gone, others) = waiting(BANK, 2);
    let seat = table.tabs[&gone].seat().unwrap();
    let other = table.tabs[&others[0]].seat().unwrap();
    table.wait(10_000);
    table.leave(gone);
    table.wait(100_000);
    table.leave(others[0]);
    table.wait(1_000_000);
    let here = table.join(other as u128 + 1);
    assert_eq!(*clock(&table, here), json!([]));
    table.wait(100_000);
    table.crash(None, 0, 1_000_000);
    let here = table.join(other as u128 + 1);
    assert_eq!(*clock(&table, here), json!([]), "also after a restart");
    table.wait(1_000_000);
    let back = table.join(seat as u128 + 1);
    // The turn restarts after a restart of the server, with the bank that the log records.
    let until = table.now.0 + 60_000;
    assert_eq!(
        *clock(&table, back),
        json!([{ "seat": seat, "until": until }])
    );
    table.pause(here);
    table.pause(back);
    table.leave(back);
    table.wait(50_000);
    table.go_on(here);
    assert_eq!(*clock(&table, here), json!([]));
    table.wait(50_000);
    let back = table.join(seat as u128 + 1);
    let until = table.now.0 + 60_000;
    assert_eq!(
        *clock(&table, back),
        json!([{ "seat": seat, "until": until }])
    );
    table.send(back, Command::Back {});
}
