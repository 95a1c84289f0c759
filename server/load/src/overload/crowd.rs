//! The spectators of one room. They only receive messages, on a thread of their own.

use std::time::Duration;

use anyhow::{Context, Result, ensure};
use senda_client::Client;
use tokio::{
    task::JoinSet,
    time::{Instant, sleep},
};

use super::guests::Elsewhere;
use crate::swarm::{Server, Socket, Tally, client};

/// The number of spectators who connect at the same time.
const TOGETHER: usize = 16;
/// The delay before a spectator who was rejected tries again.
const AGAIN: Duration = Duration::from_millis(500);
/// The timeout for all spectators to connect.
const COMING: Duration = Duration::from_mins(4);

/// People who can watch a room.
#[derive(Debug)]
pub(super) struct Crowd {
    elsewhere: Elsewhere,
    clients: Vec<Client>,
    /// The counters of the messages that they received.
    pub tally: Tally,
}

/// The connections of the spectators. They watch until it is dropped.
#[derive(Debug)]
pub(super) struct Watching(#[expect(dead_code, reason = "ends them")] JoinSet<()>);

impl Crowd {
    /// Creates a session for each of that number of people, whose numbers start at `first`.
    pub async fn gather(server: Server, first: u32, count: u32) -> Result<Self> {
        let elsewhere = Elsewhere::new()?;
        let end = Instant::now() + COMING;
        let coming = async move {
            let mut clients = Vec::new();
            let mut coming = JoinSet::new();
            for number in first..first + count {
                if coming.len() >= TOGETHER {
                    clients.push(coming.join_next().await.context("somebody")???);
                }
                coming.spawn(async move {
                    let mut client = client(server.0, 0x0040_0000 + number);
                    let name = format!("Watcher {number}");
                    while let Err(error) = client.arrive(&name).await {
                        // The server throttles new sessions if there are many of them.
                        ensure!(Instant::now() < end, error);
                        sleep(AGAIN).await;
                    }
                    anyhow::Ok(client)
                });
            }
            while let Some(client) = coming.join_next().await {
                clients.push(client??);
            }
            anyhow::Ok(clients)
        };
        let clients = elsewhere.handle.spawn(coming).await??;
        Ok(Self {
            elsewhere,
            clients,
            tally: Tally::default(),
        })
    }

    /// Connects all of them to that room as spectators.
    pub async fn watch(&self, room: &str) -> Result<Watching> {
        let mut watching = JoinSet::new();
        let path = format!("/api/rooms/{room}/socket");
        let groups = self.clients.len().div_ceil(TOGETHER).max(1);
        for group in self.clients.chunks(groups) {
            let (group, path, tally) = (group.to_vec(), path.clone(), self.tally.clone());
            let all = async move {
                let mut listening = JoinSet::new();
                for client in group {
                    let socket = loop {
                        match Socket::open(&client, &path, &tally).await {
                            Ok(socket) => break socket,
                            Err(_) => sleep(AGAIN).await,
                        }
                    };
                    let (path, tally) = (path.clone(), tally.clone());
                    listening.spawn(async move { listen(socket, &client, &path, &tally).await });
                }
                while listening.join_next().await.is_some() {}
            };
            watching.spawn_on(all, &self.elsewhere.handle);
        }
        let end = Instant::now() + COMING;
        while self.tally.open() < self.clients.len() as u64 {
            let open = self.tally.open();
            ensure!(Instant::now() < end, "only {open} watch");
            sleep(Duration::from_millis(50)).await;
        }
        Ok(Watching(watching))
    }
}

/// Receives messages. A spectator who is disconnected connects again, as a page does.
async fn listen(mut socket: Socket, client: &Client, path: &str, tally: &Tally) {
    loop {
        while socket.packed().await.is_ok() {}
        drop(socket);
        socket = loop {
            sleep(AGAIN).await;
            if let Ok(socket) = Socket::open(client, path, tally).await {
                break socket;
            }
        };
    }
}
