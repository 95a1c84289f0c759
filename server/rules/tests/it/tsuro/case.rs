//! Tsuro's words in the case files; the rest of their language is in [`crate::case`].
//!
//! ```text
//! do 0 place 17r2                           or start a1:0, place 17r2 from 1, path 1, swap 3 4 for 5 6, keep, resign
//! = placed 0 17r2 a1: 0 a1.0-3 > b1:6
//! = turn 1
//! offers 1 17r0 17r1                        what the seat may decide; `forced` first if all eliminate it
//! sees 1 0: 3 7 12                          what the seat sees of another's hand; `hidden` if nothing
//! reached a6: c4                            where the paths that lead to a square begin: at empty squares
//! ```

use std::{collections::BTreeSet, fmt::Write};

use senda_rules::{
    Game, Seat, Viewer,
    tiles::Square,
    tsuro::{Action, Card, Choices, Event, Mark, Options, Port, Position, State, WalkEnd},
};

use super::laws::{omniscient, walked};
use crate::{case::Words, table::seat};

impl Words for State {
    type Written = Position;

    const LOOKS: &'static [&'static str] = &["offers", "sees", "reached"];

    fn options(text: &str) -> Option<Options> {
        if text.is_empty() {
            return Some(Options::default());
        }
        text.parse().ok()
    }

    fn action(words: &[&str]) -> Option<Action> {
        action(words)
    }

    fn say(event: &Event) -> String {
        say(event)
    }

    fn look(&self, look: &str, asked: &str) -> String {
        match look {
            "offers" => offers(self, asked),
            "reached" => reached(self, asked),
            _ => sees(self, asked),
        }
    }
}

fn action(words: &[&str]) -> Option<Action> {
    let numbers = |words: &[&str]| -> Option<Vec<u8>> {
        let numbers = words.iter().map(|number| number.parse().ok());
        numbers.collect()
    };
    let action = match words {
        ["resign"] => Action::Resign {},
        ["keep"] => Action::Keep {},
        ["start", mark] => Action::Start {
            mark: mark.parse().ok()?,
        },
        ["place", turned, from @ ..] => {
            let (tile, rotation) = turned.split_once('r')?;
            let port = match from {
                [] => None,
                ["from", port] => Some(port.parse().ok()?),
                _ => return None,
            };
            Action::Place {
                tile: tile.parse().ok()?,
                rotation: rotation.parse().ok()?,
                port,
            }
        }
        ["path", port] => Action::Path {
            port: port.parse().ok()?,
        },
        ["swap", tiles @ ..] => {
            let split = tiles.iter().position(|&word| word == "for")?;
            Action::Swap {
                give: numbers(&tiles[..split])?,
                take: numbers(&tiles[split + 1..])?,
            }
        }
        _ => return None,
    };
    Some(action)
}

/// What the seat named first in the text is offered, in the same form.
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

/// What the seat named first in the text sees of the hand of the one named after it, in the same form.
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

/// The empty squares from which a path leads to the one named first in the text, in the same form. Without
/// one, and with no marker before it, nobody can ever come there.
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
    let mut markers = view.markers.iter().filter_map(|(_, marker)| marker.at);
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

fn seats(seats: &[Seat]) -> String {
    let numbers: Vec<String> = seats.iter().map(ToString::to_string).collect();
    numbers.join(" ")
}

/// An event in words of the case language.
fn say(event: &Event) -> String {
    match event {
        Event::Opened {
            first, hands, pile, ..
        } => {
            let hands: Vec<String> = hands.iter().map(|(_, hand)| cards(hand)).collect();
            format!("opened {first}: {}; pile {}", hands.join(", "), cards(pile))
        }
        Event::Started { seat, mark } => format!("started {seat} {mark}"),
        Event::Placed {
            seat,
            tile,
            rotation,
            square,
            walks,
        } => {
            let mut said = format!(
                "placed {seat} {}r{} {square}:",
                tile.number(),
                rotation.turns()
            );
            for (number, walk) in walks.iter().enumerate() {
                write!(said, "{} {}", if number > 0 { "," } else { "" }, walk.seat).unwrap();
                for step in &walk.path {
                    let (enter, leave) = (step.enter.number(), step.leave.number());
                    write!(said, " {}.{enter}-{leave}", step.square).unwrap();
                }
                match walk.end {
                    WalkEnd::Stands { at } => write!(said, " > {at}"),
                    WalkEnd::Edge => write!(said, " > edge"),
                    WalkEnd::Collision { with } => write!(said, " > collision {with}"),
                }
                .unwrap();
            }
            said
        }
        Event::Chose { seat, mark } => format!("chose {seat} {mark}"),
        Event::Laid {
            seat,
            tile,
            rotation,
            square,
            waits,
        } => format!(
            "laid {seat} {}r{} {square}; waits for {}",
            tile.number(),
            rotation.turns(),
            seats(waits)
        ),
        Event::Bonus { seat, from } => format!("bonus {seat} from {}", seats(from)),
        Event::Swapped { give, .. } if give.is_empty() => "swapped nothing".to_owned(),
        Event::Swapped { seat, give, take } => {
            format!("swapped {seat}: {} for {}", cards(give), cards(take))
        }
        Event::Resigned { seat } => format!("resigned {seat}"),
        Event::Returned { hands, pile } => {
            let hands: Vec<String> = hands
                .iter()
                .map(|returned| format!("{}: {}", returned.seat, cards(&returned.tiles)))
                .collect();
            let hands = if hands.is_empty() {
                "what lies there".to_owned()
            } else {
                hands.join(", ")
            };
            format!("returned {hands}; pile {}", cards(pile))
        }
        Event::Drew { seat, tile } => format!("drew {seat} {}", cards(&[*tile])),
        Event::Dragon {
            holder: Some(holder),
        } => format!("dragon {holder}"),
        Event::Dragon { holder: None } => "dragon beside the board".to_owned(),
        Event::Turn { seat } => format!("turn {seat}"),
        Event::Over { outcome } => format!("over {:?}", outcome.places),
    }
}
