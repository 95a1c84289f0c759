//! What a check can find.

use senda_rules::{Commitment, Nonce, Seat, cards::Known};
use serde::Serialize;

/// Something that is not as it was committed to. Steps, positions and shuffles count from 0.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
#[allow(missing_docs)] // the codes of `docs/game-file.md`
pub enum Finding {
    /// The secret is not what was committed to.
    Commitment {},
    /// Someone was shown another commitment before the game.
    OtherCommitment { noted: Commitment },
    /// What someone's device added to the seed is not in it.
    Nonce { noted: Nonce },
    /// A shuffle is missing, or one is made twice.
    Number {
        step: usize,
        expected: u32,
        found: u32,
    },
    /// Another number was drawn.
    Pick {
        step: usize,
        number: u32,
        expected: Option<u32>,
        found: u32,
    },
    /// What was shuffled is not what lay there.
    Items { step: usize, number: u32 },
    /// Another card lay in this place.
    Tile {
        step: usize,
        number: u32,
        position: usize,
        expected: u32,
        found: Known,
    },
    /// Another card was drawn than the next one of the pile.
    Draw {
        step: usize,
        seat: Seat,
        expected: Known,
        found: Known,
    },
    /// A card left a hand that had not been dealt to it.
    Hand {
        step: usize,
        seat: Seat,
        tile: Known,
    },
    /// Another card lay hidden on this place of the board, or was taken from it.
    Place {
        step: usize,
        place: String,
        expected: Known,
        found: Known,
    },
    /// The card that lay hidden there was turned otherwise.
    Turn {
        step: usize,
        place: String,
        expected: Known,
        found: u32,
    },
    /// Something is taken back where nothing was decided.
    TookBack { step: usize },
    /// Something was left to chance without a shuffle.
    Unshuffled { step: usize },
    /// Nothing came of a shuffle.
    Unused { step: usize, number: u32 },
}
