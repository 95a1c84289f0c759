//! Measures hostile guests and their effect on the players. Each attack runs against a server of
//! its own with its usual limits. The guests' addresses are those in their `x-forwarded-for`
//! headers.

use std::{net::Ipv6Addr, sync::Arc, time::Duration};

use anyhow::{Context, Result, ensure};
use clap::{Parser, ValueEnum};
use senda_client::Client;
use serde_json::{Value, json};
use sqlx::{ConnectOptions, Connection, sqlite::SqliteConnectOptions};
use tokio::time::{Instant, sleep};

use super::{
    figures::{Attacked, Part},
    guests::{Admission, Counts, Guests, arrive, be_somebody},
    heads,
    notified::{self, Pair, SilentServer},
    options::Measure,
    probe::{Probe, Visits},
    run::OTHER_FILES,
    scene::{end, play, turns, use_name_server},
    sockets::{hold, nag, toggle},
};
use crate::{
    files,
    programs::{Recipe, RunningServer},
    swarm::{Server, client, client_at, settings},
};

/// The number of files that a process may open by the usual limit of a login.
const USUAL_FILES: u64 = 1_024;
/// The maximum number of rooms in memory, for attacks that target it.
const FEW_ROOMS: u32 = 200;
/// The number of records of a long log.
const LONG: u32 = 5_000;
/// The number of rooms with long logs.
const LONG_ROOMS: u32 = 60;
/// The delay before a guest who was rejected while preparing an attack tries again.
const AGAIN: Duration = Duration::from_millis(200);
/// The timeout for creating all rooms that are attacked.
const PREPARE: Duration = Duration::from_mins(2);
/// The number of visitors who go from room to room.
const VISITORS: u32 = 3;
/// The first number of the addresses of those who prepare an attack.
const PREPARING: u32 = 0x0040_0000;

/// Starts the server, attacks it in one way after another, and measures the effect on players.
#[derive(Clone, Debug, Parser)]
#[command(name = "senda-attack")]
pub struct Attacks {
    #[command(flatten)]
    #[expect(missing_docs, reason = "the fields document the options")]
    pub measure: Measure,
    /// An attack to measure, or several; without it all attacks.
    #[arg(long, value_enum)]
    pub attack: Vec<Attack>,
}

/// An attack of a hostile guest.
#[derive(Copy, Clone, Debug, Eq, PartialEq, ValueEnum)]
pub enum Attack {
    /// Requests and enters three times as many rooms as fit into memory, from three addresses.
    AskForRooms,
    /// Creates rooms from the 256 /64 networks of one /56.
    MakeRooms,
    /// Opens a thousand sockets from one address, at a server that may open 1,024 files.
    TakeSockets,
    /// Creates a thousand sessions a second, each from another /64 of one /48.
    BeMany,
    /// Sits down in a room, and toggles ready in eight tabs as fast as possible.
    Toggle,
    /// Watches a running game through 190 sockets, and requests the whole view as fast as possible.
    Sync,
    /// Enters rooms with long logs, one after the other.
    LongLogs,
    /// Gets notifications on 512 devices at once, repeatedly, while no name server answers.
    SlowLookUps,
    /// Gets notifications on 512 devices at once, repeatedly, through a push service that accepts
    /// connections and never answers.
    SilentPush,
    /// Sends request heads without end, on a thousand connections at once.
    LargeHeads,
}

/// Measures the chosen attacks one after the other.
///
/// # Errors
/// Returns an error if the server can't be started, if the players can't connect, or if the server
/// broke a promise that the swarm checks.
pub async fn attacked(attacks: &Attacks) -> Result<Vec<Attacked>> {
    files::allow(4 * USUAL_FILES + OTHER_FILES)?;
    let all = Attack::value_variants();
    let chosen = if attacks.attack.is_empty() {
        all
    } else {
        &attacks.attack
    };
    let mut measured = Vec::new();
    for attack in chosen {
        measured.push(attack.measure(&attacks.measure).await?);
    }
    Ok(measured)
}

impl Attack {
    /// Returns the name in the table.
    pub fn name(self) -> &'static str {
        match self {
            Self::AskForRooms => "asks for 600 rooms, 200 fit, 3 addresses",
            Self::MakeRooms => "makes rooms from 256 /64 of one /56",
            Self::TakeSockets => "takes all sockets of 1,024 files, 1 address",
            Self::BeMany => "is 1,000 a second, each from a /64 of one /48",
            Self::Toggle => "toggles ready in 8 tabs",
            Self::Sync => "asks for all of a game through 190 sockets",
            Self::LongLogs => "enters rooms with 5,000 records",
            Self::SlowLookUps => "512 look-ups that nobody answers, again and again",
            Self::SilentPush => "512 devices of a silent push service, the same",
            Self::LargeHeads => "1,000 connections with heads of 350 KiB",
        }
    }

    /// Returns the options for the server's limits that differ from the usual ones.
    fn limits(self) -> String {
        match self {
            Self::AskForRooms | Self::MakeRooms | Self::LongLogs => format!("--rooms {FEW_ROOMS}"),
            Self::SilentPush => "--allow-private-addresses".to_owned(),
            _ => String::new(),
        }
    }

    async fn measure(self, measure: &Measure) -> Result<Attacked> {
        let silent = match self {
            Self::SlowLookUps => SilentServer::names()?,
            Self::SilentPush => SilentServer::push()?,
            _ => SilentServer::None,
        };
        let mut recipe = Recipe::new("attacked", measure.program.as_deref(), self.limits())?;
        recipe.files = (self == Self::TakeSockets).then_some(USUAL_FILES);
        if let Some(server) = silent.name_server() {
            use_name_server(&mut recipe, server)?;
        }
        let mut running = RunningServer::start(recipe).await?;
        let server = running.server();
        let guests = Guests::gather()?;
        let prepared = self.prepare(&mut running, &silent).await?;
        let swarm = play(server, measure.rooms, "4", measure.seed, measure.think_ms).await?;
        let rooms = swarm.ledger().rooms();
        let game = rooms.first().context("a room")?.room.clone();
        self.begin(server, &guests, prepared, &game);
        let probe = Probe::begin(server).await?;
        let mut part = Part::of(self.name().to_owned());
        let [mut quiet, mut loaded] = <[[Visits; 2]; 2]>::default();
        for is_attacked in turns(measure) {
            guests.come(is_attacked);
            probe.take();
            let tally = Some(guests.tally());
            part.turn(&swarm, tally, measure, is_attacked).await;
            let of = if is_attacked { &mut loaded } else { &mut quiet };
            for (sum, visits) in of.iter_mut().zip(probe.take()) {
                sum.add(&visits);
            }
        }
        guests.come(false);
        drop(probe);
        end(swarm).await?;
        let doors = guests.doors();
        drop(guests);
        running.end().await?;
        Ok(Attacked {
            part,
            doors,
            quiet,
            loaded,
        })
    }

    /// Prepares the rooms and the visitors that the attack needs.
    async fn prepare(self, running: &mut RunningServer, silent: &SilentServer) -> Result<Prepared> {
        let rooms = self.rooms(running).await?;
        let pairs = silent.pairs(running).await?;
        let mut visitors = Vec::new();
        for number in 0..VISITORS {
            let mut visitor = client(running.recipe.address, PREPARING + number);
            let end = Instant::now() + PREPARE;
            while let Err(error) = visitor.arrive("Visitor").await {
                ensure!(Instant::now() < end, error);
                sleep(AGAIN).await;
            }
            visitors.push(visitor);
        }
        Ok(Prepared {
            rooms,
            visitors,
            pairs,
        })
    }

    async fn rooms(self, running: &mut RunningServer) -> Result<Vec<String>> {
        match self {
            Self::AskForRooms => make_rooms(running.server(), 3 * FEW_ROOMS).await,
            Self::LongLogs => {
                let rooms = make_rooms(running.server(), LONG_ROOMS).await?;
                let database = running.recipe.data.join("senda.sqlite");
                let options = SqliteConnectOptions::new().filename(database);
                running.restart(lengthen(options, &rooms)).await?;
                Ok(rooms)
            }
            _ => Ok(Vec::new()),
        }
    }

    /// Starts the guests against the server, or against the room of that running game.
    fn begin(self, server: Server, guests: &Guests, prepared: Prepared, game: &str) {
        let game: Arc<str> = game.into();
        let prepared = Arc::new(prepared);
        match self {
            Self::AskForRooms => guests.often(300, move |number, counts| {
                let prepared = prepared.clone();
                async move {
                    prepared.ask(number, &counts).await;
                    prepared.enter(number + 1, &counts).await;
                }
            }),
            Self::MakeRooms => guests.often(300, move |number, counts| {
                let client = client_at(server.0, network(number % 256));
                async move { arrive(client, number, &counts).await }
            }),
            Self::TakeSockets => {
                let one = client(server.0, PREPARING);
                guests.each(1_000, move |_, counts| {
                    let one = one.clone();
                    async move { hold(one, &counts).await }
                });
            }
            Self::BeMany => guests.often(1_000, move |number, counts| {
                let mut client = client_at(server.0, network(number));
                async move {
                    be_somebody(&mut client, &counts).await;
                }
            }),
            Self::Toggle => guests.each(1, move |_, counts| async move {
                // A guest who gets no room tries again.
                let _ = toggle(server, PREPARING, &counts).await;
            }),
            Self::Sync => guests.each(190, move |_, counts| {
                let game = game.clone();
                async move {
                    let client = client(server.0, PREPARING);
                    let path = format!("/api/rooms/{game}/socket");
                    let ask = |_| json!({ "type": "sync" });
                    // A guest who was disconnected connects again.
                    let _ = nag(client, &path, ask, &counts).await;
                }
            }),
            Self::SlowLookUps | Self::SilentPush => {
                guests.each(notified::PAIRS, move |number, counts| {
                    let prepared = prepared.clone();
                    async move { prepared.pairs[number as usize].play(&counts).await }
                });
            }
            Self::LargeHeads => guests.each(heads::GUESTS, move |number, counts| async move {
                heads::fill(server.0, number, &counts).await;
            }),
            Self::LongLogs => guests.often(50, move |number, counts| {
                let prepared = prepared.clone();
                async move { prepared.enter(number, &counts).await }
            }),
        }
    }
}

/// The rooms and the people that are prepared before an attack.
struct Prepared {
    rooms: Vec<String>,
    /// The visitors who go from room to room, each from an address of their own.
    visitors: Vec<Client>,
    /// The pairs of guests who cause each other's notifications.
    pairs: Vec<Pair>,
}

impl Prepared {
    /// Returns the visitor and the room for that number.
    fn of(&self, number: u32) -> (&Client, &str) {
        let number = number as usize;
        let visitor = &self.visitors[number % self.visitors.len()];
        (visitor, &self.rooms[number % self.rooms.len()])
    }

    async fn ask(&self, number: u32, counts: &Counts) {
        let (visitor, room) = self.of(number);
        let path = format!("/api/rooms/{room}");
        let answer = visitor.send("GET", &path, &Value::Null).await;
        counts.count(
            &answer
                .map(|response| Admission::of(&response))
                .map_err(Into::into),
        );
    }

    async fn enter(&self, number: u32, counts: &Counts) {
        let (visitor, room) = self.of(number);
        let path = format!("/api/rooms/{room}/socket");
        counts.enter(visitor, &path).await;
    }
}

/// Returns an address in the /64 of that number in one /48.
fn network(number: u32) -> std::net::IpAddr {
    let [_, _, high, low] = number.to_be_bytes();
    let network = u16::from_be_bytes([high, low]);
    Ipv6Addr::from([0x2001, 0xdb8, 1, network, 0, 0, 0, 1]).into()
}

/// Creates that number of rooms, each with a host at an address of their own.
async fn make_rooms(server: Server, count: u32) -> Result<Vec<String>> {
    let mut rooms = Vec::new();
    let end = Instant::now() + PREPARE;
    for number in 0..count {
        let mut client = client(server.0, PREPARING + number);
        let room = loop {
            let made = async {
                client.arrive("Owner").await?;
                client.create_room(&settings(1, 4, 0)).await
            };
            match made.await {
                Ok(room) => break room,
                Err(error) => ensure!(Instant::now() < end, error),
            }
            // The server throttles new sessions, since there are so many of them.
            sleep(AGAIN).await;
        };
        rooms.push(room);
    }
    Ok(rooms)
}

/// Appends records to the logs of these rooms that change the host's name over and over.
async fn lengthen(options: SqliteConnectOptions, rooms: &[String]) -> Result<()> {
    let mut database = options.connect().await?;
    let mut transaction = database.begin().await?;
    for room in rooms {
        let (events, at): (String, i64) =
            sqlx::query_as("select events, at from record where room = $1 and version = 1")
                .bind(room)
                .fetch_one(&mut *transaction)
                .await?;
        let created: Value = serde_json::from_str(&events)?;
        let player = &created[0]["host"]["player"];
        for version in 2..=LONG {
            let name = format!("Owner {}", version % 2);
            let named = json!([{ "type": "named", "player": player, "name": name }]);
            sqlx::query("insert into record (room, version, at, events) values ($1, $2, $3, $4)")
                .bind(room)
                .bind(version)
                .bind(at)
                .bind(named.to_string())
                .execute(&mut *transaction)
                .await?;
        }
    }
    transaction.commit().await?;
    database.close().await?;
    Ok(())
}
