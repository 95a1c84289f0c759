//! A game as it stands.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{End, Options, Pawn, Tile, board::Board, squares::squares};
use crate::{BySeat, Seat, tiles::Square};

/// A tile in a hand.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Held {
    /// Which.
    pub tile: Tile,
    /// Whether everybody knows it, because it came from the open board \[R\].
    pub public: bool,
}

/// What a game waits for.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TortusPhase"))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Phase {
    /// A hole of a hand is to be exchanged.
    Exchange,
    /// A pawn is to be placed.
    Place,
    /// An action.
    Act,
    /// A captured pawn is to be pushed away.
    Push {
        /// Which.
        pawn: u8,
    },
    /// A pawn may follow the instruction under it, or stop.
    Flow {
        /// Which.
        pawn: u8,
    },
    /// A gap is to be filled.
    Fill {
        /// Who fills it.
        seat: Seat,
        /// Where.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        square: Square,
    },
    /// A pawn is to be given up for having opened a wrong tile.
    Penalty,
    /// Nothing: the game has ended.
    Over,
}

/// A pawn has come from one square to another in the action that goes on.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TortusStep"))]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// Which.
    pub pawn: u8,
    /// Where from.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub from: Square,
    /// Where to.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub to: Square,
}

/// A game of Tortus.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct State {
    pub(super) options: Options,
    /// Who plays first, once it is known.
    pub(super) first: Option<Seat>,
    /// Whose turn it is, also while the other fills a gap; `None` before the game is opened and when it is over.
    pub(super) turn: Option<Seat>,
    pub(super) phase: Phase,
    pub(super) actions: u8,
    /// Turns that have begun.
    pub(super) turns: u8,
    pub(super) board: Board,
    /// Shared with the games that were copied from this one: they change seldom, and bots copy a game often.
    pub(super) hands: Arc<BySeat<Vec<Held>>>,
    /// What has moved in the action that goes on.
    pub(super) steps: Vec<Step>,
    /// The positions in which turns have begun since something happened that can't be undone.
    pub(super) seen: Vec<String>,
    /// Whether further ones are not worth remembering.
    pub(super) forgets: bool,
    /// Who has offered a draw and may not offer another yet: until the other has ended a turn.
    pub(super) draw: Option<Seat>,
    /// Whether the other has declined it.
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

    /// Who decides next: whose turn it is, but for the filling of a gap.
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

    /// What it waits for.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The pawns of both players, by their numbers.
    pub fn pawns(&self) -> &[Pawn] {
        &self.board.pawns
    }

    /// Whether a pawn that is moved to an open tile is lost there: a hole, the pit, or a star that copies one.
    pub fn swallows(&self, square: Square) -> bool {
        self.board.swallows(square)
    }

    /// Where the instruction of an open tile leads; nowhere from a closed one.
    pub fn targets(&self, square: Square) -> Vec<Square> {
        self.board.targets(square)
    }

    /// A hand, to be changed in this game alone.
    pub(super) fn hand_mut(&mut self, seat: Seat) -> &mut Vec<Held> {
        &mut Arc::make_mut(&mut self.hands)[seat]
    }

    pub(super) fn has_hole(&self, seat: Seat) -> bool {
        self.hands[seat].iter().any(|held| held.tile.swallows())
    }

    /// The position as everybody sees it, as a hash of 16 digits: the board, the pawns of each colour, which
    /// tiles of each hand everybody knows, and whose turn it is. A hand whose owner has played a tile that
    /// nobody knew, and has got its like back, is another hand in it \[R\].
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
