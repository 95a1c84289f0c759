//! Matches the view of a game against a pattern, to find a moment in it.

use serde_json::Value;

/// Returns whether a value matches a pattern:
///
/// - An object matches if it has a matching value for each name in the pattern.
/// - An array matches an array of the same length whose items match in order.
/// - An array matches an object if at least one of its items does.
/// - An empty object in the pattern matches everything except null and an empty array.
pub fn matches(value: &Value, pattern: &Value) -> bool {
    match (value, pattern) {
        (Value::Array(items), Value::Object(pattern)) if pattern.is_empty() => !items.is_empty(),
        (value, Value::Object(pattern)) if pattern.is_empty() => !value.is_null(),
        (Value::Object(value), Value::Object(pattern)) => pattern
            .iter()
            .all(|(name, pattern)| value.get(name).is_some_and(|value| matches(value, pattern))),
        (Value::Array(items), Value::Object(_)) => items.iter().any(|item| matches(item, pattern)),
        (Value::Array(items), Value::Array(patterns)) => {
            items.len() == patterns.len()
                && items
                    .iter()
                    .zip(patterns)
                    .all(|(item, pattern)| matches(item, pattern))
        }
        _ => value == pattern,
    }
}
