//! Redacts events for a viewer.

use super::{Card, Dealt, Event, components::COMPONENTS, squares::squares};
use crate::{BySeat, Seat, Viewer};

/// Returns the event without the tiles that the viewer may not know before the game is over: only
/// its owner sees a dealt hand, and no viewer sees a closed tile. All other events happen openly on
/// the board.
///
/// The result depends on nothing that happens later, except the end of the game. An event that is
/// sent again therefore reveals no more than it did the first time.
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
