//! Games of bots against each other, many of them, and what they say of their strength.

mod command;
mod contest;
mod figures;
mod kept;
mod ladder;
mod player;
mod table;

pub use self::command::{Arena, run};
