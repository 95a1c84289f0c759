//! Rates positions without a search.

use senda_rules::{
    Game, Seat,
    section_x::{Place, STEPS, STEPS_EACH, STOCK, State},
};

use super::{
    position::Position,
    ways::{AllWays, Ways},
};
use crate::search::{Shares, shares_of};

/// The rating of a game that the seat has won.
const WON: f32 = 200.0;
/// The rating of a prisoner who has escaped.
const OUT: f32 = 10.0;
/// The rating of a prisoner on the verge of a green area who can still escape in this round.
const RUNNER: f32 = 8.0;
/// The factor that each step of distance applies to the rating of such a prisoner.
const STEP: f32 = 0.93;
/// The rating of a prisoner in a hide-out who can't escape before the next round.
const HIDDEN: f32 = 0.4;
/// The rating of as many prisoners more than the target as can still be lost without losing the
/// game; the first entry is that of a seat which can no longer win.
const SPARE: [f32; 5] = [-15.0, 0.0, 4.5, 7.5, 9.5];
/// The probability that a prisoner is buried whom an opponent's next turn can bury.
const BURIED: f32 = 0.85;
/// The factor that each further turn until then applies to it.
const LATER: f32 = 0.5;
/// The rating of an own door in a tunnel that leads out.
const DOOR: f32 = 0.6;
/// The cost of a stock by its number of tiles. A full one keeps the seat from drawing a better
/// tile.
const HELD: [f32; STOCK + 1] = [0.0, 0.2, 0.5, 2.5];
/// The weight of the best opponent's progress, which is subtracted from the seat's own.
const OTHERS: f32 = 0.6;
/// The lead in progress that makes a seat's chance `e` times as good.
const SURE: f32 = 8.0;
/// The number of turns that stands for "never in this round".
const NEVER: u8 = u8::MAX;

/// Rates a position for a seat.
pub(super) fn rating(position: &Position, seat: Seat) -> f32 {
    let state = position.state();
    if let Some(outcome) = state.outcome() {
        return WON * shares_of(&outcome)[seat.index()];
    }
    let ways = position.ways();
    let all = Escapes::of_all(state, ways);
    let others = state.still_in().without(seat);
    let worth = |other: Seat| progress(state, ways, &all, other);
    let best = others.iter().map(worth).fold(0.0, f32::max);
    progress(state, ways, &all, seat) - OTHERS * best
}

/// Returns the opponent with the most progress; `None` if no opponent is still in the game.
pub(super) fn ahead(position: &Position, seat: Seat) -> Option<Seat> {
    let (state, ways) = (position.state(), position.ways());
    let all = Escapes::of_all(state, ways);
    let worth = |other: &Seat| progress(state, ways, &all, *other);
    let others = state.still_in().without(seat).iter();
    others.max_by(|one, other| worth(one).total_cmp(&worth(other)))
}

/// The prisoners of a seat by their prospects in this round. A round ends as soon as a seat has
/// brought out a few prisoners, so that only the nearest ones can escape in it. All others have to
/// be safe by then.
struct Escapes {
    /// The distances of the prisoners that can still escape in this round, the nearest first, each
    /// with whether the collapse would bury that prisoner.
    runners: Vec<(u8, bool)>,
    /// The number of further prisoners whom the collapse would bury.
    stragglers: u8,
    /// The number of prisoners in hide-outs.
    hidden: u8,
    /// The number of the seat's turns until it can end the round or win the game.
    turns: u8,
}

impl Escapes {
    /// Returns the prospects of all seats, indexed by seat.
    fn of_all(state: &State, ways: &AllWays) -> Vec<Self> {
        let seats = Seat::first(u8::try_from(ways.len()).expect("four seats"));
        seats
            .map(|seat| Self::of(state, &ways[seat.index()], seat))
            .collect()
    }

    fn of(state: &State, own: &Ways, seat: Seat) -> Self {
        let places = state.prisoners(seat);
        let count = |is_so: fn(&Place) -> bool| places.iter().filter(|at| is_so(at)).count();
        let out = count(|at| at.is_out());
        let green = count(|at| matches!(at, Place::Green(_)));
        let ending = usize::from(state.ends_round()).saturating_sub(green);
        let missing = usize::from(state.options().target).saturating_sub(out);
        let mut all = Vec::with_capacity(places.len());
        let mut waiting = 0;
        for &at in places {
            match at {
                Place::Tunnel(spot) => all.push((own.from(spot), !state.hides(spot))),
                Place::Block => {
                    // They leave the block one after the other.
                    all.push((own.from_block.saturating_add(waiting), false));
                    waiting += 1;
                }
                Place::Green(_) | Place::Free(_) | Place::Lost => {}
            }
        }
        all.sort_unstable();
        let first = ending.min(missing);
        let is_short = all.len() < first;
        let rest = all.iter().skip(first);
        let exposed = rest.filter(|(_, is_exposed)| *is_exposed).count();
        all.truncate(first);
        let far = all.last().map_or(0, |(steps, _)| *steps);
        let steps = all
            .iter()
            .fold(0_u8, |sum, (steps, _)| sum.saturating_add(*steps));
        let turns = far.div_ceil(STEPS_EACH).max(steps.div_ceil(STEPS));
        let hides = |at: &&Place| matches!(at, Place::Tunnel(spot) if state.hides(*spot));
        let hidden = places.iter().filter(hides).count();
        Self {
            runners: all,
            stragglers: u8::try_from(exposed).unwrap_or(u8::MAX),
            hidden: u8::try_from(hidden).unwrap_or(u8::MAX),
            turns: if is_short { NEVER } else { turns },
        }
    }
}

/// Returns the probability that the collapse buries a prisoner who needs that many turns to get out
/// of a tunnel, if the round can end after that many turns.
fn risk(needed: u8, end: u8) -> f32 {
    if needed < end {
        return 0.0;
    }
    BURIED * LATER.powi(i32::from(end.max(1)) - 1)
}

/// Returns the rating of a number of prisoners that are not lost, compared with the number that
/// must escape.
fn spare(left: f32, target: f32) -> f32 {
    let more = left - target + 1.0;
    if more < 0.0 {
        return SPARE[0] + more;
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a number of prisoners"
    )]
    let place = more as u8;
    let below = f32::from(place);
    let place = usize::from(place);
    let rating = |place: usize| SPARE[place.min(SPARE.len() - 1)];
    rating(place) + (more - below) * (rating(place + 1) - rating(place))
}

/// Returns the progress of a seat.
fn progress(state: &State, ways: &AllWays, all: &[Escapes], seat: Seat) -> f32 {
    let own = &ways[seat.index()];
    let escapes = &all[seat.index()];
    let places = state.prisoners(seat);
    let count = |is_so: fn(&Place) -> bool| {
        let count = places.iter().filter(|at| is_so(at)).count();
        f32::from(u8::try_from(count).unwrap_or(u8::MAX))
    };
    let others = state.still_in().without(seat);
    let ends = others.iter().map(|other| all[other.index()].turns);
    let mut end = ends.min().unwrap_or(NEVER);
    let tiles = state.tiles_left();
    let playing = usize::from(state.still_in().len());
    if let Ok(turns) = u8::try_from(tiles / playing.max(1)) {
        end = end.min(turns + 1);
    }
    let mut worth = OUT * count(|at| at.is_out()) + HIDDEN * f32::from(escapes.hidden);
    let mut lost = count(|at| *at == Place::Lost);
    for &(steps, is_exposed) in &escapes.runners {
        let risk = if is_exposed {
            risk(steps.div_ceil(STEPS_EACH), end)
        } else {
            0.0
        };
        worth += RUNNER * STEP.powi(i32::from(steps)) * (1.0 - risk);
        lost += risk;
    }
    lost += f32::from(escapes.stragglers) * risk(NEVER, end.min(escapes.turns));
    let left = f32::from(u8::try_from(places.len()).unwrap_or(u8::MAX)) - lost;
    worth += spare(left, f32::from(state.options().target));
    let guards = state
        .doors(seat)
        .iter()
        .filter(|&&door| own.from(door) <= own.from_block);
    let guarded = f32::from(u8::try_from(guards.count()).unwrap_or(u8::MAX));
    worth += DOOR * guarded;
    if tiles > 0 {
        worth -= HELD[state.stock(seat).len().min(STOCK)];
    }
    worth
}

/// Returns the share of the first place that a lead in the rating stands for, in an even game.
pub(super) fn share_of(lead: f32) -> f32 {
    1.0 / (1.0 + (-lead / SURE).exp())
}

/// Returns each seat's expected share of the first place.
pub(super) fn shares(position: &Position) -> Shares {
    let state = position.state();
    if let Some(outcome) = state.outcome() {
        return shares_of(&outcome);
    }
    let ways = position.ways();
    let all = Escapes::of_all(state, ways);
    let mut shares = Shares::default();
    for seat in state.still_in().iter() {
        shares[seat.index()] = (progress(state, ways, &all, seat) / SURE).exp();
    }
    let sum: f32 = shares.iter().sum();
    shares.map(|share| share / sum)
}
