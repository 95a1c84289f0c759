//! What a command does, in the words of the happenings that tell it.

mod tortus;

use serde_json::Value;

/// What somebody did, as everybody is told. A command says which deed it asks for; the happenings
/// say which were done.
#[derive(Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub enum ActionKind {
    /// A marker was put on a start mark.
    Marked {
        /// Whose.
        seat: u64,
        /// Where.
        mark: String,
    },
    /// A tile was laid.
    Placed {
        /// By which seat.
        seat: u64,
        /// The tile's number.
        tile: u64,
        /// Quarter turns clockwise.
        rotation: u64,
    },
    /// Something was decided in a game whose decisions have no deed of their own here.
    Decided {
        /// By which seat.
        seat: u64,
        /// What, in the words of the event that tells it.
        what: String,
    },
    /// A game was given up.
    Resigned {
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
    /// Somebody said that they are ready, or no longer.
    Readied {
        /// Whose seat.
        seat: u64,
        /// Whether.
        ready: bool,
    },
    /// A game was begun.
    Began,
    /// A deed that changes nothing if it is done already, and is not looked for.
    Back,
}

impl ActionKind {
    /// The deeds of people that a happening tells.
    pub fn told(happening: &Value) -> Vec<Self> {
        let seat = || happening["seat"].as_u64().unwrap_or(u64::MAX);
        let name = || happening["name"].as_str().unwrap_or_default().to_owned();
        match happening["type"].as_str() {
            Some("sat") => vec![Self::Sat { name: name() }],
            Some("stood") => vec![Self::Stood { name: name() }],
            Some("readied") => vec![Self::Readied {
                seat: seat(),
                ready: happening["ready"] == true,
            }],
            Some("started") => vec![Self::Began],
            Some("played") if happening["by"] == "player" => {
                let events: Vec<&Value> = happening["events"]
                    .as_array()
                    .into_iter()
                    .flatten()
                    .collect();
                match events.first().and_then(|event| event["game"].as_str()) {
                    Some("tortus") => tortus::told(seat(), &events),
                    _ => events.into_iter().filter_map(Self::played).collect(),
                }
            }
            _ => Vec::new(),
        }
    }

    fn played(event: &Value) -> Option<Self> {
        let number = |key: &str| event[key].as_u64().unwrap_or(u64::MAX);
        let seat = number("seat");
        match event["type"].as_str()? {
            "started" => Some(Self::Marked {
                seat,
                mark: event["mark"].as_str().unwrap_or_default().to_owned(),
            }),
            "placed" => Some(Self::Placed {
                seat,
                tile: number("tile"),
                rotation: number("rotation"),
            }),
            "resigned" => Some(Self::Resigned { seat }),
            _ => None,
        }
    }

    /// Whether each time it is told somebody has asked for it, so that the times can be counted.
    pub fn is_asked_for(&self) -> bool {
        !matches!(self, Self::Stood { .. } | Self::Back)
    }

    /// Whether it is told as a happening of the version that acknowledges it.
    pub fn leaves_a_trace(&self) -> bool {
        !matches!(self, Self::Back)
    }
}
