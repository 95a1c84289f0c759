//! The events of a game.

use serde::{Deserialize, Serialize};

use super::Tile;
use crate::{
    BySeat, Outcome, Seat,
    tiles::{Rotation, Square},
};

/// A tile as a viewer sees it: `null` if the viewer may not know the kind.
pub type Card = Option<Tile>;

/// A tile of the deal on its square.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "TortusDealt"),
    ts(rename = "TortusDealt")
)]
pub struct Dealt {
    /// The kind of the tile.
    pub tile: Card,
    /// The rotation in quarter turns clockwise; `null` if the viewer may not know it.
    pub rotation: Option<Rotation>,
}

/// The reasons why a pawn comes to a square.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "TortusBy"),
    ts(rename = "TortusBy")
)]
#[serde(rename_all = "snake_case")]
pub enum By {
    /// The player moved the pawn.
    Move,
    /// The pawn was captured and pushed.
    Push,
    /// The pawn followed the instruction of a tile.
    Follow,
    /// The captured pawn was pushed without a decision, because the action had gone on for too long
    /// \[R\].
    Forced,
}

/// The reasons why a game ends.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "TortusEnd"),
    ts(rename = "TortusEnd")
)]
#[serde(tag = "how", rename_all = "snake_case")]
pub enum End {
    /// A pawn of the seat was moved into the pit.
    Pit {
        /// The seat of the loser.
        loser: Seat,
    },
    /// The seat has no pawn left on the board.
    NoPawns {
        /// The seat of the loser.
        loser: Seat,
    },
    /// The seat has left the game.
    Resigned {
        /// The seat of the loser.
        loser: Seat,
    },
    /// A turn began in the same position for the third time \[R\].
    Repetition,
    /// The game has had the maximum number of turns \[R\].
    TurnLimit,
    /// The players have agreed on a draw \[R\].
    Agreement,
}

impl End {
    /// Returns the seat of the loser, or `None` in a draw.
    pub fn loser(self) -> Option<Seat> {
        match self {
            Self::Pit { loser } | Self::NoPawns { loser } | Self::Resigned { loser } => Some(loser),
            Self::Repetition | Self::TurnLimit | Self::Agreement => None,
        }
    }

    /// Returns the places of the players. In a draw both have the first place.
    pub fn outcome(self) -> Outcome {
        let place = |seat| if self.loser() == Some(seat) { 2 } else { 1 };
        Outcome {
            places: Seat::first(2).map(place).collect(),
        }
    }
}

tag_first! {
    #[serde(tag = "type", rename_all = "snake_case")]
    /// An event of a game. The log hides nothing. An event that is sent to a viewer has `null` for
    /// each tile that the viewer may not know.
    #[derive(Clone, Debug, Eq, PartialEq)]
    #[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS), schemars(rename = "TortusEvent"), ts(rename = "TortusEvent"))]
    pub enum Event {
        /// The tiles are shuffled, dealt to the hands and laid on the board.
        Opened {
            /// The version of the rules, [`crate::tortus::RULES`].
            rules: u16,
            /// The seat that plays first, by the roll of the die.
            first: Seat,
            /// The tiles of each hand.
            hands: BySeat<Vec<Card>>,
            /// The tiles of the board, row by row from the north.
            board: Vec<Dealt>,
        },
        /// The game begins with a position instead of a deal.
        SetUp {
            /// The version of the rules, [`crate::tortus::RULES`].
            rules: u16,
            /// The complete position as text, or `null` for a viewer who may not know all of it.
            position: Option<String>,
        },
        /// The tiles are dealt again, because the hands had more holes than could be exchanged
        /// (preparation 3).
        Redealt {
            /// The tiles of each hand.
            hands: BySeat<Vec<Card>>,
            /// The tiles of the board, row by row from the north.
            board: Vec<Dealt>,
        },
        /// A hole or the pit of a hand is exchanged for an open tile of the board.
        Exchanged {
            /// The seat of the player.
            seat: Seat,
            /// The index of the tile in the hand.
            hand: u8,
            /// The square of the tile on the board.
            square: Square,
            /// The tile that lies on the board now.
            laid: Tile,
            /// The tile that is in the hand now.
            taken: Tile,
        },
        /// A pawn is placed in its player's section.
        Placed {
            /// The number of the pawn.
            pawn: u8,
            /// The square that the pawn is placed on.
            square: Square,
        },
        /// The turn of a player begins.
        Turn {
            /// The seat whose turn it is.
            seat: Seat,
            /// The number of actions of the turn.
            actions: u8,
        },
        /// A tile is turned on its square.
        Rotated {
            /// The square of the tile.
            square: Square,
            /// The new rotation of the tile.
            rotation: Rotation,
        },
        /// A closed tile is opened.
        Revealed {
            /// The square of the tile.
            square: Square,
            /// The kind of the tile.
            tile: Tile,
            /// The rotation of the tile.
            rotation: Rotation,
        },
        /// A player tried to open a tile that may not be opened. The tile stays closed.
        Misopened {
            /// The square of the tile.
            square: Square,
        },
        /// A pawn leaves the board as the penalty for opening a wrong tile.
        Penalised {
            /// The number of the pawn.
            pawn: u8,
        },
        /// A tile of the hand is swapped with an open tile of the board.
        Swapped {
            /// The seat of the player.
            seat: Seat,
            /// The index of the tile in the hand.
            hand: u8,
            /// The square of the tile on the board.
            square: Square,
            /// The tile that lies on the board now.
            laid: Tile,
            /// The rotation of that tile.
            rotation: Rotation,
            /// The tile that is in the hand now.
            taken: Tile,
        },
        /// A pawn comes to a square.
        Moved {
            /// The number of the pawn.
            pawn: u8,
            /// The square that the pawn leaves.
            from: Square,
            /// The square that the pawn comes to.
            to: Square,
            /// The reason why the pawn moves.
            by: By,
        },
        /// A pawn is captured and must be pushed away.
        Captured {
            /// The number of the captured pawn.
            pawn: u8,
            /// The square of the capture.
            square: Square,
        },
        /// A pawn falls into a hole, or into a star that copies one.
        Fell {
            /// The number of the pawn.
            pawn: u8,
            /// The square of the hole or the star.
            square: Square,
            /// The seat that gets the hole into the hand and fills the gap. `null` if the hole
            /// stays, because it is a star's copy or the game is over.
            taken: Option<Seat>,
        },
        /// A player fills a gap with a tile of the hand.
        Filled {
            /// The seat of the player.
            seat: Seat,
            /// The index of the tile in the hand.
            hand: u8,
            /// The square of the gap.
            square: Square,
            /// The tile that fills the gap.
            tile: Tile,
            /// The rotation of the tile.
            rotation: Rotation,
        },
        /// A pawn falls into the pit, or into a star that copies it.
        Sank {
            /// The number of the pawn.
            pawn: u8,
            /// The square of the pit or the star.
            square: Square,
        },
        /// An action is over, and the turn has more of them.
        Acted {
            /// The number of actions that are left.
            left: u8,
        },
        /// A player offers a draw \[R\]. The offer stands until the other player declines it or
        /// ends a turn.
        DrawOffered {
            /// The seat of the player.
            seat: Seat,
        },
        /// A player declines the other player's offer of a draw \[R\].
        DrawDeclined {
            /// The seat of the player who declines.
            seat: Seat,
        },
        /// The game is over, and the places are known.
        Over {
            /// The places of the players.
            outcome: Outcome,
            /// The reason why the game is over.
            end: End,
        },
    }
}
