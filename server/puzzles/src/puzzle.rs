//! A puzzle, its goal and its theme.

use senda_rules::{AnyAction, AnyGame, Game, GameKind, Seat, lesson::is_won, tag_first};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The letters of a puzzle's id.
const LETTERS: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";
/// The number of letters of a puzzle's id.
const ID_LETTERS: usize = 8;

/// A position in which the player to decide looks for the one decision, or the one line of
/// decisions, that reaches a goal.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Puzzle {
    /// The id, which follows from the position.
    pub id: String,
    /// The idea of the solution.
    pub theme: Theme,
    /// The goal of the player to decide.
    pub goal: Goal,
    /// The grade, from 1 (easy) to [`Puzzle::GRADES`].
    pub grade: u8,
    /// The position, as text.
    pub position: String,
    /// One shortest solution, as text. Every solution begins with its first decision, or with one
    /// that leads to the same position.
    pub solution: Vec<String>,
}

impl Puzzle {
    /// The highest grade.
    pub const GRADES: u8 = 5;

    /// Returns the position.
    ///
    /// # Panics
    /// Panics if the text is not a position of that game, which a test of all puzzles rules out.
    pub fn game(&self, kind: GameKind) -> AnyGame {
        kind.position(&self.position).expect("a puzzle's position")
    }

    /// Returns the seat that solves the puzzle.
    ///
    /// # Panics
    /// Panics as [`Puzzle::game`] does.
    pub fn seat(&self, kind: GameKind) -> Seat {
        solver(&self.game(kind))
    }

    /// Returns the decisions of the solution.
    ///
    /// # Panics
    /// Panics if a text is not a decision of that game, which a test of all puzzles rules out.
    pub fn decisions(&self, kind: GameKind) -> Vec<AnyAction> {
        let decision = |text: &String| kind.action(text).expect("a puzzle's decision");
        self.solution.iter().map(decision).collect()
    }
}

/// Returns the seat that solves a puzzle which begins with that game.
///
/// # Panics
/// Panics if no seat can decide anything.
pub fn solver(game: &AnyGame) -> Seat {
    game.acting().iter().next().expect("a seat to decide")
}

/// Returns the id of the puzzle with that position.
pub fn id_of(position: &str) -> String {
    let digest = Sha256::digest(position);
    let letter = |&byte: &u8| char::from(LETTERS[usize::from(byte % 32)]);
    digest.iter().take(ID_LETTERS).map(letter).collect()
}

tag_first! {
    #[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
    /// The goal of a puzzle.
    #[derive(Copy, Clone, Debug, Eq, PartialEq)]
    #[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
    #[cfg_attr(feature = "types", schemars(rename = "PuzzleGoal"))]
    pub enum Goal {
        /// Win the game alone, within this number of own turns.
        Win {
            /// The number of turns.
            turns: u8,
        },
        /// Throw at least this number of other players out in this turn, and stay in the game.
        Out {
            /// The number of players.
            players: u8,
        },
        /// Gain at least this much in this turn, and stay in the game. The unit is that of
        /// [`Game::gained`]: steps of the own marker, or escaped prisoners.
        Gain {
            /// The count.
            least: u16,
        },
    }
}

impl Goal {
    /// Returns the number of own turns within which the goal must be reached.
    pub const fn turns(self) -> u8 {
        match self {
            Self::Win { turns } => turns,
            Self::Out { .. } | Self::Gain { .. } => 1,
        }
    }

    /// Returns whether a seat that began with the game `before` has reached the goal.
    pub fn is_reached(self, before: &AnyGame, now: &AnyGame, seat: Seat) -> bool {
        let stays = now.still_in().contains(seat);
        match self {
            Self::Win { .. } => is_won(now, seat),
            Self::Out { players } => {
                let out = before.still_in().iter().count() - now.still_in().iter().count();
                stays && out >= usize::from(players)
            }
            Self::Gain { least } => {
                stays && now.gained(seat).saturating_sub(before.gained(seat)) >= least
            }
        }
    }
}

/// The idea of a solution: what a first hint names.
#[derive(Copy, Clone, Debug, Eq, Ord, PartialEq, PartialOrd, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "types", schemars(rename = "PuzzleTheme"))]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    /// A way that ends the game with one tile.
    Win,
    /// A tile that throws several players out.
    SeveralOut,
    /// A tile that is a long way for the own marker.
    LongWay,
    /// A plan that wins against every answer.
    Ending,
    /// A single push into the pit.
    Pit,
    /// A chain of several captures.
    Chain,
    /// A star that repeats an instruction.
    Star,
    /// A jump of a knight.
    Knight,
    /// An own pawn that is pushed on.
    OwnPawn,
    /// A gap that is filled with the right tile.
    Refill,
    /// A tile that is turned, swapped or opened first.
    Prepare,
    /// A tile that opens the way out.
    WayOut,
    /// A tile that is moved, exchanged or turned and opens the way out.
    Change,
    /// Several prisoners who escape in one turn.
    SeveralFree,
}
