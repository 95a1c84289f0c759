//! The lessons that teach Section X by playing it.

use super::{Event, Place, State};
use crate::lesson::{LEARNER, Lesson};

/// The lessons, in the order in which they are offered to the learner.
pub const LESSONS: &[Lesson<State>] = &[
    Lesson::of_one_turn("tile", include_str!("lessons/tile.txt"), |events| {
        matches!(events, [Event::Placed { seat: LEARNER, .. }, ..])
    }),
    Lesson::of_one_turn(
        "walk",
        include_str!("lessons/walk.txt"),
        |events| match events {
            // Only a prisoner that has already left the block counts: the learner is to make a
            // second step.
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
    ),
    Lesson::of_one_turn("door", include_str!("lessons/door.txt"), |events| {
        matches!(events, [Event::DoorPut { seat: LEARNER, .. }, ..])
    }),
    Lesson::of_one_turn("fight", include_str!("lessons/fight.txt"), |events| {
        let won = |event: &Event| matches!(event, Event::Fought { kept: LEARNER, .. });
        events.iter().any(won)
    }),
    Lesson::of_one_turn("hideout", include_str!("lessons/hideout.txt"), |events| {
        events.iter().any(|event| match event {
            Event::Collapsed(collapse) => collapse.lost.iter().all(|one| one.seat != LEARNER),
            _ => false,
        })
    }),
    Lesson::of_one_turn("green", include_str!("lessons/green.txt"), |events| {
        let taken = |event: &Event| matches!(event, Event::ZoneTaken { seat: LEARNER, .. });
        events.iter().any(taken)
    }),
    Lesson::of_one_turn(
        "win",
        include_str!("lessons/win.txt"),
        |events| match events {
            [.., Event::Over { outcome, .. }] => outcome.places == [1, 2],
            _ => false,
        },
    ),
];
