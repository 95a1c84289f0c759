//! Tests of the descriptions of the sockets: whole games, and every message of a client.

use std::{collections::BTreeSet, time::Duration};

use senda_client::{Client, Error, PackedReader, Shapes, Socket};
use senda_room::protocol::ClientMessage;
use senda_rules::{AnyGame, Game, GameKind, Seat};
use serde_json::{Value, json};
use tokio::time::timeout;

use super::{
    documents::{ASYNCAPI, escaped},
    shortened,
};
use crate::{client::settings, game::imagined, world::World};

/// A timeout that is longer than any step takes.
const PATIENCE: Duration = Duration::from_secs(30);

const TOKEN: &str = "1f8a0c22d94b7e5630a1b2c3d4e5f60718293a4b5c6d7e8f9012345678abcdef";
const PERSON: &str = "0123456789abcdef01234567";
const NONCE: &str = "00112233445566778899aabbccddeeff";

/// Returns the fault of a message by its description.
fn fault(from: &str, message: &Value) -> Option<String> {
    let kind = message["type"].as_str().unwrap_or("shapes");
    let pointer = format!("/components/messages/{from}.{}/payload", escaped(kind));
    match ASYNCAPI.json.pointer(&pointer) {
        Some(_) => ASYNCAPI.fault(&pointer, message),
        None => Some(format!("no message {from}.{kind}")),
    }
}

/// A socket of which every message in both directions is checked.
struct Checked {
    socket: Socket,
    shapes: Shapes,
    reader: PackedReader,
    seat: Option<u64>,
    version: u64,
    view: Value,
    last: Value,
    commands: u32,
    /// The types of the messages that the server has sent.
    received: BTreeSet<String>,
}

impl Checked {
    async fn open(client: &Client, path: &str) -> Self {
        Self {
            socket: client.socket(path).await.unwrap(),
            shapes: Shapes::default(),
            reader: PackedReader::default(),
            seat: None,
            version: 0,
            view: Value::Null,
            last: Value::Null,
            commands: 0,
            received: BTreeSet::new(),
        }
    }

    /// Returns a frame in the plain form.
    fn plain(&mut self, frame: &str) -> Value {
        let mut message: Value = serde_json::from_str(frame).unwrap();
        if message.is_object() {
            if message.get("type").is_none() {
                self.shapes.learn(frame).unwrap();
            }
            return message;
        }
        let change = self.shapes.take(&mut message, "change").unwrap();
        let mut plain = self.shapes.unpack(&message).unwrap();
        if let Some(change) = change {
            plain["change"] = change;
        }
        plain
    }

    async fn receive(&mut self) -> Result<Value, Error> {
        let frame = timeout(PATIENCE, self.socket.receive()).await;
        let frame = frame.expect("a message in time")?;
        let plain = self.plain(&frame);
        let fault = fault("server", &plain);
        assert_eq!(fault, None, "{}", shortened(&plain));
        let kind = plain["type"].as_str().unwrap_or("shapes");
        self.received.insert(kind.to_owned());
        if kind == "you" {
            self.seat = plain["seat"].as_u64();
        }
        let update = self.reader.read(&frame).unwrap().unwrap_or_default();
        if update["type"] == "update" {
            self.version = update["version"].as_u64().unwrap();
            self.view = update["view"].clone();
        }
        self.last = plain.clone();
        Ok(plain)
    }

    async fn until(&mut self, holds: impl Fn(&Self) -> bool) {
        while !holds(self) {
            self.receive().await.unwrap();
        }
    }

    /// Sends a message that the document describes.
    async fn send(&mut self, message: Value) {
        assert_eq!(fault("client", &message), None, "{message}");
        self.socket.send(message.to_string()).await.unwrap();
    }

    /// Sends a command, and returns its answer. A command that came too fast is sent again.
    async fn answer(&mut self, mut command: Value) -> Value {
        loop {
            self.commands += 1;
            let id = format!("{}-{}", self.seat.unwrap_or(9), self.commands);
            command["id"] = id.clone().into();
            self.send(command.clone()).await;
            self.until(|socket| {
                matches!(socket.last["type"].as_str(), Some("ack" | "nak"))
                    && socket.last["id"] == *id
            })
            .await;
            match self.last["problem"]["again_ms"].as_u64() {
                Some(again) => tokio::time::sleep(Duration::from_millis(again)).await,
                None => return self.last.clone(),
            }
        }
    }

    async fn must(&mut self, command: Value) {
        let answer = self.answer(command.clone()).await;
        assert_eq!(answer["type"], "ack", "{command}: {answer}");
        let version = answer["version"].as_u64().unwrap();
        self.until(|socket| socket.version >= version).await;
    }

    /// Makes a decision if the seat has one to make; returns whether it had.
    async fn decide(&mut self, choice: usize) -> bool {
        let Some(game) = imagined(&self.view["game"]) else {
            return false;
        };
        let seat = self
            .seat
            .and_then(|seat| Seat::new(u8::try_from(seat).ok()?));
        let Some(seat) = seat.filter(|seat| game.acting().contains(*seat)) else {
            return false;
        };
        let legal = game.legal_actions(seat);
        let action = &legal[choice % legal.len()];
        let act = json!({ "type": "act", "version": self.version, "action": action });
        self.must(act).await;
        true
    }
}

/// Creates a room for a game, with two players and a spectator in it.
async fn gather(world: &World, game: GameKind) -> [Checked; 3] {
    let mut clients = Vec::new();
    for name in ["Ana", "Bruno", "Carla"] {
        let mut client = Client::new(world.address);
        client.arrive(name).await.unwrap();
        clients.push(client);
    }
    let mut settings = settings();
    settings["options"] = serde_json::to_value(game.options()).unwrap();
    settings["hints"] = true.into();
    let room = clients[0].create_room(&settings).await.unwrap();
    let path = format!("/api/rooms/{room}/socket");
    let mut sockets = Vec::new();
    for client in &clients {
        let mut socket = Checked::open(client, &path).await;
        socket.until(|socket| socket.version > 0).await;
        sockets.push(socket);
    }
    sockets[1]
        .must(json!({ "type": "sit", "nonce": NONCE }))
        .await;
    let Ok(sockets) = sockets.try_into() else {
        unreachable!("three sockets")
    };
    sockets
}

/// Plays until the game is over. The choices differ from one decision to the next.
async fn play_out(sockets: &mut [Checked]) {
    for step in 0..5_000 {
        let mut version = 0;
        for socket in sockets.iter_mut() {
            if socket.decide(step * 7).await {
                version = version.max(socket.version);
            }
        }
        for socket in sockets.iter_mut() {
            socket.until(|socket| socket.version >= version).await;
        }
        if sockets[0].view["phase"] == "over" {
            return;
        }
    }
    panic!("a game without an end");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_message_of_whole_games_is_as_described() {
    let world = World::with(|settings| settings.messages_per_second = 1_000).await;
    for &game in GameKind::ALL {
        let mut sockets = gather(&world, game).await;
        for message in [
            json!({ "type": "chat", "text": "Boa sorte!" }),
            json!({ "type": "emote", "emote": "nice" }),
            json!({ "type": "look", "visible": false }),
            json!({ "type": "sync" }),
            json!({ "type": "ping" }),
        ] {
            sockets[0].send(message).await;
        }
        sockets[0]
            .until(|socket| socket.received.contains("pong"))
            .await;
        sockets[0]
            .must(json!({ "type": "colour", "colour": "green" }))
            .await;
        sockets[0]
            .must(json!({ "type": "start", "nonce": NONCE }))
            .await;
        for socket in &mut sockets {
            socket
                .until(|socket| socket.view["phase"] == "playing")
                .await;
        }
        let refused = sockets[2].answer(json!({ "type": "stand" })).await;
        assert_eq!(refused["type"], "nak");
        let version = sockets[0].version;
        let act =
            |version, action: Value| json!({ "type": "act", "version": version, "action": action });
        let resign = serde_json::to_value(
            AnyGame::new(&game.options(), 2, None)
                .unwrap()
                .resignation(),
        );
        let late = sockets[0].answer(act(0, resign.unwrap())).await;
        assert_eq!(late["problem"]["code"], "stale");
        let mut has_hint = false;
        for socket in &mut sockets[..2] {
            let hint = json!({ "type": "hint", "version": version });
            if !has_hint && socket.answer(hint).await["type"] == "ack" {
                socket
                    .until(|socket| socket.received.contains("hint"))
                    .await;
                has_hint = true;
            }
        }
        for socket in &mut sockets[..2] {
            let version = socket.version;
            socket
                .answer(json!({ "type": "ask_take_back", "version": version }))
                .await;
            socket
                .answer(json!({ "type": "pause", "until_all": true }))
                .await;
            socket.answer(json!({ "type": "go_on" })).await;
        }
        play_out(&mut sockets).await;
        for socket in &mut sockets {
            socket.until(|socket| socket.view["phase"] == "over").await;
        }
        for kind in [
            "shapes", "you", "update", "step", "ack", "nak", "presence", "chat", "pong", "hint",
        ] {
            let received = sockets.iter().any(|socket| socket.received.contains(kind));
            assert!(received, "{game:?}: no {kind}");
        }
    }
}

#[tokio::test]
async fn the_messages_of_the_lobby_are_as_described() {
    let world = World::start().await;
    let mut ana = Client::new(world.address);
    ana.arrive("Ana").await.unwrap();
    let mut lobby = Checked::open(&ana, "/api/lobby/socket").await;
    let room = ana.create_room(&settings()).await.unwrap();
    let mut tab = Checked::open(&ana, &format!("/api/rooms/{room}/socket")).await;
    tab.until(|tab| tab.version > 0).await;
    lobby
        .until(|lobby| lobby.last["rooms"][0]["room"] == *room)
        .await;
    lobby.send(json!({ "type": "ping" })).await;
    lobby.until(|lobby| lobby.received.contains("pong")).await;
    drop(world.stop().await);
    while lobby.receive().await.is_ok() {}
    assert!(lobby.received.contains("closing"), "{:?}", lobby.received);
}

/// Returns a message of each type that a client sends, in the shortest and in the longest form.
fn client_messages() -> Vec<Value> {
    let mut settings = settings();
    settings["stand_in"] = "hard".into();
    settings["starts_with"] = 3.into();
    let action =
        json!({ "game": "tsuro", "type": "place", "tile": 7, "rotation": 2, "port": null });
    let commands = [
        json!({ "type": "act", "version": 3, "action": action }),
        json!({ "type": "act", "version": 3, "action": { "game": "tortus", "type": "end_turn" } }),
        json!({ "type": "take_back", "version": 3 }),
        json!({ "type": "ask_take_back", "version": 3 }),
        json!({ "type": "agree_take_back", "seat": 1 }),
        json!({ "type": "decline_take_back" }),
        json!({ "type": "hint", "version": 3 }),
        json!({ "type": "sit" }),
        json!({ "type": "sit", "seat": 1, "colour": "blue", "nonce": NONCE }),
        json!({ "type": "stand" }),
        json!({ "type": "name", "name": "Ana" }),
        json!({ "type": "colour", "colour": "blue" }),
        json!({ "type": "ready", "ready": true }),
        json!({ "type": "ready", "ready": true, "nonce": NONCE }),
        json!({ "type": "set", "settings": settings }),
        json!({ "type": "start" }),
        json!({ "type": "remove", "person": PERSON }),
        json!({ "type": "readmit", "barred": 1 }),
        json!({ "type": "bot", "seat": 1, "level": "easy" }),
        json!({ "type": "bot" }),
        json!({ "type": "guest", "seat": 1, "name": "Bia", "colour": "red" }),
        json!({ "type": "guest" }),
        json!({ "type": "token", "seat": 1, "token": TOKEN }),
        json!({ "type": "host", "person": PERSON }),
        json!({ "type": "hand", "seat": 1, "person": PERSON }),
        json!({ "type": "admit", "person": PERSON }),
        json!({ "type": "lock", "locked": true }),
        json!({ "type": "hush", "hushed": true }),
        json!({ "type": "back" }),
        json!({ "type": "urge", "seat": 1 }),
        json!({ "type": "vote_to_end", "wanted": true }),
        json!({ "type": "pause" }),
        json!({ "type": "pause", "until_all": true }),
        json!({ "type": "vacation", "days": 3 }),
        json!({ "type": "go_on" }),
        json!({ "type": "report", "person": PERSON, "reason": "name" }),
        json!({ "type": "report", "person": PERSON, "at": 1_800_000_000_000_u64,
            "reason": "insult", "note": "He says that often." }),
    ];
    let with_id = commands.map(|mut command| {
        command["id"] = "c1".into();
        command
    });
    let mut messages: Vec<Value> = with_id.into();
    messages.extend([
        json!({ "type": "chat", "text": "Boa sorte!" }),
        json!({ "type": "emote", "emote": "nice" }),
        json!({ "type": "sync" }),
        json!({ "type": "sync", "since": { "epoch": 1, "version": 2 } }),
        json!({ "type": "look", "visible": true }),
        json!({ "type": "ask_seat" }),
        json!({ "type": "ask_seat", "seat": 2 }),
        json!({ "type": "turn_away", "person": PERSON }),
        json!({ "type": "pass" }),
        json!({ "type": "pass", "seat": 1 }),
        json!({ "type": "ping" }),
    ]);
    messages
}

#[test]
fn each_message_of_a_client_has_an_example_here() {
    let messages = ASYNCAPI.json["components"]["messages"].as_object().unwrap();
    let described = messages
        .keys()
        .filter_map(|name| name.strip_prefix("client."));
    let described: BTreeSet<&str> = described.collect();
    let messages = client_messages();
    let here = messages
        .iter()
        .map(|message| message["type"].as_str().unwrap());
    assert_eq!(here.collect::<BTreeSet<_>>(), described);
}

/// Returns variants of a message, most of which are wrong: without one of its fields, with another
/// value of it, or with a field more.
fn variants(message: &Value) -> Vec<Value> {
    let mut variants = vec![message.clone()];
    let mut with = |change: &dyn Fn(&mut Value)| {
        let mut variant = message.clone();
        change(&mut variant);
        variants.push(variant);
    };
    with(&|variant| variant["more"] = 1.into());
    for key in message.as_object().unwrap().keys() {
        with(&|variant| drop(variant.as_object_mut().unwrap().remove(key)));
        if key == "type" {
            continue;
        }
        for value in [
            json!(null),
            json!(-1),
            json!(8),
            json!(300),
            json!("x"),
            json!([]),
            json!({}),
        ] {
            with(&|variant| variant[key] = value.clone());
        }
        for inner in message[key].as_object().into_iter().flatten() {
            with(&|variant| drop(variant[key].as_object_mut().unwrap().remove(inner.0)));
            with(&|variant| variant[key]["more"] = 1.into());
            with(&|variant| variant[key][inner.0] = json!([]));
        }
    }
    variants
}

#[test]
fn the_server_reads_exactly_the_described_messages() {
    let (mut good, mut bad) = (0, 0);
    for message in client_messages() {
        assert_eq!(fault("client", &message), None, "{message}");
        for variant in variants(&message) {
            let read = variant.to_string().parse::<ClientMessage>();
            let fault = if variant.get("type").is_some() {
                fault("client", &variant)
            } else {
                Some("no type".to_owned())
            };
            match (&read, &fault) {
                (Ok(_), None) => good += 1,
                (Err(_), Some(_)) => bad += 1,
                _ => panic!("{variant}: {read:?}, {fault:?}"),
            }
        }
    }
    assert!(good > 50 && bad > 500, "{good} and {bad}");
}
