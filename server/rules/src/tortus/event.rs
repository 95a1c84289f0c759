//! What happens in a game.

use serde::{Deserialize, Serialize};

use super::Tile;
use crate::{
    BySeat, Outcome, Seat,
    tiles::{Rotation, Square},
};

/// A tile as a viewer sees it: `null` where they may not know which it is.
pub type Card = Option<Tile>;

/// A tile of the deal on its square.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TortusDealt"))]
pub struct Dealt {
    /// Which.
    pub tile: Card,
    /// Quarter turns clockwise; `null` where the viewer may not know.
    pub rotation: Option<Rotation>,
}

/// Why a pawn has come to a square.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TortusBy"))]
#[serde(rename_all = "snake_case")]
pub enum By {
    /// Its player moved it.
    Move,
    /// It was pushed when it was captured.
    Push,
    /// It followed the instruction of a tile.
    Follow,
    /// It was pushed by itself, because the action had gone on for too long \[R\].
    Forced,
}

/// Why a game is over.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TortusEnd"))]
#[serde(tag = "how", rename_all = "snake_case")]
pub enum End {
    /// A pawn of that seat was moved into the pit.
    Pit {
        /// Who has lost.
        loser: Seat,
    },
    /// That seat has no pawn on the board.
    NoPawns {
        /// Who has lost.
        loser: Seat,
    },
    /// That seat has left the game.
    Resigned {
        /// Who has lost.
        loser: Seat,
    },
    /// A turn began in the same position for the third time \[R\].
    Repetition,
    /// As many turns were played as a game may have \[R\].
    TurnLimit,
    /// The players have agreed on a draw \[R\].
    Agreement,
}

impl End {
    /// Who has lost; nobody in a draw.
    pub fn loser(self) -> Option<Seat> {
        match self {
            Self::Pit { loser } | Self::NoPawns { loser } | Self::Resigned { loser } => Some(loser),
            Self::Repetition | Self::TurnLimit | Self::Agreement => None,
        }
    }

    /// The places: a draw shares the first.
    pub fn outcome(self) -> Outcome {
        let place = |seat| if self.loser() == Some(seat) { 2 } else { 1 };
        Outcome {
            places: Seat::first(2).map(place).collect(),
        }
    }
}

tag_first! {
    #[serde(tag = "type", rename_all = "snake_case")]
    /// What happened. In the log nothing is hidden; what is told to a viewer has `null` for each tile
    /// they may not know.
    #[derive(Clone, Debug, Eq, PartialEq)]
    #[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TortusEvent"))]
    pub enum Event {
        /// The tiles are shuffled, dealt and laid.
        Opened {
            /// The version of the rules, [`crate::tortus::RULES`].
            rules: u16,
            /// Who plays first: the roll of the die.
            first: Seat,
            /// The hands.
            hands: BySeat<Vec<Card>>,
            /// The board, row by row from the north.
            board: Vec<Dealt>,
        },
        /// The hands had more holes than could be exchanged: all begins again (preparation 3).
        Redealt {
            /// The hands.
            hands: BySeat<Vec<Card>>,
            /// The board, row by row from the north.
            board: Vec<Dealt>,
        },
        /// A hole or the pit of a hand lies open where a tile lay that is now in the hand.
        Exchanged {
            /// Who.
            seat: Seat,
            /// The place in the hand.
            hand: u8,
            /// The square.
            #[cfg_attr(feature = "ts", ts(type = "string"))]
            square: Square,
            /// What lies on the board now.
            laid: Tile,
            /// What is in the hand now.
            taken: Tile,
        },
        /// A pawn stands in its player's section.
        Placed {
            /// Which.
            pawn: u8,
            /// Where.
            #[cfg_attr(feature = "ts", ts(type = "string"))]
            square: Square,
        },
        /// A turn begins.
        Turn {
            /// Whose.
            seat: Seat,
            /// How many actions it has.
            actions: u8,
        },
        /// A tile is turned.
        Rotated {
            /// Where it lies.
            #[cfg_attr(feature = "ts", ts(type = "string"))]
            square: Square,
            /// How it is turned now.
            rotation: Rotation,
        },
        /// A tile is opened.
        Revealed {
            /// Where it lies.
            #[cfg_attr(feature = "ts", ts(type = "string"))]
            square: Square,
            /// Which it is.
            tile: Tile,
            /// How it is turned.
            rotation: Rotation,
        },
        /// A tile that may not be opened was to be opened; it stays closed.
        Misopened {
            /// Where it lies.
            #[cfg_attr(feature = "ts", ts(type = "string"))]
            square: Square,
        },
        /// A pawn has left the board for that.
        Penalised {
            /// Which.
            pawn: u8,
        },
        /// A tile of the hand lies where a tile lay that is now in the hand.
        Swapped {
            /// Who.
            seat: Seat,
            /// The place in the hand.
            hand: u8,
            /// The square.
            #[cfg_attr(feature = "ts", ts(type = "string"))]
            square: Square,
            /// What lies on the board now.
            laid: Tile,
            /// How it is turned.
            rotation: Rotation,
            /// What is in the hand now.
            taken: Tile,
        },
        /// A pawn has come to a square.
        Moved {
            /// Which.
            pawn: u8,
            /// Where from.
            #[cfg_attr(feature = "ts", ts(type = "string"))]
            from: Square,
            /// Where to.
            #[cfg_attr(feature = "ts", ts(type = "string"))]
            to: Square,
            /// Why.
            by: By,
        },
        /// A pawn is captured: it is to be pushed away.
        Captured {
            /// Which.
            pawn: u8,
            /// Where.
            #[cfg_attr(feature = "ts", ts(type = "string"))]
            square: Square,
        },
        /// A pawn has fallen into a hole, or a star that copies one.
        Fell {
            /// Which.
            pawn: u8,
            /// Where.
            #[cfg_attr(feature = "ts", ts(type = "string"))]
            square: Square,
            /// Into whose hand the hole goes; that player fills the gap. `null` if the hole stays: it is a
            /// star's copy, or the game is over.
            taken: Option<Seat>,
        },
        /// A gap is filled.
        Filled {
            /// By whom.
            seat: Seat,
            /// From which place in the hand.
            hand: u8,
            /// Where.
            #[cfg_attr(feature = "ts", ts(type = "string"))]
            square: Square,
            /// With what.
            tile: Tile,
            /// How it is turned.
            rotation: Rotation,
        },
        /// A pawn has fallen into the pit, or a star that copies it.
        Sank {
            /// Which.
            pawn: u8,
            /// Where.
            #[cfg_attr(feature = "ts", ts(type = "string"))]
            square: Square,
        },
        /// An action is over, and the turn has more.
        Acted {
            /// How many.
            left: u8,
        },
        /// A player has offered a draw \[R\]. The offer stands until the other declines it or has ended a turn.
        DrawOffered {
            /// Who.
            seat: Seat,
        },
        /// A player has turned the other's offer down \[R\].
        DrawDeclined {
            /// Who.
            seat: Seat,
        },
        /// The game is over.
        Over {
            /// The places.
            outcome: Outcome,
            /// Why.
            end: End,
        },
    }
}
