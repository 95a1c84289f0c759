//! Positions of games that would make a puzzle.

use senda_rules::{AnyAction, AnyGame, Seat, each_game};

use crate::puzzle::{Goal, Theme};

/// A goal that exactly one decision of a seat can reach, or one line that begins with it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Found<A> {
    /// The goal.
    pub goal: Goal,
    /// The idea of the solution.
    pub theme: Theme,
    /// A shortest solution.
    pub solution: Vec<A>,
    /// The amount that a solver has to follow: the decisions, or the steps of the markers. It
    /// compares puzzles of one theme.
    pub length: u16,
}

impl<A> Found<A> {
    /// Converts the actions.
    fn map<B>(self, action: impl Fn(A) -> B) -> Found<B> {
        Found {
            goal: self.goal,
            theme: self.theme,
            solution: self.solution.into_iter().map(action).collect(),
            length: self.length,
        }
    }
}

/// Generates the function that dispatches to the module of a game.
macro_rules! find {
    ($($variant:ident = $module:ident),+ $(,)?) => {
        /// Returns the puzzles that a position is, for the seat that decides in it.
        pub fn find(game: &AnyGame, seat: Seat) -> Vec<Found<AnyAction>> {
            match game {
                $(AnyGame::$variant(game) => {
                    let found = crate::$module::find(game, seat).into_iter();
                    found.map(|found| found.map(AnyAction::$variant)).collect()
                })+
            }
        }

        /// Returns what the seat that decides in a position can reach in this turn, so that missing
        /// it is a mistake, whether or not there are several ways.
        pub fn opportunity(game: &AnyGame, seat: Seat) -> Option<Found<AnyAction>> {
            match game {
                $(AnyGame::$variant(game) => {
                    let found = crate::$module::opportunity(game, seat)?;
                    Some(found.map(AnyAction::$variant))
                })+
            }
        }

        /// Returns the keywords of the lines that the text of a puzzle's position leaves out.
        pub(crate) const fn left_out(game: &AnyGame) -> &'static [&'static str] {
            match game {
                $(AnyGame::$variant(_) => crate::$module::LEFT_OUT),+
            }
        }
    };
}

each_game!(find);
