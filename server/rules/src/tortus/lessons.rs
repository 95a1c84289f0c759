//! What is learnt of Tortus by playing it.

use super::{By, Event, State};
use crate::lesson::{LEARNER, Lesson};

/// The pawns of the learner come first.
const OWN_PAWNS: u8 = super::COMPONENTS.pawns;

/// In the order in which they are learnt.
pub const LESSONS: &[Lesson<State>] = &[
    Lesson {
        id: "move",
        position: include_str!("lessons/move.txt"),
        turns: 1,
        replies: &[],
        goal: |events| moves(events, By::Move, true),
    },
    Lesson {
        id: "follow",
        position: include_str!("lessons/follow.txt"),
        turns: 1,
        replies: &[],
        goal: |events| moves(events, By::Follow, true),
    },
    Lesson {
        id: "open",
        position: include_str!("lessons/open.txt"),
        turns: 1,
        replies: &[],
        goal: |events| matches!(events, [Event::Revealed { .. }, ..]),
    },
    Lesson {
        id: "capture",
        position: include_str!("lessons/capture.txt"),
        turns: 1,
        replies: &[],
        goal: |events| moves(events, By::Push, false),
    },
    Lesson {
        id: "hole",
        position: include_str!("lessons/hole.txt"),
        turns: 1,
        replies: &[],
        goal: |events| matches!(events, [Event::Filled { seat: LEARNER, .. }, ..]),
    },
    Lesson {
        id: "danger",
        position: include_str!("lessons/danger.txt"),
        turns: 1,
        replies: &["move 7 d4", "push d5"],
        goal: |events| matches!(events, [.., Event::Turn { seat: LEARNER, .. }]),
    },
    Lesson {
        id: "win",
        position: include_str!("lessons/win.txt"),
        turns: 1,
        replies: &[],
        goal: |events| match events {
            [.., Event::Over { outcome, .. }] => outcome.places == [1, 2],
            _ => false,
        },
    },
];

/// Whether a decision moves a pawn like that, one of the learner's or one of the other player's.
fn moves(events: &[Event], how: By, own: bool) -> bool {
    events.iter().any(|event| match event {
        Event::Moved { pawn, by, .. } => *by == how && (*pawn < OWN_PAWNS) == own,
        _ => false,
    })
}
