//! What the events of a decision tell everybody of it.

use super::{Action, Event};

/// The decision whose events these are, as far as everybody is told it.
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
        // A path is chosen with a placement of one's own, or for the one that another has made.
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

/// What everybody is told of a decision: all of it but the tiles of a swap, which go from hand to hand.
pub(super) fn disclosed(action: &Action) -> Action {
    match action {
        Action::Swap { .. } => Action::Swap {
            give: Vec::new(),
            take: Vec::new(),
        },
        _ => action.clone(),
    }
}
