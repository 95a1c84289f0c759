//! The aims of a search within a turn, and the values of the ends that it compares.

use std::cmp::Reverse;

/// The aim of a search.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) enum Goal {
    /// The most escapes.
    Escapes,
    /// The best end of the round.
    Ending,
    /// The end of the game in which the seat alone is first.
    Win,
}

/// The value of the end of a turn. The greatest is the best.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Ord, PartialOrd)]
pub(super) struct Score {
    /// 1 if the seat has won the game alone, -1 if it ended otherwise.
    pub(super) game: i8,
    /// The prisoners that have escaped in the turn.
    pub(super) freed: u8,
    /// The prisoners of the seat that are lost.
    pub(super) lost: Reverse<u8>,
    /// The prisoners of other seats that are lost.
    pub(super) taken: u8,
    /// The number of decisions that lead there.
    pub(super) length: Reverse<u8>,
}

impl Score {
    /// Returns the same value as it is before one more decision.
    pub(super) fn after_one(self) -> Self {
        Self {
            length: Reverse(self.length.0 + 1),
            ..self
        }
    }

    /// Returns the value without the number of decisions.
    pub(super) fn without_length(self) -> Self {
        Self {
            length: Reverse(0),
            ..self
        }
    }
}
