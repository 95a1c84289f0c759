//! What is learnt of Tsuro by playing it.

use super::{Event, State, Walk, WalkEnd};
use crate::lesson::{LEARNER, Lesson};

/// The squares that a long way leads over.
const LONG_WAY: usize = 4;

/// In the order in which they are learnt.
pub const LESSONS: &[Lesson<State>] = &[
    Lesson {
        id: "start",
        position: include_str!("lessons/start.txt"),
        turns: 1,
        replies: &[],
        goal: |events| matches!(events, [Event::Started { seat: LEARNER, .. }, ..]),
    },
    Lesson {
        id: "lay",
        position: include_str!("lessons/lay.txt"),
        turns: 1,
        replies: &[],
        goal: |events| matches!(events, [Event::Placed { seat: LEARNER, .. }, ..]),
    },
    Lesson {
        id: "preview",
        position: include_str!("lessons/preview.txt"),
        turns: 1,
        replies: &[],
        goal: |events| own_walk(events).is_some_and(|walk| walk.path.len() >= LONG_WAY),
    },
    Lesson {
        id: "danger",
        position: include_str!("lessons/danger.txt"),
        turns: 1,
        replies: &["place 9r0"],
        goal: |events| matches!(events, [.., Event::Turn { seat: LEARNER }]),
    },
    Lesson {
        id: "attack",
        position: include_str!("lessons/attack.txt"),
        turns: 1,
        replies: &[],
        goal: |events| walks(events).iter().any(throws_off_another),
    },
    Lesson {
        id: "dragon",
        position: include_str!("lessons/dragon.txt"),
        turns: 1,
        replies: &[],
        goal: |events| {
            let taken = Event::Dragon {
                holder: Some(LEARNER),
            };
            events.contains(&taken)
        },
    },
    Lesson {
        id: "win",
        position: include_str!("lessons/win.txt"),
        turns: 1,
        replies: &[],
        goal: |events| match events {
            [.., Event::Over { outcome }] => {
                let [own, others @ ..] = &outcome.places[..] else {
                    return false;
                };
                *own == 1 && !others.contains(&1)
            }
            _ => false,
        },
    },
];

/// Where markers go by the tile that is laid in a decision.
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
