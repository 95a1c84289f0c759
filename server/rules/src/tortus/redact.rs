//! Redacts events for a viewer.

use super::{Dealt, Event, components::COMPONENTS, squares::squares};
use crate::{Viewer, game::hide_unless};

/// Returns the event without the tiles that the viewer may not know before the game is over: only
/// its owner and a viewer of all hands see a dealt hand, and no viewer sees a closed tile. All
/// other events happen openly on the board.
///
/// The result depends on nothing that happens later, except the end of the game. An event that is
/// sent again therefore reveals no more than it did the first time.
pub(super) fn redact(event: &Event, viewer: Viewer, over: bool) -> Event {
    let all = over || viewer == Viewer::Omniscient;
    let mut event = event.clone();
    match &mut event {
        Event::SetUp { rules: _, position } => {
            position.take_if(|_| !all);
        }
        Event::Opened {
            rules: _,
            first: _,
            hands,
            board,
        }
        | Event::Redealt { hands, board } => {
            for (seat, hand) in hands.iter_mut() {
                hide_unless(all || viewer.sees_hand(seat), hand);
            }
            for (square, Dealt { tile, rotation }) in squares().zip(board) {
                if !(all || COMPONENTS.starts_open(square)) {
                    (*tile, *rotation) = (None, None);
                }
            }
        }
        Event::Exchanged { .. }
        | Event::Placed { .. }
        | Event::Turn { .. }
        | Event::Rotated { .. }
        | Event::Revealed { .. }
        | Event::Misopened { .. }
        | Event::Penalised { .. }
        | Event::Swapped { .. }
        | Event::Moved { .. }
        | Event::Captured { .. }
        | Event::Fell { .. }
        | Event::Filled { .. }
        | Event::Sank { .. }
        | Event::Acted { .. }
        | Event::DrawOffered { .. }
        | Event::DrawDeclined { .. }
        | Event::Over { .. } => {}
    }
    event
}
