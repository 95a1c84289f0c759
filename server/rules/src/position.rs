//! The text format of positions that all games share: lines that begin with a keyword.

use std::str::FromStr;

use crate::Seat;

/// The reason why a line can't be parsed or a position is impossible.
pub(crate) type Reason = &'static str;

/// The error for text that is not a position of the game.
#[derive(Copy, Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum NotAPosition {
    /// A line can't be parsed.
    #[error("line {line}: {reason}")]
    Line {
        /// The number of the line, from 1. It is the line after the last if something is missing.
        line: usize,
        /// The reason why the line can't be parsed.
        reason: &'static str,
    },
    /// Every line can be parsed, but no game can have this position.
    #[error("no game can stand like that: {reason}")]
    Contradiction {
        /// The first contradiction that was found.
        reason: &'static str,
    },
}

/// The reason for a line with an unknown keyword, or with parts that don't fit its keyword.
pub(crate) const NO_LINE: Reason = "a line is a word of the format with its parts";
/// The reason for a seat that the game does not have.
pub(crate) const NO_SEAT: Reason = "a seat is a number below that of the players";
/// The reason for a position with more tiles of a kind than the box contains.
pub(crate) const NOT_IN_BOX: Reason = "there are not that many tiles in the box";

/// Parses a text line by line. Calls `each` with the keyword of the line and its other parts. Skips
/// empty lines and comments, which begin with a `#`.
///
/// Returns the number of the line after the last, for errors that are found at the end.
///
/// # Errors
/// Returns the first error of `each`, with its line.
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

/// Parses one part of a line.
pub(crate) fn part<T: FromStr>(text: &str) -> Result<T, Reason> {
    text.parse().map_err(|_| NO_LINE)
}

/// Parses every part of a line with `each`.
pub(crate) fn all<T>(
    parts: &[&str],
    each: impl Fn(&str) -> Result<T, Reason>,
) -> Result<Vec<T>, Reason> {
    parts.iter().map(|part| each(part)).collect()
}

/// Parses the parts of a line in pairs with `each`.
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

/// Parses a seat of a game with `seats` seats.
pub(crate) fn seat(text: &str, seats: u8) -> Result<Seat, Reason> {
    let seat = text.parse().ok();
    seat.filter(|seat: &Seat| seat.number() < seats)
        .ok_or(NO_SEAT)
}

/// Removes the tiles of the text from those that are left in the box.
///
/// # Errors
/// Returns [`NOT_IN_BOX`] if the box has no such tile left.
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

/// Returns the reason as an error if `wrong` is true.
pub(crate) fn unless(wrong: bool, reason: Reason) -> Result<(), Reason> {
    if wrong { Err(reason) } else { Ok(()) }
}
