//! What an event says of cards, told in the same way for every game: enough to follow shuffled cards
//! from the pile into hands, to the board and back, without a rule of any game.

mod section_x;
mod tortus;
mod tsuro;

use senda_rules::{AnyEvent, GameKind, Seat};

use super::Shuffle;

/// A card's number, or that the event hides it.
pub(super) type Known = Option<u32>;

/// A card on the board.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) struct Lying {
    /// Which.
    pub card: Known,
    /// Quarter turns clockwise, drawn for it when it was laid.
    pub turn: Known,
}

/// What happens to cards in an event. A `place` of the board is named as in the event.
pub(super) enum Moved {
    /// Nothing.
    Nothing,
    /// Cards are shuffled and dealt: first to the hands, seat by seat, then to the piles, one after the other, the
    /// next card of each first, then to the board, where each is turned by chance. Nothing else is in a hand then.
    Dealt {
        /// Who plays first, where the event says so.
        first: Option<Seat>,
        hands: Vec<Vec<Known>>,
        piles: Vec<Vec<Known>>,
        board: Vec<(String, Lying)>,
    },
    /// Hands go back to the pile, which is shuffled.
    Returned {
        hands: Vec<(Seat, Vec<Known>)>,
        pile: Vec<Known>,
    },
    /// The next card of a pile goes into a hand.
    Drew {
        seat: Seat,
        pile: usize,
        card: Known,
    },
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
    /// What lay hidden on the board is seen.
    Revealed { place: String, card: u32, turn: u32 },
    /// A card of a hand changes places with one of the board.
    Traded {
        seat: Seat,
        place: String,
        laid: u32,
        taken: u32,
    },
    /// A card of the board goes into a hand.
    Taken { seat: Seat, place: String },
    /// A card of a hand is laid on the board.
    Laid {
        seat: Seat,
        place: String,
        card: u32,
    },
}

/// What happens to cards in the event.
pub(super) fn moved(event: &AnyEvent) -> Moved {
    match event {
        AnyEvent::Tsuro(event) => tsuro::moved(event),
        AnyEvent::Tortus(event) => tortus::moved(event),
        AnyEvent::SectionX(event) => section_x::moved(event),
    }
}

/// How many cards there are that look different.
fn different(kind: GameKind) -> u32 {
    match kind {
        GameKind::Tsuro => tsuro::DIFFERENT,
        GameKind::Tortus => tortus::DIFFERENT,
        GameKind::SectionX => section_x::DIFFERENT,
    }
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

/// The shuffles of cards that these events tell of, the first of that number.
pub(super) fn orders(kind: GameKind, events: &[AnyEvent], first: u32) -> Vec<Shuffle> {
    let shuffled = events.iter().filter_map(|event| match moved(event) {
        Moved::Dealt {
            hands,
            piles,
            board,
            ..
        } => {
            let board = board.into_iter().map(|(_, lying)| lying.card);
            let cards = hands.into_iter().chain(piles).flatten().chain(board);
            named(kind, &cards.collect::<Vec<_>>())
        }
        Moved::Returned { pile, .. } => named(kind, &pile),
        _ => None,
    });
    let order = |(number, items)| Shuffle::Order { number, items };
    (first..).zip(shuffled).map(order).collect()
}

/// The card that a shuffle names so.
pub(super) fn card(kind: GameKind, item: u32) -> u32 {
    item % different(kind)
}
