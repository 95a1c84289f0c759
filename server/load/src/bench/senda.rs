//! Opens rooms on a Senda server, seats their players, and reads the server's messages.

use std::sync::{Arc, Mutex};

use anyhow::{Context, Result, bail, ensure};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use senda_client::{Client, PackedMessage, Shapes, Socket, overlay};
use senda_rules::{AnyView, Game, GameKind, Seat};
use serde::Deserialize;
use serde_json::{Value, json, value::RawValue};

use super::{
    page::{Heard, Meaning, Page, Protocol, Wish},
    room::Room,
};
use crate::{
    ledger::{lock, world},
    swarm::{Server, any_of, client, pick},
};

/// The part of a room's view that all people in it share. It is kept once for all of them.
#[derive(Debug)]
pub(super) struct Followed {
    version: u32,
    /// The shared view of the room, packed.
    view: Value,
    is_playing: bool,
    /// The version after which the players get ready for a game, while none runs.
    waits_from: Option<u32>,
}

/// The shapes of a server. A number must mean the same shape on all sockets, since a view stays
/// packed while people with different sockets read it.
type ServerShapes = Arc<Mutex<Shapes>>;

/// The decoder of one person's messages.
pub(super) struct Reader {
    game: GameKind,
    /// The person's seat, or `None` for a spectator.
    seat: Option<Seat>,
    players: u32,
    /// The shapes that this socket has received.
    shapes: Shapes,
    /// The shapes of the server that owns the room, kept once for all its sockets.
    server: ServerShapes,
    room: Arc<Mutex<Followed>>,
    /// The private part of the person's view of the game, packed.
    own: Value,
    is_ready: bool,
    chance: ChaCha8Rng,
}

impl Followed {
    fn new() -> Self {
        Self {
            version: 0,
            view: Value::Null,
            is_playing: false,
            waits_from: None,
        }
    }

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

impl Protocol for Reader {
    fn read(&mut self, text: &str) -> Result<Heard> {
        if text.starts_with(r#"{"shapes":"#) {
            self.shapes.learn(text)?;
            self.shapes.share(&mut lock(&self.server))?;
            let meaning = Meaning::Nothing;
            return Ok(Heard {
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
        Ok(Heard { kind, meaning })
    }
}

impl Reader {
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

    fn news(&mut self, room: &Followed, version: u32) -> Result<Meaning> {
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
        Ok(Meaning::News { version, wish })
    }

    /// Returns a decision of that seat, if it has to decide.
    fn decision(&mut self, seat: Seat, room: &Followed) -> Result<Wish> {
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
    fn any(&self, seat: Seat, room: &Followed, kind: f64, choice: f64) -> Result<String> {
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
    fn waiting(&mut self, seat: Seat, room: &Followed, version: u32) -> Wish {
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

/// A source of people who open rooms, each with an identity of their own.
#[derive(Debug)]
pub(super) struct People {
    /// The servers, each with the shapes that it has sent.
    servers: Vec<(Server, ServerShapes)>,
    /// Whether half of the people in a room connect to another server than the one that owns the
    /// room.
    forwarded: bool,
    /// The number of rooms that were opened.
    rooms: usize,
    next: u32,
    /// The address of the last room in which people have sat down.
    last: Option<Place>,
}

/// The path of a room's sockets, with the browser of a person who is a member of the room.
#[derive(Clone, Debug)]
pub(super) struct Place {
    client: Client,
    path: String,
}

impl Place {
    /// Opens a socket to the room from an unused address, and waits for the first message.
    ///
    /// # Errors
    /// Returns an error if the server does not admit the person.
    pub async fn come(&self, address: u32) -> Result<Socket> {
        let mut client = client(self.client.server, address);
        client.cookie.clone_from(&self.client.cookie);
        let mut socket = client.socket(&self.path).await?;
        socket.receive().await?;
        Ok(socket)
    }
}

/// The game of a room, and the number of people in it.
#[derive(Copy, Clone, Debug)]
pub(super) struct Plan {
    pub game: GameKind,
    pub players: u8,
    pub spectators: u8,
}

impl People {
    pub fn at(server: Server) -> Self {
        Self::of(vec![server], false)
    }

    /// Creates people whose rooms are on these servers in turn.
    pub fn of(servers: Vec<Server>, forwarded: bool) -> Self {
        let shapes = |server| (server, ServerShapes::default());
        Self {
            servers: servers.into_iter().map(shapes).collect(),
            forwarded,
            rooms: 0,
            next: 1,
            last: None,
        }
    }

    /// Discards the known shapes, since the restarted servers send theirs from the first one on.
    pub fn meet_again(&mut self) {
        for (_, shapes) in &mut self.servers {
            *shapes = ServerShapes::default();
        }
    }

    /// Returns the index of the server that owns the next room.
    fn home(&self) -> usize {
        self.rooms % self.servers.len()
    }

    /// Returns the server that the person at that place of the room connects to.
    fn way(&self, place: u8) -> Server {
        let away = self.forwarded && place % 2 == 1;
        let steps = if away {
            1 + usize::from(place / 2 % 2)
        } else {
            0
        };
        let (server, _) = &self.servers[(self.home() + steps) % self.servers.len()];
        *server
    }

    /// Returns the address of the last room in which people have sat down.
    pub fn last(&self) -> Option<&Place> {
        self.last.as_ref()
    }

    async fn somebody(&mut self) -> Result<Client> {
        let mut client = client(self.way(0).0, self.next);
        client.arrive(&format!("P{}", self.next)).await?;
        self.next += 1;
        Ok(client)
    }

    /// Opens a room with only its host in it. Returns the host's socket.
    ///
    /// # Errors
    /// Returns an error if the server does not admit the host.
    pub async fn new_room(&mut self, game: GameKind) -> Result<Socket> {
        let host = self.somebody().await?;
        let (_, socket) = open(&host, game).await?;
        Ok(socket)
    }

    /// Creates that number of rooms for one host, and opens no sockets.
    ///
    /// # Errors
    /// Returns an error if the server creates no room.
    pub async fn make_rooms(&mut self, game: GameKind, rooms: u32) -> Result<Vec<Place>> {
        let client = self.somebody().await?;
        let mut places = Vec::new();
        for _ in 0..rooms {
            let path = make(&client, game).await?;
            let client = client.clone();
            places.push(Place { client, path });
        }
        Ok(places)
    }

    /// Opens a room and seats all its players. Its first game begins once the pages play.
    ///
    /// # Errors
    /// Returns an error if the server does not admit the people.
    pub async fn sit_down(&mut self, plan: Plan, room: &Arc<Room>) -> Result<Vec<Page<Reader>>> {
        let followed = Arc::new(Mutex::new(Followed::new()));
        let host = self.somebody().await?;
        let (path, socket) = open(&host, plan.game).await?;
        let mut made = 0;
        let mut pages = vec![self.page(plan, room, &followed, 0, socket)];
        for place in 1..plan.players + plan.spectators {
            let mut client = self.somebody().await?;
            client.server = self.way(place).0;
            let socket = client.socket(&path).await?;
            let mut page = self.page(plan, room, &followed, place, socket);
            if place < plan.players {
                page.asks(r#""type":"sit""#.to_owned()).await?;
                let nonce = format!(r#""nonce":"{place:032x}""#);
                let ready = format!(r#""type":"ready","ready":true,{nonce}"#);
                made = page.asks(ready).await?;
            }
            pages.push(page);
        }
        self.last = Some(Place { client: host, path });
        // This has the same effect as if all players had got ready after a game: the host starts
        // when it receives the last `ready`.
        lock(&followed).waits_from = Some(made + 1 - u32::from(plan.players));
        self.rooms += 1;
        Ok(pages)
    }

    fn page(
        &self,
        plan: Plan,
        room: &Arc<Room>,
        followed: &Arc<Mutex<Followed>>,
        place: u8,
        socket: Socket,
    ) -> Page<Reader> {
        let seat = (place < plan.players).then(|| Seat::new(place)).flatten();
        let seed = u64::from(self.next) * 256 + u64::from(place);
        let reader = Reader {
            game: plan.game,
            seat,
            players: plan.players.into(),
            shapes: Shapes::default(),
            server: self.servers[self.home()].1.clone(),
            room: followed.clone(),
            own: Value::Null,
            is_ready: true,
            chance: ChaCha8Rng::seed_from_u64(seed),
        };
        Page::new(socket, reader, seat.map(Seat::number), room.clone())
    }
}

/// Creates a room with that host. Returns the path of its sockets, and the host's socket.
async fn open(host: &Client, game: GameKind) -> Result<(String, Socket)> {
    let path = make(host, game).await?;
    let socket = host.socket(&path).await?;
    Ok((path, socket))
}

/// Creates a room with that host, and opens no sockets. Returns the path of its sockets.
async fn make(host: &Client, game: GameKind) -> Result<String> {
    let settings = json!({
        "options": game.options(),
        "clock": { "type": "none" },
        "first": { "type": "draw" },
        "public": false,
    });
    let room = host.create_room(&settings).await?;
    Ok(format!("/api/rooms/{room}/socket"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_host_begins_once_the_others_are_ready() {
        let room = Followed {
            waits_from: Some(40),
            ..Followed::new()
        };
        let reader = |seat| Reader {
            game: GameKind::ALL[0],
            seat: Seat::new(seat),
            players: 3,
            shapes: Shapes::default(),
            server: ServerShapes::default(),
            room: Arc::new(Mutex::new(Followed::new())),
            own: Value::Null,
            is_ready: false,
            chance: ChaCha8Rng::seed_from_u64(1),
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
