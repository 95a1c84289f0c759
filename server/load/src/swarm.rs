//! The swarm of simulated people: the players and spectators of each table, and idle visitors.

mod checks;
mod choices;
mod client;
mod person;
mod policy;
mod room;
mod socket;
mod tab;
mod tally;
mod visitor;

use std::{
    net::{SocketAddr, ToSocketAddrs},
    str::FromStr,
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, ensure};
use clap::Args;
use senda_client::Client;
use tokio::{
    sync::watch,
    task::JoinSet,
    time::{sleep, timeout, timeout_at},
};

pub use self::{
    checks::{CheckedMessage, Listener},
    tally::{Counted, Tally},
};
pub(crate) use self::{
    choices::{any_of, settings},
    client::{client, client_at},
    policy::pick,
    socket::Socket,
};
use self::{
    person::{Part, Person},
    policy::Policy,
    room::Table,
    tab::Tab,
};
use crate::ledger::{Book, Ledger, Phase, Rule};

/// The number of rooms that one address may open in a burst.
const LOOKS: usize = 200;
/// The timeout of one visit to a room.
const LOOK_TIME: Duration = Duration::from_secs(15);
/// The delay before a failed attempt is repeated.
const AGAIN: Duration = Duration::from_millis(200);

/// The size and the behaviour of a swarm.
#[derive(Clone, Debug, Args)]
pub struct Plan {
    /// The URL of the server.
    #[arg(long, default_value = "http://127.0.0.1:8080")]
    pub url: Server,
    /// The number of rooms in which games are played at the same time.
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    pub rooms: u32,
    /// Players in each room, from 2 to 8; a range as in 2..8 gives the rooms different numbers.
    #[arg(long, default_value = "4")]
    pub players: Players,
    /// Spectators in each room.
    #[arg(long, default_value_t = 1)]
    pub spectators: u32,
    /// Visitors who only have the list of rooms open.
    #[arg(long, default_value_t = 0)]
    pub idle: u32,
    /// The seed of all decisions of the people.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// The average time in milliseconds that people think before a decision.
    #[arg(long, default_value_t = 500)]
    pub think_ms: u64,
    /// Games in a room before its people open another one; without it they stay.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    pub games: Option<u64>,
    /// People reload, send commands twice, chat and open tabs much more often.
    #[arg(long)]
    pub restless: bool,
    /// Rooms play all games for their number of players in turn; without it all rooms play the
    /// same.
    #[arg(long)]
    pub every_game: bool,
}

/// The address of the server.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Server(pub SocketAddr);

/// The error for a text that is not the URL of a server.
#[derive(Copy, Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("expected http://, a host and a port, such as http://127.0.0.1:8080")]
pub struct NoServer;

impl FromStr for Server {
    type Err = NoServer;

    fn from_str(text: &str) -> Result<Self, NoServer> {
        let host = text.strip_prefix("http://").ok_or(NoServer)?;
        let host = host.strip_suffix('/').unwrap_or(host);
        let mut found = host.to_socket_addrs().map_err(|_| NoServer)?;
        found.next().map(Self).ok_or(NoServer)
    }
}

/// The number of players in each room: a range whose numbers the rooms take in turn.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Players {
    fewest: u32,
    most: u32,
}

/// The error for a text that is not a number of players.
#[derive(Copy, Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("expected a number from 2 to 8, or two of them as in 2..8")]
pub struct NoPlayers;

impl FromStr for Players {
    type Err = NoPlayers;

    fn from_str(text: &str) -> Result<Self, NoPlayers> {
        let (fewest, most) = text.split_once("..").unwrap_or((text, text));
        let (fewest, most) = (fewest.parse(), most.parse());
        match (fewest, most) {
            (Ok(fewest), Ok(most)) if 2 <= fewest && fewest <= most && most <= 8 => {
                Ok(Self { fewest, most })
            }
            _ => Err(NoPlayers),
        }
    }
}

impl Players {
    fn of(self, room: u32) -> u32 {
        self.fewest + room % (self.most - self.fewest + 1)
    }

    /// Returns the index of the room's game among those for its number of players. Rooms of each
    /// size take the games in turn, and each size starts at a different game.
    fn turn(self, room: u32) -> u32 {
        let sizes = self.most - self.fewest + 1;
        room % sizes + room / sizes
    }
}

impl Plan {
    /// Returns the number of sockets that are open at once, not counting second tabs.
    pub fn sockets(&self) -> u64 {
        let each = |room| u64::from(self.players.of(room) + self.spectators);
        (0..self.rooms).map(each).sum::<u64>() + u64::from(self.idle)
    }

    /// Returns the options that the server needs to admit that many people.
    pub fn needs(&self) -> String {
        format!(
            "--trust-proxy --sockets {} --rooms {}",
            self.sockets() * 2,
            self.rooms + 10
        )
    }
}

/// A running swarm.
#[derive(Debug)]
pub struct Swarm {
    plan: Plan,
    ledger: Ledger,
    tally: Tally,
    tables: Vec<Arc<Table>>,
    people: JoinSet<Result<()>>,
    finishing: watch::Sender<bool>,
}

impl Swarm {
    /// Starts all people. Everything that they receive is entered in `ledger`.
    pub fn gather(plan: &Plan, ledger: &Ledger) -> Self {
        let (finishing, finish) = watch::channel(false);
        let mut swarm = Self {
            plan: plan.clone(),
            ledger: ledger.clone(),
            tally: Tally::default(),
            tables: Vec::new(),
            people: JoinSet::new(),
            finishing,
        };
        let think = Duration::from_millis(plan.think_ms);
        let mut people = 0;
        let mut next = || {
            let number = people;
            people += 1;
            let client = client(plan.url.0, number);
            (client, Policy::new(plan.seed, number, think, plan.restless))
        };
        for number in 0..plan.rooms {
            let players = plan.players.of(number) as usize;
            let (tally, finish) = (&swarm.tally, finish.clone());
            let turn = if plan.every_game {
                plan.players.turn(number)
            } else {
                0
            };
            let settings = settings(number, players, turn);
            let table = Table::new(number, settings, players, plan.games, ledger, tally, finish);
            let table = Arc::new(table);
            for place in 0..players + plan.spectators as usize {
                let part = match place {
                    0 => Part::Host,
                    place if place < players => Part::Player,
                    _ => Part::Watcher,
                };
                let (client, mind) = next();
                let person = Person::new(table.clone(), part, place, client, mind);
                swarm.people.spawn(person.live());
            }
            swarm.tables.push(table);
        }
        for _ in 0..plan.idle {
            let (client, mind) = next();
            let (ledger, tally) = (ledger.clone(), swarm.tally.clone());
            let stay = visitor::stay(client, mind, ledger, tally, finish.clone());
            swarm.people.spawn(stay);
        }
        swarm
    }

    /// Returns the ledger of everything that the people receive.
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// Returns the counts and times of the run.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Waits until all people are connected and a game runs in every room.
    ///
    /// # Errors
    /// Returns an error if this takes longer than `within`, or if the server does not admit that
    /// many people.
    pub async fn all_play(&mut self, within: Duration) -> Result<()> {
        let end = Instant::now() + within;
        loop {
            let rooms = self.ledger.rooms();
            let playing = rooms.iter().filter(|room| room.round > 0).count();
            if playing == self.tables.len() && self.tally.open() >= self.plan.sockets() {
                return Ok(());
            }
            let open = self.tally.open();
            ensure!(
                Instant::now() < end,
                "{playing} rooms play and {open} sockets are open after {within:?}"
            );
            if let Ok(Some(ended)) =
                timeout(Duration::from_millis(50), self.people.join_next()).await
            {
                ended.context("somebody fell over")??;
            }
        }
    }

    /// Plays all games to their end, begins no others, and then visits each room once more. A game
    /// that does not end within that time and a room that no longer exists are violations.
    ///
    /// # Errors
    /// Returns an error if the rooms can't be visited.
    pub async fn finish(self, within: Duration) -> Result<()> {
        let ledger = self.ledger.clone();
        self.play_out(within).await?;
        ledger.settle();
        Ok(())
    }

    /// Does the same as [`Swarm::finish`], except for the check that acknowledged commands were
    /// delivered. The caller makes that check by the logs.
    ///
    /// # Errors
    /// Returns an error if the rooms can't be visited.
    pub async fn play_out(mut self, within: Duration) -> Result<()> {
        self.finishing.send_replace(true);
        let end = Instant::now() + within;
        let all = async {
            while let Some(ended) = self.people.join_next().await {
                ended.context("somebody fell over")??;
            }
            anyhow::Ok(())
        };
        let in_time = match timeout_at(end.into(), all).await {
            Ok(ended) => ended.map(|()| true)?,
            Err(_) => false,
        };
        for table in self.tables.iter().filter(|_| !in_time) {
            let doing = table.doing();
            if !doing.is_empty() {
                let seen = format!("people do not come to an end: {doing:?}");
                let table = format!("table {}", table.number);
                self.ledger.violated(Rule::Playable, "", &table, seen);
            }
        }
        look(&self.plan, &self.ledger, &self.tally).await?;
        // This check comes last. Updates on connections that were opened before every server had
        // noticed a failover are not entered in the ledger, but the visitors above connected later.
        for book in self.ledger.books() {
            let standing = book.standing();
            if standing.phase == Phase::Playing && !book.is_deserted() {
                let seen = format!("it is stuck: {standing:?}");
                self.ledger
                    .violated(Rule::Playable, &standing.room, "everybody", seen);
            }
        }
        Ok(())
    }
}

/// Visits each room as a person who was never there before, and compares what the room sends with
/// everything sent before. A room that can't be visited is a violation, unless it was lost together
/// with the database that held it.
///
/// # Errors
/// Returns an error if the server throttles the visitor's address.
pub async fn look(plan: &Plan, ledger: &Ledger, tally: &Tally) -> Result<()> {
    let mut books = ledger.books();
    books.retain(|book| !book.is_lost());
    for (number, books) in (0..).zip(books.chunks(LOOKS)) {
        let mut client = client(plan.url.0, 0x00ff_0000 + number);
        let name = format!("Look {number}");
        while let Err(error) = client::arrive(&mut client, &name).await {
            ensure!(!error.is::<client::NotTrusted>(), error);
            sleep(AGAIN).await;
        }
        for book in books {
            let end = Instant::now() + LOOK_TIME;
            // A server that had no connections a moment ago may still ask clients to wait.
            let looked = loop {
                let looked = timeout_at(end.into(), look_at(book, &client, &name, tally)).await;
                let looked = looked.map_err(anyhow::Error::from).flatten();
                if looked.is_ok() || end < Instant::now() + AGAIN {
                    break looked;
                }
                sleep(AGAIN).await;
            };
            if let Err(error) = looked {
                let seen = format!("it can't be looked at: {error:#}");
                ledger.violated(Rule::Playable, book.name(), &name, seen);
            }
        }
    }
    Ok(())
}

async fn look_at(book: &Arc<Book>, client: &Client, name: &str, tally: &Tally) -> Result<()> {
    let mut tab = Tab::open(client, book, name, None, tally).await?;
    loop {
        let text = tab.socket.hear().await?;
        if let CheckedMessage::Update { .. } = tab.listener.hear(&text, Instant::now()) {
            return Ok(());
        }
    }
}
