//! Reads packed messages only as far as a simulated player needs.
//!
//! `senda_wire::Follower` turns every message into the whole view of its receiver. To save that
//! work, one view is kept for all people in a room in its packed form, and is unpacked only for the
//! player who decides.

use std::sync::{Arc, RwLock};

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;
use serde_json::{Map, Value, value::RawValue};

/// A key of an object, with its value if that is a part of the shape.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(untagged)]
enum Key {
    Named(String),
    Constant(String, Value),
}

impl Key {
    fn name(&self) -> &str {
        match self {
            Self::Named(name) | Self::Constant(name, _) => name,
        }
    }
}

type Shape = Arc<Vec<Key>>;

#[derive(Deserialize)]
struct Told {
    shapes: Vec<Shape>,
}

/// The shapes of a server, kept once for all its sockets. The server must use the same numbers on
/// all sockets, which is checked.
#[derive(Clone, Debug, Default)]
pub(super) struct Shapes(Arc<RwLock<Vec<Shape>>>);

/// The shapes that one socket has received.
#[derive(Clone, Debug, Default)]
pub(super) struct Known {
    all: Shapes,
    count: usize,
}

/// A message with its shape. Its values are still packed.
pub(super) struct Message<'a> {
    shape: Shape,
    values: Vec<&'a RawValue>,
}

impl Known {
    pub fn of(all: Shapes) -> Self {
        Self { all, count: 0 }
    }

    /// Adds the shapes of a message that defines shapes.
    pub fn learn(&mut self, text: &str) -> Result<()> {
        let told: Told = serde_json::from_str(text)?;
        let mut all = self.all.0.write().ok().context("the shapes")?;
        for shape in told.shapes {
            match all.get(self.count) {
                Some(same) => ensure!(*same == shape, "shapes differ between sockets"),
                None => all.push(shape),
            }
            self.count += 1;
        }
        Ok(())
    }

    fn shape(&self, number: usize) -> Result<Shape> {
        let all = self.all.0.read().ok().context("the shapes")?;
        let shape = number.checked_sub(1).and_then(|index| all.get(index));
        shape.cloned().context("a shape that was not told")
    }

    /// Splits a message into its shape and its packed values.
    pub fn message<'a>(&self, text: &'a str) -> Result<Message<'a>> {
        let mut values: Vec<&RawValue> = serde_json::from_str(text)?;
        ensure!(!values.is_empty(), "an empty message");
        let shape = self.shape(values.remove(0).get().parse()?)?;
        Ok(Message { shape, values })
    }

    /// Unpacks a packed value into plain JSON.
    pub fn plain(&self, packed: &Value) -> Result<Value> {
        let Value::Array(items) = packed else {
            return Ok(packed.clone());
        };
        let (kind, items) = items.split_first().context("an empty value")?;
        match kind.as_i64().context("a value without a shape")? {
            0 => items.iter().map(|item| self.plain(item)).collect(),
            -1 => {
                let mut map = Map::new();
                for pair in items.chunks(2) {
                    let [key, value] = pair else {
                        bail!("a key without a value");
                    };
                    let key = key.as_str().map_or_else(|| key.to_string(), str::to_owned);
                    map.insert(key, self.plain(value)?);
                }
                Ok(Value::Object(map))
            }
            shape => {
                let (shape, mut items) = (self.shape(shape.try_into()?)?, items.iter());
                let mut map = Map::new();
                for key in &*shape {
                    let value = match key {
                        Key::Constant(_, value) => value.clone(),
                        Key::Named(_) => self.plain(items.next().context("too few values")?)?,
                    };
                    map.insert(key.name().to_owned(), value);
                }
                Ok(Value::Object(map))
            }
        }
    }

    /// Returns the value of that key in a packed object, or `None` if there is no such key or its
    /// value is a constant.
    pub fn field<'a>(&self, packed: &'a Value, name: &str) -> Result<Option<&'a Value>> {
        let Some(items) = packed.as_array() else {
            return Ok(None);
        };
        let kind = items.first().and_then(Value::as_u64);
        let shape = self.shape(kind.context("no object")?.try_into()?)?;
        Ok(place(&shape, name).and_then(|place| items.get(1 + place)))
    }

    /// Applies a patch to a packed value.
    pub fn apply(&self, packed: &mut Value, patch: &Value) -> Result<()> {
        let pairs = patch.as_array().context("a patch is an array")?;
        let items = packed.as_array_mut().context("a patch of a scalar")?;
        for pair in pairs.chunks(2) {
            let [place, change] = pair else {
                bail!("a place without a change");
            };
            match place.as_str() {
                Some("-") => {
                    let length = change.as_u64().context("a length")?;
                    items.truncate(1 + usize::try_from(length)?);
                }
                Some("+") => {
                    let new = change.as_array().context("what is appended")?;
                    items.extend_from_slice(new);
                }
                _ => {
                    let place = place.as_i64().context("a place")?;
                    let index = if place < 0 { -1 - place } else { place };
                    let at = self.index(items, index.try_into()?)?;
                    let child = items.get_mut(at).context("a place where nothing is")?;
                    if place < 0 {
                        self.apply(child, change)?;
                    } else {
                        *child = change.clone();
                    }
                }
            }
        }
        Ok(())
    }

    /// Returns the index of a child among the items of a packed list or object, given its place in
    /// a patch.
    fn index(&self, items: &[Value], place: usize) -> Result<usize> {
        let kind = items.first().and_then(Value::as_u64);
        let kind = usize::try_from(kind.context("a patch of a map")?)?;
        if kind == 0 {
            return Ok(1 + place);
        }
        let shape = self.shape(kind)?;
        let before = shape.iter().take(place);
        let named = before.filter(|key| matches!(key, Key::Named(_))).count();
        Ok(1 + named)
    }
}

/// Returns the index of that key's value among the values of a shape.
fn place(shape: &[Key], name: &str) -> Option<usize> {
    let named = shape.iter().filter(|key| matches!(key, Key::Named(_)));
    let mut named = named.map(Key::name);
    named.position(|key| key == name)
}

impl<'a> Message<'a> {
    /// Returns the type of the message.
    pub fn kind(&self) -> &str {
        match self.shape.first() {
            Some(Key::Constant(key, Value::String(kind))) if key == "type" => kind,
            _ => "",
        }
    }

    /// Returns the packed value of that key, if there is one.
    pub fn field(&self, name: &str) -> Option<&'a RawValue> {
        let place = place(&self.shape, name)?;
        self.values.get(place).copied()
    }
}

/// Lays the private part of a view over the shared part. A `null` as the whole private part changes
/// nothing.
pub(super) fn overlay(base: &mut Value, own: Value) {
    match (base, own) {
        (_, Value::Null) => {}
        (Value::Object(base), Value::Object(own)) => {
            for (key, value) in own {
                over(base.entry(key).or_insert(Value::Null), value);
            }
        }
        (Value::Array(base), Value::Object(own)) => {
            for (key, value) in own {
                let place = key.parse::<usize>().ok();
                if let Some(item) = place.and_then(|place| base.get_mut(place)) {
                    over(item, value);
                }
            }
        }
        (base, own) => *base = own,
    }
}

/// Lays a private value over a shared one that it is nested in. Here `null` is a value that
/// replaces the shared one.
fn over(base: &mut Value, own: Value) {
    if own.is_null() {
        *base = own;
    } else {
        overlay(base, own);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn known() -> Known {
        let mut known = Known::default();
        let shapes = json!({ "shapes": [
            [["type", "step"], "version", "change", "own"], ["phase", "game"], [["game", "x"], "turn", "tiles", "hand"],
        ] });
        known.learn(&shapes.to_string()).unwrap();
        known
    }

    #[test]
    fn a_message_is_read_by_its_shape() {
        let known = known();
        let message = known.message("[1,7,[-2,[1,4]],null]").unwrap();
        assert_eq!(message.kind(), "step");
        assert_eq!(message.field("version").map(RawValue::get), Some("7"));
        assert_eq!(message.field("own").map(RawValue::get), Some("null"));
        assert!(message.field("type").is_none());
        assert!(known.message("[4]").is_err() && known.message("[0]").is_err());
    }

    #[test]
    fn a_patch_counts_constants_and_changes_the_packed_value() {
        let known = known();
        let mut view = json!([2, "playing", [3, 0, [0, "a", "b"], [0, null]]]);
        let patch = json!([-2, [1, 5, -3, ["-", 1, "+", ["c", "d"]]]]);
        known.apply(&mut view, &patch).unwrap();
        assert_eq!(
            view,
            json!([2, "playing", [3, 5, [0, "a", "c", "d"], [0, null]]])
        );
        let game = known.field(&view, "game").unwrap().unwrap();
        let plain = known.plain(game).unwrap();
        assert_eq!(
            plain,
            json!({ "game": "x", "turn": 5, "tiles": ["a", "c", "d"], "hand": [null] })
        );
    }

    #[test]
    fn the_private_part_replaces_the_shared_part() {
        let mut base = json!({ "hand": [null, null], "turn": 5, "choices": null });
        overlay(
            &mut base,
            json!({ "hand": { "1": "t" }, "choices": [1], "turn": null }),
        );
        assert_eq!(
            base,
            json!({ "hand": [null, "t"], "turn": null, "choices": [1] })
        );
        overlay(&mut base, Value::Null);
        assert_eq!(base["choices"], json!([1]));
    }

    #[test]
    fn sockets_share_shapes_that_are_the_same() {
        let all = Shapes::default();
        let (mut one, mut other) = (Known::of(all.clone()), Known::of(all));
        one.learn(r#"{"shapes":[["a"]]}"#).unwrap();
        other.learn(r#"{"shapes":[["a"],["b"]]}"#).unwrap();
        assert!(one.learn(r#"{"shapes":[["c"]]}"#).is_err());
    }
}
