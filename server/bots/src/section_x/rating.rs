//! Rates positions without a search.

use std::rc::Rc;

use senda_rules::{
    Game, Seat,
    section_x::{Place, State},
};

use super::ways::{Paths, Ways};
use crate::search::{Shares, shares_of};

/// The rating of a game that the seat has won.
const WON: f32 = 200.0;
/// The rating of a prisoner who has escaped.
const OUT: f32 = 10.0;
/// The rating of a prisoner in a tunnel close to the green areas, at the end of its tunnel.
const NEAR: f32 = 7.5;
/// The rating of a prisoner who is further away or in the block.
const FAR: f32 = 4.0;
/// The maximum number of steps that counts as close.
const CLOSE: u8 = 6;
/// The factor that each step of distance applies to the rating of a prisoner.
const STEP: f32 = 0.9;
/// The cost of a prisoner in a tunnel that is about to collapse.
const BURIED: f32 = 4.0;
/// The cost of a lost prisoner.
const LOST: f32 = 3.0;
/// The cost of no longer being able to win.
const HOPELESS: f32 = 15.0;
/// The rating of an own door in a tunnel that leads out.
const DOOR: f32 = 0.6;
/// The weight of the best opponent's progress, which is subtracted from the seat's own.
const OTHERS: f32 = 0.6;
/// The lead in progress that makes a seat's chance `e` times as good.
const SURE: f32 = 8.0;

/// The ways of every seat, indexed by seat.
pub(super) type AllWays = Vec<Ways>;

/// Returns the ways of every seat.
pub(super) fn ways(state: &State, seats: u8) -> AllWays {
    let paths = Rc::new(Paths::of(state, seats));
    Seat::first(seats)
        .map(|seat| Ways::of(&paths, state, seat))
        .collect()
}

/// Rates a position for a seat.
pub(super) fn rating(state: &State, ways: &AllWays, seat: Seat) -> f32 {
    if let Some(outcome) = state.outcome() {
        return WON * shares_of(&outcome)[seat.index()];
    }
    let others = state.still_in().without(seat);
    let worth = |other: Seat| progress(state, ways, other);
    let best = others.iter().map(worth).fold(0.0, f32::max);
    progress(state, ways, seat) - OTHERS * best
}

/// Returns the opponent with the most progress; `None` if no opponent is still in the game.
pub(super) fn ahead(state: &State, ways: &AllWays, seat: Seat) -> Option<Seat> {
    let worth = |other: &Seat| progress(state, ways, *other);
    let others = state.still_in().without(seat).iter();
    others.max_by(|one, other| worth(one).total_cmp(&worth(other)))
}

/// Returns the progress of a seat.
fn progress(state: &State, ways: &AllWays, seat: Seat) -> f32 {
    let own = &ways[seat.index()];
    let target = usize::from(state.options().target);
    let places = state.prisoners(seat);
    let out = places.iter().filter(|at| at.is_out()).count();
    let lost = places.iter().filter(|at| **at == Place::Lost).count();
    let falls_in = is_about_to_end(state, ways, seat);
    let mut waiting = target.saturating_sub(out);
    #[expect(clippy::cast_precision_loss, reason = "at most eight prisoners")]
    let mut worth = OUT * out as f32 - LOST * lost as f32;
    if places.len() - lost < target {
        worth -= HOPELESS;
    }
    for &at in places {
        let steps = match at {
            Place::Tunnel(spot) => own.from(spot),
            Place::Block | Place::Green(_) | Place::Free(_) | Place::Lost => continue,
        };
        waiting = waiting.saturating_sub(1);
        let most = if steps <= CLOSE { NEAR } else { FAR };
        worth += most * STEP.powi(i32::from(steps));
        let hidden = matches!(at, Place::Tunnel(spot) if state.hides(spot));
        if falls_in && !hidden {
            worth -= BURIED;
        }
    }
    let in_block = places.iter().filter(|at| **at == Place::Block).count();
    #[expect(clippy::cast_precision_loss, reason = "at most eight prisoners")]
    let counted = in_block.min(waiting + 1) as f32;
    worth += FAR * STEP.powi(i32::from(own.from_block)) * counted;
    let guards = state
        .doors(seat)
        .iter()
        .filter(|&&door| own.from(door) <= own.from_block);
    #[expect(clippy::cast_precision_loss, reason = "at most two doors")]
    let guarded = guards.count() as f32;
    worth + DOOR * guarded
}

/// Returns whether an opponent may end the round before the seat's prisoners come out, or few tiles
/// are left.
fn is_about_to_end(state: &State, ways: &AllWays, seat: Seat) -> bool {
    let playing = state.still_in();
    let ready = |other: Seat| {
        let near = |at: &&Place| match **at {
            Place::Green(_) => true,
            Place::Tunnel(spot) => ways[other.index()].from(spot) <= 2,
            Place::Block | Place::Free(_) | Place::Lost => false,
        };
        state.prisoners(other).iter().filter(near).count()
    };
    let ends = usize::from(state.ends_round());
    state.tiles_left() <= usize::from(playing.len())
        || playing
            .without(seat)
            .iter()
            .any(|other| ready(other) >= ends)
}

/// Returns each seat's expected share of the first place.
pub(super) fn shares(state: &State, seats: u8) -> Shares {
    if let Some(outcome) = state.outcome() {
        return shares_of(&outcome);
    }
    let ways = ways(state, seats);
    let mut shares = Shares::default();
    for seat in state.still_in().iter() {
        shares[seat.index()] = (progress(state, &ways, seat) / SURE).exp();
    }
    let sum: f32 = shares.iter().sum();
    shares.map(|share| share / sum)
}
