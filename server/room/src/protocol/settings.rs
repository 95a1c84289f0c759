//! The settings of a room, which the host chooses.

use senda_rules::{AnyGame, AnyOptions, Game, GameKind, Refusal, Seat, tag_first};
use serde::{Deserialize, Serialize};

use super::{Day, Level, RatedNeed, RoomProblem, Start};
use crate::limits;

/// The settings of a room, which the host chooses.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each flag is a setting of its own on the wire"
)]
pub struct Settings {
    /// The game and its options.
    pub options: AnyOptions,
    /// The clock that limits each turn.
    pub clock: Clock,
    /// The choice of the player who moves first.
    pub first: First,
    /// Whether the room is listed in the lobby.
    pub public: bool,
    /// The treatment of a player who is away. If it is absent, the clock makes the decisions that
    /// the player has to make.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub stand_in: Option<StandIn>,
    /// Whether players may request hints. A person who plays with bots alone always may.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "types", ts(as = "Option<bool>", optional))]
    pub hints: bool,
    /// The number of players with which the first game of the room starts automatically, once all
    /// of them are ready. If it is absent, the host starts the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub starts_with: Option<u8>,
    /// Whether voting to skip a slow player is disabled in games without a clock.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "types", ts(as = "Option<bool>", optional))]
    pub no_skips: bool,
    /// Whether only players see a game: people without a seat, other than the host and the creator
    /// of the room, can't enter or stay while it runs.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "types", ts(as = "Option<bool>", optional))]
    pub no_spectators: bool,
    /// The finished game that all games of the room start from, instead of a new deal. It is chosen
    /// when the room is opened, and neither it nor the options can be changed then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub start: Option<Start>,
    /// The number of complete turns after which spectators see a position with all hands, within
    /// [`crate::limits::HANDS_AFTER`]. They then see the whole game that much later. If it is
    /// absent, they see the game as it is, without hands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub hands_after: Option<u8>,
    /// Whether a player who is out of the running game sees all hands.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "types", ts(as = "Option<bool>", optional))]
    pub out_see_hands: bool,
    /// The day whose deal is played, once, under the same conditions as by everyone else on the
    /// server. All other settings follow from it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub day: Option<Day>,
    /// Whether the games count for the ratings of their players. Such games have a clock, no bots,
    /// no hints and no take-backs, and begin with a new deal.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "types", ts(as = "Option<bool>", optional))]
    pub rated: bool,
}

/// The treatment of a player who is away from a game.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum StandIn {
    /// The game waits: the clock of a disconnected player stands still until they are back or the
    /// other players vote to skip them. For a player who was skipped or has left, the clock makes
    /// the decisions that they have to make.
    Wait,
    /// A bot of this level plays for them.
    #[serde(untagged)]
    Bot(Level),
}

impl StandIn {
    /// Returns the level of the bot that plays for a player who is away, or `None` if the game
    /// waits.
    pub const fn level(self) -> Option<Level> {
        match self {
            Self::Bot(level) => Some(level),
            Self::Wait => None,
        }
    }
}

/// One of the settings, as the host sees them.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Setting {
    /// The game that is played.
    Game,
    /// The options of the game.
    Rules,
    /// The clock that limits each turn.
    Clock,
    /// The choice of the player who moves first.
    First,
    /// Whether the room is listed in the lobby.
    Public,
    /// The treatment of players who are away.
    StandIn,
    /// Whether players may request hints.
    Hints,
    /// Whether the first game starts automatically.
    Start,
    /// Whether players can vote to skip a slow player.
    Skips,
    /// Whether people without a seat may watch the game.
    Spectators,
    /// The people who see all hands: spectators after some turns, and players who are out.
    Hands,
    /// Whether the games are rated.
    Rated,
}

impl Setting {
    /// Returns whether a change of this setting changes the game, so that players who were ready
    /// have to confirm it.
    pub fn is_of_the_game(self) -> bool {
        match self {
            Self::Game
            | Self::Rules
            | Self::Clock
            | Self::First
            | Self::Hints
            | Self::Hands
            | Self::Rated => true,
            Self::Public | Self::StandIn | Self::Start | Self::Skips | Self::Spectators => false,
        }
    }
}

impl Clock {
    /// Returns whether the turns last for days, so that players need not be connected.
    pub const fn is_of_days(self) -> bool {
        matches!(self, Self::Days { .. })
    }
}

impl Settings {
    /// Returns the settings that differ in `later`. If the game differs, its rules differ as well.
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
            no_spectators,
            start: _, // it never changes
            hands_after,
            out_see_hands,
            day: _, // it never changes
            rated,
        } = self;
        let hands = (*hands_after, *out_see_hands);
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
            (Setting::Spectators, *no_spectators != later.no_spectators),
            (
                Setting::Hands,
                hands != (later.hands_after, later.out_see_hands),
            ),
            (Setting::Rated, *rated != later.rated),
        ];
        let which = which.into_iter().filter(|(_, differs)| *differs);
        which.map(|(setting, _)| setting).collect()
    }

    /// Returns the fewest and the most players that a game needs.
    pub fn seats(&self) -> (u8, u8) {
        let kind = self.options.kind();
        match &self.start {
            Some(start) => (start.seats, start.seats),
            None if self.day.is_some() => {
                let seats = Self::seats_of_a_day(kind);
                (seats, seats)
            }
            None => kind.seats(),
        }
    }

    /// Returns the settings of a room in which one person plays the deal of a day against hard
    /// bots. The game starts as soon as they are there, and no other person sees it.
    pub fn of_a_day(kind: GameKind, day: Day) -> Self {
        Self {
            options: kind.options(),
            clock: Clock::None {},
            first: First::Draw {},
            public: false,
            stand_in: None,
            hints: false,
            starts_with: Some(Self::seats_of_a_day(kind)),
            no_skips: false,
            no_spectators: true,
            start: None,
            hands_after: None,
            out_see_hands: false,
            day: Some(day),
            rated: false,
        }
    }

    /// Returns the number of players in the deal of a day: half the most, so that they meet and the
    /// game is still easy to follow.
    pub fn seats_of_a_day(kind: GameKind) -> u8 {
        let (fewest, most) = kind.seats();
        fewest.max(most / 2)
    }

    /// Returns whether anyone sees the hands of others while a game runs.
    pub(crate) const fn shows_hands(&self) -> bool {
        self.hands_after.is_some() || self.out_see_hands
    }

    /// Returns the first condition of rated games that these settings don't meet.
    fn rated_need(&self) -> Option<RatedNeed> {
        let needs = [
            (RatedNeed::Clock, self.clock == Clock::None {}),
            (RatedNeed::NoHints, self.hints),
            (
                RatedNeed::NoStandIn,
                matches!(self.stand_in, Some(StandIn::Bot(_))),
            ),
            (RatedNeed::NewDeal, self.start.is_some()),
        ];
        let unmet = needs.into_iter().find(|(_, is_unmet)| *is_unmet);
        unmet.map(|(need, _)| need)
    }

    /// Validates the settings of a room.
    ///
    /// # Errors
    /// Returns [`RoomProblem::BadSettings`] with the name of the setting that is out of its range,
    /// or [`RoomProblem::RatedNeeds`] if the settings contradict rated games.
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
        let kind = self.options.kind();
        let of_a_day = |day: &Day| *self == Self::of_a_day(kind, day.clone());
        if !self.day.as_ref().is_none_or(of_a_day) {
            return Err(bad("day"));
        }
        let may_begin = |start: &Start| start.is_possible(kind);
        if !self.start.as_ref().is_none_or(may_begin) {
            return Err(bad("start"));
        }
        let (fewest, most) = self.seats();
        if matches!(self.first, First::Seat { seat } if seat.number() >= most) {
            return Err(bad("first"));
        }
        let may_start = |players: u8| (fewest..=most).contains(&players);
        if !self.starts_with.is_none_or(may_start) {
            return Err(bad("starts_with"));
        }
        let is_delay = |turns: u8| within(turns.into(), limits::HANDS_AFTER);
        if !self.hands_after.is_none_or(is_delay) {
            return Err(bad("hands_after"));
        }
        if let Err(illegal) = AnyGame::new(&self.options, fewest, None) {
            return Err(bad(illegal.bad_option().unwrap_or("options")));
        }
        match self.rated_need() {
            Some(need) if self.rated => Err(RoomProblem::RatedNeeds { need }),
            _ => Ok(()),
        }
    }
}

tag_first! {
    #[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
    /// A clock that limits the turns of a game.
    #[derive(Copy, Clone, Debug, Eq, PartialEq)]
    #[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
    pub enum Clock {
        /// The turns have no time limit.
        None {},
        /// Each turn has the same time.
        Turn {
            /// The seconds for each turn, within [`crate::limits::TURN_SECONDS`].
            seconds: u16,
        },
        /// Each turn has a number of days. The clock runs whether or not the players are connected.
        Days {
            /// The days for each turn, one of [`crate::limits::TURN_DAYS`].
            days: u8,
        },
        /// Each player has a time bank for the whole game, which grows after each turn.
        Bank {
            /// The seconds in the bank at the start, within [`crate::limits::BANK_SECONDS`].
            seconds: u16,
            /// The seconds that the bank gains after each turn, at most
            /// [`crate::limits::INCREMENT_SECONDS`].
            increment: u16,
        },
    }
}

tag_first! {
    #[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
    /// The choice of the player who moves first.
    #[derive(Copy, Clone, Debug, Eq, PartialEq)]
    #[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
    pub enum First {
        /// A player drawn at random.
        Draw {},
        /// The winner of the previous game. The player is drawn at random if there was no previous
        /// game, if it had several winners, or if the winner has left.
        Winner {},
        /// The player at this seat, or one drawn at random if the seat is free.
        Seat {
            /// The seat that moves first.
            seat: Seat,
        },
    }
}
