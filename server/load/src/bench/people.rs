//! Opens rooms on a Senda server and seats their players.

use std::sync::{Arc, Mutex};

use anyhow::Result;
use senda_client::{Client, Socket};
use senda_rules::{GameKind, Seat};
use serde_json::json;

use super::{
    page::Page,
    room::Room,
    senda::{SendaReader, ServerShapes, SharedView},
};
use crate::{
    ledger::lock,
    swarm::{Server, client},
};

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
    pub last: Option<RoomAddress>,
}

/// The path of a room's sockets, with the browser of a person who is a member of the room.
#[derive(Clone, Debug)]
pub(super) struct RoomAddress {
    client: Client,
    path: String,
}

impl RoomAddress {
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
pub(super) struct RoomPlan {
    pub game: GameKind,
    pub players: u8,
    pub spectators: u8,
}

impl People {
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
    pub async fn make_rooms(&mut self, game: GameKind, rooms: u32) -> Result<Vec<RoomAddress>> {
        let client = self.somebody().await?;
        let mut places = Vec::new();
        for _ in 0..rooms {
            let path = make(&client, game).await?;
            let client = client.clone();
            places.push(RoomAddress { client, path });
        }
        Ok(places)
    }

    /// Opens a room and seats all its players. Its first game begins once the pages play.
    ///
    /// # Errors
    /// Returns an error if the server does not admit the people.
    pub async fn sit_down(
        &mut self,
        plan: RoomPlan,
        room: &Arc<Room>,
    ) -> Result<Vec<Page<SendaReader>>> {
        let view = Arc::<Mutex<SharedView>>::default();
        let host = self.somebody().await?;
        let (path, socket) = open(&host, plan.game).await?;
        let mut made = 0;
        let mut pages = vec![self.page(plan, room, &view, 0, socket)];
        for place in 1..plan.players + plan.spectators {
            let mut client = self.somebody().await?;
            client.server = self.way(place).0;
            let socket = client.socket(&path).await?;
            let mut page = self.page(plan, room, &view, place, socket);
            if place < plan.players {
                page.asks(r#""type":"sit""#.to_owned()).await?;
                let nonce = format!(r#""nonce":"{place:032x}""#);
                let ready = format!(r#""type":"ready","ready":true,{nonce}"#);
                made = page.asks(ready).await?;
            }
            pages.push(page);
        }
        self.last = Some(RoomAddress { client: host, path });
        // This has the same effect as if all players had got ready after a game: the host starts
        // when it receives the last `ready`.
        lock(&view).waits_from = Some(made + 1 - u32::from(plan.players));
        self.rooms += 1;
        Ok(pages)
    }

    fn page(
        &self,
        plan: RoomPlan,
        room: &Arc<Room>,
        view: &Arc<Mutex<SharedView>>,
        place: u8,
        socket: Socket,
    ) -> Page<SendaReader> {
        let seat = (place < plan.players).then(|| Seat::new(place)).flatten();
        let seed = u64::from(self.next) * 256 + u64::from(place);
        let reader = SendaReader::new(
            plan.game,
            plan.players.into(),
            seat,
            self.servers[self.home()].1.clone(),
            view.clone(),
            seed,
        );
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
