//! The events of a game.

use serde::{Deserialize, Serialize};

use super::{Mark, Stand, Tile, Walk};
use crate::{
    BySeat, Outcome, Seat, Seats,
    tiles::{Rotation, Square},
};

/// A tile as a viewer sees it: face up, or `null` if the viewer may not know it.
pub type Card = Option<Tile>;

tag_first! {
    #[serde(tag = "type", rename_all = "snake_case")]
    /// An event of the game. The log hides nothing; the event that a viewer receives has `null` for
    /// each tile that they may not know.
    #[derive(Clone, Debug, Eq, PartialEq)]
    #[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS), schemars(rename = "TsuroEvent"), ts(rename = "TsuroEvent"))]
    pub enum Event {
        /// The tiles are shuffled and dealt.
        Opened {
            /// The version of the rules, [`crate::tsuro::RULES`].
            rules: u16,
            /// The seat that plays first.
            first: Seat,
            /// The dealt hands: three tiles for each seat.
            hands: BySeat<Vec<Card>>,
            /// The pile, the next tile first.
            pile: Vec<Card>,
        },
        /// The game begins with a position instead of a deal.
        SetUp {
            /// The version of the rules, [`crate::tsuro::RULES`].
            rules: u16,
            /// The complete position as text, or `null` for a viewer who may not know all of it.
            position: Option<String>,
        },
        /// A marker is put on its start mark or on its side of the rim.
        Started {
            /// The seat of the marker.
            seat: Seat,
            /// The start mark or side.
            mark: Stand,
        },
        /// A player has chosen the path of a marker that stood on a side of the rim.
        Chose {
            /// The seat of the marker.
            seat: Seat,
            /// The port from which the marker starts; it is the marker's start mark from now on.
            mark: Mark,
        },
        /// A tile is laid for a square, but no marker moves until the markers that stand on a side
        /// of the square have their paths chosen. `placed` follows then \[R\].
        Laid {
            /// The seat that laid the tile.
            seat: Seat,
            /// The tile that is laid.
            tile: Tile,
            /// The rotation in quarter turns clockwise.
            rotation: Rotation,
            /// The square that the tile is for.
            square: Square,
            /// The seats that have to choose a path, in the order of their choices.
            waits: Vec<Seat>,
        },
        /// A tile lies on the board, and the markers that faced its square have walked.
        Placed {
            /// The seat that laid the tile.
            seat: Seat,
            /// The tile that is laid.
            tile: Tile,
            /// The rotation in quarter turns clockwise.
            rotation: Rotation,
            /// The square that the tile lies on.
            square: Square,
            /// The walks of the markers, the mover's first, then clockwise.
            walks: Vec<Walk>,
        },
        /// The mover may swap tiles with the players that the placement has eliminated.
        Bonus {
            /// The seat of the mover.
            seat: Seat,
            /// The seats whose hands are offered.
            from: Vec<Seat>,
        },
        /// The mover has swapped tiles, or declined. After a swap, the rest of the offered hands is
        /// laid down.
        Swapped {
            /// The seat of the mover.
            seat: Seat,
            /// The tiles that leave the mover's hand.
            give: Vec<Card>,
            /// The tiles that enter the mover's hand.
            take: Vec<Card>,
        },
        /// A player has left the game \[R\].
        Resigned {
            /// The seat of the player, whose marker is removed from the board.
            seat: Seat,
        },
        /// The hands of eliminated players and all laid-down tiles go back into the pile, which is
        /// shuffled.
        Returned {
            /// The seats of those players, each with its tiles.
            hands: Vec<Returned>,
            /// The new pile, the next tile first.
            pile: Vec<Card>,
        },
        /// A player draws a tile from the pile.
        Drew {
            /// The seat of the player.
            seat: Seat,
            /// The tile that is drawn.
            tile: Card,
        },
        /// The dragon has changed its place.
        Dragon {
            /// The seat that holds the dragon; `null` when it lies beside the board or under the
            /// pile.
            holder: Option<Seat>,
        },
        /// The turn has passed to another seat.
        Turn {
            /// The seat whose turn begins.
            seat: Seat,
        },
        /// The game is over, with this result.
        Over {
            /// The final places of the seats.
            outcome: Outcome,
        },
    }
}

impl Event {
    /// Returns the seats that the event names, except those of the deal's hands and of the outcome.
    pub(super) fn seats(&self) -> Seats {
        match self {
            Self::Opened { first: seat, .. }
            | Self::Started { seat, .. }
            | Self::Chose { seat, .. }
            | Self::Swapped { seat, .. }
            | Self::Resigned { seat }
            | Self::Drew { seat, .. }
            | Self::Turn { seat } => Seats::NONE.with(*seat),
            Self::Laid { seat, waits, .. } => waits.iter().copied().chain([*seat]).collect(),
            Self::Placed { seat, walks, .. } => {
                walks.iter().map(|walk| walk.seat).chain([*seat]).collect()
            }
            Self::Bonus { seat, from } => from.iter().copied().chain([*seat]).collect(),
            Self::Returned { hands, .. } => hands.iter().map(|returned| returned.seat).collect(),
            Self::Dragon { holder } => holder.iter().copied().collect(),
            Self::SetUp { .. } | Self::Over { .. } => Seats::NONE,
        }
    }
}

/// A hand that goes back into the pile.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Returned {
    /// The seat that held the hand.
    pub seat: Seat,
    /// The tiles that were in the hand.
    pub tiles: Vec<Card>,
}
