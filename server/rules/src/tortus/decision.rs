//! What the events of a decision tell everybody of it.

use super::{
    Action, Event,
    event::{By, End},
};

/// The decision whose events these are, as far as everybody is told it.
pub(super) fn decision(events: &[Event]) -> Option<Action> {
    Some(match events.first()? {
        Event::Exchanged { hand, square, .. } => Action::Exchange {
            hand: *hand,
            square: *square,
        },
        Event::Placed { square, .. } => Action::Place { square: *square },
        Event::Rotated { square, rotation } => Action::Rotate {
            square: *square,
            rotation: rotation.turns(),
        },
        Event::Revealed { square, .. } | Event::Misopened { square } => {
            Action::Open { square: *square }
        }
        Event::Swapped {
            square,
            hand,
            rotation,
            ..
        } => Action::Swap {
            square: *square,
            hand: *hand,
            rotation: rotation.turns(),
        },
        Event::Moved { pawn, to, by, .. } => match by {
            By::Move => Action::Move {
                pawn: *pawn,
                to: *to,
            },
            By::Push => Action::Push { to: *to },
            By::Follow => Action::Follow { to: *to },
            By::Forced => return None,
        },
        Event::Filled { hand, rotation, .. } => Action::Fill {
            hand: *hand,
            rotation: rotation.turns(),
        },
        Event::Penalised { pawn } => Action::Penalty { pawn: *pawn },
        Event::DrawOffered { .. } => Action::Draw {},
        Event::DrawDeclined { .. } => Action::Decline {},
        Event::Over { end, .. } => match end {
            End::Resigned { .. } => Action::Resign {},
            End::Agreement => Action::Draw {},
            End::Pit { .. } | End::NoPawns { .. } | End::Repetition | End::TurnLimit => {
                Action::EndTurn {}
            }
        },
        Event::Turn { .. } | Event::Acted { .. } => Action::EndTurn {},
        Event::Opened { .. }
        | Event::Redealt { .. }
        | Event::Captured { .. }
        | Event::Fell { .. }
        | Event::Sank { .. } => return None,
    })
}

/// What everybody is told of a decision: a pawn that stops and a turn that ends look the same.
pub(super) fn disclosed(action: &Action) -> Action {
    match action {
        Action::Stop {} => Action::EndTurn {},
        _ => action.clone(),
    }
}
