//! What a command does, in the words of the happenings that tell it.

use senda_rules::{AnyAction, AnyEvent, AnyGame, Game};
use serde::Deserialize;
use serde_json::Value;

/// What somebody did, as everybody is told. A command says what it asks for; the happenings say what was done.
#[derive(Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub enum ActionKind {
    /// Something was decided in a game.
    Decided {
        /// By which seat.
        seat: u64,
        /// The decision as JSON, as far as its events tell it to everybody.
        action: String,
    },
    /// The last decision was taken back.
    TookBack {
        /// By which seat.
        seat: u64,
    },
    /// A seat was taken.
    Sat {
        /// By whom.
        name: String,
    },
    /// A seat was left. The room does that too, for those who stay away.
    Stood {
        /// By whom.
        name: String,
    },
    /// Somebody said that they are ready, or no longer. Who sits down or stays after a game is ready without saying so.
    Readied {
        /// Whose seat.
        seat: u64,
        /// Whether.
        ready: bool,
    },
    /// A game was begun.
    Began,
    /// Something that changes nothing if it is done already, and is not looked for.
    Back,
}

impl ActionKind {
    /// What a decision of that seat asks for.
    ///
    /// # Panics
    /// Never: an action can be written.
    pub fn decided(seat: u64, action: &AnyAction) -> Self {
        let action = serde_json::to_string(&AnyGame::disclosed(action)).expect("JSON");
        Self::Decided { seat, action }
    }

    /// What people did, as a happening tells; `events` are those of the game in it.
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

    /// Whether each time it is told somebody has asked for it, so that the times can be counted.
    pub fn is_asked_for(&self) -> bool {
        !matches!(
            self,
            Self::Stood { .. } | Self::Readied { ready: true, .. } | Self::Back
        )
    }

    /// Whether it is told as a happening of the version that acknowledges it.
    pub fn leaves_a_trace(&self) -> bool {
        !matches!(self, Self::Back)
    }
}

/// The events of a game in a happening.
pub(super) fn events(happening: &Value) -> serde_json::Result<Vec<AnyEvent>> {
    match &happening["events"] {
        Value::Null => Ok(Vec::new()),
        events => Vec::deserialize(events),
    }
}
