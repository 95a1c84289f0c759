//! A connection to a room that keeps what a page would show.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

use serde::Serialize;
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::{Error, PackedReader, Unreadable, socket::Socket};

/// The error for a message that is not of the protocol.
const NOT_OF_THE_PROTOCOL: Unreadable = Unreadable("a message that is not of the protocol");

/// A connection to a room. Its fields are what a page shows, and change only while a method of it
/// waits for messages.
#[derive(Debug)]
pub struct RoomConnection {
    /// The viewer's own part in the room: the last message `you`.
    pub you: Value,
    /// The life of the room that the version belongs to.
    pub epoch: u64,
    /// The version of the view, from 1. It is 0 before the first view.
    pub version: u64,
    /// The view of the room, with the private part of the viewer's seat.
    pub view: Value,
    /// The public events of the room in their order, each with its version and time. They start
    /// where the room's history was last received as a whole.
    pub happenings: Vec<Value>,
    /// The people who are connected: the last message `presence`.
    pub presence: Value,
    /// The lines of the chat.
    pub chat: Vec<Value>,
    /// The time in milliseconds after which to reconnect, if the server has announced its end.
    pub closing: Option<u64>,
    /// All messages received, if the caller has set it to a list. A step is recorded as the
    /// equivalent update.
    pub record: Option<Vec<Value>>,
    /// The WebSocket below.
    pub socket: Socket,
    reader: PackedReader,
    timeout: Duration,
}

impl RoomConnection {
    /// Creates the connection over an open socket. `timeout` is the time to wait for each message.
    pub fn new(socket: Socket, timeout: Duration) -> Self {
        Self {
            you: Value::Null,
            epoch: 0,
            version: 0,
            view: Value::Null,
            happenings: Vec::new(),
            presence: Value::Null,
            chat: Vec::new(),
            closing: None,
            record: None,
            socket,
            reader: PackedReader::default(),
            timeout,
        }
    }

    /// Returns the view of the room's game, or `null` if no game runs or has ended.
    pub fn game(&self) -> &Value {
        &self.view["game"]
    }

    /// Returns the number of the viewer's own seat, from 0, or `None` for a spectator.
    pub fn seat(&self) -> Option<u64> {
        self.you["seat"].as_u64()
    }

    /// Returns whether the viewer's seat has a decision to make in the game.
    pub fn must_decide(&self) -> bool {
        !self.game()["choices"].is_null()
    }

    /// Waits for the next message, updates the fields with it and returns it. A step comes out as
    /// the equivalent update with the whole view.
    ///
    /// # Errors
    /// Returns [`Error::Timeout`] if no message comes, [`Error::Closed`] if the socket has ended,
    /// or [`Error::Unreadable`] if the message does not continue the messages before it.
    pub async fn receive(&mut self) -> Result<Value, Error> {
        loop {
            let frame = timeout(self.timeout, self.socket.receive()).await;
            let frame = frame.map_err(|_| Error::Timeout)??;
            if let Some(message) = self.reader.read(&frame)? {
                self.apply(&message)?;
                if let Some(record) = &mut self.record {
                    record.push(message.clone());
                }
                return Ok(message);
            }
        }
    }

    /// Receives messages until the condition holds. It returns at once if the condition holds
    /// already.
    ///
    /// # Errors
    /// Returns the same errors as [`RoomConnection::receive`].
    pub async fn until(&mut self, condition: impl Fn(&Self) -> bool) -> Result<(), Error> {
        while !condition(self) {
            self.receive().await?;
        }
        Ok(())
    }

    /// Sends a message and does not wait for an answer.
    ///
    /// # Errors
    /// Returns an error if the socket has ended.
    pub async fn send(&mut self, message: &Value) -> Result<(), Error> {
        self.socket.send(message.to_string()).await
    }

    /// Sends a command with a new id, does not wait for its answer, and returns the id.
    ///
    /// # Errors
    /// Returns an error if the socket has ended.
    pub async fn send_command(&mut self, mut command: Value) -> Result<String, Error> {
        // A room executes an id once for each person, who may have several connections.
        static COMMANDS: AtomicU64 = AtomicU64::new(0);
        let id = format!("c{}", COMMANDS.fetch_add(1, Ordering::Relaxed));
        command["id"] = id.clone().into();
        self.send(&command).await?;
        Ok(id)
    }

    /// Waits for the answer to the command with that id. Returns the version that it made.
    ///
    /// # Errors
    /// Returns [`Error::Rejected`] if the room rejects the command.
    pub async fn answer(&mut self, id: &str) -> Result<u64, Error> {
        loop {
            let mut message = self.receive().await?;
            match message["type"].as_str() {
                Some("ack") if message["id"] == id => return number(&message, "version"),
                Some("nak") if message["id"] == id => {
                    return Err(Error::Rejected(message["problem"].take()));
                }
                _ => {}
            }
        }
    }

    /// Sends a command and waits for its answer. Returns the version that it made.
    ///
    /// # Errors
    /// Returns [`Error::Rejected`] if the room rejects the command.
    pub async fn command(&mut self, command: Value) -> Result<u64, Error> {
        let id = self.send_command(command).await?;
        self.answer(&id).await
    }

    /// Decides in the game, and waits until the view has the decision. Returns its version.
    ///
    /// # Errors
    /// Returns [`Error::Rejected`] if the action is illegal, or with the code `stale` if the game
    /// has moved on since the view.
    pub async fn act(&mut self, action: impl Serialize) -> Result<u64, Error> {
        let act = json!({ "type": "act", "version": self.version, "action": action });
        let version = self.command(act).await?;
        self.until(|room| room.version >= version).await?;
        Ok(version)
    }

    /// Updates the fields with a message. Messages of other types change no field.
    fn apply(&mut self, message: &Value) -> Result<(), Error> {
        match message["type"].as_str().ok_or(NOT_OF_THE_PROTOCOL)? {
            "you" => self.you.clone_from(message),
            "update" => self.update(message)?,
            "presence" => self.presence.clone_from(message),
            "chat" => {
                if message["all"] == true {
                    self.chat.clear();
                }
                self.chat.extend_from_slice(list(message, "lines")?);
            }
            "closing" => self.closing = message["again_ms"].as_u64(),
            _ => {}
        }
        Ok(())
    }

    fn update(&mut self, update: &Value) -> Result<(), Error> {
        let (epoch, from) = (number(update, "epoch")?, number(update, "from")?);
        let version = number(update, "version")?;
        if version < from {
            return Err(Unreadable("an update that goes back").into());
        }
        if epoch != self.epoch || from == 0 {
            self.happenings.clear();
        } else if from > self.version {
            return Err(Unreadable("an update after a gap").into());
        }
        // After a `sync`, an update may repeat events.
        let known = self.happenings.last().map_or(0, |_| self.version);
        let is_new = |happening: &&Value| happening["version"].as_u64() > Some(known);
        let happenings = list(update, "happenings")?.iter().filter(is_new);
        self.happenings.extend(happenings.cloned());
        (self.epoch, self.version) = (epoch, version);
        self.view.clone_from(&update["view"]);
        Ok(())
    }
}

fn number(message: &Value, field: &str) -> Result<u64, Error> {
    Ok(message[field].as_u64().ok_or(NOT_OF_THE_PROTOCOL)?)
}

fn list<'a>(message: &'a Value, field: &str) -> Result<&'a [Value], Error> {
    let list = message[field].as_array().map(Vec::as_slice);
    Ok(list.ok_or(NOT_OF_THE_PROTOCOL)?)
}
