//! The puzzles that Senda ships.

use std::sync::LazyLock;

use senda_rules::{GameKind, each_game};

use crate::Puzzle;

/// Returns the puzzles of a file, one JSON object in each line.
///
/// # Errors
/// Returns an error if a line can't be read.
pub fn read(text: &str) -> Result<Vec<Puzzle>, serde_json::Error> {
    text.lines().map(serde_json::from_str).collect()
}

/// Returns the text of a file with these puzzles.
///
/// # Panics
/// Panics only if a puzzle can't be serialized, which no puzzle is.
pub fn write(puzzles: &[Puzzle]) -> String {
    let line = |puzzle| serde_json::to_string(puzzle).expect("a puzzle") + "\n";
    puzzles.iter().map(line).collect()
}

/// Generates the list of the files.
macro_rules! files {
    ($($variant:ident = $module:ident),+ $(,)?) => {
        /// Returns the text of the file with the puzzles of a game.
        const fn file(kind: GameKind) -> &'static str {
            match kind {
                $(GameKind::$variant => {
                    include_str!(concat!("../books/", stringify!($module), ".jsonl"))
                })+
            }
        }
    };
}

each_game!(files);

/// The puzzles of each game, in the order of [`GameKind::ALL`].
static BOOKS: LazyLock<Vec<Vec<Puzzle>>> = LazyLock::new(|| {
    let book = |&kind: &GameKind| read(file(kind)).expect("a book of puzzles");
    GameKind::ALL.iter().map(book).collect()
});

/// Returns the puzzles of a game.
///
/// # Panics
/// Panics if a book can't be read, which a test rules out.
pub fn puzzles(kind: GameKind) -> &'static [Puzzle] {
    let book = GameKind::ALL.iter().position(|&other| other == kind);
    &BOOKS[book.expect("a game of the list")]
}

/// Returns a puzzle of a game; `None` if the game has none with that id.
pub fn puzzle(kind: GameKind, id: &str) -> Option<&'static Puzzle> {
    puzzles(kind).iter().find(|puzzle| puzzle.id == id)
}

/// Returns the puzzle of a day, which is the same for everyone. The days are counted from 1970. A
/// puzzle comes again only after all others have come. `None` if the game has no puzzles.
pub fn of_day(kind: GameKind, day: u64) -> Option<&'static Puzzle> {
    let puzzles = puzzles(kind);
    let count = u64::try_from(puzzles.len())
        .ok()
        .filter(|&count| count > 0)?;
    let at = usize::try_from(day % count).ok()?;
    puzzles.get(at)
}
