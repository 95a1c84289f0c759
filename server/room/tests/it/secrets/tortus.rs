//! The twin of Tortus. The unseen tiles of the deal move cyclically by one place, and each closed
//! tile is rotated. All players know whether a hand has a hole that must be exchanged, so holes
//! stay out of hands.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::Change;

/// The number of squares along an edge of the board.
const EDGE: usize = 7;
/// The squares that are open from the start, row by row from the north.
const OPEN: [usize; 5] = [17, 23, 24, 25, 31];
/// The number of tiles in a dealt hand.
const HAND: usize = 5;

/// A place of the deal.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd)]
enum Place {
    Hand(usize, usize),
    Board(usize),
}

pub(super) fn twin(told: &[&Value], seat: Option<u64>) -> Change {
    let is_deal = |event: &&&Value| event["type"] == "opened" || event["type"] == "redealt";
    let last: Option<Value> = told.iter().rfind(is_deal).map(|deal| (**deal).clone());
    let (seen, open) = (seen(told), open());
    Box::new(move |event| {
        if !is_deal(&&&*event) {
            return;
        }
        let seen = if last.as_ref() == Some(&*event) {
            &seen
        } else {
            &open
        };
        let is_hidden = |place: &Place| {
            let own = matches!(place, Place::Hand(owner, _) if Some(*owner as u64) == seat);
            !own && !seen.contains(place)
        };
        exchange(event, &is_hidden);
    })
}

/// Returns the places of every deal whose tile all players see.
fn open() -> BTreeSet<Place> {
    OPEN.map(Place::Board).into()
}

/// Returns the places of the last deal whose tile all players have seen.
fn seen(told: &[&Value]) -> BTreeSet<Place> {
    let dealt = |owner| (0..HAND).map(|at| Some(Place::Hand(owner, at))).collect();
    let mut seen = open();
    let mut hands: [Vec<Option<Place>>; 2] = [0, 1].map(dealt);
    for event in told {
        let number = |key: &str| usize::try_from(event[key].as_u64().unwrap()).unwrap();
        match event["type"].as_str().unwrap() {
            "opened" | "redealt" => seen = open(),
            "revealed" => {
                seen.insert(Place::Board(square(&event["square"])));
            }
            "exchanged" | "swapped" => {
                seen.extend(hands[number("seat")][number("hand")].take());
            }
            "fell" if !event["taken"].is_null() => hands[number("taken")].push(None),
            "filled" => seen.extend(hands[number("seat")].remove(number("hand"))),
            _ => {}
        }
    }
    seen
}

/// Returns the number of a square from its name, which has a column and a row.
fn square(name: &Value) -> usize {
    let name = name.as_str().unwrap().as_bytes();
    let (column, row) = (name[0] - b'a', name[1] - b'1');
    usize::from(row) * EDGE + usize::from(column)
}

fn exchange(deal: &mut Value, is_hidden: &dyn Fn(&Place) -> bool) {
    let hands = (0..2).flat_map(|owner| (0..HAND).map(move |at| Place::Hand(owner, at)));
    let board: Vec<Place> = (0..EDGE * EDGE)
        .map(Place::Board)
        .filter(is_hidden)
        .collect();
    let swallows = |tile: &Value| tile == "hole" || tile == "pit";
    let free: Vec<Place> = hands
        .filter(is_hidden)
        .chain(board.iter().copied())
        .filter(|place| !swallows(tile(deal, *place)))
        .collect();
    go_round(deal, &free);
    go_round(deal, &board);
    for place in board {
        if let Place::Board(at) = place {
            let rotation = &mut deal["board"][at]["rotation"];
            *rotation = json!((rotation.as_u64().unwrap() + 1) % 4);
        }
    }
}

/// Moves the tiles of these places cyclically by one place.
fn go_round(deal: &mut Value, places: &[Place]) {
    for two in places.windows(2) {
        let before = tile(deal, two[0]).take();
        *tile(deal, two[0]) = std::mem::replace(tile(deal, two[1]), before);
    }
}

fn tile(deal: &mut Value, place: Place) -> &mut Value {
    match place {
        Place::Hand(owner, at) => &mut deal["hands"][owner][at],
        Place::Board(at) => &mut deal["board"][at]["tile"],
    }
}
