//! A person with a session, who opens rooms and connects to them.

use std::{
    net::{IpAddr, SocketAddr},
    time::Duration,
};

use serde_json::{Value, json};
use tokio::{net::TcpStream, time::timeout};

use crate::{Error, http::request, response::Response, room::RoomConnection, socket::Socket};

/// The name of the current version of the protocol, which is the subprotocol of its WebSockets.
pub const PROTOCOL: &str = "senda.v2";

/// The timeout of a new client.
const TIMEOUT: Duration = Duration::from_secs(30);

/// A person at a server, as far as the server can tell: an address and a session cookie. A clone is
/// another device of the same person.
#[derive(Clone, Debug)]
pub struct Client {
    /// The address of the server.
    pub server: SocketAddr,
    /// The session cookie as `name=value`. It is empty before the first session.
    pub cookie: String,
    /// The address in the `x-forwarded-for` header, for a server that trusts its proxy. It lets
    /// many people on one machine have rate limits of their own.
    pub forwarded_for: Option<IpAddr>,
    /// The time to wait for a response or a message.
    pub timeout: Duration,
}

impl Client {
    /// Creates a client without a session.
    pub fn new(server: SocketAddr) -> Self {
        Self {
            server,
            cookie: String::new(),
            forwarded_for: None,
            timeout: TIMEOUT,
        }
    }

    /// Creates a session and gives the person a name.
    ///
    /// # Errors
    /// Returns [`Error::Refused`] if the server admits no more people or rejects the name.
    pub async fn arrive(&mut self, name: &str) -> Result<(), Error> {
        self.create_session().await?;
        self.set_name(name).await
    }

    /// Creates a session, or renews the one that the cookie is of.
    ///
    /// # Errors
    /// Returns [`Error::Refused`] if the server admits no more people.
    pub async fn create_session(&mut self) -> Result<(), Error> {
        let response = self.send("POST", "/api/session", &json!({})).await?;
        if let Some(cookie) = expect(response, 200)?.cookie() {
            cookie.clone_into(&mut self.cookie);
        }
        Ok(())
    }

    /// Changes the name of the person.
    ///
    /// # Errors
    /// Returns [`Error::Refused`] if the server rejects the name.
    pub async fn set_name(&self, name: &str) -> Result<(), Error> {
        let name = json!({ "name": name });
        let response = self.send("PUT", "/api/session", &name).await?;
        expect(response, 200).map(drop)
    }

    /// Creates a room and returns its id.
    ///
    /// # Errors
    /// Returns [`Error::Refused`] if the server rejects the settings or creates no room now.
    pub async fn create_room(&self, settings: &Value) -> Result<String, Error> {
        let body = json!({ "settings": settings });
        let response = expect(self.send("POST", "/api/rooms", &body).await?, 201)?;
        let room = response.json().unwrap_or_default();
        let room = room["room"].as_str().map(str::to_owned);
        room.ok_or(Error::Malformed("a room without an id"))
    }

    /// Connects to a room and waits for its view.
    ///
    /// # Errors
    /// Returns [`Error::Refused`] or [`Error::Closed`] if the room does not admit the person.
    pub async fn join(&self, room: &str) -> Result<RoomConnection, Error> {
        let socket = self.socket(&format!("/api/rooms/{room}/socket")).await?;
        self.first_view(socket).await
    }

    /// Connects to a room again and gets what came after the version that `before` has. It records
    /// messages if `before` does.
    ///
    /// # Errors
    /// Returns the same errors as [`Client::join`].
    pub async fn rejoin(
        &self,
        room: &str,
        before: &RoomConnection,
    ) -> Result<RoomConnection, Error> {
        let (epoch, version) = (before.epoch, before.version);
        let path = format!("/api/rooms/{room}/socket?epoch={epoch}&version={version}");
        let mut room = RoomConnection::new(self.socket(&path).await?, self.timeout);
        (room.epoch, room.version) = (epoch, version);
        room.happenings.clone_from(&before.happenings);
        room.record = before.record.as_ref().map(|_| Vec::new());
        room.until(|room| !room.view.is_null()).await?;
        Ok(room)
    }

    /// Connects to a room as a program, which plays on the seat that the host has made the token
    /// for, and waits for the room's view. It needs no session.
    ///
    /// # Errors
    /// Returns [`Error::Closed`] with the code 4502 if the token is not, or no longer, that of a
    /// seat.
    pub async fn join_as_program(&self, room: &str, token: &str) -> Result<RoomConnection, Error> {
        let path = format!("/api/rooms/{room}/socket");
        let bearer = format!("Bearer {token}");
        let headers = [
            ("authorization", &*bearer),
            ("sec-websocket-protocol", PROTOCOL),
        ];
        let open =
            async { Socket::open(self.connect().await?, self.server, &path, &headers).await };
        let (socket, _) = self.in_time(open).await?;
        self.first_view(socket).await
    }

    async fn first_view(&self, socket: Socket) -> Result<RoomConnection, Error> {
        let mut room = RoomConnection::new(socket, self.timeout);
        room.until(|room| room.version > 0).await?;
        Ok(room)
    }

    /// Sends a request with a JSON body and the headers of a page of the server. Returns the
    /// response, whatever its status.
    ///
    /// # Errors
    /// Returns an error if there is no response within the timeout.
    pub async fn send(&self, method: &str, path: &str, body: &Value) -> Result<Response, Error> {
        let own = self.headers();
        let mut headers = vec![
            ("content-type", "application/json"),
            ("sec-fetch-site", "same-origin"),
        ];
        headers.extend(own.iter().map(|(name, value)| (*name, &**value)));
        let body = body.to_string();
        let response = request(self.server, method, path, &headers, body.as_bytes());
        self.in_time(response).await
    }

    /// Opens a WebSocket at that path, as a page of the server does.
    ///
    /// # Errors
    /// Returns [`Error::Refused`] if the server refuses the handshake.
    pub async fn socket(&self, path: &str) -> Result<Socket, Error> {
        self.socket_with(PROTOCOL, path).await
    }

    /// Opens a WebSocket with that subprotocol.
    ///
    /// # Errors
    /// Returns [`Error::Refused`] if the server refuses the handshake.
    pub async fn socket_with(&self, protocol: &str, path: &str) -> Result<Socket, Error> {
        let open = async {
            self.socket_over(self.connect().await?, protocol, path)
                .await
        };
        self.in_time(open).await
    }

    /// Opens a WebSocket with that subprotocol over a connection that the caller provides. There is
    /// no timeout.
    ///
    /// # Errors
    /// Returns [`Error::Refused`] if the server refuses the handshake.
    pub async fn socket_over(
        &self,
        stream: TcpStream,
        protocol: &str,
        path: &str,
    ) -> Result<Socket, Error> {
        let own = self.headers();
        let mut headers = vec![("sec-websocket-protocol", protocol)];
        headers.extend(own.iter().map(|(name, value)| (*name, &**value)));
        let (socket, _) = Socket::open(stream, self.server, path, &headers).await?;
        Ok(socket)
    }

    /// Opens a connection that sends small messages at once.
    async fn connect(&self) -> Result<TcpStream, Error> {
        let stream = TcpStream::connect(self.server).await?;
        stream.set_nodelay(true)?;
        Ok(stream)
    }

    /// Returns the headers by which the server knows the person and the page.
    fn headers(&self) -> Vec<(&'static str, String)> {
        let origin = format!("http://{}", self.server);
        let mut headers = vec![("origin", origin), ("cookie", self.cookie.clone())];
        let forwarded = self.forwarded_for.map(|from| from.to_string());
        headers.extend(forwarded.map(|from| ("x-forwarded-for", from)));
        headers
    }

    async fn in_time<T>(&self, done: impl Future<Output = Result<T, Error>>) -> Result<T, Error> {
        timeout(self.timeout, done)
            .await
            .unwrap_or(Err(Error::Timeout))
    }
}

/// Returns the response if it has that status.
fn expect(response: Response, status: u16) -> Result<Response, Error> {
    if response.status == status {
        Ok(response)
    } else {
        Err(Error::Refused(Box::new(response)))
    }
}
