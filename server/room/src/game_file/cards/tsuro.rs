//! The tiles of Tsuro, from the pile into hands and back.

use senda_rules::tsuro::{Card, Event, Tile};

use super::{Known, Moved};

/// What happens to cards in the event.
pub(super) fn moved(event: &Event) -> Moved {
    match event {
        Event::Opened {
            first, hands, pile, ..
        } => Moved::Dealt {
            first: *first,
            hands: hands.iter().map(|(_, hand)| numbers(hand)).collect(),
            pile: numbers(pile),
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

/// Which card a shuffle names so: of each tile there may be several, and they come after all different ones.
pub(super) fn card(item: u32) -> u32 {
    item % u32::from(Tile::COUNT)
}

/// How a shuffle names the card of which there are `copy` others before it.
pub(super) fn item(card: u32, copy: u32) -> Option<u32> {
    copy.checked_mul(Tile::COUNT.into())?.checked_add(card)
}
