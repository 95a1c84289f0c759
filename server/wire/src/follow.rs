//! The receiving side of a connection: unpacks packed JSON into plain JSON, and applies patches to
//! the last view.

use serde_json::Value;

use crate::tree::Tree;

/// The field of a message that holds a patch. A patch is plain JSON around packed values, so it is
/// not unpacked as a whole.
const PATCH: &str = "change";

/// The receiving end of one connection. It keeps the shapes that it has received, and the view that
/// the next patch applies to.
#[derive(Clone, Debug)]
pub struct Follower {
    shapes: Vec<Vec<Key>>,
    epoch: Value,
    version: Value,
    /// The view of the room that all receivers share.
    view: Tree,
    /// The private part of the game's view, which only this receiver gets.
    own: Tree,
}

#[derive(Clone, Debug)]
enum Key {
    Named(String),
    Constant(String, Value),
}

/// The error for a frame that can't be read, or that does not fit the frames received before it.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("{0}")]
pub struct NotFollowed(&'static str);

impl Default for Follower {
    fn default() -> Self {
        Self {
            shapes: Vec::new(),
            epoch: Value::Null,
            version: Value::Null,
            view: Tree::NULL,
            own: Tree::NULL,
        }
    }
}

impl Follower {
    /// Reads a frame. Returns the message in it as plain JSON, or `None` if the frame defines
    /// shapes. A frame that is an object with a `type` is plain JSON already. An `update` and a
    /// `step` both come out as an `update` with the whole view, including the private part that
    /// only this receiver gets.
    ///
    /// # Errors
    /// Returns [`NotFollowed`] if the frame is not packed JSON, if it uses shapes that were never
    /// defined, or if it does not continue the messages before it.
    pub fn hear(&mut self, frame: &str) -> Result<Option<Value>, NotFollowed> {
        let value: Value =
            serde_json::from_str(frame).map_err(|_| NotFollowed("a frame that is no JSON"))?;
        if let Value::Object(told) = &value {
            if told.contains_key("type") {
                return Ok(Some(value));
            }
            let shapes = told.get("shapes").and_then(Value::as_array);
            let shapes = shapes.ok_or(NotFollowed("an object that tells no shapes"))?;
            if told.get("anew") == Some(&Value::Bool(true)) {
                self.shapes.clear();
            }
            for shape in shapes {
                self.shapes.push(keys(shape)?);
            }
            return Ok(None);
        }
        let mut message = self.unpack(&value)?;
        let kind = message.field("type").map(Value::from);
        match kind.as_ref().and_then(Value::as_str) {
            Some("update") => {
                self.view = take(&mut message, "view");
                self.own = take(&mut message, "own");
                let mut update = Value::from(&message);
                self.epoch = update["epoch"].clone();
                self.version = update["version"].clone();
                self.complete(&mut update);
                Ok(Some(update))
            }
            Some("step") => self.step(&message).map(Some),
            _ => Ok(Some(Value::from(&message))),
        }
    }

    /// Returns the number of shapes received so far.
    pub fn shapes(&self) -> usize {
        self.shapes.len()
    }

    /// Converts a step into the equivalent `update`.
    fn step(&mut self, step: &Tree) -> Result<Value, NotFollowed> {
        if let Some(own) = step.field("own") {
            self.own = own.clone();
        }
        if let Some(Tree::Scalar(patch @ Value::Array(_))) = step.field(PATCH) {
            let mut view = std::mem::replace(&mut self.view, Tree::NULL);
            self.apply(&mut view, patch)?;
            self.view = view;
        }
        let step = Value::from(step);
        let news = |key: &str| step[key].as_array().cloned().unwrap_or_default();
        let last = news("happenings").into_iter().map(|happening| {
            serde_json::json!({
                "version": step["version"], "at": step["at"], "happening": happening,
            })
        });
        let happenings: Vec<Value> = news("before").into_iter().chain(last).collect();
        let from = std::mem::replace(&mut self.version, step["version"].clone());
        let mut update = serde_json::json!({
            "type": "update", "epoch": self.epoch, "from": from, "version": step["version"],
            "now": step["at"], "happenings": happenings,
        });
        self.complete(&mut update);
        Ok(update)
    }

    /// Adds the whole view to an update, with this receiver's private part laid over the shared
    /// view.
    fn complete(&self, update: &mut Value) {
        let mut view = self.view.clone();
        if self.own != Tree::NULL
            && let Some(game) = view.field_mut("game")
        {
            game.overlaid(&self.own);
        }
        update["view"] = Value::from(&view);
        if let Value::Object(update) = update {
            update.remove("own");
        }
    }

    /// Unpacks a packed value into plain JSON.
    fn unpack(&self, packed: &Value) -> Result<Tree, NotFollowed> {
        let Value::Array(items) = packed else {
            return Ok(Tree::Scalar(packed.clone()));
        };
        let (kind, items) = items
            .split_first()
            .ok_or(NotFollowed("an array that does not say what it is"))?;
        let kind = kind.as_i64().ok_or(NotFollowed("a shape is a number"))?;
        match kind {
            0 => self.all(items).map(Tree::List),
            -1 => self.map(items),
            _ => self.object(kind, items),
        }
    }

    fn all(&self, items: &[Value]) -> Result<Vec<Tree>, NotFollowed> {
        items.iter().map(|item| self.unpack(item)).collect()
    }

    fn map(&self, items: &[Value]) -> Result<Tree, NotFollowed> {
        let pair = |pair: &[Value]| match pair {
            [key, value] => {
                let key = key.as_str().map_or_else(|| key.to_string(), str::to_owned);
                Ok((key, self.unpack(value)?))
            }
            _ => Err(NotFollowed("a key without a value")),
        };
        let pairs: Result<_, _> = items.chunks(2).map(pair).collect();
        Ok(Tree::Object(pairs?))
    }

    fn object(&self, shape: i64, items: &[Value]) -> Result<Tree, NotFollowed> {
        let index = usize::try_from(shape - 1).ok();
        let keys = index.and_then(|index| self.shapes.get(index));
        let keys = keys.ok_or(NotFollowed("a shape that was never told"))?;
        let mut items = items.iter();
        let mut fields = Vec::with_capacity(keys.len());
        for key in keys {
            let (key, value) = match key {
                Key::Constant(key, constant) => (key, Tree::Scalar(constant.clone())),
                Key::Named(key) => {
                    let item = items.next().ok_or(NotFollowed("a key without a value"))?;
                    let is_patch = key == PATCH;
                    let value = if is_patch {
                        Tree::Scalar(item.clone())
                    } else {
                        self.unpack(item)?
                    };
                    (key, value)
                }
            };
            fields.push((key.clone(), value));
        }
        match items.next() {
            None => Ok(Tree::Object(fields)),
            Some(_) => Err(NotFollowed("a value without a key")),
        }
    }

    fn apply(&self, value: &mut Tree, patch: &Value) -> Result<(), NotFollowed> {
        let pairs = patch.as_array().ok_or(NotFollowed("a patch is an array"))?;
        for pair in pairs.chunks(2) {
            let [place, change] = pair else {
                return Err(NotFollowed("a place without a change"));
            };
            match (place.as_str(), &mut *value) {
                (Some("-"), Tree::List(items)) => {
                    let length = change
                        .as_u64()
                        .and_then(|length| usize::try_from(length).ok());
                    items.truncate(length.ok_or(NotFollowed("a length is a number"))?);
                }
                (Some("+"), Tree::List(items)) => {
                    let new = change.as_array();
                    items.extend(self.all(new.ok_or(NotFollowed("a list is an array"))?)?);
                }
                _ => {
                    let place = place.as_i64().ok_or(NotFollowed("a place is a number"))?;
                    let index = if place < 0 { -1 - place } else { place };
                    let child = usize::try_from(index).ok().and_then(|at| value.at_mut(at));
                    let child = child.ok_or(NotFollowed("a place where nothing is"))?;
                    if place < 0 {
                        self.apply(child, change)?;
                    } else {
                        *child = self.unpack(change)?;
                    }
                }
            }
        }
        Ok(())
    }
}

/// Takes the value out of a field and leaves `null` in its place.
fn take(message: &mut Tree, field: &str) -> Tree {
    let field = message.field_mut(field);
    field.map_or(Tree::NULL, |field| std::mem::replace(field, Tree::NULL))
}

fn keys(shape: &Value) -> Result<Vec<Key>, NotFollowed> {
    let keys = shape.as_array().ok_or(NotFollowed("a shape is an array"))?;
    keys.iter()
        .map(|key| match key {
            Value::String(key) => Ok(Key::Named(key.clone())),
            Value::Array(pair) => match pair.as_slice() {
                [Value::String(key), constant] => Ok(Key::Constant(key.clone(), constant.clone())),
                _ => Err(NotFollowed("a constant is a key and a value")),
            },
            _ => Err(NotFollowed("a key is a text")),
        })
        .collect()
}
