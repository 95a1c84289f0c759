//! What an event says of cards, told in the same way for every game: enough to follow shuffled cards
//! from the pile into hands and back, without a rule of any game.

mod tortus;
mod tsuro;

use senda_rules::{AnyEvent, GameKind, Seat};

/// A card's number, or that the event hides it.
pub(super) type Known = Option<u32>;

/// What happens to cards in an event.
pub(super) enum Moved {
    /// Nothing.
    Nothing,
    /// Shuffled cards are dealt to the hands, seat by seat; the rest is the pile, the next card first.
    Dealt {
        first: Seat,
        hands: Vec<Vec<Known>>,
        pile: Vec<Known>,
    },
    /// Hands go back to the pile, which is shuffled.
    Returned {
        hands: Vec<(Seat, Vec<Known>)>,
        pile: Vec<Known>,
    },
    /// The next card of the pile goes into a hand.
    Drew { seat: Seat, card: Known },
    /// A card leaves a hand for good.
    Played { seat: Seat, card: u32 },
    /// These hands can be swapped with.
    Offered { from: Vec<Seat> },
    /// Cards of a hand are swapped with some of those on offer; what is left of these is laid aside.
    Swapped {
        seat: Seat,
        give: Vec<Known>,
        take: Vec<Known>,
    },
}

/// What happens to cards in the event.
pub(super) fn moved(event: &AnyEvent) -> Moved {
    match event {
        AnyEvent::Tsuro(event) => tsuro::moved(event),
        AnyEvent::Tortus(event) => tortus::moved(event),
    }
}

/// How a shuffle names these cards, from the smallest: each by its number, and where there are several that look
/// alike, by the numbers that follow for them. `None` where one is hidden, or there are more than a box has.
pub(super) fn named(kind: GameKind, cards: &[Known]) -> Option<Vec<u32>> {
    let mut cards: Vec<u32> = cards.iter().copied().collect::<Option<_>>()?;
    cards.sort_unstable();
    let mut items = Vec::with_capacity(cards.len());
    for alike in cards.chunk_by(|a, b| a == b) {
        for (copy, &card) in (0..).zip(alike) {
            items.push(item(kind, card, copy)?);
        }
    }
    items.sort_unstable();
    Some(items)
}

/// How a shuffle names a card of which there are `copy` others before it.
fn item(kind: GameKind, card: u32, copy: u32) -> Option<u32> {
    match kind {
        GameKind::Tsuro => tsuro::item(card, copy),
        GameKind::Tortus => tortus::item(card, copy),
    }
}

/// The card that a shuffle names so; what the box has not stands for itself.
pub(super) fn card(kind: GameKind, item: u32) -> u32 {
    match kind {
        GameKind::Tsuro => tsuro::card(item),
        GameKind::Tortus => tortus::card(item),
    }
}
