//! The findings of a check.

use senda_rules::{Commitment, Nonce, Seat, cards::Known};
use serde::Serialize;

/// A deviation of a game from its commitment. Steps, positions and shuffles are counted from 0.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
#[expect(missing_docs, reason = "the codes of `docs/game-file.md`")]
pub enum Finding {
    /// The commitment was not computed from the secret.
    Commitment {},
    /// The player was shown another commitment before the game.
    OtherCommitment { noted: Commitment },
    /// The contribution of the player's device to the seed is missing.
    Nonce { noted: Nonce },
    /// A shuffle is missing, or is made twice.
    Number {
        step: usize,
        expected: u32,
        found: u32,
    },
    /// The drawn number is not the one that the secret determines.
    Pick {
        step: usize,
        number: u32,
        expected: Option<u32>,
        found: u32,
    },
    /// The shuffled items are not those that were there to shuffle.
    Items { step: usize, number: u32 },
    /// A card is not at the position that the secret determines.
    Tile {
        step: usize,
        number: u32,
        position: usize,
        expected: u32,
        found: Known,
    },
    /// The drawn card is not the next one of the pile.
    Draw {
        step: usize,
        seat: Seat,
        expected: Known,
        found: Known,
    },
    /// A card that was not in a hand left it.
    Hand {
        step: usize,
        seat: Seat,
        tile: Known,
    },
    /// The card that lay hidden on this place of the board, or that was taken from it, is not
    /// the one that was put there.
    Place {
        step: usize,
        place: String,
        expected: Known,
        found: Known,
    },
    /// The hidden card on this place does not have the rotation that was drawn for it.
    Turn {
        step: usize,
        place: String,
        expected: Known,
        found: u32,
    },
    /// Decisions are taken back where there are none.
    TookBack { step: usize },
    /// A chance event happened without a shuffle.
    Unshuffled { step: usize },
    /// A shuffle had no effect on the game.
    Unused { step: usize, number: u32 },
}
