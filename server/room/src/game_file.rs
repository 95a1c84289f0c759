//! A finished game as one file that anybody can keep, check and replay; `docs/game-file.md`
//! describes it.

mod cards;
mod check;
mod export;
mod finding;
mod replay;

use senda_rules::{AnyAction, AnyEvent, AnyOptions, Commitment, Nonce, Outcome, Seat, Secret};
use serde::{Deserialize, Serialize};

pub use self::{
    check::{Check, Noted, Shuffled, ShuffledFor},
    finding::Finding,
    replay::{Fault, Inconsistent, Replay},
};
use crate::{
    Time, limits,
    protocol::{BotKind, By, Colour, Name},
};

/// A finished game.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct GameFile {
    /// How the file is written.
    pub format: Format,
    /// The version of the game's rules that it was begun by.
    pub rules: u16,
    /// The game's number in its room, from 1.
    pub round: u32,
    /// Which game, and its options.
    pub options: AnyOptions,
    /// Who was to play first, where that was not left to chance.
    pub first: Option<Seat>,
    /// Who played, seat by seat, as the game began.
    pub seats: Vec<Player>,
    /// What the secret was committed to before the game.
    pub commitment: Commitment,
    /// The secret.
    pub secret: Secret,
    /// What each player added to the seed, seat by seat.
    pub nonces: Vec<Option<Nonce>>,
    /// What happened, in order; the deal first.
    pub steps: Vec<Step>,
    /// The places.
    pub outcome: Outcome,
}

/// How a file is written.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Format {
    /// People have played it, and have taken nothing back.
    #[serde(rename = "senda-game/1")]
    One,
    /// The same, and something is taken back in it or decided by a bot.
    #[serde(rename = "senda-game/2")]
    Two,
    /// The same, and something is taken back in it because the others have agreed.
    #[serde(rename = "senda-game/3")]
    Three,
}

impl Format {
    /// All, the oldest first.
    const ALL: [Self; 3] = [Self::One, Self::Two, Self::Three];

    /// The words for it in a file.
    pub const fn words(self) -> &'static str {
        match self {
            Self::One => "senda-game/1",
            Self::Two => "senda-game/2",
            Self::Three => "senda-game/3",
        }
    }

    /// The oldest in which these steps can be written.
    fn of(steps: &[Step], has_bots: bool) -> Self {
        let is_new = |step: &Step| match step {
            Step::TookBack { .. } => true,
            Step::Played { by, .. } => matches!(by, By::Bot | By::StandIn),
            Step::Seated { bot, .. } => bot.is_some(),
            Step::Dealt { .. } | Step::Revised { .. } => false,
        };
        let is_agreed =
            |step: &Step| matches!(step, Step::TookBack { agreed, .. } if agreed.is_some());
        if steps.iter().any(is_agreed) {
            Self::Three
        } else if has_bots || steps.iter().any(is_new) {
            Self::Two
        } else {
            Self::One
        }
    }
}

/// Someone who played.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "GamePlayer"))]
pub struct Player {
    /// The name.
    pub name: Name,
    /// The colour.
    pub colour: Colour,
    /// Which program it is, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub bot: Option<BotKind>,
}

/// Something that happened, and the shuffles that it took.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "GameStep"))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[allow(clippy::large_enum_variant)] // most of them are the largest
pub enum Step {
    /// The game was opened.
    Dealt {
        /// When, milliseconds since 1970.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        at: Time,
        /// In the order in which they were made.
        shuffles: Vec<Shuffle>,
        /// What happened in the game.
        events: Vec<AnyEvent>,
    },
    /// A decision was made.
    Played {
        /// When, milliseconds since 1970.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        at: Time,
        /// For which seat.
        seat: Seat,
        /// By whom.
        by: By,
        /// The decision.
        action: AnyAction,
        /// In the order in which they were made.
        shuffles: Vec<Shuffle>,
        /// What happened in the game.
        events: Vec<AnyEvent>,
    },
    /// A player has taken back the last decision of theirs that stood: the game is as it was before that.
    TookBack {
        /// When, milliseconds since 1970.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        at: Time,
        /// Whose it was.
        seat: Seat,
        /// Where the others have agreed: how many of the last decisions that stood went back with it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        agreed: Option<u8>,
    },
    /// The server was updated: from here on the game was played by this version of its rules.
    Revised {
        /// When, milliseconds since 1970.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        at: Time,
        /// The version.
        rules: u16,
    },
    /// Somebody took over a seat that had been given up.
    Seated {
        /// When, milliseconds since 1970.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        at: Time,
        /// Which.
        seat: Seat,
        /// Who.
        name: Name,
        /// With which colour.
        colour: Colour,
        /// Which program it is, if it is one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        bot: Option<BotKind>,
    },
}

impl Step {
    /// When it happened.
    pub fn at(&self) -> Time {
        match self {
            Self::Dealt { at, .. }
            | Self::Played { at, .. }
            | Self::TookBack { at, .. }
            | Self::Revised { at, .. }
            | Self::Seated { at, .. } => *at,
        }
    }

    /// The shuffles that it took.
    pub fn shuffles(&self) -> &[Shuffle] {
        match self {
            Self::Dealt { shuffles, .. } | Self::Played { shuffles, .. } => shuffles,
            Self::TookBack { .. } | Self::Revised { .. } | Self::Seated { .. } => &[],
        }
    }

    /// What happened in the game.
    pub fn events(&self) -> &[AnyEvent] {
        match self {
            Self::Dealt { events, .. } | Self::Played { events, .. } => events,
            Self::TookBack { .. } | Self::Revised { .. } | Self::Seated { .. } => &[],
        }
    }
}

/// One shuffle: what was shuffled. What came out is in the events, but for a drawn number.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Shuffle {
    /// Items were put in an order.
    Order {
        /// The shuffle's number in its game, from 0.
        number: u32,
        /// The items, from the smallest.
        items: Vec<u32>,
    },
    /// The first of the shuffled numbers 0 to `count` - 1 was taken.
    Pick {
        /// The shuffle's number in its game, from 0.
        number: u32,
        /// How many numbers.
        count: u32,
        /// Which one was the first.
        drawn: u32,
    },
}

impl Shuffle {
    /// The shuffle's number in its game, from 0.
    pub const fn number(&self) -> u32 {
        match self {
            Self::Order { number, .. } | Self::Pick { number, .. } => *number,
        }
    }

    /// How many items were shuffled.
    fn size(&self) -> usize {
        match self {
            Self::Order { items, .. } => items.len(),
            Self::Pick { count, .. } => usize::try_from(*count).unwrap_or(usize::MAX),
        }
    }
}

/// Why something is no game of ours.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum Unreadable {
    /// Longer than [`limits::GAME_FILE_BYTES`].
    #[error("more than {} bytes", limits::GAME_FILE_BYTES)]
    TooLarge,
    /// It is no JSON, or not of the right shape.
    #[error("line {line}, column {column}: {reason}")]
    Json {
        /// From 1.
        line: usize,
        /// From 1.
        column: usize,
        /// What is wrong there.
        reason: String,
    },
    /// It does not say how it is written.
    #[error("no format")]
    NoFormat,
    /// It is written in a way that this program does not know.
    #[error("unknown format {0}")]
    UnknownFormat(String),
    /// There are not as many nonces or places as seats.
    #[error("{0} does not have one entry a seat")]
    NotOneEach(&'static str),
    /// More is shuffled than [`limits::GAME_SHUFFLED`].
    #[error("more than {} items are shuffled", limits::GAME_SHUFFLED)]
    TooMuchShuffled,
}

impl GameFile {
    /// The game that a file holds.
    ///
    /// # Errors
    /// It is no game, or not one that this program can read.
    pub fn read(bytes: &[u8]) -> Result<Self, Unreadable> {
        if bytes.len() > limits::GAME_FILE_BYTES {
            return Err(Unreadable::TooLarge);
        }
        let head: Head = serde_json::from_slice(bytes).map_err(unreadable)?;
        match head.format {
            Some(serde_json::Value::String(format))
                if Format::ALL.iter().any(|known| format == known.words()) => {}
            Some(serde_json::Value::String(format)) => {
                return Err(Unreadable::UnknownFormat(format));
            }
            _ => return Err(Unreadable::NoFormat),
        }
        let file: Self = serde_json::from_slice(bytes)
            .map_err(|error| step_at_fault(bytes).unwrap_or_else(|| unreadable(error)))?;
        let seats = file.seats.len();
        if file.nonces.len() != seats {
            return Err(Unreadable::NotOneEach("nonces"));
        }
        if file.outcome.places.len() != seats {
            return Err(Unreadable::NotOneEach("places"));
        }
        let shuffles = file.steps.iter().flat_map(Step::shuffles);
        let items = shuffles.fold(0, |sum: usize, shuffle| sum.saturating_add(shuffle.size()));
        if items > limits::GAME_SHUFFLED {
            return Err(Unreadable::TooMuchShuffled);
        }
        Ok(file)
    }

    /// The file, one line a step: readable, and small differences stay small.
    #[allow(clippy::missing_panics_doc)] // plain values
    pub fn write(&self) -> String {
        fn line(value: &impl Serialize) -> String {
            serde_json::to_string(value).expect("plain values")
        }
        let steps: Vec<String> = self.steps.iter().map(line).collect();
        let seats: Vec<String> = self.seats.iter().map(line).collect();
        format!(
            "{{\n  \"format\": {},\n  \"rules\": {},\n  \"round\": {},\n  \"options\": {},\n  \
             \"first\": {},\n  \"seats\": [\n    {}\n  ],\n  \"commitment\": {},\n  \
             \"secret\": {},\n  \"nonces\": {},\n  \"steps\": [\n    {}\n  ],\n  \
             \"outcome\": {}\n}}\n",
            line(&self.format),
            self.rules,
            self.round,
            line(&self.options),
            line(&self.first),
            seats.join(",\n    "),
            line(&self.commitment),
            line(&self.secret),
            line(&self.nonces),
            steps.join(",\n    "),
            line(&self.outcome),
        )
    }
}

/// Enough of a file to see how it is written.
#[derive(Deserialize)]
struct Head {
    format: Option<serde_json::Value>,
}

/// The steps of a file, not yet read.
#[derive(Deserialize)]
struct Steps<'a> {
    #[serde(borrow)]
    steps: Vec<&'a serde_json::value::RawValue>,
}

/// What is wrong with the first step that can't be read. Reading the whole file only shows that
/// something before the next line was.
fn step_at_fault(bytes: &[u8]) -> Option<Unreadable> {
    let Steps { steps } = serde_json::from_slice(bytes).ok()?;
    steps.iter().find_map(|step| {
        let error = serde_json::from_str::<Step>(step.get()).err()?;
        let start = step.get().as_ptr() as usize - bytes.as_ptr() as usize;
        // What is tagged is read as a whole first, and then has no place of its own.
        let (lines, columns) = (error.line().max(1), error.column());
        let above = bytes[..start].split(|&byte| byte == b'\n');
        let indent = above.clone().next_back().map_or(0, <[u8]>::len);
        Some(match unreadable(error) {
            Unreadable::Json { reason, .. } => Unreadable::Json {
                line: above.count() + lines - 1,
                column: columns + if lines == 1 { indent.max(1) } else { 0 },
                reason,
            },
            other => other,
        })
    })
}

#[allow(clippy::needless_pass_by_value)] // as a reason to map errors with
fn unreadable(error: serde_json::Error) -> Unreadable {
    let words = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    Unreadable::Json {
        line: error.line(),
        column: error.column(),
        reason: words.strip_suffix(&place).unwrap_or(&words).to_owned(),
    }
}
