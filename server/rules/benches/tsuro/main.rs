//! Benchmarks of the rules of Tsuro: `cargo bench -p senda-rules`.
//!
//! They play random games to their end: on the minimal implementation in `bare`, on the table that
//! the rules work on, and with decisions and events as a room plays them. Divan prints the medians;
//! `item/s` is placements per second. The output ends with a comparison of the three, measured
//! alternately, with the median of all rounds and the best. On a machine with other load, the best
//! is closest to the result of an idle machine.

#![expect(clippy::disallowed_methods, reason = "a benchmark reads the clock")]

mod bare;
mod dice;

use std::{hint::black_box, time::Instant};

use divan::{Bencher, counter::ItemsCount};
use senda_rules::{
    Game, Seat, Viewer,
    tsuro::{Action, Board, Options, Phase, Preset, Stand, State, Table},
};

use self::{bare::Bare, dice::Dice};

/// The number of games in a sample.
const GAMES: u64 = 100;

/// Plays a game on the table, lists the legal placements of each turn, and counts the placements.
fn on_the_table(options: &Options, marks: &[Stand], seats: u8, seed: u64) -> u64 {
    let mut dice = Dice::new(seed);
    let mut table =
        Table::opened(options, seats, None, &mut dice).expect("options that are possible");
    while table.phase() == Phase::Starting {
        let seat = table.acting().expect("somebody who starts");
        let mark = marks[dice.below(marks.len())];
        // A taken mark is rejected, and another one is tried.
        let _ = table.act(seat, &Action::Start { mark }, &mut dice);
    }
    let mut placements = 0;
    while let Some(legal) = table.legal() {
        let number = dice.below(legal.count() as usize);
        let number = u32::try_from(number).expect("a few placements");
        table.place(legal.get(number), &mut dice);
        placements += 1;
    }
    placements
}

/// Returns the start marks of a board, which are listed once for all games on it.
fn marks(options: &Options) -> Vec<Stand> {
    let marks = Board::new(options.edge).start_marks();
    marks.map(Stand::Mark).collect()
}

/// Plays a game with decisions and their events, lists the legal actions, and counts the
/// placements.
fn by_events(options: &Options, seats: u8, seed: u64, mut each: impl FnMut(&State)) -> u64 {
    let mut dice = Dice::new(seed);
    let mut state = State::new(options, seats, None).expect("options that are possible");
    for event in state.open(&mut dice) {
        state.apply(&event);
    }
    let mut placements = 0;
    while let Some(seat) = state.acting().iter().next() {
        each(&state);
        let mut actions = state.legal_actions(seat);
        let action = actions.swap_remove(dice.below(actions.len()));
        let events = state
            .decide(seat, &action, &mut dice)
            .expect("a legal decision");
        for event in &events {
            state.apply(event);
        }
        placements += u64::from(matches!(action, Action::Place { .. }));
    }
    placements
}

fn sample(mut play: impl FnMut(u64) -> u64) -> u64 {
    (0..GAMES).map(|seed| black_box(play(seed))).sum()
}

/// Measures a sample of games. Its items are placements.
fn measure(bencher: Bencher, mut play: impl FnMut(u64) -> u64) {
    let placements = sample(&mut play);
    bencher
        .counter(ItemsCount::new(placements))
        .bench_local(|| sample(&mut play));
}

#[divan::bench(args = [2, 4, 8])]
fn playouts_bare(bencher: Bencher, seats: u8) {
    let bare = Bare::new();
    measure(bencher, |seed| bare.play(seats, &mut Dice::new(seed)));
}

#[divan::bench(args = [2, 4, 8])]
fn playouts_on_the_table(bencher: Bencher, seats: u8) {
    let options = Options::default();
    let marks = marks(&options);
    measure(bencher, |seed| on_the_table(&options, &marks, seats, seed));
}

#[divan::bench(args = [2, 4, 8])]
fn playouts_by_events(bencher: Bencher, seats: u8) {
    measure(bencher, |seed| {
        by_events(&Options::default(), seats, seed, |_| ())
    });
}

#[divan::bench(args = ["2005", "leaflet edge=10"])]
fn playouts_of_four_by_events(bencher: Bencher, options: &str) {
    let options = options.parse().expect("options");
    measure(bencher, |seed| by_events(&options, 4, seed, |_| ()));
}

/// Returns states from all stages of games in which a seat is about to place a tile.
fn turns(options: &Options, seats: u8) -> Vec<State> {
    let mut turns = Vec::new();
    for seed in 0..20 {
        by_events(options, seats, seed, |state| {
            if state.table().phase() == Phase::Placing {
                turns.push(state.clone());
            }
        });
    }
    turns
}

fn mover(state: &State) -> Seat {
    state.table().acting().expect("somebody who places")
}

/// Measures the list of legal actions of a seat, without previews. An item is a turn.
#[divan::bench(args = [2, 4, 8])]
fn legal_actions(bencher: Bencher, seats: u8) {
    let turns = turns(&Options::default(), seats);
    let bencher = bencher.counter(ItemsCount::new(turns.len()));
    bencher.bench_local(|| {
        for state in &turns {
            black_box(state.legal_actions(mover(state)));
        }
    });
}

/// Measures the view of the seat that places, with all previews. An item is a view.
#[divan::bench(args = [2, 4, 8])]
fn view_with_previews(bencher: Bencher, seats: u8) {
    let turns = turns(&Options::default(), seats);
    let bencher = bencher.counter(ItemsCount::new(turns.len()));
    bencher.bench_local(|| {
        for state in &turns {
            black_box(state.view(Viewer::Seat(mover(state))));
        }
    });
}

/// The number of measurements of each kind. The kinds alternate, so that other load on the machine
/// affects all of them.
const ROUNDS: usize = 201;

/// Returns the items per second of each kind in each round.
fn rates<const N: usize>(mut plays: [&mut dyn FnMut() -> u64; N]) -> [Vec<f64>; N] {
    let mut rates = [const { Vec::new() }; N];
    for _ in 0..ROUNDS {
        for (play, rates) in plays.iter_mut().zip(&mut rates) {
            let begin = Instant::now();
            #[expect(clippy::cast_precision_loss, reason = "a few thousand")]
            let count = play() as f64;
            rates.push(count / begin.elapsed().as_secs_f64());
        }
    }
    rates
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Returns the median of the ratios between two kinds in the same round.
fn ratio(one: &[f64], other: &[f64]) -> f64 {
    median(
        one.iter()
            .zip(other)
            .map(|(one, other)| one / other)
            .collect(),
    )
}

/// Returns a function that plays a sample of new games on each call. The branch predictor of a
/// processor would learn repeated games.
fn samples(mut play: impl FnMut(u64) -> u64) -> impl FnMut() -> u64 {
    let mut seed = 0;
    move || {
        let again = |_| {
            seed += 1;
            black_box(play(seed))
        };
        (0..GAMES).map(again).sum()
    }
}

fn compare() {
    let options = Preset::Edition2020.options();
    let tables = Bare::new();
    let marks = marks(&options);
    let turns = turns(&options, 4);
    let [bare, table, events, views] = rates([
        &mut samples(|seed| tables.play(4, &mut Dice::new(seed))),
        &mut samples(|seed| on_the_table(&options, &marks, 4, seed)),
        &mut samples(|seed| by_events(&options, 4, seed, |_| ())),
        &mut || {
            for state in &turns {
                black_box(state.view(Viewer::Seat(mover(state))));
            }
            turns.len() as u64
        },
    ]);
    println!(
        "\nplacements a second in millions, games of four, {ROUNDS} rounds in turns: median (best)"
    );
    let line = |name: &str, rates: &[f64], than: &str| {
        let best = rates.iter().copied().fold(0.0, f64::max);
        let median = median(rates.to_vec());
        println!(
            "  {name:17} {:5.2} ({:5.2}){than}",
            median / 1e6,
            best / 1e6
        );
    };
    line("bare tables", &bare, "");
    let than = format!(", {:.2} of the bare tables", ratio(&table, &bare));
    line("the table", &table, &than);
    let than = format!(", {:.2} of the table", ratio(&events, &table));
    line("decide and apply", &events, &than);
    let best = views.iter().copied().fold(0.0, f64::max);
    let median = median(views);
    println!(
        "  a view with previews takes {:.1} us ({:.1})",
        1e6 / median,
        1e6 / best
    );
}

fn main() {
    divan::main();
    // Cargo's test runs only check that the benchmarks run at all.
    if std::env::args().any(|argument| argument == "--bench") {
        compare();
    }
}
