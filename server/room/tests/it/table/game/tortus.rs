//! Tortus.

use serde_json::{Value, json};

use super::{are_closed, each};

/// The squares that lie open from the start.
const OPEN: [&str; 5] = ["d3", "c4", "d4", "e4", "d5"];

pub(super) fn actions(choices: &Value) -> Vec<Value> {
    let turned = |of: Value| {
        let turn = move |rotation: u8| {
            let mut of = of.clone();
            of["rotation"] = rotation.into();
            of
        };
        (0..4).map(turn)
    };
    let targets = |kind: &str| {
        let to = |target: &Value| json!({ "type": kind, "to": target["square"] });
        each(&choices["to"]).map(to).collect::<Vec<_>>()
    };
    match choices["type"].as_str().unwrap() {
        "exchange" => each(&choices["hand"])
            .flat_map(|hand| {
                let exchange =
                    move |square| json!({ "type": "exchange", "hand": hand, "square": square });
                each(&choices["squares"]).map(exchange)
            })
            .collect(),
        "place" => each(&choices["squares"])
            .map(|square| json!({ "type": "place", "square": square }))
            .collect(),
        "act" => {
            let mut actions = vec![json!({ "type": "end_turn" })];
            for turns in each(&choices["rotate"]) {
                actions.extend(each(&turns["rotations"]).map(|rotation| {
                    json!({ "type": "rotate", "square": turns["square"], "rotation": rotation })
                }));
            }
            actions
                .extend(each(&choices["open"]).map(|at| json!({ "type": "open", "square": at })));
            for square in each(&choices["swap"]) {
                for hand in each(&choices["hand"]) {
                    actions.extend(turned(
                        json!({ "type": "swap", "square": square, "hand": hand }),
                    ));
                }
            }
            for moves in each(&choices["moves"]) {
                actions.extend(each(&moves["to"]).map(|target| {
                    json!({ "type": "move", "pawn": moves["pawn"], "to": target["square"] })
                }));
            }
            actions
        }
        "push" => targets("push"),
        "flow" => {
            let mut actions = targets("follow");
            actions.push(json!({ "type": "stop" }));
            actions
        }
        "fill" => each(&choices["hand"])
            .flat_map(|hand| turned(json!({ "type": "fill", "hand": hand })))
            .collect(),
        "penalty" => each(&choices["pawns"])
            .map(|pawn| json!({ "type": "penalty", "pawn": pawn }))
            .collect(),
        other => panic!("{other}: a choice that is not known here"),
    }
}

pub(super) fn knows_only(view: &Value, events: &[&Value], own: Option<usize>) {
    let is_own = |seat: usize| own == Some(seat);
    for field in each(&view["board"]) {
        let is_closed = field["open"] == false;
        assert!(
            !is_closed || (field["tile"].is_null() && field["rotation"].is_null()),
            "a closed tile: {field}"
        );
    }
    for (seat, hand) in each(&view["hands"]).enumerate() {
        for held in each(hand) {
            assert_eq!(
                held["tile"].is_null(),
                !is_own(seat) && held["public"] == false,
                "the hand of seat {seat} for {own:?}"
            );
        }
    }
    for event in events {
        match event["type"].as_str().unwrap() {
            "opened" | "redealt" => {
                for (seat, hand) in each(&event["hands"]).enumerate() {
                    assert!(is_own(seat) || are_closed(hand), "a hand of another");
                }
                for (field, dealt) in each(&view["board"]).zip(each(&event["board"])) {
                    let is_open = OPEN.iter().any(|square| field["square"] == *square);
                    let hidden = dealt["tile"].is_null() && dealt["rotation"].is_null();
                    assert_eq!(hidden, !is_open, "a tile of the deal: {dealt}");
                }
            }
            // All of it happens on the board, for everybody to see.
            "exchanged" | "placed" | "turn" | "rotated" | "revealed" | "misopened"
            | "penalised" | "swapped" | "moved" | "captured" | "fell" | "filled" | "sank"
            | "acted" | "draw_offered" | "draw_declined" | "over" => {}
            other => panic!("{other}: say here what is secret in it"),
        }
    }
}
