//! Bots that play Senda's games.
//!
//! A bot receives a view, the same that is sent to a person in its seat, and never a game: it
//! cannot use what it does not see. It fills in hidden information by imagining worlds with
//! [`senda_rules::Game::determinize`]. Like the rules, this crate is pure: it has no clock, no
//! source of randomness and no text for people. The caller limits the thinking time with a
//! [`Budget`]. The same view, seed and number of iterations give the same choice.
//!
//! ```
//! use senda_bots::{Budget, Level, choose};
//! use senda_rules::{AnyGame, AnyOptions, Game, Secret, Shuffler, Viewer};
//!
//! let options: AnyOptions = serde_json::from_str(r#"{"game": "tsuro", "preset": "2020"}"#)?;
//! let mut chance = Shuffler::new(&Secret([7; 32]), &[None, None], 0);
//! let mut game = AnyGame::new(&options, 2, None).expect("a game for two");
//! for event in game.open(&mut chance) {
//!     game.apply(&event);
//! }
//! let seat = game.acting().iter().next().expect("a seat to decide");
//! let view = game.view(Viewer::Seat(seat));
//! let choice = choose(&view, seat, Level::Hard, &Budget::iterations(50), 1);
//! let action = choice.expect("a decision").action;
//! assert!(game.decide(seat, &action, &mut chance).is_ok());
//! # Ok::<(), serde_json::Error>(())
//! ```
//!
//! # Tour
//!
//! * [`choose`] returns a decision with the candidates that were considered. [`Level`] is easy,
//!   medium or hard.
//! * [`explain`] gives the [`Reason`]s of a decision, [`hint`] advises a player, and [`judge`]
//!   computes what a decision cost. [`chances`] estimates every seat's win chance.
//! * [`wins`] finds every win within a turn, and [`solve`] has the exact searches of each game.
//! * [`play`] plays matches between bots, for the tests and the arena.
//!
//! `search` is shared by all games. Each game's folder adds fast playouts of its worlds, a first
//! estimate of good decisions, and a rating of positions. A game without such code is played by the
//! same search with random playouts. `docs/bots.md` describes the searches and their strength.

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
mod wins;

use senda_rules::{AnyAction, AnyGame, AnyView, GameKind, Seat, each_game};

pub use self::{
    arena::{Match, Moment, Player, Script, play, share},
    budget::Budget,
    choice::{Candidate, Choice},
    dice::Dice,
    difference::Effort,
    hint::{Hint, hint},
    judge::{Judgement, judge},
    level::Level,
    reason::Reason,
    section_x::{Conduct, DIGGER, Turns},
    wins::Wins,
};
use self::{
    difference::Difference,
    plays::{Occasion, Plays},
};

/// Exact searches, for the bots and for programs that need certainty, such as one that composes
/// puzzles. Each has a limit on the positions that it examines, and reports whether it reached it.
pub mod solve {
    pub use crate::{
        section_x::solve as section_x, tortus::solve as tortus, tsuro::solve as tsuro,
    };
}

/// Generates the functions that dispatch to the bots of the game that a view belongs to.
macro_rules! bots {
    ($($variant:ident = $module:ident),+ $(,)?) => {
        /// Returns the decision of a bot of that level in a seat that sees this view; `None` if the
        /// seat has nothing to decide.
        ///
        /// The same view, seed and number of iterations give the same choice. The bot uses only
        /// information of the view that the seat has received: it plays two games that look the
        /// same to the seat in the same way.
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

        /// Finds the decisions with which the seat can win before its turn ends, whatever it does
        /// not know. `nodes` limits the number of positions that the search examines. `None` if
        /// there is no such search for the game.
        pub fn wins(game: &AnyGame, seat: Seat, nodes: u64) -> Option<Wins<AnyAction>> {
            match game {
                $(AnyGame::$variant(game) => {
                    let wins = <senda_rules::$module::State as Plays>::wins(game, seat, nodes);
                    wins.map(|wins| wins.map(AnyAction::$variant))
                })+
            }
        }

        /// Returns a random decision: first a kind of action, each kind with the same probability,
        /// then an action of that kind. Bots are measured against this player. `None` if the seat
        /// has nothing to decide.
        pub fn choose_at_random(view: &AnyView, seat: Seat, seed: u64) -> Option<AnyAction> {
            match view {
                $(AnyView::$variant(view) => {
                    let mut dice = Dice::new(seed);
                    plays::at_random::<senda_rules::$module::State>(view, seat, &mut dice)
                        .map(AnyAction::$variant)
                })+
            }
        }

        /// Returns the answer of a bot of any level to a question of another player, such as an
        /// offer of a draw; `None` if there is none. It need not be the seat's turn.
        pub fn answer(
            view: &AnyView,
            seat: Seat,
            budget: &Budget,
            seed: u64,
        ) -> Option<AnyAction> {
            match view {
                $(AnyView::$variant(view) => {
                    let mut dice = Dice::new(seed);
                    let mut occasion = Occasion { view, seat, budget, dice: &mut dice };
                    <senda_rules::$module::State as Plays>::answer(&mut occasion)
                        .map(AnyAction::$variant)
                })+
            }
        }

        /// Estimates how much better the first of two decisions of the seat is than the second;
        /// `None` if the view and the decisions do not belong to the same game.
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

        /// Returns the effort for judging each decision of a game with that many decisions, so that
        /// judging all of them takes one core some seconds.
        pub fn effort(game: GameKind, decisions: usize) -> Effort {
            match game {
                $(GameKind::$variant => {
                    let whole = <senda_rules::$module::State as Plays>::JUDGED_BY;
                    let most = <senda_rules::$module::State as Plays>::JUDGED_WHOLE;
                    whole.shared(most, decisions)
                })+
            }
        }

        /// Returns the facts that speak for or against a decision, as far as its seat can know
        /// them. Hints and judgements contain those that distinguish it from another decision.
        /// Empty if there are none, or if the view and the action do not belong to the same game.
        pub fn explain(view: &AnyView, seat: Seat, action: &AnyAction) -> Vec<Reason> {
            match (view, action) {
                $((AnyView::$variant(view), AnyAction::$variant(action)) =>
                    explain::of::<senda_rules::$module::State>(view, seat, action),)+
                _ => Vec::new(),
            }
        }

        /// Returns the reasons for a decision that distinguish it from the other possible ones.
        /// Empty if there are none, or if the view and the action do not belong to the same game.
        fn advice(view: &AnyView, seat: Seat, action: &AnyAction) -> Vec<Reason> {
            match (view, action) {
                $((AnyView::$variant(view), AnyAction::$variant(action)) =>
                    explain::advice::<senda_rules::$module::State>(view, seat, action),)+
                _ => Vec::new(),
            }
        }

        /// Estimates the win chance of each of `seats` seats in a position that looks like the
        /// view: its expected share of the first place, in percent. The view can be that of a
        /// spectator. `budget` limits the number of imagined games.
        pub fn chances(view: &AnyView, seats: u8, budget: &Budget, seed: u64) -> Vec<u8> {
            let mut dice = Dice::new(seed);
            let shares = match view {
                $(AnyView::$variant(view) => {
                    <senda_rules::$module::State as Plays>::chances(view, budget, &mut dice)
                })+
            };
            let shares = shares.into_iter().take(seats.into());
            shares.map(|share| choice::percent(share.into())).collect()
        }
    };
}

each_game!(bots);
