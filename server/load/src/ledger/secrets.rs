//! What somebody is told that they may not know.

use serde_json::Value;

use super::Eyes;

/// Where in a view or a happening something is shown that those eyes may not see: a tile in a hand
/// that is not their own, one of the pile, somebody else's choices, the secret of a game that runs.
pub fn leaks(told: &Value, eyes: Eyes) -> Vec<String> {
    let own = match eyes {
        Eyes::All => return Vec::new(),
        Eyes::Seat(seat) => Some(u64::from(seat)),
        Eyes::Outside => None,
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
                        !field.is_null() && (own.is_none() || value["turn"].as_u64() != own)
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
    for (index, hand) in (0..).zip(hands.as_array().into_iter().flatten()) {
        let seat = hand["seat"].as_u64().unwrap_or(index);
        let tiles = if hand.is_array() {
            hand
        } else {
            &hand["tiles"]
        };
        if Some(seat) != own && shows(tiles) {
            found.push(format!("{path}/{index} is {hand}"));
        }
    }
}

/// Whether there is anything in it but blanks. An empty list of tiles shows that a hand is seen.
fn shows(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Array(list) => list.iter().any(shows),
        _ => true,
    }
}
