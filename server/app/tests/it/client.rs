//! Clients of a server under test. They panic where the server does not do as a test expects, and
//! keep every message that they receive.

use std::{
    net::SocketAddr,
    ops::{Deref, DerefMut},
    time::Duration,
};

use senda_client::{Client, Error, PROTOCOL, Response, RoomConnection, Socket, request};
use serde_json::{Value, json};
use tokio::{net::TcpStream, time::timeout};

use crate::described::check_answer;

/// A timeout that is longer than any step takes, so that a test that waits in vain ends.
const PATIENCE: Duration = Duration::from_secs(30);

/// A response over HTTP.
#[derive(Debug)]
pub struct Reply(pub Response);

impl Deref for Reply {
    type Target = Response;

    fn deref(&self) -> &Response {
        &self.0
    }
}

impl Reply {
    /// Returns the name and value of the first cookie that is set, without its attributes.
    pub fn cookie(&self) -> &str {
        self.0.cookie().unwrap()
    }

    /// Returns the response to a refused handshake.
    pub fn refused<T>(answer: Result<T, Error>) -> Self {
        match answer {
            Err(Error::Refused(response)) => Self(*response),
            Err(error) => panic!("{error}"),
            Ok(_) => panic!("let in"),
        }
    }

    pub fn json(&self) -> Value {
        self.0.json().unwrap()
    }

    /// Returns the status and the code of a problem.
    pub fn problem(&self) -> (u16, String) {
        assert_eq!(
            self.header("content-type"),
            Some("application/problem+json")
        );
        let body = self.json();
        assert_eq!(body["status"], self.status);
        for key in ["type", "title"] {
            assert!(body[key].is_string(), "{body} has no {key}");
        }
        (self.status, body["code"].as_str().unwrap().to_owned())
    }
}

/// Sends a request and reads the whole response.
pub async fn ask(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &[u8],
) -> Reply {
    let response = timeout(PATIENCE, request(address, method, path, headers, body));
    let response = response.await.unwrap().unwrap();
    check_answer(method, path, &response);
    Reply(response)
}

/// A browser with the session cookie of one player.
#[derive(Clone, Debug)]
pub struct Browser {
    pub address: SocketAddr,
    pub cookie: String,
}

/// Returns the settings of a room without a clock.
pub fn settings() -> Value {
    json!({
        "options": { "game": "tsuro", "preset": "2020" },
        "clock": { "type": "none" },
        "first": { "type": "draw" },
        "public": true,
    })
}

impl Browser {
    /// Opens the first session of a new player.
    pub async fn arrive(address: SocketAddr, name: &str) -> Self {
        let mut client = Client::new(address);
        client.create_session().await.unwrap();
        let browser = Self {
            address,
            cookie: client.cookie,
        };
        let reply = browser
            .send("PUT", "/api/session", &json!({ "name": name }))
            .await;
        assert_eq!((reply.status, reply.json()), (200, json!({ "name": name })));
        browser
    }

    fn client(&self) -> Client {
        Client {
            cookie: self.cookie.clone(),
            timeout: PATIENCE,
            ..Client::new(self.address)
        }
    }

    /// Sends JSON with the headers that a page of the server sends.
    pub async fn send(&self, method: &str, path: &str, body: &Value) -> Reply {
        let response = self.client().send(method, path, body).await.unwrap();
        check_answer(method, path, &response);
        Reply(response)
    }

    /// Creates a room and returns its id.
    pub async fn room(&self, settings: Value) -> String {
        let room = self.client().create_room(&settings).await;
        room.unwrap_or_else(|error| panic!("{settings}: {error:?}"))
    }

    /// Opens a room in a tab, and waits for its first view.
    pub async fn enter(&self, room: &str) -> Tab {
        let mut tab = self.tab(&format!("/api/rooms/{room}/socket")).await;
        tab.until(|tab| tab.version > 0).await;
        tab
    }

    /// Opens a room again in a tab that has had it before, and waits for its view.
    pub async fn come_back(&self, room: &str, before: &Tab) -> Tab {
        Tab(self.client().rejoin(room, before).await.unwrap())
    }

    /// Opens a socket in a new tab.
    pub async fn tab(&self, path: &str) -> Tab {
        Tab::of(self.client().socket(path).await.unwrap())
    }

    /// Returns the response to a socket that is refused.
    pub async fn refused(&self, path: &str) -> Reply {
        Reply::refused(self.client().socket(path).await)
    }

    /// Opens a socket on a connection that the test provides.
    pub async fn tab_on(&self, stream: TcpStream, path: &str) -> Tab {
        self.try_tab_on(stream, path).await.unwrap()
    }

    /// Opens a socket on a connection that the test provides, or returns the error of the
    /// handshake.
    pub async fn try_tab_on(&self, stream: TcpStream, path: &str) -> Result<Tab, Error> {
        let client = self.client();
        let socket = timeout(PATIENCE, client.socket_over(stream, PROTOCOL, path));
        Ok(Tab::of(socket.await.unwrap()?))
    }
}

/// Requests a WebSocket with exactly these headers.
pub async fn handshake(
    address: SocketAddr,
    path: &str,
    headers: &[(&str, &str)],
) -> Result<(Socket, Response), Error> {
    let stream = TcpStream::connect(address).await.unwrap();
    let opened = timeout(PATIENCE, Socket::open(stream, address, path, headers));
    opened.await.unwrap()
}

/// A tab that shows a room or the lobby.
pub struct Tab(pub RoomConnection);

impl Deref for Tab {
    type Target = RoomConnection;

    fn deref(&self) -> &RoomConnection {
        &self.0
    }
}

impl DerefMut for Tab {
    fn deref_mut(&mut self) -> &mut RoomConnection {
        &mut self.0
    }
}

impl Tab {
    /// Returns a tab on an open socket.
    pub fn of(socket: Socket) -> Self {
        let mut connection = RoomConnection::new(socket, PATIENCE);
        connection.record = Some(Vec::new());
        Self(connection)
    }

    /// Returns all received messages as plain JSON. A step is recorded as the equivalent update.
    pub fn messages(&self) -> &[Value] {
        self.record.as_deref().expect("a record")
    }

    /// Returns the text of all received messages.
    pub fn frames(&self) -> Vec<String> {
        self.messages().iter().map(Value::to_string).collect()
    }

    fn of_type(&self, kind: &str) -> impl DoubleEndedIterator<Item = &Value> {
        let messages = self.messages().iter();
        messages.filter(move |message| message["type"] == kind)
    }

    /// Returns the rejections of commands.
    pub fn naks(&self) -> Vec<&Value> {
        self.of_type("nak").collect()
    }

    /// Returns the hints that the tab has received.
    pub fn hints(&self) -> Vec<&Value> {
        self.of_type("hint").collect()
    }

    /// Returns the last notice of the operator, or `null` if there was none.
    pub fn notice(&self) -> &Value {
        let last = self.of_type("operator_notice").next_back();
        last.map_or(&Value::Null, |message| &message["notice"])
    }

    /// Returns the list of rooms in the lobby, or `null` if it did not arrive yet.
    pub fn rooms(&self) -> &Value {
        let last = self.of_type("rooms").next_back();
        last.map_or(&Value::Null, |message| &message["rooms"])
    }

    /// Reads one message and updates the fields with it. The error is the code that closed the
    /// socket, or 1006 if the connection broke.
    pub async fn read(&mut self) -> Result<Value, u16> {
        let message = match self.receive().await {
            Ok(message) => message,
            Err(Error::Closed(code)) => return Err(code),
            Err(Error::Io(_) | Error::WebSocket(_)) => return Err(1006),
            Err(error) => panic!("{error}"),
        };
        match message["type"].as_str().unwrap() {
            "you" | "update" | "presence" | "chat" | "rooms" | "closing" | "nak" | "hint"
            | "ack" | "pong" | "operator_notice" => Ok(message),
            other => panic!("a message of the type {other}"),
        }
    }

    /// Reads messages until the condition holds.
    pub async fn until(&mut self, so: impl Fn(&Self) -> bool) {
        while !so(self) {
            self.read().await.expect("an open socket");
        }
    }

    /// Reads until the server closes the socket, and returns the close code.
    pub async fn closed(&mut self) -> u16 {
        loop {
            if let Err(code) = self.read().await {
                return code;
            }
        }
    }

    pub async fn text(&mut self, text: &str) {
        self.socket.send(text).await.unwrap();
    }

    /// Sends a command without waiting, and returns its id.
    pub async fn order(&mut self, message: Value) -> String {
        self.send_command(message).await.unwrap()
    }

    /// Reads the response to a command: the version that it created, or the problem.
    pub async fn answer(&mut self, id: &str) -> Result<u64, Value> {
        match self.0.answer(id).await {
            Ok(version) => Ok(version),
            Err(Error::Rejected(problem)) => Err(problem),
            Err(error) => panic!("{error}"),
        }
    }

    /// Sends a command and waits for its response.
    pub async fn command(&mut self, message: Value) -> Result<u64, Value> {
        let id = self.order(message).await;
        self.answer(&id).await
    }

    /// Sends a command that must succeed, and waits until the tab has its version. A command that
    /// came too fast is sent again when the server says so: tests play faster than people.
    pub async fn must(&mut self, message: Value) -> u64 {
        let version = loop {
            match self.command(message.clone()).await {
                Ok(version) => break version,
                Err(problem) if problem["code"] == "too_fast" => {
                    let again = problem["again_ms"].as_u64().expect("a time to wait");
                    tokio::time::sleep(Duration::from_millis(again)).await;
                }
                Err(problem) => panic!("{message}: {problem}"),
            }
        };
        self.until(|tab| tab.version >= version).await;
        version
    }
}
