//! The card movements of Tsuro's events: tiles from the pile into hands and back.

use super::{Card, Event, Tile};
use crate::cards::{Cards, Known, Moved};

impl Cards for Event {
    const DIFFERENT: u32 = Tile::COUNT as u32;

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
            Self::Returned { hands, pile } => Moved::Returned {
                hands: hands
                    .iter()
                    .map(|returned| (returned.seat, numbers(&returned.tiles)))
                    .collect(),
                pile: numbers(pile),
            },
            Self::Drew { seat, tile } => Moved::Drew {
                seat: *seat,
                pile: 0,
                card: tile.map(|tile| tile.number().into()),
            },
            Self::Placed { seat, tile, .. } => Moved::Played {
                seat: *seat,
                card: tile.number().into(),
            },
            Self::Bonus { from, .. } => Moved::Offered { from: from.clone() },
            Self::Swapped { seat, give, take } => Moved::Swapped {
                seat: *seat,
                give: numbers(give),
                take: numbers(take),
            },
            // A tile that waits for a path to be chosen has its own `Placed` event later.
            Self::SetUp { .. }
            | Self::Laid { .. }
            | Self::Started { .. }
            | Self::Chose { .. }
            | Self::Resigned { .. }
            | Self::Dragon { .. }
            | Self::Turn { .. }
            | Self::Over { .. } => Moved::Nothing,
        }
    }
}

fn numbers(cards: &[Card]) -> Vec<Known> {
    let number = |card: &Card| card.map(|tile| tile.number().into());
    cards.iter().map(number).collect()
}
