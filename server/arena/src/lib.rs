//! Plays many games of bots against each other, and measures the bots' strength.

mod command;
mod contest;
mod figures;
mod kept;
mod ladder;
mod mix;
mod player;
mod table;

pub use self::command::{Arena, run};
