//! A minimal browser for the tests: it sends HTTP requests, and keeps the state from a socket's
//! messages in fields.

use std::{
    fmt::Write,
    net::SocketAddr,
    sync::atomic::{AtomicU32, Ordering},
    time::Duration,
};

use futures_util::{SinkExt, StreamExt};
use senda_wire::Follower;
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};
use tokio_tungstenite::{
    WebSocketStream, client_async,
    tungstenite::{self, Message, client::IntoClientRequest, http::HeaderValue},
};

/// A timeout that is longer than any step takes, so that a test that waits in vain ends.
const PATIENCE: Duration = Duration::from_secs(30);

/// A response over HTTP.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Reply {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(key, _)| key == name)
            .map(|(_, value)| value.as_str())
    }

    /// Returns the values of all headers of that name.
    pub fn headers(&self, name: &str) -> Vec<&str> {
        let named = self.headers.iter().filter(|(key, _)| key == name);
        named.map(|(_, value)| value.as_str()).collect()
    }

    /// Returns the name and value of the first cookie that is set, without its attributes.
    pub fn cookie(&self) -> &str {
        let (cookie, _) = self.header("set-cookie").unwrap().split_once(';').unwrap();
        cookie
    }

    /// Returns the response to a rejected handshake.
    pub fn refused<T>(answer: Result<T, Box<tungstenite::Error>>) -> Self {
        let response = match answer.map_err(|error| *error) {
            Err(tungstenite::Error::Http(response)) => response,
            Err(error) => panic!("{error}"),
            Ok(_) => panic!("let in"),
        };
        let text = |value: &HeaderValue| value.to_str().unwrap().to_owned();
        let headers = response.headers().iter();
        Self {
            status: response.status().as_u16(),
            headers: headers
                .map(|(name, value)| (name.to_string(), text(value)))
                .collect(),
            body: response.body().clone().unwrap_or_default(),
        }
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
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
    let mut stream = TcpStream::connect(address).await.unwrap();
    let mut head = format!("{method} {path} HTTP/1.1\r\nconnection: close\r\n");
    if !headers.iter().any(|(name, _)| *name == "host") {
        write!(head, "host: {address}\r\n").unwrap();
    }
    for (name, value) in headers {
        write!(head, "{name}: {value}\r\n").unwrap();
    }
    write!(head, "content-length: {}\r\n\r\n", body.len()).unwrap();
    stream.write_all(head.as_bytes()).await.unwrap();
    // A server may reject a request before it has read all of it.
    let _ = stream.write_all(body).await;
    let mut answer = Vec::new();
    timeout(PATIENCE, stream.read_to_end(&mut answer))
        .await
        .unwrap()
        .unwrap();
    let end = answer
        .windows(4)
        .position(|four| four == b"\r\n\r\n")
        .unwrap();
    let head = String::from_utf8(answer[..end].to_vec()).unwrap();
    let mut lines = head.split("\r\n");
    let status = lines.next().unwrap()[9..12].parse().unwrap();
    let pair = |line: &str| {
        line.split_once(": ")
            .map(|(k, v)| (k.to_lowercase(), v.to_owned()))
            .unwrap()
    };
    Reply {
        status,
        headers: lines.map(pair).collect(),
        body: answer[end + 4..].to_vec(),
    }
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
        let mut browser = Self {
            address,
            cookie: String::new(),
        };
        let reply = browser.send("POST", "/api/session", &json!({})).await;
        assert_eq!(reply.status, 200);
        browser.cookie = reply.cookie().to_owned();
        let reply = browser
            .send("PUT", "/api/session", &json!({ "name": name }))
            .await;
        assert_eq!((reply.status, reply.json()), (200, json!({ "name": name })));
        browser
    }

    /// Sends JSON with the headers that a page of the server sends.
    pub async fn send(&self, method: &str, path: &str, body: &Value) -> Reply {
        let origin = format!("http://{}", self.address);
        let headers = [
            ("content-type", "application/json"),
            ("cookie", &*self.cookie),
            ("origin", &*origin),
            ("sec-fetch-site", "same-origin"),
        ];
        ask(
            self.address,
            method,
            path,
            &headers,
            body.to_string().as_bytes(),
        )
        .await
    }

    /// Creates a room and returns its id.
    pub async fn room(&self, settings: Value) -> String {
        let reply = self
            .send("POST", "/api/rooms", &json!({ "settings": settings }))
            .await;
        assert_eq!(
            reply.status,
            201,
            "{}",
            String::from_utf8_lossy(&reply.body)
        );
        reply.json()["room"].as_str().unwrap().to_owned()
    }

    /// Opens a room in a tab, and waits for its first view.
    pub async fn enter(&self, room: &str) -> Tab {
        let mut tab = self.tab(&format!("/api/rooms/{room}/socket")).await;
        tab.until(|tab| tab.version > 0).await;
        tab
    }

    /// Opens a room again in a tab that has had it before, and waits for its view.
    pub async fn come_back(&self, room: &str, before: &Tab) -> Tab {
        let (epoch, version) = (before.epoch, before.version);
        let path = format!("/api/rooms/{room}/socket?epoch={epoch}&version={version}");
        let mut tab = self.tab(&path).await;
        (tab.epoch, tab.version) = (epoch, version);
        tab.happenings.clone_from(&before.happenings);
        tab.until(|tab| tab.view != Value::Null).await;
        tab
    }

    /// Opens a socket in a new tab.
    pub async fn tab(&self, path: &str) -> Tab {
        let stream = TcpStream::connect(self.address).await.unwrap();
        self.tab_on(stream, path).await
    }

    /// Returns the response to a socket that is rejected.
    pub async fn refused(&self, path: &str) -> Reply {
        let stream = TcpStream::connect(self.address).await.unwrap();
        Reply::refused(self.try_tab_on(stream, path).await)
    }

    /// Opens a socket on a connection that the test provides.
    pub async fn tab_on(&self, stream: TcpStream, path: &str) -> Tab {
        self.try_tab_on(stream, path).await.unwrap()
    }

    /// Opens a socket on a connection that the test provides, or returns the error of the
    /// handshake.
    pub async fn try_tab_on(
        &self,
        stream: TcpStream,
        path: &str,
    ) -> Result<Tab, Box<tungstenite::Error>> {
        let origin = format!("http://{}", self.address);
        let headers = [
            ("origin", &*origin),
            ("cookie", &*self.cookie),
            ("sec-websocket-protocol", "senda.v2"),
        ];
        let (socket, _) = handshake_on(stream, self.address, path, &headers).await?;
        Ok(Tab::of(socket))
    }
}

impl Tab {
    /// Returns a tab on an open socket.
    pub fn of(socket: Socket) -> Self {
        Self {
            socket,
            you: Value::Null,
            epoch: 0,
            version: 0,
            view: Value::Null,
            happenings: Vec::new(),
            presence: Value::Null,
            chat: Vec::new(),
            rooms: Value::Null,
            closing: None,
            naks: Vec::new(),
            hints: Vec::new(),
            frames: Vec::new(),
            follower: Follower::default(),
        }
    }
}

pub type Socket = WebSocketStream<TcpStream>;

/// Requests a WebSocket with exactly these headers.
pub async fn handshake(
    address: SocketAddr,
    path: &str,
    headers: &[(&'static str, &str)],
) -> Result<(Socket, tungstenite::handshake::client::Response), Box<tungstenite::Error>> {
    let stream = TcpStream::connect(address).await.unwrap();
    handshake_on(stream, address, path, headers).await
}

async fn handshake_on(
    stream: TcpStream,
    address: SocketAddr,
    path: &str,
    headers: &[(&'static str, &str)],
) -> Result<(Socket, tungstenite::handshake::client::Response), Box<tungstenite::Error>> {
    let mut request = format!("ws://{address}{path}")
        .into_client_request()
        .unwrap();
    for (name, value) in headers {
        request
            .headers_mut()
            .insert(*name, HeaderValue::from_str(value).unwrap());
    }
    timeout(PATIENCE, client_async(request, stream))
        .await
        .unwrap()
        .map_err(Box::new)
}

/// A tab that shows a room or the lobby.
pub struct Tab {
    pub socket: Socket,
    pub you: Value,
    pub epoch: u64,
    pub version: u64,
    pub view: Value,
    pub happenings: Vec<Value>,
    pub presence: Value,
    pub chat: Vec<Value>,
    pub rooms: Value,
    pub closing: Option<u64>,
    pub naks: Vec<Value>,
    pub hints: Vec<Value>,
    /// All received messages as plain JSON. A diff is recorded as the equivalent update.
    pub frames: Vec<String>,
    follower: Follower,
}

impl Tab {
    /// Reads one message and updates the fields with it. The error is the code that closed the
    /// socket, or 1006 if there was none.
    pub async fn read(&mut self) -> Result<Value, u16> {
        loop {
            match timeout(PATIENCE, self.socket.next())
                .await
                .expect("a message in time")
            {
                Some(Ok(Message::Text(text))) => {
                    let Some(message) = self.follower.hear(&text).unwrap() else {
                        continue;
                    };
                    self.frames.push(message.to_string());
                    self.fold(&message);
                    return Ok(message);
                }
                Some(Ok(Message::Close(Some(frame)))) => return Err(frame.code.into()),
                Some(Ok(Message::Close(None)) | Err(_)) | None => return Err(1006),
                Some(Ok(_)) => {}
            }
        }
    }

    fn fold(&mut self, message: &Value) {
        match message["type"].as_str().unwrap() {
            "you" => self.you = message.clone(),
            "update" => {
                let number = |key: &str| message[key].as_u64().unwrap();
                assert!(number("version") >= number("from"));
                let happenings = message["happenings"].as_array().unwrap();
                if number("epoch") != self.epoch || number("from") == 0 {
                    self.happenings.clear();
                } else {
                    assert!(number("from") <= self.version, "no gap");
                }
                let known = self.happenings.last().map_or(0, |_| self.version);
                let is_new = |told: &&Value| told["version"].as_u64() > Some(known);
                self.happenings
                    .extend(happenings.iter().filter(is_new).cloned());
                (self.epoch, self.version) = (number("epoch"), number("version"));
                self.view = message["view"].clone();
            }
            "presence" => self.presence = message.clone(),
            "chat" => {
                if message["all"] == true {
                    self.chat.clear();
                }
                self.chat
                    .extend_from_slice(message["lines"].as_array().unwrap());
            }
            "rooms" => self.rooms = message["rooms"].clone(),
            "closing" => self.closing = message["again_ms"].as_u64(),
            "nak" => self.naks.push(message.clone()),
            "hint" => self.hints.push(message.clone()),
            "ack" | "pong" => {}
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
        self.socket.send(Message::text(text)).await.unwrap();
    }

    /// Sends a command without waiting, and returns its id.
    pub async fn order(&mut self, mut message: Value) -> String {
        // The id is unique across all tabs of the process, including closed ones.
        static COMMANDS: AtomicU32 = AtomicU32::new(0);
        let id = format!("c{}", COMMANDS.fetch_add(1, Ordering::Relaxed));
        message["id"] = id.clone().into();
        self.text(&message.to_string()).await;
        id
    }

    /// Reads the response to a command: the version that it created, or the problem.
    pub async fn answer(&mut self, id: &str) -> Result<u64, Value> {
        loop {
            let message = self.read().await.expect("an open socket");
            match (message["type"].as_str(), message["id"].as_str()) {
                (Some("ack"), Some(of)) if of == id => {
                    return Ok(message["version"].as_u64().unwrap());
                }
                (Some("nak"), Some(of)) if of == id => return Err(message["problem"].clone()),
                _ => {}
            }
        }
    }

    /// Sends a command and waits for its response.
    pub async fn command(&mut self, message: Value) -> Result<u64, Value> {
        let id = self.order(message).await;
        self.answer(&id).await
    }

    /// Sends a command that must succeed, and waits until the tab has its version.
    pub async fn must(&mut self, message: Value) -> u64 {
        let version = self
            .command(message.clone())
            .await
            .unwrap_or_else(|problem| panic!("{message}: {problem}"));
        self.until(|tab| tab.version >= version).await;
        version
    }

    pub fn game(&self) -> &Value {
        &self.view["game"]
    }

    pub fn seat(&self) -> Option<u64> {
        self.you["seat"].as_u64()
    }
}
