//! What somebody is told that they may not know.
//!
//! Whoever knows only what they may know can't tell the real game from one that [`Game::determinize`] makes of their
//! view. So that one, seen with the same eyes, shows all that they may be shown.

use senda_rules::{AnyEvent, Game, Viewer};
use serde::Serialize;
use serde_json::Value;

use super::told::News;

/// Where in an update's view something is shown that its viewer may not see.
pub(super) fn in_view(text: &str, news: &News) -> Vec<String> {
    let News { facts, viewer } = news;
    if *viewer == Viewer::Omniscient {
        return Vec::new();
    }
    let mut found = secret(text);
    if let Some(world) = &facts.world {
        found.extend(leaks(&world.view(*viewer), &facts.view["game"]));
    }
    found
}

/// The same in what happened, and the events in it, when the view is of the game that goes on.
pub(super) fn in_happening(
    text: &str,
    happening: &Value,
    events: &[AnyEvent],
    news: &News,
) -> Vec<String> {
    let News { facts, viewer } = news;
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

/// The secret of a shuffle, if the text of a server gives it away.
fn secret(text: &str) -> Vec<String> {
    let told = text.contains(r#""secret":""#);
    told.then(|| "a secret".to_owned()).into_iter().collect()
}

/// Where something else is told than may be known.
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
