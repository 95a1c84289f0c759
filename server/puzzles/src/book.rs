//! Books of puzzles, and those that Senda ships. A book is a text with one JSON object for each
//! puzzle in a line of its own, compressed with Brotli: positions repeat the same few words.

use std::{
    io::{Error, ErrorKind},
    sync::LazyLock,
};

use senda_rules::{GameKind, each_game};

use crate::Puzzle;

/// Returns the puzzles of a book.
///
/// # Errors
/// Returns an error if the book can't be read.
pub fn read(book: &[u8]) -> Result<Vec<Puzzle>, Error> {
    let text = text_of(book, u64::MAX)?;
    let puzzles = text.lines().map(serde_json::from_str);
    Ok(puzzles.collect::<Result<_, _>>()?)
}

/// Returns the text of a book, or the first `most` bytes of a longer one.
pub(crate) fn text_of(book: &[u8], most: u64) -> Result<String, Error> {
    if book.is_empty() {
        return Ok(String::new());
    }
    let text = senda_brotli::decompress(book, most)?;
    String::from_utf8(text).map_err(|error| Error::new(ErrorKind::InvalidData, error))
}

/// Returns a book with these puzzles.
///
/// # Panics
/// Panics only if a puzzle can't be serialized, which no puzzle is.
pub fn write(puzzles: &[Puzzle]) -> Vec<u8> {
    let line = |puzzle| serde_json::to_string(puzzle).expect("a puzzle") + "\n";
    let text: String = puzzles.iter().map(line).collect();
    senda_brotli::compress(text.as_bytes(), senda_brotli::HIGHEST)
}

/// Generates the list of the books.
macro_rules! books {
    ($($variant:ident = $module:ident),+ $(,)?) => {
        /// Returns the book of a game.
        const fn book(kind: GameKind) -> &'static [u8] {
            match kind {
                $(GameKind::$variant => {
                    include_bytes!(concat!("../books/", stringify!($module), ".jsonl.br"))
                })+
            }
        }
    };
}

each_game!(books);

/// The puzzles of each game, in the order of [`GameKind::ALL`].
static BOOKS: LazyLock<Vec<Vec<Puzzle>>> = LazyLock::new(|| {
    let read = |&kind: &GameKind| read(book(kind)).expect("a book of puzzles");
    GameKind::ALL.iter().map(read).collect()
});

/// Returns the puzzles of a game.
///
/// # Panics
/// Panics if a book can't be read, which a test rules out.
pub fn puzzles(kind: GameKind) -> &'static [Puzzle] {
    let book = GameKind::ALL.iter().position(|&other| other == kind);
    &BOOKS[book.expect("a game of the list")]
}

/// Returns the puzzle of a day among those of a game, which is the same for everyone. The days are
/// counted from 1970. A puzzle comes again only after all others have come. `None` if there are no
/// puzzles.
pub fn of_day(puzzles: &[Puzzle], day: u64) -> Option<&Puzzle> {
    let count = u64::try_from(puzzles.len())
        .ok()
        .filter(|&count| count > 0)?;
    let at = usize::try_from(day % count).ok()?;
    puzzles.get(at)
}
