//! Someone in a room without a browser: over a connection in memory, of which the test holds the far end.

use std::{collections::VecDeque, ops::AsyncFnOnce, sync::Arc};

use futures_util::{FutureExt, StreamExt};
use senda::{
    actor::{Connection, Gone},
    transport::Transport,
};
use senda_room::protocol::ClientMessage;
use senda_wire::Follower;
use serde_json::Value;
use tokio::{
    io::{DuplexStream, duplex},
    task::coop::unconstrained,
};
use tokio_tungstenite::{
    WebSocketStream,
    tungstenite::{Message, protocol::Role},
};

/// Bytes that may be under way to someone who reads when the test likes: more than any test says.
const ROOMY: usize = 16 * 1024 * 1024;

/// Someone in a room.
#[derive(Debug)]
pub struct Visitor {
    pub connection: Connection,
    socket: WebSocketStream<DuplexStream>,
    /// What has come and was not looked at.
    heard: VecDeque<Value>,
    follower: Follower,
}

impl Visitor {
    /// Comes by `join`.
    pub async fn come<E>(
        join: impl AsyncFnOnce(Arc<Transport>) -> Result<Connection, E>,
    ) -> Result<Self, E> {
        Self::come_over(ROOMY, join).await
    }

    /// Comes over a connection on which so many bytes are under way at most.
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
            follower: Follower::default(),
        })
    }

    pub async fn say(&self, message: ClientMessage) -> Result<(), Gone> {
        self.connection.say(message).await
    }

    /// Reads until a message is so, and returns it.
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

    /// Everything that has come; nobody is waited for.
    pub fn waiting(&mut self) -> Vec<Value> {
        self.listen();
        self.heard.drain(..).collect()
    }

    /// Whether anything has come.
    pub fn is_told(&mut self) -> bool {
        self.listen();
        !self.heard.is_empty()
    }

    fn listen(&mut self) {
        // A test that looks at hundreds of them at once does not wait in between.
        while let Some(Some(Ok(message))) = unconstrained(self.socket.next()).now_or_never() {
            self.hear(message);
        }
    }

    fn hear(&mut self, message: Message) {
        match message {
            Message::Text(text) => self.heard.extend(self.follower.hear(&text).unwrap()),
            other => panic!("{other}"),
        }
    }
}

/// What a browser says.
pub fn message_of(message: &Value) -> ClientMessage {
    message.to_string().parse().unwrap()
}
