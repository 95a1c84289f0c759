//! The one contract that every game fulfils.

use std::{
    fmt::{Debug, Display},
    ops::RangeInclusive,
};

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::{Chance, InWords, Names, Seat, Seats, Viewer};

/// How a game ended.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Outcome {
    /// For each seat its place, 1 for the winners; those who share a place have the same number, and
    /// the next place counts them (1, 1, 3).
    pub places: Vec<u8>,
}

/// What every game's events say of themselves.
///
/// Written with [`Display`] it says everything, with seats by number.
pub trait GameEvent: Clone + Debug + Display + Eq + InWords + Serialize + DeserializeOwned {
    /// The version of the rules, if the event is the one that opens a game.
    fn rules(&self) -> Option<u16>;

    /// The same event of a game of another version; any other event as it is.
    #[must_use]
    fn with_rules(self, rules: u16) -> Self;

    /// Whether a turn begins with it, so that what a seat has decided before it was in another one.
    fn begins_turn(&self) -> bool;
}

/// What every game's refusals say of themselves.
pub trait Refusal: Clone + Debug + Eq + Serialize + DeserializeOwned {
    /// The option that a refused game can't have, by its name on the wire.
    fn bad_option(&self) -> Option<&str>;
}

/// What the events and refusals of the games here have alike: a game opens with `Opened`, a turn begins with `Turn`,
/// and a game that can't be is refused with `Seats` or `BadOptions`.
macro_rules! alike {
    ($event:ident, $illegal:ident) => {
        impl $crate::GameEvent for $event {
            fn rules(&self) -> Option<u16> {
                match self {
                    Self::Opened { rules, .. } => Some(*rules),
                    _ => None,
                }
            }

            fn with_rules(mut self, version: u16) -> Self {
                if let Self::Opened { rules, .. } = &mut self {
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

/// The parts of [`Game`] that are a function of their own in a file of that name, in every game here.
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

        fn apply(&mut self, event: &Event) {
            self.happen(event);
        }

        fn view(&self, viewer: $crate::Viewer) -> View {
            super::view::of(self, viewer)
        }

        fn private(&self, seat: $crate::Seat) -> Option<Self::Private> {
            super::view::private(self, seat)
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

/// Why there can be no such game.
pub(crate) enum NoGame {
    /// It is not for so many.
    Seats,
    /// The option of that name, as the wire has it, can't be what it is.
    Option(&'static str),
}

/// Whether a game for so many can have so many seats, and the one that plays first is one of them.
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

/// A game: a value that says who may act, what is legal, and what happens.
///
/// `decide` is the only method that may refuse, and a refusal changes nothing. `apply` can't fail
/// and is not random, so that the log of events alone restores a game.
pub trait Game: Clone + Debug + Eq + Sized {
    /// What the host chooses before the game.
    type Options: Clone + Debug + Eq + Serialize + DeserializeOwned;
    /// What a seat decides.
    type Action: Clone + Debug + Eq + Serialize + DeserializeOwned;
    /// What happened. The same type is told to viewers, with secrets taken out by `redact`.
    type Event: GameEvent;
    /// Why a decision is refused: a stable code with its data, never prose.
    type Illegal: Refusal;
    /// What one viewer may know.
    type View: Clone + Debug + Eq + Serialize + DeserializeOwned;
    /// What a seat knows besides of what everybody knows.
    type Private: Clone + Debug + Eq + Serialize;

    /// An unopened game for `seats` players; `first` plays first, or chance says who.
    ///
    /// # Errors
    /// The number of seats or the options are impossible.
    fn new(options: &Self::Options, seats: u8, first: Option<Seat>) -> Result<Self, Self::Illegal>;

    /// Shuffles and deals. The events must still be applied.
    fn open(&self, chance: &mut dyn Chance) -> Vec<Self::Event>;

    /// The seats that may decide something now; empty exactly when the game is over (or not opened).
    fn acting(&self) -> Seats;

    /// Whose turn it is, also while another seat is asked for something in it; `None` when nobody's is.
    fn mover(&self) -> Option<Seat>;

    /// The seats that are not out of the game.
    fn still_in(&self) -> Seats;

    /// The seats that another one asks to agree to something, whoever's turn it is.
    fn asked(&self) -> Seats {
        Seats::NONE
    }

    /// Everything that `seat` may decide now, but for resigning, which is always possible, and for agreeing on
    /// a draw.
    fn legal_actions(&self, seat: Seat) -> Vec<Self::Action>;

    /// The decision made for a seat whose time is up or whose owner is away; `None` if the seat has
    /// nothing to decide. Never one that harms the seat if there is another.
    fn clock_action(&self, seat: Seat, chance: &mut dyn Chance) -> Option<Self::Action>;

    /// What happens if `seat` decides `action`. The events must still be applied.
    ///
    /// # Errors
    /// The decision is against the rules; nothing has changed.
    fn decide(
        &self,
        seat: Seat,
        action: &Self::Action,
        chance: &mut dyn Chance,
    ) -> Result<Vec<Self::Event>, Self::Illegal>;

    /// The game after `seat` has decided `action`: what [`Self::decide`] and [`Self::apply`] make of it, for whoever
    /// does not ask what happened.
    ///
    /// # Errors
    /// The decision is against the rules.
    fn after(
        &self,
        seat: Seat,
        action: &Self::Action,
        chance: &mut dyn Chance,
    ) -> Result<Self, Self::Illegal> {
        let events = self.decide(seat, action, chance)?;
        let mut after = self.clone();
        for event in &events {
            after.apply(event);
        }
        Ok(after)
    }

    /// Giving the game up.
    fn resignation(&self) -> Self::Action;

    /// The decision whose events these are, as [`Self::disclosed`] says it, also where they are told to somebody
    /// who may not know all of them; `None` if no decision begins so.
    fn decision(events: &[Self::Event]) -> Option<Self::Action>;

    /// What everybody is told of a decision by its events. What they don't tell is left out, or as in another decision
    /// that looks the same.
    fn disclosed(action: &Self::Action) -> Self::Action;

    /// Whether a decision of which this happens can be taken back until the turn ends: nobody has learned by it what
    /// was hidden from them, but for what the decision itself showed.
    fn can_take_back(event: &Self::Event) -> bool {
        let _ = event;
        false
    }

    /// Makes an event of this game's own happen.
    fn apply(&mut self, event: &Self::Event);

    /// The places, once the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// What `viewer` may know.
    fn view(&self, viewer: Viewer) -> Self::View;

    /// What `seat` may know besides of what a spectator may: as JSON it has only the fields that differ, those of a list
    /// by their places, and put over a spectator's view it makes the seat's. `None` if it is nothing.
    fn private(&self, seat: Seat) -> Option<Self::Private>;

    /// The event as `viewer` may know it, *after* the event has been applied to `self`. Never
    /// dropped, only emptied.
    ///
    /// Who has no seat may know least: what hides nothing from them hides nothing from anybody.
    fn redact(&self, event: &Self::Event, viewer: Viewer) -> Self::Event;

    /// Whether nothing in an opened game contradicts the rules of today. Always so unless it was played by other
    /// ones.
    fn is_sound(&self) -> bool;

    /// The position drawn with letters, for `senda replay`.
    fn drawing(&self, names: &Names) -> String;

    /// A whole game that the holder of `view` can't tell from the real one.
    fn determinize(view: &Self::View, chance: &mut dyn Chance) -> Self;
}
