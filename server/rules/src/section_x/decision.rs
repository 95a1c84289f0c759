//! Recovers a decision from its events. In this game the events disclose every decision in full.

use super::{Action, Event};

/// Returns the decision that produced these events, or `None` if no decision begins with the first
/// of them.
pub(super) fn decision(events: &[Event]) -> Option<Action> {
    Some(match events.first()? {
        Event::Drew { pile, .. } => Action::Draw { pile: *pile },
        Event::Placed {
            stock,
            cell,
            rotation,
            ..
        } => Action::Place {
            stock: *stock,
            cell: *cell,
            rotation: rotation.sixths(),
        },
        Event::Exchanged {
            a,
            rotation_a,
            b,
            rotation_b,
        } => Action::Exchange {
            a: *a,
            rotation_a: rotation_a.sixths(),
            b: *b,
            rotation_b: rotation_b.sixths(),
        },
        Event::Relocated { from, to, rotation } => Action::Relocate {
            from: *from,
            to: *to,
            rotation: rotation.sixths(),
        },
        Event::Turned { cell, rotation } => Action::Turn {
            cell: *cell,
            rotation: rotation.sixths(),
        },
        Event::Skipped {} => Action::SkipTile {},
        Event::Fought { kept, .. } => Action::FightChoice { keep: *kept },
        Event::Stepped { prisoner, to, .. } => Action::Step {
            prisoner: *prisoner,
            to: *to,
        },
        Event::DoorPut { from, to, .. } => Action::Door {
            from: *from,
            to: *to,
        },
        Event::KeyWon {
            door: Some(section),
            ..
        } => Action::GiveDoor { section: *section },
        Event::Resigned { .. } => Action::Resign {},
        Event::Turn { .. } | Event::Collapsed(_) => Action::EndTurn {},
        Event::Opened { .. }
        | Event::SetUp { .. }
        | Event::Tied { .. }
        | Event::ZoneTaken { .. }
        | Event::KeyDue { .. }
        | Event::KeyWon { door: None, .. }
        | Event::KeyLost { .. }
        | Event::LastRound {}
        | Event::Round { .. }
        | Event::Over { .. } => return None,
    })
}

/// Returns the part of a decision that its events disclose to every viewer: all of it.
pub(super) fn disclosed(action: &Action) -> Action {
    action.clone()
}
