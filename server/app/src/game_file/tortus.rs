//! Tortus in words and letters: tiles are `L2` (a corner, two quarter turns clockwise), squares `c5`, and pawns
//! have numbers, first those of the first seat.

use std::fmt::Write;

use senda_rules::{
    Game, Viewer,
    tiles::Rotation,
    tortus::{By, Card, Dealt, End, Event, Field, HandTile, State, Tile, View},
};

use super::Names;

/// What happened; `None` for what follows from the rest.
pub(super) fn sentence(event: &Event, names: &Names) -> Option<String> {
    Some(match event {
        Event::Opened {
            first,
            hands,
            board,
            ..
        } => {
            let first = format!("{} plays first", names.of(*first));
            format!("{first}; {}", deal(hands, board, names))
        }
        Event::Redealt { hands, board } => {
            format!(
                "more holes than can be exchanged; {}",
                deal(hands, board, names)
            )
        }
        Event::Exchanged {
            square,
            laid,
            taken,
            ..
        } => format!("{} to {square} for {}", laid.letter(), taken.letter()),
        Event::Placed { pawn, square } => format!("pawn {pawn} to {square}"),
        Event::Turn { seat, actions } => format!("turn of {}, {actions} actions", names.of(*seat)),
        Event::Rotated { square, rotation } => format!("turns {square} to {}", rotation.turns()),
        Event::Revealed {
            square,
            tile,
            rotation,
        } => format!("opens {square}: {}", tile_at(Some(*tile), Some(*rotation))),
        Event::Misopened { square } => format!("may not open {square}"),
        Event::Penalised { pawn } => format!("gives up pawn {pawn}"),
        Event::Swapped {
            square,
            laid,
            rotation,
            taken,
            ..
        } => {
            let laid = tile_at(Some(*laid), Some(*rotation));
            format!("{laid} to {square} for {}", taken.letter())
        }
        Event::Moved {
            pawn, from, to, by, ..
        } => {
            let how = match by {
                By::Move => "",
                By::Push => "pushes ",
                By::Follow => "on with ",
                By::Forced => "forced: ",
            };
            format!("{how}pawn {pawn} {from}-{to}")
        }
        Event::Captured { pawn, .. } => format!("captures pawn {pawn}"),
        Event::Fell {
            pawn,
            taken: Some(seat),
            ..
        } => format!("pawn {pawn} falls, the hole goes to {}", names.of(*seat)),
        Event::Fell {
            pawn, taken: None, ..
        } => format!("pawn {pawn} falls"),
        Event::Filled {
            square,
            tile,
            rotation,
            ..
        } => format!("fills {square}: {}", tile_at(Some(*tile), Some(*rotation))),
        Event::Sank { pawn, .. } => format!("pawn {pawn} sinks"),
        Event::DrawOffered { seat } => format!("{} offers a draw", names.of(*seat)),
        Event::DrawDeclined { seat } => format!("{} declines the draw", names.of(*seat)),
        Event::Over { end, .. } => ending(*end, names),
        Event::Acted { .. } => return None,
    })
}

fn ending(end: End, names: &Names) -> String {
    match end {
        End::Pit { loser } => format!("{} loses by the pit", names.of(loser)),
        End::NoPawns { loser } => format!("{} has no pawn left", names.of(loser)),
        End::Resigned { loser } => format!("{} resigns", names.of(loser)),
        End::Repetition => "a draw by repetition".to_owned(),
        End::TurnLimit => "a draw after the last turn".to_owned(),
        End::Agreement => "a draw by agreement".to_owned(),
    }
}

/// The hands, then the board row by row from the north.
fn deal(hands: &senda_rules::BySeat<Vec<Card>>, board: &[Dealt], names: &Names) -> String {
    let hands = hands.iter().map(|(seat, hand)| {
        let letters = hand.iter().map(|&card| tile_at(card, None));
        let letters: Vec<String> = letters.collect();
        format!("{} gets {}", names.of(seat), letters.join(" "))
    });
    let hands: Vec<String> = hands.collect();
    let tiles = board
        .iter()
        .map(|dealt| tile_at(dealt.tile, dealt.rotation));
    let tiles: Vec<String> = tiles.collect();
    format!("{}; board {}", hands.join("; "), tiles.join(" "))
}

fn tile_at(tile: Card, rotation: Option<Rotation>) -> String {
    let mut text = tile.map_or('?', Tile::letter).to_string();
    if let Some(rotation) = rotation {
        let _ = write!(text, "{}", rotation.turns());
    }
    text
}

/// Characters of a square's drawing: a tile, its rotation and a pawn need four.
const WIDTH: usize = 6;

/// The board as a grid, closed tiles in small letters and pawns behind a colon; below it what everybody holds.
pub(super) fn board(game: &State, names: &Names) -> String {
    let view = game.view(Viewer::Omniscient);
    let mut text = String::from("   ");
    for column in 0..view.edge {
        let letter = char::from(b'a' + column);
        let _ = write!(text, "{letter:^WIDTH$}");
    }
    end_line(&mut text);
    for (number, row) in view.board.chunks(view.edge.into()).enumerate() {
        let _ = write!(text, "{:>2} ", number + 1);
        for field in row {
            let _ = write!(text, "{:^WIDTH$}", drawn(&view, field));
        }
        end_line(&mut text);
    }
    for (seat, hand) in view.hands.iter() {
        let letters = hand.iter().map(|held: &HandTile| tile_at(held.tile, None));
        let letters: Vec<String> = letters.collect();
        let standing = view.pawns.iter().filter(|pawn| pawn.seat == seat);
        let standing = standing.filter(|pawn| pawn.at.is_some()).count();
        let _ = writeln!(
            text,
            "   {} {}: {standing} pawns, hand {}",
            seat.number() + 1,
            names.of(seat),
            letters.join(" ")
        );
    }
    if let Some(seat) = view.acting {
        let _ = writeln!(text, "   {} to decide", names.of(seat));
    }
    text
}

fn end_line(text: &mut String) {
    text.truncate(text.trim_end_matches(' ').len());
    text.push('\n');
}

fn drawn(view: &View, field: &Field) -> String {
    let mut text = match field.tile {
        None => "_".to_owned(), // a gap
        Some(_) if field.open => tile_at(field.tile, field.rotation),
        Some(_) => tile_at(field.tile, field.rotation).to_lowercase(),
    };
    let pawns = (0_u8..).zip(&view.pawns);
    for (number, _) in pawns.filter(|(_, pawn)| pawn.at == Some(field.square)) {
        let _ = write!(text, ":{number}");
    }
    text
}

#[cfg(test)]
mod tests {
    use senda_rules::Seat;

    use super::*;

    fn drawing(position: &str) -> String {
        let position: senda_rules::tortus::Position = position.parse().unwrap();
        let game = State::try_from(&position).unwrap();
        let seat = Seat::ZERO;
        let names = Names(vec!["Ana".to_owned(), "Bo".to_owned()]);
        assert_eq!(names.of(seat), "Ana");
        board(&game, &names)
    }

    #[test]
    fn a_position_shows_what_is_closed_and_who_stands_where() {
        let text = drawing("open d4 I1\npawns 0 d4\npawns 1 a7 b7\nturn 1");
        assert!(text.contains("I1:0"), "{text}");
        assert!(text.contains(":5"), "{text}");
        assert!(text.contains("1 Ana: 1 pawns, hand"), "{text}");
        assert!(text.contains("Bo to decide"), "{text}");
    }
}
