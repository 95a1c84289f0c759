//! The actions of a player, and the reasons why an action is rejected.

use serde::{Deserialize, Serialize};

use crate::tiles::Square;

tag_first! {
    #[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
    /// An action of a player. `hand` is the index of a tile in the player's hand, counted from 0.
    /// `pawn` is the number of a pawn.
    #[derive(Clone, Debug, Eq, PartialEq)]
    #[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS), schemars(rename = "TortusAction"), ts(rename = "TortusAction"))]
    pub enum Action {
        /// Exchanges a hole or the pit of the hand for an open tile (preparation 3).
        Exchange {
            /// The index of the hole or the pit in the hand.
            hand: u8,
            /// The square of the open tile.
            square: Square,
        },
        /// Places a pawn in the player's section (preparation 4).
        Place {
            /// The square that the pawn is placed on.
            square: Square,
        },
        /// Turns an open tile (rotate).
        Rotate {
            /// The square of the tile.
            square: Square,
            /// The new rotation, in quarter turns clockwise from the rotation 0 of the tile.
            rotation: u8,
        },
        /// Opens a closed tile in line with a pawn of the player (open).
        Open {
            /// The square of the tile.
            square: Square,
        },
        /// Swaps an open tile around a pawn of the player with a tile of the hand (swap).
        Swap {
            /// The square of the open tile.
            square: Square,
            /// The index of the tile in the hand.
            hand: u8,
            /// The rotation of the tile of the hand on the board.
            rotation: u8,
        },
        /// Moves a pawn of the player to an adjacent square (move).
        Move {
            /// The number of the pawn.
            pawn: u8,
            /// The square that the pawn moves to.
            to: Square,
        },
        /// Pushes the captured pawn to an adjacent square (capturing).
        Push {
            /// The square that the pawn is pushed to.
            to: Square,
        },
        /// Follows the instruction of the tile under the pawn (following the flow).
        Follow {
            /// The square that the pawn moves to.
            to: Square,
        },
        /// Leaves the pawn where it stands (following the flow).
        Stop {},
        /// Fills the gap that a hole has left (pushing a pawn into the hole).
        Fill {
            /// The index of the tile in the hand.
            hand: u8,
            /// The rotation of the tile on the board.
            rotation: u8,
        },
        /// Gives up a pawn as the penalty for opening a wrong tile (open; only with `strict_open`).
        Penalty {
            /// The number of the pawn.
            pawn: u8,
        },
        /// Ends the turn. Actions are optional (actions).
        EndTurn {},
        /// Offers a draw, or agrees to the other player's offer. Possible at any time after all
        /// pawns are placed \[R\].
        Draw {},
        /// Declines the other player's offer of a draw \[R\].
        Decline {},
        /// Leaves the game, whichever player's turn it is \[R\].
        Resign {},
    }
}

/// The reasons why an action is rejected. The codes are stable.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "TortusIllegal"),
    ts(rename = "TortusIllegal")
)]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum Illegal {
    /// The other seat decides at this moment.
    NotYourTurn,
    /// The game waits for another kind of decision.
    WrongPhase,
    /// The game has already ended.
    GameOver,
    /// The square is not on the board.
    NoSuchCell,
    /// There is no such pawn on the board.
    NoSuchPawn,
    /// The pawn belongs to the other player.
    NotYourPawn,
    /// The hand has no such tile.
    NoSuchHandTile,
    /// The rotation is not a number from 0 to 3.
    BadRotation,
    /// The tile already has that rotation.
    NoChange,
    /// A pawn stands on the square.
    CellOccupied,
    /// The tile on the square is closed.
    TileClosed,
    /// The tile on the square is already open.
    TileAlreadyOpen,
    /// No pawn of the player is in line with the tile.
    NotInLine,
    /// The tile is not around a pawn of the player.
    NotAroundYourPawn,
    /// A hole or the pit can't be swapped.
    HoleNotSwappable,
    /// The square is not adjacent to the pawn.
    NotAdjacent,
    /// The instruction under the pawn does not lead to the square.
    NotAnInstructionTarget,
    /// The move would repeat a position of this action.
    RepeatsPosition,
    /// The action must exchange a hole or the pit for an open tile that is neither.
    MustExchangeHoleForOpenNonhole,
    /// The square is not in the player's section.
    OutsideYourSection,
    /// A pawn can't be placed on a hole, the pit or a star that copies one.
    CellIsHole,
    /// A gap can't be filled with a hole or the pit.
    FillerMustNotBeHole,
    /// The seat has already offered a draw, and the other player has not ended a turn since.
    DrawAlreadyOffered,
    /// The other player has not offered a draw, or the offer has been declined.
    NoDrawOffered,
    /// The number of players is not two.
    Seats,
    /// The options are not valid.
    BadOptions {
        /// The name of the invalid option.
        which: String,
    },
}
