//! The forwarding side of a link: this server has the sockets, and the other server has their
//! rooms.

use std::{
    collections::{HashMap, VecDeque, hash_map::Entry},
    io::{self, ErrorKind},
    net::{SocketAddr, ToSocketAddrs},
    sync::{
        Arc, LazyLock, Mutex, MutexGuard,
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
    outbox::{Outbox, Texts},
    sealed::{self, Reader, Writer},
};
use crate::{
    limits,
    live::{actor::Gone, lobby::LinesOfOther},
    net::transport::{Framed, Outlet},
    settings::ClusterKey,
};

/// A link to a server that has rooms, from the server that has the sockets.
#[derive(Debug)]
pub struct Session {
    outbox: Outbox,
    seats: Mutex<Seats>,
    questions: Mutex<HashMap<u64, oneshot::Sender<Option<Summary>>>>,
    /// The remaining number of sockets that may be joining their rooms at the same time.
    joining: Semaphore,
    /// The number of the next socket or request.
    next: AtomicU64,
}

/// All sockets of a link.
#[derive(Debug, Default)]
struct Seats {
    by_link: HashMap<u64, Seat>,
    /// The number of this link's sockets in each room.
    in_room: HashMap<RoomId, usize>,
}

impl Seats {
    fn insert(&mut self, link: u64, seat: Seat) {
        *self.in_room.entry(seat.room).or_default() += 1;
        self.by_link.insert(link, seat);
    }

    fn remove(&mut self, link: u64) -> Option<Seat> {
        let seat = self.by_link.remove(&link)?;
        if let Entry::Occupied(mut count) = self.in_room.entry(seat.room) {
            *count.get_mut() -= 1;
            if *count.get() == 0 {
                count.remove();
            }
        }
        Some(seat)
    }
}

/// A socket of this server whose room is on the other server.
#[derive(Debug)]
struct Seat {
    room: RoomId,
    outlet: Arc<dyn Outlet>,
    closing: oneshot::Sender<CloseCode>,
    /// The channel for the result of joining, until the client has joined.
    joined: Option<oneshot::Sender<Result<(), NotJoined>>>,
    said: Arc<Semaphore>,
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
pub struct FarConnection {
    /// The close code if the room ends the connection, or [`CloseCode::Restarting`] if the link has
    /// ended.
    pub closing: oneshot::Receiver<CloseCode>,
    link: u64,
    session: Arc<Session>,
    /// The number of further messages that may be sent before the room has handled one.
    said: Arc<Semaphore>,
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
            let (mut reader, mut writer) = sealed::call(stream, key).await?;
            let mut hello = Vec::new();
            frame::put(&mut hello, Kind::Hello, 0, &Hello::body());
            writer.write(&hello, limits::LINK_BEGIN_TIME).await?;
            let answer = reader.next(limits::LINK_BEGIN_TIME).await?;
            if answer.kind != Kind::Hello || !Hello::fits(answer.body) {
                let why = "it speaks another version of the protocol between servers";
                return Err(io::Error::new(ErrorKind::Unsupported, why));
            }
            Ok((reader, writer))
        };
        let ends = timeout(limits::LINK_BEGIN_TIME, beginning).await??;
        Ok((Arc::new(Self::new()), ends))
    }

    fn new() -> Self {
        Self {
            outbox: Outbox::new(CancellationToken::new()),
            seats: Mutex::default(),
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
            error = self.hear(reader, &lines) => tracing::debug!(?error, "a link ends"),
            () = pinging => {}
        }
        self.end();
    }

    /// Ends the link and closes all of its sockets.
    pub(super) fn end(&self) {
        self.outbox.over.cancel();
        for (_, seat) in std::mem::take(&mut *self.seats()).by_link {
            seat.said.close();
            // A socket that is already gone needs no close code.
            let _ = seat.closing.send(CloseCode::Restarting);
        }
        self.questions().clear();
    }

    async fn hear(&self, mut reader: Reader, lines: &LinesOfOther) -> io::Error {
        let mut texts = Texts::default();
        loop {
            let frame = match reader.next(limits::LINK_SILENCE).await {
                Ok(frame) => frame,
                Err(error) => return error,
            };
            let (link, body) = (frame.link, frame.body);
            match frame.kind {
                Kind::Pong => {}
                Kind::Text => texts.push(Framed::from_bytes(body.to_vec().into())),
                Kind::Tell => match texts.get(body) {
                    Some(texts) => self.tell(link, texts),
                    None => return ErrorKind::InvalidData.into(),
                },
                Kind::Heard => {
                    if !self.heard(link) {
                        return ErrorKind::InvalidData.into();
                    }
                }
                Kind::Joined => self.joined(link, Ok(())),
                Kind::Refused if body.is_empty() => self.joined(link, Err(NotJoined::NotThere)),
                Kind::Refused => self.joined(link, Err(NotJoined::Refused)),
                Kind::Close => self.close(link, frame::code(body)),
                Kind::Lines => lines.show(body),
                Kind::Answer => self.answered(link, body),
                _ => return ErrorKind::InvalidData.into(),
            }
        }
    }

    fn tell(&self, link: u64, texts: VecDeque<Framed>) {
        let seats = self.seats();
        let outlet = seats.by_link.get(&link).map(|seat| seat.outlet.clone());
        drop(seats);
        // A text for a socket that is gone is dropped. A socket that is too slow is closed and does
        // not delay the others.
        if outlet.is_some_and(|outlet| !outlet.send(texts)) {
            self.close(link, CloseCode::TooSlow);
        }
    }

    /// Notes that the room has handled a message of a socket. Returns whether one was outstanding.
    fn heard(&self, link: u64) -> bool {
        let seats = self.seats();
        let Some(seat) = seats.by_link.get(&link) else {
            return true;
        };
        let may_be = seat.said.available_permits() < limits::LINK_SAID;
        seat.said.add_permits(usize::from(may_be));
        may_be
    }

    fn joined(&self, link: u64, joined: Result<(), NotJoined>) {
        let mut seats = self.seats();
        let seat = seats.by_link.get_mut(&link);
        let waiting = seat.and_then(|seat| seat.joined.take());
        if let Some(waiting) = waiting {
            // A client that has disconnected meanwhile leaves the room when its connection is
            // dropped.
            let _ = waiting.send(joined);
        }
    }

    fn close(&self, link: u64, code: CloseCode) {
        let seat = self.seats().remove(link);
        if let Some(seat) = seat {
            seat.said.close();
            // A socket that is already gone needs no close code.
            let _ = seat.closing.send(code);
        }
    }

    fn answered(&self, question: u64, body: &[u8]) {
        if let Some(waiting) = self.questions().remove(&question) {
            // The caller may be gone.
            let _ = waiting.send(serde_json::from_slice(body).ok());
        }
    }

    /// Returns the number of sockets of this link that are in a room.
    pub fn in_room(&self, room: RoomId) -> usize {
        self.seats().in_room.get(&room).copied().unwrap_or(0)
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
    ) -> Result<FarConnection, NotJoined> {
        let joining = self.joining.try_acquire();
        let _joining = joining.map_err(|_| NotJoined::Refused)?;
        let link = self.next.fetch_add(1, Ordering::Relaxed);
        let (close, closing) = oneshot::channel();
        let (joined, answer) = oneshot::channel();
        let said = Arc::new(Semaphore::new(limits::LINK_SAID));
        let seat = Seat {
            room,
            outlet,
            closing: close,
            joined: Some(joined),
            said: said.clone(),
        };
        {
            let mut seats = self.seats();
            // The end of the link closes only the sockets that are listed by then.
            if self.outbox.over.is_cancelled() {
                return Err(NotJoined::Refused);
            }
            seats.insert(link, seat);
        }
        // Dropping this connection, also when this future is dropped, leaves the room.
        let connection = FarConnection {
            closing,
            link,
            session: self.clone(),
            said,
        };
        let room = room.to_string();
        let body = serde_json::to_vec(&Join { room, who }).expect("plain values");
        self.outbox.put(Kind::Join, link, &body);
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
            let mut questions = self.questions();
            let is_full = kind == Kind::Ask && questions.len() >= limits::LINK_QUESTIONS;
            if self.outbox.over.is_cancelled() || is_full {
                return None;
            }
            questions.insert(question, ask);
        }
        self.outbox.put(kind, question, body);
        let answer = timeout(limits::LINK_ANSWER_TIME, answer).await;
        self.questions().remove(&question);
        answer.ok()?.ok()?
    }

    fn seats(&self) -> MutexGuard<'_, Seats> {
        lock(&self.seats)
    }

    fn questions(&self) -> MutexGuard<'_, HashMap<u64, oneshot::Sender<Option<Summary>>>> {
        lock(&self.questions)
    }
}

impl FarConnection {
    /// Sends a client's message to the room. The message has been validated on this server already.
    /// Waits while the room or the link is busy.
    ///
    /// # Errors
    /// Returns [`Gone`] if the room or the link has ended.
    pub async fn say(&self, text: &str) -> Result<(), Gone> {
        self.session.outbox.space().await;
        self.said.acquire().await.map_err(|_| Gone)?.forget();
        self.session
            .outbox
            .put(Kind::Say, self.link, text.as_bytes());
        Ok(())
    }
}

impl Drop for FarConnection {
    fn drop(&mut self) {
        self.session.seats().remove(self.link);
        if !self.session.outbox.over.is_cancelled() {
            self.session.outbox.put(Kind::Leave, self.link, &[]);
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
        while session.questions().len() < limits::LINK_QUESTIONS {
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
