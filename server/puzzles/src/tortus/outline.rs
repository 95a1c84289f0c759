//! The outline of a position of Tortus.

use senda_rules::{
    Game, Seat, Viewer,
    tiles::Rotation,
    tortus::{Side, State, Tile},
};

use crate::symmetry::{Symmetry, from_solver, smallest};

/// The number of sides of the board.
const SIDES: u8 = 4;
/// The number of players.
const SEATS: u8 = 2;

/// Returns the outline: the open tiles and the closed squares, the pawns, the solver's hand, and
/// the tiles of the other hand that are known.
pub fn outline(game: &State, solver: Seat) -> String {
    let view = game.view(Viewer::Seat(solver));
    let relative = |seat| from_solver(seat, solver, SEATS);
    smallest(SIDES, |symmetry| {
        let square = |at| symmetry.square(at, view.edge);
        let mut facts = vec![format!(
            "{} {:?} {}",
            view.options, view.phase, view.actions
        )];
        for field in &view.board {
            let at = square(field.square);
            facts.push(match field.tile.zip(field.rotation) {
                Some((tile, rotation)) => {
                    format!("tile {at:?} {tile:?} {}", points(symmetry, tile, rotation))
                }
                None => format!("closed {at:?} {}", field.open),
            });
        }
        for pawn in &view.pawns {
            facts.push(format!(
                "pawn {} {:?}",
                relative(pawn.seat),
                pawn.at.map(square)
            ));
        }
        for (seat, hand) in view.hands.iter() {
            let held = hand
                .iter()
                .map(|held| format!("held {} {:?}", relative(seat), held.tile));
            facts.extend(held);
        }
        facts
    })
}

/// Returns the sides that the arrows of a tile, or the tip of a star, point to after a symmetry, as
/// a set with one bit per side.
fn points(symmetry: Symmetry, tile: Tile, rotation: Rotation) -> u8 {
    let sides: &[Side] = match tile {
        Tile::Straight => &[Side::North, Side::South],
        Tile::Corner => &[Side::North, Side::East],
        Tile::Three => &[Side::North, Side::East, Side::South],
        Tile::Double | Tile::Triple | Tile::Star => &[Side::North],
        Tile::Four | Tile::Knight | Tile::Hole | Tile::Pit => &[],
    };
    let set = sides
        .iter()
        .fold(0, |all, side| all | 1 << side.turned(rotation) as u8);
    symmetry.directions(set)
}
