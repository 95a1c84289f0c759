//! The tiles of Tsuro, from the pile into hands and back.

use senda_rules::tsuro::{Card, Event, Tile};

use super::{Known, Moved};

/// How many tiles there are that look different.
#[allow(clippy::cast_lossless)] // in a constant
pub(super) const DIFFERENT: u32 = Tile::COUNT as u32;

/// What happens to cards in the event.
pub(super) fn moved(event: &Event) -> Moved {
    match event {
        Event::Opened {
            first, hands, pile, ..
        } => Moved::Dealt {
            first: Some(*first),
            hands: hands.iter().map(|(_, hand)| numbers(hand)).collect(),
            piles: vec![numbers(pile)],
            board: Vec::new(),
        },
        Event::Returned { hands, pile } => Moved::Returned {
            hands: hands
                .iter()
                .map(|returned| (returned.seat, numbers(&returned.tiles)))
                .collect(),
            pile: numbers(pile),
        },
        Event::Drew { seat, tile } => Moved::Drew {
            seat: *seat,
            pile: 0,
            card: tile.map(|tile| tile.number().into()),
        },
        Event::Placed { seat, tile, .. } => Moved::Played {
            seat: *seat,
            card: tile.number().into(),
        },
        Event::Bonus { from, .. } => Moved::Offered { from: from.clone() },
        Event::Swapped { seat, give, take } => Moved::Swapped {
            seat: *seat,
            give: numbers(give),
            take: numbers(take),
        },
        // A tile that waits for a path to be chosen is `Placed` afterwards.
        Event::Laid { .. }
        | Event::Started { .. }
        | Event::Chose { .. }
        | Event::Resigned { .. }
        | Event::Dragon { .. }
        | Event::Turn { .. }
        | Event::Over { .. } => Moved::Nothing,
    }
}

fn numbers(cards: &[Card]) -> Vec<Known> {
    let number = |card: &Card| card.map(|tile| tile.number().into());
    cards.iter().map(number).collect()
}
