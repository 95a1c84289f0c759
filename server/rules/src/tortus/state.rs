//! The state of a game.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{End, Options, Pawn, Tile, board::Board, squares::squares};
use crate::{BySeat, Seat, tiles::Square};

/// A tile in a hand.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Held {
    /// The kind of the tile.
    pub tile: Tile,
    /// Whether both players know the tile, because it came from the open board \[R\].
    pub public: bool,
}

/// The kind of decision that a game waits for.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "TortusPhase"),
    ts(rename = "TortusPhase")
)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Phase {
    /// A hole or the pit of a hand must be exchanged.
    Exchange,
    /// A pawn must be placed.
    Place,
    /// The mover may take an action or end the turn.
    Act,
    /// A captured pawn must be pushed away.
    Push {
        /// The number of the captured pawn.
        pawn: u8,
    },
    /// A pawn may follow the instruction under it, or stop.
    Flow {
        /// The number of the pawn.
        pawn: u8,
    },
    /// A gap must be filled.
    Fill {
        /// The seat that fills the gap.
        seat: Seat,
        /// The square of the gap.
        square: Square,
    },
    /// A pawn must be given up as the penalty for opening a wrong tile.
    Penalty,
    /// No decision: the game has ended.
    Over,
}

/// A move of a pawn from one square to another in the current action.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "TortusStep"),
    ts(rename = "TortusStep")
)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// The number of the pawn.
    pub pawn: u8,
    /// The square that the pawn left.
    pub from: Square,
    /// The square that the pawn came to.
    pub to: Square,
}

/// A game of Tortus.
#[derive(Clone, Debug, Eq, PartialEq, Hash)]
pub struct State {
    pub(super) options: Options,
    /// The seat that plays first, once it is known.
    pub(super) first: Option<Seat>,
    /// The seat whose turn it is, even while the other fills a gap; `None` before the game is
    /// opened and when it is over.
    pub(super) turn: Option<Seat>,
    pub(super) phase: Phase,
    pub(super) actions: u8,
    /// The number of turns that have begun.
    pub(super) turns: u8,
    pub(super) board: Board,
    /// The hands, shared with the games that were copied from this one: bots copy a game often, and
    /// the hands change seldom.
    pub(super) hands: Arc<BySeat<Vec<Held>>>,
    /// The moves of pawns in the current action.
    pub(super) steps: Vec<Step>,
    /// The fingerprints of the positions in which turns have begun since the last irreversible
    /// event.
    pub(super) seen: Vec<String>,
    /// Whether [`State::forget_positions`] has been called, so that further positions need not be
    /// recorded.
    pub(super) forgets: bool,
    /// The seat that has offered a draw. It may not offer another until the other player has ended
    /// a turn.
    pub(super) draw: Option<Seat>,
    /// Whether the other player has declined the offer.
    pub(super) declined: bool,
    pub(super) end: Option<End>,
}

impl State {
    pub(super) fn unopened(options: Options, first: Option<Seat>) -> Self {
        Self {
            options,
            first,
            turn: None,
            phase: Phase::Place,
            actions: 0,
            turns: 0,
            board: Board::empty(),
            hands: Arc::new(BySeat::new(2, |_| Vec::new())),
            steps: Vec::new(),
            seen: Vec::new(),
            forgets: false,
            draw: None,
            declined: false,
            end: None,
        }
    }

    /// Returns the seat that decides next: the seat whose turn it is, or the seat that must fill a
    /// gap.
    pub(super) fn decides(&self) -> Option<Seat> {
        match self.phase {
            Phase::Fill { seat, .. } => Some(seat),
            Phase::Over => None,
            Phase::Exchange
            | Phase::Place
            | Phase::Act
            | Phase::Push { .. }
            | Phase::Flow { .. }
            | Phase::Penalty => self.turn,
        }
    }

    /// Returns the phase, which says what the game waits for.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Returns the number of actions that the turn has left, including the current one.
    pub const fn actions_left(&self) -> u8 {
        self.actions
    }

    /// Returns the pawns of both players, indexed by their numbers.
    pub fn pawns(&self) -> &[Pawn] {
        &self.board.pawns
    }

    /// Returns the moves of pawns in the current action.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Returns whether a pawn that moves to an open tile is lost there: the tile is a hole, the
    /// pit, or a star that copies one.
    pub fn swallows(&self, square: Square) -> bool {
        self.board.swallows(square)
    }

    /// Returns the squares that the instruction of an open tile leads to; none for a closed tile.
    pub fn targets(&self, square: Square) -> Vec<Square> {
        self.board.targets(square)
    }

    /// Returns a hand for modification. The hands of copied games do not change.
    pub(super) fn hand_mut(&mut self, seat: Seat) -> &mut Vec<Held> {
        &mut Arc::make_mut(&mut self.hands)[seat]
    }

    pub(super) fn has_hole(&self, seat: Seat) -> bool {
        self.hands[seat].iter().any(|held| held.tile.swallows())
    }

    /// Returns a hash of 16 hexadecimal digits of the position as both players see it: the board,
    /// the squares of each player's pawns, the publicly known tiles of each hand, and the seat
    /// whose turn it is. If a player swaps away a tile that the other did not know and later gets a
    /// tile of the same kind back, the hand counts as a different one \[R\].
    pub(super) fn fingerprint(&self) -> String {
        let mut text = Vec::new();
        for square in squares() {
            let cell = self.board.cell(square);
            match self.board.open_tile(square) {
                Some(tile) => text.extend([tile as u8, cell.rotation.turns()]),
                None => text.push(u8::MAX),
            }
        }
        for seat in Seat::first(2) {
            let mut pawns: Vec<Square> = self.board.standing(seat).map(|(_, at)| at).collect();
            pawns.sort_unstable();
            let mut known: Vec<Option<Tile>> = self.hands[seat]
                .iter()
                .map(|held| Some(held.tile).filter(|_| held.public))
                .collect();
            known.sort_unstable();
            text.push(u8::MAX);
            text.extend(pawns.into_iter().flat_map(|at| [at.x(), at.y()]));
            text.push(u8::MAX);
            text.extend(
                known
                    .into_iter()
                    .map(|tile| tile.map_or(0, |t| t as u8 + 1)),
            );
        }
        text.extend(self.turn.map(Seat::number));
        Sha256::digest(&text)
            .iter()
            .take(8)
            .flat_map(|byte| [byte >> 4, byte & 15])
            .filter_map(|digit| char::from_digit(digit.into(), 16))
            .collect()
    }
}
