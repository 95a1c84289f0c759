//! The lessons that teach Section X by playing it.

use super::{Cell, Event, Place, State};
use crate::lesson::{LEARNER, Lesson};

/// The first cell of the tunnel that the lessons dig to the east, by its coordinates.
const I7: (i8, i8) = (2, 0);
/// The second cell of that tunnel.
const J7: (i8, i8) = (3, 0);

/// The lessons, in the order in which they are offered to the learner.
pub const LESSONS: &[Lesson<State>] = &[
    Lesson::of_one_turn(
        "tile",
        include_str!("lessons/tile.txt"),
        &["draw 0", "place 0 i7 0"],
        |_, events| matches!(events, [Event::Placed { seat: LEARNER, .. }, ..]),
    ),
    Lesson::of_one_turn(
        "walk",
        include_str!("lessons/walk.txt"),
        &["step 0 i7:0", "step 0 j7:0"],
        |_, events| match events {
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
    Lesson::of_one_turn(
        "rotate",
        include_str!("lessons/rotate.txt"),
        &["turn i7 0"],
        |game, events| matches!(events, [Event::Turned { .. }, ..]) && meets_island(game, I7),
    ),
    Lesson::of_one_turn(
        "relocate",
        include_str!("lessons/relocate.txt"),
        &["relocate j9 j7 0"],
        |game, events| matches!(events, [Event::Relocated { .. }, ..]) && joins(game, I7, J7),
    ),
    Lesson::of_one_turn(
        "exchange",
        include_str!("lessons/exchange.txt"),
        &["exchange j7 3 j9 0"],
        |game, events| {
            let is_exchange = matches!(events, [Event::Exchanged { .. }, ..]);
            is_exchange && joins(game, I7, J7) && goes_on(game, J7)
        },
    ),
    Lesson::of_one_turn(
        "door",
        include_str!("lessons/door.txt"),
        &["door - j7:0"],
        |_, events| matches!(events, [Event::DoorPut { seat: LEARNER, .. }, ..]),
    ),
    Lesson::of_one_turn(
        "fight",
        include_str!("lessons/fight.txt"),
        &["place 0 k7 0"],
        |_, events| {
            let won = |event: &Event| matches!(event, Event::Fought { kept: LEARNER, .. });
            events.iter().any(won)
        },
    ),
    Lesson::of_one_turn(
        "hideout",
        include_str!("lessons/hideout.txt"),
        &["step 0 j7:0", "step 1 j7:0", "end_turn"],
        |_, events| {
            events.iter().any(|event| match event {
                Event::Collapsed(collapse) => collapse.lost.iter().all(|one| one.seat != LEARNER),
                _ => false,
            })
        },
    ),
    Lesson::of_one_turn(
        "distance",
        include_str!("lessons/distance.txt"),
        &["relocate j9 j7 3"],
        |game, events| {
            let here = Cell::at(J7.0, J7.1);
            let hides = |(one, _): (super::Prisoner, u8)| one.seat == LEARNER;
            matches!(events, [Event::Relocated { .. }, ..])
                && joins(game, I7, J7)
                && here.is_some_and(|cell| game.on_tile(cell).any(hides))
        },
    ),
    Lesson::of_one_turn(
        "key",
        include_str!("lessons/key.txt"),
        &["step 1 j7:0"],
        |_, events| {
            let won = |event: &Event| matches!(event, Event::KeyWon { seat: LEARNER, .. });
            events.iter().any(won)
        },
    ),
    Lesson::of_one_turn(
        "green",
        include_str!("lessons/green.txt"),
        &["step 0 l7:0", "step 0 green:0"],
        |_, events| {
            let taken = |event: &Event| matches!(event, Event::ZoneTaken { seat: LEARNER, .. });
            events.iter().any(taken)
        },
    ),
    Lesson::of_one_turn(
        "reserved",
        include_str!("lessons/reserved.txt"),
        &["step 0 green:0"],
        |_, events| {
            events.iter().any(|event| {
                matches!(
                    event,
                    Event::Stepped {
                        seat: LEARNER,
                        to: Place::Green(_),
                        ..
                    }
                )
            })
        },
    ),
    Lesson::of_one_turn(
        "win",
        include_str!("lessons/win.txt"),
        &["place 0 l7 0", "step 0 l7:0", "step 0 green:0"],
        |_, _| false,
    ),
];

/// Returns whether a tunnel of the tile on a cell leads to such a place.
fn leads(game: &State, (q, r): (i8, i8), to: impl Fn(Place) -> bool) -> bool {
    let cell = Cell::at(q, r);
    let mut spots = game.board.spots().filter(|spot| Some(spot.cell) == cell);
    spots.any(|spot| game.board.leads(spot).any(&to))
}

/// Returns whether a tunnel of the tile on a cell opens to the island.
fn meets_island(game: &State, cell: (i8, i8)) -> bool {
    leads(game, cell, |to| to == Place::Block)
}

/// Returns whether a tunnel of the tile on a cell leads to a tunnel on another cell.
fn joins(game: &State, cell: (i8, i8), (q, r): (i8, i8)) -> bool {
    let other = Cell::at(q, r);
    leads(game, cell, |to| match to {
        Place::Tunnel(spot) => Some(spot.cell) == other,
        _ => false,
    })
}

/// Returns whether the tile on a cell carries a tunnel on, from one side to another.
fn goes_on(game: &State, (q, r): (i8, i8)) -> bool {
    let cell = Cell::at(q, r);
    let mut spots = game.board.spots().filter(|spot| Some(spot.cell) == cell);
    spots.any(|spot| game.board.openings(spot) > 1)
}
