//! The queries of Tsuro's case files.
//!
//! ```text
//! offers 1 17r0 17r1        the choices of the seat; `forced` comes first if all eliminate it
//! sees 1 0: 3 7 12          the part of another hand that the seat sees; `hidden` if nothing
//! reached a6: c4            the empty squares where the paths that lead to a square begin
//! ```

use std::{collections::BTreeSet, fmt::Write};

use senda_rules::{
    Game, Viewer,
    tiles::Square,
    tsuro::{Card, Choices, Mark, Port, State},
};

use super::laws::{omniscient, walked};
use crate::{case::Looks, table::seat};

impl Looks for State {
    const LOOKS: &'static [&'static str] = &["offers", "sees", "reached"];

    fn look(&self, look: &str, asked: &str) -> String {
        match look {
            "offers" => offers(self, asked),
            "reached" => reached(self, asked),
            _ => sees(self, asked),
        }
    }
}

/// Returns the choices of the first seat in the text, in the format of the query.
fn offers(state: &State, text: &str) -> String {
    let number = text.split(' ').next().unwrap().parse().unwrap();
    let mut offered = format!("{number}");
    match state.view(Viewer::Seat(seat(number))).choices {
        None => offered.push_str(" nothing"),
        Some(Choices::Start { marks }) => {
            for mark in marks {
                write!(offered, " {mark}").unwrap();
            }
        }
        Some(Choices::Place {
            forced, placements, ..
        }) => {
            if forced {
                offered.push_str(" forced");
            }
            for placement in placements {
                let (tile, turns) = (placement.tile.number(), placement.rotation.turns());
                write!(offered, " {tile}r{turns}").unwrap();
                if let Some(port) = placement.port {
                    write!(offered, ".{}", port.number()).unwrap();
                }
            }
        }
        Some(Choices::Path { paths }) => {
            for path in paths {
                write!(offered, " .{}", path.port.number()).unwrap();
            }
        }
        Some(Choices::Swap { offers }) => {
            for offer in offers {
                write!(offered, " {}:", offer.seat).unwrap();
                for face in offer.tiles {
                    write!(offered, " {}", face.tile.number()).unwrap();
                }
            }
        }
    }
    offered
}

/// Returns the tiles that the first seat in the text sees in the hand of the second one, in the
/// format of the query.
fn sees(state: &State, text: &str) -> String {
    let (seats, _) = text.split_once(':').unwrap();
    let (viewer, owner) = seats.split_once(' ').unwrap();
    let viewer = Viewer::Seat(seat(viewer.parse().unwrap()));
    match &state.view(viewer).hands[seat(owner.parse().unwrap())].tiles {
        None => format!("{seats}: hidden"),
        Some(faces) => {
            let tiles: Vec<Card> = faces.iter().map(|face| Some(face.tile)).collect();
            format!("{seats}: {}", cards(&tiles)).trim_end().to_owned()
        }
    }
}

/// Returns the empty squares from which a path leads to the first square in the text, in the format
/// of the query. If there is none and no marker faces the square, no marker can ever come there.
fn reached(state: &State, text: &str) -> String {
    const BESIDE: [(i8, i8, [u8; 2]); 4] = [
        (0, -1, [4, 5]),
        (1, 0, [6, 7]),
        (0, 1, [0, 1]),
        (-1, 0, [2, 3]),
    ];
    let (name, _) = text.split_once(':').unwrap();
    let wanted: Square = name.parse().unwrap();
    let view = omniscient(state);
    let mut markers = view.markers.iter().filter_map(|(_, marker)| marker.at());
    assert!(markers.all(|at| at.square() != wanted), "{name}: a marker");
    let mut from = BTreeSet::new();
    for (x, y, ports) in BESIDE {
        let moved = |number: u8, by| number.checked_add_signed(by).filter(|&to| to < view.edge);
        let there = moved(wanted.x(), x).zip(moved(wanted.y(), y));
        let Some(square) = there.and_then(|(x, y)| Square::new(x, y)) else {
            continue;
        };
        for port in ports.map(|port| Port::new(port).unwrap()) {
            let (_, end) = walked(view.edge, &view.board, Mark { square, port });
            from.extend(end.map(|end| end.square).filter(|&end| end != wanted));
        }
    }
    from.iter().fold(format!("{name}:"), |said, square| {
        format!("{said} {square}")
    })
}

fn cards(cards: &[Card]) -> String {
    let numbers: Vec<String> = cards
        .iter()
        .map(|card| card.unwrap().number().to_string())
        .collect();
    numbers.join(" ")
}
