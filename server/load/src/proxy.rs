//! A bad network between the swarm and the server: a TCP proxy that cuts, delays, repeats and
//! reorders messages. A seed decides the faults of each connection.
//!
//! | fault | cause in practice |
//! |---|---|
//! | cut | a train's tunnel, a router that restarts: both sides see the connection end |
//! | torn | the same in the middle of a message: a part of a frame has arrived |
//! | delay | a slow mobile network; later bytes wait as well, as in TCP |
//! | stall | a lost link that comes back before either side gives up |
//! | duplicate | a command sent again after a lost answer, while the first one still arrives |
//! | reorder | two commands of one browser, one on the old connection and one on the new |
//!
//! Only whole text frames from the client are repeated or reordered. Messages of the server can be
//! late or cut, but never reordered, since TCP guarantees their order between two processes.

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
    /// Starts a proxy on a free port in front of those servers, with a network without faults. Each
    /// connection goes to a random one of the servers that are up.
    ///
    /// # Errors
    /// Returns an error if there is no port to listen on.
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

    /// Returns the address that the proxy listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Changes the conditions of all connections, including those that are open.
    pub fn set(&self, conditions: NetworkConditions) {
        self.conditions.send_replace(conditions);
    }

    /// Cuts every connection that is open.
    pub fn cut_all(&self) {
        self.cut.send_modify(|times| *times += 1);
    }

    /// Returns the number of faults so far.
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
                // A client that gave up before being accepted needs no connection.
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

/// Carries one connection until either side or a fault ends it.
async fn connect(
    client: TcpStream,
    servers: Vec<SocketAddr>,
    seed: u64,
    number: u64,
    mut network: Network,
) {
    // A server that is down refuses, and the next one is tried. If all are down, the client sees
    // its connection end.
    let Ok(server) = TcpStream::connect(&*servers).await else {
        return;
    };
    // Without it the system itself would add delays. A socket that rejects the option has ended.
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
