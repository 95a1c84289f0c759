//! Finds the best that a seat can do within one turn, exactly: escapes, the end of a round, a win,
//! and fights. It does not look beyond the turn.

mod fights;
mod node;
mod order;
mod reach;
mod score;
mod turn;

use std::cmp::Reverse;

use senda_rules::{
    Seat,
    section_x::{Action, State},
};

pub use self::{
    fights::{Fights, fights},
    reach::near_green,
};
use self::{
    score::{Goal, Score},
    turn::Turn,
};
use crate::Wins;

/// The lines of a turn by which most prisoners of a seat escape.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Escapes {
    /// The number of prisoners that escape.
    pub most: u8,
    /// A shortest line for each first decision with which so many escape, the shortest first. Each
    /// ends with the last escape. Empty if no prisoner can escape.
    pub firsts: Vec<Vec<Action>>,
    /// The number of decisions that were tried.
    pub nodes: u64,
    /// Whether the search did not reach its limit.
    pub is_complete: bool,
}

/// The result of a round for a seat. The greatest is the best.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd)]
pub struct RoundResult {
    /// Whether the seat wins the game alone (1), the game goes on (0), or it ends otherwise (-1).
    pub game: i8,
    /// The prisoners of the seat that have escaped in this turn.
    pub freed: u8,
    /// The prisoners of the seat that are lost.
    pub lost: Reverse<u8>,
    /// The prisoners of other seats that are lost.
    pub taken: u8,
}

/// The lines of a turn that end the round best.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Endings {
    /// The best result; `None` if the seat can't end the round in this turn.
    pub best: Option<RoundResult>,
    /// A shortest line for each first decision that leads to that result, the shortest first. Each
    /// ends with the end of the round.
    pub firsts: Vec<Vec<Action>>,
    /// The number of decisions that were tried.
    pub nodes: u64,
    /// Whether the search did not reach its limit.
    pub is_complete: bool,
}

/// Finds the decisions with which most prisoners of the seat escape before its turn ends, whatever
/// it does not know: no line lays a tile that is still to be drawn. At most about `nodes` decisions
/// are tried.
pub fn escapes(game: &State, seat: Seat, nodes: u64) -> Escapes {
    let turn = Turn::of(game, seat, Goal::Escapes, nodes);
    let found = turn.best_lines(|score| score.freed > 0);
    Escapes {
        most: found.best.map_or(0, |score| score.freed),
        firsts: found.firsts,
        nodes: found.nodes,
        is_complete: found.is_complete,
    }
}

/// Finds the decisions with which the seat ends the round in its turn with the best result,
/// whatever it does not know. At most about `nodes` decisions are tried.
pub fn endings(game: &State, seat: Seat, nodes: u64) -> Endings {
    let found = Turn::of(game, seat, Goal::Ending, nodes).best_lines(|_| true);
    let result = |score: Score| RoundResult {
        game: score.game,
        freed: score.freed,
        lost: score.lost,
        taken: score.taken,
    };
    Endings {
        best: found.best.map(result),
        firsts: found.firsts,
        nodes: found.nodes,
        is_complete: found.is_complete,
    }
}

/// Finds the decisions with which the seat can win the game alone before its turn ends, whatever it
/// does not know. At most about `nodes` decisions are tried.
pub fn wins(game: &State, seat: Seat, nodes: u64) -> Wins<Action> {
    let found = Turn::of(game, seat, Goal::Win, nodes).best_lines(|_| true);
    Wins {
        firsts: found.firsts,
        nodes: found.nodes,
        is_complete: found.is_complete,
    }
}

/// Returns a line with which the seat wins the game alone before its turn ends, if a search finds
/// one among that many decisions, and the number of decisions that were tried. It finds more wins
/// within a limit than [`wins`], but not the shortest.
pub fn win(game: &State, seat: Seat, nodes: u64) -> (Option<Vec<Action>>, u64) {
    Turn::of(game, seat, Goal::Win, nodes).any_line()
}
