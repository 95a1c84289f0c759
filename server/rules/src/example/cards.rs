//! The card movements of the example's events: from the deal into hands and onto the board.

use super::{CARDS, Card, Event};
use crate::cards::{Cards, Known, Moved};

impl Cards for Event {
    #[expect(clippy::cast_lossless, reason = "a constant can't call `From`")]
    const DIFFERENT: u32 = CARDS as u32 + 1;

    fn moved(&self) -> Moved {
        match self {
            Self::Opened {
                first, hands, pile, ..
            } => Moved::Dealt {
                first: Some(*first),
                hands: hands.iter().map(|(_, hand)| numbers(hand)).collect(),
                piles: vec![numbers(pile)],
                board: Vec::new(),
            },
            Self::Laid { seat, card, .. } => Moved::Played {
                seat: *seat,
                card: (*card).into(),
            },
            Self::SetUp { .. } | Self::Turn { .. } | Self::Resigned { .. } | Self::Over { .. } => {
                Moved::Nothing
            }
        }
    }
}

fn numbers(cards: &[Card]) -> Vec<Known> {
    cards.iter().map(|card| card.map(u32::from)).collect()
}
