//! The reasons why a decision is good or bad, as codes with their data.

use senda_rules::Seat;
use serde::{Deserialize, Serialize};

/// A reason for or against a decision.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Reason {
    /// The decision is the only legal one.
    Only {},
    /// The decision wins the game, alone or with others.
    Wins {},
    /// The decision eliminates the seat itself.
    Leaves {},
    /// The decision eliminates other seats.
    ThrowsOut {
        /// The seats that are eliminated.
        seats: Vec<Seat>,
    },
    /// The share of the possible next placements that keep the seat in the game.
    KeepsWays {
        /// The number of such placements out of a hundred.
        ways: u8,
    },
    /// Opponents who play before the seat's next turn can eliminate it.
    Exposes {
        /// The opponents that can do it.
        seats: Vec<Seat>,
    },
    /// The decision costs opponents pieces.
    Takes {
        /// The number of pieces that opponents lose.
        count: u8,
    },
    /// The decision costs the seat pieces of its own.
    Loses {
        /// The number of pieces that the seat loses.
        count: u8,
    },
    /// The decision brings pieces of the seat to their destination.
    BringsHome {
        /// The number of pieces that arrive.
        count: u8,
    },
    /// The decision exposes more opposing pieces to a push that can cost them.
    Endangers {
        /// The number of additionally exposed pieces.
        count: u8,
    },
    /// The decision exposes more of the seat's own pieces to such a push.
    Risks {
        /// The number of additionally exposed pieces.
        count: u8,
    },
    /// The decision exposes fewer of the seat's own pieces to a loss.
    Shelters {
        /// The number of pieces that are no longer exposed.
        count: u8,
    },
    /// The decision brings a piece of the seat closer to its destination.
    Advances {
        /// The number of steps that the piece comes closer.
        steps: u8,
    },
    /// The decision shortens the way to the destination for all pieces that have not set out yet.
    Nears {
        /// The number of steps that the way gets shorter.
        steps: u8,
    },
    /// The decision reveals information that no player had.
    Reveals {},
}

impl Reason {
    /// Returns whether the reason applies: a reason with the number zero has no content.
    pub(crate) fn is_any(&self) -> bool {
        match *self {
            Self::Takes { count }
            | Self::Loses { count }
            | Self::BringsHome { count }
            | Self::Endangers { count }
            | Self::Risks { count }
            | Self::Shelters { count } => count > 0,
            Self::Advances { steps } | Self::Nears { steps } => steps > 0,
            _ => true,
        }
    }
}
