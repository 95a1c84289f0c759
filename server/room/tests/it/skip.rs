//! Tests of votes to skip a seat in games without a clock: a player who stalls does not stop the
//! game.

use senda_room::{
    ConnectionId, Input, Time,
    protocol::{Clock, Command},
};
use serde_json::json;

use crate::table::{Answer, QUICK, Table, command, seat};

const LONG: u64 = 300_000;

/// Starts a game without a clock. Returns its tabs, and the seat whose turn it is.
fn stalled(count: u128) -> (Table, Vec<ConnectionId>, usize) {
    let (table, tabs) = Table::playing(1, Clock::None {}, count);
    let turn = tabs
        .iter()
        .position(|tab| Some(*tab) == table.acting())
        .unwrap();
    (table, tabs, turn)
}

fn others(tabs: &[ConnectionId], turn: usize) -> Vec<ConnectionId> {
    let mut others = tabs.to_vec();
    others.remove(turn);
    others
}

#[track_caller]
fn is_away(table: &Table, tab: ConnectionId, seat: usize) -> bool {
    table.tabs[&tab].view["seats"][seat]["away"] == true
}

#[test]
fn in_a_game_of_two_the_other_player_may_skip_after_a_long_wait() {
    let (mut table, tabs, turn) = stalled(2);
    let other = others(&tabs, turn)[0];
    let since = table.now.0;
    let awaited = json!([{
        "seat": turn, "urge_from": since + LONG, "alone_from": since + 2 * LONG, "urged_by": [],
    }]);
    assert_eq!(table.tabs[&other].view["awaited"], awaited);
    table.wait(LONG - 1);
    let early = table.vote_to_skip(other, turn);
    let Answer::Nak {
        code,
        temporary,
        whole,
    } = &early
    else {
        panic!("{early:?}");
    };
    assert_eq!((code.as_str(), *temporary), ("too_early", true));
    assert_eq!(whole["again_ms"], 1);
    table.wait(1);
    let asked = table.version() + 1;
    assert_eq!(table.vote_to_skip(other, turn), Answer::Ack(asked));
    let tab = &table.tabs[&other];
    assert_eq!(
        tab.last("urged"),
        &json!({"type": "urged", "seat": turn, "by": 1 - turn})
    );
    assert_eq!(
        tab.last("away"),
        &json!({"type": "away", "seat": turn, "away": true, "skipped": true})
    );
    assert_eq!(tab.view["awaited"], json!([]));
    table.wait(1_499);
    assert_eq!(table.version(), asked + 1);
    table.wait(1);
    assert_eq!(table.tabs[&other].last("played")["by"], "away");
    // The later turns of the seat are played for too, after the same delay.
    table.move_on();
    table.wait(1_500);
    assert_eq!(table.tabs[&other].last("played")["seat"], turn);
    // This holds until the owner of the seat is back.
    table.send(tabs[turn], Command::Back {});
    assert!(!is_away(&table, other, turn));
    table.move_on();
    assert_eq!(table.acting(), Some(tabs[turn]));
    let version = table.version();
    table.wait(86_400_000);
    assert_eq!(table.version(), version, "nobody has asked again");
}

#[test]
fn a_skip_needs_a_majority_of_the_others() {
    for (players, needed) in [(3, 2), (4, 2), (5, 3), (8, 4)] {
        let (mut table, tabs, turn) = stalled(players);
        table.wait(LONG);
        let others = others(&tabs, turn);
        for (asked, &tab) in (1..).zip(&others[..needed]) {
            assert!(!is_away(&table, tab, turn), "{asked} of {players}");
            table.vote_to_skip(tab, turn);
            // A repeated vote does not count twice.
            if asked < needed {
                table.vote_to_skip(tab, turn);
            }
        }
        assert!(is_away(&table, tabs[0], turn), "{needed} of {players}");
    }
}

/// Two of three players stall with open browsers. The third can continue, but only later.
#[test]
fn after_twice_the_wait_one_vote_is_enough() {
    let (mut table, tabs, turn) = stalled(3);
    let since = table.now.0;
    table.wait(LONG);
    let others = others(&tabs, turn);
    table.vote_to_skip(others[0], turn);
    table.wait_until(Time(since + 2 * LONG - 1));
    assert!(!is_away(&table, others[0], turn), "one of two");
    // In the meantime, the player who voted is not connected, so no connected player has voted.
    let number = tabs.iter().position(|&tab| tab == others[0]).unwrap() as u128 + 1;
    table.leave(others[0]);
    table.wait(LONG);
    assert!(!is_away(&table, others[1], turn), "nobody who waits");
    let back = table.join(number);
    assert!(is_away(&table, back, turn));

    // The same holds without an earlier vote, for the turn of the other stalling player.
    table.wait(1_500);
    let stalls = table.tabs[&others[1]].seat().unwrap();
    while table.acting() != Some(others[1]) {
        table.move_on();
        table.wait(1_500);
    }
    table.wait(LONG);
    table.vote_to_skip(back, stalls);
    assert!(
        is_away(&table, back, stalls),
        "who is away does not count: the one who asks is all"
    );

    // If many players stall, one vote is enough only then, and takes effect at once.
    let (mut table, tabs, turn) = stalled(8);
    table.wait(2 * LONG - 1);
    let others = self::others(&tabs, turn);
    table.wait(1);
    assert!(!is_away(&table, others[0], turn), "nobody has asked");
    table.vote_to_skip(others[6], turn);
    assert!(is_away(&table, others[0], turn));
}

#[test]
fn disconnected_players_do_not_count() {
    let (mut table, tabs, turn) = stalled(4);
    table.wait(LONG);
    let others = others(&tabs, turn);
    table.vote_to_skip(others[0], turn);
    table.leave(others[1]);
    assert!(!is_away(&table, others[0], turn), "one of two");
    table.leave(others[2]);
    assert!(is_away(&table, others[0], turn), "the only one who waits");
    // A player who stalls by being disconnected does not hold up the game either, nor does a host.
    let (mut table, tabs, turn) = stalled(2);
    let other = self::others(&tabs, turn)[0];
    table.leave(tabs[turn]);
    table.wait(LONG);
    table.vote_to_skip(other, turn);
    assert!(is_away(&table, other, turn));
    let back = table.join(turn as u128 + 1);
    assert!(!is_away(&table, back, turn), "who comes back is back");
}

/// A player who comes back repeatedly gets no more time than one turn.
#[test]
fn a_return_does_not_restart_the_turn() {
    let (mut table, tabs, turn) = stalled(2);
    let other = others(&tabs, turn)[0];
    table.wait(LONG);
    table.vote_to_skip(other, turn);
    let until = table.now.plus(60_000);
    for _ in 0..40 {
        table.wait(1_000);
        table.send(tabs[turn], Command::Back {});
        let clock = &table.tabs[&other].view["clock"];
        assert_eq!(clock["running"], json!([{"seat": turn, "until": until.0}]));
        assert_eq!(clock["banks_ms"], json!(null));
        assert_eq!(table.vote_to_skip(other, turn).code(), "not_awaited");
    }
    table.wait_until(Time(until.0 - 1));
    assert!(!table.tabs[&other].types().contains(&"played"));
    table.wait(1);
    assert_eq!(table.tabs[&other].last("played")["by"], "clock");
    assert_eq!(table.tabs[&other].view["clock"], json!(null));
}

#[test]
fn a_move_clears_the_votes() {
    let (mut table, tabs, turn) = stalled(4);
    table.wait(LONG);
    let others = others(&tabs, turn);
    table.vote_to_skip(others[0], turn);
    table.move_on().expect_ack();
    while table.acting() != Some(tabs[turn]) {
        table.move_on();
    }
    let awaited = &table.tabs[&tabs[0]].view["awaited"][0];
    assert_eq!(awaited["urged_by"], json!([]));
    assert_eq!(awaited["urge_from"], table.now.0 + LONG);
    table.wait(LONG);
    table.vote_to_skip(others[1], turn);
    assert!(
        !is_away(&table, tabs[0], turn),
        "only one of three asks now"
    );
}

#[test]
fn a_rejected_vote_gives_the_reason() {
    let (mut table, tabs, turn) = stalled(3);
    let watcher = table.join(9);
    table.wait(LONG);
    let others = others(&tabs, turn);
    assert_eq!(table.vote_to_skip(watcher, turn).code(), "no_seat");
    assert_eq!(table.vote_to_skip(tabs[turn], turn).code(), "not_awaited");
    let idle = table.tabs[&others[1]].seat().unwrap();
    assert_eq!(table.vote_to_skip(others[0], idle).code(), "not_awaited");
    assert_eq!(table.vote_to_skip(others[0], 7).code(), "not_awaited");
    let resign = json!({"game": "tsuro", "type": "resign"});
    table.act(others[0], &resign);
    assert_eq!(
        table.vote_to_skip(others[0], turn).code(),
        "not_awaited",
        "out"
    );
    // An eliminated player does not count. Only one other player is still in the game.
    table.vote_to_skip(others[1], turn);
    assert!(is_away(&table, watcher, turn));
    assert_eq!(
        table.vote_to_skip(others[1], turn).code(),
        "not_awaited",
        "played for"
    );

    let (mut table, tabs) = Table::seated(1, Clock::None {}, 2);
    assert_eq!(table.vote_to_skip(tabs[0], 1).code(), "no_game");
    let (mut table, tabs) = Table::playing(1, QUICK, 2);
    let other = *tabs
        .iter()
        .find(|tab| Some(**tab) != table.acting())
        .unwrap();
    let turn = table.tabs[&table.acting().unwrap()].seat().unwrap();
    assert_eq!(table.tabs[&other].view["awaited"], json!([]));
    table.later(14_999);
    assert_eq!(
        table.vote_to_skip(other, turn).code(),
        "not_awaited",
        "a clock ends it"
    );
}

#[test]
fn a_restart_keeps_the_votes_and_restarts_the_wait() {
    let (mut table, tabs, turn) = stalled(4);
    table.wait(LONG);
    let asks = (1..=4_u128).filter(|number| *number as usize != turn + 1);
    let asks: Vec<u128> = asks.collect();
    table.vote_to_skip(others(&tabs, turn)[0], turn);
    let message = command(
        table.new_id(),
        Command::VoteToSkip {
            seat: seat(turn as u8),
        },
    );
    let connection = others(&tabs, turn)[1];
    // The vote is stored, and then the process crashes before its consequences.
    table.crash(
        Some(Input::Message {
            connection,
            message,
        }),
        1,
        1_000,
    );
    let began = table.now;
    let back: Vec<ConnectionId> = asks.iter().map(|&number| table.join(number)).collect();
    let awaited = &table.tabs[&back[0]].view["awaited"][0];
    assert_eq!(awaited["urge_from"], began.0 + 60_000 + LONG);
    assert_eq!(awaited["urged_by"].as_array().unwrap().len(), 2);
    assert_eq!(table.vote_to_skip(back[2], turn).code(), "too_early");
    table.wait_until(Time(began.0 + 60_000 + LONG - 1));
    assert!(!is_away(&table, back[0], turn));
    table.wait(1);
    assert!(is_away(&table, back[0], turn), "two of three have asked");
}

/// The vote of a player who stands up or is away is dropped. A player who takes over the seat has
/// not voted.
#[test]
fn only_votes_of_active_players_count() {
    let (mut table, tabs, turn) = stalled(4);
    table.wait(LONG);
    let others = others(&tabs, turn);
    let own = table.tabs[&others[0]].seat().unwrap();
    table.vote_to_skip(others[0], turn);
    table.stand(others[0]);
    assert_eq!(
        table.tabs[&tabs[turn]].view["awaited"][0]["urged_by"],
        json!([])
    );
    table.sit(others[0], Some(own as u8));
    table.vote_to_skip(others[1], turn);
    assert!(!is_away(&table, tabs[0], turn), "one of three");
    table.vote_to_skip(others[0], turn);
    assert!(is_away(&table, tabs[0], turn));
}

/// A player who takes over a seat during its turn gets the whole waiting time, because the votes
/// were against the previous owner.
#[test]
fn taking_over_a_seat_clears_the_votes_against_it() {
    let (mut table, tabs, turn) = stalled(4);
    let another = table.join(9);
    table.wait(LONG);
    let others = others(&tabs, turn);
    table.vote_to_skip(others[0], turn);
    table.stand(tabs[turn]);
    table.sit(another, Some(turn as u8));
    let awaited = &table.tabs[&another].view["awaited"][0];
    assert_eq!(awaited["seat"], turn);
    assert_eq!(awaited["urged_by"], json!([]));
    table.vote_to_skip(others[1], turn);
    assert!(!is_away(&table, another, turn), "one of three");
    table.vote_to_skip(others[0], turn);
    assert!(is_away(&table, another, turn));
}

/// A player who is away neither counts nor votes. A player who votes is back.
#[test]
fn an_away_player_does_not_count_and_a_vote_brings_them_back() {
    let (mut table, tabs, turn) = stalled(4);
    let others = others(&tabs, turn);
    table.wait(LONG);
    for &tab in &others {
        table.vote_to_skip(tab, turn);
    }
    assert!(is_away(&table, tabs[0], turn));
    // The next player stalls too. One of the others is away now.
    table.wait(1_500);
    let next = table.acting().unwrap();
    let stalls = table.tabs[&next].seat().unwrap();
    assert_ne!(stalls, turn);
    table.wait(LONG);
    let rest: Vec<ConnectionId> = others.into_iter().filter(|&tab| tab != next).collect();
    table.vote_to_skip(rest[0], stalls);
    assert!(!is_away(&table, next, stalls), "one of two");
    table.vote_to_skip(tabs[turn], stalls);
    assert!(!is_away(&table, next, turn), "who asks is here");
    assert!(is_away(&table, next, stalls), "two of three");
}

/// The votes from before a return no longer count after it.
#[test]
fn a_return_clears_the_votes() {
    let (mut table, tabs, turn) = stalled(2);
    let other = others(&tabs, turn)[0];
    table.wait(LONG);
    table.vote_to_skip(other, turn);
    table.send(tabs[turn], Command::Back {});
    let number = turn as u128 + 1;
    table.crash(None, 0, 1_000);
    table.join(number);
    let other = table.join(3 - number);
    assert_eq!(table.tabs[&other].view["awaited"][0]["urged_by"], json!([]));
    table.wait(60_000 + LONG);
    assert!(!is_away(&table, other, turn));
}
