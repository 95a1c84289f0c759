//! What a player decides, and why it may be refused.

use serde::{Deserialize, Serialize};

use crate::tiles::Square;

tag_first! {
    #[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
    /// A decision. `hand` is a place in the own hand, counted from 0; `pawn` the number of a pawn.
    #[derive(Clone, Debug, Eq, PartialEq)]
    #[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TortusAction"))]
    pub enum Action {
        /// Exchanges a hole or the pit of the hand for an open tile (preparation 3).
        Exchange {
            /// The hole.
            hand: u8,
            /// Where the other tile lies.
            #[cfg_attr(feature = "ts", ts(type = "string"))]
            square: Square,
        },
        /// Puts a pawn into the own section (preparation 4).
        Place {
            /// Where.
            #[cfg_attr(feature = "ts", ts(type = "string"))]
            square: Square,
        },
        /// Turns an open tile (rotate).
        Rotate {
            /// Where it lies.
            #[cfg_attr(feature = "ts", ts(type = "string"))]
            square: Square,
            /// Quarter turns clockwise from its first orientation.
            rotation: u8,
        },
        /// Opens a closed tile in line with an own pawn (open).
        Open {
            /// Where it lies.
            #[cfg_attr(feature = "ts", ts(type = "string"))]
            square: Square,
        },
        /// Swaps an open tile around an own pawn with one of the hand (swap).
        Swap {
            /// Where the open tile lies.
            #[cfg_attr(feature = "ts", ts(type = "string"))]
            square: Square,
            /// The tile of the hand.
            hand: u8,
            /// How that is laid.
            rotation: u8,
        },
        /// Moves an own pawn to an adjacent square (move).
        Move {
            /// Which.
            pawn: u8,
            /// Where to.
            #[cfg_attr(feature = "ts", ts(type = "string"))]
            to: Square,
        },
        /// Pushes the captured pawn to an adjacent square (capturing).
        Push {
            /// Where to.
            #[cfg_attr(feature = "ts", ts(type = "string"))]
            to: Square,
        },
        /// Follows the instruction of the tile (following the flow).
        Follow {
            /// Where to.
            #[cfg_attr(feature = "ts", ts(type = "string"))]
            to: Square,
        },
        /// Leaves the pawn where it stands (following the flow).
        Stop {},
        /// Fills the gap that a hole has left (pushing a pawn into the hole).
        Fill {
            /// The tile of the hand.
            hand: u8,
            /// How it is laid.
            rotation: u8,
        },
        /// Gives up a pawn for having opened a wrong tile (open; only with `strict_open`).
        Penalty {
            /// Which.
            pawn: u8,
        },
        /// Ends the turn: a player may act, and need not (actions).
        EndTurn {},
        /// Offers a draw, or agrees to the other's offer. Always possible in a game that has begun \[R\].
        Draw {},
        /// Turns the other's offer of a draw down \[R\].
        Decline {},
        /// Leaves the game \[R\].
        Resign {},
    }
}

/// Why a decision is refused. The codes are stable.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TortusIllegal"))]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum Illegal {
    /// The other seat decides.
    NotYourTurn,
    /// The game waits for another kind of decision.
    WrongPhase,
    /// The game has ended.
    GameOver,
    /// The square is not on the board.
    NoSuchCell,
    /// There is no such pawn on the board.
    NoSuchPawn,
    /// The pawn is the other's.
    NotYourPawn,
    /// The hand has no such tile.
    NoSuchHandTile,
    /// A rotation is 0 to 3.
    BadRotation,
    /// The tile is turned so already.
    NoChange,
    /// A pawn stands there.
    CellOccupied,
    /// The tile is closed.
    TileClosed,
    /// The tile is open.
    TileAlreadyOpen,
    /// No own pawn is in line with it.
    NotInLine,
    /// It is not around an own pawn.
    NotAroundYourPawn,
    /// A hole or the pit can't be swapped.
    HoleNotSwappable,
    /// The square is not adjacent.
    NotAdjacent,
    /// The instruction does not lead there.
    NotAnInstructionTarget,
    /// That has already happened in this action.
    RepeatsPosition,
    /// A hole or the pit must be exchanged for an open tile that is neither.
    MustExchangeHoleForOpenNonhole,
    /// The square is not in the own section.
    OutsideYourSection,
    /// No pawn is placed on a hole, the pit or a star that copies one.
    CellIsHole,
    /// A gap is filled with a tile that is neither a hole nor the pit.
    FillerMustNotBeHole,
    /// The seat has already offered a draw, and the other's turn has not ended since.
    DrawAlreadyOffered,
    /// The other has offered no draw, or was answered.
    NoDrawOffered,
    /// Tortus is for two.
    Seats,
    /// The options contradict each other.
    BadOptions {
        /// The option at fault.
        which: String,
    },
}
