//! The twin of Section X. The unseen tiles of each round's piles move cyclically by one place, and
//! the players who draw them hold the other tiles. The tiles of the board are shuffled in again for
//! the next round, so each round has its own places.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::Change;

/// A place in the piles of a round: the index of the pile, and the depth in it.
type Place = (usize, usize);

pub(super) fn twin(told: &[&Value], seat: Option<u64>) -> Change {
    let deals = told.iter().filter(|event| is_deal(event));
    let rounds: Vec<Vec<Vec<Value>>> = deals
        .zip(seen(told, seat))
        .map(|(deal, seen)| exchanged(&deal["piles"], &seen))
        .collect();
    let mut rounds = rounds.into_iter();
    let mut piles = Vec::new();
    Box::new(move |event| {
        if is_deal(event) {
            piles = rounds.next().expect("a round that was told");
            event["piles"] = json!(piles);
        } else if event["type"] == "drew" {
            event["tile"] = piles[number(&event["pile"])].remove(0);
        }
    })
}

fn is_deal(event: &Value) -> bool {
    event["type"] == "opened" || event["type"] == "round"
}

fn number(value: &Value) -> usize {
    usize::try_from(value.as_u64().unwrap()).unwrap()
}

/// Returns, for each round, the places whose tile the viewer with this seat (or none) has seen:
/// drawn by that seat, or laid on the board.
fn seen(told: &[&Value], own: Option<u64>) -> Vec<BTreeSet<Place>> {
    let mut seen: Vec<BTreeSet<Place>> = Vec::new();
    let mut drawn: Vec<usize> = Vec::new();
    let mut stocks: BTreeMap<u64, Vec<Place>> = BTreeMap::new();
    for event in told {
        if is_deal(event) {
            seen.push(BTreeSet::new());
            drawn = vec![0; event["piles"].as_array().unwrap().len()];
            stocks.clear();
            continue;
        }
        let shown = match event["type"].as_str().unwrap() {
            "drew" => {
                let (seat, pile) = (event["seat"].as_u64().unwrap(), number(&event["pile"]));
                let place = (pile, drawn[pile]);
                drawn[pile] += 1;
                stocks.entry(seat).or_default().push(place);
                (Some(seat) == own).then_some(place)
            }
            "placed" => {
                let stock = stocks.get_mut(&event["seat"].as_u64().unwrap());
                Some(stock.unwrap().remove(number(&event["stock"])))
            }
            _ => None,
        };
        seen.last_mut().unwrap().extend(shown);
    }
    seen
}

/// Returns the piles of the twin.
fn exchanged(piles: &Value, seen: &BTreeSet<Place>) -> Vec<Vec<Value>> {
    let mut piles: Vec<Vec<Value>> = serde_json::from_value(piles.clone()).unwrap();
    let depths = piles.iter().map(Vec::len).enumerate();
    let places = depths.flat_map(|(pile, depth)| (0..depth).map(move |at| (pile, at)));
    let hidden: Vec<Place> = places.filter(|place| !seen.contains(place)).collect();
    for two in hidden.windows(2) {
        let [(pile, at), (other, there)] = [two[0], two[1]];
        let before = piles[pile][at].take();
        piles[pile][at] = std::mem::replace(&mut piles[other][there], before);
    }
    piles
}
