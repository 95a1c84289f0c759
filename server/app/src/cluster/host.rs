//! The hosting side of a link: this server has the rooms, and the other server has the sockets.

use std::{
    collections::{HashMap, VecDeque},
    io::{self, ErrorKind},
    str,
    sync::Arc,
};

use senda_room::{
    Report,
    protocol::{ClientMessage, CloseCode},
};
use senda_store::{Log, RoomId};
use tokio::{
    net::TcpStream,
    sync::{Semaphore, mpsc},
    task::JoinHandle,
    time::{sleep, timeout},
};
use tokio_util::sync::CancellationToken;

use super::{
    Hello, Join, Links, Who,
    frame::Kind,
    noise::{self, Reader, Writer},
    outbox::Outbox,
};
use crate::{
    limits,
    live::{
        actor::{Arrival, Connection},
        lobby::Lobby,
        registry::{Registry, Unavailable},
    },
    net::{
        open_sockets::SignedOut,
        transport::{Framed, Outlet},
    },
};

/// Ends this server's sockets of devices that were signed out. The returned task ends when that is
/// done.
pub type SigningOut = Arc<dyn Fn(SignedOut) -> JoinHandle<()> + Send + Sync>;

impl Links {
    /// Accepts links from other servers until this server has no rooms any more.
    ///
    /// # Panics
    /// Panics if it is called twice.
    pub async fn serve<L: Log>(self, registry: Registry<L>, signing_out: SigningOut) {
        let listener = self.0.listener.lock().ok().and_then(|mut one| one.take());
        let listener = listener.expect("a listener that nobody serves yet");
        let (links, beginning) = (
            Arc::new(Semaphore::new(limits::LINKS)),
            Arc::new(Semaphore::new(limits::LINKS_BEGINNING)),
        );
        loop {
            let accepted = tokio::select! {
                accepted = listener.accept() => accepted,
                () = self.0.over.cancelled() => return,
            };
            let Ok((stream, from)) = accepted else {
                sleep(limits::ACCEPT_AGAIN).await;
                continue;
            };
            let Ok(begins) = beginning.clone().try_acquire_owned() else {
                continue;
            };
            let (this, registry, links) = (self.clone(), registry.clone(), links.clone());
            let signing_out = signing_out.clone();
            self.0.tasks.spawn(async move {
                let begun = timeout(limits::LINK_BEGIN_TIME, this.begin(stream)).await;
                drop(begins);
                match begun.unwrap_or_else(|late| Err(late.into())) {
                    Ok(ends) => {
                        let Ok(_link) = links.try_acquire() else {
                            return;
                        };
                        HostSession::new(registry, signing_out, this.0.lobby.clone())
                            .run(ends, &this.0.over)
                            .await;
                    }
                    Err(error) if this.0.refused.may_speak() => {
                        tracing::warn!(%from, %error, "somebody who is no server of this database was refused a link");
                    }
                    Err(_) => {}
                }
            });
        }
    }

    async fn begin(&self, stream: TcpStream) -> io::Result<(Reader, Writer)> {
        let (mut reader, mut writer) = noise::answer(stream, &self.0.key).await?;
        let fits = Hello::receive(&mut reader).await?;
        // A server with another version of the protocol learns the version from this answer.
        Hello::send(&mut writer).await?;
        fits.then_some((reader, writer))
            .ok_or_else(Hello::other_version)
    }
}

/// A link from a server that has sockets.
struct HostSession<L> {
    registry: Registry<L>,
    signing_out: SigningOut,
    lobby: Lobby,
    outbox: Arc<Outbox>,
    /// The channel to each socket's task for the messages of its client.
    sockets: HashMap<u64, mpsc::Sender<String>>,
    questions: Arc<Semaphore>,
}

/// The outlet of a room for a socket of another server.
#[derive(Debug)]
struct RemoteOutlet {
    id: u64,
    outbox: Arc<Outbox>,
    /// Whether a replica has sent messages to the same socket before.
    has_other_shapes: bool,
}

impl Outlet for RemoteOutlet {
    /// Queues the texts and never reports a slow client: the server that has the socket detects it.
    fn send(&self, texts: VecDeque<Framed>) -> bool {
        self.outbox.deliver(self.id, texts);
        true
    }

    fn has_other_shapes(&self) -> bool {
        self.has_other_shapes
    }
}

impl<L: Log> HostSession<L> {
    fn new(registry: Registry<L>, signing_out: SigningOut, lobby: Lobby) -> Self {
        Self {
            registry,
            signing_out,
            lobby,
            outbox: Arc::new(Outbox::new(CancellationToken::new())),
            sockets: HashMap::new(),
            questions: Arc::new(Semaphore::new(limits::LINK_QUESTIONS)),
        }
    }

    /// Runs the link until it ends, or until this server has nothing more to send.
    async fn run(mut self, (reader, writer): (Reader, Writer), over: &CancellationToken) {
        let outbox = self.outbox.clone();
        let mut lines = self.lobby.own();
        let listing = async {
            loop {
                let own = lines.borrow_and_update().clone();
                outbox.put(Kind::Lines, 0, &own);
                sleep(limits::LIST_EVERY).await;
                if lines.changed().await.is_err() {
                    std::future::pending::<()>().await;
                }
            }
        };
        let finishing = async {
            over.cancelled().await;
            outbox.finish();
            std::future::pending::<()>().await;
        };
        tokio::select! {
            () = outbox.write(writer) => {}
            error = self.receive(reader) => tracing::debug!(?error, "a link ends"),
            () = listing => {}
            () = finishing => {}
        }
        outbox.over.cancel();
    }

    async fn receive(&mut self, mut reader: Reader) -> io::Error {
        loop {
            let frame = match reader.next(limits::LINK_SILENCE).await {
                Ok(frame) => frame,
                Err(error) => return error,
            };
            let (id, body) = (frame.id, frame.body);
            let understood = match frame.kind {
                Kind::Ping => {
                    self.outbox.put(Kind::Pong, 0, &[]);
                    Some(())
                }
                Kind::Join => self.join(id, body),
                Kind::Message => self.queue(id, body),
                Kind::Leave => {
                    self.sockets.remove(&id);
                    Some(())
                }
                Kind::SignedOut => self.signed_out(id, body),
                Kind::Reread => self.reread(id, body),
                Kind::Ask => self.ask(id, body),
                _ => None,
            };
            if understood.is_none() {
                return ErrorKind::InvalidData.into();
            }
        }
    }

    fn join(&mut self, id: u64, body: &[u8]) -> Option<()> {
        let join: Join = serde_json::from_slice(body).ok()?;
        let room: RoomId = join.room.parse().ok()?;
        if self.sockets.len() >= limits::LINK_SOCKETS {
            self.outbox.put(Kind::Refused, id, &[1]);
            return Some(());
        }
        let (sender, messages) = mpsc::channel(limits::LINK_UNHANDLED);
        if self.sockets.insert(id, sender).is_some() {
            return None;
        }
        let outlet = RemoteOutlet {
            id,
            outbox: self.outbox.clone(),
            has_other_shapes: matches!(
                join.who,
                Who::Guest {
                    has_other_shapes: true,
                    ..
                }
            ),
        };
        let who = join.who;
        tokio::spawn(serve_connection(
            self.registry.clone(),
            (room, who),
            outlet,
            messages,
        ));
        Some(())
    }

    /// Queues a client's message for its room, which may be busy. A full queue is a fault of the
    /// other server, which must not send more than [`limits::LINK_UNHANDLED`] unhandled messages.
    fn queue(&self, id: u64, body: &[u8]) -> Option<()> {
        if body.len() > limits::LINK_MESSAGE_BYTES {
            return None;
        }
        let text = str::from_utf8(body).ok()?.to_owned();
        let Some(socket) = self.sockets.get(&id) else {
            return Some(());
        };
        match socket.try_send(text) {
            Ok(()) | Err(mpsc::error::TrySendError::Closed(_)) => Some(()),
            Err(mpsc::error::TrySendError::Full(_)) => None,
        }
    }

    fn signed_out(&self, question: u64, body: &[u8]) -> Option<()> {
        let signed_out: SignedOut = serde_json::from_slice(body).ok()?;
        let done = (self.signing_out)(signed_out);
        let outbox = self.outbox.clone();
        tokio::spawn(async move {
            // A panic in the task has been logged.
            let _ = done.await;
            outbox.put(Kind::Answer, question, &[]);
        });
        Some(())
    }

    fn reread(&self, question: u64, body: &[u8]) -> Option<()> {
        let room: RoomId = str::from_utf8(body).ok()?.parse().ok()?;
        let (registry, outbox) = (self.registry.clone(), self.outbox.clone());
        tokio::spawn(async move {
            registry.reread(room).await;
            outbox.put(Kind::Answer, question, &[]);
        });
        Some(())
    }

    fn ask(&self, question: u64, body: &[u8]) -> Option<()> {
        let room: RoomId = str::from_utf8(body).ok()?.parse().ok()?;
        let (registry, outbox) = (self.registry.clone(), self.outbox.clone());
        let Ok(place) = self.questions.clone().try_acquire_owned() else {
            outbox.put(Kind::Answer, question, &[]);
            return Some(());
        };
        tokio::spawn(async move {
            let summary = registry.summary(room).await;
            let body = summary.and_then(|summary| serde_json::to_vec(&summary).ok());
            outbox.put(Kind::Answer, question, &body.unwrap_or_default());
            drop(place);
        });
        Some(())
    }
}

/// Runs the connection of another server's client or replica to a room here, until it leaves or the
/// room ends.
async fn serve_connection<L: Log>(
    registry: Registry<L>,
    (room, who): (RoomId, Who),
    outlet: RemoteOutlet,
    mut messages: mpsc::Receiver<String>,
) {
    let (id, outbox) = (outlet.id, outlet.outbox.clone());
    let outlet: Arc<dyn Outlet> = Arc::new(outlet);
    let follows = matches!(who, Who::Replica);
    let joined = match who {
        Who::Guest {
            person,
            since,
            source,
            ..
        } => {
            let arrival = Arrival::Join(since);
            let joined = registry.join(room, &person, arrival, source.into(), &outlet);
            joined.await
        }
        Who::Asking { person, source } => {
            let asked = registry.join(room, &person, Arrival::Request, source.into(), &outlet);
            asked.await
        }
        Who::Replica => registry.follow(room, &outlet).await,
    };
    let mut connection = match joined {
        Ok(connection) => connection,
        Err(Unavailable::Elsewhere | Unavailable::KeepsEnding) => {
            return outbox.put(Kind::Refused, id, &[]);
        }
        Err(_) => return outbox.put(Kind::Refused, id, &[1]),
    };
    outbox.put(Kind::Joined, id, &[]);
    let code = loop {
        let text = tokio::select! {
            biased;
            code = &mut connection.closing => break code.unwrap_or(CloseCode::RoomReset),
            () = outbox.over.cancelled() => return,
            text = messages.recv() => text,
        };
        // The client has left.
        let Some(text) = text else { return };
        if !forward(&connection, follows, &text).await {
            // The other server has another version. The client reconnects after this close code.
            break CloseCode::RoomReset;
        }
        outbox.put(Kind::Handled, id, &[]);
    };
    outbox.put(Kind::Close, id, &(code as u16).to_le_bytes());
}

/// Forwards a message to the room. Returns whether it could be parsed. The error of a room that is
/// gone is ignored, since the end of the connection reports it.
async fn forward(connection: &Connection, follows: bool, text: &str) -> bool {
    if follows {
        let report: Option<Report> = serde_json::from_str(text).ok();
        let Some(report) = report else { return false };
        let _ = connection.report(report).await;
    } else {
        let Ok(message) = text.parse::<ClientMessage>() else {
            return false;
        };
        let _ = connection.send(message).await;
    }
    true
}
