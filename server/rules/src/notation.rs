//! Games in words: what decisions, events and drawings of all games have in common.
//!
//! One text serves everybody. With the players' names it is the notation of a finished game and what `senda replay`
//! prints; with the numbers of the seats it is what [`Display`](fmt::Display) writes, and what the case files of the
//! rules hold.

use std::fmt;

use crate::Seat;

/// How the players are called in a text, and so how much it says.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Names(Option<Vec<String>>);

impl Names {
    /// The numbers of the seats, from 0. Nothing of an event is left out then.
    pub const SEATS: Self = Self(None);

    /// The players' own, seat by seat. What a reader sees by the line of the notation, or by the position, is left
    /// out.
    pub fn of_players(names: Vec<String>) -> Self {
        Self(Some(names))
    }

    /// How the owner of a seat is called.
    pub fn of(&self, seat: Seat) -> String {
        match &self.0 {
            None => seat.to_string(),
            Some(names) => {
                let name = names.get(seat.index()).cloned();
                name.unwrap_or_else(|| format!("seat {seat}"))
            }
        }
    }

    /// Somebody else has that seat from now on.
    pub fn change(&mut self, seat: Seat, name: String) {
        let mut names = self.0.iter_mut().flatten();
        if let Some(known) = names.nth(seat.index()) {
            *known = name;
        }
    }

    /// The number of a seat: from 1 as players count, or from 0 as everything else does.
    pub(crate) fn number(&self, seat: Seat) -> u8 {
        seat.number() + u8::from(self.0.is_some())
    }

    /// Whose event it is, before what they do; the notation says it at the beginning of the line.
    pub(crate) fn subject(&self, seat: Seat) -> String {
        self.detail(|| format!("{seat}: "))
    }

    /// What is said only where nothing is left out.
    pub(crate) fn detail(&self, text: impl FnOnce() -> String) -> String {
        self.0.is_none().then(text).unwrap_or_default()
    }
}

/// What happened, in words.
pub trait InWords {
    /// One sentence; empty for what a reader of the notation sees by the rest.
    fn words(&self, names: &Names) -> String;
}

/// Writes events with nothing left out.
macro_rules! in_full {
    ($event:ident) => {
        impl std::fmt::Display for $event {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                use $crate::notation::{InWords, Names};
                f.write_str(&self.words(&Names::SEATS))
            }
        }
    };
}
pub(crate) use in_full;

/// The text is no decision of the game.
#[derive(Copy, Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("no decision is written like that")]
pub struct NoAction;

/// The text names no options of the game.
#[derive(Copy, Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("no options are written like that")]
pub struct NoOptions;

/// The items, with something between them.
pub(crate) fn joined<T: fmt::Display>(items: impl IntoIterator<Item = T>, between: &str) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    items.join(between)
}

/// A parameter of a decision: one word.
pub(crate) trait Word: Sized {
    fn read(word: &str) -> Option<Self>;
    fn write(&self) -> String;
}

/// Parameters that are written as everywhere else.
macro_rules! words {
    ($($type:ty),+ $(,)?) => { $(
        impl $crate::notation::Word for $type {
            fn read(word: &str) -> Option<Self> {
                word.parse().ok()
            }

            fn write(&self) -> String {
                self.to_string()
            }
        }
    )+ };
}
pub(crate) use words;

words!(u8, Seat, crate::tiles::Square);

/// What is not there is a dash.
impl<T: Word> Word for Option<T> {
    fn read(word: &str) -> Option<Self> {
        match word {
            "-" => Some(None),
            word => T::read(word).map(Some),
        }
    }

    fn write(&self) -> String {
        self.as_ref().map_or_else(|| "-".to_owned(), Word::write)
    }
}

/// Writes and reads decisions: a word, and the parameters as they come.
macro_rules! decisions {
    ($action:ident: $($word:literal $variant:ident { $($field:ident),* })+) => {
        impl std::fmt::Display for $action {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self { $(
                    Self::$variant { $($field),* } => {
                        f.write_str($word)?;
                        $(write!(f, " {}", $crate::notation::Word::write($field))?;)*
                    }
                )+ }
                Ok(())
            }
        }

        impl std::str::FromStr for $action {
            type Err = $crate::notation::NoAction;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                let mut words = text.split(' ');
                let read = match words.next() {
                    $(Some($word) => Self::$variant {
                        $($field: $crate::notation::next(&mut words)?),*
                    },)+
                    _ => return Err($crate::notation::NoAction),
                };
                let is_all = words.next().is_none();
                is_all.then_some(read).ok_or($crate::notation::NoAction)
            }
        }
    };
}
pub(crate) use decisions;

/// The parameter that comes next.
pub(crate) fn next<'a, T: Word>(words: &mut impl Iterator<Item = &'a str>) -> Result<T, NoAction> {
    words.next().and_then(T::read).ok_or(NoAction)
}

/// Characters of a square in a drawing.
const WIDTH: usize = 6;

/// A square board with what is drawn on each square, column and row from 0, row by row from the north.
pub(crate) fn grid(edge: u8, drawn: impl Fn(u8, u8) -> String) -> String {
    let columns = (0..edge).map(|column| char::from(b'a' + column).to_string());
    let rows = (0..edge).map(|row| {
        let squares = (0..edge).map(|column| drawn(column, row));
        line(&format!("{:>2}", row + 1), squares)
    });
    let head = line("  ", columns);
    std::iter::once(head).chain(rows).collect()
}

fn line(head: &str, cells: impl Iterator<Item = String>) -> String {
    let cells = joined(cells.map(|cell| format!("{cell:^WIDTH$}")), "");
    format!("{head} {cells}").trim_end_matches(' ').to_owned() + "\n"
}
