//! Plays many games of bots against each other: to measure the bots' strength, and to make puzzles.

mod command;
mod contest;
mod figures;
mod kept;
mod ladder;
mod misses;
mod mix;
mod player;
mod puzzles;
mod table;

pub use self::{
    command::{Arena, run},
    puzzles::{Puzzles, make_puzzles},
};
