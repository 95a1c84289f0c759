//! Hidden information is in no byte that a viewer receives. The tests compare the real world with
//! its twin, in which the tiles that the viewer has not seen are exchanged for each other. The
//! viewer must not be able to distinguish the two.

use std::ops::Range;

use senda_bots::{Budget, hint};
use senda_room::{ConnectionId, Effect, Input, Person, Record, Room, Time, protocol::Command};
use senda_rules::GameKind;
use serde_json::Value;

use crate::{
    effort::scaled,
    table::{Dice, QUICK, Table, command, id, person, resignation},
};

mod bots;
mod guests;
mod replays;
mod section_x;
mod tortus;
mod tsuro;

/// A change of an event of the deal, or of a draw, into that of the twin. It is called for all
/// events from the first.
type Change = Box<dyn FnMut(&mut Value)>;

/// A game whose worlds have twins.
struct World {
    game: GameKind,
    players: u128,
    /// Returns the change of a game's events for a viewer with this seat (or none), given the
    /// events so far.
    twin: fn(&[&Value], Option<u64>) -> Change,
    /// The number of decisions to play, or `usize::MAX` to play the game to its end.
    moves: usize,
    /// The interval between two compared moments, in records.
    every: usize,
}

const TSURO: World = World {
    game: GameKind::Tsuro,
    players: 4,
    twin: tsuro::twin,
    moves: usize::MAX,
    every: 1,
};

const TORTUS: World = World {
    game: GameKind::Tortus,
    players: 2,
    twin: tortus::twin,
    moves: 120,
    every: 3,
};

const SECTION_X: World = World {
    game: GameKind::SectionX,
    players: 3,
    twin: section_x::twin,
    moves: 90,
    every: 3,
};

fn events(log: &[Value]) -> impl Iterator<Item = &Value> {
    let happened = log
        .iter()
        .flat_map(|record| record["happened"].as_array().unwrap());
    happened
        .filter_map(|happened| happened["events"].as_array())
        .flatten()
}

/// Returns the log of the twin.
fn twin(log: &[Value], mut change: Change) -> Vec<Value> {
    let mut log = log.to_vec();
    let happened = log
        .iter_mut()
        .flat_map(|record| record["happened"].as_array_mut().unwrap());
    for happened in happened {
        if happened["type"] == "committed" {
            // The commitment is visible, but the secret is not.
            happened["secret"] = "5e".repeat(32).into();
        }
        let events = happened.get_mut("events").and_then(Value::as_array_mut);
        events.into_iter().flatten().for_each(&mut change);
    }
    log
}

fn restore(now: Time, log: &[Value]) -> Room {
    let log = log
        .iter()
        .map(|record| serde_json::from_value::<Record>(record.clone()).unwrap());
    Room::restore(now, log).unwrap()
}

/// Returns all bytes that a connection receives after these inputs.
fn told(room: &mut Room, now: Time, connection: ConnectionId, inputs: &[Input]) -> String {
    let mut dice = Dice::new(0);
    let mut bytes = String::new();
    for input in inputs {
        for effect in room.step(now, input.clone(), &mut dice) {
            match effect {
                Effect::Send { to, message } if to.contains(&connection) => {
                    bytes += &senda_wire::pack(&message).0;
                    bytes.push('\n');
                }
                _ => {}
            }
        }
    }
    bytes
}

fn joined(number: u64, person: Person) -> Input {
    Input::Joined {
        connection: ConnectionId(number),
        person,
        since: None,
    }
}

/// Returns the records of a game. If it has enough players, one stands up and one resigns.
fn a_game(world: &World, seed: u64) -> Vec<Value> {
    let (mut table, tabs) = Table::playing_a(world.game, seed, QUICK, world.players);
    for turn in 0..world.moves {
        let view = &table.tabs[&tabs[0]];
        if view.phase() != "playing" {
            break;
        }
        let resign = resignation(&view.view["game"]);
        if turn == 6 && world.players > 3 {
            table.stand(tabs[3]);
        }
        if turn == 12 && world.players > 2 {
            table.act(tabs[2], &resign);
        }
        if table.acting().is_some() {
            table.move_on();
        } else {
            table.wait(1_500);
        }
    }
    stored(&table)
}

/// Returns the records of a table as they are stored.
fn stored(table: &Table) -> Vec<Value> {
    table
        .log
        .iter()
        .map(|record| serde_json::to_value(record).unwrap())
        .collect()
}

/// Compares the real world with its twin after each record, and so at each moment, for the person
/// `who`, who has the seat `seat`. Returns the number of moments with a twin, and the number of
/// those that the person could distinguish.
fn told_apart(world: &World, log: &[Value], seat: Option<u64>, who: u128) -> (usize, usize) {
    let ended = |record: &Value| record.to_string().contains(r#""type":"ended""#);
    let (mut moments, mut apart) = (0, 0);
    for count in (1..=log.len()).step_by(world.every) {
        let log = &log[..count];
        if ended(log.last().unwrap()) {
            break;
        }
        let so_far: Vec<&Value> = events(log).collect();
        let twin = twin(log, (world.twin)(&so_far, seat));
        if events(&twin).eq(events(log)) {
            continue;
        }
        let now = Time(log[count - 1]["at"].as_u64().unwrap());
        let other = if who == 1 { 2 } else { 1 };
        // The viewer comes back, and then receives the changes when another player comes and
        // requests a pause.
        let inputs = [
            joined(1, person(who)),
            joined(2, person(9)),
            joined(3, person(other)),
            Input::Message {
                connection: ConnectionId(3),
                message: command(id("pause"), Command::Pause { until_all: false }),
            },
        ];
        let bytes = |log: &[Value]| told(&mut restore(now, log), now, ConnectionId(1), &inputs);
        moments += 1;
        apart += usize::from(bytes(log) != bytes(&twin));
    }
    (moments, apart)
}

fn nobody_tells_apart(world: &World, seeds: Range<u64>) {
    for seed in seeds {
        nobody_tells_it_apart(world, &a_game(world, seed), &format!("seed {seed}"));
    }
}

fn nobody_tells_it_apart(world: &World, log: &[Value], which: &str) {
    let name = format!("{:?} {which}", world.game);
    for seat in 0..world.players.min(3) {
        let eyes = u64::try_from(seat).unwrap();
        let (moments, apart) = told_apart(world, log, Some(eyes), seat + 1);
        assert_eq!(apart, 0, "{name} seat {seat}");
        assert!(moments >= 15, "{name}: {moments} moments");
    }
    let (moments, apart) = told_apart(world, log, None, 8);
    assert_eq!(apart, 0, "{name} spectator");
    assert!(moments >= 15, "{name}: {moments} moments");
}

#[test]
fn viewers_cannot_distinguish_a_game_of_tsuro_from_its_twin() {
    nobody_tells_apart(&TSURO, 0..scaled(3).into());
}

#[test]
fn viewers_cannot_distinguish_closed_tiles_and_hands_of_tortus() {
    nobody_tells_apart(&TORTUS, 0..scaled(3).into());
}

/// A hand with more holes than can be exchanged causes a new deal. The test begins with such a
/// game.
#[test]
fn viewers_cannot_distinguish_a_new_deal_of_tortus_from_its_twin() {
    let is_redealt = |log: &Vec<Value>| events(log).any(|event| event["type"] == "redealt");
    let short = World { moves: 0, ..TORTUS };
    let seed = (0..2_000).find(|&seed| is_redealt(&a_game(&short, seed)));
    let seed = seed.expect("a seed with a new deal");
    nobody_tells_apart(&TORTUS, seed..seed + 1);
}

#[test]
fn viewers_cannot_distinguish_piles_and_stocks_of_section_x() {
    nobody_tells_apart(&SECTION_X, 0..scaled(3).into());
}

/// After a collapse, the tiles of the board and of the stocks are in the piles again.
#[test]
fn viewers_cannot_distinguish_a_second_round_of_section_x() {
    let (mut table, _) = Table::playing_a(GameKind::SectionX, 1, QUICK, 3);
    for _ in 0..60 {
        table.move_on();
    }
    // A round ends if no player does anything in it.
    while !events(&stored(&table)).any(|event| event["type"] == "round") {
        let connection = table.acting().expect("somebody whose turn it is");
        let actions = table.tabs[&connection].actions();
        let is_idle = |action: &&Value| {
            ["draw", "skip_tile", "end_turn"].contains(&action["type"].as_str().unwrap())
        };
        let action = actions.iter().find(is_idle).unwrap_or(&actions[0]).clone();
        table.act(connection, &action);
    }
    for _ in 0..60 {
        table.move_on();
    }
    nobody_tells_it_apart(&SECTION_X, &stored(&table), "after a collapse");
}

/// Returns the bytes that the owner of a seat receives after a hint request, or `None` if the seat
/// has nothing to decide.
fn told_hint(log: &[Value], seat: u64) -> Option<String> {
    let mut log = log.to_vec();
    log[0]["happened"][0]["settings"]["hints"] = true.into();
    let last = log.last().unwrap();
    let now = Time(last["at"].as_u64().unwrap());
    let version = u32::try_from(last["version"].as_u64().unwrap()).unwrap();
    let mut room = restore(now, &log);
    let own = ConnectionId(1);
    told(
        &mut room,
        now,
        own,
        &[joined(1, person(u128::from(seat) + 1))],
    );
    let asks = Input::Message {
        connection: own,
        message: command(id("hint"), Command::Hint { version }),
    };
    let effects = room.step(now, asks, &mut Dice::new(0));
    let question = effects.into_iter().find_map(|effect| match effect {
        Effect::Hint { question, .. } => Some(question),
        _ => None,
    })?;
    let budget = Budget::iterations(2);
    let answer = Input::Hint {
        to: own,
        seat: question.seat,
        version: question.version,
        hint: hint(&question.view, question.seat, &budget, 1),
    };
    Some(told(&mut room, now, own, &[answer]))
}

/// Two worlds that look the same to a seat give the same hint, with the same random numbers and the
/// same computing effort.
#[test]
fn a_hint_depends_only_on_the_view_of_its_seat() {
    let early = World {
        moves: 30,
        ..SECTION_X
    };
    for world in [&TSURO, &TORTUS, &early] {
        let log = a_game(world, 0);
        let mut compared = 0;
        for count in (1..=log.len()).step_by(2 * world.every) {
            for seat in 0..2 {
                let log = &log[..count];
                let so_far: Vec<&Value> = events(log).collect();
                let twin = twin(log, (world.twin)(&so_far, Some(seat)));
                if events(&twin).eq(events(log)) {
                    continue;
                }
                let hint = told_hint(log, seat);
                assert_eq!(told_hint(&twin, seat), hint, "{:?} {count}", world.game);
                compared += usize::from(hint.is_some_and(|told| !told.is_empty()));
            }
        }
        assert!(compared > 5, "{:?}: {compared} hints", world.game);
    }
}

/// Proves that the tests above can fail: a viewer who receives the information of another seat does
/// distinguish the two worlds.
#[test]
fn a_viewer_with_another_seats_view_distinguishes_the_twin() {
    // Later in a game of Tortus, all players have seen most of a hand.
    let early = World {
        moves: 30,
        ..TORTUS
    };
    for world in [&TSURO, &early, &SECTION_X] {
        let log = a_game(world, 0);
        let (moments, apart) = told_apart(world, &log, Some(0), 2);
        assert!(apart * 2 > moments, "{apart} of {moments}");
        let (moments, apart) = told_apart(world, &log, None, 1);
        assert!(apart * 2 > moments, "{apart} of {moments}");
    }
}

/// Compares the messages step by step, up to the first hand of Tsuro that goes back into the pile.
/// The pile is then shuffled depending on the tiles, and so differently in the twin.
#[test]
fn viewers_cannot_distinguish_the_twin_during_play() {
    assert!(compared_in_play(&TSURO, 0..12) > 150);
    assert!(compared_in_play(&TORTUS, 0..3) > 600);
    assert!(compared_in_play(&SECTION_X, 0..3) > 600);
}

/// Returns the number of compared steps.
fn compared_in_play(world: &World, seeds: Range<u64>) -> usize {
    let mut compared = 0;
    for seed in seeds {
        let log = a_game(world, seed);
        let is = |record: &Value, kind: &str| {
            record.to_string().contains(&format!(r#""type":"{kind}""#))
        };
        let start = log.iter().position(|record| is(record, "started")).unwrap() + 1;
        let end = (start..log.len())
            .find(|&at| {
                is(&log[at], "returned")
                    || is(&log[at], "round")
                    || is(&log[at], "stood")
                    || is(&log[at], "ended")
            })
            .unwrap_or(log.len());
        for (seat, who) in [(Some(0), 1), (Some(1), 2), (None, 9)] {
            let so_far: Vec<&Value> = events(&log[..end]).collect();
            let twin = twin(&log[..start], (world.twin)(&so_far, seat));
            let now = Time(log[start]["at"].as_u64().unwrap());
            let mut rooms = [restore(now, &log[..start]), restore(now, &twin)];
            let all: Vec<Input> = [1, 2, 3, 4, 9]
                .map(|number| joined(u64::try_from(number).unwrap(), person(number)))
                .to_vec();
            let connection = ConnectionId(u64::try_from(who).unwrap());
            let [real, other] = rooms
                .each_mut()
                .map(|room| told(room, now, connection, &all));
            assert_eq!(real, other);
            for record in &log[start..end] {
                let played = &record["happened"][0];
                let message = serde_json::json!({
                    "type": "act", "id": record["version"].to_string(),
                    "version": record["version"].as_u64().unwrap() - 1, "action": played["action"],
                });
                let connection_of = ConnectionId(played["seat"].as_u64().unwrap() + 1);
                let message = message.to_string().parse().unwrap();
                let input = [Input::Message {
                    connection: connection_of,
                    message,
                }];
                let before = rooms[1].state().clone();
                let [real, other] = rooms
                    .each_mut()
                    .map(|room| told(room, now, connection, &input));
                if *rooms[1].state() == before {
                    // The twin rejects the move: there, the mover has a tile that keeps them alive.
                    break;
                }
                assert_eq!(real, other, "{:?} seed {seed} seat {seat:?}", world.game);
                compared += 1;
            }
        }
    }
    compared
}
