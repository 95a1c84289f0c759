//! The lessons that teach Tortus by playing it.

use super::{By, Event, State, Tile};
use crate::{
    lesson::{LEARNER, Lesson},
    tiles::Square,
};

/// The number of the learner's pawns. They have the lowest numbers of all pawns.
const OWN_PAWNS: u8 = super::COMPONENTS.pawns;

/// The lessons, in the order in which they are offered to the learner.
pub const LESSONS: &[Lesson<State>] = &[
    Lesson::of_one_turn(
        "move",
        include_str!("lessons/move.txt"),
        &["move 2 d3"],
        |_, events| moves(events, By::Move, true),
    ),
    Lesson::of_one_turn(
        "follow",
        include_str!("lessons/follow.txt"),
        &["move 2 d3", "follow d5"],
        |_, events| moves(events, By::Follow, true),
    ),
    Lesson::of_one_turn(
        "rotate",
        include_str!("lessons/rotate.txt"),
        &["rotate d3 2"],
        |game, events| {
            // The tile leads to the square that the lesson names.
            matches!(events, [Event::Rotated { .. }, ..]) && leads(game, (3, 2), (3, 4))
        },
    ),
    Lesson::of_one_turn(
        "open",
        include_str!("lessons/open.txt"),
        &["open c3"],
        |_, events| matches!(events, [Event::Revealed { .. }, ..]),
    ),
    Lesson::of_one_turn(
        "swap",
        include_str!("lessons/swap.txt"),
        &["swap d3 1 2"],
        |_, events| matches!(events, [Event::Swapped { seat: LEARNER, .. }, ..]),
    ),
    Lesson::of_one_turn(
        "capture",
        include_str!("lessons/capture.txt"),
        &["move 2 d5", "push c5"],
        |_, events| moves(events, By::Push, false),
    ),
    Lesson::of_one_turn(
        "hole",
        include_str!("lessons/hole.txt"),
        &["move 2 d5", "push e5", "fill 0 2"],
        |_, events| matches!(events, [Event::Filled { seat: LEARNER, .. }, ..]),
    ),
    Lesson {
        id: "own",
        position: include_str!("lessons/own.txt"),
        turns: 1,
        replies: &[&["fill 0 1"]],
        way: &["move 2 e4"],
        goal: |_, events| match events {
            [Event::Filled { seat, .. }, ..] => *seat != LEARNER,
            _ => false,
        },
    },
    Lesson::of_one_turn(
        "knight",
        include_str!("lessons/knight.txt"),
        &["move 2 d3", "follow e5"],
        |game, events| follows_from(game, events, Tile::Knight).is_some(),
    ),
    Lesson::of_one_turn(
        "star",
        include_str!("lessons/star.txt"),
        &["move 2 d3", "follow f5"],
        |game, events| {
            let to = follows_from(game, events, Tile::Star);
            to.is_some_and(|to| game.board.open_tile(to) == Some(Tile::Star))
        },
    ),
    Lesson::of_one_turn(
        "copy",
        include_str!("lessons/copy.txt"),
        &["move 2 d3", "follow d6"],
        |game, events| {
            let to = follows_from(game, events, Tile::Star);
            to.is_some_and(|to| game.board.open_tile(to) != Some(Tile::Star))
        },
    ),
    Lesson {
        id: "danger",
        position: include_str!("lessons/danger.txt"),
        turns: 1,
        replies: &[
            &["move 7 b3", "push b4"],
            &["move 7 a3", "push a4", "follow b4"],
        ],
        way: &["move 1 b2"],
        goal: |_, events| matches!(events, [.., Event::Turn { seat: LEARNER, .. }]),
    },
    Lesson::of_one_turn(
        "pindaiba",
        include_str!("lessons/pindaiba.txt"),
        &["move 0 b3", "move 0 b4", "move 0 b5", "push b6"],
        |_, _| false,
    ),
    Lesson::of_one_turn(
        "exchange",
        include_str!("lessons/exchange.txt"),
        &["exchange 1 d4"],
        |_, events| matches!(events, [Event::Exchanged { seat: LEARNER, .. }, ..]),
    ),
    Lesson::of_one_turn(
        "place",
        include_str!("lessons/place.txt"),
        &["place d2"],
        |_, events| matches!(events, [Event::Placed { pawn, .. }, ..] if *pawn < OWN_PAWNS),
    ),
    Lesson::of_one_turn(
        "penalty",
        include_str!("lessons/penalty.txt"),
        &["open g5", "penalty 4"],
        |_, events| matches!(events, [Event::Penalised { .. }, ..]),
    ),
    Lesson::of_one_turn(
        "win",
        include_str!("lessons/win.txt"),
        &["move 1 c4", "stop", "move 1 d4", "push d5"],
        |_, _| false,
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

/// Returns the square that a pawn of the learner comes to if it follows a tile of this kind.
fn follows_from(game: &State, events: &[Event], tile: Tile) -> Option<Square> {
    events.iter().find_map(|event| match event {
        Event::Moved {
            pawn,
            from,
            to,
            by: By::Follow,
        } if *pawn < OWN_PAWNS && game.board.open_tile(*from) == Some(tile) => Some(*to),
        _ => None,
    })
}

/// Returns whether the open tile on a square (column, row) leads to another.
fn leads(game: &State, from: (u8, u8), to: (u8, u8)) -> bool {
    let [from, to] = [from, to].map(|(x, y)| Square::new(x, y));
    from.zip(to)
        .is_some_and(|(from, to)| game.board.targets(from).contains(&to))
}
