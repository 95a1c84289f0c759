//! How shuffles name cards.

use senda_rules::{
    AnyEvent, GameKind,
    cards::{Known, Moved},
};

use super::Shuffle;

/// How a shuffle names these cards, from the smallest: by their numbers, and where one is there again, by
/// that of the one before it plus the number of different cards. `None` where one is hidden.
pub(super) fn named(kind: GameKind, cards: &[Known]) -> Option<Vec<u32>> {
    let different = kind.different_cards();
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
    let shuffled = events.iter().filter_map(|event| match event.moved() {
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
    item % kind.different_cards()
}
