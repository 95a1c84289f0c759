//! The [`Game`] trait that every game implements, and the parts that the games share.

use std::{
    fmt::{Debug, Display},
    ops::RangeInclusive,
};

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::{Chance, InWords, Names, Seat, Seats, Viewer};

/// The final result of a game.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Outcome {
    /// The place of each seat, 1 for the winners. Seats that share a place have the same number,
    /// and the next place counts them (1, 1, 3).
    pub places: Vec<u8>,
}

/// The interface of every game's events.
///
/// [`Display`] writes the full text of an event, with seats by number.
pub trait GameEvent: Clone + Debug + Display + Eq + InWords + Serialize + DeserializeOwned {
    /// Returns the version of the rules if the event opens a game.
    fn rules(&self) -> Option<u16>;

    /// Returns the event with the version of the rules replaced if it opens a game, and any other
    /// event unchanged.
    #[must_use]
    fn with_rules(self, rules: u16) -> Self;

    /// Returns whether the event begins a turn. Decisions before it belong to an earlier turn.
    fn begins_turn(&self) -> bool;
}

/// The interface of every game's rejection reasons.
pub trait Refusal: Clone + Debug + Eq + Serialize + DeserializeOwned {
    /// Returns the wire name of the option that makes a game impossible, if that is the reason.
    fn bad_option(&self) -> Option<&str>;
}

/// Implements the parts of events and rejection reasons that are the same in every game here: a
/// game opens with `Opened` or `SetUp`, a turn begins with `Turn`, and an impossible game is
/// rejected with `Seats` or `BadOptions`.
macro_rules! alike {
    ($event:ident, $illegal:ident) => {
        impl $crate::GameEvent for $event {
            fn rules(&self) -> Option<u16> {
                match self {
                    Self::Opened { rules, .. } | Self::SetUp { rules, .. } => Some(*rules),
                    _ => None,
                }
            }

            fn with_rules(mut self, version: u16) -> Self {
                if let Self::Opened { rules, .. } | Self::SetUp { rules, .. } = &mut self {
                    *rules = version;
                }
                self
            }

            fn begins_turn(&self) -> bool {
                matches!(self, Self::Turn { .. })
            }
        }

        impl From<$crate::game::NoGame> for $illegal {
            fn from(reason: $crate::game::NoGame) -> Self {
                match reason {
                    $crate::game::NoGame::Seats => Self::Seats,
                    $crate::game::NoGame::Option(name) => Self::BadOptions {
                        which: name.to_owned(),
                    },
                }
            }
        }

        impl $crate::Refusal for $illegal {
            fn bad_option(&self) -> Option<&str> {
                match self {
                    Self::BadOptions { which } => Some(which),
                    _ => None,
                }
            }
        }
    };
}
pub(crate) use alike;

/// Implements the methods of [`Game`] that delegate to a function in a file of the same name, in
/// every game here.
macro_rules! in_files {
    () => {
        type Options = Options;
        type Action = Action;
        type Event = Event;
        type Illegal = Illegal;
        type View = View;
        type Private = super::view::Private;

        fn resignation(&self) -> Action {
            Action::Resign {}
        }

        fn decision(events: &[Event]) -> Option<Action> {
            super::decision::decision(events)
        }

        fn disclosed(action: &Action) -> Action {
            super::decision::disclosed(action)
        }

        fn set_up(view: &View, chance: &mut dyn Chance) -> Vec<Event> {
            let position = super::determinize::determinize(view, chance).to_string();
            vec![Event::SetUp {
                rules: super::RULES,
                position: Some(position),
            }]
        }

        fn apply(&mut self, event: &Event) {
            self.happen(event);
        }

        fn view(&self, viewer: $crate::Viewer) -> View {
            super::view::of(self, viewer)
        }

        fn view_without_choices(&self, viewer: $crate::Viewer) -> View {
            super::view::without_choices(self, viewer)
        }

        fn private(&self, viewer: $crate::Viewer) -> Option<Self::Private> {
            super::view::private(self, viewer)
        }

        fn is_sound(&self) -> bool {
            super::sound::check(self).is_ok()
        }

        fn drawing(&self, names: &$crate::Names) -> String {
            super::notation::drawing(self, names)
        }

        fn determinize(view: &View, chance: &mut dyn Chance) -> Self {
            super::determinize::determinize(view, chance)
        }
    };
}
pub(crate) use in_files;

/// The reason why a game can't be created.
pub(crate) enum NoGame {
    /// The game is not for that number of players.
    Seats,
    /// The option with this wire name has an impossible value.
    Option(&'static str),
}

/// Removes these cards from an event, unless its viewer sees them.
pub(crate) fn hide_unless<T>(is_seen: bool, cards: &mut [Option<T>]) {
    if !is_seen {
        cards.fill_with(|| None);
    }
}

/// Checks that the game allows this number of seats, and that the seat that plays first is one of
/// them.
pub(crate) fn check_seats(
    players: RangeInclusive<u8>,
    seats: u8,
    first: Option<Seat>,
) -> Result<(), NoGame> {
    if !players.contains(&seats) {
        Err(NoGame::Seats)
    } else if first.is_some_and(|first| first.number() >= seats) {
        Err(NoGame::Option("first"))
    } else {
        Ok(())
    }
}

/// A game: a value that determines which seats may act, which decisions are legal, and which events
/// follow.
///
/// `decide` is the only method that may reject, and a rejection changes nothing. `apply` can't fail
/// and is not random, so that the log of events alone restores a game.
pub trait Game: Clone + Debug + Eq + Sized {
    /// The options that the host chooses before the game.
    type Options: Clone + Debug + Eq + Serialize + DeserializeOwned;
    /// A decision of a seat.
    type Action: Clone + Debug + Eq + Serialize + DeserializeOwned;
    /// An event of the game. Viewers receive the same type, with secrets removed by `redact`.
    type Event: GameEvent;
    /// The reason why a decision is rejected: a stable code with its data, never prose.
    type Illegal: Refusal;
    /// The part of the game that one viewer may know.
    type View: Clone + Debug + Eq + Serialize + DeserializeOwned;
    /// The part of a seat's view that differs from the public view.
    type Private: Clone + Debug + Eq + Serialize;

    /// Returns an unopened game for `seats` players. `first` plays first; if it is `None`, chance
    /// chooses the seat.
    ///
    /// # Errors
    /// Returns an error if the number of seats or the options are impossible.
    fn new(options: &Self::Options, seats: u8, first: Option<Seat>) -> Result<Self, Self::Illegal>;

    /// Returns the events that shuffle and deal. The caller must still apply them.
    fn open(&self, chance: &mut dyn Chance) -> Vec<Self::Event>;

    /// Returns the events that continue from a position as the holder of `view` knew it, for a game
    /// with as many seats. Chance deals the hidden parts anew. The caller must still apply the
    /// events to an unopened game.
    fn set_up(view: &Self::View, chance: &mut dyn Chance) -> Vec<Self::Event>;

    /// Returns the seats that may decide something now. The set is empty exactly when the game is
    /// over (or not opened).
    fn acting(&self) -> Seats;

    /// Returns the seat whose turn it is, also while another seat has to respond within that turn.
    /// `None` if no seat has the turn.
    fn mover(&self) -> Option<Seat>;

    /// Returns the seats that are not out of the game.
    fn still_in(&self) -> Seats;

    /// Returns the seats that another seat asks for agreement, regardless of whose turn it is.
    fn asked(&self) -> Seats {
        Seats::NONE
    }

    /// Returns everything that `seat` may decide now, except resigning, which is always possible,
    /// and agreeing on a draw.
    fn legal_actions(&self, seat: Seat) -> Vec<Self::Action>;

    /// Returns the decision for a seat whose time is up or whose owner is away, or `None` if the
    /// seat has nothing to decide. The decision never harms the seat if there is another one.
    fn clock_action(&self, seat: Seat, chance: &mut dyn Chance) -> Option<Self::Action>;

    /// Returns the events that follow if `seat` decides `action`. The caller must still apply them.
    ///
    /// # Errors
    /// Returns an error if the decision is against the rules; nothing has changed then.
    fn decide(
        &self,
        seat: Seat,
        action: &Self::Action,
        chance: &mut dyn Chance,
    ) -> Result<Vec<Self::Event>, Self::Illegal>;

    /// Returns the game after `seat` has decided `action`, for callers that do not need the events.
    /// The default implementation calls [`Self::decide`] and [`Self::apply`].
    ///
    /// # Errors
    /// Returns an error if the decision is against the rules.
    fn after(
        &self,
        seat: Seat,
        action: &Self::Action,
        chance: &mut dyn Chance,
    ) -> Result<Self, Self::Illegal> {
        let events = self.decide(seat, action, chance)?;
        let mut after = self.clone();
        after.apply_all(&events);
        Ok(after)
    }

    /// Returns the decision that gives up the game.
    fn resignation(&self) -> Self::Action;

    /// Returns the decision that caused these events, in the form of [`Self::disclosed`]. It also
    /// works on events that were redacted for a viewer. `None` if no decision begins with these
    /// events.
    fn decision(events: &[Self::Event]) -> Option<Self::Action>;

    /// Returns the part of a decision that its events disclose to every viewer. Fields that they
    /// don't disclose are left out, or are set as in another decision that looks the same.
    fn disclosed(action: &Self::Action) -> Self::Action;

    /// Returns whether a decision that causes this event can be taken back until the turn ends.
    /// That requires that no player has learned hidden information from it, except what the
    /// decision itself showed.
    fn can_take_back(event: &Self::Event) -> bool {
        let _ = event;
        false
    }

    /// Applies an event of this game.
    fn apply(&mut self, event: &Self::Event);

    /// Applies events of this game, one after the other.
    fn apply_all(&mut self, events: &[Self::Event]) {
        for event in events {
            self.apply(event);
        }
    }

    /// Returns the final places, or `None` while the game goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// Returns the count of what a seat has gained so far, in the unit of the game: the steps of
    /// its marker, or its escaped prisoners. It is 0 in a game without such a count.
    fn gained(&self, seat: Seat) -> u16 {
        let _ = seat;
        0
    }

    /// Returns the part of the game that `viewer` may know.
    fn view(&self, viewer: Viewer) -> Self::View;

    /// Returns the same without choices, for a viewer who decides nothing. It takes less time.
    fn view_without_choices(&self, viewer: Viewer) -> Self::View;

    /// Returns the private part of the view of a seat, or of a viewer of all hands. As JSON it has
    /// only the fields that differ from a spectator's view, the elements of a list keyed by their
    /// index. Merged over a spectator's view it gives the view of the viewer. `None` if there is no
    /// difference.
    fn private(&self, viewer: Viewer) -> Option<Self::Private>;

    /// Returns the event as `viewer` may know it, *after* the event has been applied to `self`. An
    /// event is never dropped, only emptied.
    ///
    /// A spectator may know least: an event that hides nothing from a spectator hides nothing from
    /// any viewer.
    fn redact(&self, event: &Self::Event, viewer: Viewer) -> Self::Event;

    /// Returns whether the state of an opened game is consistent with the current rules. It always
    /// is, unless the game was played by other rules.
    fn is_sound(&self) -> bool;

    /// Returns a text drawing of the position, for `senda replay`.
    fn drawing(&self, names: &Names) -> String;

    /// Returns a complete game that the holder of `view` can't distinguish from the real one.
    /// Chance fills in the hidden parts.
    fn determinize(view: &Self::View, chance: &mut dyn Chance) -> Self;
}
