//! Checks books of puzzles that come from outside of this program.

use std::{collections::BTreeSet, io};

use senda_rules::{AnyAction, Game, GameKind, NotAPosition};

use crate::{Puzzle, book::text_of, id_of, puzzles};

/// The limits on a book from outside.
#[derive(Copy, Clone, Debug)]
pub struct BookLimits {
    /// The maximum number of bytes of its text.
    pub bytes: usize,
    /// The maximum number of puzzles.
    pub puzzles: usize,
    /// The maximum number of decisions of a solution.
    pub decisions: usize,
}

/// The reason why a book can't be used.
#[derive(Debug, thiserror::Error)]
pub enum NotABook {
    /// It can't be decompressed.
    #[error("it is no text that was compressed with Brotli ({0})")]
    NotCompressed(#[from] io::Error),
    /// Its text is too long.
    #[error("its text has more than {0} bytes")]
    TooLong(usize),
    /// It has too many puzzles.
    #[error("it has more than {0} puzzles")]
    TooMany(usize),
    /// It has no puzzles.
    #[error("it has no puzzles")]
    Empty,
    /// A line is no puzzle of the game.
    #[error("line {line}: {reason}")]
    Line {
        /// The number of the line, from 1.
        line: usize,
        /// The reason why it is no puzzle.
        reason: NotAPuzzle,
    },
}

/// The reason why a text is no puzzle of a game.
#[derive(Debug, thiserror::Error)]
pub enum NotAPuzzle {
    /// It is no puzzle of any game.
    #[error("it is no puzzle ({0})")]
    Json(#[from] serde_json::Error),
    /// The position is none of the game.
    #[error("its position can't be read ({0})")]
    Position(#[from] NotAPosition),
    /// The game of the position is over.
    #[error("in its position no player is to decide")]
    Over,
    /// The solution contains a text that is no decision of the game, or too many decisions.
    #[error("its solution is no list of decisions")]
    Solution,
    /// The solution does not reach the goal.
    #[error("its solution does not reach its goal")]
    NotSolved,
    /// The id does not follow from the position.
    #[error("its id does not belong to its position")]
    Id,
    /// The same position occurs twice.
    #[error("an earlier line has the same puzzle")]
    Twice,
    /// The grade is out of range.
    #[error("its grade is not from 1 to {most}", most = Puzzle::GRADES)]
    Grade,
    /// The theme is one of another game.
    #[error("its theme is not one of this game")]
    Theme,
}

/// Returns the puzzles of a book of a game. Each of them has been checked: its solution is played.
///
/// # Errors
/// Returns [`NotABook`] for the first fault.
pub fn read_checked(
    kind: GameKind,
    book: &[u8],
    limits: &BookLimits,
) -> Result<Vec<Puzzle>, NotABook> {
    let most = u64::try_from(limits.bytes).unwrap_or(u64::MAX);
    let text = text_of(book, most.saturating_add(1))?;
    if text.len() > limits.bytes {
        return Err(NotABook::TooLong(limits.bytes));
    }
    if text.lines().count() > limits.puzzles {
        return Err(NotABook::TooMany(limits.puzzles));
    }
    let mut seen = BTreeSet::new();
    let mut all = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        let read = read_puzzle(kind, text, limits.decisions);
        let puzzle = read.and_then(|puzzle| {
            if seen.insert(puzzle.id.clone()) {
                Ok(puzzle)
            } else {
                Err(NotAPuzzle::Twice)
            }
        });
        all.push(puzzle.map_err(|reason| NotABook::Line { line, reason })?);
    }
    if all.is_empty() {
        return Err(NotABook::Empty);
    }
    Ok(all)
}

fn read_puzzle(kind: GameKind, text: &str, most: usize) -> Result<Puzzle, NotAPuzzle> {
    let puzzle: Puzzle = serde_json::from_str(text)?;
    if puzzle.id != id_of(&puzzle.position) {
        return Err(NotAPuzzle::Id);
    }
    if !(1..=Puzzle::GRADES).contains(&puzzle.grade) {
        return Err(NotAPuzzle::Grade);
    }
    // The shipped books have all themes that the client has words for.
    if !puzzles(kind).iter().any(|one| one.theme == puzzle.theme) {
        return Err(NotAPuzzle::Theme);
    }
    if kind.position(&puzzle.position)?.acting().is_empty() {
        return Err(NotAPuzzle::Over);
    }
    let solution = puzzle.solution.iter().map(|text| kind.action(text));
    let solution: Vec<AnyAction> = solution
        .collect::<Result<_, _>>()
        .map_err(|_| NotAPuzzle::Solution)?;
    if solution.len() > most {
        return Err(NotAPuzzle::Solution);
    }
    if !puzzle.is_solved_by(kind, &solution) {
        return Err(NotAPuzzle::NotSolved);
    }
    Ok(puzzle)
}
