//! What is asked of a moment of a game: a pattern that the view has to match.

use serde_json::Value;

/// Whether a value is as a pattern says: an object has the same under each of the pattern's names, an array each of
/// the pattern's in its place and no more, and of an array before an object some item is like that object. An empty
/// object is all but nothing: anything but null, and an array with an item.
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
