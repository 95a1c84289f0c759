//! The positions of a finished game, each as the difference from the one before it. A client that
//! steps through the game can show them without knowing the rules.

use senda_rules::AnyView;
use serde::Serialize;
use serde_json::{Map, Value, json};

/// The consecutive positions of a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Positions {
    /// The first position.
    #[cfg_attr(feature = "types", schemars(with = "AnyView"), ts(as = "AnyView"))]
    start: Value,
    /// A patch for each further position, in the form of the patches of a room's view, but with
    /// unpacked values. The places count the keys of an object in their order in this message. A
    /// patch applies to a list whose only item is the position before it.
    #[cfg_attr(feature = "types", ts(type = "unknown[][]"))]
    changes: Vec<Vec<Value>>,
    /// The last position.
    #[serde(skip)]
    last: Value,
}

impl Positions {
    /// Returns a list that contains only that position.
    pub(super) fn starting_with(view: &AnyView) -> Self {
        let start = written(view);
        Self {
            last: start.clone(),
            start,
            changes: Vec::new(),
        }
    }

    /// Appends the next position.
    pub(super) fn push(&mut self, view: &AnyView) {
        let next = written(view);
        let mut change = Vec::new();
        put(&mut change, 0, &self.last, &next);
        self.changes.push(change);
        self.last = next;
    }
}

fn written(view: &AnyView) -> Value {
    serde_json::to_value(view).expect("a view is written as JSON in every message")
}

/// Appends the change of the child at a place, if it has changed.
fn put(patch: &mut Vec<Value>, place: usize, old: &Value, new: &Value) {
    if old == new {
        return;
    }
    match between(old, new) {
        Some(inner) => {
            // A place from 0 up is replaced, and one below is patched.
            let place = i64::try_from(place).expect("a view has few children");
            patch.push(json!(-1 - place));
            patch.push(Value::Array(inner));
        }
        None => patch.extend([json!(place), new.clone()]),
    }
}

/// Returns the patch between two values; `None` if the new one must be sent as a whole.
fn between(old: &Value, new: &Value) -> Option<Vec<Value>> {
    match (old, new) {
        (Value::Array(old), Value::Array(new)) => Some(between_lists(old, new)),
        (Value::Object(old), Value::Object(new)) => between_objects(old, new),
        _ => None,
    }
}

fn between_lists(old: &[Value], new: &[Value]) -> Vec<Value> {
    let mut patch = Vec::new();
    for (place, (old, new)) in old.iter().zip(new).enumerate() {
        put(&mut patch, place, old, new);
    }
    if new.len() < old.len() {
        patch.extend([json!("-"), json!(new.len())]);
    } else if new.len() > old.len() {
        patch.extend([json!("+"), Value::from(&new[old.len()..])]);
    }
    patch
}

fn between_objects(old: &Map<String, Value>, new: &Map<String, Value>) -> Option<Vec<Value>> {
    if !old.keys().eq(new.keys()) {
        return None;
    }
    let mut patch = Vec::new();
    for (place, (old, new)) in old.values().zip(new.values()).enumerate() {
        put(&mut patch, place, old, new);
    }
    Some(patch)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(old: &Value, new: &Value) -> Vec<Value> {
        let mut patch = Vec::new();
        put(&mut patch, 0, old, new);
        patch
    }

    #[test]
    fn only_the_parts_that_have_changed_are_written() {
        let old = json!({"a": 1, "b": [1, {"c": 2, "d": 3}], "e": null});
        assert!(change(&old, &old).is_empty());
        let new = json!({"a": 1, "b": [1, {"c": 2, "d": 4}, 5], "e": false});
        let inner = json!([-2, [1, 4], "+", [5]]);
        assert_eq!(
            change(&old, &new),
            [json!(-1), json!([-2, inner, 2, false])]
        );
        let shorter = json!({"a": 1, "b": [1], "e": null});
        assert_eq!(change(&old, &shorter), [json!(-1), json!([-2, ["-", 1]])]);
    }

    #[test]
    fn an_object_with_other_keys_is_written_as_a_whole() {
        let [old, new] = [json!({"a": 1}), json!({"b": 1})];
        assert_eq!(change(&old, &new), [json!(0), new.clone()]);
        assert_eq!(
            change(&json!([old]), &json!([new])),
            [json!(-1), json!([0, new])]
        );
    }
}
