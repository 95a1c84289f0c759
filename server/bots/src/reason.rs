//! Why a decision is good or bad, as codes with their data.

use senda_rules::Seat;
use serde::{Deserialize, Serialize};

/// What speaks for a decision or against it.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Reason {
    /// There is nothing else that could be decided.
    Only {},
    /// It wins the game, alone or with others.
    Wins {},
    /// It takes the seat itself out of the game.
    Leaves {},
    /// It takes others out of the game.
    ThrowsOut {
        /// Whom.
        seats: Vec<Seat>,
    },
    /// So many placements of a hundred that could come next leave the seat in the game.
    KeepsWays {
        /// How many of a hundred.
        ways: u8,
    },
    /// Somebody who is to play before can throw the seat out.
    Exposes {
        /// Who.
        seats: Vec<Seat>,
    },
    /// It costs others pieces.
    Takes {
        /// How many.
        count: u8,
    },
    /// It costs the seat own pieces.
    Loses {
        /// How many.
        count: u8,
    },
    /// It brings own pieces where they must come to.
    BringsHome {
        /// How many.
        count: u8,
    },
    /// It leaves more pieces of others where one push can cost them.
    Endangers {
        /// How many more.
        count: u8,
    },
    /// It leaves more own pieces there.
    Risks {
        /// How many more.
        count: u8,
    },
    /// It leaves fewer own pieces where they can be lost.
    Shelters {
        /// How many fewer.
        count: u8,
    },
    /// It brings an own piece closer to where it must come to.
    Advances {
        /// By how many steps.
        steps: u8,
    },
    /// It shortens the way there for all that are still to set out.
    Nears {
        /// By how many steps.
        steps: u8,
    },
    /// It shows what nobody knew.
    Reveals {},
}

impl Reason {
    /// Whether it is about anything: a number that is zero says nothing.
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
