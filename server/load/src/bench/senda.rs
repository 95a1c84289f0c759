//! Reads the messages of a Senda server as far as a simulated player needs.
//!
//! `senda_client::PackedReader` turns every message into the whole view of its receiver. To save
//! that work, one view is kept for all people in a room in its packed form, and is unpacked only
//! for the player who decides.

use std::sync::{Arc, Mutex};

use anyhow::{Context, Result, bail, ensure};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use senda_client::{PackedMessage, Shapes, overlay};
use senda_rules::{AnyView, Game, GameKind, Seat};
use serde::Deserialize;
use serde_json::{Value, json, value::RawValue};

use super::page::{Meaning, Protocol, ReadMessage, Wish};
use crate::{
    ledger::{lock, world},
    swarm::{any_of, pick},
};

/// The part of a room's view that all people in it share. It is kept once for all of them.
#[derive(Debug, Default)]
pub(super) struct SharedView {
    version: u32,
    /// The shared view of the room, packed.
    view: Value,
    is_playing: bool,
    /// The version after which the players get ready for a game, while none runs.
    pub waits_from: Option<u32>,
}

/// The shapes of a server. A number must mean the same shape on all sockets, since a view stays
/// packed while people with different sockets read it.
pub(super) type ServerShapes = Arc<Mutex<Shapes>>;

/// The decoder of one person's messages.
pub(super) struct SendaReader {
    game: GameKind,
    /// The person's seat, or `None` for a spectator.
    seat: Option<Seat>,
    players: u32,
    /// The shapes that this socket has received.
    shapes: Shapes,
    /// The shapes of the server that owns the room, kept once for all its sockets.
    server: ServerShapes,
    room: Arc<Mutex<SharedView>>,
    /// The private part of the person's view of the game, packed.
    own: Value,
    is_ready: bool,
    chance: ChaCha8Rng,
}

impl SendaReader {
    /// Creates the decoder of a person who is ready for the first game.
    pub fn new(
        game: GameKind,
        players: u32,
        seat: Option<Seat>,
        server: ServerShapes,
        room: Arc<Mutex<SharedView>>,
        seed: u64,
    ) -> Self {
        Self {
            game,
            seat,
            players,
            shapes: Shapes::default(),
            server,
            room,
            own: Value::Null,
            is_ready: true,
            chance: ChaCha8Rng::seed_from_u64(seed),
        }
    }
}

impl SharedView {
    /// Replaces the whole view by a new one.
    fn whole(&mut self, shapes: &Shapes, version: u32, view: Value) -> Result<()> {
        self.view = view;
        self.comes_to(shapes, version)
    }

    /// Applies the change since the version before. It does nothing if the step was already applied
    /// when another person received it.
    fn step(&mut self, shapes: &Shapes, version: u32, change: &RawValue) -> Result<()> {
        if version <= self.version {
            return Ok(());
        }
        ensure!(version == self.version + 1, "a version is missing");
        let change: Value = serde_json::from_str(change.get())?;
        if !change.is_null() {
            shapes.apply(&mut self.view, &change)?;
        }
        self.comes_to(shapes, version)
    }

    fn comes_to(&mut self, shapes: &Shapes, version: u32) -> Result<()> {
        self.version = version;
        let phase = shapes.field(&self.view, "phase")?.context("no phase")?;
        self.is_playing = phase == "playing";
        if self.is_playing {
            self.waits_from = None;
        } else if self.waits_from.is_none() {
            self.waits_from = Some(version);
        }
        Ok(())
    }
}

/// Returns the number in that field.
fn number(message: &PackedMessage, name: &str) -> Result<u32> {
    let field = message.field(name).context("a field is missing")?;
    Ok(field.get().parse()?)
}

/// Returns the packed value in that field, or `null` if the field is missing.
fn value(message: &PackedMessage, name: &str) -> Result<Value> {
    let field = message.field(name);
    Ok(field.map_or(Ok(Value::Null), |field| serde_json::from_str(field.get()))?)
}

impl Protocol for SendaReader {
    fn read(&mut self, text: &str) -> Result<ReadMessage> {
        if text.starts_with(r#"{"shapes":"#) {
            self.shapes.learn(text)?;
            self.shapes.share(&mut lock(&self.server))?;
            let meaning = Meaning::Nothing;
            return Ok(ReadMessage {
                kind: "shapes",
                meaning,
            });
        }
        ensure!(text.starts_with('['), "an odd message: {text}");
        let message = self.shapes.message(text)?;
        let (kind, meaning) = match message.kind() {
            "step" => ("step", self.step(&message)?),
            "update" => ("update", self.update(&message)?),
            "ack" => ("ack", Meaning::Done(number(&message, "version")?)),
            "nak" if text.contains("stale") => ("nak", Meaning::Overtaken),
            "nak" => bail!("refused: {text}"),
            _ => ("other", Meaning::Nothing),
        };
        Ok(ReadMessage { kind, meaning })
    }
}

impl SendaReader {
    fn update(&mut self, message: &PackedMessage) -> Result<Meaning> {
        let version = number(message, "version")?;
        self.own = value(message, "own")?;
        let room = self.room.clone();
        let mut room = lock(&room);
        if room.version <= version {
            room.whole(&self.shapes, version, value(message, "view")?)?;
        }
        self.news(&room, version)
    }

    fn step(&mut self, message: &PackedMessage) -> Result<Meaning> {
        let version = number(message, "version")?;
        if message.field("own").is_some() {
            self.own = value(message, "own")?;
        }
        let room = self.room.clone();
        let mut room = lock(&room);
        let change = message.field("change").context("no change")?;
        room.step(&self.shapes, version, change)?;
        self.news(&room, version)
    }

    fn news(&mut self, room: &SharedView, version: u32) -> Result<Meaning> {
        let wish = match self.seat {
            None => Wish::Nothing,
            // If the room has a later version already, the decision is made there.
            Some(seat) if room.is_playing && room.version == version => {
                self.is_ready = false;
                self.decision(seat, room)?
            }
            Some(_) if room.is_playing => Wish::Nothing,
            Some(seat) => self.waiting(seat, room, version),
        };
        Ok(Meaning::Update { version, wish })
    }

    /// Returns a decision of that seat, if it has to decide.
    fn decision(&mut self, seat: Seat, room: &SharedView) -> Result<Wish> {
        let choices = self.shapes.field(&self.own, "choices")?;
        let Some(choices) = choices.filter(|choices| !choices.is_null()) else {
            return Ok(Wish::Nothing);
        };
        let (kind, choice) = (self.chance.random(), self.chance.random());
        let action = match self.shapes.field(choices, "placements")? {
            Some(placements) => self.placement(placements, choice)?,
            None => self.any(seat, room, kind, choice)?,
        };
        let version = room.version;
        Ok(Wish::Decide(format!(
            r#""type":"act","version":{version},"action":{action}"#
        )))
    }

    /// Returns one of the placements that the server offers. Like the page in a browser, it does
    /// this without evaluating the game.
    fn placement(&self, placements: &Value, choice: f64) -> Result<String> {
        let (_, placements) = (placements.as_array().and_then(|items| items.split_first()))
            .context("placements are a list")?;
        let placed = &placements[pick(choice, placements.len())];
        let mut action = json!({ "game": self.game, "type": "place" });
        for name in ["tile", "rotation", "port"] {
            if let Some(value) = self.shapes.field(placed, name)? {
                action[name] = value.clone();
            }
        }
        Ok(action.to_string())
    }

    /// Returns one of the legal actions in the game as the seat sees it.
    fn any(&self, seat: Seat, room: &SharedView, kind: f64, choice: f64) -> Result<String> {
        let game = self.shapes.field(&room.view, "game")?.context("no game")?;
        let mut game = self.shapes.unpack(game)?;
        overlay(&mut game, self.shapes.unpack(&self.own)?);
        let view = AnyView::deserialize(game)?;
        let world = world(&view);
        ensure!(world.acting().contains(seat), "choices of another seat");
        let action = any_of(&world, seat, kind, choice).context("nothing is legal")?;
        Ok(serde_json::to_string(&action)?)
    }

    /// Prepares the next game: the host, who has the first seat, starts it once all the others are
    /// ready.
    fn waiting(&mut self, seat: Seat, room: &SharedView, version: u32) -> Wish {
        if seat == Seat::ZERO {
            let from = room.waits_from.unwrap_or(version);
            return if version == from + self.players - 1 {
                Wish::Prepare(self.with_nonce(r#""type":"start""#))
            } else {
                Wish::Nothing
            };
        }
        if self.is_ready {
            return Wish::Nothing;
        }
        self.is_ready = true;
        Wish::Prepare(self.with_nonce(r#""type":"ready","ready":true"#))
    }

    fn with_nonce(&mut self, rest: &str) -> String {
        format!(r#"{rest},"nonce":"{:032x}""#, self.chance.random::<u128>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_host_begins_once_the_others_are_ready() {
        let room = SharedView {
            waits_from: Some(40),
            ..SharedView::default()
        };
        let reader = |seat| SendaReader {
            is_ready: false,
            ..SendaReader::new(
                GameKind::ALL[0],
                3,
                Seat::new(seat),
                ServerShapes::default(),
                Arc::default(),
                1,
            )
        };
        let mut host = reader(0);
        assert_eq!(host.waiting(Seat::ZERO, &room, 41), Wish::Nothing);
        let begins = host.waiting(Seat::ZERO, &room, 42);
        assert!(matches!(begins, Wish::Prepare(text) if text.contains("start")));
        let (seat, mut other) = (Seat::new(1).unwrap(), reader(1));
        let ready = other.waiting(seat, &room, 40);
        assert!(matches!(ready, Wish::Prepare(text) if text.contains("ready")));
        assert_eq!(other.waiting(seat, &room, 41), Wish::Nothing);
    }
}
