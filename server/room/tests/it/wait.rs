//! Where a game waits for who is away: their clock stands still, until they are back or skipped.

use senda_room::{
    ConnectionId,
    limits::{AWAY_PAUSE_MS, STALLED_MS},
    protocol::{Clock, Command, Settings, StandIn},
};
use serde_json::{Value, json};

use crate::table::{Answer, QUICK, Table, settings};

const BANK: Clock = Clock::Bank {
    seconds: 60,
    increment: 0,
};

/// A game of so many that waits: the tabs of the one whose turn it is, and of the others.
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
fn the_clock_of_who_is_gone_stands_still_until_they_are_back() {
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
        // And is up in the end, for one who is there and does nothing.
        table.wait(left);
        assert_eq!(table.tabs[&others[0]].last("played")["by"], "clock");
    }
}

#[test]
fn nobody_pays_from_a_bank_for_having_been_gone() {
    let (mut table, gone, others) = waiting(BANK, 2);
    let seat = table.tabs[&gone].seat().unwrap();
    table.wait(10_000);
    table.leave(gone);
    table.wait(3_600_000);
    table.join(seat as u128 + 1);
    table.wait(5_000);
    assert!(matches!(table.move_on(), Answer::Ack(_)));
    let banks = &table.tabs[&others[0]].view["clock"]["banks_ms"];
    assert_eq!(banks[seat], 45_000);
}

#[test]
fn the_others_need_not_wait_for_ever() {
    let (mut table, gone, others) = waiting(QUICK, 3);
    let seat = table.tabs[&gone].seat().unwrap();
    table.leave(gone);
    assert_eq!(table.vote_to_skip(others[0], seat).code(), "too_early");
    table.wait(STALLED_MS);
    for &tab in &others {
        assert!(matches!(table.vote_to_skip(tab, seat), Answer::Ack(_)));
    }
    assert_eq!(table.tabs[&others[0]].view["seats"][seat]["away"], true);
    table.wait(AWAY_PAUSE_MS);
    assert_eq!(table.tabs[&others[0]].last("played")["by"], "away");
    // Their next turns hold nobody up, until they are back.
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
fn who_is_here_and_asleep_is_no_further_away() {
    let (mut table, _, others) = waiting(QUICK, 2);
    for _ in 0..12 {
        table.wait(15_000);
    }
    let seats = table.tabs[&others[0]].view["seats"].as_array().unwrap();
    assert!(seats.iter().all(|seat| seat["away"] != true));
}

#[test]
fn a_game_that_everybody_left_and_a_pause_cost_nobody_time() {
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
    // The turn begins anew after a restart, with what the log says is in the bank.
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
