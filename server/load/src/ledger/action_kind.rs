//! The common form of a command and of the happening that reports it, so that the two can be
//! compared.

use senda_rules::{AnyAction, AnyEvent, AnyGame, Game};
use serde::Deserialize;
use serde_json::Value;

/// A public action of a player. A command requests it, and the happenings report that it was done.
#[derive(Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub enum ActionKind {
    /// A player decided something in a game.
    Decided {
        /// The number of the seat that decided.
        seat: u64,
        /// The decision as JSON, with only those parts that its events disclose to all viewers.
        action: String,
    },
    /// A player took the last decision back.
    TookBack {
        /// The number of the seat that took it back.
        seat: u64,
    },
    /// A player took a seat.
    Sat {
        /// The name of the player.
        name: String,
    },
    /// A player left their seat. The room also does that for players who stay away.
    Stood {
        /// The name of the player.
        name: String,
    },
    /// A player became ready, or no longer is. A player who sits down or stays after a game is
    /// ready without a command.
    Readied {
        /// The number of the player's seat.
        seat: u64,
        /// Whether the player is ready now.
        ready: bool,
    },
    /// The host started a game.
    Began,
    /// A player is back. The command changes nothing if it is repeated, and no happening is
    /// expected for it.
    Back,
}

impl ActionKind {
    /// Returns the action that a decision of that seat requests.
    ///
    /// # Panics
    /// Panics only if an action can't be written as JSON, which does not happen.
    pub fn decided(seat: u64, action: &AnyAction) -> Self {
        let action = serde_json::to_string(&AnyGame::disclosed(action)).expect("JSON");
        Self::Decided { seat, action }
    }

    /// Returns the player's action that a happening reports, or `None` if it reports none. `events`
    /// are the game events in it.
    pub fn told(happening: &Value, events: &[AnyEvent]) -> Option<Self> {
        let seat = || happening["seat"].as_u64().unwrap_or(u64::MAX);
        let name = || happening["name"].as_str().unwrap_or_default().to_owned();
        match happening["type"].as_str()? {
            "sat" => Some(Self::Sat { name: name() }),
            "stood" => Some(Self::Stood { name: name() }),
            "readied" => Some(Self::Readied {
                seat: seat(),
                ready: happening["ready"] == true,
            }),
            "took_back" if happening["agreed"].is_null() => Some(Self::TookBack { seat: seat() }),
            "started" => Some(Self::Began),
            "played" if happening["by"].is_null() => {
                AnyGame::decision(events).map(|action| Self::decided(seat(), &action))
            }
            _ => None,
        }
    }

    /// Returns whether every happening of this action follows from a command, so that happenings
    /// can't outnumber commands.
    pub fn is_asked_for(&self) -> bool {
        !matches!(
            self,
            Self::Stood { .. } | Self::Readied { ready: true, .. } | Self::Back
        )
    }

    /// Returns whether the version that acknowledges the action has a happening for it.
    pub fn leaves_a_trace(&self) -> bool {
        !matches!(self, Self::Back)
    }
}

/// Returns the game events in a happening.
pub(super) fn events(happening: &Value) -> serde_json::Result<Vec<AnyEvent>> {
    match &happening["events"] {
        Value::Null => Ok(Vec::new()),
        events => Vec::deserialize(events),
    }
}
