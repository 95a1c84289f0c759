//! Leaves out turns that hand the game over: those after which the next player could win at once.

use std::ops::RangeInclusive;

use senda_rules::{
    Game, Seat,
    section_x::{Action, Cell, Place, Side, Spot, State},
};

use super::{
    plans::{Line, Width, best_first, plans},
    position::Position,
    solve,
    tiles::{Change, changes},
};
use crate::{Budget, Dice, plays::carry_out, search::wins_alone};

/// The limit on all searches for wins of the next player in one decision (decisions).
const EXACT: u64 = 60_000;
/// The limit on the search after one turn (decisions).
const EXACT_EACH: u64 = 10_000;
/// The number of worlds in which a turn is checked: what the next player can do may depend on its
/// stock, which is hidden.
const WORLDS: usize = 3;
/// The maximum number of actions with tiles that are tried against a win: on its way, and beside
/// the tiles that it moves.
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
    /// first decision: in as many worlds as possible, or all lines if they do in every world.
    /// `lines` has the best first, in the first of the worlds.
    pub(super) fn avoided(&mut self, lines: Vec<Line>, most: usize, dice: &mut Dice) -> Vec<Line> {
        let mut left = lines;
        let mut defences = None;
        for world in 0..WORLDS {
            let mut safe = self.safe(&left, world..=world, most, dice);
            if safe.is_empty() && defences.is_none() && !self.known.is_empty() {
                let found = defences.insert(self.defences(dice));
                safe = self.safe(found, 0..=world, most, dice);
                if safe.is_empty() && world == 0 {
                    left.append(found);
                    best_first(&mut left);
                }
            }
            if !safe.is_empty() {
                left = safe;
            }
        }
        left
    }

    /// Returns the best of the lines after which no win of the next player is found in some of the
    /// worlds, at most that many and one for each first decision.
    fn safe(
        &mut self,
        lines: &[Line],
        worlds: RangeInclusive<usize>,
        most: usize,
        dice: &mut Dice,
    ) -> Vec<Line> {
        let mut safe: Vec<Line> = Vec::new();
        for line in lines {
            let is_new = safe.iter().all(|known| known.plan[0] != line.plan[0]);
            let threatens = |world: usize| {
                if world == 0 {
                    return self.follows(line.after.state());
                }
                let before = self.worlds[world].state();
                self.follows(&carry_out(before, self.seat, &line.plan, dice))
            };
            if is_new && safe.len() < most && !worlds.clone().any(threatens) {
                safe.push(line.clone());
            }
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

    /// Returns lines that begin with a decision that may prevent a known win, the best first.
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
                let is_there = |spot: Spot| {
                    way.leads_through(spot)
                        || emptied_or_laid.iter().any(|(cell, _)| *cell == spot.cell)
                };
                if matches!(&door, Action::Door { to, .. } if is_there(*to)) {
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

/// The places that wins depend on.
struct Way {
    /// Where prisoners step to.
    spots: Vec<Spot>,
    /// The cells of tiles that are moved or turned: a door or a prisoner there prevents it.
    moved: Vec<Cell>,
    /// The cells of all these, and those on which tiles are laid.
    cells: Vec<Cell>,
}

impl Way {
    /// Returns the places that some wins depend on.
    fn of(wins: &[Vec<Action>]) -> Self {
        let mut way = Self {
            spots: Vec::new(),
            moved: Vec::new(),
            cells: Vec::new(),
        };
        for action in wins.iter().flatten() {
            match *action {
                Action::Step {
                    to: Place::Tunnel(spot),
                    ..
                } => way.spots.push(spot),
                Action::Place { cell, .. } => way.cells.push(cell),
                Action::Relocate { from, to, .. } => {
                    way.moved.push(from);
                    way.cells.push(to);
                }
                Action::Exchange { a, b, .. } => way.moved.extend([a, b]),
                Action::Turn { cell, .. } => way.moved.push(cell),
                _ => {}
            }
        }
        way.cells.extend(way.spots.iter().map(|spot| spot.cell));
        way.cells.extend(&way.moved);
        way
    }

    /// Returns whether a door or a prisoner there obstructs one of the wins.
    fn leads_through(&self, spot: Spot) -> bool {
        self.spots.contains(&spot) || self.moved.contains(&spot.cell)
    }

    /// Returns the decisions of a seat that may prevent a win: a limited number of those with
    /// tiles, and `SkipTile`, since a tile may be what makes a win possible.
    fn blocks(&self, state: &State, seat: Seat, dice: &mut Dice) -> Vec<Action> {
        let mut actions = state.legal_actions(seat);
        dice.mix(&mut actions);
        let mut seen: Vec<Vec<Change>> = Vec::new();
        let mut left = [DEFENCES; 2];
        actions.retain(|action| match action {
            // A door protects all tiles of its tunnel.
            Action::SkipTile {} | Action::Door { .. } => true,
            Action::Step {
                to: Place::Tunnel(spot),
                ..
            } => self.leads_through(*spot),
            _ => {
                let mut changes = changes(state, action, |_| true);
                changes.retain(|change| self.cells.contains(&change.0) || self.is_joined(change));
                let is_new = !changes.is_empty() && !seen.contains(&changes);
                let is_on = changes.iter().any(|(cell, _)| self.cells.contains(cell));
                let left = &mut left[usize::from(is_on)];
                let is_chosen = is_new && *left > 0;
                if is_chosen {
                    *left -= 1;
                    seen.push(changes);
                }
                is_chosen
            }
        });
        actions
    }

    /// Returns whether a changed cell joins the tunnels of one beside it whose tile a win moves or
    /// turns: a door there prevents that.
    fn is_joined(&self, &(cell, tile): &Change) -> bool {
        let leads = |side: Side| {
            let (sections, _) = tile.unwrap_or_default();
            sections.iter().any(|sides| sides & 1 << side.number() != 0)
        };
        let mut moved = self.moved.iter();
        moved.any(|&moved| cell.side_to(moved).is_some_and(leads))
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
