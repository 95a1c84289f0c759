//! What an event says of cards, told in the same way for every game: enough to follow shuffled cards
//! from the pile into hands and back, without a rule of any game.

use senda_rules::{AnyEvent, GameKind, Seat, tsuro};

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
        tsuro::Event::Bonus { from, .. } => Moved::Offered { from: from.clone() },
        tsuro::Event::Swapped { seat, give, take } => Moved::Swapped {
            seat: *seat,
            give: numbers(give),
            take: numbers(take),
        },
        // A tile that waits for a path to be chosen is `Placed` afterwards.
        tsuro::Event::Laid { .. }
        | tsuro::Event::Started { .. }
        | tsuro::Event::Chose { .. }
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

/// How a shuffle names these cards, from the smallest: by their numbers, and where one is there again, by
/// that of the one before it plus the number of different cards. `None` where one is hidden.
pub(super) fn named(kind: GameKind, cards: &[Known]) -> Option<Vec<u32>> {
    let different = different(kind);
    let mut cards: Vec<u32> = cards.iter().copied().collect::<Option<_>>()?;
    cards.sort_unstable();
    for place in 1..cards.len() {
        if cards[place] == cards[place - 1] % different {
            cards[place] = cards[place - 1].checked_add(different)?;
        }
    }
    cards.sort_unstable();
    Some(cards)
}

/// The card that a shuffle names so.
pub(super) fn card(kind: GameKind, item: u32) -> u32 {
    item % different(kind)
}

/// How many cards there are that look different.
fn different(kind: GameKind) -> u32 {
    match kind {
        GameKind::Tsuro => tsuro::Tile::COUNT.into(),
    }
}

/// The version of the rules that the opening event carries.
pub(super) fn rules(event: &AnyEvent) -> Option<u16> {
    match event {
        AnyEvent::Tsuro(tsuro::Event::Opened { rules, .. }) => Some(*rules),
        AnyEvent::Tsuro(_) => None,
    }
}
