//! Recovers a decision from its events, as far as the events disclose it to every viewer.

use super::{
    Action, Event,
    event::{By, End},
};

/// Returns the decision that produced these events, in its disclosed form, or `None` if no decision
/// begins with the first of them.
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
        | Event::SetUp { .. }
        | Event::Redealt { .. }
        | Event::Captured { .. }
        | Event::Fell { .. }
        | Event::Sank { .. } => return None,
    })
}

/// Returns the decision as its events disclose it to every viewer. Stopping a pawn and ending the
/// turn can produce the same events, so a stop is disclosed as the end of the turn.
pub(super) fn disclosed(action: &Action) -> Action {
    match action {
        Action::Stop {} => Action::EndTurn {},
        _ => action.clone(),
    }
}
