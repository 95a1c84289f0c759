//! A simulated person in a room with one socket, who decides at once and checks nothing.

use std::{
    collections::VecDeque,
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, ensure};
use senda_client::Socket;
use tokio::time::timeout;

use super::{bytes::Viewer, room::Room};

/// The time to wait for the answer to a command before the measurement begins.
const PATIENCE: Duration = Duration::from_secs(15);

/// A decoder of one server's messages, which reads only as much as a simulated player needs.
pub(super) trait Protocol: Send + 'static {
    /// Reads a message of the server.
    ///
    /// # Errors
    /// Returns an error if the message can't be read.
    fn read(&mut self, text: &str) -> Result<ReadMessage>;
}

/// The kind of a message, and its meaning.
#[derive(Debug)]
pub(super) struct ReadMessage {
    pub kind: &'static str,
    pub meaning: Meaning,
}

/// The meaning of a message for a player.
#[derive(Debug)]
pub(super) enum Meaning {
    /// An update of the room to that version, and the receiver's next command.
    Update { version: u32, wish: Wish },
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

/// A command that is not yet answered.
#[derive(Copy, Clone, Debug)]
struct Sent {
    at: Instant,
    is_decision: bool,
}

/// A person in a room.
pub(super) struct Page<P> {
    socket: Socket,
    protocol: P,
    /// The number of their seat, or `None` for a spectator.
    seat: Option<u8>,
    room: Arc<Room>,
    sent: VecDeque<Sent>,
    commands: u64,
}

impl<P: Protocol> Page<P> {
    pub fn new(socket: Socket, protocol: P, seat: Option<u8>, room: Arc<Room>) -> Self {
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
        let text = self.socket.receive().await?;
        let ReadMessage { kind, meaning } = self.protocol.read(&text)?;
        match meaning {
            Meaning::Update { version, wish } => {
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
        Ok(self.socket.send(text).await?)
    }
}
