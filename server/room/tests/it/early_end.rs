//! Tests of games that their remaining players end without a result.

use senda_room::{
    ConnectionId, Input, LogEvent, Room,
    game_file::GameFile,
    limits::ABSENT_AT_START_MS,
    protocol::{Abandoned, Clock, Command, Level, VotedToEnd},
    review::Course,
};
use senda_rules::GameKind;
use serde_json::{Value, json};

use crate::table::{Answer, QUICK, Table, command, player, resignation, seat};

const CALM: Clock = Clock::None {};

fn vote(table: &mut Table, tab: ConnectionId, wanted: bool) -> Answer {
    table.send(tab, Command::VoteToEnd { wanted })
}

#[track_caller]
fn done(answer: Answer) {
    if let Answer::Nak { code, .. } = answer {
        panic!("{code}");
    }
}

fn votes(table: &Table, tab: ConnectionId) -> Value {
    table.tabs[&tab].view["end_votes"].clone()
}

/// Returns whether the last game was ended without a result.
fn is_abandoned(table: &Table) -> bool {
    let agreed = |event: &LogEvent| matches!(event, LogEvent::Abandoned(Abandoned { agreed, .. }) if *agreed);
    table.log.last().unwrap().happened.iter().any(agreed)
}

#[test]
fn the_last_person_at_the_table_ends_the_game_alone_and_plays_again() {
    for &kind in GameKind::ALL {
        let (mut table, tabs) = Table::playing_a(kind, 1, CALM, 2);
        let watcher = table.join(9);
        table.move_on();
        table.stand(tabs[1]);
        done(vote(&mut table, tabs[0], true));
        assert!(is_abandoned(&table));
        // Newcomers and people who were there see the game as it was.
        let late = table.join(10);
        for tab in [tabs[0], tabs[1], watcher, late] {
            let tab = &table.tabs[&tab];
            assert_eq!(tab.phase(), "over");
            assert!(tab.view["game"]["outcome"].is_null());
            assert_eq!(tab.view["winners"], json!([]));
            assert_eq!(tab.last("abandoned")["agreed"], true);
            assert!(tab.types().contains(&"played"), "its course stays");
        }
        assert!(table.finished.is_empty(), "it is in no table of results");
        assert_eq!(table.tabs[&late].view["standing"], json!([]));
        let restored = Room::restore(table.now, table.log.clone()).unwrap();
        assert!(restored.state() == table.room.state());
        // The seat is free again, and a rematch begins as usual.
        table.sit(watcher, None);
        table.ready(tabs[0], true);
        assert_eq!(table.tabs[&late].phase(), "playing");
        assert_eq!(table.tabs[&late].view["round"], 2);
        table.play_out();
        assert!(Course::of(&table.log, 1).is_none());
        assert_eq!(
            GameFile::of(&table.log, 1),
            None,
            "not that of the next game"
        );
        assert!(GameFile::of(&table.log, 2).is_some());
    }
}

#[test]
fn all_people_who_are_still_in_the_game_have_to_agree() {
    let (mut table, tabs) = Table::playing(1, CALM, 4);
    table.remove(tabs[0], table.at(tabs[0], 3));
    done(vote(&mut table, tabs[1], true));
    let voted = VotedToEnd {
        seat: seat(1),
        wanted: true,
    };
    let happened = &table.log.last().unwrap().happened;
    assert_eq!(happened, &[LogEvent::VotedToEnd(voted)]);
    // A second vote of the same player changes nothing.
    done(vote(&mut table, tabs[1], true));
    assert_eq!(table.log.last().unwrap().happened, []);
    assert_eq!(votes(&table, tabs[0]), json!([1]));
    // One vote against it is enough. It can be requested again, also by another player.
    done(vote(&mut table, tabs[2], false));
    assert_eq!(votes(&table, tabs[0]), json!([]));
    done(vote(&mut table, tabs[2], false));
    assert_eq!(table.log.last().unwrap().happened, []);
    for number in [0, 2] {
        done(vote(&mut table, tabs[number], true));
    }
    // Moves and a restart change nothing in it.
    table.move_on();
    table.crash(None, 0, 1_000);
    let tabs: Vec<_> = (1..=3).map(|number| table.join(number)).collect();
    assert_eq!(votes(&table, tabs[1]), json!([0, 2]));
    assert_eq!(table.tabs[&tabs[1]].phase(), "playing");
    done(vote(&mut table, tabs[1], true));
    assert!(is_abandoned(&table));
}

#[test]
fn a_player_out_of_the_game_has_no_vote() {
    let (mut table, tabs) = Table::playing(1, CALM, 4);
    table.stand(tabs[3]);
    let resign = resignation(&table.tabs[&tabs[2]].view["game"]);
    done(table.act(tabs[2], &resign));
    assert_eq!(vote(&mut table, tabs[2], true).code(), "no_early_end");
    done(vote(&mut table, tabs[0], true));
    done(vote(&mut table, tabs[2], false));
    assert_eq!(votes(&table, tabs[0]), json!([0]));
    done(vote(&mut table, tabs[1], true));
    assert!(is_abandoned(&table));
}

#[test]
fn rejects_votes_that_nobody_may_cast() {
    let (mut table, tabs) = Table::playing(1, CALM, 3);
    let watcher = table.join(9);
    assert_eq!(vote(&mut table, tabs[0], true).code(), "no_early_end");
    // The seat of a player who is out needs no decisions.
    let resign = resignation(&table.tabs[&tabs[2]].view["game"]);
    done(table.act(tabs[2], &resign));
    table.stand(tabs[2]);
    assert_eq!(vote(&mut table, tabs[0], true).code(), "no_early_end");
    table.stand(tabs[1]);
    for tab in [watcher, tabs[1]] {
        assert_eq!(vote(&mut table, tab, true).code(), "no_seat");
    }
    done(vote(&mut table, tabs[0], true));
    assert_eq!(vote(&mut table, tabs[0], true).code(), "no_game");
}

#[test]
fn a_repeated_vote_does_not_end_the_next_game() {
    let (mut table, tabs) = Table::playing(1, CALM, 3);
    table.stand(tabs[2]);
    let id = table.new_id();
    let message = command(id, Command::VoteToEnd { wanted: true });
    done(table.send_message(tabs[0], message.clone()));
    done(vote(&mut table, tabs[1], true));
    table.sit(tabs[2], None);
    table.begin(&tabs);
    table.stand(tabs[1]);
    done(table.send_message(tabs[0], message));
    assert_eq!(votes(&table, tabs[0]), json!([]));
}

#[test]
fn a_lost_connection_is_no_agreement_before_a_minute_has_passed() {
    let (mut table, tabs) = Table::playing(1, CALM, 3);
    table.stand(tabs[2]);
    done(vote(&mut table, tabs[0], true));
    table.leave(tabs[1]);
    table.wait(ABSENT_AT_START_MS - 1);
    let again = table.join(2);
    table.wait(ABSENT_AT_START_MS);
    assert_eq!(votes(&table, again), json!([0]));
    table.leave(again);
    table.wait(ABSENT_AT_START_MS - 1);
    assert_eq!(table.tabs[&tabs[0]].phase(), "playing");
    table.wait(1);
    assert!(is_abandoned(&table));
}

#[test]
fn nothing_ends_while_nobody_who_wants_it_is_there() {
    let (mut table, tabs) = Table::playing(1, CALM, 3);
    table.stand(tabs[2]);
    done(vote(&mut table, tabs[0], true));
    table.leave(tabs[0]);
    table.leave(tabs[1]);
    table.wait(2 * ABSENT_AT_START_MS);
    let again = table.join(2);
    assert_eq!(table.tabs[&again].phase(), "playing");
    table.join(1);
    assert_eq!(table.tabs[&again].phase(), "playing", "the other is there");
    // The person who has not voted never comes back.
    let player = player(2);
    table.step(Input::NeverBack { player });
    assert!(is_abandoned(&table));
}

#[test]
fn with_turns_of_days_absent_players_have_to_agree_too() {
    let (mut table, tabs) = Table::playing(1, Clock::Days { days: 3 }, 3);
    table.stand(tabs[2]);
    done(vote(&mut table, tabs[0], true));
    table.leave(tabs[1]);
    table.wait(100 * ABSENT_AT_START_MS);
    assert_eq!(votes(&table, tabs[0]), json!([0]));
    let again = table.join(2);
    table.leave(tabs[0]);
    done(vote(&mut table, again, true));
    assert!(is_abandoned(&table));
}

#[test]
fn a_player_who_takes_over_the_seat_ends_the_vote() {
    let (mut table, tabs) = Table::playing(1, CALM, 3);
    table.stand(tabs[2]);
    done(vote(&mut table, tabs[1], true));
    let (seat, level) = (Some(seat(2)), Some(Level::Easy));
    done(table.send(tabs[0], Command::Bot { seat, level }));
    assert_eq!(votes(&table, tabs[0]), json!([]));
    assert_eq!(vote(&mut table, tabs[0], true).code(), "no_early_end");
    table.play_out();
}

#[test]
fn bots_have_no_vote() {
    let mut table = Table::new(1, QUICK);
    let tabs = [table.join(1), table.join(2)];
    table.sit(tabs[1], None);
    let (seat, level) = (None, Some(Level::Easy));
    done(table.send(tabs[0], Command::Bot { seat, level }));
    table.begin(&tabs);
    table.stand(tabs[1]);
    // The game can be ended during a pause, too.
    table.pause(tabs[0]);
    done(vote(&mut table, tabs[0], true));
    assert!(is_abandoned(&table));
}

#[test]
fn the_vote_ends_when_the_seat_is_out_of_the_game() {
    let (mut table, tabs) = Table::playing(1, Clock::Turn { seconds: 5 }, 4);
    table.stand(tabs[3]);
    done(vote(&mut table, tabs[0], true));
    let is_out = |table: &Table| !table.tabs[&tabs[0]].view["game"]["markers"][3]["out"].is_null();
    while !is_out(&table) && table.tabs[&tabs[0]].phase() == "playing" {
        assert_eq!(votes(&table, tabs[1]), json!([0]));
        match table.acting() {
            Some(_) => done(table.move_on()),
            None => table.wait(1_500),
        }
    }
    assert_eq!(votes(&table, tabs[1]), json!([]));
}
