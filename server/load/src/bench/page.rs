//! A simulated person in a room with one socket, who decides at once and checks nothing.

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

/// The time to wait for the answer to a command before the measurement begins.
const PATIENCE: Duration = Duration::from_secs(15);

/// A decoder of one server's messages, which reads only as much as a simulated player needs.
pub(super) trait Protocol: Send + 'static {
    /// The subprotocol of the server's WebSockets.
    const NAME: &'static str;

    /// Reads a message of the server.
    ///
    /// # Errors
    /// Returns an error if the message can't be read.
    fn read(&mut self, text: &str) -> Result<Heard>;
}

/// The kind of a message, and its meaning.
#[derive(Debug)]
pub(super) struct Heard {
    pub kind: &'static str,
    pub meaning: Meaning,
}

/// The meaning of a message for a player.
#[derive(Debug)]
pub(super) enum Meaning {
    /// An update of the room to that version, and the receiver's next command.
    News { version: u32, wish: Wish },
    /// The oldest unanswered command was carried out, and made that version.
    Done(u32),
    /// The oldest unanswered command was rejected, since another command came first.
    Overtaken,
    /// A message that calls for no action.
    Nothing,
}

/// The next command of a person.
#[derive(Debug, Eq, PartialEq)]
pub(super) enum Wish {
    /// The person sends no command.
    Nothing,
    /// The person decides in the game. The text is the command without its id.
    Decide(String),
    /// The person prepares the next game. The text is the command without its id.
    Prepare(String),
}

/// An open socket that no page uses yet.
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

    /// Sends a text message to the server.
    pub async fn say(&mut self, text: String) -> Result<()> {
        Ok(self.0.send(Message::text(text)).await?)
    }

    /// Waits for the next text message and returns it.
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

/// A command that is not yet answered.
#[derive(Copy, Clone, Debug)]
struct Sent {
    at: Instant,
    is_decision: bool,
}

/// A person in a room.
pub(super) struct Page<P> {
    socket: Opened,
    protocol: P,
    /// The number of their seat, or `None` for a spectator.
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

    /// Sends a command, given without its id, and waits until it is carried out. Returns the
    /// version that it made.
    ///
    /// # Errors
    /// Returns an error if the socket ends, or if the command is rejected.
    pub async fn asks(&mut self, rest: String) -> Result<u32> {
        self.wants(0, Wish::Prepare(rest)).await?;
        loop {
            if let Some(version) = timeout(PATIENCE, self.hear()).await?? {
                return Ok(version);
            }
        }
    }

    /// Plays until an error ends it.
    ///
    /// # Errors
    /// Returns an error if the socket ends, or if a message can't be read.
    pub async fn play(mut self) -> Result<()> {
        loop {
            self.hear().await?;
        }
    }

    /// Reads the next message and acts on it. If it acknowledges a command, returns the version
    /// that the command made.
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
