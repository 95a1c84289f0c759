//! Invariants of the state of a game, regardless of the decisions that led to it.

use senda_rules::{
    Game,
    tiles::Square,
    tsuro::{HAND, Laid, Mark, Out, Phase, Port, Preset, Stand, Starts, State, Step, Tile},
};

use super::{omniscient, still_in};
use crate::tsuro::game::Moment;

/// Computes the path from a mark from the drawn tiles alone.
pub fn walked(edge: u8, board: &[Laid], start: Mark) -> (Vec<Step>, Option<Mark>) {
    let mut path = Vec::new();
    let (mut x, mut y, mut port) = (
        i32::from(start.square.x()),
        i32::from(start.square.y()),
        start.port.number(),
    );
    loop {
        let edge = i32::from(edge);
        let on_board = (0..edge).contains(&x) && (0..edge).contains(&y);
        if !on_board {
            return (path, None);
        }
        let square = Square::new(x.try_into().unwrap(), y.try_into().unwrap()).unwrap();
        let enter = Port::new(port).unwrap();
        let Some(laid) = board.iter().find(|laid| laid.square == square) else {
            return (
                path,
                Some(Mark {
                    square,
                    port: enter,
                }),
            );
        };
        let turns = laid.rotation.turns();
        let drawn = (port + 8 - 2 * turns) % 8;
        let paths = laid
            .tile
            .face()
            .paths
            .into_iter()
            .map(|pair| pair.map(Port::number));
        let [a, b] = paths
            .into_iter()
            .find(|pair| pair.contains(&drawn))
            .unwrap();
        let leave = (a + b - drawn + 2 * turns) % 8;
        path.push(Step {
            square,
            enter,
            leave: Port::new(leave).unwrap(),
        });
        (x, y, port) = match leave {
            0 => (x, y - 1, 5),
            1 => (x, y - 1, 4),
            2 => (x + 1, y, 7),
            3 => (x + 1, y, 6),
            4 => (x, y + 1, 1),
            5 => (x, y + 1, 0),
            6 => (x - 1, y, 3),
            _ => (x - 1, y, 2),
        };
    }
}

/// Returns every tile of a game, from all hands, piles and the board.
fn all_tiles(state: &State) -> Vec<Tile> {
    let text = state.to_string();
    let of_line = |line: &str| -> Vec<Tile> {
        let mut words = line.split(' ');
        let number = |word: &str| word.split('r').next().unwrap().parse().unwrap();
        let tile = |word: &str| Tile::new(number(word)).unwrap();
        match words.next().unwrap() {
            "hand" => words.skip(1).map(tile).collect(),
            "pile" | "laid_down" => words.map(tile).collect(),
            "board" | "waiting" => words.filter(|word| word.contains('@')).map(tile).collect(),
            _ => Vec::new(),
        }
    };
    text.lines().flat_map(of_line).collect()
}

pub fn tiles_are_conserved(moment: &Moment) {
    let tiles = all_tiles(&moment.after);
    let options = omniscient(&moment.after).options;
    let boxes = usize::from(options.tile_count() / options.tiles);
    assert_eq!(tiles.len(), boxes * usize::from(options.tiles));
    // There are just enough boxes to leave at most one square of the board empty.
    let squares = usize::from(options.edge).pow(2);
    assert!(tiles.len() >= squares - 1);
    assert!(tiles.len() < squares - 1 + usize::from(options.tiles));
    for tile in Tile::all() {
        let once = options.tiles == 35 || [0, 27, 31, 32, 33, 34].contains(&tile.number());
        let there = tiles.iter().filter(|&&other| other == tile).count();
        assert_eq!(there, boxes * if once { 1 } else { 2 }, "{tile:?}");
    }
}

pub fn markers_stand_where_their_paths_end(moment: &Moment) {
    let view = omniscient(&moment.after);
    for (seat, marker) in view.markers.iter() {
        let Some(start) = marker.start.and_then(Stand::mark) else {
            assert!(marker.steps().is_empty());
            if let Some(Stand::Side(side)) = marker.start {
                assert_eq!(view.options.start, Starts::Sides);
                assert_eq!(marker.at().is_some(), marker.out.is_none());
                assert!(marker.at().is_none_or(|at| at == Stand::Side(side)));
                assert!(
                    view.board.iter().all(|laid| laid.square != side.square)
                        || marker.out.is_some()
                );
            }
            continue;
        };
        let (path, end) = walked(view.edge, &view.board, start);
        match marker.out {
            None => {
                assert_eq!(marker.steps(), path);
                assert_eq!(marker.at(), end.map(Stand::Mark));
                let at = marker.at().expect("a marker that is in faces a square");
                assert!(view.board.iter().all(|laid| laid.square != at.square()));
            }
            Some(Out::Resigned { .. }) => assert!(path.starts_with(&marker.steps())),
            Some(Out::Edge { .. }) => assert_eq!((&marker.steps(), None), (&path, end)),
            Some(Out::Collision { with, .. }) => {
                assert_eq!((&marker.steps(), None), (&path, end));
                let last = path.last().unwrap();
                let other = view.markers[with].start.and_then(Stand::mark).unwrap();
                assert_eq!((other.square, other.port), (last.square, last.leave));
                let back = matches!(view.markers[with].out, Some(Out::Collision { with, .. }) if with == seat);
                assert!(back, "a collision has two sides");
            }
        }
    }
}

pub fn a_hand_has_a_tile_to_place(moment: &Moment) {
    let acting = moment.after.acting();
    let view = omniscient(&moment.after);
    assert!(acting.len() <= 1);
    assert!(
        view.phase != Phase::Placing || acting.iter().all(|seat| view.hands[seat].count > 0),
        "no turn with an empty hand"
    );
    assert_eq!(view.acting, acting.iter().next());
    assert!(view.phase == Phase::Choosing || view.acting == view.turn);
    assert!(
        view.hands
            .iter()
            .all(|(_, hand)| usize::from(hand.count) <= HAND)
    );
}

/// Checks that hands are full while the dragon lies beside the board, and that it is held only
/// while the pile is empty, by a player with a short hand.
pub fn the_dragon_marks_who_draws_next(moment: &Moment) {
    let view = omniscient(&moment.after);
    let settled = matches!(view.phase, Phase::Starting | Phase::Placing);
    if !settled || view.options.dragon == Preset::Edition2005 {
        return; // in 2005 a hand can stay short, and the holder's can be full
    }
    let alive = still_in(&view);
    let full = |seat| usize::from(view.hands[seat].count) == HAND;
    match view.dragon {
        Some(holder) => {
            assert!(view.dragon_in_play && view.pile == 0);
            assert!(alive.contains(holder) && !full(holder));
        }
        None => assert!(!view.dragon_in_play && view.pile == 0 || alive.iter().all(full)),
    }
}

/// Checks that a player eliminated by a tile has a place at once, unless the paths
/// decide, and that a place that a view has shown never changes.
pub fn a_place_that_is_told_stays(moment: &Moment) {
    let (before, after) = (omniscient(&moment.before), omniscient(&moment.after));
    for (seat, marker) in after.markers.iter() {
        let told = before.markers[seat].place;
        assert!(told.is_none() || told == marker.place, "{seat:?}");
        if let Some(outcome) = &after.outcome {
            assert_eq!(marker.place, Some(outcome.places[seat.index()]));
        }
        let eliminated = matches!(marker.out, Some(Out::Edge { .. } | Out::Collision { .. }));
        assert!(marker.place.is_some() || !eliminated || after.options.is_by_path());
    }
}
