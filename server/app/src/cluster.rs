//! Links between servers that share a database, so that each of them accepts the sockets of every
//! room. A client's messages are forwarded to the server that has the room, and the room's messages
//! are sent back over the same link.
//!
//! Each server connects to every other one (`forwarder.rs`) and accepts its connection (`host.rs`).
//! The connecting side has the sockets, and the accepting side has the rooms. A link is one
//! encrypted connection (`noise.rs`) of frames (`frame.rs`).

mod forwarder;
#[doc(hidden)]
pub mod frame;
mod host;
mod noise;
mod outbox;
pub mod replicas;

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    io,
    net::{IpAddr, SocketAddr},
    sync::{Arc, Mutex},
};

use futures_util::future::join_all;
use senda_room::{Person, Summary, protocol::Since};
use senda_store::{RoomId, process::lock};
use serde::{Deserialize, Serialize};
use tokio::{
    net::TcpListener,
    sync::watch,
    time::{sleep, timeout},
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

pub use self::{
    forwarder::{NotJoined, RemoteConnection, Session},
    host::SigningOut,
};
use self::{
    frame::Kind,
    noise::{Reader, Writer},
};
use crate::{
    limits, live::lobby::Lobby, net::open_sockets::SignedOut, process::telemetry::LogThrottle,
    settings::ClusterKey,
};

/// The version of the protocol of the links. Servers with different versions have no link, and
/// answer 503 for each other's rooms.
const PROTOCOL: u32 = 4;

/// The reason why a server can't be linked to others.
#[derive(Debug, thiserror::Error)]
pub enum NoLinks {
    /// The servers have no common key.
    #[error("servers that listen for each other need a key that they share: --cluster-key-file")]
    Key,
    /// The server can't listen for others.
    #[error("can't listen on {listen}: {error}")]
    Listen {
        /// The address in the settings.
        listen: SocketAddr,
        /// The error of the system.
        error: io::Error,
    },
    /// Other servers could not reach the address on which this one listens.
    #[error(
        "other servers can't be told to come to {0}: say with --cluster-address where they reach this one"
    )]
    Address(SocketAddr),
}

/// The links of this server; cheap to clone.
#[derive(Clone, Debug)]
pub struct Links(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    key: ClusterKey,
    /// The address at which the other servers reach this one.
    address: String,
    /// The listening socket, until [`Links::serve`] takes it.
    listener: Mutex<Option<TcpListener>>,
    /// The servers that this one connects to, by their addresses.
    peers: Mutex<BTreeMap<String, Peer>>,
    /// The addresses of the other servers, according to the database.
    members: Mutex<BTreeSet<String>>,
    /// The most recent sign-outs of devices, for servers that are linked later.
    last_signed_out: Mutex<VecDeque<Arc<[u8]>>>,
    lobby: Lobby,
    shutdown: CancellationToken,
    tasks: TaskTracker,
    /// Cancelled when no room is in memory here any more, and the other servers have been informed.
    over: CancellationToken,
    refused: LogThrottle,
}

/// The state of the link to another server, for as long as a task maintains it.
type Peer = watch::Receiver<Call>;

/// The state of the link to another server.
#[derive(Debug)]
enum Call {
    /// The first attempt is under way, or the link has just ended.
    Begun,
    Linked(Arc<Session>),
    /// The last attempt has failed. The attempts go on, but no caller waits for them.
    Failed,
}

impl Call {
    fn session(&self) -> Option<Arc<Session>> {
        match self {
            Self::Linked(session) => Some(session.clone()),
            Self::Begun | Self::Failed => None,
        }
    }
}

/// The first message of either side.
#[derive(Debug, Serialize, Deserialize)]
struct Hello {
    protocol: u32,
}

impl Hello {
    /// Sends the version of the protocol that this server speaks.
    async fn send(writer: &mut Writer) -> io::Result<()> {
        let hello = Self { protocol: PROTOCOL };
        let hello = serde_json::to_vec(&hello).expect("plain values");
        let mut frame = Vec::new();
        frame::put(&mut frame, Kind::Hello, 0, &hello);
        writer.write(&frame, limits::LINK_BEGIN_TIME).await
    }

    /// Receives the version that the other side speaks, and returns whether it is the same.
    async fn receive(reader: &mut Reader) -> io::Result<bool> {
        let hello = reader.next(limits::LINK_BEGIN_TIME).await?;
        let other = serde_json::from_slice::<Self>(hello.body);
        let is_same = other.is_ok_and(|other| other.protocol == PROTOCOL);
        Ok(is_same && hello.kind == Kind::Hello)
    }

    fn other_version() -> io::Error {
        let why = "it speaks another version of the protocol between servers";
        io::Error::new(io::ErrorKind::Unsupported, why)
    }
}

/// A request to join a room on another server.
#[derive(Debug, Serialize, Deserialize)]
pub struct Join {
    /// The id of the room.
    pub room: String,
    /// The client or replica that joins.
    pub who: Who,
}

/// The party that joins a room over a link.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Who {
    /// A client with its player.
    Guest {
        /// The player, as their own server has identified them.
        person: Person,
        /// The snapshot of the room that the client already has, if any.
        since: Option<Since>,
        /// The network that the client connects from.
        source: IpAddr,
        /// Whether a replica has sent messages to the same socket before, with other shapes.
        #[serde(rename = "anew")]
        has_other_shapes: bool,
    },
    /// A client that asks the host of a locked room to be let in.
    Asking {
        /// The player, as their own server has identified them.
        person: Person,
        /// The network that the client connects from.
        source: IpAddr,
    },
    /// A replica of the room, which serves the spectators on its server.
    #[serde(rename = "follower")]
    Replica,
}

impl Links {
    /// Returns the number of servers that this one is linked to now.
    pub fn linked(&self) -> u64 {
        let peers = lock(&self.0.peers);
        let linked = peers
            .values()
            .filter(|peer| matches!(*peer.borrow(), Call::Linked(_)));
        linked.count() as u64
    }

    /// Listens for other servers. Their address for this server is `address`, or the bound address
    /// without one.
    ///
    /// # Errors
    /// Returns [`NoLinks`] if it can't listen there, or if other servers could not reach that
    /// address.
    pub async fn bind(
        listen: SocketAddr,
        address: Option<String>,
        key: ClusterKey,
        (lobby, shutdown, tasks): (Lobby, CancellationToken, TaskTracker),
    ) -> Result<Self, NoLinks> {
        let cant_listen = |error| NoLinks::Listen { listen, error };
        let listener = TcpListener::bind(listen).await.map_err(cant_listen)?;
        let bound = listener.local_addr().map_err(cant_listen)?;
        let address = match address {
            Some(address) => address,
            None if bound.ip().is_unspecified() => return Err(NoLinks::Address(bound)),
            None => bound.to_string(),
        };
        Ok(Self(Arc::new(Inner {
            key,
            address,
            listener: Mutex::new(Some(listener)),
            peers: Mutex::default(),
            members: Mutex::default(),
            last_signed_out: Mutex::default(),
            lobby,
            shutdown,
            tasks,
            over: CancellationToken::new(),
            refused: LogThrottle::new(),
        })))
    }

    /// Returns the address at which the other servers reach this one.
    pub fn address(&self) -> &str {
        &self.0.address
    }

    /// Maintains a link to each of the servers that the database lists, until the list's sender is
    /// gone.
    pub async fn keep(self, mut others: watch::Receiver<Vec<String>>) {
        loop {
            let addresses: BTreeSet<String> = others.borrow_and_update().iter().cloned().collect();
            for address in addresses.iter().filter(|address| !address.is_empty()) {
                let _called = self.peer(address);
            }
            *lock(&self.0.members) = addresses;
            if others.changed().await.is_err() {
                return;
            }
        }
    }

    /// Returns the link to a server. Waits up to [`limits::LINK_TIME`] for one that is being
    /// established.
    pub async fn reach(&self, address: &str) -> Option<Arc<Session>> {
        let mut peer = self.peer(address);
        let settled = peer.wait_for(|call| !matches!(call, Call::Begun));
        let call = timeout(limits::LINK_TIME, settled).await.ok()?.ok()?;
        call.session()
    }

    /// Returns the summary of a room of the server at that address, if there is a link to it now.
    pub async fn summary(&self, room: RoomId, address: &str) -> Option<Summary> {
        let session = lock(&self.0.peers).get(address)?.borrow().session()?;
        session.summary(room).await
    }

    /// Ends the sockets of devices that were signed out on all other servers, and returns when
    /// these have done it. A server that can't be reached is informed when it is linked again.
    ///
    /// # Panics
    /// Never panics: the notice consists of plain values, which always serialize.
    pub async fn signed_out(&self, signed_out: &SignedOut) {
        let body: Arc<[u8]> = serde_json::to_vec(signed_out).expect("plain values").into();
        {
            let mut last = lock(&self.0.last_signed_out);
            if last.len() >= limits::SIGNED_OUT_KEPT {
                last.pop_front();
            }
            last.push_back(body.clone());
        }
        let sessions: Vec<_> = {
            let peers = lock(&self.0.peers);
            peers
                .values()
                .filter_map(|peer| peer.borrow().session())
                .collect()
        };
        let asked = sessions.iter().map(|session| session.signed_out(&body));
        join_all(asked).await;
    }

    /// Has the server at that address end a room in memory, because its log is about to change.
    pub async fn reread(&self, room: RoomId, address: &str) {
        let session = lock(&self.0.peers)
            .get(address)
            .and_then(|peer| peer.borrow().session());
        if let Some(session) = session {
            session.reread(room).await;
        }
    }

    /// Ends the links after the last room has left memory and all messages have been sent.
    pub fn finish(&self) {
        self.0.over.cancel();
    }

    fn peer(&self, address: &str) -> Peer {
        let mut peers = lock(&self.0.peers);
        if let Some(peer) = peers.get(address) {
            return peer.clone();
        }
        let (state, peer) = watch::channel(Call::Begun);
        peers.insert(address.to_owned(), peer.clone());
        drop(peers);
        let calling = self.clone().call(address.to_owned(), state);
        self.0.tasks.spawn(calling);
        peer
    }

    /// Maintains a link to a server for as long as the database lists one at that address, or the
    /// link lasts.
    async fn call(self, address: String, state: watch::Sender<Call>) {
        let calling = async {
            let failed = LogThrottle::new();
            loop {
                match Session::begin(&address, &self.0.key).await {
                    Ok((session, ends)) => {
                        tracing::info!(address, "linked to another server");
                        state.send_replace(Call::Linked(session.clone()));
                        let missed: Vec<_> =
                            lock(&self.0.last_signed_out).iter().cloned().collect();
                        session.signed_out_before(&missed);
                        session.run(ends, self.0.lobby.of_other(&address)).await;
                        state.send_replace(Call::Begun);
                        tracing::info!(address, "the link to another server has ended");
                    }
                    Err(error) => {
                        state.send_replace(Call::Failed);
                        if failed.may_speak() {
                            tracing::warn!(address, %error, "another server can't be reached");
                        }
                    }
                }
                if !lock(&self.0.members).contains(&address) {
                    return;
                }
                sleep(limits::LINK_AGAIN).await;
            }
        };
        tokio::select! {
            () = calling => {}
            () = self.0.shutdown.cancelled() => {}
        }
        lock(&self.0.peers).remove(&address);
        // The clients of the link reconnect, and reach the room through another server.
        if let Call::Linked(session) = state.send_replace(Call::Failed) {
            session.end();
        }
    }
}
