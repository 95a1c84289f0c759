//! A finished game as one file that anyone can keep, check and replay. The format is described in
//! `docs/game-file.md`.

mod cards;
mod check;
mod export;
mod finding;
mod records;
mod replay;

use senda_rules::{
    AnyAction, AnyEvent, AnyOptions, AnyView, Commitment, Nonce, Outcome, Seat, Secret,
};
use serde::{Deserialize, Serialize};

pub use self::{
    check::{Check, Noted, Shuffled, ShuffledFor},
    finding::Finding,
    replay::{Fault, Inconsistent, Replay},
};
use crate::{
    Time, limits,
    protocol::{BotKind, By, Colour, Name, Start},
};

/// A finished game as a file.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct GameFile {
    /// The version of the file format.
    pub format: Format,
    /// The version of the rules that the game was begun by.
    pub rules: u16,
    /// The number of the game in its room, counted from 1.
    pub round: u32,
    /// The game and its options.
    pub options: AnyOptions,
    /// The seat that was set to move first, or `null` if chance decided.
    pub first: Option<Seat>,
    /// The players at the start of the game, indexed by seat.
    pub seats: Vec<Player>,
    /// The start of the game, if it was from a finished game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub start: Option<Start>,
    /// The position that the game began with instead of a deal, as the one who set it up knew it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub position: Option<Box<AnyView>>,
    /// The commitment to the secret, published before the game.
    pub commitment: Commitment,
    /// The secret of the shuffles.
    pub secret: Secret,
    /// The contributions of the players to the seed, indexed by seat.
    pub nonces: Vec<Option<Nonce>>,
    /// The steps of the game in order, beginning with the deal.
    pub steps: Vec<Step>,
    /// The places of the players.
    pub outcome: Outcome,
}

/// The version of the file format.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
pub enum Format {
    /// The game was played by people only, and no decision was taken back.
    #[serde(rename = "senda-game/1")]
    One,
    /// As `senda-game/1`, but the game contains take-backs or decisions of bots.
    #[serde(rename = "senda-game/2")]
    Two,
    /// As `senda-game/2`, but the game contains take-backs that the other players have agreed to.
    #[serde(rename = "senda-game/3")]
    Three,
    /// As `senda-game/3`, but the game started from a finished one.
    #[serde(rename = "senda-game/4")]
    Four,
}

impl Format {
    /// Returns the oldest version that can represent these steps.
    fn of(steps: &[Step], has_bots: bool, start: Option<&Start>) -> Self {
        let is_new = |step: &Step| match step {
            Step::TookBack { .. } => true,
            Step::Played { by, .. } => matches!(by, By::Bot | By::StandIn),
            Step::Seated { bot, .. } => bot.is_some(),
            Step::Dealt { .. } | Step::Revised { .. } => false,
        };
        let is_agreed =
            |step: &Step| matches!(step, Step::TookBack { agreed, .. } if agreed.is_some());
        if start.is_some() {
            Self::Four
        } else if steps.iter().any(is_agreed) {
            Self::Three
        } else if has_bots || steps.iter().any(is_new) {
            Self::Two
        } else {
            Self::One
        }
    }
}

/// A player of the game.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "GamePlayer"),
    ts(rename = "GamePlayer")
)]
pub struct Player {
    /// The name of the player.
    pub name: Name,
    /// The colour of the player's marker.
    pub colour: Colour,
    /// The kind of bot, if the player is a bot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub bot: Option<BotKind>,
}

/// A step of the game, with the shuffles that it used.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "GameStep"),
    ts(rename = "GameStep")
)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Step {
    /// The cards of the game were dealt.
    Dealt {
        /// The time of the step in milliseconds since 1970.
        at: Time,
        /// The shuffles, in the order in which they were made.
        shuffles: Vec<Shuffle>,
        /// The events in the game.
        events: Vec<AnyEvent>,
    },
    /// A decision was made for a seat.
    Played {
        /// The time of the step in milliseconds since 1970.
        at: Time,
        /// The seat that the decision was made for.
        seat: Seat,
        /// The maker of the decision.
        by: By,
        /// The decision that was made.
        action: AnyAction,
        /// The shuffles, in the order in which they were made.
        shuffles: Vec<Shuffle>,
        /// The events in the game.
        events: Vec<AnyEvent>,
    },
    /// A player has taken back their last decision that had not been taken back yet. The game
    /// returns to the state before it.
    TookBack {
        /// The time of the step in milliseconds since 1970.
        at: Time,
        /// The seat of the player.
        seat: Seat,
        /// The number of decisions that were taken back with the agreement of the other players,
        /// this one included. It is absent if the take-back needed no agreement.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "types", ts(optional))]
        agreed: Option<u8>,
    },
    /// The server was updated. From here on the game was played by this version of its rules.
    Revised {
        /// The time of the step in milliseconds since 1970.
        at: Time,
        /// The version of the rules.
        rules: u16,
    },
    /// A person took over a seat that its owner had given up.
    Seated {
        /// The time of the step in milliseconds since 1970.
        at: Time,
        /// The seat that was taken over.
        seat: Seat,
        /// The name of the new owner.
        name: Name,
        /// The colour of the new owner.
        colour: Colour,
        /// The kind of bot, if the new owner is a bot.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "types", ts(optional))]
        bot: Option<BotKind>,
    },
}

impl Step {
    /// Returns the time of the step.
    pub fn at(&self) -> Time {
        match self {
            Self::Dealt { at, .. }
            | Self::Played { at, .. }
            | Self::TookBack { at, .. }
            | Self::Revised { at, .. }
            | Self::Seated { at, .. } => *at,
        }
    }

    /// Returns the shuffles that the step used.
    pub fn shuffles(&self) -> &[Shuffle] {
        match self {
            Self::Dealt { shuffles, .. } | Self::Played { shuffles, .. } => shuffles,
            Self::TookBack { .. } | Self::Revised { .. } | Self::Seated { .. } => &[],
        }
    }

    /// Returns the events in the game.
    pub fn events(&self) -> &[AnyEvent] {
        match self {
            Self::Dealt { events, .. } | Self::Played { events, .. } => events,
            Self::TookBack { .. } | Self::Revised { .. } | Self::Seated { .. } => &[],
        }
    }
}

/// The input of one shuffle. Its result is in the events, except for a drawn number.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Shuffle {
    /// Items were put in an order.
    Order {
        /// The number of the shuffle in its game, counted from 0.
        number: u32,
        /// The items, in ascending order.
        items: Vec<u32>,
    },
    /// A number was drawn: the first of the shuffled numbers 0 to `count` - 1.
    Pick {
        /// The number of the shuffle in its game, counted from 0.
        number: u32,
        /// The count of the shuffled numbers.
        count: u32,
        /// The number that was drawn.
        drawn: u32,
    },
}

impl Shuffle {
    /// Returns the number of the shuffle in its game, counted from 0.
    pub const fn number(&self) -> u32 {
        match self {
            Self::Order { number, .. } | Self::Pick { number, .. } => *number,
        }
    }

    /// Returns the number of shuffled items.
    fn size(&self) -> usize {
        match self {
            Self::Order { items, .. } => items.len(),
            Self::Pick { count, .. } => usize::try_from(*count).unwrap_or(usize::MAX),
        }
    }
}

/// The reason why a file can't be read as a game.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum Unreadable {
    /// The file is longer than [`limits::GAME_FILE_BYTES`].
    #[error("more than {} bytes", limits::GAME_FILE_BYTES)]
    TooLarge,
    /// The file is not JSON, or its JSON has the wrong structure.
    #[error("line {line}, column {column}: {reason}")]
    Json {
        /// The line of the error, counted from 1.
        line: usize,
        /// The column of the error, counted from 1.
        column: usize,
        /// The description of the error.
        reason: String,
    },
    /// The file does not name its format.
    #[error("no format")]
    NoFormat,
    /// This program does not know the format.
    #[error("unknown format {0}")]
    UnknownFormat(String),
    /// The number of nonces or places differs from the number of seats.
    #[error("{0} does not have one entry a seat")]
    NotOneEach(&'static str),
    /// The file shuffles more items than [`limits::GAME_SHUFFLED`].
    #[error("more than {} items are shuffled", limits::GAME_SHUFFLED)]
    TooMuchShuffled,
}

impl GameFile {
    /// Parses and validates a file.
    ///
    /// # Errors
    /// Returns [`Unreadable`] if the file is not a game, or not one that this program can read.
    pub fn read(bytes: &[u8]) -> Result<Self, Unreadable> {
        if bytes.len() > limits::GAME_FILE_BYTES {
            return Err(Unreadable::TooLarge);
        }
        let head: Head = serde_json::from_slice(bytes).map_err(unreadable)?;
        let Some(serde_json::Value::String(format)) = head.format else {
            return Err(Unreadable::NoFormat);
        };
        if serde_json::from_value::<Format>(format.as_str().into()).is_err() {
            return Err(Unreadable::UnknownFormat(format));
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

    /// Formats the file with one line for each step, so that it is readable and small differences
    /// stay small in a diff.
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

/// The part of a file that names its format.
#[derive(Deserialize)]
struct Head {
    format: Option<serde_json::Value>,
}

/// The steps of a file, not parsed yet.
#[derive(Deserialize)]
struct Steps<'a> {
    #[serde(borrow)]
    steps: Vec<&'a serde_json::value::RawValue>,
}

/// Returns the error in the first step that can't be parsed. Parsing the whole file only yields
/// that there is an error somewhere before the next line.
fn step_at_fault(bytes: &[u8]) -> Option<Unreadable> {
    let Steps { steps } = serde_json::from_slice(bytes).ok()?;
    steps.iter().find_map(|step| {
        let error = serde_json::from_str::<Step>(step.get()).err()?;
        let start = step.get().as_ptr() as usize - bytes.as_ptr() as usize;
        // Serde buffers a tagged value first, and then reports no position in it.
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

#[expect(
    clippy::needless_pass_by_value,
    reason = "the signature that `map_err` needs"
)]
fn unreadable(error: serde_json::Error) -> Unreadable {
    let words = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    Unreadable::Json {
        line: error.line(),
        column: error.column(),
        reason: words.strip_suffix(&place).unwrap_or(&words).to_owned(),
    }
}
