//! Tests of a room that plays Tortus. A turn has many decisions, and the other player may have to
//! make one of them.

mod away;
mod gaps;
mod take_back;

use senda_room::{ConnectionId, protocol::Command};
use senda_rules::GameKind;
use serde_json::{Value, json};

use crate::table::{Answer, QUICK, Table, resignation, settings, settings_of};

fn game(table: &Table, tab: ConnectionId) -> &Value {
    &table.tabs[&tab].view["game"]
}

/// Returns the seats whose clocks run, and the times at which they time out.
fn running(table: &Table, tab: ConnectionId) -> Vec<(usize, u64)> {
    let running = table.tabs[&tab].view["clock"]["running"]
        .as_array()
        .unwrap();
    running
        .iter()
        .map(|one| (number(&one["seat"]), one["until"].as_u64().unwrap()))
        .collect()
}

fn number(value: &Value) -> usize {
    value.as_u64().unwrap() as usize
}

/// Makes a random decision after a moment. To make more happen, a player prefers moves and
/// follow-ups to other actions.
#[track_caller]
fn decide(table: &mut Table) {
    let connection = table.acting().unwrap();
    let actions = table.tabs[&connection].actions();
    let mut moves = actions.clone();
    moves.retain(|action| action["type"] == "move" || action["type"] == "follow");
    let prefers_moves = !moves.is_empty() && !table.dice.once_in(3);
    let action = table
        .dice
        .pick(if prefers_moves { &moves } else { &actions });
    let action = action.clone();
    table.later(10);
    table.act(connection, &action).expect_ack();
}

/// Plays randomly until `holds` is true of the game in the first tab's view.
#[track_caller]
fn play_until(table: &mut Table, tabs: &[ConnectionId], holds: impl Fn(&Value) -> bool) {
    for _ in 0..3_000 {
        if holds(game(table, tabs[0])) {
            return;
        }
        assert_eq!(table.tabs[&tabs[0]].phase(), "playing", "another seed");
        decide(table);
    }
    panic!("it never comes to that");
}

/// Returns whether the player who is not on turn has to fill a gap.
fn is_asked(game: &Value) -> bool {
    game["phase"]["type"] == "fill" && game["acting"] != game["turn"]
}

/// Returns the seat on turn, and the seat that has to fill the gap.
fn seats(table: &Table, tabs: &[ConnectionId]) -> (usize, usize) {
    let game = game(table, tabs[0]);
    (number(&game["turn"]), number(&game["acting"]))
}

#[test]
fn the_time_of_a_turn_covers_all_its_decisions() {
    let (mut table, tabs) = Table::playing_a(GameKind::Tortus, 3, QUICK, 2);
    play_until(&mut table, &tabs, |game| game["phase"]["type"] == "act");
    let (mover, _) = seats(&table, &tabs);
    let until = running(&table, tabs[0])[0].1;
    // The turn has two actions. The second one has the time that the first one left.
    let tab = tabs[mover];
    let rotate = |table: &Table| {
        let actions = table.tabs[&tab].actions();
        actions
            .into_iter()
            .find(|action| action["type"] == "rotate")
            .unwrap()
    };
    table.wait(8_000);
    let action = rotate(&table);
    table.act(tab, &action).expect_ack();
    assert_eq!(running(&table, tabs[0]), [(mover, until)]);
    assert_eq!(game(&table, tabs[0])["actions"], 1);
    // The next turn has a full turn's time again.
    let action = rotate(&table);
    table.act(tab, &action);
    let next = running(&table, tabs[0])[0];
    assert_eq!(next, (1 - mover, table.now.0 + 15_000));
    // However late it is, there is time for one more tap.
    let tab = tabs[1 - mover];
    table.wait(14_000);
    let action = table.tabs[&tab]
        .actions()
        .into_iter()
        .find(|action| action["type"] == "rotate");
    table.act(tab, &action.unwrap());
    assert_eq!(running(&table, tabs[0]), [(1 - mover, table.now.0 + 5_000)]);
}

#[test]
fn a_timed_out_turn_counts_once_and_ends() {
    for seed in 0..20 {
        let (mut table, tabs) = Table::playing_a(GameKind::Tortus, seed, QUICK, 2);
        play_until(&mut table, &tabs, |game| {
            game["phase"]["type"] == "push" && game["actions"] == 2
        });
        let (mover, _) = seats(&table, &tabs);
        let turns = game(&table, tabs[0])["turns"].as_u64().unwrap();
        let version = table.version();
        table.wait(15_000);
        if table.tabs[&tabs[0]].phase() != "playing" || is_asked(game(&table, tabs[0])) {
            continue; // the push has ended the game, or the other player has to fill a gap
        }
        assert!(
            table.version() > version + 1,
            "a push, and the end of the turn"
        );
        assert_eq!(game(&table, tabs[0])["turns"], turns + 1);
        let seats = &table.tabs[&tabs[0]].view["seats"];
        assert_eq!(seats[mover]["away"], false);
        return;
    }
    panic!("no push that goes on");
}

/// A player who reloads the page during a chain continues in it, and a spectator receives each of
/// its steps.
#[test]
fn a_chain_continues_after_a_reload_and_a_restart_and_spectators_see_each_step() {
    let (mut table, tabs) = Table::playing_a(GameKind::Tortus, 5, QUICK, 2);
    let watcher = table.join(9);
    play_until(&mut table, &tabs, |game| {
        game["phase"]["type"] == "flow" && game["steps"].as_array().unwrap().len() > 1
    });
    let (mover, _) = seats(&table, &tabs);
    let tab = tabs[mover];
    let before = table.tabs[&tab].clone();
    table.leave(tab);
    let again = table.come_back(mover as u128 + 1, &before);
    assert_eq!(table.tabs[&again].view, before.view);
    assert!(table.tabs[&again].frames.iter().any(|frame| {
        let told: Value = serde_json::from_str(frame).unwrap();
        told["from"] == before.version && told["version"] == before.version
    }));
    assert_eq!(game(&table, watcher)["steps"], before.view["game"]["steps"]);
    assert_eq!(game(&table, watcher)["choices"], Value::Null);
    // The spectator received each decision as a separate update.
    let records = table
        .log
        .iter()
        .filter(|record| record.version > table.tabs[&watcher].whole_at);
    assert_eq!(table.tabs[&watcher].updates() - 1, records.count());
    let view = table.tabs[&again].view["game"].clone();
    table.crash(None, 0, 60_000);
    let back = table.join(mover as u128 + 1);
    assert_eq!(table.tabs[&back].view["game"], view);
    let follow = table.tabs[&back].actions()[0].clone();
    table.act(back, &follow).expect_ack();
}

#[test]
fn a_draw_offer_lapses_at_the_end_of_the_turn_or_is_accepted() {
    let (mut table, tabs) = Table::playing_a(GameKind::Tortus, 7, QUICK, 2);
    let draw = json!({"game": "tortus", "type": "draw"});
    assert_eq!(table.act(tabs[0], &draw).code(), "wrong_phase");
    play_until(&mut table, &tabs, |game| game["phase"]["type"] == "act");
    let until = running(&table, tabs[0]);
    // The player who is not on turn may offer a draw too. All viewers see the offer, and it affects
    // no clock.
    let (mover, _) = seats(&table, &tabs);
    let (on_turn, other) = (tabs[mover], tabs[1 - mover]);
    table.later(1_000);
    table.act(other, &draw).expect_ack();
    let watcher = table.join(9);
    for tab in [on_turn, other, watcher] {
        assert_eq!(game(&table, tab)["draw"], json!(1 - mover));
    }
    assert_eq!(running(&table, tabs[0]), until);
    assert_eq!(table.act(other, &draw).code(), "draw_already_offered");
    let chat = table.join(8);
    assert_eq!(table.act(chat, &draw).code(), "no_seat");
    // The offer lapses at the end of the turn.
    let end = json!({"game": "tortus", "type": "end_turn"});
    table.act(on_turn, &end);
    assert_eq!(game(&table, tabs[0])["draw"], Value::Null);
    table.act(on_turn, &draw);
    table.act(other, &draw);
    assert_eq!(table.tabs[&tabs[0]].phase(), "over");
    assert_eq!(table.finished[0].outcome.places, [1, 1]);
    // No single player has won, so the first player of the next game is drawn at random.
    let mut winner_first = settings_of(GameKind::Tortus, QUICK);
    winner_first.first = senda_room::protocol::First::Winner {};
    table.set(tabs[0], winner_first);
    table.begin(&tabs);
    assert_eq!(table.tabs[&tabs[0]].phase(), "playing");
}

#[test]
fn a_player_who_resigns_loses_in_any_turn() {
    for number in [0, 1] {
        let (mut table, tabs) = Table::playing_a(GameKind::Tortus, 7, QUICK, 2);
        let resignation = resignation(game(&table, tabs[0]));
        table.act(tabs[number], &resignation);
        assert_eq!(table.tabs[&tabs[0]].phase(), "over");
        assert_eq!(table.finished[0].outcome.places[number], 2);
    }
}

#[test]
fn a_room_for_eight_becomes_one_for_two() {
    let (mut table, tabs) = Table::seated(1, QUICK, 3);
    let tortus = settings_of(GameKind::Tortus, QUICK);
    let refused = table.set(tabs[0], tortus.clone());
    let Answer::Nak { code, whole, .. } = refused else {
        panic!("three can't play Tortus");
    };
    assert_eq!((&*code, &whole["most"]), ("too_many_seated", &json!(2)));
    // A player whose seat the game does not have moves to a free seat and keeps their colour.
    table.stand(tabs[1]);
    let colour = table.tabs[&tabs[2]].view["seats"][2]["colour"].clone();
    table.set(tabs[0], tortus).expect_ack();
    let view = &table.tabs[&tabs[0]].view;
    assert_eq!(view["seats"].as_array().unwrap().len(), 2);
    assert_eq!(view["seats"][1]["colour"], colour);
    assert_eq!(table.tabs[&tabs[2]].seat(), Some(1));
    assert_eq!(table.sit(tabs[1], None).code(), "room_full");
    assert_eq!(table.sit(tabs[1], Some(5)).code(), "no_such_seat");
    table.ready(tabs[2], true);
    table.start(tabs[0]).expect_ack();
    assert_eq!(game(&table, tabs[0])["game"], "tortus");
    table.play_out();
    // The host changes back to the larger game.
    table.set(tabs[0], settings(QUICK)).expect_ack();
    table.sit(tabs[1], Some(7)).expect_ack();
    let other = table.send(
        tabs[0],
        Command::Act {
            version: 1,
            action: serde_json::from_value(json!({"game": "tortus", "type": "stop"})).unwrap(),
        },
    );
    assert_eq!(other.code(), "stale");
}

/// A decision of another game is rejected.
#[test]
fn a_decision_of_another_game_is_refused() {
    let (mut table, tabs) = Table::playing_a(GameKind::Tortus, 7, QUICK, 2);
    let start = json!({"game": "tsuro", "type": "start", "mark": "a1:0"});
    assert_eq!(table.act(tabs[0], &start).code(), "other_game");
}
