//! Tests of the shipped puzzles, of attempts at them and of making puzzles.

mod attempts;
mod books;
mod made;
mod missed;
mod twins;
