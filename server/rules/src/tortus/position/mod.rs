//! A game as it stands, written down: for tests, puzzles and reports of what went wrong.

mod check;
mod text;

use serde::{Deserialize, Serialize};

pub use self::{
    check::Impossible,
    text::{NotAPosition, Unreadable},
};
use super::{End, Held, Options, Pawn, Phase, State, Step, Tile, board::Cell, squares::squares};
use crate::{
    BySeat, Seat,
    tiles::{Rotation, Square},
};

/// The full state of an opened game, nothing hidden.
///
/// As JSON:
///
/// ```json
/// {
///   "options": { "strict_open": false },
///   "first": 0,
///   "turn": 1,
///   "phase": { "type": "flow", "pawn": 5 },
///   "actions": 2,
///   "turns": 8,
///   "board": [{ "square": "a1", "tile": "corner", "rotation": 2, "open": true }],
///   "pawns": [{ "seat": 0, "at": "a1", "lost": false }],
///   "hands": [[{ "tile": "hole", "public": true }], []],
///   "steps": [{ "pawn": 5, "from": "b1", "to": "c1" }],
///   "seen": ["0123456789abcdef"],
///   "draw": null,
///   "end": null
/// }
/// ```
///
/// `board` has every square, row by row from the north, but for a gap; `pawns` all pawns of seat 0, then those
/// of seat 1. `turn` is `null` when the game is over, and `end` says why. `steps` are those of the action that goes
/// on; `seen` the positions in which turns have begun. It also has a short text form: see
/// [`Position::from_str`](#impl-FromStr-for-Position).
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// The options that the game is played with.
    #[serde(default = "Options::lenient")]
    pub options: Options,
    /// Who plays or played first.
    pub first: Seat,
    /// Whose turn it is; `None` when the game is over.
    pub turn: Option<Seat>,
    /// What the game waits for.
    pub phase: Phase,
    /// Actions that the turn has left, with the one that goes on.
    pub actions: u8,
    /// Turns that have begun.
    pub turns: u8,
    /// The tiles on the board.
    pub board: Vec<LaidTile>,
    /// The pawns.
    pub pawns: Vec<Pawn>,
    /// The hands.
    pub hands: BySeat<Vec<Held>>,
    /// What has moved in the action that goes on.
    #[serde(default)]
    pub steps: Vec<Step>,
    /// The positions in which turns have begun, as hashes, since something happened that can't be undone.
    #[serde(default)]
    pub seen: Vec<String>,
    /// Who has offered a draw; until the other has ended a turn they can't offer another.
    #[serde(default)]
    pub draw: Option<Seat>,
    /// Whether the other has declined it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub declined: bool,
    /// Why the game is over.
    #[serde(default)]
    pub end: Option<End>,
}

/// A tile on the board.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LaidTile {
    /// Where.
    pub square: Square,
    /// Which.
    pub tile: Tile,
    /// Quarter turns clockwise.
    pub rotation: Rotation,
    /// Whether it is open.
    pub open: bool,
}

impl State {
    /// The game written down; `None` before it is opened.
    pub fn position(&self) -> Option<Position> {
        if self.turn.is_none() && self.end.is_none() {
            return None;
        }
        let laid = |square| {
            let cell = self.board.cell(square);
            Some(LaidTile {
                square,
                tile: cell.tile?,
                rotation: cell.rotation,
                open: cell.open,
            })
        };
        Some(Position {
            options: self.options,
            first: self.first?,
            turn: self.turn,
            phase: self.phase,
            actions: self.actions,
            turns: self.turns,
            board: squares().filter_map(laid).collect(),
            pawns: self.board.pawns.to_vec(),
            hands: self.hands.clone(),
            steps: self.steps.clone(),
            seen: self.seen.clone(),
            draw: self.draw,
            declined: self.declined,
            end: self.end,
        })
    }
}

impl TryFrom<&Position> for State {
    type Error = Vec<Impossible>;

    /// The game that is written down.
    ///
    /// # Errors
    /// Every reason why there can be no such game.
    fn try_from(position: &Position) -> Result<Self, Vec<Impossible>> {
        let reasons = check::reasons(position);
        if !reasons.is_empty() {
            return Err(reasons);
        }
        Ok(position.state())
    }
}

impl Position {
    /// The game, if its seats, squares and pawns are right.
    fn state(&self) -> State {
        let mut state = State::unopened(self.options, Some(self.first));
        // What has no tile is the gap that an open one has left.
        for square in squares() {
            state.board.cell_mut(square).open = true;
        }
        for laid in &self.board {
            *state.board.cell_mut(laid.square) = Cell {
                tile: Some(laid.tile),
                rotation: laid.rotation,
                open: laid.open,
            };
        }
        for (pawn, written) in state.board.pawns.iter_mut().zip(&self.pawns) {
            *pawn = *written;
        }
        State {
            turn: self.turn,
            phase: self.phase,
            actions: self.actions,
            turns: self.turns,
            hands: self.hands.clone(),
            steps: self.steps.clone(),
            seen: self.seen.clone(),
            draw: self.draw,
            declined: self.declined && self.draw.is_some(),
            end: self.end,
            ..state
        }
    }
}

impl std::fmt::Display for State {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.position().map_or(Ok(()), |position| position.fmt(f))
    }
}

impl std::str::FromStr for State {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let position: Position = text.parse().map_err(|e: NotAPosition| e.to_string())?;
        Self::try_from(&position).map_err(|e| format!("{e:?}"))
    }
}
