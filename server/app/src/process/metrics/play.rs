//! Counts what rooms do: decisions, games, the time until a record is stored, and the messages that
//! wait.

use std::sync::atomic::{AtomicU64, Ordering};

use senda_rules::GameKind;
use senda_store::process::{Histogram, ITEMS, TIMES};

/// A count for each game.
type PerGame = [AtomicU64; GameKind::ALL.len()];

/// The figures of all rooms' work.
#[derive(Debug)]
pub struct Play {
    moves: PerGame,
    started: PerGame,
    ended: PerGame,
    /// The time from a step until its record is stored, in microseconds.
    pub append: Histogram,
    /// The number of messages that wait in a room when it takes one.
    pub inbox: Histogram,
}

impl Default for Play {
    fn default() -> Self {
        Self {
            moves: PerGame::default(),
            started: PerGame::default(),
            ended: PerGame::default(),
            append: Histogram::new(TIMES),
            inbox: Histogram::new(ITEMS),
        }
    }
}

impl Play {
    /// Counts the decisions of a stored record.
    pub fn add_moves(&self, game: GameKind, moves: u64) {
        self.moves[game as usize].fetch_add(moves, Ordering::Relaxed);
    }

    /// Counts a game that was started.
    pub fn add_started(&self, game: GameKind) {
        self.started[game as usize].fetch_add(1, Ordering::Relaxed);
    }

    /// Counts a game that has ended.
    pub fn add_ended(&self, game: GameKind) {
        self.ended[game as usize].fetch_add(1, Ordering::Relaxed);
    }

    /// Returns the number of decisions in games of that kind since the start.
    pub fn moves(&self, game: GameKind) -> u64 {
        self.moves[game as usize].load(Ordering::Relaxed)
    }

    /// Returns the number of games of that kind that were started since the start of the process.
    pub fn started(&self, game: GameKind) -> u64 {
        self.started[game as usize].load(Ordering::Relaxed)
    }

    /// Returns the number of games of that kind that have ended since the start.
    pub fn ended(&self, game: GameKind) -> u64 {
        self.ended[game as usize].load(Ordering::Relaxed)
    }
}
