//! An HTTP client that behaves as a browser does, as far as the server can see.

use std::{
    net::{IpAddr, Ipv4Addr, SocketAddr},
    time::Duration,
};

use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};

/// The time to wait for a response, after which it counts as lost.
pub(super) const PATIENCE: Duration = Duration::from_secs(15);

/// The browser of one person, with its session cookie.
#[derive(Clone, Debug)]
pub(crate) struct Browser {
    pub server: SocketAddr,
    /// The address in the `x-forwarded-for` header. Each person has a different one, so that the
    /// people on this machine do not share the rate limits of one address.
    pub from: IpAddr,
    pub cookie: String,
}

/// The response to a request.
#[derive(Debug)]
pub(crate) struct Reply {
    pub status: u16,
    pub cookie: Option<String>,
    /// The number of seconds in the `retry-after` header, if there is one.
    pub again: Option<u64>,
    pub body: Value,
}

/// The error of a server that throttles this address. It must be started with `--trust-proxy`, so
/// that it uses the addresses in the `x-forwarded-for` headers.
#[derive(Copy, Clone, Debug, thiserror::Error)]
#[error("the server takes no more from one address: start it with --trust-proxy")]
pub(crate) struct NotTrusted;

/// The error of a server that rejects the settings of a room, and would reject them again.
#[derive(Clone, Debug, thiserror::Error)]
#[error("the server does not understand what is asked of it: {0}")]
pub(crate) struct NotUnderstood(Value);

impl Browser {
    /// Creates the browser of the person with that number.
    pub fn new(server: SocketAddr, number: u32) -> Self {
        let [_, high, middle, low] = number.to_be_bytes();
        Self::at(server, Ipv4Addr::new(10, high, middle, low).into())
    }

    /// Creates a browser at that address.
    pub fn at(server: SocketAddr, from: IpAddr) -> Self {
        Self {
            server,
            from,
            cookie: String::new(),
        }
    }

    /// Sends an HTTP request and returns the response.
    pub async fn ask(&self, method: &str, path: &str, body: &Value) -> Result<Reply> {
        let body = body.to_string();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {0}\r\norigin: http://{0}\r\nconnection: close\r\n\
             x-forwarded-for: {1}\r\ncookie: {2}\r\ncontent-type: application/json\r\n\
             content-length: {3}\r\n\r\n{body}",
            self.server,
            self.from,
            self.cookie,
            body.len()
        );
        let talk = async {
            let mut stream = TcpStream::connect(self.server).await?;
            stream.write_all(request.as_bytes()).await?;
            let mut answer = String::new();
            stream.read_to_string(&mut answer).await?;
            anyhow::Ok(answer)
        };
        let answer = timeout(PATIENCE, talk).await??;
        let (head, body) = answer.split_once("\r\n\r\n").context("half an answer")?;
        let header = |name: &str| head.lines().find_map(|line| line.strip_prefix(name));
        let cookie = header("set-cookie: ").and_then(|cookie| cookie.split(';').next());
        Ok(Reply {
            status: head.get(9..12).context("no status")?.parse()?,
            cookie: cookie.map(str::to_owned),
            again: header("retry-after: ").and_then(|again| again.parse().ok()),
            body: serde_json::from_str(body).context("a body that is no JSON")?,
        })
    }

    /// Starts a session, and sets the person's name.
    ///
    /// # Errors
    /// Returns [`NotTrusted`] if the server throttles this address, or another error if the server
    /// can't be reached or rejects the request.
    pub async fn arrive(&mut self, name: &str) -> Result<()> {
        let reply = self.ask("POST", "/api/session", &json!({})).await?;
        match reply.status {
            200 => {}
            429 => bail!(NotTrusted),
            other => bail!("no session: {other}"),
        }
        if let Some(cookie) = reply.cookie {
            self.cookie = cookie;
        }
        let renamed = json!({ "name": name });
        let reply = self.ask("PUT", "/api/session", &renamed).await?;
        ensure!(reply.status == 200, "no name: {}", reply.status);
        Ok(())
    }

    /// Creates a room and returns its name.
    ///
    /// # Errors
    /// Returns [`NotUnderstood`] if the server rejects the settings, or another error if it creates
    /// no room now.
    pub async fn open(&self, settings: Value) -> Result<String> {
        let body = json!({ "settings": settings });
        let reply = self.ask("POST", "/api/rooms", &body).await?;
        ensure!(reply.status != 400, NotUnderstood(reply.body));
        ensure!(reply.status == 201, "no room: {}", reply.status);
        let room = reply.body["room"]
            .as_str()
            .context("a room without a name")?;
        Ok(room.to_owned())
    }
}
