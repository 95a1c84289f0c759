//! Redacts events for a viewer.

use super::{Card, Event, Returned, table::Table};
use crate::{BySeat, Seat, Viewer};

/// Returns the event without the tiles that the viewer may not know. Before the game is over, a
/// hand and the tiles drawn into it are visible only to their owner, and the order of the pile to
/// no player.
///
/// While the game goes on, the result does not depend on later events, so that a repeated event
/// discloses no more than its first delivery. With open hands every viewer sees what the owners
/// see.
pub(super) fn redact(event: &Event, viewer: Viewer, table: &Table) -> Event {
    let open = table.over || table.options.open_hands;
    let sees = |seat: Seat| open || viewer == Viewer::Omniscient || viewer == Viewer::Seat(seat);
    let sees_pile = table.over || viewer == Viewer::Omniscient;
    match event {
        Event::Opened {
            rules,
            first,
            hands,
            pile,
        } => Event::Opened {
            rules: *rules,
            first: *first,
            hands: BySeat::new(hands.seats(), |seat| cards(&hands[seat], sees(seat))),
            pile: cards(pile, sees_pile),
        },
        Event::Returned { hands, pile } => Event::Returned {
            hands: hands
                .iter()
                .map(|Returned { seat, tiles }| Returned {
                    seat: *seat,
                    tiles: cards(tiles, sees(*seat)),
                })
                .collect(),
            pile: cards(pile, sees_pile),
        },
        Event::Drew { seat, tile } => Event::Drew {
            seat: *seat,
            tile: tile.filter(|_| sees(*seat)),
        },
        Event::Swapped { seat, give, take } => Event::Swapped {
            seat: *seat,
            give: cards(give, sees(*seat)),
            take: cards(take, sees(*seat)),
        },
        Event::Started { .. }
        | Event::Chose { .. }
        | Event::Laid { .. }
        | Event::Bonus { .. }
        | Event::Placed { .. }
        | Event::Resigned { .. }
        | Event::Dragon { .. }
        | Event::Turn { .. }
        | Event::Over { .. } => event.clone(),
    }
}

fn cards(cards: &[Card], seen: bool) -> Vec<Card> {
    cards.iter().map(|card| card.filter(|_| seen)).collect()
}
