//! The twin of Tsuro. The unseen tiles are permuted cyclically by one.

use std::collections::BTreeSet;

use serde_json::Value;

use super::Change;

pub(super) fn twin(told: &[&Value], seat: Option<u64>) -> Change {
    let seen = seen(told, seat);
    let unseen: Vec<u64> = (0..35).filter(|tile| !seen.contains(tile)).collect();
    let change = move |card: &mut Value| {
        let place = unseen.iter().position(|tile| Some(*tile) == card.as_u64());
        if let Some(place) = place {
            *card = unseen[(place + 1) % unseen.len()].into();
        }
    };
    Box::new(move |event| {
        let each = |cards: &mut Value| cards.as_array_mut().unwrap().iter_mut().for_each(&change);
        match event["type"].as_str().unwrap() {
            "opened" => {
                event["hands"]
                    .as_array_mut()
                    .unwrap()
                    .iter_mut()
                    .for_each(each);
                each(&mut event["pile"]);
            }
            "drew" => change(&mut event["tile"]),
            "returned" => {
                for hand in event["hands"].as_array_mut().unwrap() {
                    each(&mut hand["tiles"]);
                }
                each(&mut event["pile"]);
            }
            _ => {}
        }
    })
}

/// Returns the tiles that a viewer with this seat (or none) has seen.
fn seen(told: &[&Value], seat: Option<u64>) -> BTreeSet<u64> {
    let mut seen = BTreeSet::new();
    for event in told {
        match event["type"].as_str().unwrap() {
            "opened" => {
                if let Some(seat) = seat {
                    let hand = event["hands"][usize::try_from(seat).unwrap()]
                        .as_array()
                        .unwrap();
                    seen.extend(hand.iter().filter_map(Value::as_u64));
                }
            }
            "placed" => seen.extend(event["tile"].as_u64()),
            "drew" if event["seat"].as_u64() == seat => seen.extend(event["tile"].as_u64()),
            _ => {}
        }
    }
    seen
}
