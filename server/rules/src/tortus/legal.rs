//! Enumerates the legal actions of a seat.

use super::{
    Action, Phase, State,
    squares::{is_in_section, neighbours, squares},
};
use crate::{
    Chance, Seat,
    tiles::{Rotation, Square},
};

impl State {
    /// Returns the squares whose tiles can be exchanged for the holes of a hand.
    pub(super) fn exchangeable(&self) -> impl Iterator<Item = Square> {
        squares().filter(|&square| self.is_for_exchange(square))
    }

    /// Returns the squares that the seat can place a pawn on.
    pub(super) fn placeable(&self, seat: Seat) -> impl Iterator<Item = Square> {
        squares().filter(move |&square| {
            let board = &self.board;
            is_in_section(seat, square) && board.is_free(square) && !board.swallows(square)
        })
    }

    /// Returns the squares of open tiles without a pawn, which can be turned.
    pub(super) fn rotatable(&self) -> impl Iterator<Item = Square> {
        squares()
            .filter(|&square| self.board.open_tile(square).is_some() && self.board.is_free(square))
    }

    /// Returns the squares of closed tiles that the seat may open.
    pub(super) fn openable(&self, seat: Seat) -> impl Iterator<Item = Square> {
        squares().filter(move |&square| {
            let board = &self.board;
            !board.cell(square).open && board.is_free(square) && board.is_in_line(seat, square)
        })
    }

    /// Returns the squares of open tiles that the seat may swap.
    pub(super) fn swappable(&self, seat: Seat) -> impl Iterator<Item = Square> {
        self.rotatable().filter(move |&square| {
            self.is_for_exchange(square) && self.board.is_around_pawn(seat, square)
        })
    }

    /// Returns the indices of the holes and the pit in the hand, or of all other tiles if `holes`
    /// is false.
    pub(super) fn places(&self, seat: Seat, holes: bool) -> impl Iterator<Item = u8> {
        let numbered = (0..).zip(&self.hands[seat]);
        let wanted = numbered.filter(move |(_, held)| held.tile.swallows() == holes);
        wanted.map(|(place, _)| place)
    }
}

/// Returns the legal actions of the seat that decides, without resigning and the actions on draws.
pub(super) fn actions(state: &State) -> Vec<Action> {
    let (Some(seat), Some(mover)) = (state.decides(), state.turn) else {
        return Vec::new();
    };
    let at = |pawn: u8| state.board.pawn(pawn).at.expect("a pawn on the board");
    match state.phase {
        Phase::Exchange => state
            .places(seat, true)
            .flat_map(|hand| {
                let exchange = move |square| Action::Exchange { hand, square };
                state.exchangeable().map(exchange)
            })
            .collect(),
        Phase::Place => {
            let place = |square| Action::Place { square };
            state.placeable(seat).map(place).collect()
        }
        Phase::Act => of_turn(state, seat),
        Phase::Push { pawn } => {
            let push = |to| Action::Push { to };
            state.pushes(pawn, at(pawn)).into_iter().map(push).collect()
        }
        Phase::Flow { pawn } => {
            let follow = |to| Action::Follow { to };
            let follows = state.flows(pawn, at(pawn)).into_iter().map(follow);
            [Action::Stop {}].into_iter().chain(follows).collect()
        }
        Phase::Fill { seat, .. } => state
            .places(seat, false)
            .flat_map(|hand| {
                Rotation::ALL.map(|rotation| Action::Fill {
                    hand,
                    rotation: rotation.turns(),
                })
            })
            .collect(),
        Phase::Penalty => {
            let give_up = |(pawn, _)| Action::Penalty { pawn };
            state.board.standing(mover).map(give_up).collect()
        }
        Phase::Over => Vec::new(),
    }
}

fn of_turn(state: &State, seat: Seat) -> Vec<Action> {
    let mut actions = vec![Action::EndTurn {}];
    for square in state.rotatable() {
        let now = state.board.cell(square).rotation;
        let others = Rotation::ALL.into_iter().filter(|&other| other != now);
        actions.extend(others.map(|rotation| Action::Rotate {
            square,
            rotation: rotation.turns(),
        }));
    }
    actions.extend(state.openable(seat).map(|square| Action::Open { square }));
    for square in state.swappable(seat) {
        for hand in state.places(seat, false) {
            actions.extend(Rotation::ALL.map(|rotation| Action::Swap {
                square,
                hand,
                rotation: rotation.turns(),
            }));
        }
    }
    for (pawn, at) in state.board.standing(seat) {
        actions.extend(neighbours(at).map(|to| Action::Move { pawn, to }));
    }
    actions
}

/// Returns the action that is taken for a seat whose time is up or whose player is away.
pub(super) fn of_clock(state: &State, chance: &mut dyn Chance) -> Action {
    let seat = state.decides();
    let mut actions = match state.phase {
        Phase::Act => return Action::EndTurn {},
        Phase::Flow { .. } => return Action::Stop {},
        Phase::Fill { .. } => return actions(state).swap_remove(0),
        Phase::Push { pawn } => {
            let own = Some(state.board.pawn(pawn).seat) == seat;
            let harms = |action: &Action| match action {
                Action::Push { to } => own && state.board.is_free(*to) && state.board.swallows(*to),
                _ => false,
            };
            let all = actions(state);
            let wise: Vec<Action> = all.iter().filter(|push| !harms(push)).cloned().collect();
            if wise.is_empty() { all } else { wise }
        }
        Phase::Exchange | Phase::Place | Phase::Penalty | Phase::Over => actions(state),
    };
    let count = u32::try_from(actions.len()).expect("a few actions");
    actions.swap_remove(chance.pick(count) as usize)
}
