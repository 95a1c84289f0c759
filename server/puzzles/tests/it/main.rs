//! Tests of the shipped puzzles, and of attempts at them.

mod attempts;
mod books;
mod missed;
mod twins;
