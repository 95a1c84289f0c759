//! Whole turns: a tile, steps and a door that go together.

use std::rc::Rc;

use senda_rules::{
    Game, Seat, Seats,
    section_x::{Action, Cell, Place, State},
};

use super::rating::{AllWays, ahead, rating, ways};
use crate::Dice;

/// Decisions of one seat in a row.
pub(super) type Plan = Vec<Action>;

/// A plan, and what comes of it.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) plan: Plan,
    pub(super) after: State,
    /// What the position after it is worth to its seat.
    pub(super) worth: f32,
    ways: Rc<AllWays>,
}

/// How widely plans are looked for.
#[derive(Copy, Clone, Debug)]
pub(super) struct Width {
    /// Unfinished turns that are gone on with, of those with as many decisions.
    pub(super) beam: usize,
    /// What is done with tiles that is looked at.
    pub(super) tiles: usize,
    /// Whether tiles and doors are looked at that stand in the way of who is ahead of the others, too.
    pub(super) bars: bool,
}

/// Steps from a green area within which doors stand in the way of who is ahead: there they meet everybody who comes out.
const GATE: u8 = 4;
/// Decisions of the longest plan: a tile, five steps, and the end of the turn, and what a fight or a key asks for.
const LONGEST: usize = 10;

/// Plans of the seat that decides, the best first; at least one. They end where something hidden comes to light.
pub(super) fn plans(
    state: &State,
    seats: u8,
    seat: Seat,
    width: Width,
    dice: &mut Dice,
) -> Vec<Line> {
    let mut finished = Vec::new();
    let mut begun = vec![Line {
        plan: Vec::new(),
        after: state.clone(),
        worth: 0.0,
        ways: Rc::new(ways(state, seats)),
    }];
    for _ in 0..LONGEST {
        let mut next = Vec::new();
        for line in &begun {
            for action in candidates(line, seat, width, dice) {
                let shows = matches!(action, Action::Draw { .. });
                let ends = matches!(action, Action::EndTurn {});
                let longer = with(line, seats, seat, action, dice);
                if shows || ends || longer.after.acting() != Seats::NONE.with(seat) {
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

fn best_first(lines: &mut [Line]) {
    lines.sort_by(|one, other| other.worth.total_cmp(&one.worth));
}

/// Whether two lines come to the same in another order, or with prisoners that are alike.
fn is_same(one: &Line, other: &Line, seat: Seat) -> bool {
    let places = |line: &Line| {
        let mut places = line.after.prisoners(seat).to_vec();
        places.sort_unstable();
        places
    };
    one.worth.total_cmp(&other.worth).is_eq()
        && one.after.phase() == other.after.phase()
        && one.after.doors(seat) == other.after.doors(seat)
        && places(one) == places(other)
        && Cell::for_tiles().all(|cell| one.after.sections(cell) == other.after.sections(cell))
}

/// Whether ways lead where they led before that decision: no tile and no door has moved, and nobody may enter what
/// they might not, or the other way round.
fn is_way_same(action: &Action, before: &State, after: &State) -> bool {
    matches!(
        action,
        Action::Step { .. } | Action::SkipTile {} | Action::Draw { .. } | Action::EndTurn {}
    ) && after.round() == before.round()
        && after.keys() == before.keys()
        && after.zones() == before.zones()
        && after.outcome().is_none()
}

fn with(line: &Line, seats: u8, seat: Seat, action: Action, dice: &mut Dice) -> Line {
    let after = line.after.after(seat, &action, dice);
    let after = after.expect("a legal decision");
    let ways = if is_way_same(&action, &line.after, &after) {
        Rc::clone(&line.ways)
    } else {
        Rc::new(ways(&after, seats))
    };
    let worth = rating(&after, &ways, seat);
    let mut plan = line.plan.clone();
    plan.push(action);
    Line {
        plan,
        after,
        worth,
        ways,
    }
}

/// What is worth looking at of what the seat may decide next: tiles on the ways out, one of the prisoners that are in
/// the same place, doors on an own way; and if it is wanted, what bars the way of who is ahead.
fn candidates(line: &Line, seat: Seat, width: Width, dice: &mut Dice) -> Vec<Action> {
    let state = &line.after;
    let own = &line.ways[seat.index()];
    let ahead = width.bars.then(|| ahead(state, &line.ways, seat)).flatten();
    let rival = ahead.map(|other| &line.ways[other.index()]);
    let leads_over = |cell| own.lead_over(cell) || rival.is_some_and(|rival| rival.lead_over(cell));
    let is_gate = |spot| rival.is_some_and(|rival| rival.from(spot) <= GATE);
    let mut tiles = Vec::new();
    let mut others = Vec::new();
    let mut seen: Vec<(Place, Place)> = Vec::new();
    for action in state.legal_actions(seat) {
        match action {
            Action::Place { cell, .. } if leads_over(cell) => tiles.push(action),
            Action::Relocate { to, .. } if leads_over(to) => tiles.push(action),
            Action::Turn { .. } => tiles.push(action),
            Action::Place { .. } | Action::Relocate { .. } | Action::Exchange { .. } => {}
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
    while tiles.len() > width.tiles {
        tiles.swap_remove(dice.below(tiles.len()));
    }
    others.extend(tiles);
    others
}
