//! Tortus' words in the case files; the rest of their language is in [`crate::case`].
//!
//! ```text
//! do 0 move 3 d4
//! = moved 3 d3-d4 move
//! = acted 1
//! offers 0 flow d5 d3:hole                  what the seat may decide, of each action by itself:
//! offers 0 move 3 d5 d3:pawn7               exchange, place, rotate, open, swap, hand, move, push, fill, penalty
//! offers 1 nothing
//! sees 1 0: ? I+ ? ? ?                      what the seat sees of another's hand; + if everybody knows the tile
//! ```
//! Decisions are written as their parameters come, a pawn and a place in the hand as numbers: `rotate d4 2`,
//! `swap d4 1 2`, `fill 1 2`, `exchange 0 d4`.

use std::fmt::{Display, Write};

use senda_rules::{
    Game, Viewer,
    tiles::Square,
    tortus::{Action, By, Choices, Event, Meets, Options, Position, State, Target, Tile},
};

use crate::{case::Words, table::seat};

impl Words for State {
    type Written = Position;

    const LOOKS: &'static [&'static str] = &["offers", "sees"];

    fn options(text: &str) -> Option<Options> {
        text.is_empty().then(Options::default)
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
            _ => sees(self, asked),
        }
    }
}

fn action(words: &[&str]) -> Option<Action> {
    let number = |text: &str| -> Option<u8> { text.parse().ok() };
    let square = |text: &str| -> Option<Square> { text.parse().ok() };
    let action = match words {
        ["exchange", hand, at] => Action::Exchange {
            hand: number(hand)?,
            square: square(at)?,
        },
        ["place", at] => Action::Place {
            square: square(at)?,
        },
        ["rotate", at, rotation] => Action::Rotate {
            square: square(at)?,
            rotation: number(rotation)?,
        },
        ["open", at] => Action::Open {
            square: square(at)?,
        },
        ["swap", at, hand, rotation] => Action::Swap {
            square: square(at)?,
            hand: number(hand)?,
            rotation: number(rotation)?,
        },
        ["move", pawn, to] => Action::Move {
            pawn: number(pawn)?,
            to: square(to)?,
        },
        ["push", to] => Action::Push { to: square(to)? },
        ["follow", to] => Action::Follow { to: square(to)? },
        ["stop"] => Action::Stop {},
        ["fill", hand, rotation] => Action::Fill {
            hand: number(hand)?,
            rotation: number(rotation)?,
        },
        ["penalty", pawn] => Action::Penalty {
            pawn: number(pawn)?,
        },
        ["end_turn"] => Action::EndTurn {},
        ["draw"] => Action::Draw {},
        ["decline"] => Action::Decline {},
        ["resign"] => Action::Resign {},
        _ => return None,
    };
    Some(action)
}

fn list<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    items.into_iter().fold(String::new(), |mut text, item| {
        write!(text, " {item}").unwrap();
        text
    })
}

fn targets(targets: &[Target]) -> String {
    list(targets.iter().map(|target| match target.meets {
        Meets::Open => target.square.to_string(),
        Meets::Closed => format!("{}:closed", target.square),
        Meets::Hole => format!("{}:hole", target.square),
        Meets::Pit => format!("{}:pit", target.square),
        Meets::Pawn { pawn } => format!("{}:pawn{pawn}", target.square),
    }))
}

/// What the seat named first in the text is offered of the action named next, in the same form.
fn offers(state: &State, text: &str) -> String {
    let words: Vec<&str> = text.split(' ').collect();
    let viewer = Viewer::Seat(seat(words[0].parse().unwrap()));
    let offered = match (words[1], state.view(viewer).choices) {
        (_, None) => return format!("{} nothing", words[0]),
        ("exchange", Some(Choices::Exchange { hand, squares })) => {
            format!("{} for{}", list(hand), list(squares))
        }
        ("place", Some(Choices::Place { squares })) => list(squares),
        ("rotate", Some(Choices::Act { rotate, .. })) => list(rotate.iter().map(|turns| {
            let rotations = turns.rotations.iter().map(|rotation| rotation.turns());
            format!("{}:{}", turns.square, list(rotations).replace(' ', ""))
        })),
        ("open", Some(Choices::Act { open, .. })) => list(open),
        ("swap", Some(Choices::Act { swap, .. })) => list(swap),
        ("hand", Some(Choices::Act { hand, .. })) => list(hand),
        ("move", Some(Choices::Act { moves, .. })) => {
            let moved = moves
                .iter()
                .find(|moves| moves.pawn.to_string() == words[2]);
            format!(" {}{}", words[2], targets(&moved.unwrap().to))
        }
        ("push", Some(Choices::Push { to, .. })) | ("flow", Some(Choices::Flow { to, .. })) => {
            targets(&to)
        }
        ("fill", Some(Choices::Fill { square, hand })) => format!(" {square} with{}", list(hand)),
        ("penalty", Some(Choices::Penalty { pawns })) => list(pawns),
        (word, Some(other)) => panic!("no {word} in {other:?}"),
    };
    format!("{} {}{offered}", words[0], words[1])
}

/// What the seat named first in the text sees of the hand of the one named after it, in the same form.
fn sees(state: &State, text: &str) -> String {
    let (seats, _) = text.split_once(':').unwrap();
    let (viewer, owner) = seats.split_once(' ').unwrap();
    let viewer = Viewer::Seat(seat(viewer.parse().unwrap()));
    let view = state.view(viewer);
    let shown = view.hands[seat(owner.parse().unwrap())].iter().map(|held| {
        let letter = held.tile.map_or('?', Tile::letter);
        format!("{letter}{}", if held.public { "+" } else { "" })
    });
    format!("{seats}:{}", list(shown))
}

fn letters(tiles: impl Iterator<Item = Tile>) -> String {
    tiles.map(Tile::letter).collect()
}

/// An event in words of the case language.
fn say(event: &Event) -> String {
    let deal = |hands: &senda_rules::BySeat<Vec<Option<Tile>>>, board: &[_]| {
        let hands: Vec<String> = hands
            .iter()
            .map(|(_, hand)| letters(hand.iter().flatten().copied()))
            .collect();
        let board = board
            .iter()
            .map(|dealt: &senda_rules::tortus::Dealt| dealt.tile.unwrap());
        format!("{}; {}", hands.join(" "), letters(board))
    };
    match event {
        Event::Opened {
            first,
            hands,
            board,
            ..
        } => format!("opened {first}: {}", deal(hands, board)),
        Event::Redealt { hands, board } => format!("redealt: {}", deal(hands, board)),
        Event::Exchanged {
            seat,
            hand,
            square,
            laid,
            taken,
        } => format!(
            "exchanged {seat} {hand} {square}: {} for {}",
            laid.letter(),
            taken.letter()
        ),
        Event::Placed { pawn, square } => format!("placed {pawn} {square}"),
        Event::Turn { seat, actions } => format!("turn {seat} {actions}"),
        Event::Rotated { square, rotation } => format!("rotated {square} {}", rotation.turns()),
        Event::Revealed {
            square,
            tile,
            rotation,
        } => format!("revealed {square} {}{}", tile.letter(), rotation.turns()),
        Event::Misopened { square } => format!("misopened {square}"),
        Event::Penalised { pawn } => format!("penalised {pawn}"),
        Event::Swapped {
            seat,
            hand,
            square,
            laid,
            rotation,
            taken,
        } => format!(
            "swapped {seat} {hand} {square}: {}{} for {}",
            laid.letter(),
            rotation.turns(),
            taken.letter()
        ),
        Event::Moved { pawn, from, to, by } => {
            let by = match by {
                By::Move => "move",
                By::Push => "push",
                By::Follow => "follow",
                By::Forced => "forced",
            };
            format!("moved {pawn} {from}-{to} {by}")
        }
        Event::Captured { pawn, square } => format!("captured {pawn} {square}"),
        Event::Fell {
            pawn,
            square,
            taken: Some(seat),
        } => format!("fell {pawn} {square}, taken by {seat}"),
        Event::Fell { pawn, square, .. } => format!("fell {pawn} {square}"),
        Event::Filled {
            seat,
            hand,
            square,
            tile,
            rotation,
        } => format!(
            "filled {seat} {hand} {square}: {}{}",
            tile.letter(),
            rotation.turns()
        ),
        Event::Sank { pawn, square } => format!("sank {pawn} {square}"),
        Event::Acted { left } => format!("acted {left}"),
        Event::DrawOffered { seat } => format!("draw offered by {seat}"),
        Event::DrawDeclined { seat } => format!("draw declined by {seat}"),
        Event::Over { outcome, end } => {
            let end = serde_json::to_value(end).unwrap();
            format!("over {:?} {}", outcome.places, end["how"].as_str().unwrap())
        }
    }
}
