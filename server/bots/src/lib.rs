//! Players of Senda's games that are no people.
//!
//! A bot is given a view, which is what a person in its seat is sent, and never a game: what it doesn't see it can't
//! use. What is hidden it imagines, by [`senda_rules::Game::determinize`]. Pure as the rules are: no clock, no source of
//! randomness, no text for people. How long it may think is asked of whoever wants to know ([`Budget`]), and the same
//! view, seed and number of iterations give the same choice.
//!
//! `search` is written once for all games; a game's folder says how its worlds are played quickly, what a good
//! decision looks like at first sight, and what a position is worth. A game that says nothing is played by the same
//! search with games at random.

mod arena;
mod budget;
mod choice;
mod dice;
mod difference;
#[cfg(feature = "example-game")]
mod example;
mod explain;
mod hint;
mod judge;
mod level;
mod plain;
mod plans;
mod plays;
mod reason;
mod search;
mod section_x;
mod tortus;
mod tsuro;

use senda_rules::{AnyAction, AnyView, GameKind, Seat, each_game};

pub use self::{
    arena::{Match, Moment, Player, play, share},
    budget::Budget,
    choice::{Candidate, Choice},
    dice::Dice,
    difference::Effort,
    hint::{Hint, hint},
    judge::{Judgement, judge},
    level::Level,
    reason::Reason,
};
use self::{
    difference::Difference,
    plays::{Occasion, Plays},
};

/// Writes what asks the bots of the game that a view is of.
macro_rules! bots {
    ($($variant:ident = $module:ident),+ $(,)?) => {
        /// What a bot of that level decides in a seat that sees this view; `None` if the seat has nothing to decide.
        ///
        /// The same view, seed and number of iterations give the same choice. Nothing of the view but what the seat
        /// was told is used, so that two games that look the same to it are played the same.
        pub fn choose(
            view: &AnyView,
            seat: Seat,
            level: Level,
            budget: &Budget,
            seed: u64,
        ) -> Option<Choice<AnyAction>> {
            match view {
                $(AnyView::$variant(view) => {
                    let mut dice = Dice::new(seed);
                    let mut occasion = Occasion { view, seat, budget, dice: &mut dice };
                    let choice = plays::choose::<senda_rules::$module::State>(&mut occasion, level);
                    choice.map(|choice| choice.map(AnyAction::$variant))
                })+
            }
        }

        /// Any of the kinds of what the seat may decide, each as likely as the others, and then any of that kind: the
        /// player that bots are measured against. `None` if the seat has nothing to decide.
        pub fn choose_at_random(view: &AnyView, seat: Seat, seed: u64) -> Option<AnyAction> {
            match view {
                $(AnyView::$variant(view) => {
                    let mut dice = Dice::new(seed);
                    plays::at_random::<senda_rules::$module::State>(view, seat, &mut dice)
                        .map(AnyAction::$variant)
                })+
            }
        }

        /// How much better the first of two decisions of the seat is than the second; `None` if the three are not of one
        /// game.
        fn compare(
            view: &AnyView,
            seat: Seat,
            actions: [&AnyAction; 2],
            budget: &Budget,
            seed: u64,
        ) -> Option<Difference> {
            match (view, actions) {
                $((AnyView::$variant(view), [AnyAction::$variant(one), AnyAction::$variant(other)]) => {
                    let mut dice = Dice::new(seed);
                    let mut occasion = Occasion { view, seat, budget, dice: &mut dice };
                    let both = [one, other];
                    Some(<senda_rules::$module::State as Plays>::compare(&mut occasion, both))
                })+
                _ => None,
            }
        }

        /// How closely each of so many decisions of a game is looked at when it is judged, so that all of them together
        /// cost a core some seconds.
        pub fn effort(game: GameKind, decisions: usize) -> Effort {
            match game {
                $(GameKind::$variant => {
                    let whole = <senda_rules::$module::State as Plays>::JUDGED_BY;
                    let most = <senda_rules::$module::State as Plays>::JUDGED_WHOLE;
                    whole.shared(most, decisions)
                })+
            }
        }

        /// What speaks for a decision, or against it, as far as its seat can know: what a hint says of it. Empty if
        /// there is nothing to say, or the two are not of one game.
        pub fn explain(view: &AnyView, seat: Seat, action: &AnyAction) -> Vec<Reason> {
            match (view, action) {
                $((AnyView::$variant(view), AnyAction::$variant(action)) =>
                    explain::of::<senda_rules::$module::State>(view, seat, action),)+
                _ => Vec::new(),
            }
        }
    };
}

each_game!(bots);
