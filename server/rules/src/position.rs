//! Positions in text: lines that begin with a word, and what they have in common in all games.

use std::str::FromStr;

use crate::Seat;

/// Why a line can't be read, or a game can't stand like that.
pub(crate) type Reason = &'static str;

/// The text is no position of the game.
#[derive(Copy, Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum NotAPosition {
    /// A line can't be read.
    #[error("line {line}: {reason}")]
    Line {
        /// Which, from 1; the one after the last if something is missing.
        line: usize,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// All of it can be read, but no game can stand like that.
    #[error("no game can stand like that: {reason}")]
    Contradiction {
        /// What is wrong, the first of it.
        reason: &'static str,
    },
}

/// A line begins with a word that no line begins with, or its parts are not those of its word.
pub(crate) const NO_LINE: Reason = "a line is a word of the format with its parts";
/// The tiles that are said are more than there are in the box.
pub(crate) const NOT_IN_BOX: Reason = "there are not that many tiles in the box";

/// Reads a text line by line: `each` is given the word that begins it and its other parts. Empty lines and what
/// follows a `#` are passed over.
///
/// Returns the number of the line after the last, for a reason that is found at the end.
///
/// # Errors
/// The first that `each` returns, with its line.
pub(crate) fn read(
    text: &str,
    mut each: impl FnMut(&str, &[&str]) -> Result<(), Reason>,
) -> Result<usize, NotAPosition> {
    let mut after = 1;
    for (line, text) in (1..).zip(text.lines()) {
        after = line + 1;
        let said = text.split('#').next().unwrap_or_default();
        let parts: Vec<&str> = said.split_whitespace().collect();
        if let [word, parts @ ..] = &parts[..] {
            each(word, parts).map_err(|reason| NotAPosition::Line { line, reason })?;
        }
    }
    Ok(after)
}

/// One part of a line.
pub(crate) fn part<T: FromStr>(text: &str) -> Result<T, Reason> {
    text.parse().map_err(|_| NO_LINE)
}

/// All of them.
pub(crate) fn all<T>(
    parts: &[&str],
    each: impl Fn(&str) -> Result<T, Reason>,
) -> Result<Vec<T>, Reason> {
    parts.iter().map(|part| each(part)).collect()
}

/// Pairs of them.
pub(crate) fn pairs<T>(
    parts: &[&str],
    each: impl Fn(&str, &str) -> Result<T, Reason>,
) -> Result<Vec<T>, Reason> {
    let pair = |pair: &[&str]| match pair {
        [one, other] => each(one, other),
        _ => Err(NO_LINE),
    };
    parts.chunks(2).map(pair).collect()
}

/// A seat of a game of so many.
pub(crate) fn seat(text: &str, seats: u8) -> Result<Seat, Reason> {
    let seat = text.parse().ok();
    seat.filter(|seat: &Seat| seat.number() < seats)
        .ok_or("a seat is a number below that of the players")
}

/// Takes tiles that are said out of those of the box.
///
/// # Errors
/// One of them is not there.
pub(crate) fn take<T: PartialEq>(
    said: impl IntoIterator<Item = T>,
    left: &mut Vec<T>,
) -> Result<(), Reason> {
    for tile in said {
        let place = left.iter().position(|other| *other == tile);
        left.remove(place.ok_or(NOT_IN_BOX)?);
    }
    Ok(())
}

/// Nothing contradicts a game if nothing is wrong with it.
pub(crate) fn unless(wrong: bool, reason: Reason) -> Result<(), Reason> {
    if wrong { Err(reason) } else { Ok(()) }
}
