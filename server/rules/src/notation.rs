//! Text notation shared by all games: decisions, events and drawings.
//!
//! One text format serves every reader. With the players' names it is the notation of a finished
//! game and the output of `senda replay`. With the seats' numbers it is the output of
//! [`Display`](fmt::Display) and the format of the rules' case files.

use std::fmt;

use crate::Seat;

/// The names of the players in a text. The choice of names also decides how much detail the text
/// contains.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Names(Option<Vec<String>>);

impl Names {
    /// Refers to players by seat number, from 0. Texts then omit no part of an event.
    pub const SEATS: Self = Self(None);

    /// Refers to players by their own names, given in seat order. Texts then omit details that the
    /// reader sees from the line of the notation or from the position.
    pub fn of_players(names: Vec<String>) -> Self {
        Self(Some(names))
    }

    /// Returns the name of the owner of a seat.
    pub fn of(&self, seat: Seat) -> String {
        match &self.0 {
            None => seat.to_string(),
            Some(names) => {
                let name = names.get(seat.index()).cloned();
                name.unwrap_or_else(|| format!("seat {seat}"))
            }
        }
    }

    /// Sets the name of the seat's new owner, for all later texts. Has no effect when players are
    /// referred to by seat number.
    pub fn change(&mut self, seat: Seat, name: String) {
        let mut names = self.0.iter_mut().flatten();
        if let Some(known) = names.nth(seat.index()) {
            *known = name;
        }
    }

    /// Returns the number of a seat in texts: from 1 if players have names, as people count, and
    /// otherwise from 0.
    pub(crate) fn number(&self, seat: Seat) -> u8 {
        seat.number() + u8::from(self.0.is_some())
    }

    /// Returns the prefix that names the seat of an event. It is empty if players have names,
    /// because the notation then names the player at the beginning of the line.
    pub(crate) fn subject(&self, seat: Seat) -> String {
        self.detail(|| format!("{seat}: "))
    }

    /// Returns a detail that only a full text contains; otherwise an empty string.
    pub(crate) fn detail(&self, text: impl FnOnce() -> String) -> String {
        self.0.is_none().then(text).unwrap_or_default()
    }
}

/// A value that can be described in words, such as an event.
pub trait InWords {
    /// Returns one sentence. It is empty if a reader of the notation can infer it from the rest.
    fn words(&self, names: &Names) -> String;
}

/// Implements `Display` for an event as its full text, with seats by number.
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

/// The error for text that is not a decision of the game, or that has another keyword or other
/// fields than it needs.
#[derive(Copy, Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("no decision is written like that")]
pub struct NoAction;

/// The error for text that does not name options of the game.
#[derive(Copy, Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("no options are written like that")]
pub struct NoOptions;

/// Joins the items with a separator.
pub(crate) fn joined<T: fmt::Display>(items: impl IntoIterator<Item = T>, between: &str) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    items.join(between)
}

/// A field that is written as one word.
pub(crate) trait Word: Sized {
    fn read(word: &str) -> Option<Self>;
    fn write(&self) -> String;
}

/// Implements [`Word`] by means of `Display` and `FromStr`.
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

/// `None` is written as a dash.
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

/// Implements `Display` and `FromStr` for an enum, such as the decisions of a game: a keyword,
/// followed by the fields in the order of their declaration here.
macro_rules! keywords {
    ($name:ident: $($word:literal $variant:ident { $($field:ident),* })+) => {
        impl std::fmt::Display for $name {
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

        impl std::str::FromStr for $name {
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
pub(crate) use keywords;

/// Parses the next word as a field.
pub(crate) fn next<'a, T: Word>(words: &mut impl Iterator<Item = &'a str>) -> Result<T, NoAction> {
    words.next().and_then(T::read).ok_or(NoAction)
}

/// The width of a square in a drawing, in characters.
const WIDTH: usize = 6;

/// Draws a square board. `drawn` returns the text of the square at a column and a row, both from 0.
/// Rows are drawn from the north.
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
