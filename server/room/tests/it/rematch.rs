//! Tests of rematches: who wants one, when it starts, and the games that only bots finish.

use senda_room::{
    ConnectionId,
    limits::ABSENT_AT_START_MS,
    protocol::{Clock, Command, Level},
};
use serde_json::{Value, json};

use crate::table::{QUICK, Table};

/// Plays a first game of that many people to its end.
fn after_a_game(people: u128, clock: Clock) -> (Table, Vec<ConnectionId>) {
    let (mut table, tabs) = Table::seated(1, clock, people);
    table.begin(&tabs);
    table.play_out();
    (table, tabs)
}

fn phase(table: &Table, tab: ConnectionId) -> &Value {
    &table.tabs[&tab].view["phase"]
}

fn add_bot(table: &mut Table, host: ConnectionId) {
    let level = Some(Level::Easy);
    let answer = table.send(host, Command::Bot { seat: None, level });
    answer.expect_ack();
}

#[test]
fn a_rematch_starts_as_soon_as_all_players_want_it() {
    let (mut table, tabs) = after_a_game(3, QUICK);
    for seat in table.tabs[&tabs[0]].view["seats"].as_array().unwrap() {
        assert_ne!(seat["ready"], true, "nobody has asked for it yet");
    }
    table.ready(tabs[0], true);
    table.ready(tabs[1], true);
    table.ready(tabs[1], false);
    table.ready(tabs[2], true);
    assert_eq!(phase(&table, tabs[0]), "over", "one has changed their mind");
    table.ready(tabs[1], true);
    assert_eq!(phase(&table, tabs[0]), "playing");
    assert_eq!(table.tabs[&tabs[0]].view["round"], 2);
    // The next game ends in the same way.
    table.play_out();
    table.wait(600_000);
    assert_eq!(phase(&table, tabs[0]), "over");
}

#[test]
fn a_rematch_waits_for_a_newcomer_who_is_not_ready() {
    let (mut table, tabs) = after_a_game(2, QUICK);
    let newcomer = table.join(3);
    table.sit(newcomer, None);
    table.ready(newcomer, false);
    table.ready(tabs[0], true);
    table.ready(tabs[1], true);
    assert_eq!(phase(&table, tabs[0]), "over");
    table.stand(newcomer);
    assert_eq!(phase(&table, tabs[0]), "playing");
}

#[test]
fn a_rematch_does_not_wait_for_players_who_are_gone() {
    for gone in [0, 2] {
        let (mut table, tabs) = after_a_game(3, QUICK);
        let stay: Vec<_> = (0..3).filter(|number| *number != gone).collect();
        table.leave(tabs[gone]);
        for &number in &stay {
            table.ready(tabs[number], true);
        }
        table.wait(ABSENT_AT_START_MS - 1);
        assert_eq!(phase(&table, tabs[stay[0]]), "over");
        table.wait(1);
        assert_eq!(phase(&table, tabs[stay[0]]), "playing", "without {gone}");
        let started = table.tabs[&tabs[stay[0]]].last("started");
        assert_eq!(started["players"].as_array().unwrap().len(), 2);
    }
}

#[test]
fn a_rematch_by_the_day_waits_for_all_players() {
    let (mut table, tabs) = after_a_game(3, Clock::Days { days: 1 });
    table.leave(tabs[2]);
    table.ready(tabs[0], true);
    table.ready(tabs[1], true);
    table.wait(10 * ABSENT_AT_START_MS);
    assert_eq!(phase(&table, tabs[0]), "over");
    let back = table.join(3);
    table.ready(back, true);
    assert_eq!(phase(&table, tabs[0]), "playing");
}

#[test]
fn bots_always_want_a_rematch_but_start_none_among_themselves() {
    let (mut table, tabs) = Table::seated(1, QUICK, 1);
    add_bot(&mut table, tabs[0]);
    add_bot(&mut table, tabs[0]);
    table.start(tabs[0]);
    table.play_out();
    table.wait(600_000);
    assert_eq!(phase(&table, tabs[0]), "over");
    table.ready(tabs[0], true);
    assert_eq!(phase(&table, tabs[0]), "playing");
    table.play_out();
    table.stand(tabs[0]);
    table.wait(600_000);
    assert_eq!(phase(&table, tabs[0]), "over");
}

#[test]
fn the_winners_are_known_until_the_next_game() {
    let (mut table, tabs) = Table::seated(1, QUICK, 3);
    assert_eq!(table.tabs[&tabs[0]].view["winners"], json!([]));
    table.begin(&tabs);
    assert_eq!(table.tabs[&tabs[0]].view["winners"], json!([]));
    table.play_out();
    let view = &table.tabs[&tabs[0]].view;
    let places = view["game"]["outcome"]["places"].as_array().unwrap();
    let firsts = places.iter().zip(view["seats"].as_array().unwrap());
    let firsts: Vec<&Value> = firsts
        .filter(|(place, _)| **place == 1)
        .map(|(_, seat)| &seat["person"])
        .collect();
    assert!(!firsts.is_empty());
    assert_eq!(view["winners"], json!(firsts));
    for &tab in &tabs {
        table.ready(tab, true);
    }
    assert_eq!(table.tabs[&tabs[0]].view["winners"], json!([]));
}

#[test]
fn bots_that_play_on_alone_are_fast() {
    let (mut table, tabs) = Table::seated(1, QUICK, 1);
    add_bot(&mut table, tabs[0]);
    add_bot(&mut table, tabs[0]);
    table.start(tabs[0]);
    while table.questions.is_empty() {
        table.move_on();
    }
    assert_eq!(table.tabs[&tabs[0]].view["only_bots"], false);
    assert!(table.questions.iter().all(|question| question.with_people));
    table.questions.clear();
    table.stand(tabs[0]);
    assert_eq!(table.tabs[&tabs[0]].view["only_bots"], true);
    // A person who takes the seat over plays with the bots at their usual pace.
    let heir = table.join(2);
    table.sit(heir, Some(0));
    assert_eq!(table.tabs[&heir].view["only_bots"], false);
    table.stand(heir);
    // The clock moves for the seat that has no owner.
    table.wait(60_000);
    assert!(
        table.questions.iter().any(|question| !question.with_people),
        "bots were asked while nobody else played"
    );
}
