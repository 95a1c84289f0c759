//! The tiles of Tortus, from the box into hands, to the board and back.

use senda_rules::{
    BySeat, Seat,
    tortus::{COMPONENTS, Card, Dealt, Event},
};

use super::{Known, Moved};

/// What happens to cards in the event.
pub(super) fn moved(event: &Event) -> Moved {
    match event {
        Event::Opened {
            first,
            hands,
            board,
            ..
        } => dealt(*first, hands, board),
        _ => Moved::Nothing,
    }
}

fn dealt(first: Seat, hands: &BySeat<Vec<Card>>, board: &[Dealt]) -> Moved {
    Moved::Dealt {
        first,
        hands: hands
            .iter()
            .map(|(_, hand)| hand.iter().copied().map(number).collect())
            .collect(),
        pile: board.iter().map(|dealt| number(dealt.tile)).collect(),
    }
}

fn number(card: Card) -> Known {
    card.map(|tile| tile as u32)
}

/// Which card a shuffle names so: a shuffle numbers the tiles as they lie in the box, kind by kind.
pub(super) fn card(item: u32) -> u32 {
    let tile = COMPONENTS.every_tile().nth(item as usize);
    tile.map_or(item, |tile| tile as u32)
}

/// How a shuffle names the card of which there are `copy` others before it.
pub(super) fn item(card: u32, copy: u32) -> Option<u32> {
    let tiles = (0..).zip(COMPONENTS.every_tile());
    let mut alike = tiles.filter(|(_, tile)| *tile as u32 == card);
    alike.nth(copy as usize).map(|(item, _)| item)
}
