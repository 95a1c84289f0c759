//! The outline of a position of Tsuro.

use senda_rules::{
    Game, Seat, Viewer,
    tsuro::{Port, Stand, State},
};

use crate::symmetry::{Symmetry, from_solver, smallest};

/// The number of sides of the board.
const SIDES: u8 = 4;

/// Returns the outline: the board, the markers, the solver's hand, and the numbers of the other
/// tiles.
pub fn outline(game: &State, solver: Seat) -> String {
    let view = game.view(Viewer::Seat(solver));
    let seats = view.markers.seats();
    let relative = |seat| from_solver(seat, solver, seats);
    smallest(SIDES, |symmetry| {
        let square = |at| symmetry.square(at, view.edge);
        let mut facts = vec![format!("{} {} {:?}", view.options, view.pile, view.phase)];
        facts.extend(view.dragon.map(|seat| format!("dragon {}", relative(seat))));
        for laid in view.board.iter().chain(&view.waiting) {
            let paths = paths(symmetry, laid.tile.face().paths, laid.rotation.turns());
            facts.push(format!("tile {:?} {paths:?}", square(laid.square)));
        }
        for (seat, marker) in view.markers.iter() {
            let seat = relative(seat);
            facts.push(match marker.at() {
                Some(Stand::Mark(mark)) => {
                    let port = port(symmetry, mark.port.number());
                    format!("marker {seat} {:?} {port}", square(mark.square))
                }
                Some(Stand::Side(side)) => {
                    let ports = side.ports().map(|of| port(symmetry, of.number()) / 2);
                    format!("marker {seat} {:?} side {}", square(side.square), ports[0])
                }
                None => format!("marker {seat} {}", marker.out.is_some()),
            });
        }
        for (seat, hand) in view.hands.iter() {
            facts.push(format!("hand {} {}", relative(seat), hand.count));
            for face in hand.tiles.iter().flatten() {
                let turned = (0..SIDES).map(|turns| paths(symmetry, face.paths, turns));
                let shape = turned.min().expect("four rotations");
                facts.push(format!("held {} {shape:?}", relative(seat)));
            }
        }
        facts
    })
}

/// Returns the port that a port becomes. Two ports belong to each side, clockwise.
fn port(symmetry: Symmetry, port: u8) -> u8 {
    2 * symmetry.direction(port / 2) + symmetry.end(port % 2)
}

/// Returns the paths of a tile with that rotation after a symmetry, in order.
fn paths(symmetry: Symmetry, paths: [[Port; 2]; 4], turns: u8) -> [[u8; 2]; 4] {
    let mut after = paths.map(|path| {
        let mut ends = path.map(|end| port(symmetry, (end.number() + 2 * turns) % 8));
        ends.sort_unstable();
        ends
    });
    after.sort_unstable();
    after
}
