//! Packed values: shapes, unpacking, patches and the overlay of a private part. Nothing here knows
//! a message of the protocol.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Map, Value, value::RawValue};

/// The number at the start of a packed list.
const LIST: i64 = 0;
/// The number at the start of a packed map.
const MAP: i64 = -1;

/// The error for a frame that can't be read, or that does not fit the frames received before it.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("{0}")]
pub struct Unreadable(pub(crate) &'static str);

/// A key of an object, with its value if that is a part of the shape.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq)]
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

    fn is_named(&self) -> bool {
        matches!(self, Self::Named(_))
    }
}

type Shape = Arc<[Key]>;

/// A frame that defines shapes.
#[derive(Deserialize)]
struct Definitions {
    shapes: Vec<Vec<Key>>,
    /// Whether these shapes replace all earlier ones.
    #[serde(default)]
    anew: bool,
}

/// The shapes of objects that a connection has received, in the order of their numbers.
#[derive(Clone, Debug, Default)]
pub struct Shapes(Vec<Shape>);

/// A message that is split into its shape and its packed values. The values are not parsed.
#[derive(Debug)]
pub struct PackedMessage<'a> {
    shape: Shape,
    values: Vec<&'a RawValue>,
}

impl Shapes {
    /// Returns the number of shapes.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether no shape was received yet.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds the shapes that a frame defines.
    ///
    /// # Errors
    /// Returns [`Unreadable`] if the frame defines no shapes.
    pub fn learn(&mut self, frame: &str) -> Result<(), Unreadable> {
        let frame = serde_json::from_str(frame);
        let Definitions { shapes, anew } =
            frame.map_err(|_| Unreadable("an object that defines no shapes"))?;
        if anew {
            self.0.clear();
        }
        self.0.extend(shapes.into_iter().map(Shape::from));
        Ok(())
    }

    /// Keeps one copy of the shapes that two connections to the same server have received. `all`
    /// then holds the shapes of both.
    ///
    /// # Errors
    /// Returns [`Unreadable`] if a number means different shapes on the two connections.
    pub fn share(&mut self, all: &mut Self) -> Result<(), Unreadable> {
        for (place, shape) in self.0.iter_mut().enumerate() {
            match all.0.get(place) {
                Some(same) if same == shape => shape.clone_from(same),
                Some(_) => return Err(Unreadable("shapes differ between connections")),
                None => all.0.push(shape.clone()),
            }
        }
        Ok(())
    }

    fn shape(&self, number: i64) -> Result<&Shape, Unreadable> {
        let index = usize::try_from(number).ok().and_then(|n| n.checked_sub(1));
        let shape = index.and_then(|index| self.0.get(index));
        shape.ok_or(Unreadable("a shape that was never defined"))
    }

    /// Returns the number at the start of a packed list, map or object, and its items.
    fn open(packed: &[Value]) -> Result<(i64, &[Value]), Unreadable> {
        let (number, items) = packed.split_first().ok_or(Unreadable("an empty array"))?;
        let number = number.as_i64().ok_or(Unreadable("a shape is a number"))?;
        Ok((number, items))
    }

    /// Splits a message into its shape and its packed values.
    ///
    /// # Errors
    /// Returns [`Unreadable`] if the text is not a packed object.
    pub fn message<'a>(&self, text: &'a str) -> Result<PackedMessage<'a>, Unreadable> {
        let values: Result<Vec<&RawValue>, _> = serde_json::from_str(text);
        let mut values = values.map_err(|_| Unreadable("a message that is no array"))?;
        if values.is_empty() {
            return Err(Unreadable("an empty array"));
        }
        let number = values.remove(0).get().parse();
        let shape = self.shape(number.map_err(|_| Unreadable("a shape is a number"))?)?;
        let shape = shape.clone();
        Ok(PackedMessage { shape, values })
    }

    /// Unpacks a packed value into plain JSON.
    ///
    /// # Errors
    /// Returns [`Unreadable`] if the value is not packed JSON of these shapes.
    pub fn unpack(&self, packed: &Value) -> Result<Value, Unreadable> {
        let Value::Array(packed) = packed else {
            return Ok(packed.clone());
        };
        match Self::open(packed)? {
            (LIST, items) => self.list(items).map(Value::Array),
            (MAP, items) => self.map(items).map(Value::Object),
            (number, items) => self.object(number, items).map(Value::Object),
        }
    }

    fn list(&self, items: &[Value]) -> Result<Vec<Value>, Unreadable> {
        let mut list = Vec::with_capacity(items.len());
        for item in items {
            list.push(self.unpack(item)?);
        }
        Ok(list)
    }

    fn map(&self, items: &[Value]) -> Result<Map<String, Value>, Unreadable> {
        let pairs = items.chunks(2).map(|pair| match pair {
            [Value::String(key), value] => Ok((key.clone(), self.unpack(value)?)),
            [key, value] => Ok((key.to_string(), self.unpack(value)?)),
            _ => Err(Unreadable("a key without a value")),
        });
        pairs.collect()
    }

    fn object(&self, number: i64, items: &[Value]) -> Result<Map<String, Value>, Unreadable> {
        let shape = self.shape(number)?;
        let mut items = items.iter();
        let mut fields = Vec::with_capacity(shape.len());
        for key in &**shape {
            fields.push(match key {
                Key::Constant(key, value) => (key.clone(), value.clone()),
                Key::Named(key) => {
                    let item = items.next().ok_or(Unreadable("a key without a value"))?;
                    (key.clone(), self.unpack(item)?)
                }
            });
        }
        match items.next() {
            // Collecting a list is faster than inserting one field after the other.
            None => Ok(fields.into_iter().collect()),
            Some(_) => Err(Unreadable("a value without a key")),
        }
    }

    /// Returns the type of a packed message: the constant that its shape begins with.
    pub(crate) fn kind(&self, packed: &Value) -> Result<&str, Unreadable> {
        let packed = packed.as_array().ok_or(Unreadable("a scalar"))?;
        self.shape(Self::open(packed)?.0).map(|shape| kind(shape))
    }

    /// Returns the index of a key's value in a packed object, or `None` if there is no such key or
    /// its value is a constant.
    fn index(&self, packed: &Value, name: &str) -> Result<Option<usize>, Unreadable> {
        let Some(packed) = packed.as_array() else {
            return Ok(None);
        };
        let shape = self.shape(Self::open(packed)?.0)?;
        Ok(place(shape, name).map(|place| 1 + place))
    }

    /// Returns the value of a key in a packed object, or `None` if there is no such key or its
    /// value is a constant.
    ///
    /// # Errors
    /// Returns [`Unreadable`] if the value is a list, a map, or an object of an unknown shape.
    pub fn field<'a>(
        &self,
        packed: &'a Value,
        name: &str,
    ) -> Result<Option<&'a Value>, Unreadable> {
        let index = self.index(packed, name)?;
        Ok(index.and_then(|index| packed.get(index)))
    }

    /// Takes the value of a key out of a packed object and leaves `null` in its place.
    ///
    /// # Errors
    /// Returns [`Unreadable`] if the value is a list, a map, or an object of an unknown shape.
    pub fn take(&self, packed: &mut Value, name: &str) -> Result<Option<Value>, Unreadable> {
        let index = self.index(packed, name)?;
        Ok(index
            .and_then(|index| packed.get_mut(index))
            .map(Value::take))
    }

    /// Applies a patch to a packed value, which stays packed. A packed value in the patch is not
    /// checked before the result is unpacked.
    ///
    /// # Errors
    /// Returns [`Unreadable`] if the patch does not fit. The value is then partly changed.
    pub fn apply(&self, packed: &mut Value, patch: &Value) -> Result<(), Unreadable> {
        let pairs = patch.as_array().ok_or(Unreadable("a patch is an array"))?;
        for pair in pairs.chunks(2) {
            let [place, change] = pair else {
                return Err(Unreadable("a place without a change"));
            };
            let items = packed.as_array_mut();
            let items = items.ok_or(Unreadable("a patch of a scalar"))?;
            let (number, _) = Self::open(items)?;
            match place.as_str() {
                Some("-") if number == LIST => {
                    let length = change
                        .as_u64()
                        .and_then(|length| usize::try_from(length).ok());
                    let length = length.ok_or(Unreadable("a length is a number"))?;
                    items.truncate(length.saturating_add(1));
                }
                Some("+") if number == LIST => {
                    let new = change.as_array();
                    items.extend_from_slice(new.ok_or(Unreadable("a list is an array"))?);
                }
                _ => {
                    let place = place.as_i64().ok_or(Unreadable("a place is a number"))?;
                    let place_of = if place < 0 { -1 - place } else { place };
                    let index = self.child(number, place_of)?;
                    let child = index.and_then(|index| items.get_mut(index));
                    let child = child.ok_or(Unreadable("a place where nothing is"))?;
                    if place < 0 {
                        self.apply(child, change)?;
                    } else {
                        child.clone_from(change);
                    }
                }
            }
        }
        Ok(())
    }

    /// Returns the index of a child among the items of a packed list or object, given its place in
    /// a patch. A map has no such places, nor does a constant.
    fn child(&self, number: i64, place: i64) -> Result<Option<usize>, Unreadable> {
        let Ok(place) = usize::try_from(place) else {
            return Ok(None);
        };
        if number == LIST {
            return Ok(place.checked_add(1));
        }
        let shape = self.shape(number)?;
        let before = shape.iter().take(place).filter(|key| key.is_named());
        let is_child = shape.get(place).is_some_and(Key::is_named);
        Ok(is_child.then(|| 1 + before.count()))
    }
}

impl<'a> PackedMessage<'a> {
    /// Returns the type of the message.
    pub fn kind(&self) -> &str {
        kind(&self.shape)
    }

    /// Returns the packed value of a key, if there is one.
    pub fn field(&self, name: &str) -> Option<&'a RawValue> {
        let place = place(&self.shape, name)?;
        self.values.get(place).copied()
    }
}

fn kind(shape: &[Key]) -> &str {
    match shape.first() {
        Some(Key::Constant(key, Value::String(kind))) if key == "type" => kind,
        _ => "",
    }
}

/// Returns the index of a key's value among the values of a shape.
fn place(shape: &[Key], name: &str) -> Option<usize> {
    let mut named = shape.iter().filter(|key| key.is_named());
    named.position(|key| key.name() == name)
}

/// Lays the private part of a view over the shared part. Where the shared part is a list, the keys
/// of the private part are indices. A `null` as the whole private part changes nothing.
pub fn overlay(base: &mut Value, own: Value) {
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

    fn known() -> Shapes {
        let mut known = Shapes::default();
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
        let plain = known.unpack(game).unwrap();
        assert_eq!(
            plain,
            json!({ "game": "x", "turn": 5, "tiles": ["a", "c", "d"], "hand": [null] })
        );
    }

    #[test]
    fn numbers_at_the_limits_of_their_types_are_read() {
        let known = known();
        let smallest = format!("[{},7]", i64::MIN);
        assert!(known.message(&smallest).is_err());
        let mut list = json!([0, "a", "b"]);
        known.apply(&mut list, &json!(["-", u64::MAX])).unwrap();
        assert_eq!(list, json!([0, "a", "b"]));
        assert!(known.apply(&mut list, &json!([i64::MIN, 1])).is_err());
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
    fn connections_share_shapes_that_are_the_same() {
        let mut all = Shapes::default();
        let (mut one, mut other) = (Shapes::default(), Shapes::default());
        one.learn(r#"{"shapes":[["a"]]}"#).unwrap();
        one.share(&mut all).unwrap();
        other.learn(r#"{"shapes":[["a"],["b"]]}"#).unwrap();
        other.share(&mut all).unwrap();
        assert!(Arc::ptr_eq(&one.0[0], &other.0[0]) && all.len() == 2);
        one.learn(r#"{"shapes":[["c"]]}"#).unwrap();
        assert!(one.share(&mut all).is_err());
    }
}
