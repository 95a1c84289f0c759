//! What an event says of cards, told in the same way for every game: enough to follow shuffled cards
//! from the pile into hands and back, without a rule of any game.

use senda_rules::{AnyEvent, Seat, tsuro};

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
}

/// What happens to cards in the event.
pub(super) fn moved(event: &AnyEvent) -> Moved {
    match event {
        AnyEvent::Tsuro(event) => tsuro_moved(event),
    }
}

fn tsuro_moved(event: &tsuro::Event) -> Moved {
    match event {
        tsuro::Event::Opened {
            first, hands, pile, ..
        } => Moved::Dealt {
            first: *first,
            hands: hands.iter().map(|(_, hand)| numbers(hand)).collect(),
            pile: numbers(pile),
        },
        tsuro::Event::Returned { hands, pile } => Moved::Returned {
            hands: hands
                .iter()
                .map(|returned| (returned.seat, numbers(&returned.tiles)))
                .collect(),
            pile: numbers(pile),
        },
        tsuro::Event::Drew { seat, tile } => Moved::Drew {
            seat: *seat,
            card: tile.map(|tile| tile.number().into()),
        },
        tsuro::Event::Placed { seat, tile, .. } => Moved::Played {
            seat: *seat,
            card: tile.number().into(),
        },
        tsuro::Event::Started { .. }
        | tsuro::Event::Chose { .. }
        | tsuro::Event::Laid { .. }
        | tsuro::Event::Bonus { .. }
        | tsuro::Event::Swapped { .. }
        | tsuro::Event::Resigned { .. }
        | tsuro::Event::Dragon { .. }
        | tsuro::Event::Turn { .. }
        | tsuro::Event::Over { .. } => Moved::Nothing,
    }
}

fn numbers(cards: &[tsuro::Card]) -> Vec<Known> {
    let number = |card: &tsuro::Card| card.map(|tile| tile.number().into());
    cards.iter().map(number).collect()
}

/// The version of the rules that the opening event carries.
pub(super) fn rules(event: &AnyEvent) -> Option<u16> {
    match event {
        AnyEvent::Tsuro(tsuro::Event::Opened { rules, .. }) => Some(*rules),
        AnyEvent::Tsuro(_) => None,
    }
}
