//! What the host chooses.

use senda_rules::{AnyGame, AnyOptions, Game, Refusal, Seat};
use serde::{Deserialize, Serialize};

use super::{Level, RoomProblem};
use crate::limits;

/// What the host chooses.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// Which game, and its options.
    pub options: AnyOptions,
    /// The turn clock.
    pub clock: Clock,
    /// Who plays first.
    pub first: First,
    /// Whether the room is listed in the lobby.
    pub public: bool,
    /// What the game does without a player who is away; if absent, the clock decides what it must.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub stand_in: Option<StandIn>,
    /// Whether players may ask for hints. Who plays with bots alone always may.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
    pub hints: bool,
    /// With how many players the first game of the room begins by itself, once all of them are ready; if absent, the host
    /// starts it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub starts_with: Option<u8>,
    /// Whether the players of a game without a clock can't vote to skip who takes long.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
    pub no_skips: bool,
}

/// What a game does without a player who is away.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum StandIn {
    /// It waits: the clock of who is not connected stands still, until they are back or the others vote to skip them. Of
    /// who was skipped, or has left, the clock decides what it must.
    Wait,
    /// A bot plays for them, so well.
    #[serde(untagged)]
    Bot(Level),
}

impl StandIn {
    /// How well a bot plays for who is away, if one does.
    pub const fn level(self) -> Option<Level> {
        match self {
            Self::Bot(level) => Some(level),
            Self::Wait => None,
        }
    }
}

/// One of the settings, as the host sees them.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Setting {
    /// Which game.
    Game,
    /// The options of the game.
    Rules,
    /// The turn clock.
    Clock,
    /// Who plays first.
    First,
    /// Whether the room is listed in the lobby.
    Public,
    /// Who plays for those who are away.
    StandIn,
    /// Whether players may ask for hints.
    Hints,
    /// Whether the first game begins by itself.
    Start,
    /// Whether players can vote to skip who takes long.
    Skips,
}

impl Setting {
    /// Whether the game is another one by it, so that who was ready has to look at it again.
    pub fn is_of_the_game(self) -> bool {
        match self {
            Self::Game | Self::Rules | Self::Clock | Self::First | Self::Hints => true,
            Self::Public | Self::StandIn | Self::Start | Self::Skips => false,
        }
    }
}

impl Clock {
    /// Whether its turns last for days, so that nobody needs to be here.
    pub const fn is_of_days(self) -> bool {
        matches!(self, Self::Days { .. })
    }
}

impl Settings {
    /// What is different in later settings. Of another game the rules are others as well.
    pub fn changed(&self, later: &Self) -> Vec<Setting> {
        let Self {
            options,
            clock,
            first,
            public,
            stand_in,
            hints,
            starts_with,
            no_skips,
        } = self;
        let which = [
            (Setting::Game, options.kind() != later.options.kind()),
            (Setting::Rules, *options != later.options),
            (Setting::Clock, *clock != later.clock),
            (Setting::First, *first != later.first),
            (Setting::Public, *public != later.public),
            (Setting::StandIn, *stand_in != later.stand_in),
            (Setting::Hints, *hints != later.hints),
            (Setting::Start, *starts_with != later.starts_with),
            (Setting::Skips, *no_skips != later.no_skips),
        ];
        let which = which.into_iter().filter(|(_, differs)| *differs);
        which.map(|(setting, _)| setting).collect()
    }

    /// Whether a room can have these settings.
    ///
    /// # Errors
    /// [`RoomProblem::BadSettings`] names the one that is out of its range.
    pub fn check(&self) -> Result<(), RoomProblem> {
        let bad = |which: &str| RoomProblem::BadSettings {
            which: which.to_owned(),
        };
        let within = |value: u16, (least, most): (u16, u16)| (least..=most).contains(&value);
        let clock = match self.clock {
            Clock::None {} => true,
            Clock::Days { days } => limits::TURN_DAYS.contains(&days),
            Clock::Turn { seconds } => within(seconds, limits::TURN_SECONDS),
            Clock::Bank { seconds, increment } => {
                within(seconds, limits::BANK_SECONDS) && increment <= limits::INCREMENT_SECONDS
            }
        };
        if !clock {
            return Err(bad("clock"));
        }
        let (fewest, most) = self.options.kind().seats();
        if matches!(self.first, First::Seat { seat } if seat.number() >= most) {
            return Err(bad("first"));
        }
        let may_start = |players: u8| (fewest..=most).contains(&players);
        if !self.starts_with.is_none_or(may_start) {
            return Err(bad("starts_with"));
        }
        match AnyGame::new(&self.options, fewest, None) {
            Ok(_) => Ok(()),
            Err(illegal) => Err(bad(illegal.bad_option().unwrap_or("options"))),
        }
    }
}

/// A turn clock.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Clock {
    /// No clock.
    None {},
    /// So long for each turn.
    Turn {
        /// Seconds, [`crate::limits::TURN_SECONDS`].
        seconds: u16,
    },
    /// So many days for each turn: it runs whether anybody is here or not.
    Days {
        /// One of [`crate::limits::TURN_DAYS`].
        days: u8,
    },
    /// So long for a whole game, and some more each turn.
    Bank {
        /// Seconds at the start, [`crate::limits::BANK_SECONDS`].
        seconds: u16,
        /// Seconds gained after each turn, at most [`crate::limits::INCREMENT_SECONDS`].
        increment: u16,
    },
}

/// Who plays first.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum First {
    /// Whom chance draws.
    Draw {},
    /// The winner of the game before; drawn if there is none, several, or they have left.
    Winner {},
    /// That seat; drawn if nobody sits there.
    Seat {
        /// Which.
        seat: Seat,
    },
}
