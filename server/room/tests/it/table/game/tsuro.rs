//! Tsuro by its usual rules.

use serde_json::{Value, json};

use super::{are_closed, each};

pub(super) fn actions(choices: &Value) -> Vec<Value> {
    match choices["type"].as_str().unwrap() {
        "start" => each(&choices["marks"])
            .map(|mark| json!({ "type": "start", "mark": mark }))
            .collect(),
        "place" => each(&choices["placements"])
            .map(|placement| {
                json!({
                    "type": "place", "tile": placement["tile"], "rotation": placement["rotation"],
                })
            })
            .collect(),
        other => panic!("{other}: not by the usual rules"),
    }
}

pub(super) fn knows_only(view: &Value, events: &[&Value], own: Option<usize>) {
    let is_own = |seat: usize| own == Some(seat);
    for (seat, hand) in each(&view["hands"]).enumerate() {
        assert_eq!(
            hand["tiles"].is_array(),
            is_own(seat),
            "the hand of seat {seat} for {own:?}"
        );
    }
    for event in events {
        match event["type"].as_str().unwrap() {
            "opened" => {
                assert!(are_closed(&event["pile"]), "the pile is closed");
                for (seat, hand) in each(&event["hands"]).enumerate() {
                    assert!(is_own(seat) || are_closed(hand), "a hand of another");
                }
            }
            "drew" => {
                let seat = usize::try_from(event["seat"].as_u64().unwrap()).unwrap();
                assert!(is_own(seat) || event["tile"].is_null(), "a draw of another");
            }
            "returned" => {
                assert!(are_closed(&event["pile"]), "the pile is closed");
                for hand in each(&event["hands"]) {
                    let seat = usize::try_from(hand["seat"].as_u64().unwrap()).unwrap();
                    assert!(
                        is_own(seat) || are_closed(&hand["tiles"]),
                        "a hand of another"
                    );
                }
            }
            "started" | "placed" | "resigned" | "dragon" | "turn" | "over" => {}
            other => panic!("{other}: say here what is secret in it"),
        }
    }
}
