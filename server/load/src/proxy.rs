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

use std::{
    io,
    net::SocketAddr,
    sync::{Arc, Mutex},
};

use rand::{SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;
use tokio::{
    net::{
        TcpListener, TcpStream,
        tcp::{OwnedReadHalf, OwnedWriteHalf},
    },
    sync::watch,
    task::JoinSet,
};

use self::{
    conditions::{Fate, Network},
    pump::Stream,
};
pub use self::{
    conditions::{Met, NetworkConditions},
    line::{Line, Way},
};
use crate::ledger::lock;

/// The proxy. It ends when it is dropped.
#[derive(Debug)]
pub struct Proxy {
    address: SocketAddr,
    conditions: watch::Sender<NetworkConditions>,
    cut: watch::Sender<u64>,
    met: Arc<Mutex<Met>>,
    _accepting: JoinSet<()>,
}

impl Proxy {
    /// Starts a proxy on a free port in front of those servers, with a network without faults. Each
    /// connection goes to a random one of the servers that are up.
    ///
    /// # Errors
    /// Returns an error if there is no port to listen on.
    pub async fn start(servers: &[SocketAddr], seed: u64) -> io::Result<Self> {
        let (conditions, conditions_now) = watch::channel(NetworkConditions::FAIR);
        let (cut, cut_now) = watch::channel(0);
        let met = Arc::<Mutex<Met>>::default();
        let network = Network {
            conditions: conditions_now,
            cut: cut_now,
            met: met.clone(),
        };
        let servers = servers.to_vec();
        let mut chance = ChaCha8Rng::seed_from_u64(seed);
        let mut number = 0;
        let (address, accepting) = accept(move |client| {
            number += 1;
            let mut servers = servers.clone();
            servers.shuffle(&mut chance);
            carry(client, servers, seed, number, network.clone())
        })
        .await?;
        Ok(Self {
            address,
            conditions,
            cut,
            met,
            _accepting: accepting,
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
        *lock(&self.met)
    }
}

/// Listens on a free port, and carries each connection to it. Returns the address, and the task
/// that ends with all connections when it is dropped.
async fn accept<Carrying>(
    mut carry: impl FnMut(TcpStream) -> Carrying + Send + 'static,
) -> io::Result<(SocketAddr, JoinSet<()>)>
where
    Carrying: Future<Output = ()> + Send + 'static,
{
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    let mut accepting = JoinSet::new();
    accepting.spawn(async move {
        let mut open = JoinSet::new();
        loop {
            tokio::select! {
                // A client that gave up before being accepted needs no connection.
                accepted = listener.accept() => if let Ok((client, _)) = accepted {
                    open.spawn(carry(client));
                },
                Some(_) = open.join_next() => {}
            }
        }
    });
    Ok((address, accepting))
}

/// Connects to the first of these servers that is up. Returns both directions of the client's
/// connection and of the server's.
async fn connect(
    client: TcpStream,
    servers: &[SocketAddr],
) -> io::Result<[(OwnedReadHalf, OwnedWriteHalf); 2]> {
    let ends = [client, TcpStream::connect(servers).await?];
    for end in &ends {
        // Without it the system itself would add delays.
        end.set_nodelay(true)?;
    }
    Ok(ends.map(TcpStream::into_split))
}

/// Carries one connection until either side or a fault ends it.
async fn carry(
    client: TcpStream,
    servers: Vec<SocketAddr>,
    seed: u64,
    number: u64,
    mut network: Network,
) {
    // If all servers are down, the client sees its connection end.
    let Ok([(from_client, to_client), (from_server, to_server)]) = connect(client, &servers).await
    else {
        return;
    };
    network.cut.mark_unchanged();
    let stream = |from, to, way: u64| Stream {
        from,
        to,
        chance: ChaCha8Rng::seed_from_u64(seed ^ (number << 1 | way).rotate_left(17)),
        network: network.clone(),
    };
    let up = stream(from_client, to_server, 0);
    let down = stream(from_server, to_client, 1);
    tokio::select! {
        () = up.carry_up() => {}
        () = down.carry_down() => {}
        _ = network.cut.changed() => lock(&network.met).note(Fate::Cut),
    }
}
