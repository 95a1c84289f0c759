//! The forwarding side of a link: this server has the sockets, and the other server has their
//! rooms.

use std::{
    collections::{HashMap, VecDeque},
    io::{self, ErrorKind},
    net::{SocketAddr, ToSocketAddrs},
    sync::{
        Arc, LazyLock, Mutex,
        atomic::{AtomicU64, Ordering},
    },
};

use senda_room::{Summary, protocol::CloseCode};
use senda_store::{RoomId, process::blocking::BlockingWork, process::lock};
use tokio::{
    net::TcpStream,
    sync::{Semaphore, oneshot},
    time::{interval, timeout},
};
use tokio_util::sync::CancellationToken;

use super::{
    Hello, Join, Who,
    frame::{self, Kind},
    noise::{self, Reader, Writer},
    outbox::{Outbox, Texts},
};
use crate::{
    limits,
    live::{actor::Gone, lobby::LinesOfOther},
    net::transport::{Framed, Outlet},
    process::counts::Counts,
    settings::ClusterKey,
};

/// A link to a server that has rooms, from the server that has the sockets.
#[derive(Debug)]
pub struct Session {
    outbox: Outbox,
    sockets: Mutex<RemoteSockets>,
    questions: Mutex<HashMap<u64, oneshot::Sender<Option<Summary>>>>,
    /// The remaining number of sockets that may be joining their rooms at the same time.
    joining: Semaphore,
    /// The number of the next socket or request.
    next: AtomicU64,
}

/// All sockets of a link.
#[derive(Debug, Default)]
struct RemoteSockets {
    by_id: HashMap<u64, RemoteSocket>,
    /// The number of this link's sockets in each room.
    in_room: Counts<RoomId>,
}

impl RemoteSockets {
    fn insert(&mut self, id: u64, socket: RemoteSocket) {
        self.in_room.add(socket.room);
        self.by_id.insert(id, socket);
    }

    fn remove(&mut self, id: u64) -> Option<RemoteSocket> {
        let socket = self.by_id.remove(&id)?;
        self.in_room.subtract(&socket.room);
        Some(socket)
    }
}

/// A socket of this server whose room is on the other server.
#[derive(Debug)]
struct RemoteSocket {
    room: RoomId,
    outlet: Arc<dyn Outlet>,
    closing: oneshot::Sender<CloseCode>,
    /// The channel for the result of joining, until the client has joined.
    joined: Option<oneshot::Sender<Result<(), NotJoined>>>,
    /// The number of further messages that may be sent before the room has handled one.
    credits: Arc<Semaphore>,
}

/// The reason why a client could not join a room on another server.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum NotJoined {
    /// The other server does not have the room any more.
    NotThere,
    /// The other server rejects the client, or the link has ended.
    Refused,
}

/// The reading half and the writing half of a link.
pub(super) type Ends = (Reader, Writer);

/// The client's side of a connection to a room on another server. Dropping it leaves the room.
#[derive(Debug)]
pub struct RemoteConnection {
    /// The close code if the room ends the connection, or [`CloseCode::Restarting`] if the link has
    /// ended.
    pub closing: oneshot::Receiver<CloseCode>,
    id: u64,
    session: Arc<Session>,
    /// The number of further messages that may be sent before the room has handled one.
    credits: Arc<Semaphore>,
}

/// Connects to a server by its host and port. The name is looked up on one of a few threads: a name
/// server that does not answer blocks these threads, but not the other work of the shared threads.
async fn connect(address: &str) -> io::Result<TcpStream> {
    static LOOK_UPS: LazyLock<BlockingWork> =
        LazyLock::new(|| BlockingWork::new(limits::LINK_LOOK_UPS));
    if let Ok(address) = address.parse::<SocketAddr>() {
        return TcpStream::connect(address).await;
    }
    let name = address.to_owned();
    let found = LOOK_UPS.run(move || name.to_socket_addrs()).await;
    let found: Vec<SocketAddr> = found.map_err(io::Error::other)??.collect();
    TcpStream::connect(&found[..]).await
}

impl Session {
    /// Connects to a server, performs the handshake, and checks the protocol version.
    pub(super) async fn begin(address: &str, key: &ClusterKey) -> io::Result<(Arc<Self>, Ends)> {
        let beginning = async {
            let stream = connect(address).await?;
            let (mut reader, mut writer) = noise::call(stream, key).await?;
            Hello::send(&mut writer).await?;
            let fits = Hello::receive(&mut reader).await?;
            fits.then_some((reader, writer))
                .ok_or_else(Hello::other_version)
        };
        let ends = timeout(limits::LINK_BEGIN_TIME, beginning).await??;
        Ok((Arc::new(Self::new()), ends))
    }

    fn new() -> Self {
        Self {
            outbox: Outbox::new(CancellationToken::new()),
            sockets: Mutex::default(),
            questions: Mutex::default(),
            joining: Semaphore::new(limits::LINK_JOINING),
            next: AtomicU64::new(0),
        }
    }

    /// Runs the link until it ends. Then the clients that used it are closed with a code that makes
    /// them reconnect.
    pub(super) async fn run(&self, (reader, writer): Ends, lines: LinesOfOther) {
        let pinging = async {
            let mut ticks = interval(limits::LINK_PING);
            loop {
                ticks.tick().await;
                self.outbox.put(Kind::Ping, 0, &[]);
            }
        };
        tokio::select! {
            () = self.outbox.write(writer) => {}
            error = self.receive(reader, &lines) => tracing::debug!(?error, "a link ends"),
            () = pinging => {}
        }
        self.end();
    }

    /// Ends the link and closes all of its sockets.
    pub(super) fn end(&self) {
        self.outbox.over.cancel();
        for (_, socket) in std::mem::take(&mut *lock(&self.sockets)).by_id {
            socket.credits.close();
            // A socket that is already gone needs no close code.
            let _ = socket.closing.send(CloseCode::Restarting);
        }
        lock(&self.questions).clear();
    }

    async fn receive(&self, mut reader: Reader, lines: &LinesOfOther) -> io::Error {
        let mut texts = Texts::default();
        loop {
            let frame = match reader.next(limits::LINK_SILENCE).await {
                Ok(frame) => frame,
                Err(error) => return error,
            };
            let (id, body) = (frame.id, frame.body);
            match frame.kind {
                Kind::Pong => {}
                Kind::Text => texts.push(Framed(body.to_vec().into())),
                Kind::Deliver => match texts.get(body) {
                    Some(texts) => self.deliver(id, texts),
                    None => return ErrorKind::InvalidData.into(),
                },
                Kind::Handled => {
                    if !self.handled(id) {
                        return ErrorKind::InvalidData.into();
                    }
                }
                Kind::Joined => self.joined(id, Ok(())),
                Kind::Refused if body.is_empty() => self.joined(id, Err(NotJoined::NotThere)),
                Kind::Refused => self.joined(id, Err(NotJoined::Refused)),
                Kind::Close => self.close(id, frame::code(body)),
                Kind::Lines => lines.show(body),
                Kind::Answer => self.answered(id, body),
                _ => return ErrorKind::InvalidData.into(),
            }
        }
    }

    fn deliver(&self, id: u64, texts: VecDeque<Framed>) {
        let sockets = lock(&self.sockets);
        let outlet = sockets.by_id.get(&id).map(|socket| socket.outlet.clone());
        drop(sockets);
        // A text for a socket that is gone is dropped. A socket that is too slow is closed and does
        // not delay the others.
        if outlet.is_some_and(|outlet| !outlet.send(texts)) {
            self.close(id, CloseCode::TooSlow);
        }
    }

    /// Notes that the room has handled a message of a socket. Returns whether one was outstanding.
    fn handled(&self, id: u64) -> bool {
        let sockets = lock(&self.sockets);
        let Some(socket) = sockets.by_id.get(&id) else {
            return true;
        };
        let may_be = socket.credits.available_permits() < limits::LINK_UNHANDLED;
        socket.credits.add_permits(usize::from(may_be));
        may_be
    }

    fn joined(&self, id: u64, joined: Result<(), NotJoined>) {
        let mut sockets = lock(&self.sockets);
        let socket = sockets.by_id.get_mut(&id);
        let waiting = socket.and_then(|socket| socket.joined.take());
        if let Some(waiting) = waiting {
            // A client that has disconnected meanwhile leaves the room when its connection is
            // dropped.
            let _ = waiting.send(joined);
        }
    }

    fn close(&self, id: u64, code: CloseCode) {
        let socket = lock(&self.sockets).remove(id);
        if let Some(socket) = socket {
            socket.credits.close();
            // A socket that is already gone needs no close code.
            let _ = socket.closing.send(code);
        }
    }

    fn answered(&self, question: u64, body: &[u8]) {
        if let Some(waiting) = lock(&self.questions).remove(&question) {
            // The caller may be gone.
            let _ = waiting.send(serde_json::from_slice(body).ok());
        }
    }

    /// Returns the number of sockets of this link that are in a room.
    pub fn in_room(&self, room: RoomId) -> usize {
        lock(&self.sockets).in_room.of(&room)
    }

    /// Connects a client or a replica to a room of the other server. The room's messages are sent
    /// through `outlet`.
    ///
    /// # Errors
    /// Returns [`NotJoined`] if the room did not accept the client.
    ///
    /// # Panics
    /// Never panics: the message to join consists of plain values, which always serialize.
    pub async fn join(
        self: &Arc<Self>,
        room: RoomId,
        who: Who,
        outlet: Arc<dyn Outlet>,
    ) -> Result<RemoteConnection, NotJoined> {
        let joining = self.joining.try_acquire();
        let _joining = joining.map_err(|_| NotJoined::Refused)?;
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        let (close, closing) = oneshot::channel();
        let (joined, answer) = oneshot::channel();
        let credits = Arc::new(Semaphore::new(limits::LINK_UNHANDLED));
        let socket = RemoteSocket {
            room,
            outlet,
            closing: close,
            joined: Some(joined),
            credits: credits.clone(),
        };
        {
            let mut sockets = lock(&self.sockets);
            // The end of the link closes only the sockets that are listed by then.
            if self.outbox.over.is_cancelled() {
                return Err(NotJoined::Refused);
            }
            sockets.insert(id, socket);
        }
        // Dropping this connection, also when this future is dropped, leaves the room.
        let connection = RemoteConnection {
            closing,
            id,
            session: self.clone(),
            credits,
        };
        let room = room.to_string();
        let body = serde_json::to_vec(&Join { room, who }).expect("plain values");
        self.outbox.put(Kind::Join, id, &body);
        let answer = timeout(limits::LINK_JOIN_TIME, answer).await;
        match answer {
            Ok(Ok(joined)) => joined.map(|()| connection),
            // The other side does not answer, or the link has ended.
            Ok(Err(_)) | Err(_) => Err(NotJoined::Refused),
        }
    }

    /// Requests the summary of a room from the other server. Returns `None` if it is not available.
    pub async fn summary(&self, room: RoomId) -> Option<Summary> {
        self.ask(Kind::Ask, room.as_str().as_bytes()).await
    }

    /// Has the other server end the sockets of devices that were signed out. Returns when that is
    /// done.
    pub(super) async fn signed_out(&self, body: &[u8]) {
        self.ask(Kind::SignedOut, body).await;
    }

    /// Sends the sign-outs that the other server may have missed before the link began, without
    /// waiting for its answer.
    pub(super) fn signed_out_before(&self, missed: &[Arc<[u8]>]) {
        for body in missed {
            let unasked = self.next.fetch_add(1, Ordering::Relaxed);
            self.outbox.put(Kind::SignedOut, unasked, body);
        }
    }

    /// Has the other server end a room in memory. Returns when that is done.
    pub(super) async fn reread(&self, room: RoomId) {
        self.ask(Kind::Reread, room.as_str().as_bytes()).await;
    }

    /// Sends a request to the other server and waits for its answer. Returns `None` for every
    /// request other than [`Kind::Ask`], and if there is no answer.
    ///
    /// Only [`Kind::Ask`] is limited to [`limits::LINK_QUESTIONS`]: visitors cause these requests,
    /// and a page works without the answer. A sign-out that is not sent leaves sockets open.
    async fn ask(&self, kind: Kind, body: &[u8]) -> Option<Summary> {
        let question = self.next.fetch_add(1, Ordering::Relaxed);
        let (ask, answer) = oneshot::channel();
        {
            let mut questions = lock(&self.questions);
            let is_full = kind == Kind::Ask && questions.len() >= limits::LINK_QUESTIONS;
            if self.outbox.over.is_cancelled() || is_full {
                return None;
            }
            questions.insert(question, ask);
        }
        self.outbox.put(kind, question, body);
        let answer = timeout(limits::LINK_ANSWER_TIME, answer).await;
        lock(&self.questions).remove(&question);
        answer.ok()?.ok()?
    }
}

impl RemoteConnection {
    /// Sends a client's message to the room. The message has been validated on this server already.
    /// Waits while the room or the link is busy.
    ///
    /// # Errors
    /// Returns [`Gone`] if the room or the link has ended.
    pub async fn send(&self, text: &str) -> Result<(), Gone> {
        self.session.outbox.space().await;
        self.credits.acquire().await.map_err(|_| Gone)?.forget();
        self.session
            .outbox
            .put(Kind::Message, self.id, text.as_bytes());
        Ok(())
    }
}

impl Drop for RemoteConnection {
    fn drop(&mut self) {
        lock(&self.session.sockets).remove(self.id);
        if !self.session.outbox.over.is_cancelled() {
            self.session.outbox.put(Kind::Leave, self.id, &[]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn sign_outs_are_sent_while_too_many_other_requests_wait() {
        let session = Arc::new(Session::new());
        let room = RoomId::draw();
        for _ in 0..limits::LINK_QUESTIONS {
            let session = session.clone();
            tokio::spawn(async move { session.summary(room).await });
        }
        // The runtime may return to this task before it has polled all of the others.
        while lock(&session.questions).len() < limits::LINK_QUESTIONS {
            tokio::task::yield_now().await;
        }
        let before = session.outbox.len();
        assert_eq!(session.summary(room).await, None);
        assert_eq!(
            session.outbox.len(),
            before,
            "one more question is not sent"
        );
        session.signed_out(b"{}").await;
        assert!(session.outbox.len() > before);
    }
}
