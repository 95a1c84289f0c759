//! A short arena. Each level beats the one below it by more than chance could give a broken one.

use senda_bots::{Level, Player};
use senda_rules::{AnyOptions, GameKind, Seat};

use crate::games::game;

const EASY: Player = Player::Bot(Level::Easy);
const MEDIUM: Player = Player::Bot(Level::Medium);
const HARD: Player = Player::Bot(Level::Hard);

/// Returns the share of the first place that one player wins against identical opponents, playing
/// equally often from each seat.
fn share(
    options: &AnyOptions,
    seats: u8,
    [one, others]: [Player; 2],
    games: u32,
    iterations: u32,
) -> f64 {
    let mut sum = 0.0;
    for number in 0..games {
        let own = number as usize % usize::from(seats);
        let mut players = vec![others; seats.into()];
        players[own] = one;
        let outcome = game(options, &players, number.into(), iterations, |_| ());
        let seat = Seat::first(seats).nth(own).expect("a seat of the table");
        sum += senda_bots::share(&outcome, seat);
    }
    sum / f64::from(games)
}

/// Returns the same share in a game with its usual options.
fn share_of(word: &str, seats: u8, players: [Player; 2], games: u32, iterations: u32) -> f64 {
    let kind = GameKind::ALL
        .iter()
        .find(|kind| kind.word() == word)
        .expect("a game");
    share(&kind.options(), seats, players, games, iterations)
}

fn beats(word: &str, seats: u8, players: [Player; 2], games: u32, iterations: u32, least: f64) {
    let share = share_of(word, seats, players, games, iterations);
    assert!(share >= least, "{word} for {seats}, {players:?}: {share}");
}

#[test]
fn tsuro() {
    beats("tsuro", 2, [MEDIUM, Player::Random], 300, 1, 0.75);
    beats("tsuro", 2, [MEDIUM, EASY], 300, 1, 0.65);
    beats("tsuro", 4, [MEDIUM, Player::Random], 300, 1, 0.48);
    beats("tsuro", 2, [HARD, MEDIUM], 40, 200, 0.65);
    beats("tsuro", 4, [HARD, Player::Random], 24, 100, 0.55);
    beats("tsuro", 8, [HARD, Player::Random], 96, 300, 0.4);
}

#[test]
fn tortus() {
    beats("tortus", 2, [MEDIUM, Player::Random], 12, 1, 0.9);
    beats("tortus", 2, [EASY, Player::Random], 12, 1, 0.9);
    // Easy is no opponent that loses nearly every game.
    let share = share_of("tortus", 2, [MEDIUM, EASY], 60, 1);
    assert!((0.7..=0.9).contains(&share), "{share}");
}

/// Each turn takes several searches, so there are few games and iterations.
#[test]
fn tortus_searched() {
    beats("tortus", 2, [HARD, EASY], 8, 8, 0.7);
}

#[test]
fn section_x() {
    beats("section_x", 2, [MEDIUM, Player::Random], 8, 1, 0.9);
    beats("section_x", 4, [MEDIUM, Player::Random], 8, 1, 0.7);
    beats("section_x", 2, [MEDIUM, EASY], 12, 1, 0.7);
}

/// Each turn takes several searches, so there are few iterations.
#[test]
fn section_x_searched() {
    beats("section_x", 2, [HARD, EASY], 40, 4, 0.9);
}
