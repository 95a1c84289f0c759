//! What happens in a game.

use serde::{Deserialize, Serialize};

use super::{Mark, Stand, Tile, Walk};
use crate::{
    BySeat, Outcome, Seat, Seats,
    tiles::{Rotation, Square},
};

/// A tile as a viewer sees it: face up, or `null` where they may not know which it is.
pub type Card = Option<Tile>;

tag_first! {
    #[serde(tag = "type", rename_all = "snake_case")]
    /// What happened. In the log nothing is hidden; what is told to a viewer has `null` for each tile
    /// they may not know.
    #[derive(Clone, Debug, Eq, PartialEq)]
    #[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TsuroEvent"))]
    pub enum Event {
        /// The tiles are shuffled and dealt.
        Opened {
            /// The version of the rules, [`crate::tsuro::RULES`].
            rules: u16,
            /// Who plays first.
            first: Seat,
            /// Three tiles for each seat.
            hands: BySeat<Vec<Card>>,
            /// The pile, the next tile first.
            pile: Vec<Card>,
        },
        /// A marker stands on its start mark or on its side of the rim.
        Started {
            /// Whose marker.
            seat: Seat,
            /// Where.
            #[cfg_attr(feature = "ts", ts(type = "string"))]
            mark: Stand,
        },
        /// The path of a marker that stood on a side of the rim is chosen.
        Chose {
            /// Whose marker.
            seat: Seat,
            /// The port by which it sets out; its start mark from now on.
            #[cfg_attr(feature = "ts", ts(type = "string"))]
            mark: Mark,
        },
        /// A tile lies on the table for a square, and nobody moves before those who stand on a side of it have
        /// chosen their paths. `placed` follows then \[R\].
        Laid {
            /// Who laid it.
            seat: Seat,
            /// The tile.
            tile: Tile,
            /// Quarter turns clockwise.
            rotation: Rotation,
            /// Where.
            #[cfg_attr(feature = "ts", ts(type = "string"))]
            square: Square,
            /// Who must choose, in turn.
            waits: Vec<Seat>,
        },
        /// A tile lies on the board, and the markers that faced its square have walked.
        Placed {
            /// Who laid it.
            seat: Seat,
            /// The tile.
            tile: Tile,
            /// Quarter turns clockwise.
            rotation: Rotation,
            /// Where.
            #[cfg_attr(feature = "ts", ts(type = "string"))]
            square: Square,
            /// The markers that walked, the mover's first, then clockwise.
            walks: Vec<Walk>,
        },
        /// The mover may swap tiles with those whom the placement has eliminated.
        Bonus {
            /// The mover.
            seat: Seat,
            /// Whose hands are on offer.
            from: Vec<Seat>,
        },
        /// The mover has swapped tiles, or none. What is left of the hands on offer is laid down.
        Swapped {
            /// The mover.
            seat: Seat,
            /// From the own hand.
            give: Vec<Card>,
            /// Into it.
            take: Vec<Card>,
        },
        /// A player has left the game \[R\].
        Resigned {
            /// Whose marker is taken off the board.
            seat: Seat,
        },
        /// The hands of eliminated players, and all that is laid down, are back in the pile, which is shuffled.
        Returned {
            /// Each of those seats with what was in its hand.
            hands: Vec<Returned>,
            /// The pile, the next tile first.
            pile: Vec<Card>,
        },
        /// A tile is drawn from the pile.
        Drew {
            /// By whom.
            seat: Seat,
            /// Which.
            tile: Card,
        },
        /// The dragon has moved.
        Dragon {
            /// Who holds it; `null` when it lies beside the board or under the pile.
            holder: Option<Seat>,
        },
        /// The turn has passed.
        Turn {
            /// To whom.
            seat: Seat,
        },
        /// The game is over.
        Over {
            /// The places.
            outcome: Outcome,
        },
    }
}

impl Event {
    /// The seats that it names.
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
            Self::Over { .. } => Seats::NONE,
        }
    }
}

/// A hand that goes back into the pile.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Returned {
    /// Whose it was.
    pub seat: Seat,
    /// What was in it.
    pub tiles: Vec<Card>,
}
