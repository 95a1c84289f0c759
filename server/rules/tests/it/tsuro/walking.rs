//! Symmetries of walking: the result depends neither on the direction of the board nor on the order
//! of the markers.

use proptest::prelude::*;
use senda_rules::{
    Seat,
    tiles::{Rotation, Square},
    tsuro::{Board, Event, Mark, Port, Stand, Step, View, Walk, WalkEnd},
};

use super::{
    game::play,
    laws::{game, omniscient},
};
use crate::effort::scaled;
use crate::table::seat;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(scaled(24)))]

    #[test]
    fn a_rotated_board_plays_the_same((seats, seed, _) in game()) {
        play(seats, seed, 0, |moment| {
            let Event::Placed { seat, tile, rotation, walks, .. } = &moment.events[0] else { return };
            let view = omniscient(&moment.before);
            let board = turned_board(&view);
            let mut after = board;
            let mut steps: Vec<(Seat, Step)> = Vec::new();
            let rotation = Rotation::new((rotation.turns() + 1) % 4).unwrap();
            let ends = after.place(*seat, *tile, rotation, |seat, step| steps.push((seat, step)));
            let expected: Vec<(Seat, WalkEnd)> = walks.iter().map(|walk| (walk.seat, turned_end(walk.end))).collect();
            assert_eq!(ends.iter().collect::<Vec<_>>(), expected);
            let expected: Vec<(Seat, Step)> = walks.iter().flat_map(|Walk { seat, path, .. }| {
                path.iter().map(|step| (*seat, turned_step(*step)))
            }).collect();
            assert_eq!(steps, expected);
        });
    }

    /// The walks of a placement are computed seat by seat. Renaming the seats, and so walking them
    /// in another order, gives each the same walk.
    #[test]
    fn the_order_of_walking_does_not_matter((seats, seed, _) in game()) {
        play(seats, seed, 0, |moment| {
            let Event::Placed { seat: mover, tile, rotation, walks, .. } = &moment.events[0] else { return };
            let view = omniscient(&moment.before);
            let renamed = |of: Seat| seat(7 - of.number());
            let mut board = board_of(&view, renamed, |mark| mark, 0);
            let ends = board.place(renamed(*mover), *tile, *rotation, |_, _| ());
            let mut found: Vec<(Seat, WalkEnd)> = ends.iter().collect();
            let mut expected: Vec<(Seat, WalkEnd)> = walks.iter().map(|walk| {
                let end = match walk.end {
                    WalkEnd::Collision { with } => WalkEnd::Collision { with: renamed(with) },
                    end => end,
                };
                (renamed(walk.seat), end)
            }).collect();
            found.sort_by_key(|&(seat, _)| seat);
            expected.sort_by_key(|&(seat, _)| seat);
            assert_eq!(found, expected);
        });
    }
}

fn turned_square(square: Square) -> Square {
    Square::new(5 - square.y(), square.x()).unwrap()
}

fn turned_port(port: Port) -> Port {
    Port::new((port.number() + 2) % 8).unwrap()
}

fn turned_mark(mark: Mark) -> Mark {
    Mark {
        square: turned_square(mark.square),
        port: turned_port(mark.port),
    }
}

fn turned_step(step: Step) -> Step {
    Step {
        square: turned_square(step.square),
        enter: turned_port(step.enter),
        leave: turned_port(step.leave),
    }
}

fn turned_end(end: WalkEnd) -> WalkEnd {
    match end {
        WalkEnd::Stands { at } => WalkEnd::Stands {
            at: turned_mark(at),
        },
        WalkEnd::Edge | WalkEnd::Collision { .. } => end,
    }
}

fn turned_board(view: &View) -> Board {
    board_of(view, |seat| seat, turned_mark, 1)
}

fn board_of(
    view: &View,
    name: impl Fn(Seat) -> Seat,
    turn: impl Fn(Mark) -> Mark,
    turns: u8,
) -> Board {
    let mut board = Board::new(view.edge);
    for laid in &view.board {
        let corner = Mark {
            square: laid.square,
            port: Port::new(0).unwrap(),
        };
        let rotation = Rotation::new((laid.rotation.turns() + turns) % 4).unwrap();
        board.lay(turn(corner).square, laid.tile, rotation);
    }
    for (seat, marker) in view.markers.iter() {
        if let (Some(Stand::Mark(start)), Some(Stand::Mark(at))) = (marker.start, marker.at()) {
            board.start(name(seat), Stand::Mark(turn(start)));
            board.stand(name(seat), turn(at));
        }
    }
    board
}
