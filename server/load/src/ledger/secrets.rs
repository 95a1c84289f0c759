//! What somebody is told that they may not know.

use serde_json::Value;

use super::SeatOwners;

/// Where in a view or a happening something is shown that those eyes may not see: a tile in a hand
/// that is not their own, one of the pile, somebody else's choices, the secret of a game that runs.
pub fn leaks(told: &Value, eyes: SeatOwners) -> Vec<String> {
    let own = match eyes {
        SeatOwners::All => return Vec::new(),
        SeatOwners::Seat(seat) => Some(u64::from(seat)),
        SeatOwners::Outside => None,
    };
    let mut found = Vec::new();
    walk(told, own, "", &mut found);
    found
}

fn walk(value: &Value, own: Option<u64>, path: &str, found: &mut Vec<String>) {
    match value {
        Value::Array(list) => {
            for (index, value) in list.iter().enumerate() {
                walk(value, own, &format!("{path}/{index}"), found);
            }
        }
        Value::Object(fields) => {
            for (key, field) in fields {
                let path = format!("{path}/{key}");
                let hidden = match key.as_str() {
                    "hands" => {
                        hands(field, own, &path, found);
                        continue;
                    }
                    "pile" => shows(field) && !field.is_number(),
                    "tile" if value["type"] == "drew" => {
                        !field.is_null() && value["seat"].as_u64() != own
                    }
                    "choices" => {
                        !field.is_null() && (own.is_none() || value["acting"].as_u64() != own)
                    }
                    // A closed tile of Tortus, in a view and in the deal.
                    "tile" | "rotation" if value["open"] == false => !field.is_null(),
                    "board" if matches!(value["type"].as_str(), Some("opened" | "redealt")) => {
                        shows_closed(field)
                    }
                    "secret" => !field.is_null(),
                    _ => false,
                };
                if hidden {
                    found.push(format!("{path} is {field}"));
                }
                walk(field, own, &path, found);
            }
        }
        _ => {}
    }
}

/// Hands in any of their shapes: in a view with a count, in an event as lists of tiles, or back in
/// the pile with their seat.
fn hands(hands: &Value, own: Option<u64>, path: &str, found: &mut Vec<String>) {
    for (index, hand) in (0..).zip(each(hands)) {
        let seat = hand["seat"].as_u64().unwrap_or(index);
        let shown = if hand.is_array() {
            each(hand).any(|card| shows(card) && !is_open(card))
        } else {
            shows(&hand["tiles"])
        };
        if Some(seat) != own && shown {
            found.push(format!("{path}/{index} is {hand}"));
        }
    }
}

/// Whether a card of a hand says of itself that it is hidden, or that everybody knows it.
fn is_open(card: &Value) -> bool {
    card["public"] == true || card["public"] == false && card["tile"].is_null()
}

/// The squares of Tortus' board that lie open from the start, row by row from the north.
const OPEN: [usize; 5] = [17, 23, 24, 25, 31];

/// Whether a deal of Tortus says anything of a tile that is closed.
fn shows_closed(board: &Value) -> bool {
    let shows = |dealt: &Value| !dealt["tile"].is_null() || !dealt["rotation"].is_null();
    let closed = (0..).zip(each(board)).filter(|(at, _)| !OPEN.contains(at));
    closed.into_iter().any(|(_, dealt)| shows(dealt))
}

fn each(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().into_iter().flatten()
}

/// Whether there is anything in it but blanks. An empty list of tiles shows that a hand is seen.
fn shows(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Array(list) => list.iter().any(shows),
        _ => true,
    }
}
