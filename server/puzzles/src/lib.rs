//! Puzzles: positions in which the player to decide looks for the one decision that reaches a goal.
//!
//! The crate is pure, as the rules and the bots are. It ships a book of puzzles for each game
//! ([`puzzles`]), replays attempts at them ([`Puzzle::attempt`]), and makes new ones from games of
//! bots ([`make`]).
//!
//! An attempt is like one at a lesson: no state is kept, and each is replayed from the position.

mod attempt;
mod book;
mod checked;
#[cfg(feature = "example-game")]
mod example;
mod found;

pub mod make;
mod missed;
mod puzzle;
mod section_x;
mod solved;
mod symmetry;
mod tortus;
mod tsuro;

pub use self::{
    attempt::attempt,
    book::{of_day, puzzles, read, write},
    checked::{BookLimits, NotABook, NotAPuzzle, read_checked},
    found::{Found, find, opportunity},
    missed::{Decision, missed},
    puzzle::{Goal, Puzzle, Theme, id_of, solver},
    solved::Solved,
    symmetry::outline,
};
