//! Moves pawns and resolves their landings: capture, flow, holes and the pit.

use super::{
    End, Event, Illegal, State, Tile,
    board::{PAWNS, other},
    event::By,
    squares::{Side, neighbours},
    turn::{Play, on_board},
};
use crate::tiles::Square;

/// The number of landings after which an action ends by itself, so that every action ends \[R\].
pub const LANDINGS: usize = 100;

impl State {
    /// Returns the squares that a captured pawn can be pushed to: any adjacent square (capturing).
    /// Squares that would repeat a position of this action are left out, unless no square would
    /// remain \[R\].
    pub(super) fn pushes(&self, pawn: u8, from: Square) -> Vec<Square> {
        let new = |to: &Square| !self.repeats(pawn, *to);
        let pushes: Vec<Square> = neighbours(from).filter(new).collect();
        if pushes.is_empty() {
            neighbours(from).collect()
        } else {
            pushes
        }
    }

    /// Returns the squares that the instruction under the pawn leads to, without those that would
    /// repeat a position of this action \[R\].
    pub(super) fn flows(&self, pawn: u8, from: Square) -> Vec<Square> {
        let mut targets = self.board.targets(from);
        targets.retain(|&to| !self.repeats(pawn, to));
        targets
    }

    /// Returns whether a move of the pawn to that square would repeat a position of this action:
    /// the same pawn came to that square, and all other pawns stood where they stand now.
    fn repeats(&self, pawn: u8, to: Square) -> bool {
        if !self
            .steps
            .iter()
            .any(|step| step.pawn == pawn && step.to == to)
        {
            return false;
        }
        let mut pawns: [Option<Square>; PAWNS] = self.board.pawns.map(|pawn| pawn.at);
        let mut wanted = pawns;
        wanted[usize::from(pawn)] = Some(to);
        for step in self.steps.iter().rev() {
            if step.pawn == pawn && step.to == to && pawns == wanted {
                return true;
            }
            pawns[usize::from(step.pawn)] = Some(step.from);
        }
        false
    }

    /// Returns the square that a pawn is pushed to when the action has gone on for too long: the
    /// adjacent square on the first side on which some square of the line is free.
    fn forced(&self, from: Square) -> Square {
        let free = |side: &Side| {
            let on = |steps| side.from(from, steps);
            (1..).map_while(on).any(|at| self.board.is_free(at))
        };
        let side = Side::ALL.into_iter().find(free);
        let to = side.and_then(|side| side.from(from, 1));
        to.expect("more squares than pawns")
    }
}

impl Play {
    /// Moves a pawn to a square. The pawn captures a pawn that it meets there. On a closed tile it
    /// stops. A hole or the pit swallows it. On an open tile it may go on, if the instruction leads
    /// anywhere.
    pub(super) fn land(&mut self, pawn: u8, to: Square, by: By) {
        let from = self.state.board.pawn(pawn).at.expect("a pawn on the board");
        self.add(Event::Moved { pawn, from, to, by });
        let too_long = self.state.steps.len() >= LANDINGS;
        if let Some(captured) = self.state.board.occupant(to, Some(pawn)) {
            self.add(Event::Captured {
                pawn: captured,
                square: to,
            });
            if too_long {
                self.land(captured, self.state.forced(to), By::Forced);
            }
            return;
        }
        match self.state.board.content(to) {
            None => self.acted(),
            Some(Tile::Pit) => {
                let loser = self.state.board.pawn(pawn).seat;
                self.add(Event::Sank { pawn, square: to });
                self.over(End::Pit { loser });
            }
            Some(Tile::Hole) => self.fall(pawn, to),
            Some(_) if too_long || self.state.flows(pawn, to).is_empty() => self.acted(),
            Some(_) => {}
        }
    }

    /// Takes the pawn out of the game. The other player gets the hole into the hand and fills the
    /// gap, no matter which player moved the pawn. A star that copies a hole stays (pushing a pawn
    /// into the hole).
    fn fall(&mut self, pawn: u8, square: Square) {
        let seat = self.state.board.pawn(pawn).seat;
        let is_last = self.state.board.is_last(pawn);
        let is_hole = self.state.board.open_tile(square) == Some(Tile::Hole);
        let taken = (is_hole && !is_last).then(|| other(seat));
        self.add(Event::Fell {
            pawn,
            square,
            taken,
        });
        if is_last {
            self.over(End::NoPawns { loser: seat });
        } else if taken.is_none() {
            self.acted();
        }
    }

    pub(super) fn push(&mut self, pawn: u8, to: Square) -> Result<(), Illegal> {
        let from = self.state.board.pawn(pawn).at.expect("a pawn on the board");
        on_board(to)?;
        if !neighbours(from).any(|beside| beside == to) {
            return Err(Illegal::NotAdjacent);
        }
        if !self.state.pushes(pawn, from).contains(&to) {
            return Err(Illegal::RepeatsPosition);
        }
        self.land(pawn, to, By::Push);
        Ok(())
    }

    pub(super) fn follow(&mut self, pawn: u8, to: Square) -> Result<(), Illegal> {
        let from = self.state.board.pawn(pawn).at.expect("a pawn on the board");
        on_board(to)?;
        if !self.state.board.targets(from).contains(&to) {
            return Err(Illegal::NotAnInstructionTarget);
        }
        if !self.state.flows(pawn, from).contains(&to) {
            return Err(Illegal::RepeatsPosition);
        }
        self.land(pawn, to, By::Follow);
        Ok(())
    }
}
