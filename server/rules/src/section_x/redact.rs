//! Redacts events for a viewer.

use super::{Card, Event};
use crate::Viewer;

/// Returns the event without the tiles that the viewer may not know. Only its owner sees a drawn
/// tile, and no viewer sees the tiles of a pile. If the piles lie face up, every viewer sees the
/// top tile of each pile and every drawn tile (stock; expert). All other events happen openly on
/// the board.
///
/// The result depends on nothing that happens later, except the end of the game. An event that is
/// sent again therefore reveals no more than it did the first time.
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
