//! Section X.

use senda_rules::section_x::{Cell, Ground, Side};
use serde_json::{Value, json};

use super::{are_closed, each};

/// The sets of rotations as their digits: bit `n` of a digit's place is rotation `n`.
const DIGITS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

fn rotations(digit: char) -> impl Iterator<Item = u8> {
    let set = DIGITS.find(digit).expect("a digit");
    (0..6).filter(move |rotation| set & 1 << rotation != 0)
}

/// What may be decided, but for exchanging and moving tiles; of the hundreds of cells where a tile of the stock fits, those
/// beside the island and the last.
pub(super) fn actions(choices: &Value) -> Vec<Value> {
    let mut actions: Vec<Value> = each(&choices["draw"])
        .map(|pile| json!({ "type": "draw", "pile": pile }))
        .collect();
    if choices["skip_tile"] == true {
        actions.push(json!({ "type": "skip_tile" }));
    }
    if choices["end_turn"] == true {
        actions.push(json!({ "type": "end_turn" }));
    }
    for turned in choices["tile"]["turn"].as_array().into_iter().flatten() {
        let digit = turned["rotations"].as_str().unwrap().chars().next();
        actions.extend(rotations(digit.unwrap()).map(
            |rotation| json!({ "type": "turn", "cell": turned["cell"], "rotation": rotation }),
        ));
    }
    if choices["tile"].is_object() {
        actions.extend(places(&choices["tile"]));
    }
    for steps in each(&choices["steps"]) {
        let prisoner = &steps["prisoners"][0];
        actions.extend(
            each(&steps["to"])
                .map(|target| json!({ "type": "step", "prisoner": prisoner, "to": target["to"] })),
        );
    }
    for door in each(&choices["doors"]) {
        actions.extend(
            each(&door["to"]).map(|to| json!({ "type": "door", "from": door["from"], "to": to })),
        );
    }
    if let Some(among) = choices["fight"]["among"].as_array() {
        let keep = |seat: &Value| json!({ "type": "fight_choice", "keep": seat });
        actions.extend(among.iter().map(keep));
    }
    let give = |section: &Value| json!({ "type": "give_door", "section": section });
    actions.extend(each(&choices["give_door"]).map(give));
    actions
}

/// Every way in which a tile of the stock can lie beside the island, where prisoners come from, and on the last cell.
fn places(tile: &Value) -> Vec<Value> {
    let is_near = |cell: Cell| {
        let beside = Side::ALL.into_iter().filter_map(|side| cell.beside(side));
        beside
            .into_iter()
            .any(|other| other.ground() == Ground::Island)
    };
    let mut actions = Vec::new();
    for place in each(&tile["place"]) {
        let to = place["to"].as_str().unwrap();
        let fits: Vec<(Cell, char)> = Cell::for_tiles().zip(to.chars()).collect();
        let mut fits = fits.into_iter().filter(|(_, digit)| *digit != 'A');
        let near = fits.clone().filter(|(cell, _)| is_near(*cell));
        for (cell, digit) in near.chain(fits.next_back()) {
            actions.extend(rotations(digit).map(|rotation| {
                json!({
                    "type": "place", "stock": place["stock"][0], "cell": cell, "rotation": rotation,
                })
            }));
        }
    }
    actions
}

pub(super) fn knows_only(view: &Value, events: &[&Value], own: Option<usize>) {
    let open = view["options"]["open_piles"] == true;
    for (seat, player) in each(&view["players"]).enumerate() {
        assert!(
            own == Some(seat) || are_closed(&player["stock"]),
            "the stock of seat {seat} for {own:?}"
        );
    }
    for pile in each(&view["piles"]) {
        let most = usize::from(open);
        assert!(pile["top"].as_array().unwrap().len() <= most, "{pile}");
    }
    assert!(
        view["choices"].is_null() || own.map(Value::from) == Some(view["acting"].clone()),
        "choices for {own:?}"
    );
    for event in events {
        match event["type"].as_str().unwrap() {
            "opened" | "round" => {
                for pile in each(&event["piles"]) {
                    let below = &pile.as_array().unwrap()[usize::from(open).min(1)..];
                    assert!(below.iter().all(Value::is_null), "a pile: {pile}");
                }
            }
            "drew" => {
                let seat = usize::try_from(event["seat"].as_u64().unwrap()).unwrap();
                let may = open || own == Some(seat);
                assert!(may || event["tile"].is_null(), "a draw of another");
            }
            "turn" | "placed" | "exchanged" | "relocated" | "turned" | "skipped" | "tied"
            | "fought" | "stepped" | "zone_taken" | "door_put" | "key_due" | "key_won"
            | "key_lost" | "collapsed" | "last_round" | "resigned" | "over" => {}
            other => panic!("{other}: say here what is secret in it"),
        }
    }
}
