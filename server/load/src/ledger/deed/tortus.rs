//! The deeds of Tortus.

use serde_json::Value;

use super::ActionKind;

/// The deed that the events of a seat's decision tell: the first says what was decided, the others follow.
pub(super) fn told(seat: u64, events: &[&Value]) -> Vec<ActionKind> {
    let resigned = |event: &&&Value| event["end"]["how"] == "resigned";
    if events.iter().any(|event| resigned(&event)) {
        return vec![ActionKind::Resigned { seat }];
    }
    let what = events.first().and_then(|event| what(event));
    what.map(|what| ActionKind::Decided { seat, what })
        .into_iter()
        .collect()
}

fn what(event: &Value) -> Option<String> {
    let word = |key: &str| match &event[key] {
        Value::String(word) => word.clone(),
        other => other.to_string(),
    };
    let kind = event["type"].as_str()?;
    let keys: &[&str] = match kind {
        "exchanged" => &["hand", "square"],
        "placed" | "revealed" => &["square"],
        "rotated" => &["square", "rotation"],
        "swapped" => &["hand", "square", "rotation"],
        "moved" => &["by", "to"],
        "filled" => &["hand", "rotation"],
        "penalised" => &["pawn"],
        // A turn is ended, or a pawn stops.
        "acted" | "turn" | "over" => return Some("passed".to_owned()),
        _ => return None,
    };
    let words = keys.iter().map(|key| word(key));
    let words: Vec<String> = std::iter::once(kind.to_owned()).chain(words).collect();
    Some(words.join(" "))
}
