//! Tests of the replay of a finished game: each viewer sees again what they were shown.

use senda_room::{
    game_file::GameFile,
    protocol::{Clock, Command},
    review::GameReplay,
};
use senda_rules::{AnyGame, AnyView, Game, GameKind, Viewer};
use serde::Deserialize;
use serde_json::Value;

use crate::{
    effort::scaled,
    table::{Dice, QUICK, Table, resignation, seat},
};

/// Applies a patch to a value, as the client does it.
fn patch(value: &mut Value, changes: &[Value]) {
    for change in changes.chunks(2) {
        let [place, what] = change else {
            panic!("half a pair in {changes:?}");
        };
        match (place.as_str(), place.as_i64(), &mut *value) {
            (Some("+"), _, Value::Array(items)) => items.extend(what.as_array().unwrap().clone()),
            (Some("-"), _, Value::Array(items)) => {
                items.truncate(usize::try_from(what.as_u64().unwrap()).unwrap());
            }
            (_, Some(place), parent) => {
                let index = usize::try_from(if place < 0 { -1 - place } else { place }).unwrap();
                let child = match parent {
                    Value::Array(items) => &mut items[index],
                    Value::Object(parts) => parts.values_mut().nth(index).unwrap(),
                    other => panic!("{other} has no parts"),
                };
                if place < 0 {
                    patch(child, what.as_array().unwrap());
                } else {
                    *child = what.clone();
                }
            }
            _ => panic!("{changes:?}"),
        }
    }
}

/// Returns the consecutive positions that a client makes of the patches.
pub fn positions(sent: &Value) -> Vec<Value> {
    let mut position = Value::Array(vec![sent["start"].clone()]);
    let mut all = vec![position[0].clone()];
    for change in sent["changes"].as_array().unwrap() {
        patch(&mut position, change.as_array().unwrap());
        all.push(position[0].clone());
    }
    all
}

/// Returns the versions of a replay with their positions.
pub fn steps(replay: &GameReplay) -> Vec<(u32, Value)> {
    let sent = serde_json::to_value(replay).unwrap();
    let positions = positions(&sent["positions"]);
    assert_eq!(positions.len(), replay.steps.len());
    replay.steps.iter().copied().zip(positions).collect()
}

/// Checks that the replay of a finished game shows each viewer, after each version of the room,
/// exactly what the viewer was shown then. Returns the number of compared views.
pub fn shows_what_was_shown(table: &Table, round: u32) -> usize {
    let mut compared = 0;
    let seats = (0..8).map(|number| (Some(usize::from(number)), Viewer::Seat(seat(number))));
    for (own, viewer) in [(None, Viewer::Spectator)].into_iter().chain(seats) {
        let Some(replay) = GameReplay::of(&table.log, round, viewer) else {
            panic!("a finished game without a replay");
        };
        if own.is_some_and(|own| own >= replay.players.len()) {
            break;
        }
        let steps = steps(&replay);
        let (first, last) = (steps[0].0, steps.last().unwrap().0);
        let shown = table.shown.range((first, None)..=(last, Some(usize::MAX)));
        for ((version, _), shown) in shown.filter(|((_, by), _)| *by == own) {
            let at = steps.partition_point(|(step, _)| step <= version) - 1;
            let shown = without_choices(shown);
            assert_eq!(steps[at].1, shown, "{viewer:?} at version {version}");
            compared += 1;
        }
    }
    compared
}

/// Returns the position alone, for a viewer who decides nothing in it.
fn without_choices(view: &Value) -> Value {
    let mut view = view.clone();
    if let Some(choices) = view.get_mut("choices") {
        *choices = Value::Null;
    }
    view
}

/// Plays a game at random, with a spectator.
fn played(game: GameKind, seed: u64, clock: Clock) -> Table {
    let (mut table, tabs) = Table::playing_a(game, seed, clock, 2 + u128::from(seed % 2));
    table.join(9);
    for turn in 0..400 {
        let Some(acting) = table.acting() else { break };
        if turn % 5 == 4 {
            // Whether or not a decision can be taken back, the position is seen again.
            let version = table.tabs[&acting].version;
            table.send(acting, Command::TakeBack { version });
        }
        if table.acting().is_some() {
            table.move_on();
        }
    }
    if table.tabs[&tabs[0]].phase() == "playing" {
        let acting = table.acting().unwrap();
        let resign = resignation(&table.tabs[&acting].view["game"]);
        table.act(acting, &resign);
    }
    while let Some(acting) = table.acting() {
        let resign = resignation(&table.tabs[&acting].view["game"]);
        table.act(acting, &resign);
    }
    table
}

#[test]
fn each_viewer_sees_again_what_they_were_shown() {
    for &game in GameKind::ALL {
        for seed in 0..scaled(3).into() {
            let table = played(game, seed, QUICK);
            let compared = shows_what_was_shown(&table, 1);
            let replay = GameReplay::of(&table.log, 1, Viewer::Spectator).unwrap();
            // A spectator joined after the deal.
            let least = (replay.players.len() + 1) * (replay.steps.len() - 1);
            assert!(compared >= least, "{game:?}: {compared} of {least} views");
        }
    }
}

#[test]
fn the_file_of_a_game_has_the_same_replay_as_its_log() {
    for &game in GameKind::ALL {
        let table = played(game, 1, QUICK);
        let file = GameFile::of(&table.log, 1).unwrap();
        for viewer in [Viewer::Spectator, Viewer::Seat(seat(1)), Viewer::Omniscient] {
            let stored = GameReplay::of(&table.log, 1, viewer).unwrap();
            let of_file = file.replayed(viewer).unwrap().unwrap();
            assert_eq!(of_file.positions, stored.positions, "{game:?} {viewer:?}");
            assert_eq!(of_file.players, stored.players);
            assert_eq!(of_file.outcome, stored.outcome);
            let last = u32::try_from(file.steps.len()).unwrap();
            assert!(of_file.steps.iter().copied().eq(1..=last));
        }
        let mut unfinished = file.clone();
        unfinished.steps.pop();
        assert!(unfinished.replayed(Viewer::Spectator).is_err());
    }
}

#[test]
fn a_replay_contains_the_events_as_its_viewer_was_sent_them() {
    for &game in GameKind::ALL {
        let table = played(game, 2, Clock::None {});
        let replay = GameReplay::of(&table.log, 1, Viewer::Spectator).unwrap();
        let sent = serde_json::to_value(&replay.happenings).unwrap();
        let spectator = table.tabs.values().find(|tab| tab.only_watches()).unwrap();
        let is_of_game = |told: &&Value| {
            let kind = told["happening"]["type"].as_str().unwrap();
            ["started", "played", "took_back", "ended"].contains(&kind)
                && u32::try_from(told["version"].as_u64().unwrap()).unwrap() > spectator.whole_at
        };
        let seen: Vec<&Value> = spectator.happenings.iter().filter(is_of_game).collect();
        let again: Vec<&Value> = sent.as_array().unwrap().iter().filter(is_of_game).collect();
        assert!(seen.len() > 15, "{game:?}: {} events", seen.len());
        assert_eq!(again, seen, "{game:?}");
    }
}

/// The patches lead from the first position to the end of the game.
#[test]
fn a_replay_leads_from_the_deal_to_the_result_in_few_bytes() {
    for &game in GameKind::ALL {
        let table = played(game, 4, Clock::None {});
        let replay = GameReplay::of(&table.log, 1, Viewer::Spectator).unwrap();
        let steps = steps(&replay);
        for (_, position) in &steps {
            assert!(AnyView::deserialize(position).is_ok());
        }
        let (_, end) = steps.last().unwrap();
        let last = AnyGame::determinize(&AnyView::deserialize(end).unwrap(), &mut Dice::new(1));
        assert_eq!(last.outcome(), Some(replay.outcome.clone()), "{game:?}");
        let whole: usize = steps.iter().map(|(_, one)| one.to_string().len()).sum();
        let written = serde_json::to_string(&replay.positions).unwrap().len();
        assert!(
            3 * written < whole,
            "{game:?}: {written} bytes for positions of {whole}"
        );
    }
}

#[test]
fn a_game_that_is_not_over_has_no_replay() {
    let (mut table, tabs) = Table::playing(2, QUICK, 2);
    let replay = |table: &Table, round| GameReplay::of(&table.log, round, Viewer::Omniscient);
    assert_eq!(replay(&table, 1), None);
    table.play_out();
    assert!(replay(&table, 1).is_some_and(|replay| replay.round == 1));
    table.begin(&tabs);
    table.move_on();
    assert_eq!(replay(&table, 2), None);
    assert_eq!(replay(&table, 3), None);
}

/// A replay reads the records of its game alone, as the server does, beside those of a whole room.
#[test]
fn a_replay_needs_no_other_games_of_its_room() {
    let (mut table, tabs) = Table::playing(3, QUICK, 3);
    table.play_out();
    let end = table.log.len();
    table.begin(&tabs);
    table.play_out();
    let whole = GameReplay::of(&table.log, 2, Viewer::Spectator).unwrap();
    let alone = GameReplay::of(&table.log[end..], 2, Viewer::Spectator).unwrap();
    assert_eq!(whole, alone);
    shows_what_was_shown(&table, 2);
}
