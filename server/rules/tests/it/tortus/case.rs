//! The queries of Tortus's case files.
//!
//! ```text
//! offers 0 flow d5 d3:hole        the choices of the seat, one kind of action per line:
//! offers 0 move 3 d5 d3:pawn7     exchange, place, rotate, open, swap, hand,
//!                                 move, push, fill, penalty
//! offers 1 nothing                the seat has no choices
//! sees 1 0: ? I+ ? ? ?            another hand as the seat sees it; + marks a public tile
//! ```

use senda_rules::{
    Game, Viewer,
    tortus::{Choices, Meets, State, Target, Tile},
};

use crate::{
    case::{Looks, list},
    table::seat,
};

impl Looks for State {
    const LOOKS: &'static [&'static str] = &["offers", "sees"];

    fn look(&self, look: &str, asked: &str) -> String {
        match look {
            "offers" => offers(self, asked),
            _ => sees(self, asked),
        }
    }
}

fn targets(targets: &[Target]) -> String {
    list(targets.iter().map(|target| match target.meets {
        Meets::Open => target.square.to_string(),
        Meets::Closed => format!("{}:closed", target.square),
        Meets::Hole { .. } => format!("{}:hole", target.square),
        Meets::Pit => format!("{}:pit", target.square),
        Meets::Pawn { pawn } => format!("{}:pawn{pawn}", target.square),
    }))
}

/// Returns the choices of the first seat in the text for the action named next, in the format of
/// the query.
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

/// Returns the tiles that the first seat in the text sees in the hand of the second one, in the
/// format of the query.
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
