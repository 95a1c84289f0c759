//! Writes a document as text whose lines can be compared.

use serde_json::{Map, Value};

/// The number of levels that are written with one line for each field. Everything below, such as a
/// schema or an operation, is on one line.
const LEVELS: usize = 3;

/// Writes a document. The first fields come in the given order, and all others by their names.
pub fn print(document: &Value, first: &[&str]) -> String {
    let mut text = String::new();
    write(&mut text, document, first, 0);
    text.push('\n');
    text
}

fn write(text: &mut String, value: &Value, first: &[&str], level: usize) {
    match value {
        Value::Object(fields) if level < LEVELS && !fields.is_empty() => {
            text.push('{');
            for (number, (key, value)) in sorted(fields, first).into_iter().enumerate() {
                text.push_str(if number == 0 { "\n" } else { ",\n" });
                text.push_str(&" ".repeat(level + 1));
                text.push_str(&Value::from(key).to_string());
                text.push_str(": ");
                write(text, value, &[], level + 1);
            }
            text.push('\n');
            text.push_str(&" ".repeat(level));
            text.push('}');
        }
        Value::Object(fields) => {
            text.push('{');
            for (number, (key, value)) in sorted(fields, &[]).into_iter().enumerate() {
                text.push_str(if number == 0 { "" } else { "," });
                text.push_str(&Value::from(key).to_string());
                text.push(':');
                write(text, value, &[], LEVELS);
            }
            text.push('}');
        }
        Value::Array(items) => {
            text.push('[');
            for (number, item) in items.iter().enumerate() {
                text.push_str(if number == 0 { "" } else { "," });
                write(text, item, &[], LEVELS);
            }
            text.push(']');
        }
        plain => text.push_str(&plain.to_string()),
    }
}

/// Returns the fields in an order that doesn't depend on the features of `serde_json`.
fn sorted<'a>(fields: &'a Map<String, Value>, first: &[&str]) -> Vec<(&'a str, &'a Value)> {
    let mut sorted: Vec<(&str, &Value)> = fields.iter().map(|(key, of)| (&**key, of)).collect();
    let place = |key: &str| first.iter().position(|one| *one == key);
    sorted.sort_by_key(|(key, _)| (place(key).unwrap_or(usize::MAX), *key));
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn deep_values_are_on_one_line() {
        let document =
            json!({ "b": { "c": { "e": { "g": [1, { "h": null }], "f": 2 } } }, "a": [] });
        let expected = "{\n \"b\": {\n  \"c\": {\n   \"e\": {\"f\":2,\"g\":[1,{\"h\":null}]}\n  }\n },\n \
                        \"a\": []\n}\n";
        assert_eq!(print(&document, &["b"]), expected);
    }
}
