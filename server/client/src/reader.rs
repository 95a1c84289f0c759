//! The decoder of a connection's messages, which assembles the view as a browser does.

use serde_json::{Value, json};

use crate::packed::{Shapes, Unreadable, overlay};

/// The decoder of the messages of one connection. It keeps the shapes that it has received, and
/// the view that the next patch applies to.
#[derive(Clone, Debug, Default)]
pub struct PackedReader {
    shapes: Shapes,
    epoch: Value,
    version: Value,
    /// The view of the room that all receivers share, packed.
    view: Value,
    /// The private part of the game's view, which only this receiver gets, packed.
    own: Value,
}

impl PackedReader {
    /// Reads a frame. Returns the message in it as plain JSON, or `None` if the frame defines
    /// shapes. An object with a `type` is plain JSON already. An `update` and a `step` both come
    /// out as an `update` with the whole view, including the private part that only this receiver
    /// gets.
    ///
    /// # Errors
    /// Returns [`Unreadable`] if the frame is not packed JSON, if it uses shapes that were never
    /// defined, or if it does not continue the messages before it. The connection is then of no
    /// use, since later patches may not fit either.
    pub fn read(&mut self, frame: &str) -> Result<Option<Value>, Unreadable> {
        let mut message: Value =
            serde_json::from_str(frame).map_err(|_| Unreadable("a frame that is no JSON"))?;
        if message.is_object() {
            if message.get("type").is_some() {
                return Ok(Some(message));
            }
            self.shapes.learn(frame)?;
            return Ok(None);
        }
        let unpacked = match self.shapes.kind(&message)? {
            "update" => self.update(&mut message),
            "step" => self.step(&mut message),
            _ => self.shapes.unpack(&message),
        };
        unpacked.map(Some)
    }

    /// Returns the number of shapes received so far.
    pub fn shapes(&self) -> usize {
        self.shapes.len()
    }

    fn update(&mut self, packed: &mut Value) -> Result<Value, Unreadable> {
        self.view = self.shapes.take(packed, "view")?.unwrap_or_default();
        self.own = self.shapes.take(packed, "own")?.unwrap_or_default();
        let mut update = self.shapes.unpack(packed)?;
        self.epoch = update["epoch"].clone();
        self.version = update["version"].clone();
        if let Some(update) = update.as_object_mut() {
            update.remove("own");
        }
        update["view"] = self.whole()?;
        Ok(update)
    }

    /// Converts a step into the equivalent `update`.
    fn step(&mut self, packed: &mut Value) -> Result<Value, Unreadable> {
        if let Some(own) = self.shapes.take(packed, "own")? {
            self.own = own;
        }
        if let Some(patch) = self.shapes.take(packed, "change")?
            && !patch.is_null()
        {
            self.shapes.apply(&mut self.view, &patch)?;
        }
        let mut step = self.shapes.unpack(packed)?;
        let mut items = |key: &str| match step[key].take() {
            Value::Array(items) => items,
            _ => Vec::new(),
        };
        let (mut happenings, last) = (items("before"), items("happenings"));
        let (version, at) = (&step["version"], &step["at"]);
        for happening in last {
            let mut dated = json!({ "version": version, "at": at });
            dated["happening"] = happening;
            happenings.push(dated);
        }
        let from = std::mem::replace(&mut self.version, version.clone());
        let mut update = json!({
            "type": "update", "epoch": self.epoch, "from": from, "version": version, "now": at,
        });
        // `json!` would copy these.
        update["happenings"] = happenings.into();
        update["view"] = self.whole()?;
        Ok(update)
    }

    /// Returns the whole view, with this receiver's private part laid over the shared part.
    fn whole(&self) -> Result<Value, Unreadable> {
        let mut view = self.shapes.unpack(&self.view)?;
        if let Some(game) = view.get_mut("game") {
            overlay(game, self.shapes.unpack(&self.own)?);
        }
        Ok(view)
    }
}
