//! What a table knows of each game: what its players may do, as their view says, and what is secret in it.

mod section_x;
mod tortus;
mod tsuro;

use senda_rules::GameKind;
use serde_json::{Value, json};

/// What of a game is asked in every test.
struct Known {
    /// Everything that may be decided, as the choices of a view say.
    actions: fn(&Value) -> Vec<Value>,
    /// In a game: no tile is named that the owner of that seat (or one without) may not know.
    knows_only: fn(&Value, &[&Value], Option<usize>),
}

/// What is known of the game of that name on the wire.
fn known(game: &Value) -> Known {
    let kind: GameKind = serde_json::from_value(game.clone()).expect("the name of a game");
    match kind {
        GameKind::Tsuro => Known {
            actions: tsuro::actions,
            knows_only: tsuro::knows_only,
        },
        GameKind::Tortus => Known {
            actions: tortus::actions,
            knows_only: tortus::knows_only,
        },
        GameKind::SectionX => Known {
            actions: section_x::actions,
            knows_only: section_x::knows_only,
        },
    }
}

/// Everything that the viewer may decide in a game now, as their view of it says, but for resigning.
pub fn actions(view: &Value) -> Vec<Value> {
    if view["choices"].is_null() {
        return Vec::new();
    }
    let mut actions = (known(&view["game"]).actions)(&view["choices"]);
    for action in &mut actions {
        action["game"] = view["game"].clone();
    }
    actions
}

/// Giving a game up.
pub fn resignation(view: &Value) -> Value {
    json!({ "game": view["game"], "type": "resign" })
}

/// Looks whether a view of a game that runs, and what is told with it, says no more than it may.
pub fn knows_only(view: &Value, happenings: &[Value], own: Option<usize>) {
    let events = happenings
        .iter()
        .filter_map(|told| told["happening"]["events"].as_array());
    let events: Vec<&Value> = events.flatten().collect();
    (known(&view["game"]).knows_only)(view, &events, own);
}

/// Whether nothing is told of these cards.
fn are_closed(cards: &Value) -> bool {
    cards.as_array().unwrap().iter().all(Value::is_null)
}

/// The items of a list.
fn each(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().unwrap().iter()
}
