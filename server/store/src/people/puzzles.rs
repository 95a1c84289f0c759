//! The attempts of people at puzzles, and the ratings that follow from them.

use senda_ratings::{Placed, Rating, rate};
use senda_room::{PlayerId, Time};

use crate::{ReadError, Store, statement::Statements};

/// A change of a person's record with puzzles.
#[derive(Clone, Debug)]
pub struct PuzzleWrite {
    /// The person.
    pub player: PlayerId,
    /// The kind of the game, by its name in the protocol.
    pub game: &'static str,
    /// The id of the puzzle.
    pub puzzle: String,
    /// The time.
    pub at: Time,
    /// The event.
    pub event: PuzzleEvent,
}

/// An event in a person's record with a puzzle.
#[derive(Copy, Clone, Debug)]
pub enum PuzzleEvent {
    /// The person has seen a decision of the solution before their first attempt ended, which
    /// counts as a failure but not for the ratings.
    Hinted,
    /// The first attempt has ended.
    First {
        /// Whether it reached the goal.
        is_solved: bool,
        /// The person's record after it.
        player: PuzzlePlayer,
        /// The rating of the puzzle after it.
        puzzle: Rating,
    },
    /// A later attempt has ended.
    Again {
        /// Whether it reached the goal.
        is_solved: bool,
    },
}

/// The record of a person with the puzzles of a game.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct PuzzlePlayer {
    /// The rating as a solver.
    pub rating: Rating,
    /// The number of puzzles in a row up to the last one that the first attempt solved.
    pub streak: u32,
    /// The longest such row.
    pub best: u32,
}

impl PuzzlePlayer {
    /// The record of a person before the first puzzle.
    pub const START: Self = Self {
        rating: Rating::START,
        streak: 0,
        best: 0,
    };

    /// Returns the record after a first attempt at a puzzle with that rating, and the rating of the
    /// puzzle: a person who solves it has won against it.
    #[must_use]
    pub fn after(self, puzzle: Rating, is_solved: bool) -> (Self, Rating) {
        let (own, other) = if is_solved { (1, 2) } else { (2, 1) };
        let placed = |rating, place| Placed { rating, place };
        let rated = rate(&[placed(self.rating, own), placed(puzzle, other)]);
        let streak = if is_solved { self.streak + 1 } else { 0 };
        let player = Self {
            rating: rated[0],
            streak,
            best: self.best.max(streak),
        };
        (player, rated[1])
    }
}

/// The attempts of a person at one puzzle.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct PuzzleTry {
    /// The kind of the game, by its name in the protocol.
    pub game: String,
    /// The id of the puzzle.
    pub puzzle: String,
    /// The number of attempts that ended.
    pub tries: u32,
    /// Whether an attempt reached the goal.
    pub is_solved: bool,
    /// Whether the first attempt did, without a hint.
    pub is_first_right: bool,
}

/// The row of a try: the game, the puzzle, the tries and whether it is solved.
type TryRow = (String, String, i64, i64);

impl From<TryRow> for PuzzleTry {
    fn from((game, puzzle, tries, solved): TryRow) -> Self {
        Self {
            game,
            puzzle,
            tries: small(tries),
            is_solved: solved > 0,
            is_first_right: solved > 1,
        }
    }
}

/// Returns a count of the database, which is never greater than a 32-bit number.
fn small(count: i64) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

impl Statements {
    /// Adds the statements of a change of a person's record with puzzles.
    pub(crate) fn puzzle(&mut self, write: &PuzzleWrite) {
        let PuzzleWrite {
            player,
            game,
            puzzle,
            at,
            event,
        } = write;
        let (tries, solved) = match event {
            PuzzleEvent::Hinted => (0_u32, 0),
            PuzzleEvent::First { is_solved, .. } => (1, 2 * i64::from(*is_solved)),
            PuzzleEvent::Again { is_solved } => (1, i64::from(*is_solved)),
        };
        self.add(
            "insert into puzzle_try (player, game, puzzle, tries, solved, at)
             values ($1, $2, $3, $4, $5, $6) on conflict (player, game, puzzle) do update set
                tries = puzzle_try.tries + excluded.tries, at = excluded.at,
                solved = case when puzzle_try.solved > excluded.solved
                    then puzzle_try.solved else excluded.solved end",
            (player, *game, puzzle, tries, solved, at),
        );
        match event {
            PuzzleEvent::Hinted => self.add(
                "update puzzle_player set streak = 0 where player = $1 and game = $2",
                (player, *game),
            ),
            PuzzleEvent::First {
                player: own,
                puzzle: rating,
                ..
            } => {
                self.add(
                    "insert into puzzle_player
                        (player, game, skill, uncertainty, games, streak, best)
                     values ($1, $2, $3, $4, $5, $6, $7) on conflict (player, game) do update set
                        skill = excluded.skill, uncertainty = excluded.uncertainty,
                        games = excluded.games, streak = excluded.streak, best = excluded.best",
                    (
                        player,
                        *game,
                        own.rating.skill,
                        own.rating.uncertainty,
                        own.rating.games,
                        own.streak,
                        own.best,
                    ),
                );
                self.add(
                    "insert into puzzle_rating (game, puzzle, skill, uncertainty, games)
                     values ($1, $2, $3, $4, $5) on conflict (game, puzzle) do update set
                        skill = excluded.skill, uncertainty = excluded.uncertainty,
                        games = excluded.games",
                    (
                        *game,
                        puzzle,
                        rating.skill,
                        rating.uncertainty,
                        rating.games,
                    ),
                );
            }
            PuzzleEvent::Again { .. } => {}
        }
    }
}

impl Store {
    /// Returns the record of a person with the puzzles of a game.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn puzzle_player(
        &self,
        player: PlayerId,
        game: &str,
    ) -> Result<PuzzlePlayer, ReadError> {
        let own = "select skill, uncertainty, games, streak, best from puzzle_player
            where player = $1 and game = $2";
        let own: Option<(i64, i64, i64, i64, i64)> =
            self.database.first(own, (player, game)).await?;
        Ok(own.map_or(
            PuzzlePlayer::START,
            |(skill, uncertainty, games, streak, best)| PuzzlePlayer {
                rating: Rating {
                    skill,
                    uncertainty,
                    games: small(games),
                },
                streak: small(streak),
                best: small(best),
            },
        ))
    }

    /// Returns the rating of a puzzle.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn puzzle_rating(&self, game: &str, puzzle: &str) -> Result<Rating, ReadError> {
        let rating = "select skill, uncertainty, games from puzzle_rating
            where game = $1 and puzzle = $2";
        let rating: Option<(i64, i64, i64)> = self.database.first(rating, (game, puzzle)).await?;
        Ok(
            rating.map_or(Rating::START, |(skill, uncertainty, games)| Rating {
                skill,
                uncertainty,
                games: small(games),
            }),
        )
    }

    /// Returns the attempts of a person at a puzzle; `None` before the first.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn puzzle_try(
        &self,
        player: PlayerId,
        game: &str,
        puzzle: &str,
    ) -> Result<Option<PuzzleTry>, ReadError> {
        let one = "select game, puzzle, tries, solved from puzzle_try
            where player = $1 and game = $2 and puzzle = $3";
        let row: Option<TryRow> = self.database.first(one, (player, game, puzzle)).await?;
        Ok(row.map(PuzzleTry::from))
    }

    /// Returns the attempts of a person at all puzzles, in the order of their ids.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn puzzle_tries(&self, player: PlayerId) -> Result<Vec<PuzzleTry>, ReadError> {
        let all = "select game, puzzle, tries, solved from puzzle_try
            where player = $1 order by game, puzzle";
        let rows: Vec<TryRow> = self.database.all(all, player).await?;
        Ok(rows.into_iter().map(PuzzleTry::from).collect())
    }
}
