//! Guests who cause notifications on many devices, while the push service or the name server never
//! answers.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, UdpSocket};

use anyhow::{Context, Result, ensure};
use senda_client::Client;
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, sqlite::SqliteConnectOptions};
use tokio::time::{Duration, sleep};

use super::guests::{Admission, Counts};
use crate::{
    programs::RunningServer,
    swarm::{Socket, Tally, client, settings},
};

/// The number of pairs of guests, each with a room.
pub(super) const PAIRS: u32 = 16;
/// The number of devices of one guest of each pair: 512 in total.
const DEVICES: u32 = 32;
/// The first number of the guests' addresses, which differ from those of players and visitors.
const ADDRESSES: u32 = 0x0048_0000;
/// The delay between two games of a pair.
const PAUSE: Duration = Duration::from_millis(300);
/// The address of the silent name server, which only this machine can reach.
const NAME_SERVER: Ipv4Addr = Ipv4Addr::new(127, 83, 69, 78);
/// The keys of a browser, taken from the example in RFC 8291.
const KEYS: [&str; 2] = [
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "BTBZMqHH6r4Tts7J_aSIgg",
];

/// A server that accepts everything and never answers.
pub(super) enum SilentServer {
    /// The attack needs no such server.
    None,
    /// A name server on UDP port 53.
    Names(#[expect(dead_code, reason = "open as long as it is needed")] UdpSocket),
    /// A push service. The kernel establishes its connections, and no code accepts them.
    Push(TcpListener),
}

impl SilentServer {
    /// Opens a silent name server.
    ///
    /// # Errors
    /// Returns an error if this process may not open its port, which is below 1,024.
    pub fn names() -> Result<Self> {
        let socket = UdpSocket::bind((NAME_SERVER, 53));
        let socket = socket.context("a name server needs the rights of root")?;
        Ok(Self::Names(socket))
    }

    /// Opens a silent push service.
    ///
    /// # Errors
    /// Returns an error if this process may not open its port.
    pub fn push() -> Result<Self> {
        Ok(Self::Push(TcpListener::bind("127.0.0.1:0")?))
    }

    /// Returns the name server that Senda must use.
    pub fn name_server(&self) -> Option<IpAddr> {
        matches!(self, Self::Names(_)).then_some(NAME_SERVER.into())
    }

    /// Returns the parts of a device's endpoint before and after the device's number.
    fn endpoint(&self) -> Result<Option<(String, &'static str)>> {
        Ok(match self {
            Self::None => None,
            Self::Names(_) => Some(("https://wns2-".to_owned(), ".notify.windows.com/w/")),
            Self::Push(listener) => Some((format!("http://{}/", listener.local_addr()?), "")),
        })
    }

    /// Creates the pairs of guests. One guest of each pair has devices at this server.
    ///
    /// # Errors
    /// Returns an error if the guests can't connect, or if the database can't be written.
    pub async fn pairs(&self, running: &mut RunningServer) -> Result<Vec<Pair>> {
        let Some((before, after)) = self.endpoint()? else {
            return Ok(Vec::new());
        };
        let mut pairs = Vec::new();
        for number in 0..PAIRS {
            pairs.push(Pair::gather(running.recipe.address, number).await?);
        }
        let database = running.recipe.data.join("senda.sqlite");
        let options = SqliteConnectOptions::new().filename(database);
        let [p256dh, auth] = KEYS;
        let devices = format!(
            "insert into push (device, player, endpoint, p256dh, auth, created_at)
             with recursive number(i) as (select 1 union all select i + 1 from number where i < {DEVICES})
             select id || '-' || i, id, '{before}' || id || i || '{after}', '{p256dh}', '{auth}', 0
             from player, number where name like 'Notified %'"
        );
        let added = running.restart(async {
            let mut database = options.connect().await?;
            let added = sqlx::query(AssertSqlSafe(devices))
                .execute(&mut database)
                .await?;
            database.close().await?;
            Ok(added.rows_affected())
        });
        let (added, _) = added.await?;
        ensure!(added == u64::from(PAIRS * DEVICES), "devices");
        Ok(pairs)
    }
}

/// A host, and a guest whose page is hidden.
pub(super) struct Pair {
    host: Client,
    guest: Client,
    path: String,
    /// The name of the game that they play.
    game: Value,
}

impl Pair {
    async fn gather(server: SocketAddr, number: u32) -> Result<Self> {
        let [mut host, mut guest] = [0, 1].map(|of| client(server, ADDRESSES + 2 * number + of));
        host.arrive("Host").await?;
        guest.arrive(&format!("Notified {number}")).await?;
        let settings = settings(1, 2, 0);
        let game = settings["options"]["game"].clone();
        let room = host.create_room(&settings).await?;
        let path = format!("/api/rooms/{room}/socket");
        let mut socket = Socket::open(&guest, &path, &Tally::default()).await?;
        command(&mut socket, json!({ "type": "sit" })).await?;
        Ok(Self {
            host,
            guest,
            path,
            game,
        })
    }

    /// Starts and resigns one game after the other. The guest is notified of each start and each
    /// end.
    pub async fn play(&self, counts: &Counts) {
        let playing = async {
            let open = |client| Socket::open(client, &self.path, &counts.tally);
            let (mut host, mut guest) = (open(&self.host).await?, open(&self.guest).await?);
            let hidden = json!({ "type": "look", "visible": false });
            guest.say(&hidden.to_string()).await?;
            for number in 0_u32.. {
                let nonce = format!("{number:032x}");
                let ready = json!({ "type": "ready", "ready": true, "nonce": nonce });
                command(&mut guest, ready).await?;
                let start = json!({ "type": "start", "nonce": nonce });
                let version = command(&mut host, start).await?;
                let resign = json!({ "type": "act", "version": version,
                    "action": { "game": self.game, "type": "resign" } });
                command(&mut host, resign).await?;
                counts.count(&Ok(Admission::Given));
                sleep(PAUSE).await;
            }
            anyhow::Ok(())
        };
        if let Some(Err(error)) = counts.while_active(Box::pin(playing)).await {
            counts.count(&Err(error));
        }
    }
}

/// Sends a command. Returns the version that it made.
async fn command(socket: &mut Socket, mut command: Value) -> Result<Value> {
    static NUMBER: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(0);
    let id = NUMBER.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    command["id"] = id.to_string().into();
    socket.say(&command.to_string()).await?;
    loop {
        let mut heard: Value = serde_json::from_str(&socket.hear().await?)?;
        if heard["id"] != command["id"] {
            continue;
        }
        ensure!(heard["type"] == "ack", "{heard} to {command}");
        return Ok(heard["version"].take());
    }
}
