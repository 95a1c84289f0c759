//! Tests of the clocks and of timeouts.

use senda_room::{
    ConnectionId, Time,
    protocol::{ClientMessage, Clock, Command},
};
use serde_json::json;

use crate::table::{Answer, QUICK, Table};

const BANK: Clock = Clock::Bank {
    seconds: 30,
    increment: 3,
};

/// Returns the seat whose clock runs, and the time at which it times out.
fn running(table: &Table, tab: ConnectionId) -> (usize, u64) {
    let running = &table.tabs[&tab].view["clock"]["running"];
    assert_eq!(running.as_array().unwrap().len(), 1);
    let seat = running[0]["seat"].as_u64().unwrap();
    (
        usize::try_from(seat).unwrap(),
        running[0]["until"].as_u64().unwrap(),
    )
}

fn bank(table: &Table, tab: ConnectionId, seat: usize) -> u64 {
    table.tabs[&tab].view["clock"]["banks_ms"][seat]
        .as_u64()
        .unwrap()
}

#[test]
fn without_a_clock_nothing_is_due() {
    let (mut table, tabs) = Table::playing(1, Clock::None {}, 2);
    assert_eq!(table.tabs[&tabs[0]].view["clock"], json!(null));
    table.wait(1_000);
    assert_eq!(table.room.deadline(), None);
    // Nothing is due for an absent player either. The host may remove them.
    table.leave(tabs[1]);
    let version = table.version();
    table.wait(86_400_000);
    assert_eq!(table.version(), version);
}

#[test]
fn a_timeout_makes_a_move_marked_as_the_clocks() {
    let (mut table, tabs) = Table::playing(1, QUICK, 2);
    let (seat, until) = running(&table, tabs[0]);
    assert_eq!(until, table.now.0 + 15_000);
    let version = table.version();
    table.wait(14_999);
    assert_eq!(table.version(), version);
    table.wait(1);
    assert_eq!(table.version(), version + 1);
    let played = table.tabs[&tabs[0]].last("played");
    assert_eq!(
        (&played["by"], &played["seat"]),
        (&json!("clock"), &json!(seat))
    );
    let (next, until) = running(&table, tabs[0]);
    assert_ne!(next, seat);
    assert_eq!(until, table.now.0 + 15_000);
}

#[test]
fn a_due_timeout_precedes_a_received_message() {
    let (mut table, tabs) = Table::playing(1, QUICK, 2);
    let acting = table.acting().unwrap();
    let action = table.tabs[&acting].actions()[0].clone();
    table.later(15_000);
    // No tick came in between. The message itself arrives too late.
    assert_eq!(table.act(acting, &action).code(), "stale");
    assert_eq!(table.tabs[&tabs[0]].last("played")["by"], "clock");
    // A moment earlier, an action counts. A flood of messages does not delay the clock.
    let acting = table.acting().unwrap();
    let version = table.version();
    for _ in 0..100 {
        table.later(149);
        table.step(senda_room::Input::Message {
            connection: tabs[0],
            message: ClientMessage::Sync { since: None },
        });
    }
    assert_eq!(table.version(), version);
    table.later(100);
    table.step(senda_room::Input::Message {
        connection: tabs[0],
        message: ClientMessage::Sync { since: None },
    });
    assert_eq!(table.version(), version + 1);
    assert_ne!(table.acting(), Some(acting));
}

#[test]
fn three_timeouts_in_a_row_make_a_seat_away() {
    let (mut table, tabs) = Table::playing(1, QUICK, 2);
    let mut turns = [0, 0];
    while turns[1] < 3 {
        let acting = table.acting().unwrap();
        if acting == tabs[0] {
            table.move_on();
            turns[0] += 1;
        } else {
            table.wait(15_000);
            turns[1] += 1;
            assert_eq!(table.tabs[&tabs[0]].view["seats"][1]["away"], turns[1] == 3);
        }
    }
    assert_eq!(
        table.tabs[&tabs[0]].last("away"),
        &json!({"type": "away", "seat": 1, "away": true})
    );
    // From now on, the others wait only for a moment.
    if table.acting() == Some(tabs[0]) {
        table.move_on();
    }
    let version = table.version();
    table.wait(1_499);
    assert_eq!(table.version(), version);
    table.wait(1);
    assert_eq!(table.tabs[&tabs[0]].last("played")["by"], "away");
    // The seat is played for until its owner is back.
    let back = table.send(tabs[1], Command::Back {});
    back.expect_ack();
    assert_eq!(table.tabs[&tabs[0]].view["seats"][1]["away"], false);
    let version = table.version();
    assert_eq!(
        table.send(tabs[1], Command::Back {}),
        Answer::Ack(version + 1),
        "back already"
    );
}

/// Plays a game until the seat of the second tab is away.
fn away() -> (Table, Vec<ConnectionId>) {
    let (mut table, tabs) = Table::playing(9, QUICK, 3);
    while table.tabs[&tabs[0]].view["seats"][1]["away"] == false {
        if table.acting() == Some(tabs[1]) {
            table.wait(15_000);
        } else {
            table.move_on();
        }
        assert_eq!(
            table.tabs[&tabs[0]].phase(),
            "playing",
            "a seed with a longer game"
        );
    }
    (table, tabs)
}

#[test]
fn a_move_or_a_return_ends_being_away() {
    let (mut table, tabs) = away();
    while table.acting() != Some(tabs[1]) {
        table.move_on();
    }
    table.move_on().expect_ack();
    assert_eq!(table.tabs[&tabs[0]].view["seats"][1]["away"], false);
    assert_eq!(
        table.tabs[&tabs[0]].types().iter().rev().nth(1),
        Some(&"away")
    );

    let (mut table, tabs) = away();
    table.leave(tabs[1]);
    let again = table.join(2);
    assert_eq!(table.tabs[&tabs[0]].view["seats"][1]["away"], false);
    assert_eq!(table.tabs[&again].last("away")["away"], false);
}

/// A player who is back within the pause has the rest of the turn.
#[test]
fn no_move_is_made_for_a_player_who_is_back_in_time() {
    let (mut table, tabs) = away();
    while running(&table, tabs[0]).0 != 1 {
        table.move_on();
    }
    let until = running(&table, tabs[0]).1;
    table.wait(1_499);
    table.send(tabs[1], Command::Back {});
    let version = table.version();
    table.wait_until(Time(until - 1));
    assert_eq!(table.version(), version);
    table.wait(1);
    assert_eq!(table.tabs[&tabs[0]].last("played")["by"], "clock");
}

#[test]
fn the_end_of_the_game_clears_away() {
    let (mut table, tabs) = away();
    table.play_out();
    assert_eq!(table.tabs[&tabs[0]].view["seats"][1]["away"], false);
}

/// The timeouts belong to the previous owner of the seat.
#[test]
fn a_player_who_takes_over_a_seat_inherits_no_timeouts() {
    let (mut table, tabs) = Table::playing(9, QUICK, 2);
    let mut silent = 0;
    while silent < 2 {
        if table.acting() == Some(tabs[1]) {
            table.wait(15_000);
            silent += 1;
        } else {
            table.move_on();
        }
    }
    table.stand(tabs[1]);
    let new = table.join(3);
    table.sit(new, Some(1));
    while table.acting() != Some(new) {
        table.move_on();
    }
    table.wait(15_000);
    let tab = &table.tabs[&tabs[0]];
    assert_eq!(tab.phase(), "playing");
    assert_eq!(tab.last("played")["by"], "clock");
    assert_eq!(tab.view["seats"][1]["away"], false);
}

#[test]
fn a_players_own_move_resets_the_timeouts() {
    let (mut table, tabs) = Table::playing(5, QUICK, 2);
    let mut silent = 0;
    for _ in 0..8 {
        if table.tabs[&tabs[0]].phase() != "playing" {
            break;
        }
        if table.acting() == Some(tabs[1]) && silent < 2 {
            table.wait(15_000);
            silent += 1;
        } else {
            if table.acting() == Some(tabs[1]) {
                silent = 0;
            }
            table.move_on();
        }
        assert_eq!(table.tabs[&tabs[0]].view["seats"][1]["away"], false);
    }
}

#[test]
fn a_bank_is_charged_and_gains_the_increment() {
    let (mut table, tabs) = Table::playing(1, BANK, 2);
    let (seat, until) = running(&table, tabs[0]);
    assert_eq!(until, table.now.0 + 30_000);
    table.wait(12_345);
    table.move_on();
    assert_eq!(bank(&table, tabs[0], seat), 30_000 - 12_345 + 3_000);
    let (next, until) = running(&table, tabs[0]);
    assert_eq!(
        (bank(&table, tabs[0], next), until),
        (30_000, table.now.0 + 30_000)
    );
    // An exhausted bank is empty, and then gains the increment.
    table.wait(30_000);
    assert_eq!(table.tabs[&tabs[0]].last("played")["by"], "clock");
    assert_eq!(bank(&table, tabs[0], next), 3_000);
    table.move_on();
    // The minimum time of a turn is enough for one tap, however little is left.
    assert_eq!(running(&table, tabs[0]), (next, table.now.0 + 5_000));
    table.wait(4_000);
    table.move_on();
    assert_eq!(
        bank(&table, tabs[0], next),
        3_000,
        "less than nothing is nothing"
    );
}

#[test]
fn standing_up_and_taking_over_a_seat_does_not_stop_the_clock() {
    let (mut table, tabs) = Table::playing(1, QUICK, 2);
    let acting = table.acting().unwrap();
    let (seat, until) = running(&table, tabs[0]);
    let mut outside = table.join(3);
    let mut inside = acting;
    let version = table.version();
    while table.now < Time(until) {
        table.stand(inside);
        table.wait(1_000);
        if table.now >= Time(until) {
            break;
        }
        table.sit(outside, Some(u8::try_from(seat).unwrap()));
        std::mem::swap(&mut inside, &mut outside);
    }
    table.wait(0);
    assert!(table.version() > version);
    let played = table.tabs[&tabs[0]].last("played");
    assert_eq!(
        played["seat"], seat,
        "the turn has ended when it would have ended"
    );
}

#[test]
fn a_vacant_seat_is_played_after_a_pause_also_without_a_clock() {
    let (mut table, tabs) = Table::playing(1, Clock::None {}, 2);
    let acting = table.acting().unwrap();
    // The pause counts from the moment when the seat is vacated, however long the turn has lasted.
    table.wait(60_000);
    table.stand(acting);
    table.wait(1_499);
    let watching = if acting == tabs[0] { tabs[1] } else { tabs[0] };
    assert!(!table.tabs[&watching].types().contains(&"played"));
    table.wait(1);
    assert_eq!(table.tabs[&watching].last("played")["by"], "away");
}

#[test]
fn a_late_tick_charges_only_one_turn() {
    let (mut table, tabs) = Table::playing(1, QUICK, 4);
    let version = table.version();
    table.later(3_600_000);
    table.step(senda_room::Input::Tick);
    assert_eq!(table.version(), version + 1);
    let (_, until) = running(&table, tabs[0]);
    assert_eq!(until, table.now.0 + 15_000);
}

#[test]
fn resigning_out_of_turn_does_not_affect_the_turn() {
    let (mut table, tabs) = Table::playing(1, BANK, 3);
    let resign = json!({"game": "tsuro", "type": "resign"});
    let (seat, until) = running(&table, tabs[0]);
    table.wait(4_000);
    let other = *tabs
        .iter()
        .find(|&&tab| table.tabs[&tab].seat() != Some(seat))
        .unwrap();
    let own = table.tabs[&other].seat().unwrap();
    table.act(other, &resign).expect_ack();
    assert_eq!(running(&table, tabs[0]), (seat, until));
    assert_eq!(bank(&table, tabs[0], own), 30_000);
    assert_eq!(table.act(other, &resign).code(), "already_out");
}
