//! The minimal server that stores every move before it sends it, and sends each player only what
//! they may see. It is the baseline for Senda's costs (`cargo xtask bench`).
//!
//! It has no rules, no clock, no resume and no limits. The player whose turn it is sends a move.
//! The relay stores it as Senda does: with the same library and settings, one writer, and one
//! transaction for all waiting moves. It then sends each player a view of their own, about as long
//! as Senda's.

use std::{
    collections::HashMap,
    net::SocketAddr,
    path::PathBuf,
    sync::{Arc, Mutex},
    time::{SystemTime, UNIX_EPOCH},
};

use anyhow::{Context, Result, ensure};
use axum::{
    Router,
    extract::{
        Path, State, WebSocketUpgrade,
        ws::{Message, Utf8Bytes, WebSocket},
    },
    response::Response,
    routing::get,
    serve::ListenerExt,
};
use clap::Parser;
use futures_util::SinkExt;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use sqlx::{
    ConnectOptions, Connection, SqliteConnection,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous},
};
use tokio::{
    net::TcpListener,
    sync::{mpsc, oneshot},
};

/// The number of seats of a room.
const SEATS: u8 = 8;
/// The maximum number of moves that wait for the writer, and that it commits together.
const WRITES: usize = 256;
/// The maximum number of messages that wait for one browser.
const OUTBOX: usize = 64;
/// The size of a socket's buffers in bytes, the same as Senda's.
const BUFFER_BYTES: usize = 4 * 1024;
/// The number of choices of the player who decides next.
const CHOICES: u8 = 8;

/// Relays moves between players.
#[derive(Debug, Parser)]
struct CommandLine {
    /// Address and port to listen on.
    #[arg(long)]
    listen: SocketAddr,
    /// Folder of the database.
    #[arg(long)]
    data: PathBuf,
    /// Ignored; accepted since the server has this option.
    #[arg(long)]
    trust_proxy: bool,
    /// Ignored; accepted since the server has this option.
    #[arg(long)]
    log: Option<String>,
}

#[derive(Clone)]
struct Relay {
    rooms: Arc<Mutex<HashMap<u32, Arc<Mutex<Room>>>>>,
    writer: mpsc::Sender<Waiting>,
}

#[derive(Default)]
struct Room {
    version: u32,
    /// The hand of each seat, which no other player may see.
    hands: [[u8; 3]; SEATS as usize],
    sockets: [Option<mpsc::Sender<Utf8Bytes>>; SEATS as usize],
}

/// A move that waits to be stored.
struct Waiting {
    room: u32,
    version: u32,
    at: i64,
    seat: u8,
    id: String,
    action: String,
    done: oneshot::Sender<()>,
}

#[derive(Deserialize)]
struct Move<'a> {
    id: String,
    version: u32,
    #[serde(borrow)]
    action: &'a RawValue,
}

/// A move as one seat may see it.
#[derive(Serialize)]
struct Step<'a> {
    r#type: &'static str,
    version: u32,
    at: i64,
    seat: u8,
    action: &'a RawValue,
    /// The path of each marker in this move, as the numbers of ports.
    paths: [[u8; 6]; 4],
    laid: [u8; 32],
    /// The hand of the receiver.
    hand: [u8; 3],
    #[serde(skip_serializing_if = "Option::is_none")]
    choices: Option<[Choice; CHOICES as usize]>,
}

/// A possible move, with its effect.
#[derive(Copy, Clone, Serialize)]
struct Choice {
    tile: u8,
    rotation: u8,
    paths: [[u8; 6]; 4],
}

#[derive(Serialize)]
struct Ack<'a> {
    r#type: &'static str,
    version: u32,
    id: &'a str,
}

#[tokio::main]
async fn main() -> Result<()> {
    let line = CommandLine::parse();
    std::fs::create_dir_all(&line.data)?;
    let (writer, queue) = mpsc::channel(WRITES);
    let database = open(&line.data).await?;
    tokio::spawn(write(database, queue));
    let relay = Relay {
        rooms: Arc::default(),
        writer,
    };
    let routes = Router::new()
        .route("/health/ready", get(async || "ready"))
        .route("/rooms/{room}/{seat}", get(enter))
        .with_state(relay);
    let listener = TcpListener::bind(line.listen).await?;
    let listener = listener.tap_io(|stream| {
        // Without it, a message could wait for the acknowledgement of the one before.
        let _ = stream.set_nodelay(true);
    });
    axum::serve(listener, routes).await?;
    Ok(())
}

async fn open(folder: &std::path::Path) -> Result<SqliteConnection> {
    let mut database = SqliteConnectOptions::new()
        .filename(folder.join("relay.sqlite"))
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .disable_statement_logging()
        .connect()
        .await?;
    sqlx::query(
        "create table record (room integer not null, version integer not null, at integer not null,
         seat integer not null, id text not null, action text not null, primary key (room, version))",
    )
    .execute(&mut database)
    .await?;
    Ok(database)
}

/// Commits all waiting moves together.
async fn write(mut database: SqliteConnection, mut queue: mpsc::Receiver<Waiting>) -> Result<()> {
    let mut together = Vec::with_capacity(WRITES);
    while queue.recv_many(&mut together, WRITES).await > 0 {
        let mut transaction = database.begin_with("begin immediate").await?;
        for one in &together {
            sqlx::query(
                "insert into record (room, version, at, seat, id, action) values ($1, $2, $3, $4, $5, $6)",
            )
            .bind(one.room)
            .bind(one.version)
            .bind(one.at)
            .bind(one.seat)
            .bind(&one.id)
            .bind(&one.action)
            .execute(&mut *transaction)
            .await?;
        }
        transaction.commit().await?;
        for one in together.drain(..) {
            // The sender may have disconnected. The move stays stored.
            let _ = one.done.send(());
        }
    }
    Ok(())
}

async fn enter(
    State(relay): State<Relay>,
    Path((room, seat)): Path<(u32, u8)>,
    upgrade: WebSocketUpgrade,
) -> Response {
    upgrade
        .protocols(["relay"])
        .read_buffer_size(BUFFER_BYTES)
        .write_buffer_size(BUFFER_BYTES)
        .on_upgrade(async move |socket| {
            if let Err(error) = talk(&relay, room, seat, socket).await {
                eprintln!("relay: {error:#}");
            }
        })
}

async fn talk(relay: &Relay, number: u32, seat: u8, mut socket: WebSocket) -> Result<()> {
    ensure!(seat < SEATS, "no such seat");
    let room = {
        let mut rooms = relay.rooms.lock().expect("rooms");
        rooms.entry(number).or_default().clone()
    };
    let (sender, mut outbox) = mpsc::channel(OUTBOX);
    {
        let mut room = room.lock().expect("a room");
        room.sockets[usize::from(seat)] = Some(sender);
        if room.sockets.iter().all(Option::is_some) && room.version == 0 {
            room.version = 1;
            let opening = RawValue::from_string("{}".to_owned())?;
            room.tell(0, &opening, now()?)?;
        }
    }
    loop {
        tokio::select! {
            Some(text) = outbox.recv() => {
                socket.feed(Message::Text(text)).await?;
                // Other waiting messages go out together with this one.
                while let Ok(text) = outbox.try_recv() {
                    socket.feed(Message::Text(text)).await?;
                }
                socket.flush().await?;
            }
            heard = socket.recv() => match heard {
                Some(Ok(Message::Text(text))) => act(relay, number, &room, seat, &text).await?,
                Some(Ok(Message::Close(_)) | Err(_)) | None => return Ok(()),
                Some(Ok(_)) => {}
            },
        }
    }
}

/// Stores a move of that seat, and then sends it.
async fn act(relay: &Relay, number: u32, room: &Mutex<Room>, seat: u8, text: &str) -> Result<()> {
    let Move {
        id,
        version,
        action,
    } = serde_json::from_str(text)?;
    let next = version + 1;
    ensure!(
        room.lock().expect("a room").version == version && acting(version) == seat,
        "not this seat's turn"
    );
    let at = now()?;
    let (done, stored) = oneshot::channel();
    let waiting = Waiting {
        room: number,
        version: next,
        at,
        seat,
        id: id.clone(),
        action: action.get().to_owned(),
        done,
    };
    relay.writer.send(waiting).await.ok().context("no writer")?;
    stored.await.context("not stored")?;
    let mut room = room.lock().expect("a room");
    room.version = next;
    let ack = Ack {
        r#type: "ack",
        version: next,
        id: &id,
    };
    room.send(seat, serde_json::to_string(&ack)?)?;
    room.tell(seat, action, at)
}

/// Returns the seat whose turn it is. The seats take turns in order.
fn acting(version: u32) -> u8 {
    u8::try_from(version % u32::from(SEATS)).expect("a seat")
}

fn now() -> Result<i64> {
    let since = SystemTime::now().duration_since(UNIX_EPOCH)?;
    Ok(i64::try_from(since.as_millis())?)
}

impl Room {
    /// Sends a move to all players, each with what they may see.
    fn tell(&mut self, mover: u8, action: &RawValue, at: i64) -> Result<()> {
        let changes = u8::try_from(self.version % 35)?;
        self.hands[usize::from(mover)] = [changes, changes + 1, changes + 2];
        let paths = [[changes, 1, 7, 2, 6, 3]; 4];
        let choices = [Choice {
            tile: changes,
            rotation: 3,
            paths,
        }; CHOICES as usize];
        for seat in 0..SEATS {
            let step = Step {
                r#type: "step",
                version: self.version,
                at,
                seat: mover,
                action,
                paths,
                laid: [changes; 32],
                hand: self.hands[usize::from(seat)],
                choices: (acting(self.version) == seat).then_some(choices),
            };
            self.send(seat, serde_json::to_string(&step)?)?;
        }
        Ok(())
    }

    fn send(&self, seat: u8, text: String) -> Result<()> {
        let socket = self.sockets[usize::from(seat)].as_ref();
        let socket = socket.context("a player is gone")?;
        socket.try_send(text.into()).context("a player is too slow")
    }
}
