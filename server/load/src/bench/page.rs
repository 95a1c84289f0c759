//! Somebody in a room, through one socket: decides at once, and checks nothing.

use std::{
    collections::VecDeque,
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail, ensure};
use futures_util::{SinkExt, StreamExt};
use tokio::{net::TcpStream, time::timeout};
use tokio_tungstenite::{
    WebSocketStream, client_async,
    tungstenite::{ClientRequestBuilder, Message, Utf8Bytes},
};

use super::{bytes::Viewer, room::Room};
use crate::swarm::Browser;

/// For the answer to a command before anything is measured.
const PATIENCE: Duration = Duration::from_secs(15);

/// The messages of one server, read only as far as somebody who plays must.
pub(super) trait Protocol: Send + 'static {
    /// The subprotocol of its sockets.
    const NAME: &'static str;

    /// Takes a message in.
    ///
    /// # Errors
    /// It can't be read.
    fn read(&mut self, text: &str) -> Result<Heard>;
}

/// A message: which kind it is, and what it means.
#[derive(Debug)]
pub(super) struct Heard {
    pub kind: &'static str,
    pub meaning: Meaning,
}

/// What a message means to somebody who plays.
#[derive(Debug)]
pub(super) enum Meaning {
    /// How the room is at that version, and what the receiver wants to do about it.
    News { version: u32, wish: Wish },
    /// The oldest command without an answer was carried out, and made that version.
    Done(u32),
    /// It was refused, since something else had happened before.
    Overtaken,
    /// Nothing.
    Nothing,
}

/// What somebody wants to do.
#[derive(Debug, Eq, PartialEq)]
pub(super) enum Wish {
    /// Nothing.
    Nothing,
    /// To decide: the rest of the message, beside its id.
    Decide(String),
    /// Something between two games: the rest of the message, beside its id.
    Prepare(String),
}

/// An open socket, before anybody plays through it.
#[derive(Debug)]
pub(super) struct Opened(WebSocketStream<TcpStream>);

impl Opened {
    /// Opens the socket at that path.
    pub async fn at<P: Protocol>(browser: &Browser, path: &str) -> Result<Self> {
        let uri = format!("ws://{}{path}", browser.server);
        let request = ClientRequestBuilder::new(uri.parse()?)
            .with_header("origin", format!("http://{}", browser.server))
            .with_header("cookie", &browser.cookie)
            .with_header("x-forwarded-for", browser.from.to_string())
            .with_sub_protocol(P::NAME);
        let stream = TcpStream::connect(browser.server).await?;
        stream.set_nodelay(true)?;
        Ok(Self(client_async(request, stream).await?.0))
    }

    /// Says something.
    pub async fn say(&mut self, text: String) -> Result<()> {
        Ok(self.0.send(Message::text(text)).await?)
    }

    /// The next message.
    pub async fn hear(&mut self) -> Result<Utf8Bytes> {
        loop {
            match self.0.next().await.context("the socket has ended")?? {
                Message::Text(text) => return Ok(text),
                Message::Close(frame) => bail!("the server closed a socket: {frame:?}"),
                _ => {}
            }
        }
    }
}

/// A command that was not answered yet.
#[derive(Copy, Clone, Debug)]
struct Sent {
    at: Instant,
    is_decision: bool,
}

/// Somebody in a room.
pub(super) struct Page<P> {
    socket: Opened,
    protocol: P,
    /// The number of their seat, if they have one.
    seat: Option<u8>,
    room: Arc<Room>,
    sent: VecDeque<Sent>,
    commands: u64,
}

impl<P: Protocol> Page<P> {
    pub fn new(socket: Opened, protocol: P, seat: Option<u8>, room: Arc<Room>) -> Self {
        Self {
            socket,
            protocol,
            seat,
            room,
            sent: VecDeque::new(),
            commands: 0,
        }
    }

    /// Sends a command, the rest of it beside its id, and waits until it is carried out: the version that it made.
    ///
    /// # Errors
    /// The socket ends, or it is refused.
    pub async fn asks(&mut self, rest: String) -> Result<u32> {
        self.wants(0, Wish::Prepare(rest)).await?;
        loop {
            if let Some(version) = timeout(PATIENCE, self.hear()).await?? {
                return Ok(version);
            }
        }
    }

    /// Plays for ever.
    ///
    /// # Errors
    /// The socket ends, or a message can't be read.
    pub async fn play(mut self) -> Result<()> {
        loop {
            self.hear().await?;
        }
    }

    /// Hears a message, and does what there is to do; if it answers a command, the version that this made.
    async fn hear(&mut self) -> Result<Option<u32>> {
        let text = self.socket.hear().await?;
        let Heard { kind, meaning } = self.protocol.read(&text)?;
        match meaning {
            Meaning::News { version, wish } => {
                self.told(version, kind, text.len(), &wish);
                self.wants(version, wish).await?;
            }
            Meaning::Done(version) => {
                self.done(kind, text.len())?;
                return Ok(Some(version));
            }
            Meaning::Overtaken => {
                self.sent.pop_front();
                self.room.count(|counts| counts.refused += 1);
            }
            Meaning::Nothing => {}
        }
        Ok(None)
    }

    fn told(&self, version: u32, kind: &'static str, bytes: usize, wish: &Wish) {
        let Some(mover) = self.room.told(version) else {
            return;
        };
        let viewer = match (self.seat, wish) {
            (None, _) => Viewer::Spectator,
            (_, Wish::Decide(_)) => Viewer::Next,
            (seat, _) if seat == Some(mover) => Viewer::Mover,
            _ => Viewer::Other,
        };
        self.room
            .count(|counts| counts.bytes.note(viewer, kind, bytes));
    }

    fn done(&mut self, kind: &'static str, bytes: usize) -> Result<()> {
        let sent = self.sent.pop_front().context("an answer to nothing")?;
        if sent.is_decision {
            self.room.answered(sent.at.elapsed(), kind, bytes);
        } else {
            self.room.count(|counts| counts.others += 1);
        }
        Ok(())
    }

    async fn wants(&mut self, version: u32, wish: Wish) -> Result<()> {
        let (rest, is_decision) = match wish {
            Wish::Decide(rest) if self.room.goes_on(version) => (rest, true),
            Wish::Prepare(rest) => (rest, false),
            Wish::Decide(_) | Wish::Nothing => return Ok(()),
        };
        if is_decision {
            let seat = self.seat.context("a decision of nobody")?;
            self.room.decides(version, seat);
        }
        self.commands += 1;
        let text = format!(r#"{{"id":"{}",{rest}}}"#, self.commands);
        let at = Instant::now();
        self.sent.push_back(Sent { at, is_decision });
        ensure!(self.sent.len() < 100, "nothing is answered");
        self.socket.say(text).await
    }
}
