//! Finds plans for whole turns: a tile, steps and a door that work together.

use senda_rules::{
    Game, Seat, Seats,
    section_x::{Action, Cell, Place, STOCK, State},
};

use super::{
    position::Position,
    rating::{ahead, rating},
    tiles::laid,
    ways::{Ends, Ways},
};
use crate::Dice;

/// The consecutive decisions of one seat.
pub(super) type Plan = Vec<Action>;

/// A plan with the position that it leads to.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) plan: Plan,
    pub(super) after: Position,
    /// The rating of the final position for its seat, less the cost of changing laid tiles.
    pub(super) worth: f32,
    /// Whether the plan changes tiles that have been laid.
    moves: bool,
}

/// The breadth of a search for plans.
#[derive(Copy, Clone, Debug)]
pub(super) struct Width {
    /// The number of unfinished plans of the same length that are continued.
    pub(super) beam: usize,
    /// The number of tile actions that are considered.
    pub(super) tiles: usize,
    /// The number of tiles off the ways that are considered as well, if the stock is full.
    pub(super) spares: usize,
    /// Whether to consider tiles and doors that obstruct the leading opponent as well.
    pub(super) bars: bool,
}

/// The distance in steps from a green area within which doors obstruct the leading opponent: near
/// the areas they affect every prisoner who comes out.
const GATE: u8 = 4;
/// The cost of changing a tile that has been laid, so that nothing is moved to and fro for small
/// gains.
const MOVED: f32 = 0.5;
/// The share of the considered actions with tiles that chance chooses, as one in so many.
const BY_CHANCE: usize = 4;
/// The initial capacity of lists of actions, chosen so that they seldom have to grow in a search.
const MANY: usize = 128;
/// The maximum number of decisions in a plan: a tile, five steps, the end of the turn, and the
/// decisions that a fight or a key requires.
const LONGEST: usize = 10;

/// Returns plans of the seat that decides, the best first; at least one. All begin with the
/// decisions of a line. A plan ends where hidden information is revealed.
pub(super) fn plans(from: Line, seat: Seat, width: Width, dice: &mut Dice) -> Vec<Line> {
    let mut finished = Vec::new();
    let mut begun = vec![from];
    for _ in 0..LONGEST {
        let mut next = Vec::new();
        for line in &begun {
            for action in candidates(&line.after, seat, width, dice) {
                let longer = line.with(seat, action, dice);
                if longer.has_ended(seat) {
                    finished.push(longer);
                } else {
                    next.push(longer);
                }
            }
        }
        best_first(&mut next);
        next.dedup_by(|one, other| is_same(one, other, seat));
        next.truncate(width.beam);
        begun = next;
    }
    finished.extend(begun);
    best_first(&mut finished);
    finished.dedup_by(|one, other| is_same(one, other, seat));
    finished
}

impl Line {
    /// Returns the line without any decision.
    pub(super) fn at(position: &Position) -> Self {
        Self {
            plan: Vec::new(),
            after: position.clone(),
            worth: 0.0,
            moves: false,
        }
    }

    /// Returns whether the line has revealed something hidden or ended the turn of the seat.
    pub(super) fn has_ended(&self, seat: Seat) -> bool {
        let last = self.plan.last();
        last.is_some_and(|action| matches!(action, Action::Draw { .. } | Action::EndTurn {}))
            || self.after.state().acting() != Seats::NONE.with(seat)
    }

    /// Returns the line that goes on with a legal action of the seat.
    pub(super) fn with(&self, seat: Seat, action: Action, dice: &mut Dice) -> Self {
        let after = self.after.after(seat, &action, dice);
        let moves = self.moves || is_move(&action);
        let worth = rating(&after, seat) - if moves { MOVED } else { 0.0 };
        let mut plan = Vec::with_capacity(self.plan.len() + 1);
        plan.extend_from_slice(&self.plan);
        plan.push(action);
        Self {
            plan,
            after,
            worth,
            moves,
        }
    }
}

/// Sorts lines by their worth, the best first.
pub(super) fn best_first(lines: &mut [Line]) {
    lines.sort_by(|one, other| other.worth.total_cmp(&one.worth));
}

/// Returns whether two lines lead to the same position in another order or with interchangeable
/// prisoners.
fn is_same(one: &Line, other: &Line, seat: Seat) -> bool {
    if one.worth.total_cmp(&other.worth).is_ne() {
        return false;
    }
    let [one, other] = [one, other].map(|line| line.after.state());
    let places = |state: &State| {
        let mut places = state.prisoners(seat).to_vec();
        places.sort_unstable();
        places
    };
    one.phase() == other.phase()
        && one.doors(seat) == other.doors(seat)
        && one.stock(seat) == other.stock(seat)
        && (one.prisoners(seat) == other.prisoners(seat) || places(one) == places(other))
        && one.has_same_tunnels(other)
}

/// Returns whether the action changes tiles that have been laid.
fn is_move(action: &Action) -> bool {
    matches!(
        action,
        Action::Relocate { .. } | Action::Exchange { .. } | Action::Turn { .. }
    )
}

/// Returns the actions of the seat that are worth considering: tiles on its ways out, one of
/// several prisoners in the same place, doors on its own ways, and, if `width.bars` is set,
/// whatever obstructs the leading opponent.
fn candidates(position: &Position, seat: Seat, width: Width, dice: &mut Dice) -> Vec<Action> {
    let (state, ways) = (position.state(), position.ways());
    let own = &ways[seat.index()];
    let ahead = width.bars.then(|| ahead(position, seat)).flatten();
    let rival = ahead.map(|other| &ways[other.index()]);
    let leads_over = |cell| own.lead_over(cell) || rival.is_some_and(|rival| rival.lead_over(cell));
    let is_gate = |spot| rival.is_some_and(|rival| rival.from(spot) <= GATE);
    let is_full = state.stock(seat).len() == STOCK;
    let most = if is_full {
        width.spares
    } else {
        width.spares.div_ceil(3)
    };
    let mut tiles = Vec::with_capacity(MANY);
    let mut spares = Vec::with_capacity(MANY);
    let mut others = Vec::new();
    let mut seen: Vec<(Place, Place)> = Vec::new();
    for action in state.actions_towards(seat, leads_over) {
        match action {
            Action::Place { cell, .. } if leads_over(cell) => tiles.push(action),
            Action::Relocate { .. } | Action::Turn { .. } => tiles.push(action),
            Action::Place { .. } => spares.push(action),
            Action::Exchange { .. } => {}
            Action::Step { prisoner, to } => {
                let from = state.prisoners(seat)[usize::from(prisoner)];
                if !seen.contains(&(from, to)) {
                    seen.push((from, to));
                    others.push(action);
                }
            }
            Action::Door { to, .. } => {
                if own.from(to) < own.from_block || is_gate(to) {
                    others.push(action);
                }
            }
            Action::Draw { .. }
            | Action::SkipTile {}
            | Action::FightChoice { .. }
            | Action::EndTurn {}
            | Action::GiveDoor { .. }
            | Action::Resign {} => others.push(action),
        }
    }
    others.extend(promising(tiles, state, own, width.tiles, dice));
    // A full stock has to be reduced, if need be by a tile that leads nowhere.
    while spares.len() > most {
        spares.swap_remove(dice.below(spares.len()));
    }
    others.extend(spares);
    others
}

/// Returns at most `most` of some actions with tiles. Most of them are those after which the seat
/// has the shortest way through the tile; the others, by chance, may obstruct opponents.
fn promising(
    mut tiles: Vec<Action>,
    state: &State,
    own: &Ways,
    most: usize,
    dice: &mut Dice,
) -> Vec<Action> {
    if tiles.len() <= most {
        return tiles;
    }
    let mut ends: [Option<Ends>; Cell::COUNT] = [None; _];
    let way = |action: &Action| {
        let laid = laid(state, action).into_iter().flatten();
        let through = laid.map(|(cell, kind, rotation)| {
            let ends = ends[cell.index()].get_or_insert_with(|| own.ends(cell));
            ends.through(kind.sections(rotation))
        });
        through.min().unwrap_or(u8::MAX)
    };
    dice.mix(&mut tiles);
    tiles.sort_by_cached_key(way);
    let mut rest = tiles.split_off(most - most / BY_CHANCE);
    while tiles.len() < most {
        tiles.push(rest.swap_remove(dice.below(rest.len())));
    }
    tiles
}
