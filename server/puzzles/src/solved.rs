//! Measures how often bots find the solution of a puzzle.

use senda_bots::{Budget, Level, choose};
use senda_rules::{AnyGame, Game, Viewer, lesson::LessonResult};

use crate::{Puzzle, attempt::Course, puzzle::solver};

/// The number of decisions after which a bot has failed.
const DECISIONS: usize = 64;
/// The iterations of the bots that search.
const ITERATIONS: u32 = 200;

/// The number of tries that solve a puzzle, of [`Solved::TRIES`] of each level.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Solved {
    /// The tries of easy that succeed.
    pub easy: u64,
    /// The tries of medium that succeed.
    pub medium: u64,
    /// The tries of hard that succeed.
    pub hard: u64,
}

impl Solved {
    /// The number of tries of each level.
    pub const TRIES: u64 = 12;

    /// Lets bots of all levels try to solve a puzzle.
    ///
    /// # Panics
    /// Panics if a bot chooses an illegal decision, which no bot does.
    pub fn measure(puzzle: &Puzzle, game: &AnyGame) -> Self {
        let solved = |level| {
            let tries = (0..Self::TRIES).filter(|&seed| solves(puzzle, game, level, seed));
            u64::try_from(tries.count()).expect("a few tries")
        };
        Self {
            easy: solved(Level::Easy),
            medium: solved(Level::Medium),
            hard: solved(Level::Hard),
        }
    }

    /// Returns whether the solution is obvious: even easy usually finds it.
    pub const fn is_obvious(self) -> bool {
        self.easy * 2 > Self::TRIES
    }

    /// Returns the number of tries of easy and medium that succeed. They play as people do who see
    /// a position for the first time.
    pub const fn at_first_sight(self) -> u64 {
        self.easy + self.medium
    }
}

/// Returns whether a bot reaches the goal with its own decisions.
fn solves(puzzle: &Puzzle, game: &AnyGame, level: Level, seed: u64) -> bool {
    let mut course = Course::new(puzzle.goal, game.clone());
    let seat = solver(game);
    for _ in 0..DECISIONS {
        let view = course.game.view(Viewer::Seat(seat));
        let Some(choice) = choose(&view, seat, level, &Budget::iterations(ITERATIONS), seed) else {
            return false;
        };
        if course.decide(&choice.action).is_err() || course.result != LessonResult::Open {
            return course.result == LessonResult::Reached;
        }
    }
    false
}
