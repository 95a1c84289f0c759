//! What is learnt of Section X by playing it.

use super::{Event, Place, State};
use crate::lesson::{LEARNER, Lesson};

/// In the order in which they are learnt.
pub const LESSONS: &[Lesson<State>] = &[
    Lesson {
        id: "tile",
        position: include_str!("lessons/tile.txt"),
        turns: 1,
        replies: &[],
        goal: |events| matches!(events, [Event::Placed { seat: LEARNER, .. }, ..]),
    },
    Lesson {
        id: "walk",
        position: include_str!("lessons/walk.txt"),
        turns: 1,
        replies: &[],
        goal: |events| match events {
            // The second step of a prisoner who has left the block.
            [
                Event::Stepped {
                    seat: LEARNER,
                    from,
                    ..
                },
                ..,
            ] => *from != Place::Block,
            _ => false,
        },
    },
    Lesson {
        id: "door",
        position: include_str!("lessons/door.txt"),
        turns: 1,
        replies: &[],
        goal: |events| matches!(events, [Event::DoorPut { seat: LEARNER, .. }, ..]),
    },
    Lesson {
        id: "fight",
        position: include_str!("lessons/fight.txt"),
        turns: 1,
        replies: &[],
        goal: |events| {
            let won = |event: &Event| matches!(event, Event::Fought { kept: LEARNER, .. });
            events.iter().any(won)
        },
    },
    Lesson {
        id: "hideout",
        position: include_str!("lessons/hideout.txt"),
        turns: 1,
        replies: &[],
        goal: |events| {
            events.iter().any(|event| match event {
                Event::Collapsed { lost, .. } => lost.iter().all(|one| one.seat != LEARNER),
                _ => false,
            })
        },
    },
    Lesson {
        id: "green",
        position: include_str!("lessons/green.txt"),
        turns: 1,
        replies: &[],
        goal: |events| {
            let taken = |event: &Event| matches!(event, Event::ZoneTaken { seat: LEARNER, .. });
            events.iter().any(taken)
        },
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
