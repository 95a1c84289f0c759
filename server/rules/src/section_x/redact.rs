//! Redacts events for a viewer.

use super::Event;
use crate::{Viewer, game::hide_unless};

/// Returns the event without the tiles that the viewer may not know. Only its owner and a viewer of
/// all hands see a drawn tile, and no viewer sees the tiles of a pile. If the piles lie face up,
/// every viewer sees the top tile of each pile and every drawn tile (stock; expert). All other
/// events happen openly on the board.
///
/// The result depends on nothing that happens later, except the end of the game. An event that is
/// sent again therefore reveals no more than it did the first time.
pub(super) fn redact(event: &Event, viewer: Viewer, all: bool, open_piles: bool) -> Event {
    let mut event = event.clone();
    match &mut event {
        Event::SetUp { rules: _, position } => {
            position.take_if(|_| !all);
        }
        Event::Opened {
            rules: _,
            first: _,
            piles,
        }
        | Event::Round { number: _, piles } => {
            for pile in piles {
                let top = pile.len().min(open_piles.into());
                hide_unless(all, &mut pile[top..]);
            }
        }
        Event::Drew {
            seat,
            pile: _,
            tile,
        } => {
            let sees = all || open_piles || viewer.sees_hand(*seat);
            *tile = tile.filter(|_| sees);
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
        | Event::Over { .. } => {}
    }
    event
}
