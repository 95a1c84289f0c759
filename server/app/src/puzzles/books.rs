//! The books of puzzles that this server uses: those that it ships, and in their place those of the
//! operator.

use std::{
    collections::BTreeMap,
    fs::File,
    io::{self, Read},
    path::{Path, PathBuf},
};

use senda_puzzles::{BookLimits, NotABook, Puzzle, puzzles, read_checked};
use senda_rules::GameKind;

use crate::limits;

/// The ending of the names of books, after the word of the game.
const ENDING: &str = "jsonl.br";

/// The books of all games.
#[derive(Debug, Default)]
pub struct Books {
    /// The operator's books.
    own: BTreeMap<GameKind, Vec<Puzzle>>,
}

/// The reason why the operator's books can't be used.
#[derive(Debug, thiserror::Error)]
pub enum NoBooks {
    /// No file in the folder has the name of a book.
    #[error(
        "the folder of --puzzles {folder} has no book: there must be a file {names} in it, which `senda puzzles` \
         writes",
        folder = .0.display(), names = names()
    )]
    None(PathBuf),
    /// A file can't be read.
    #[error(
        "the book of puzzles {path} can't be read ({error}): let this user read it, or take it out of the folder of \
         --puzzles",
        path = .path.display()
    )]
    Unreadable {
        /// The path of the file.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// A file is too large to be a book.
    #[error(
        "the book of puzzles {path} has more than {most} bytes: make a smaller one with `senda puzzles --count`, or \
         take it out of the folder of --puzzles",
        path = .0.display(), most = limits::PUZZLE_BOOK_BYTES
    )]
    TooLarge(PathBuf),
    /// A file is no book of its game.
    #[error(
        "the book of puzzles {path} can't be used: {reason}. Make it again with `senda puzzles`, or take it out of \
         the folder of --puzzles",
        path = .path.display()
    )]
    NotABook {
        /// The path of the file.
        path: PathBuf,
        /// The first fault.
        reason: NotABook,
    },
}

/// Returns the names of the files that are books.
fn names() -> String {
    let names = GameKind::ALL.iter().map(|&kind| name(kind));
    names.collect::<Vec<_>>().join(" or ")
}

fn name(kind: GameKind) -> String {
    format!("{}.{ENDING}", kind.word())
}

impl Books {
    /// Reads and checks the operator's books in a folder. A game without one keeps the shipped one.
    ///
    /// # Errors
    /// Returns [`NoBooks`] if there is no book in the folder, or if one can't be used.
    pub fn read(folder: &Path) -> Result<Self, NoBooks> {
        let mut own = BTreeMap::new();
        for &kind in GameKind::ALL {
            let path = folder.join(name(kind));
            if path
                .symlink_metadata()
                .is_err_and(|error| is_missing(&error))
            {
                continue;
            }
            let puzzles = read(kind, path.clone())?;
            let (count, path) = (puzzles.len(), path.display());
            tracing::info!(%path, game = kind.word(), puzzles = count, "own book of puzzles");
            own.insert(kind, puzzles);
        }
        if own.is_empty() {
            return Err(NoBooks::None(folder.to_owned()));
        }
        Ok(Self { own })
    }

    /// Returns the puzzles of a game.
    pub fn of(&self, kind: GameKind) -> &[Puzzle] {
        self.own
            .get(&kind)
            .map_or_else(|| puzzles(kind), Vec::as_slice)
    }

    /// Returns a puzzle of a game; `None` if the game has none with that id.
    pub fn puzzle(&self, kind: GameKind, id: &str) -> Option<&Puzzle> {
        self.of(kind).iter().find(|puzzle| puzzle.id == id)
    }
}

fn is_missing(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::NotFound
}

/// Reads the book of a game.
fn read(kind: GameKind, path: PathBuf) -> Result<Vec<Puzzle>, NoBooks> {
    let mut book = Vec::new();
    let most = limits::PUZZLE_BOOK_BYTES;
    let read = File::open(&path).and_then(|file| file.take(most + 1).read_to_end(&mut book));
    match read {
        Err(error) => return Err(NoBooks::Unreadable { path, error }),
        Ok(_) if book.len() as u64 > most => return Err(NoBooks::TooLarge(path)),
        Ok(_) => {}
    }
    let limits = BookLimits {
        bytes: limits::PUZZLE_BOOK_TEXT_BYTES,
        puzzles: limits::PUZZLES_OF_A_BOOK,
        decisions: limits::LESSON_ACTIONS,
    };
    read_checked(kind, &book, &limits).map_err(|reason| NoBooks::NotABook { path, reason })
}
