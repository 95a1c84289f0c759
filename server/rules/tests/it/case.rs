//! The language of the case files.
//!
//! ```text
//! source: IT, play 2                        the rulebook and its section
//! title: what it shows, in our words
//! position:                                 the text form of a position, up to the first step; or
//! open 3 1                                  a fresh game of 3 in which seat 1 plays first; options may follow
//! do 0 place 17r2                           a decision and what happens; or start a1:0, place 17r2 from 1,
//!                                           path 1, swap 3 4 for 5 6, keep, resign
//! = placed 0 17r2 a1: 0 a1.0-3 > b1:6       each event in a line
//! = turn 1
//! refuse 1 place 3r0                        a decision that is refused, and why
//! = {"code":"not_in_hand"}
//! offers 1 17r0 17r1                        what the seat may decide; `forced` first if all eliminate it
//! sees 1 0: 3 7 12                          what the seat sees of another's hand; `hidden` if nothing
//! ```
//! Chance turns every order round: the pile after a shuffle begins with its largest tile.

use std::fmt::Write;

use senda_rules::{
    Game, Seat, Viewer,
    tsuro::{Action, Card, Choices, Event, Options, Position, State, WalkEnd},
};

use super::table::{Reverse, seat};

/// Runs a case and panics where it does not come out.
pub fn run(name: &str, text: &str) {
    let mut lines = text.lines().enumerate().peekable();
    let mut head = |word: &str| {
        let (_, line) = lines.next().expect("a line");
        let said = line
            .strip_prefix(word)
            .and_then(|line| line.strip_prefix(": "));
        assert!(
            said.is_some_and(|said| !said.is_empty()),
            "{name}: begins with {word}"
        );
    };
    head("source");
    head("title");
    let mut state: Option<State> = None;
    let mut checked = 0;
    let mut position = String::new();
    while let Some((number, line)) = lines.next() {
        let at = format!("{name}, line {}", number + 1);
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let mut expected = Vec::new();
        if matches!(word, "open" | "do" | "refuse") {
            while let Some((_, line)) = lines.next_if(|(_, line)| line.starts_with("= ")) {
                expected.push(line[2..].to_owned());
            }
        }
        if !matches!(word, "do" | "refuse" | "offers" | "open" | "sees") {
            assert!(state.is_none(), "{at}: unknown word {word}");
            if word != "position:" {
                writeln!(position, "{line}").unwrap();
            }
            continue;
        }
        checked += 1;
        if word == "open" {
            let (fresh, happened) = opened(rest);
            assert_eq!(happened, expected, "{at}");
            state = Some(fresh);
            continue;
        }
        let state = state.get_or_insert_with(|| {
            let position: Position = position.parse().unwrap_or_else(|e| panic!("{name}: {e}"));
            State::try_from(&position).unwrap_or_else(|e| panic!("{name}: {e:?}"))
        });
        match word {
            "offers" => assert_eq!(offers(state, rest), rest, "{at}"),
            "sees" => assert_eq!(sees(state, rest), rest, "{at}"),
            "do" => {
                let (seat, action) = decision(rest);
                let events = state.decide(seat, &action, &mut Reverse);
                let events = events.unwrap_or_else(|e| panic!("{at}: refused: {e:?}"));
                let happened: Vec<String> = events.iter().map(say).collect();
                assert_eq!(happened, expected, "{at}");
                for event in &events {
                    state.apply(event);
                }
            }
            _ => {
                let (seat, action) = decision(rest);
                let refused = state.decide(seat, &action, &mut Reverse);
                let code = serde_json::to_string(&refused.expect_err(&at)).unwrap();
                assert_eq!([code], expected[..], "{at}");
            }
        }
    }
    assert!(checked > 0, "{name}: shows nothing");
}

fn opened(text: &str) -> (State, Vec<String>) {
    let mut parts = text.splitn(3, ' ');
    let mut number = || parts.next().unwrap().parse().unwrap();
    let (seats, first) = (number(), seat(number()));
    let options = parts
        .next()
        .map_or(Options::default(), |options| options.parse().unwrap());
    let mut state = State::new(&options, seats, Some(first)).unwrap();
    let events = state.open(&mut Reverse);
    for event in &events {
        state.apply(event);
    }
    (state, events.iter().map(say).collect())
}

fn decision(text: &str) -> (Seat, Action) {
    let (number, action) = text.split_once(' ').expect("a seat and what it decides");
    let action = match action.split_once(' ') {
        None if action == "resign" => Action::Resign {},
        None if action == "keep" => Action::Keep {},
        Some(("start", mark)) => Action::Start {
            mark: mark.parse().unwrap(),
        },
        Some(("place", turned)) => {
            let (turned, port) = turned.split_once(' ').unwrap_or((turned, ""));
            let (tile, rotation) = turned.split_once('r').unwrap();
            Action::Place {
                tile: tile.parse().unwrap(),
                rotation: rotation.parse().unwrap(),
                port: port.strip_prefix("from ").map(|port| port.parse().unwrap()),
            }
        }
        Some(("path", port)) => Action::Path {
            port: port.parse().unwrap(),
        },
        Some(("swap", tiles)) => {
            let (give, take) = tiles.split_once(" for ").unwrap();
            let numbers = |text: &str| text.split(' ').map(|n| n.parse().unwrap()).collect();
            Action::Swap {
                give: numbers(give),
                take: numbers(take),
            }
        }
        _ => panic!("no decision: {action}"),
    };
    (seat(number.parse().unwrap()), action)
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
pub fn say(event: &Event) -> String {
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
