//! What somebody decides in Tortus.

use serde_json::{Value, json};

use crate::{
    ledger::ActionKind,
    swarm::{choices::Wish, policy::Occasion},
};

/// How often a move is among what is chosen from, so that pawns come together and games to an end.
const MOVES: usize = 4;

/// How often, of all decisions, one who hurries gives a game up.
const GIVES_UP: f64 = 0.05;

/// A decision out of those choices, and its action. A game that everybody waits for is soon given up.
pub(super) fn decision(
    choices: &Value,
    seat: u64,
    hurries: bool,
    occasion: &Occasion,
) -> Option<Wish> {
    if occasion.resigns || hurries && occasion.choice < GIVES_UP {
        return Some((ActionKind::Resigned { seat }, json!({ "type": "resign" })));
    }
    let actions = actions(choices)?;
    let action = actions.get(occasion.pick(actions.len()))?.clone();
    let what = what(&action)?;
    Some((ActionKind::Decided { seat, what }, action))
}

/// What an action does, in the words of the event that tells it.
fn what(action: &Value) -> Option<String> {
    let word = |key: &str| match &action[key] {
        Value::String(word) => word.clone(),
        other => other.to_string(),
    };
    let words = match action["type"].as_str()? {
        "exchange" => vec!["exchanged".to_owned(), word("hand"), word("square")],
        "place" => vec!["placed".to_owned(), word("square")],
        "rotate" => vec!["rotated".to_owned(), word("square"), word("rotation")],
        "open" => vec!["revealed".to_owned(), word("square")],
        "swap" => vec![
            "swapped".to_owned(),
            word("hand"),
            word("square"),
            word("rotation"),
        ],
        kind @ ("move" | "push" | "follow") => {
            vec!["moved".to_owned(), kind.to_owned(), word("to")]
        }
        "fill" => vec!["filled".to_owned(), word("hand"), word("rotation")],
        "penalty" => vec!["penalised".to_owned(), word("pawn")],
        "stop" | "end_turn" => vec!["passed".to_owned()],
        _ => return None,
    };
    Some(words.join(" "))
}

/// An action with each rotation of its tile.
fn turned(action: &Value) -> [Value; 4] {
    [0, 1, 2, 3].map(|rotation| {
        let mut turned = action.clone();
        turned["rotation"] = rotation.into();
        turned
    })
}

/// Everything on offer.
fn actions(choices: &Value) -> Option<Vec<Value>> {
    let list = |of: &Value| of.as_array().cloned().unwrap_or_default();
    let targets = |kind: &str| {
        let to = list(&choices["to"]).into_iter();
        to.map(|target| json!({ "type": kind, "to": target["square"] }))
            .collect::<Vec<_>>()
    };
    let hand = list(&choices["hand"]);
    let mut actions = Vec::new();
    match choices["type"].as_str()? {
        "exchange" => {
            for square in list(&choices["squares"]) {
                let exchange = |hand| json!({ "type": "exchange", "hand": hand, "square": square });
                actions.extend(hand.iter().map(exchange));
            }
        }
        "place" => {
            let squares = list(&choices["squares"]).into_iter();
            actions.extend(squares.map(|square| json!({ "type": "place", "square": square })));
        }
        "act" => {
            actions.push(json!({ "type": "end_turn" }));
            for turns in list(&choices["rotate"]) {
                let rotations = list(&turns["rotations"]).into_iter();
                actions.extend(rotations.map(|rotation| {
                    json!({ "type": "rotate", "square": turns["square"], "rotation": rotation })
                }));
            }
            let open = list(&choices["open"]).into_iter();
            actions.extend(open.map(|square| json!({ "type": "open", "square": square })));
            for square in list(&choices["swap"]) {
                for hand in &hand {
                    let swap = json!({ "type": "swap", "square": square, "hand": hand });
                    actions.extend(turned(&swap));
                }
            }
            for moves in list(&choices["moves"]) {
                for target in list(&moves["to"]) {
                    let one = json!({
                        "type": "move", "pawn": moves["pawn"], "to": target["square"],
                    });
                    actions.extend(std::iter::repeat_n(one, MOVES));
                }
            }
        }
        "push" => actions = targets("push"),
        "flow" => {
            actions = targets("follow");
            actions.push(json!({ "type": "stop" }));
        }
        "fill" => {
            let fill = |hand: &Value| json!({ "type": "fill", "hand": hand });
            actions.extend(hand.iter().map(fill).flat_map(|fill| turned(&fill)));
        }
        "penalty" => {
            let pawns = list(&choices["pawns"]).into_iter();
            actions.extend(pawns.map(|pawn| json!({ "type": "penalty", "pawn": pawn })));
        }
        _ => return None,
    }
    Some(actions)
}
