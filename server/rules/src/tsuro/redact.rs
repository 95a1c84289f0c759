//! Redacts events for a viewer.

use super::{Event, Returned, table::Table};
use crate::{Seat, Viewer, game::hide_unless};

/// Returns the event without the tiles that the viewer may not know. Before the game is over, a
/// hand and the tiles drawn into it are visible only to their owner and to a viewer of all hands,
/// and the order of the pile to no player.
///
/// While the game goes on, the result does not depend on later events, so that a repeated event
/// discloses no more than its first delivery. With open hands every viewer sees what the owners
/// see.
pub(super) fn redact(event: &Event, viewer: Viewer, table: &Table) -> Event {
    let open = table.over || table.options.open_hands;
    let sees = |seat: Seat| open || viewer.sees_hand(seat);
    let sees_pile = table.over || viewer == Viewer::Omniscient;
    let mut event = event.clone();
    match &mut event {
        Event::SetUp { rules: _, position } => {
            position.take_if(|_| !sees_pile);
        }
        Event::Opened {
            rules: _,
            first: _,
            hands,
            pile,
        } => {
            for (seat, hand) in hands.iter_mut() {
                hide_unless(sees(seat), hand);
            }
            hide_unless(sees_pile, pile);
        }
        Event::Returned { hands, pile } => {
            for Returned { seat, tiles } in hands {
                hide_unless(sees(*seat), tiles);
            }
            hide_unless(sees_pile, pile);
        }
        Event::Drew { seat, tile } => *tile = tile.filter(|_| sees(*seat)),
        Event::Swapped { seat, give, take } => {
            hide_unless(sees(*seat), give);
            hide_unless(sees(*seat), take);
        }
        Event::Started { .. }
        | Event::Chose { .. }
        | Event::Laid { .. }
        | Event::Bonus { .. }
        | Event::Placed { .. }
        | Event::Resigned { .. }
        | Event::Dragon { .. }
        | Event::Turn { .. }
        | Event::Over { .. } => {}
    }
    event
}
