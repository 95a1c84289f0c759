//! A person in a room without a browser, on a connection in memory whose far end belongs to the
//! test.

use std::{collections::VecDeque, ops::AsyncFnOnce, sync::Arc};

use futures_util::{FutureExt, StreamExt};
use senda::{
    live::actor::{Connection, Gone},
    net::transport::Transport,
};
use senda_client::PackedReader;
use senda_room::protocol::ClientMessage;
use serde_json::Value;
use tokio::{
    io::{DuplexStream, duplex},
    task::coop::unconstrained,
};
use tokio_tungstenite::{
    WebSocketStream,
    tungstenite::{Message, protocol::Role},
};

/// The buffer size in bytes for a visitor that reads at arbitrary times: more than any test sends.
const ROOMY: usize = 16 * 1024 * 1024;

/// A person in a room.
#[derive(Debug)]
pub struct Visitor {
    pub connection: Connection,
    socket: WebSocketStream<DuplexStream>,
    /// The received messages that the test has not examined yet.
    heard: VecDeque<Value>,
    reader: PackedReader,
}

impl Visitor {
    /// Joins a room with `join`.
    pub async fn come<E>(
        join: impl AsyncFnOnce(Arc<Transport>) -> Result<Connection, E>,
    ) -> Result<Self, E> {
        Self::come_over(ROOMY, join).await
    }

    /// Joins a room over a connection that buffers at most that many bytes.
    pub async fn come_over<E>(
        bytes: usize,
        join: impl AsyncFnOnce(Arc<Transport>) -> Result<Connection, E>,
    ) -> Result<Self, E> {
        let (near, far) = duplex(bytes);
        let connection = join(Arc::new(Transport::accept(far).await)).await?;
        let socket = WebSocketStream::from_raw_socket(near, Role::Client, None).await;
        Ok(Self {
            connection,
            socket,
            heard: VecDeque::new(),
            reader: PackedReader::default(),
        })
    }

    pub async fn say(&self, message: ClientMessage) -> Result<(), Gone> {
        self.connection.send(message).await
    }

    /// Reads until a message satisfies the condition, and returns it.
    pub async fn until(&mut self, so: impl Fn(&Value) -> bool) -> Value {
        loop {
            while let Some(message) = self.heard.pop_front() {
                if so(&message) {
                    return message;
                }
            }
            let message = self.socket.next().await.unwrap().unwrap();
            self.hear(message);
        }
    }

    /// Returns all messages that have arrived, without waiting for more.
    pub fn waiting(&mut self) -> Vec<Value> {
        self.listen();
        self.heard.drain(..).collect()
    }

    /// Returns whether any message has arrived.
    pub fn is_told(&mut self) -> bool {
        self.listen();
        !self.heard.is_empty()
    }

    fn listen(&mut self) {
        // `unconstrained` disables the cooperative budget of the task. A test that checks hundreds
        // of visitors at once would exhaust it, and this loop would then miss messages.
        while let Some(Some(Ok(message))) = unconstrained(self.socket.next()).now_or_never() {
            self.hear(message);
        }
    }

    fn hear(&mut self, message: Message) {
        match message {
            Message::Text(text) => self.heard.extend(self.reader.read(&text).unwrap()),
            other => panic!("{other}"),
        }
    }
}

/// Converts a browser's message from JSON.
pub fn message_of(message: &Value) -> ClientMessage {
    message.to_string().parse().unwrap()
}
