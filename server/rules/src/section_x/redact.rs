//! What a viewer may know of an event.

use super::{Card, Event};
use crate::Viewer;

/// The event with each tile that the viewer may not know taken out: a drawn tile is its owner's, a tile of a pile
/// nobody's, unless the piles lie face up: then the top of each and what is drawn are everybody's (stock; expert).
/// All else happens on the board for all to see.
///
/// It depends on nothing that happens later in the game but its end, so that an event told again says no more
/// than it did when it was told first.
pub(super) fn redact(event: &Event, viewer: Viewer, all: bool, open_piles: bool) -> Event {
    let masked = |piles: &[Vec<Card>]| -> Vec<Vec<Card>> {
        let pile = |pile: &Vec<Card>| {
            let card = |(place, card): (usize, &Card)| {
                let sees = all || open_piles && place == 0;
                card.filter(|_| sees)
            };
            pile.iter().enumerate().map(card).collect()
        };
        piles.iter().map(pile).collect()
    };
    match event {
        Event::Opened {
            rules,
            first,
            piles,
        } => Event::Opened {
            rules: *rules,
            first: *first,
            piles: masked(piles),
        },
        Event::Round { number, piles } => Event::Round {
            number: *number,
            piles: masked(piles),
        },
        Event::Drew { seat, pile, tile } => {
            let sees = all || open_piles || viewer == Viewer::Seat(*seat);
            Event::Drew {
                seat: *seat,
                pile: *pile,
                tile: tile.filter(|_| sees),
            }
        }
        Event::Turn { .. }
        | Event::Placed { .. }
        | Event::Exchanged { .. }
        | Event::Relocated { .. }
        | Event::Turned { .. }
        | Event::Skipped {}
        | Event::Tied { .. }
        | Event::Fought { .. }
        | Event::Stepped { .. }
        | Event::ZoneTaken { .. }
        | Event::DoorPut { .. }
        | Event::KeyDue { .. }
        | Event::KeyWon { .. }
        | Event::KeyLost { .. }
        | Event::Collapsed(_)
        | Event::LastRound {}
        | Event::Resigned { .. }
        | Event::Over { .. } => event.clone(),
    }
}
