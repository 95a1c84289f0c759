//! What a viewer may know of an event.

use super::{Card, Dealt, Event, components::COMPONENTS, squares::squares};
use crate::{BySeat, Seat, Viewer};

/// The event with each tile that the viewer may not know taken out: a dealt hand is its owner's, a closed
/// tile nobody's, before the game is over. All else happens on the board for all to see.
///
/// It depends on nothing that happens later in the game, so that an event told again says no more than
/// it did when it was told first.
pub(super) fn redact(event: &Event, viewer: Viewer, over: bool) -> Event {
    let all = over || viewer == Viewer::Omniscient;
    let hands = |hands: &BySeat<Vec<Card>>| {
        BySeat::new(hands.seats(), |seat: Seat| {
            let sees = all || viewer == Viewer::Seat(seat);
            hands[seat]
                .iter()
                .map(|card| card.filter(|_| sees))
                .collect()
        })
    };
    let board = |board: &[Dealt]| {
        let dealt = |(square, dealt): (crate::tiles::Square, &Dealt)| {
            let sees = all || COMPONENTS.starts_open(square);
            Dealt {
                tile: dealt.tile.filter(|_| sees),
                rotation: dealt.rotation.filter(|_| sees),
            }
        };
        squares().zip(board).map(dealt).collect()
    };
    match event {
        Event::Opened {
            rules,
            first,
            hands: dealt,
            board: laid,
        } => Event::Opened {
            rules: *rules,
            first: *first,
            hands: hands(dealt),
            board: board(laid),
        },
        Event::Redealt {
            hands: dealt,
            board: laid,
        } => Event::Redealt {
            hands: hands(dealt),
            board: board(laid),
        },
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
        | Event::Over { .. } => event.clone(),
    }
}
