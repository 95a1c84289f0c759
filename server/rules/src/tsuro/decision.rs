//! Reconstructs a decision from its events, as far as they disclose it to every viewer.

use super::{Action, Event};

/// Returns the decision that caused these events, as far as every viewer may know it.
pub(super) fn decision(events: &[Event]) -> Option<Action> {
    let laid = |event: &Event| match event {
        Event::Laid {
            seat,
            tile,
            rotation,
            ..
        }
        | Event::Placed {
            seat,
            tile,
            rotation,
            ..
        } => Some((*seat, tile.number(), rotation.turns())),
        _ => None,
    };
    Some(match events.first()? {
        Event::Started { mark, .. } => Action::Start { mark: *mark },
        // A player chooses a path together with their own placement, or for the tile of another
        // player.
        Event::Chose { seat, mark } => match events.get(1).and_then(laid) {
            Some((by, tile, rotation)) if by == *seat => Action::Place {
                tile,
                rotation,
                port: Some(mark.port.number()),
            },
            _ => Action::Path {
                port: mark.port.number(),
            },
        },
        Event::Swapped { give, .. } if give.is_empty() => Action::Keep {},
        Event::Swapped { .. } => disclosed(&Action::Swap {
            give: Vec::new(),
            take: Vec::new(),
        }),
        Event::Resigned { .. } => Action::Resign {},
        event => {
            let (_, tile, rotation) = laid(event)?;
            Action::Place {
                tile,
                rotation,
                port: None,
            }
        }
    })
}

/// Returns the public part of a decision: everything except the tiles of a swap, which go from hand
/// to hand.
pub(super) fn disclosed(action: &Action) -> Action {
    match action {
        Action::Swap { .. } => Action::Swap {
            give: Vec::new(),
            take: Vec::new(),
        },
        _ => action.clone(),
    }
}
