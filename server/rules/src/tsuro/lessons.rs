//! The lessons of Tsuro: their positions and goals.

use super::{Event, State, Walk, WalkEnd};
use crate::lesson::{LEARNER, Lesson};

/// The number of squares that a long path crosses.
const LONG_WAY: usize = 4;

/// The lessons, in the order in which they are learnt.
pub const LESSONS: &[Lesson<State>] = &[
    Lesson::of_one_turn(
        "start",
        include_str!("lessons/start.txt"),
        &[],
        |_, events| matches!(events, [Event::Started { seat: LEARNER, .. }, ..]),
    ),
    Lesson::of_one_turn("lay", include_str!("lessons/lay.txt"), &[], |_, events| {
        matches!(events, [Event::Placed { seat: LEARNER, .. }, ..])
    }),
    Lesson::of_one_turn(
        "preview",
        include_str!("lessons/preview.txt"),
        &[],
        |_, events| own_walk(events).is_some_and(|walk| walk.path.len() >= LONG_WAY),
    ),
    Lesson {
        id: "danger",
        position: include_str!("lessons/danger.txt"),
        turns: 1,
        replies: &[&["place 9r0"]],
        way: &[],
        goal: |_, events| matches!(events, [.., Event::Turn { seat: LEARNER }]),
    },
    Lesson::of_one_turn(
        "attack",
        include_str!("lessons/attack.txt"),
        &[],
        |_, events| walks(events).iter().any(throws_off_another),
    ),
    Lesson::of_one_turn(
        "dragon",
        include_str!("lessons/dragon.txt"),
        &[],
        |_, events| {
            let taken = Event::Dragon {
                holder: Some(LEARNER),
            };
            events.contains(&taken)
        },
    ),
    Lesson::of_one_turn("win", include_str!("lessons/win.txt"), &[], |_, _| false),
];

/// Returns the walks that the tile of a decision causes.
fn walks(events: &[Event]) -> &[Walk] {
    match events {
        [Event::Placed { walks, .. }, ..] => walks,
        _ => &[],
    }
}

fn own_walk(events: &[Event]) -> Option<&Walk> {
    walks(events).iter().find(|walk| walk.seat == LEARNER)
}

fn throws_off_another(walk: &Walk) -> bool {
    walk.seat != LEARNER && !matches!(walk.end, WalkEnd::Stands { .. })
}
