//! What a position is worth at first sight.

use senda_rules::{
    Game, Seat,
    tiles::Square,
    tortus::{SquareSet, State, neighbours},
};

use crate::search::{Shares, shares_of};

/// What a game that is won is worth, in pawns.
const WON: f32 = 20.0;
/// What it costs that a pawn stands where one push can drop it, by how many steps the nearest enemy is away.
const PERIL: [f32; 6] = [0.7, 0.7, 0.6, 0.3, 0.15, 0.08];
/// What the same of an enemy brings: they move before it can be dropped.
const CHANCE: [f32; 6] = [0.35, 0.35, 0.3, 0.2, 0.12, 0.08];
/// What it costs to be a step further from an enemy.
const FAR: f32 = 0.015;
/// Instructions that are followed to see whether they end in a hole.
const FOLLOWED: usize = 3;

/// What a position is worth to a seat that has just decided, in pawns.
pub(super) fn rating(state: &State, seat: Seat) -> f32 {
    if let Some(outcome) = state.outcome() {
        return WON * (2.0 * shares_of(&outcome)[seat.index()] - 1.0);
    }
    let fatal = state.fatal(FOLLOWED);
    let standing = |own: bool| {
        let pawns = state.pawns().iter();
        pawns
            .filter(move |pawn| (pawn.seat == seat) == own)
            .filter_map(|pawn| pawn.at)
    };
    let lost = |own: bool| {
        let pawns = state.pawns().iter();
        pawns
            .filter(|pawn| (pawn.seat == seat) == own && pawn.lost)
            .count()
    };
    let at_edge = |at: Square| is_in_peril(at, fatal);
    let nearest = |at: Square, own: bool| {
        let steps =
            standing(own).map(|other| at.x().abs_diff(other.x()) + at.y().abs_diff(other.y()));
        steps.min().unwrap_or(u8::MAX)
    };
    let weight = |of: [f32; 6], steps: u8| of[usize::from(steps).min(of.len() - 1)];
    #[allow(clippy::cast_precision_loss)] // five pawns
    let mut worth = lost(false) as f32 - lost(true) as f32;
    for at in standing(true) {
        let steps = nearest(at, false);
        if at_edge(at) {
            worth -= weight(PERIL, steps);
        }
        worth -= FAR * f32::from(steps.min(6));
    }
    for at in standing(false) {
        if at_edge(at) {
            worth += weight(CHANCE, nearest(at, true));
        }
    }
    worth
}

/// Whether what is worth that is a game that the seat has won.
pub(super) fn is_won(worth: f32) -> bool {
    worth >= WON
}

/// Pawns of the seat, or of the other one, that an enemy can drop with one push, wherever that enemy comes from. Unlike
/// [`rating`] this looks at the pawns in the way, since it is told to people.
pub(super) fn in_peril(state: &State, seat: Seat, own: bool) -> u8 {
    let standing = |of_seat: bool| {
        let pawns = state.pawns().iter();
        pawns
            .filter(move |pawn| (pawn.seat == seat) == of_seat)
            .filter_map(|pawn| pawn.at)
    };
    let can_be_dropped = |at: &Square| {
        standing(!own).any(|enemy| {
            // The enemy has left its square and stands on this one.
            let others = standing(true).chain(standing(false));
            let occupied = others.filter(|&other| other != enemy).collect();
            is_in_peril(*at, state.fatal_around(FOLLOWED, occupied))
        })
    };
    let count = standing(own).filter(can_be_dropped).count();
    u8::try_from(count).unwrap_or(u8::MAX)
}

fn is_in_peril(at: Square, fatal: SquareSet) -> bool {
    neighbours(at).any(|beside| fatal.contains(beside))
}

/// What each seat may expect of the first place.
pub(super) fn shares(state: &State) -> Shares {
    if let Some(outcome) = state.outcome() {
        return shares_of(&outcome);
    }
    // Who doesn't decide next has just decided.
    let [one, other] = [0, 1].map(|number| Seat::new(number).expect("two seats"));
    let (last, next) = if state.acting().contains(one) {
        (other, one)
    } else {
        (one, other)
    };
    let mut shares = Shares::default();
    shares[last.index()] = 1.0 / (1.0 + (-rating(state, last)).exp());
    shares[next.index()] = 1.0 - shares[last.index()];
    shares
}
