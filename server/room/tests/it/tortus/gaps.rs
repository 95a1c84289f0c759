//! Tests of gaps that the player who is not on turn has to fill.

use senda_room::{ConnectionId, protocol::Clock};
use senda_rules::GameKind;
use serde_json::json;

use super::{decide, game, is_asked, running, seats};
use crate::table::{QUICK, Table};

const BANK: Clock = Clock::Bank {
    seconds: 60,
    increment: 3,
};

fn bank(table: &Table, tab: ConnectionId, seat: usize) -> u64 {
    let banks = &table.tabs[&tab].view["clock"]["banks_ms"];
    banks[seat].as_u64().unwrap()
}

/// Finds a game in which the other player has to fill a gap in the mover's turn, and the mover has
/// further actions.
fn asked(clock: Clock) -> (Table, Vec<ConnectionId>) {
    for seed in 0..200 {
        let (mut table, tabs) = Table::playing_a(GameKind::Tortus, seed, clock, 2);
        for _ in 0..600 {
            let now = game(&table, tabs[0]);
            if is_asked(now) && now["actions"].as_u64() > Some(1) {
                return (table, tabs);
            }
            if table.tabs[&tabs[0]].phase() != "playing" {
                break;
            }
            decide(&mut table);
        }
    }
    panic!("no seed in which the other is asked");
}

#[test]
fn while_the_other_player_fills_a_gap_only_their_clock_runs() {
    let (mut table, tabs) = asked(QUICK);
    let (mover, other) = seats(&table, &tabs);
    assert_eq!(running(&table, tabs[0]), [(other, table.now.0 + 15_000)]);
    table.wait(14_000);
    assert_eq!(seats(&table, &tabs), (mover, other));
    table.move_on().expect_ack();
    // The mover continues with the time that was left: nearly all of it.
    let (who, until) = running(&table, tabs[0])[0];
    assert_eq!(who, mover);
    let left = until - table.now.0;
    assert!((5_000..=15_000).contains(&left), "{left} ms");
    let seats = &table.tabs[&tabs[0]].view["seats"];
    assert!(
        seats
            .as_array()
            .unwrap()
            .iter()
            .all(|seat| seat["away"] == false)
    );
}

#[test]
fn filling_a_gap_is_charged_to_no_bank() {
    let (mut table, tabs) = asked(BANK);
    let (mover, other) = seats(&table, &tabs);
    let banks = [bank(&table, tabs[0], mover), bank(&table, tabs[0], other)];
    assert_eq!(running(&table, tabs[0]), [(other, table.now.0 + 60_000)]);
    table.wait(30_000);
    table.move_on();
    assert_eq!(
        [bank(&table, tabs[0], mover), bank(&table, tabs[0], other)],
        banks
    );
    // The increment is added once, at the end of the turn.
    let until = |table: &Table| running(table, tabs[0])[0].1;
    assert_eq!(until(&table), table.now.0 + banks[0].max(5_000));
    table.later(2_000);
    let end = json!({"game": "tortus", "type": "end_turn"});
    table.act(tabs[mover], &end);
    assert_eq!(bank(&table, tabs[0], mover), banks[0] - 2_000 + 3_000);
}

#[test]
fn an_absent_player_loses_nothing_by_not_filling_a_gap() {
    for clock in [QUICK, BANK] {
        let (mut table, tabs) = asked(clock);
        let (mover, other) = seats(&table, &tabs);
        let asked = tabs[other];
        let stays = tabs[mover];
        let before = table.tabs[&asked].clone();
        let number = other as u128 + 1;
        let bank_ms = (clock == BANK).then(|| bank(&table, stays, other));
        let pawns = game(&table, stays)["pawns"].clone();
        let hand = game(&table, asked)["hands"][other].clone();
        let first = hand
            .as_array()
            .unwrap()
            .iter()
            .find(|held| !["hole", "pit"].contains(&held["tile"].as_str().unwrap()))
            .unwrap()["tile"]
            .clone();
        table.leave(asked);
        let due = running(&table, stays)[0].1;
        table.wait_until(senda_room::Time(due));
        // The clock fills the gap by the rules: with the first tile that fits, without a rotation.
        let played = table.tabs[&stays].last("played").clone();
        assert_eq!(
            (&played["by"], &played["seat"]),
            (&json!("clock"), &json!(other))
        );
        let filled = &played["events"][0];
        assert_eq!(
            (&filled["type"], &filled["tile"], &filled["rotation"]),
            (&json!("filled"), &first, &json!(0))
        );
        // The mover's turn continues, and neither player has paid for the delay.
        assert_eq!(game(&table, stays)["acting"], json!(mover));
        assert_eq!(game(&table, stays)["turn"], json!(mover));
        assert_eq!(game(&table, stays)["pawns"], pawns);
        if let Some(bank_ms) = bank_ms {
            assert_eq!(bank(&table, stays, other), bank_ms);
        }
        let seats = &table.tabs[&stays].view["seats"];
        assert_eq!(seats[other]["away"], false);
        // A player who comes back receives the missed events one by one, and has a full turn.
        let again = table.come_back(number, &before);
        assert_eq!(table.tabs[&again].version, table.version());
        assert_eq!(table.tabs[&again].last("played"), &played);
        let end = json!({"game": "tortus", "type": "end_turn"});
        table.act(stays, &end).expect_ack();
        let whole = if clock == QUICK {
            15_000
        } else {
            bank_ms.unwrap()
        };
        assert_eq!(running(&table, stays), [(other, table.now.0 + whole)]);
    }
}

/// A timeout in another player's turn does not count as a timeout of a turn.
#[test]
fn timing_out_on_a_gap_does_not_count_towards_away() {
    let (mut table, tabs) = asked(QUICK);
    let (_, other) = seats(&table, &tabs);
    // Two turns of the player's own time out as well. The seat is away only after a third one.
    table.wait(15_000);
    let is_away = |table: &Table| table.tabs[&tabs[0]].view["seats"][other]["away"] == true;
    for turn in 1..=3 {
        while game(&table, tabs[0])["acting"] != json!(other) {
            // A tile is rotated each time, so that no position repeats.
            let connection = table.acting().unwrap();
            let mut actions = table.tabs[&connection].actions();
            actions.retain(|action| action["type"] == "rotate");
            let turned = table.dice.pick(&actions).clone();
            table.act(connection, &turned);
        }
        assert!(!is_away(&table), "turn {turn}");
        table.wait(15_000);
    }
    assert!(is_away(&table));
}

/// Without a clock, the mover may vote not to wait for the player who has to fill the gap.
#[test]
fn without_a_clock_a_gap_is_filled_after_the_mover_votes_to_skip() {
    let (mut table, tabs) = asked(Clock::None {});
    let (mover, other) = seats(&table, &tabs);
    let waits = tabs[mover];
    assert_eq!(table.vote_to_skip(waits, other).code(), "too_early");
    table.wait(300_000);
    table.vote_to_skip(waits, other).expect_ack();
    table.wait(1_500);
    assert_eq!(table.tabs[&waits].last("played")["by"], "away");
    assert_eq!(game(&table, waits)["acting"], json!(mover));
}
