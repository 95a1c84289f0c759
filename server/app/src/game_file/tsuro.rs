//! Tsuro in words and letters: tiles are `17r1` (tile 17, one quarter turn clockwise), places `c5:4`
//! (square c5, port 4), as in the log.

use std::fmt::Write;

use senda_rules::{
    Game, Seat, Viewer,
    tsuro::{Card, Event, Out, Phase, State, View, WalkEnd},
};

use super::Names;

/// What happened; `None` for what follows from the rest.
pub(super) fn sentence(event: &Event, names: &Names) -> Option<String> {
    Some(match event {
        Event::Opened {
            first, hands, pile, ..
        } => {
            let mut text = format!("{} plays first", names.of(*first));
            for (seat, hand) in hands.iter() {
                let _ = write!(text, "; {} gets {}", names.of(seat), cards(hand));
            }
            let _ = write!(text, "; pile {}", cards(pile));
            text
        }
        Event::Started { mark, .. } => format!("marker to {mark}"),
        Event::Chose { seat, mark } => format!("{} sets out from {mark}", names.of(*seat)),
        Event::Laid {
            tile,
            rotation,
            square,
            ..
        } => format!("{}r{} for {square}", tile.number(), rotation.turns()),
        Event::Placed {
            seat,
            tile,
            rotation,
            square,
            walks,
        } => {
            let mut text = format!("{}r{} {square}", tile.number(), rotation.turns());
            for walk in walks {
                let who = if walk.seat == *seat {
                    "walks".to_owned()
                } else {
                    format!("{} walks", names.of(walk.seat))
                };
                let _ = match walk.end {
                    WalkEnd::Stands { at } => write!(text, ", {who} to {at}"),
                    WalkEnd::Edge => write!(text, ", {who} off the board"),
                    WalkEnd::Collision { with } => write!(text, ", {who} into {}", names.of(with)),
                };
            }
            text
        }
        Event::Bonus { from, .. } => {
            let from: Vec<String> = from.iter().map(|&seat| names.of(seat)).collect();
            format!("may swap with {}", from.join(", "))
        }
        Event::Swapped { give, take, .. } => {
            format!("swaps {} for {}", cards(give), cards(take))
        }
        Event::Resigned { .. } => "resigns".to_owned(),
        Event::Returned { hands, pile } => {
            let hands: Vec<String> = hands
                .iter()
                .map(|returned| {
                    format!("{} of {}", cards(&returned.tiles), names.of(returned.seat))
                })
                .collect();
            format!(
                "{} back into the pile, now {}",
                hands.join(", "),
                cards(pile)
            )
        }
        Event::Drew { seat, tile } => format!("{} draws {}", names.of(*seat), card(*tile)),
        Event::Dragon {
            holder: Some(holder),
        } => format!("dragon to {}", names.of(*holder)),
        Event::Dragon { holder: None } => "dragon beside the board".to_owned(),
        Event::Turn { .. } | Event::Over { .. } => return None,
    })
}

fn card(card: Card) -> String {
    card.map_or_else(|| "?".to_owned(), |tile| tile.number().to_string())
}

fn cards(cards: &[Card]) -> String {
    if cards.is_empty() {
        return "none".to_owned();
    }
    cards
        .iter()
        .copied()
        .map(card)
        .collect::<Vec<_>>()
        .join(" ")
}

/// Characters of a square's drawing: a tile and its rotation need four.
const WIDTH: usize = 6;

/// The board as a grid, what the markers face as `<1>`, and what everybody holds below it.
pub(super) fn board(game: &State, names: &Names) -> String {
    let view = game.view(Viewer::Omniscient);
    let mut text = String::from("   ");
    for column in 0..view.edge {
        let letter = char::from(b'a' + column);
        let _ = write!(text, "{letter:^WIDTH$}");
    }
    end_line(&mut text);
    for row in 1..=view.edge {
        let _ = write!(text, "{row:>2} ");
        for column in 0..view.edge {
            let square = format!("{}{row}", char::from(b'a' + column));
            let drawn = drawn(&view, &square);
            let _ = write!(text, "{drawn:^WIDTH$}");
        }
        end_line(&mut text);
    }
    for (seat, _) in view.markers.iter() {
        text.push_str(&player(&view, seat, names));
    }
    let _ = write!(text, "   pile {}", view.pile);
    if let Some(holder) = view.dragon {
        let _ = write!(text, ", dragon with {}", names.of(holder));
    }
    match (view.acting, view.phase) {
        (Some(seat), phase) if phase != Phase::Over => {
            let _ = writeln!(text, ", {} to play", names.of(seat));
        }
        _ => text.push('\n'),
    }
    text
}

fn end_line(text: &mut String) {
    text.truncate(text.trim_end_matches(' ').len());
    text.push('\n');
}

fn drawn(view: &View, square: &str) -> String {
    let laid = view
        .board
        .iter()
        .find(|laid| laid.square.to_string() == square);
    if let Some(laid) = laid {
        return format!("{}r{}", laid.face.tile.number(), laid.rotation.turns());
    }
    let faces = |seat: Seat| {
        view.markers[seat]
            .at
            .is_some_and(|at| at.square().to_string() == square)
    };
    let seats = view.markers.iter().map(|(seat, _)| seat);
    let here: String = seats
        .filter(|&seat| faces(seat))
        .map(|seat| (seat.number() + 1).to_string())
        .collect();
    if here.is_empty() {
        ".".to_owned()
    } else {
        format!("<{here}>")
    }
}

fn player(view: &View, seat: Seat, names: &Names) -> String {
    let marker = &view.markers[seat];
    let place = match (marker.out, marker.at) {
        (Some(Out::Edge { after }), _) => format!("off the board with tile {after}"),
        (Some(Out::Collision { after, with }), _) => {
            format!("met {} with tile {after}", names.of(with))
        }
        (Some(Out::Resigned { after }), _) => format!("resigned after {after} tiles"),
        (None, Some(at)) => format!("at {at}"),
        (None, None) => "not on the board yet".to_owned(),
    };
    let hand = view.hands[seat].tiles.iter().flatten();
    let hand: Vec<String> = hand.map(|face| face.tile.number().to_string()).collect();
    let hand = if hand.is_empty() {
        "none".to_owned()
    } else {
        hand.join(" ")
    };
    let number = seat.number() + 1;
    format!("   {number} {}: {place}, hand {hand}\n", names.of(seat))
}
