//! What somebody decides in Tsuro by its usual rules.

use serde_json::{Value, json};

use crate::{
    ledger::ActionKind,
    swarm::{choices::Wish, policy::Occasion},
};

/// A decision out of those choices, and its action.
pub(super) fn decision(choices: &Value, seat: u64, occasion: &Occasion) -> Option<Wish> {
    let pick = |of: &str| {
        let of = choices[of].as_array().filter(|of| !of.is_empty())?;
        Some(&of[occasion.pick(of.len())])
    };
    match choices["type"].as_str()? {
        "start" => {
            let mark = pick("marks")?.as_str()?.to_owned();
            let action = json!({ "type": "start", "mark": mark });
            Some((ActionKind::Marked { seat, mark }, action))
        }
        _ if occasion.resigns => Some((ActionKind::Resigned { seat }, json!({ "type": "resign" }))),
        _ => {
            let placement = pick("placements")?;
            let tile = placement["tile"].as_u64()?;
            let rotation = placement["rotation"].as_u64()?;
            let deed = ActionKind::Placed {
                seat,
                tile,
                rotation,
            };
            let action = json!({ "type": "place", "tile": tile, "rotation": rotation });
            Some((deed, action))
        }
    }
}
