//! The outline of a position of Section X.

use senda_rules::{
    Game, Seat, Viewer,
    section_x::{Cell, Kind, Place, Rotation, Spot, State},
};

use crate::symmetry::{Symmetry, from_solver, smallest};

/// The number of sides of the board.
const SIDES: u8 = 6;

/// Returns the outline: the tunnels, the prisoners, the doors, keys and zones, and the solver's
/// stock.
pub fn outline(game: &State, solver: Seat) -> String {
    let view = game.view(Viewer::Seat(solver));
    let seats = view.players.seats();
    let relative = |seat| from_solver(seat, solver, seats);
    smallest(SIDES, |symmetry| {
        let mut facts = vec![format!(
            "{} {} {:?} {} {}",
            view.options, seats, view.phase, view.last_turn, view.last_round
        )];
        for tile in &view.tiles {
            let shape = shape(symmetry, tile.kind, tile.rotation);
            let at = symmetry.axial(tile.cell.axial());
            facts.push(format!(
                "tile {at:?} {shape:?} {}",
                tile.kind.has_hide_out()
            ));
        }
        for prisoner in &view.prisoners {
            let place = place(symmetry, game, prisoner.at);
            facts.push(format!("prisoner {} {place}", relative(prisoner.seat)));
        }
        for door in &view.doors {
            let place = place(symmetry, game, Place::Tunnel(door.at));
            facts.push(format!("door {} {place}", relative(door.seat)));
        }
        for (zone, area) in (0..).zip(&view.areas) {
            let zone = symmetry.direction(zone);
            facts.extend(
                area.owner
                    .map(|seat| format!("zone {zone} {}", relative(seat))),
            );
        }
        for (seat, player) in view.players.iter() {
            let seat = relative(seat);
            facts.push(format!("key {seat} {} {}", player.key, player.stock.len()));
            for &kind in player.stock.iter().flatten() {
                let turned = Rotation::ALL.map(|rotation| shape(symmetry, kind, rotation));
                let shape = turned.into_iter().min().expect("six rotations");
                facts.push(format!("stock {seat} {shape:?} {}", kind.has_hide_out()));
            }
        }
        facts
    })
}

/// Returns the tunnels of a tile after a symmetry, each as a set of sides, in order.
fn shape(symmetry: Symmetry, kind: Kind, rotation: Rotation) -> Vec<u8> {
    let sections = kind.sections(rotation).iter();
    let mut shape: Vec<u8> = sections.map(|&sides| symmetry.directions(sides)).collect();
    shape.sort_unstable();
    shape
}

/// Returns the text of a place after a symmetry.
fn place(symmetry: Symmetry, game: &State, at: Place) -> String {
    match at {
        Place::Tunnel(Spot { cell, section }) => {
            let sides = sides(game, cell, section);
            let at = symmetry.axial(cell.axial());
            format!("{at:?} {}", symmetry.directions(sides))
        }
        Place::Green(zone) => format!("green {}", symmetry.direction(zone)),
        Place::Free(zone) => format!("free {}", symmetry.direction(zone)),
        Place::Block | Place::Lost => at.to_string(),
    }
}

/// Returns the sides that a tunnel of the tile on a cell leads to, as a set.
fn sides(game: &State, cell: Cell, section: u8) -> u8 {
    let sections = game.sections(cell).expect("a tile under a tunnel");
    sections[usize::from(section)]
}
