//! Enums over all the games, so that room, store and wire each handle a single type.

use std::fmt::{self, Display};

use serde::{Deserialize, Serialize, Serializer};

use crate::{
    Chance, Game, GameEvent, InWords, Names, NoAction, NotAPosition, Outcome, Refusal, Seat, Seats,
    Viewer,
    cards::{Cards, Moved},
    notation::in_full,
};

/// Defines the enums over the games and implements [`Game`] for the enum of their states.
macro_rules! games {
    ($($variant:ident = $module:ident),+ $(,)?) => {
        use crate::{$($module),+};

        /// Identifies a game.
        #[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Serialize, Deserialize)]
        #[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
        #[serde(rename_all = "snake_case")]
        pub enum GameKind { $(#[doc = stringify!($variant)] $variant),+ }

        impl GameKind {
            /// The games that this build supports.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// Returns the game's default options.
            pub fn options(self) -> AnyOptions {
                match self { $(Self::$variant => AnyOptions::$variant(Default::default())),+ }
            }

            /// Returns the current version of the game's rules. Event 0 of every game carries the
            /// version that the game began with.
            pub fn rules(self) -> u16 {
                match self { $(Self::$variant => $module::RULES),+ }
            }

            /// Returns whether a game that began under that version of the rules can continue: its
            /// events must still mean today what they meant then.
            pub fn continues(self, rules: u16) -> bool {
                match self { $(Self::$variant => ($module::OLDEST_RULES..=$module::RULES).contains(&rules)),+ }
            }

            /// Returns the game's name, as printed on its box.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $module::NAME),+ }
            }

            /// Returns the game's identifier in URLs and file names.
            pub fn word(self) -> &'static str {
                match self { $(Self::$variant => stringify!($module)),+ }
            }

            /// Returns the game with that identifier; `None` if there is none.
            pub fn of_word(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|kind| kind.word() == word)
            }

            /// Returns the fewest and the most players of the game.
            pub fn seats(self) -> (u8, u8) {
                match self { $(Self::$variant => ($module::FEWEST, $module::MOST)),+ }
            }

            /// Serializes the [`Rulebooks`](crate::Rulebooks) of the game.
            ///
            /// # Errors
            /// Returns the serializer's errors.
            pub fn rulebooks<S: Serializer>(self, serializer: S) -> Result<S::Ok, S::Error> {
                match self { $(Self::$variant => $module::rulebooks().serialize(serializer)),+ }
            }

            /// Returns the number of cards in the game that look different.
            pub fn different_cards(self) -> u32 {
                match self { $(Self::$variant => <$module::Event as Cards>::DIFFERENT),+ }
            }
        }

        games!(@enum AnyOptions Options "The options of one of the games." $($variant = $module),+);
        games!(@enum AnyAction Action "A decision in one of the games." $($variant = $module),+);
        games!(@enum AnyEvent Event "What happened in one of the games." $($variant = $module),+);
        games!(@enum AnyView View "What a viewer may know of one of the games." $($variant = $module),+);

        /// The private part of a seat's view in one of the games, in addition to the public view.
        #[derive(Clone, Debug, Eq, PartialEq, Serialize)]
        #[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
        #[serde(untagged)]
        #[allow(clippy::large_enum_variant, reason = "short-lived: built to be sent")]
        pub enum AnyPrivate { $(#[doc = stringify!($variant)] $variant($module::Private)),+ }

        /// The reason why one of the games rejects a decision.
        #[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
        #[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
        #[serde(untagged)]
        pub enum AnyIllegal {
            $(#[doc = stringify!($variant)] $variant($module::Illegal),)+
            /// The decision belongs to another game.
            OtherGame(OtherGame),
        }

        /// The state of one of the games.
        #[derive(Clone, Debug, Eq, PartialEq)]
        #[allow(clippy::large_enum_variant, reason = "a room holds only one")]
        pub enum AnyGame { $(#[doc = stringify!($variant)] $variant($module::State)),+ }

        impl AnyGame {
            /// Returns which game it is.
            pub fn kind(&self) -> GameKind {
                match self { $(Self::$variant(_) => GameKind::$variant),+ }
            }
        }

        impl GameKind {
            /// Parses the text of a position of the game.
            ///
            /// # Errors
            /// Returns an error if it is not one.
            pub fn position(self, text: &str) -> Result<AnyGame, NotAPosition> {
                match self { $(Self::$variant => text.parse().map(AnyGame::$variant)),+ }
            }

            /// Parses the text of a decision of the game.
            ///
            /// # Errors
            /// Returns an error if it is not one.
            pub fn action(self, text: &str) -> Result<AnyAction, NoAction> {
                match self { $(Self::$variant => text.parse().map(AnyAction::$variant)),+ }
            }
        }

        impl Display for AnyGame {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self { $(Self::$variant(game) => game.fmt(f)),+ }
            }
        }

        impl Display for AnyAction {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self { $(Self::$variant(action) => action.fmt(f)),+ }
            }
        }

        impl AnyPrivate {
            /// Returns whether the seat may decide something now, so that the private part lists
            /// its choices.
            pub fn has_choices(&self) -> bool {
                match self { $(Self::$variant(private) => private.choices.is_some()),+ }
            }
        }

        impl AnyOptions {
            /// Returns the game that the options belong to.
            pub fn kind(&self) -> GameKind {
                match self { $(Self::$variant(_) => GameKind::$variant),+ }
            }
        }

        impl AnyAction {
            /// Returns whether both actions are the same variant, regardless of their fields.
            pub fn is_like(&self, other: &Self) -> bool {
                match (self, other) {
                    $((Self::$variant(one), Self::$variant(other)) =>
                        std::mem::discriminant(one) == std::mem::discriminant(other),)+
                    _ => false,
                }
            }
        }

        impl InWords for AnyEvent {
            fn words(&self, names: &Names) -> String {
                match self { $(Self::$variant(event) => event.words(names)),+ }
            }
        }

        in_full!(AnyEvent);

        impl GameEvent for AnyEvent {
            fn rules(&self) -> Option<u16> {
                match self { $(Self::$variant(event) => event.rules()),+ }
            }

            fn with_rules(self, rules: u16) -> Self {
                match self { $(Self::$variant(event) => Self::$variant(event.with_rules(rules))),+ }
            }

            fn begins_turn(&self) -> bool {
                match self { $(Self::$variant(event) => event.begins_turn()),+ }
            }
        }

        impl Refusal for AnyIllegal {
            fn bad_option(&self) -> Option<&str> {
                match self {
                    $(Self::$variant(illegal) => illegal.bad_option(),)+
                    Self::OtherGame(_) => None,
                }
            }
        }

        impl AnyEvent {
            /// Returns the game that the event belongs to.
            pub fn kind(&self) -> GameKind {
                match self { $(Self::$variant(_) => GameKind::$variant),+ }
            }

            /// Returns the card movement in the event.
            pub fn moved(&self) -> Moved {
                match self { $(Self::$variant(event) => event.moved()),+ }
            }
        }

        impl Game for AnyGame {
            type Options = AnyOptions;
            type Action = AnyAction;
            type Event = AnyEvent;
            type Illegal = AnyIllegal;
            type View = AnyView;
            type Private = AnyPrivate;

            fn new(options: &AnyOptions, seats: u8, first: Option<Seat>) -> Result<Self, AnyIllegal> {
                match options { $(AnyOptions::$variant(options) =>
                    $module::State::new(options, seats, first).map(Self::$variant).map_err(AnyIllegal::$variant)),+ }
            }

            fn open(&self, chance: &mut dyn Chance) -> Vec<AnyEvent> {
                match self { $(Self::$variant(game) =>
                    game.open(chance).into_iter().map(AnyEvent::$variant).collect()),+ }
            }

            fn set_up(view: &AnyView, chance: &mut dyn Chance) -> Vec<AnyEvent> {
                match view { $(AnyView::$variant(view) =>
                    $module::State::set_up(view, chance).into_iter().map(AnyEvent::$variant).collect()),+ }
            }

            fn acting(&self) -> Seats {
                match self { $(Self::$variant(game) => game.acting()),+ }
            }

            fn mover(&self) -> Option<Seat> {
                match self { $(Self::$variant(game) => game.mover()),+ }
            }

            fn still_in(&self) -> Seats {
                match self { $(Self::$variant(game) => game.still_in()),+ }
            }

            fn asked(&self) -> Seats {
                match self { $(Self::$variant(game) => game.asked()),+ }
            }

            fn legal_actions(&self, seat: Seat) -> Vec<AnyAction> {
                match self { $(Self::$variant(game) =>
                    game.legal_actions(seat).into_iter().map(AnyAction::$variant).collect()),+ }
            }

            fn clock_action(&self, seat: Seat, chance: &mut dyn Chance) -> Option<AnyAction> {
                match self { $(Self::$variant(game) =>
                    game.clock_action(seat, chance).map(AnyAction::$variant)),+ }
            }

            fn decide(&self, seat: Seat, action: &AnyAction, chance: &mut dyn Chance)
                -> Result<Vec<AnyEvent>, AnyIllegal>
            {
                match (self, action) {
                    $((Self::$variant(game), AnyAction::$variant(action)) => game
                        .decide(seat, action, chance)
                        .map(|events| events.into_iter().map(AnyEvent::$variant).collect())
                        .map_err(AnyIllegal::$variant),)+
                    _ => Err(AnyIllegal::OtherGame(OtherGame::OtherGame)),
                }
            }

            fn resignation(&self) -> AnyAction {
                match self { $(Self::$variant(game) => AnyAction::$variant(game.resignation())),+ }
            }

            fn decision(events: &[AnyEvent]) -> Option<AnyAction> {
                match events.first()? { $(AnyEvent::$variant(_) => {
                    let own = |event: &AnyEvent| match event {
                        AnyEvent::$variant(event) => event.clone(),
                        _ => unreachable!("one game's events"),
                    };
                    let events: Vec<_> = events.iter().map(own).collect();
                    $module::State::decision(&events).map(AnyAction::$variant)
                }),+ }
            }

            fn disclosed(action: &AnyAction) -> AnyAction {
                match action { $(AnyAction::$variant(action) =>
                    AnyAction::$variant($module::State::disclosed(action))),+ }
            }

            fn can_take_back(event: &AnyEvent) -> bool {
                match event { $(AnyEvent::$variant(event) => $module::State::can_take_back(event)),+ }
            }

            fn apply(&mut self, event: &AnyEvent) {
                match (self, event) {
                    $((Self::$variant(game), AnyEvent::$variant(event)) => game.apply(event),)+
                    _ => unreachable!("a game is only given its own events"),
                }
            }

            fn outcome(&self) -> Option<Outcome> {
                match self { $(Self::$variant(game) => game.outcome()),+ }
            }

            fn gained(&self, seat: Seat) -> u16 {
                match self { $(Self::$variant(game) => game.gained(seat)),+ }
            }

            fn view(&self, viewer: Viewer) -> AnyView {
                match self { $(Self::$variant(game) => AnyView::$variant(game.view(viewer))),+ }
            }

            fn view_without_choices(&self, viewer: Viewer) -> AnyView {
                match self { $(Self::$variant(game) =>
                    AnyView::$variant(game.view_without_choices(viewer))),+ }
            }

            fn private(&self, viewer: Viewer) -> Option<AnyPrivate> {
                match self { $(Self::$variant(game) => game.private(viewer).map(AnyPrivate::$variant)),+ }
            }

            fn redact(&self, event: &AnyEvent, viewer: Viewer) -> AnyEvent {
                match (self, event) {
                    $((Self::$variant(game), AnyEvent::$variant(event)) =>
                        AnyEvent::$variant(game.redact(event, viewer)),)+
                    _ => unreachable!("a game is only given its own events"),
                }
            }

            fn is_sound(&self) -> bool {
                match self { $(Self::$variant(game) => game.is_sound()),+ }
            }

            fn drawing(&self, names: &Names) -> String {
                match self { $(Self::$variant(game) => game.drawing(names)),+ }
            }

            fn determinize(view: &AnyView, chance: &mut dyn Chance) -> Self {
                match view { $(AnyView::$variant(view) => Self::$variant($module::State::determinize(view, chance))),+ }
            }
        }
    };
    (@enum $name:ident $inner:ident $doc:literal $($variant:ident = $module:ident),+) => {
        tag_first! {
            #[serde(tag = "game", rename_all = "snake_case")]
            #[doc = $doc]
            #[derive(Clone, Debug, Eq, PartialEq)]
            #[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
            #[allow(clippy::large_enum_variant, reason = "short-lived: a view is built to be sent")]
            pub enum $name { $(#[doc = stringify!($variant)] $variant($module::$inner)),+ }
        }
    };
}

each_game!(games);

/// The error code of a decision that belongs to another game than the one being played.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum OtherGame {
    /// The decision belongs to another game.
    OtherGame,
}
