//! The naming of cards in shuffles.

use senda_rules::{
    AnyEvent, GameKind,
    cards::{Known, Moved},
};

use super::Shuffle;

/// Returns the names that a shuffle gives to these cards, in ascending order. The name of a card is
/// its number. Each further card with the same number gets the name of the previous one plus the
/// number of different cards. Returns `None` if a card is hidden.
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

/// Returns the shuffles of cards that follow from these events. The first of them gets the number
/// `first`.
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

/// Returns the card that a name in a shuffle stands for.
pub(super) fn card(kind: GameKind, item: u32) -> u32 {
    item % kind.different_cards()
}
