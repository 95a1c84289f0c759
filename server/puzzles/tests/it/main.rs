//! Tests of the shipped puzzles, of attempts at them, of making puzzles and of books from outside.

mod attempts;
mod books;
mod checked;
mod made;
mod missed;
mod twins;
