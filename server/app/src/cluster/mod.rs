//! Links between servers that share a database, so that any of them takes any socket: what somebody says goes to the
//! server that has their room, and what the room tells them comes back.
//!
//! Each server calls every other one (`edge.rs`) and is called by it (`owner.rs`): who has called has sockets, who was
//! called has rooms. A link is one encrypted connection (`sealed.rs`) of frames (`frame.rs`).

mod edge;
mod frame;
mod key;
mod outbox;
mod owner;
mod sealed;

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    net::{IpAddr, SocketAddr},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use futures_util::future::join_all;
use senda_room::{Person, Summary, protocol::Since};
use serde::{Deserialize, Serialize};
use tokio::{
    net::TcpListener,
    sync::watch,
    time::{sleep, timeout},
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

pub use self::{
    edge::{FarConnection, NotJoined, Session},
    key::{BadKey, ClusterKey},
    owner::SigningOut,
};
use crate::{
    limits, lobby::Lobby, open_sockets::SignedOut, room_id::RoomId, telemetry::LogThrottle,
};

/// The protocol of the links. Servers that speak another one have no link, and answer 503 for each other's rooms.
const PROTOCOL: u32 = 3;

/// The links of this server; cheap to clone.
#[derive(Clone, Debug)]
pub struct Links(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    key: ClusterKey,
    /// Where others reach this server.
    address: String,
    /// Until it is served.
    listener: Mutex<Option<TcpListener>>,
    /// Those that this server calls, by their addresses.
    peers: Mutex<BTreeMap<String, Peer>>,
    /// The addresses of the others, by the database.
    members: Mutex<BTreeSet<String>>,
    /// The devices that were signed out last, for servers that are linked later.
    last_signed_out: Mutex<VecDeque<Arc<[u8]>>>,
    lobby: Lobby,
    shutdown: CancellationToken,
    tasks: TaskTracker,
    /// When no room is here any more, and the others have been told so.
    over: CancellationToken,
    refused: LogThrottle,
}

/// Another server, as long as it is called.
type Peer = watch::Receiver<Call>;

/// How far a call has come.
#[derive(Debug)]
enum Call {
    /// It is new, or the link has just ended.
    Begun,
    Linked(Arc<Session>),
    /// It has failed, and is tried again and again. Nobody waits for that.
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

/// What either side says first.
#[derive(Debug, Serialize, Deserialize)]
struct Hello {
    protocol: u32,
}

impl Hello {
    fn body() -> Vec<u8> {
        let hello = Self { protocol: PROTOCOL };
        serde_json::to_vec(&hello).expect("plain values")
    }

    /// Whether the other side speaks as this one does.
    fn fits(body: &[u8]) -> bool {
        serde_json::from_slice(body).is_ok_and(|hello: Self| hello.protocol == PROTOCOL)
    }
}

/// Who comes to a room that another server has.
#[derive(Debug, Serialize, Deserialize)]
pub struct Join {
    /// The room.
    pub room: String,
    /// Who.
    pub who: Who,
}

/// Who comes.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Who {
    /// Somebody.
    Guest {
        /// Who they are, as their own server has seen.
        person: Person,
        /// What they have of it.
        since: Option<Since>,
        /// Where they come from.
        source: IpAddr,
        /// Whether a follower has spoken to the same socket before.
        anew: bool,
    },
    /// A follower of the room, for those who watch there.
    Follower,
}

impl Links {
    /// Listens for other servers. They are told `address`, or where this is.
    ///
    /// # Errors
    /// It can't listen there, or nobody could reach it.
    pub async fn bind(
        listen: SocketAddr,
        address: Option<String>,
        key: ClusterKey,
        (lobby, shutdown, tasks): (Lobby, CancellationToken, TaskTracker),
    ) -> Result<Self, String> {
        let listener = TcpListener::bind(listen).await;
        let listener = listener.map_err(|error| format!("can't listen on {listen}: {error}"))?;
        let bound = listener.local_addr().map_err(|error| error.to_string())?;
        let address = match address {
            Some(address) => address,
            None if bound.ip().is_unspecified() => {
                return Err(format!(
                    "other servers can't be told to come to {bound}: say with --cluster-address where they reach this one"
                ));
            }
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

    /// Where others reach this server.
    pub fn address(&self) -> &str {
        &self.0.address
    }

    /// Keeps a link to each of the servers that the database knows. Never ends.
    pub async fn keep(self, mut others: watch::Receiver<Vec<String>>) {
        loop {
            let addresses: BTreeSet<String> = others.borrow_and_update().iter().cloned().collect();
            for address in addresses.iter().filter(|address| !address.is_empty()) {
                let _called = self.peer(address);
            }
            *self.members() = addresses;
            if others.changed().await.is_err() {
                return;
            }
        }
    }

    /// The link to a server, if there is one soon.
    pub async fn reach(&self, address: &str) -> Option<Arc<Session>> {
        let mut peer = self.peer(address);
        let settled = peer.wait_for(|call| !matches!(call, Call::Begun));
        let call = timeout(limits::LINK_TIME, settled).await.ok()?.ok()?;
        call.session()
    }

    /// What a room is in short that the server at that address has, if there is a link to it now.
    pub async fn summary(&self, room: RoomId, address: &str) -> Option<Summary> {
        let session = self.peers().get(address)?.borrow().session()?;
        session.summary(room).await
    }

    /// Ends the sockets of devices that were signed out on all other servers, and returns when these have done it. One
    /// that can't be reached learns it when it is linked again.
    ///
    /// # Panics
    /// Never: what is said of them is plain values.
    pub async fn signed_out(&self, signed_out: &SignedOut) {
        let body: Arc<[u8]> = serde_json::to_vec(signed_out).expect("plain values").into();
        {
            let mut last = self.last_signed_out();
            if last.len() >= limits::SIGNED_OUT_KEPT {
                last.pop_front();
            }
            last.push_back(body.clone());
        }
        let sessions: Vec<_> = {
            let peers = self.peers();
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
        let session = self
            .peers()
            .get(address)
            .and_then(|peer| peer.borrow().session());
        if let Some(session) = session {
            session.reread(room).await;
        }
    }

    /// No room is here any more, and nobody is told anything.
    pub fn finish(&self) {
        self.0.over.cancel();
    }

    fn peer(&self, address: &str) -> Peer {
        let mut peers = self.peers();
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

    /// Keeps a link to a server for as long as the database knows one there, or the link is there.
    async fn call(self, address: String, state: watch::Sender<Call>) {
        let calling = async {
            let failed = LogThrottle::new();
            loop {
                match Session::begin(&address, &self.0.key).await {
                    Ok((session, ends)) => {
                        tracing::info!(address, "linked to another server");
                        state.send_replace(Call::Linked(session.clone()));
                        let missed: Vec<_> = self.last_signed_out().iter().cloned().collect();
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
                if !self.members().contains(&address) {
                    return;
                }
                sleep(limits::LINK_AGAIN).await;
            }
        };
        tokio::select! {
            () = calling => {}
            () = self.0.shutdown.cancelled() => {}
        }
        self.peers().remove(&address);
        // Whoever has come over it returns by another server.
        if let Call::Linked(session) = state.send_replace(Call::Failed) {
            session.end();
        }
    }

    fn peers(&self) -> MutexGuard<'_, BTreeMap<String, Peer>> {
        self.0.peers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn last_signed_out(&self) -> MutexGuard<'_, VecDeque<Arc<[u8]>>> {
        let last = self.0.last_signed_out.lock();
        last.unwrap_or_else(PoisonError::into_inner)
    }

    fn members(&self) -> MutexGuard<'_, BTreeSet<String>> {
        let members = self.0.members.lock();
        members.unwrap_or_else(PoisonError::into_inner)
    }
}
