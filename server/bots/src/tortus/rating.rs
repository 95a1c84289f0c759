//! Rates positions without a search.

use senda_rules::{
    Game, Seat,
    tiles::Square,
    tortus::{SquareSet, State, neighbours},
};

use crate::search::{Shares, shares_of};

/// The rating of a won game, in pawns.
pub(super) const WON: f32 = 20.0;
/// The cost of an own pawn that one push can drop, indexed by the distance of the nearest enemy.
const PERIL: [f32; 6] = [0.7, 0.7, 0.6, 0.3, 0.15, 0.08];
/// The gain of an opposing pawn that one push can drop, indexed by the distance of the nearest own
/// pawn. It is smaller than [`PERIL`] because the opponent moves before the pawn can be dropped.
const CHANCE: [f32; 6] = [0.35, 0.35, 0.3, 0.2, 0.12, 0.08];
/// The cost of each step of distance from the nearest enemy.
const FAR: f32 = 0.015;
/// The number of consecutive instructions that are followed to see whether they end in a hole.
const FOLLOWED: usize = 3;

/// Rates a position, in pawns, for the seat that has just decided.
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
    #[expect(clippy::cast_precision_loss, reason = "at most five pawns")]
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

/// Returns whether a rating is that of a game that the seat has won.
pub(super) fn is_won(worth: f32) -> bool {
    worth >= WON
}

/// Returns the number of pawns of the seat, or of its opponent, that one push can drop if any enemy
/// comes next to them. Unlike [`rating`] this considers the pawns in the way, since players see the
/// result.
pub(super) fn in_peril(state: &State, seat: Seat, own: bool) -> u8 {
    let standing = |of_seat: bool| {
        let pawns = state.pawns().iter();
        pawns
            .filter(move |pawn| (pawn.seat == seat) == of_seat)
            .filter_map(|pawn| pawn.at)
    };
    let can_be_dropped = |at: &Square| {
        standing(!own).any(|enemy| {
            // The enemy has left its square for the one next to the pawn, so its old square is
            // free.
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

/// Returns each seat's expected share of the first place.
pub(super) fn shares(state: &State) -> Shares {
    if let Some(outcome) = state.outcome() {
        return shares_of(&outcome);
    }
    // The seat that does not decide next has just decided, as [`rating`] requires.
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
