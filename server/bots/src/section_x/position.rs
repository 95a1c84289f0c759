//! A position as a search for plans needs it: with the ways of every seat.

use std::{cell::OnceCell, rc::Rc};

use senda_rules::{
    Game, Seat,
    section_x::{Action, Cell, State},
};

use super::{
    tiles::{emptied, laid},
    ways::{AllWays, Known, of_all},
};
use crate::Dice;

/// A game with the ways of every seat in it, which are computed on demand.
#[derive(Clone, Debug)]
pub(super) struct Position {
    state: Rc<State>,
    seats: u8,
    ways: OnceCell<Rc<AllWays>>,
}

impl Position {
    /// Returns the position of a game at a table of that many seats.
    pub(super) fn new(state: State, seats: u8) -> Self {
        Self {
            state: Rc::new(state),
            seats,
            ways: OnceCell::new(),
        }
    }

    pub(super) fn state(&self) -> &State {
        &self.state
    }

    pub(super) fn seats(&self) -> u8 {
        self.seats
    }

    /// Returns the ways of every seat, indexed by seat.
    pub(super) fn ways(&self) -> &AllWays {
        let new = || Rc::new(of_all(&self.state, self.seats, None));
        self.ways.get_or_init(new)
    }

    /// Returns the position after a legal action of the seat. Its ways follow from those of this
    /// position as far as possible.
    pub(super) fn after(&self, seat: Seat, action: &Action, dice: &mut Dice) -> Self {
        let after = self.state.after(seat, action, dice);
        let after = after.expect("a legal decision");
        let ways = if is_way_same(action, &self.state, &after) {
            self.ways.clone()
        } else if let Some(changed) = changed_cells(action, &self.state, &after) {
            let ways = self.ways();
            let changed = &changed;
            let known = Some(Known {
                ways,
                changed,
                is_access_same: is_access_same(&self.state, &after, self.seats),
            });
            OnceCell::from(Rc::new(of_all(&after, self.seats, known)))
        } else {
            OnceCell::new()
        };
        Self {
            state: Rc::new(after),
            seats: self.seats,
            ways,
        }
    }
}

/// Returns the cells on which an action changes the tiles; `None` if it may change all of them.
fn changed_cells(action: &Action, before: &State, after: &State) -> Option<Vec<Cell>> {
    let resigns = matches!(action, Action::Resign {});
    if resigns || after.round() != before.round() || after.is_over() {
        return None;
    }
    let laid = laid(before, action).into_iter().flatten();
    Some(laid.map(|(cell, ..)| cell).chain(emptied(action)).collect())
}

/// Returns whether each seat may enter the same sections and green areas in both positions.
fn is_access_same(before: &State, after: &State, seats: u8) -> bool {
    after.keys() == before.keys()
        && after.zones() == before.zones()
        && Seat::first(seats).all(|seat| after.doors(seat) == before.doors(seat))
}

/// Returns whether all ways stay the same after an action: no tile and no door has moved, and the
/// areas that each seat may enter have not changed.
fn is_way_same(action: &Action, before: &State, after: &State) -> bool {
    matches!(
        action,
        Action::Step { .. } | Action::SkipTile {} | Action::Draw { .. } | Action::EndTurn {}
    ) && after.round() == before.round()
        && after.keys() == before.keys()
        && after.zones() == before.zones()
        && !after.is_over()
}

#[cfg(test)]
mod tests {
    use senda_rules::section_x::Options;

    use super::*;
    use crate::plays::by_kind;

    #[test]
    fn corrected_ways_are_those_of_a_new_search() {
        for (seats, seed) in [(2, 1), (3, 2), (4, 3)] {
            let mut dice = Dice::new(seed);
            let mut state = State::new(&Options::default(), seats, None).unwrap();
            state.apply_all(&state.open(&mut dice));
            for decision in 0..400 {
                let Some(seat) = state.acting().iter().next() else {
                    break;
                };
                let position = Position::new(state.clone(), seats);
                let actions = state.legal_actions(seat);
                for action in actions.iter().skip(decision % 17).step_by(17) {
                    let next = position.after(seat, action, &mut dice);
                    let anew = of_all(next.state(), seats, None);
                    for (corrected, anew) in next.ways().iter().zip(&anew) {
                        assert_eq!(corrected.to_green, anew.to_green, "after {action}");
                        assert_eq!(corrected.from_block, anew.from_block, "after {action}");
                    }
                }
                let kinds = by_kind(actions);
                let kind = dice.any(&kinds);
                let action = dice.any(kind);
                state = state.after(seat, action, &mut dice).unwrap();
            }
        }
    }
}
