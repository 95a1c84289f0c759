//! A bad network between the swarm and the server: a TCP proxy that cuts, delays, repeats and
//! reorders, decided by a seed for each connection.
//!
//! | fault | what it is in life |
//! |---|---|
//! | cut | a train's tunnel, a router that restarts: both sides see the connection end |
//! | torn | the same in the middle of a message: a part of a frame has arrived |
//! | delay | a slow mobile network; what follows waits as well, as in TCP |
//! | stall | a lost link that comes back before anybody gives up |
//! | duplicate | a command that a browser sends again because its answer was lost, while the first one still arrives |
//! | reorder | two commands of one browser, one through the old connection and one through the new |
//!
//! Only whole text frames from the client are repeated or reordered. What the server sends can be
//! late or cut, never reordered: between two processes that is TCP's promise.

mod conditions;
mod frame;
mod line;
mod pump;

use std::{io, net::SocketAddr, sync::Arc};

use rand::{SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;
use tokio::{
    net::{TcpListener, TcpStream},
    sync::watch,
    task::{JoinHandle, JoinSet},
};

use self::{
    conditions::{Counts, Network},
    pump::Stream,
};
pub use self::{
    conditions::{Met, NetworkConditions},
    line::{Line, Way},
};

/// The proxy. It ends when it is dropped.
#[derive(Debug)]
pub struct Proxy {
    address: SocketAddr,
    conditions: watch::Sender<NetworkConditions>,
    cut: watch::Sender<u64>,
    counts: Arc<Counts>,
    accepting: JoinHandle<()>,
}

impl Proxy {
    /// A proxy on a port of its own before those servers, in fair conditions. Each connection goes to one of them that is
    /// there, as chance has it.
    ///
    /// # Errors
    /// There is no port to listen on.
    pub async fn start(servers: &[SocketAddr], seed: u64) -> io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let (conditions, conditions_now) = watch::channel(NetworkConditions::FAIR);
        let (cut, cut_now) = watch::channel(0);
        let counts = Arc::<Counts>::default();
        let network = Network {
            conditions: conditions_now,
            cut: cut_now,
            counts: counts.clone(),
        };
        let accepting = tokio::spawn(accept(listener, servers.to_vec(), seed, network));
        Ok(Self {
            address,
            conditions,
            cut,
            counts,
            accepting,
        })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Changes the conditions for all connections, those that are open included.
    pub fn set(&self, conditions: NetworkConditions) {
        self.conditions.send_replace(conditions);
    }

    /// Cuts every connection that is open.
    pub fn cut_all(&self) {
        self.cut.send_modify(|times| *times += 1);
    }

    /// What connections have met so far.
    pub fn met(&self) -> Met {
        self.counts.read()
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

async fn accept(listener: TcpListener, servers: Vec<SocketAddr>, seed: u64, network: Network) {
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    let mut open = JoinSet::new();
    let mut number = 0_u64;
    loop {
        tokio::select! {
            accepted = listener.accept() => {
                // Whoever gave up before being accepted needs nothing.
                let Ok((client, _)) = accepted else { continue };
                number += 1;
                let mut servers = servers.clone();
                servers.shuffle(&mut chance);
                open.spawn(connect(client, servers, seed, number, network.clone()));
            }
            Some(_) = open.join_next() => {}
        }
    }
}

/// One connection, until either side or the conditions ends it.
async fn connect(
    client: TcpStream,
    servers: Vec<SocketAddr>,
    seed: u64,
    number: u64,
    mut network: Network,
) {
    // One that is down refuses, and the next one is tried; if all are, the client sees its connection end.
    let Ok(server) = TcpStream::connect(&*servers).await else {
        return;
    };
    // Without it the system itself would delay; a socket that refuses has ended.
    if client.set_nodelay(true).is_err() || server.set_nodelay(true).is_err() {
        return;
    }
    network.cut.mark_unchanged();
    let (from_client, to_client) = client.into_split();
    let (from_server, to_server) = server.into_split();
    let chance = |way: u64| ChaCha8Rng::seed_from_u64(seed ^ (number << 1 | way).rotate_left(17));
    let up = Stream::new(from_client, to_server, chance(0), network.clone());
    let down = Stream::new(from_server, to_client, chance(1), network.clone());
    tokio::select! {
        () = up.carry_up() => {}
        () = down.carry_down() => {}
        _ = network.cut.changed() => network.counts.cut(),
    }
}
