//! Leaves out turns that hand the game over: those after which the next player could win at once.

use senda_rules::{
    Game, Seat,
    section_x::{Action, Cell, Place, Spot, State},
};

use super::{
    plans::{Line, Width, best_first, plans},
    position::Position,
    solve,
    tiles::{Change, changes},
};
use crate::{Budget, Dice, plays::carry_out, search::wins_alone};

/// The limit on all searches for wins of the next player in one decision (decisions).
const EXACT: u64 = 12_000;
/// The limit on the search after one turn (decisions).
const EXACT_EACH: u64 = 3_000;
/// The number of worlds in which a turn is checked: what the next player can do may depend on its
/// stock, which is hidden.
const WORLDS: usize = 3;
/// The maximum number of decisions that are tried against a win.
const DEFENCES: usize = 80;
/// The breadth of the search for turns that begin with a decision against a win.
const REST: Width = Width {
    beam: 2,
    tiles: 0,
    spares: 0,
    bars: false,
};

/// The wins of the next player after the turns of a seat.
pub(super) struct Threats<'a> {
    seat: Seat,
    budget: &'a Budget<'a>,
    /// The position before the turns, in worlds that look alike to the seat.
    worlds: [Position; WORLDS],
    /// The wins that have been found. A win is often possible after several turns, which takes no
    /// search to see.
    known: Vec<Vec<Action>>,
    /// The number of decisions that the searches may still try.
    left: u64,
}

impl<'a> Threats<'a> {
    /// Returns the threats after turns of a seat from a position, which is given in several worlds.
    pub(super) fn after(seat: Seat, worlds: [Position; WORLDS], budget: &'a Budget) -> Self {
        Self {
            seat,
            budget,
            worlds,
            known: Vec::new(),
            left: EXACT,
        }
    }

    /// Returns the best lines that do not hand the game over, at most that many and one for each
    /// first decision; all lines if no other is found. `lines` has the best first, in the first of
    /// the worlds.
    pub(super) fn avoided(&mut self, lines: Vec<Line>, most: usize, dice: &mut Dice) -> Vec<Line> {
        let mut safe = self.safe(&lines, most, dice);
        if safe.is_empty() && !self.known.is_empty() {
            let defences = self.defences(dice);
            safe = self.safe(&defences, most, dice);
        }
        if safe.is_empty() { lines } else { safe }
    }

    /// Returns the best of the lines after which no win of the next player is found, at most that
    /// many and one for each first decision: in all worlds, if that leaves any.
    fn safe(&mut self, lines: &[Line], most: usize, dice: &mut Dice) -> Vec<Line> {
        let mut safe: Vec<Line> = Vec::new();
        for line in lines {
            let is_new = safe.iter().all(|known| known.plan[0] != line.plan[0]);
            if is_new && safe.len() < most && !self.follows(line.after.state()) {
                safe.push(line.clone());
            }
        }
        for world in 1..WORLDS {
            let mut safer = safe.clone();
            safer.retain(|line| {
                let before = self.worlds[world].state();
                let after = carry_out(before, self.seat, &line.plan, dice);
                !self.follows(&after)
            });
            if safer.is_empty() {
                break;
            }
            safe = safer;
        }
        safe
    }

    /// Returns whether the player who is next in that position is known to be able to win at once.
    /// While the turn of the seat goes on, no player is next.
    fn follows(&mut self, state: &State) -> bool {
        let next = state.mover().filter(|&next| next != self.seat);
        let Some(next) = next.filter(|_| !state.is_over()) else {
            return false;
        };
        if self.known.iter().any(|line| wins(state, next, line)) {
            return true;
        }
        if self.left == 0 || self.budget.is_over() {
            return false;
        }
        let (found, nodes) = solve::win(state, next, EXACT_EACH.min(self.left));
        self.left = self.left.saturating_sub(nodes);
        let wins = found.is_some();
        self.known.extend(found);
        wins
    }

    /// Returns lines that begin with a decision on the way of a known win, the best first.
    fn defences(&self, dice: &mut Dice) -> Vec<Line> {
        let way = Way::of(&self.known);
        let from = &self.worlds[0];
        let mut lines = Vec::new();
        for action in way.blocks(from.state(), self.seat, dice) {
            let emptied_or_laid = changes(from.state(), &action, |_| true);
            let line = Line::at(from).with(self.seat, action, dice);
            if line.has_ended(self.seat) {
                lines.push(line);
                continue;
            }
            // A tile with a door can't be moved back.
            for door in line.after.state().legal_actions(self.seat) {
                let is_there = |spot: &Spot| {
                    way.spots.contains(spot)
                        || emptied_or_laid.iter().any(|(cell, _)| *cell == spot.cell)
                };
                if matches!(&door, Action::Door { to, .. } if is_there(to)) {
                    let barred = line.with(self.seat, door, dice);
                    lines.push(barred.with(self.seat, Action::EndTurn {}, dice));
                }
            }
            lines.extend(plans(line, self.seat, REST, dice));
        }
        best_first(&mut lines);
        lines
    }
}

/// The places that wins lead through.
struct Way {
    spots: Vec<Spot>,
    cells: Vec<Cell>,
}

impl Way {
    /// Returns the places that some wins lead through.
    fn of(wins: &[Vec<Action>]) -> Self {
        let decisions = || wins.iter().flatten();
        let entered = decisions().filter_map(|action| match *action {
            Action::Step {
                to: Place::Tunnel(spot),
                ..
            } => Some(spot),
            _ => None,
        });
        let laid = decisions().filter_map(|action| match *action {
            Action::Place { cell, .. } | Action::Relocate { to: cell, .. } => Some(cell),
            _ => None,
        });
        let spots: Vec<Spot> = entered.collect();
        let cells = spots.iter().map(|spot| spot.cell).chain(laid).collect();
        Self { spots, cells }
    }

    /// Returns the decisions of a seat that change something on the way, a limited number of them.
    fn blocks(&self, state: &State, seat: Seat, dice: &mut Dice) -> Vec<Action> {
        let is_on = |cell: Cell| self.cells.contains(&cell);
        let mut actions = state.legal_actions(seat);
        dice.mix(&mut actions);
        let mut seen: Vec<Vec<Change>> = Vec::new();
        actions.retain(|action| match action {
            Action::Step {
                to: Place::Tunnel(spot),
                ..
            }
            | Action::Door { to: spot, .. } => self.spots.contains(spot),
            _ => {
                let changes = changes(state, action, is_on);
                let is_new = !changes.is_empty() && !seen.contains(&changes);
                if is_new {
                    seen.push(changes);
                }
                is_new
            }
        });
        actions.truncate(DEFENCES);
        actions
    }
}

/// Returns whether the decisions of a line are possible in that position and win the game for the
/// seat alone.
fn wins(state: &State, seat: Seat, line: &[Action]) -> bool {
    // No line depends on what is drawn.
    let after = carry_out(state, seat, line, &mut Dice::new(0));
    let outcome = after.outcome();
    outcome.is_some_and(|outcome| wins_alone(&outcome, seat))
}
