//! Finds hidden information in messages.
//!
//! A viewer with only the permitted knowledge can't tell the real game from the one that
//! [`Game::determinize`] makes of their view. So the view of that game shows the same viewer
//! everything that they may see, and nothing else.

use senda_rules::{AnyEvent, Game, Viewer};
use serde::Serialize;
use serde_json::Value;

use super::received::UpdateContent;

/// Returns the places in an update's view that show hidden information.
pub(super) fn in_view(text: &str, content: &UpdateContent) -> Vec<String> {
    let UpdateContent { facts, viewer } = content;
    if *viewer == Viewer::Omniscient {
        return Vec::new();
    }
    let mut found = secret(text);
    if let Some(world) = &facts.world {
        found.extend(leaks(&world.view(*viewer), &facts.view["game"]));
    }
    found
}

/// Returns the places in a happening that show hidden information. The game events in it are only
/// checked if they are of the same game as the view.
pub(super) fn in_happening(
    text: &str,
    happening: &Value,
    events: &[AnyEvent],
    content: &UpdateContent,
) -> Vec<String> {
    let UpdateContent { facts, viewer } = content;
    if *viewer == Viewer::Omniscient {
        return Vec::new();
    }
    let mut found = secret(text);
    if let Some(world) = &facts.world
        && events.iter().all(|event| event.kind() == world.kind())
    {
        let redacted = events.iter().map(|event| world.redact(event, *viewer));
        let redacted: Vec<AnyEvent> = redacted.collect();
        if redacted != events {
            found.extend(leaks(&redacted, &happening["events"]));
        }
    }
    found
}

/// Finds the secret of a shuffle in a text of the server.
fn secret(text: &str) -> Vec<String> {
    let told = text.contains(r#""secret":""#);
    told.then(|| "a secret".to_owned()).into_iter().collect()
}

/// Returns the places where a message differs from the permitted view.
fn leaks(may_know: &impl Serialize, told: &Value) -> Vec<String> {
    let may_know = serde_json::to_value(may_know).expect("JSON");
    let mut found = Vec::new();
    compare(&may_know, told, "", &mut found);
    found
}

fn compare(may_know: &Value, told: &Value, path: &str, found: &mut Vec<String>) {
    if may_know == told {
        return;
    }
    match (may_know, told) {
        (Value::Object(may_know), Value::Object(fields)) => {
            for (key, told) in fields {
                let may_know = may_know.get(key).unwrap_or(&Value::Null);
                compare(may_know, told, &format!("{path}/{key}"), found);
            }
        }
        (Value::Array(may_know), Value::Array(list)) if may_know.len() == list.len() => {
            for (index, (may_know, told)) in may_know.iter().zip(list).enumerate() {
                compare(may_know, told, &format!("{path}/{index}"), found);
            }
        }
        _ => found.push(format!("{path} is {told}")),
    }
}
