//! Benchmarks of the rules of Section X: `cargo bench -p senda-rules --bench section_x`.
//!
//! The measured position has the most legal actions among the positions of games of four players
//! with three strategies: random games, games in which tiles are laid wherever they fit, and games
//! in which stocks are filled first. The output ends with the size of that position.

#[path = "../tsuro/dice.rs"]
mod dice;

use std::hint::black_box;

use divan::{Bencher, counter::ItemsCount};
use senda_rules::{
    Game, Seat, Viewer,
    section_x::{Action, Options, State},
};

use self::dice::Dice;

/// The number of games for each strategy.
const GAMES: u64 = 6;

/// A strategy that chooses one of the legal actions.
type Player = fn(&State, Seat, &[Action], &mut Dice) -> Action;

/// Returns a random legal action.
fn any(_: &State, _: Seat, legal: &[Action], dice: &mut Dice) -> Action {
    legal[dice.below(legal.len())].clone()
}

/// Lays a tile wherever it fits, and does nothing else.
fn builder(state: &State, seat: Seat, legal: &[Action], dice: &mut Dice) -> Action {
    let wants = |action: &&Action| matches!(action, Action::Place { .. } | Action::Draw { .. });
    let wanted: Vec<&Action> = legal.iter().filter(wants).collect();
    if wanted.is_empty() {
        let clock = state.clock_action(seat, dice);
        return clock.expect("somebody who decides");
    }
    wanted[dice.below(wanted.len())].clone()
}

/// Lays a tile when the stock is full, and does nothing else.
fn hoarder(state: &State, seat: Seat, legal: &[Action], dice: &mut Dice) -> Action {
    let stock = state.view(Viewer::Seat(seat)).players[seat].stock.len();
    if stock < 3 && legal.contains(&Action::SkipTile {}) {
        return Action::SkipTile {};
    }
    builder(state, seat, legal, dice)
}

/// Plays a game with decisions and their events, and counts the decisions.
fn game(seed: u64, player: Player, mut each: impl FnMut(&State, Seat, usize)) -> u64 {
    let mut dice = Dice::new(seed);
    let options = Options::default();
    let mut state = State::new(&options, 4, None).expect("options that are possible");
    for event in state.open(&mut dice) {
        state.apply(&event);
    }
    let mut decisions = 0;
    while let Some(seat) = state.acting().iter().next() {
        let legal = state.legal_actions(seat);
        each(&state, seat, legal.len());
        let action = player(&state, seat, &legal, &mut dice);
        let events = state.decide(seat, &action, &mut dice);
        for event in &events.expect("a legal decision") {
            state.apply(event);
        }
        decisions += 1;
    }
    decisions
}

/// Returns the position with the most legal actions, and their number.
fn richest() -> (State, Seat, usize) {
    let mut richest = None;
    for player in [any as Player, builder, hoarder] {
        for seed in 0..GAMES {
            game(seed, player, |state, seat, legal| {
                if richest.as_ref().is_none_or(|&(_, _, most)| legal > most) {
                    richest = Some((state.clone(), seat, legal));
                }
            });
        }
    }
    richest.expect("a position")
}

/// Measures the list of legal actions in the richest position. An item is an action.
#[divan::bench]
fn legal_actions(bencher: Bencher) {
    let (state, seat, legal) = richest();
    let bencher = bencher.counter(ItemsCount::new(legal));
    bencher.bench_local(|| black_box(state.legal_actions(seat)));
}

/// Measures the view of the acting seat in the richest position.
#[divan::bench]
fn view(bencher: Bencher) {
    let (state, seat, _) = richest();
    bencher.bench_local(|| black_box(state.view(Viewer::Seat(seat))));
}

/// Measures the view of the richest position, serialized as JSON.
#[divan::bench]
fn view_as_json(bencher: Bencher) {
    let (state, seat, _) = richest();
    bencher.bench_local(|| {
        let view = state.view(Viewer::Seat(seat));
        black_box(serde_json::to_vec(&view).expect("a view as JSON"))
    });
}

/// Measures deciding and applying a random legal action in the richest position.
#[divan::bench]
fn decide_and_apply(bencher: Bencher) {
    let (state, seat, _) = richest();
    let mut dice = Dice::new(0);
    let legal = state.legal_actions(seat);
    bencher.bench_local(|| {
        let action = &legal[dice.below(legal.len())];
        let mut after = state.clone();
        let events = state.decide(seat, action, &mut dice);
        for event in &events.expect("a legal decision") {
            after.apply(event);
        }
        black_box(after)
    });
}

/// Measures a whole random game. An item is a decision.
#[divan::bench(sample_count = 10)]
fn playout(bencher: Bencher) {
    let decisions = game(1, any, |_, _, _| ());
    let bencher = bencher.counter(ItemsCount::new(decisions));
    bencher.bench_local(|| black_box(game(1, any, |_, _, _| ())));
}

fn main() {
    divan::main();
    // Cargo's test runs only check that the benchmarks run at all.
    if std::env::args().any(|argument| argument == "--bench") {
        let (state, seat, legal) = richest();
        let view = state.view(Viewer::Seat(seat));
        let bytes = serde_json::to_vec(&view).expect("a view as JSON").len();
        println!("\nthe richest position has {legal} legal actions; its view has {bytes} bytes");
    }
}
