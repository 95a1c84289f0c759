//! The lessons that teach Tortus by playing it.

use super::{By, Event, State};
use crate::lesson::{LEARNER, Lesson};

/// The number of the learner's pawns. They have the lowest numbers of all pawns.
const OWN_PAWNS: u8 = super::COMPONENTS.pawns;

/// The lessons, in the order in which they are offered to the learner.
pub const LESSONS: &[Lesson<State>] = &[
    Lesson::of_one_turn("move", include_str!("lessons/move.txt"), |events| {
        moves(events, By::Move, true)
    }),
    Lesson::of_one_turn("follow", include_str!("lessons/follow.txt"), |events| {
        moves(events, By::Follow, true)
    }),
    Lesson::of_one_turn("open", include_str!("lessons/open.txt"), |events| {
        matches!(events, [Event::Revealed { .. }, ..])
    }),
    Lesson::of_one_turn("capture", include_str!("lessons/capture.txt"), |events| {
        moves(events, By::Push, false)
    }),
    Lesson::of_one_turn("hole", include_str!("lessons/hole.txt"), |events| {
        matches!(events, [Event::Filled { seat: LEARNER, .. }, ..])
    }),
    Lesson {
        id: "danger",
        position: include_str!("lessons/danger.txt"),
        turns: 1,
        replies: &["move 7 d4", "push d5"],
        goal: |events| matches!(events, [.., Event::Turn { seat: LEARNER, .. }]),
    },
    Lesson::of_one_turn(
        "win",
        include_str!("lessons/win.txt"),
        |events| match events {
            [.., Event::Over { outcome, .. }] => outcome.places == [1, 2],
            _ => false,
        },
    ),
];

/// Returns whether a decision moves a pawn for the given reason. `own` selects the learner's pawns
/// or those of the other player.
fn moves(events: &[Event], how: By, own: bool) -> bool {
    events.iter().any(|event| match event {
        Event::Moved { pawn, by, .. } => *by == how && (*pawn < OWN_PAWNS) == own,
        _ => false,
    })
}
