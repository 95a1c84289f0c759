//! Tests of what decisions are sure of while tiles are hidden.

use senda_bots::{
    Dice, Level, Player, share,
    solve::tsuro::{guaranteed, only_survivor, only_thrower, placements, values},
};
use senda_rules::{
    Game, Seat, Viewer,
    tsuro::{Action, State, View},
};

use super::{USUAL, endings_of};
use crate::solving::effort::scaled;

/// A limit on the searches.
const NODES: u64 = 200_000;
/// The most positions of a plain search; positions with more are left out.
const PLAIN: u32 = 5_000;
/// The random deals in which all ways to deal at most five tiles are surely met.
const DEALS: u32 = 400;

/// Returns games that look like the view: one for each way to deal the hidden tiles.
fn every_world(view: &View, dice: &mut Dice) -> Vec<State> {
    let mut worlds: Vec<State> = Vec::new();
    for _ in 0..DEALS {
        let world = State::determinize(view, dice);
        if !worlds.contains(&world) {
            worlds.push(world);
        }
    }
    worlds
}

/// Returns the share that the seat is sure of in games that look alike to it: by plain recursion.
/// `None` if there are more than `left` positions.
fn plain(worlds: &[State], seat: Seat, left: &mut u32) -> Option<f64> {
    *left = left.checked_sub(u32::try_from(worlds.len()).ok()?)?;
    if worlds[0].outcome().is_some() {
        let outcomes = worlds.iter().filter_map(Game::outcome);
        let shares = outcomes.map(|outcome| share(&outcome, seat));
        return shares.min_by(f64::total_cmp);
    }
    let acting = worlds[0].acting().iter().next()?;
    if acting != seat {
        let every = worlds.iter().flat_map(|world| {
            let actions = world.legal_actions(acting).into_iter();
            actions.map(move |action| after(world, acting, &action))
        });
        return least(every.collect(), seat, left);
    }
    let mut best = 0.0_f64;
    for action in worlds[0].legal_actions(seat) {
        best = best.max(plain_after(worlds, seat, &action, left)?);
    }
    Some(best)
}

fn after(game: &State, seat: Seat, action: &Action) -> State {
    game.after(seat, action, &mut Dice::new(0))
        .expect("a legal decision")
}

/// Returns the share that a decision is sure of.
fn plain_after(worlds: &[State], seat: Seat, action: &Action, left: &mut u32) -> Option<f64> {
    let every = worlds.iter().map(|world| after(world, seat, action));
    least(every.collect(), seat, left)
}

/// Returns the least share among the groups of games that the seat can tell apart.
fn least(every: Vec<State>, seat: Seat, left: &mut u32) -> Option<f64> {
    let mut groups: Vec<(View, Vec<State>)> = Vec::new();
    for game in every {
        let view = game.view(Viewer::Seat(seat));
        // A game that is over shows all tiles, but then nothing is left to decide.
        match groups.iter_mut().find(|(other, _)| *other == view) {
            Some((_, games)) => games.push(game),
            None => groups.push((view, vec![game])),
        }
    }
    let mut least = 1.0_f64;
    for (_, games) in groups {
        least = least.min(plain(&games, seat, left)?);
    }
    Some(least)
}

/// Passes positions to `each` in which at most five tiles are hidden from the seat to decide, from
/// late positions of games, each with the hidden tiles dealt in several ways.
fn late(players: [Level; 2], games: u32, mut each: impl FnMut(&State, Seat)) {
    let mut dice = Dice::new(4);
    let players = players.map(Player::Bot);
    endings_of(USUAL, &players, games, |game, seat| {
        let hidden = game.table().loose_tiles().count() - game.table().hand(seat).len();
        if (1..=5).contains(&hidden) {
            let view = game.view(Viewer::Spectator);
            for _ in 0..5 {
                each(&State::determinize(&view, &mut dice), seat);
            }
        }
    });
}

#[test]
fn what_a_decision_is_sure_of_is_that_of_a_plain_search() {
    let (mut met, mut sure, mut dice) = (0, 0, Dice::new(6));
    late([Level::Medium; 2], scaled(60), |game, seat| {
        let worlds = every_world(&game.view(Viewer::Seat(seat)), &mut dice);
        let found = guaranteed(game, seat, NODES);
        let mut left = PLAIN;
        let each = |action: Action| plain_after(&worlds, seat, &action, &mut left);
        let actions = game.legal_actions(seat);
        let Some(expected) = actions
            .iter()
            .cloned()
            .map(each)
            .collect::<Option<Vec<_>>>()
        else {
            return;
        };
        assert!(found.is_complete, "{game}");
        let found = found.values.iter();
        assert_eq!(
            found
                .clone()
                .map(|(action, _)| action.clone())
                .collect::<Vec<_>>(),
            actions
        );
        for ((_, value), expected) in found.zip(expected) {
            assert!((f64::from(*value) - expected).abs() < 1e-6, "{game}");
            sure += u32::from(expected > 0.9);
        }
        met += 1;
    });
    println!("{met} positions, {sure} sure wins");
    assert!(met > 50 && sure > 20, "{met} {sure}");
}

#[test]
fn known_endings_are_sure_of_their_values() {
    let mut met = 0;
    endings_of(
        USUAL,
        &[Player::Bot(Level::Medium); 2],
        scaled(30),
        |game, seat| {
            let known = values(game, seat, NODES);
            if known.is_complete {
                assert_eq!(guaranteed(game, seat, NODES).values, known.values, "{game}");
                met += 1;
            }
        },
    );
    assert!(met > 5, "{met}");
}

#[test]
fn with_many_hidden_tiles_nothing_is_sure() {
    endings_of(USUAL, &[Player::Bot(Level::Easy); 3], 1, |game, seat| {
        if game.table().loose_tiles().count() > 12 {
            assert!(!guaranteed(game, seat, NODES).is_complete);
        }
    });
}

#[test]
fn only_placements_are_those_of_the_rules() {
    let (mut survivors, mut throwers) = (0, 0);
    endings_of(
        USUAL,
        &[Player::Bot(Level::Easy); 5],
        scaled(100),
        |game, seat| {
            let placed = placements(game, seat);
            let stays = |action: &&Action| after(game, seat, action).still_in().contains(seat);
            let thrown = |action: &Action| {
                let after = after(game, seat, action);
                let out = game.still_in().len() - after.still_in().len();
                if after.still_in().contains(seat) {
                    out
                } else {
                    0
                }
            };
            let actions: Vec<Action> = game.legal_actions(seat);
            let is_placing = actions
                .iter()
                .all(|one| matches!(one, Action::Place { .. }));
            if !is_placing {
                assert!(placed.is_empty());
                return;
            }
            let alive: Vec<&Action> = actions.iter().filter(stays).collect();
            let only = only_survivor(&placed).map(|one| &one.action);
            let is_only = alive.len() == 1 && actions.len() > 1;
            assert_eq!(only, is_only.then(|| alive[0]), "{game}");
            let most = actions.iter().map(thrown).max().unwrap_or_default();
            let best: Vec<&Action> = actions.iter().filter(|one| thrown(one) == most).collect();
            let only = only_thrower(&placed).map(|one| &one.action);
            let is_only = best.len() == 1 && most > 0 && actions.len() > 1;
            assert_eq!(only, is_only.then(|| best[0]), "{game}");
            survivors += u32::from(alive.len() == 1);
            throwers += u32::from(is_only);
        },
    );
    assert!(survivors > 20 && throwers > 20, "{survivors} {throwers}");
}
