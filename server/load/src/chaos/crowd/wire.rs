//! The public protocol, as a browser speaks it.

use std::{net::SocketAddr, time::Duration};

use anyhow::{Context, Result, bail, ensure};
use futures_util::{SinkExt, StreamExt};
use serde_json::Value;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};
use tokio_tungstenite::{
    WebSocketStream, client_async,
    tungstenite::{ClientRequestBuilder, Message},
};

/// For an answer; then it counts as lost.
const PATIENCE: Duration = Duration::from_secs(15);

/// Someone's browser.
#[derive(Clone, Debug)]
pub(super) struct Browser {
    pub server: SocketAddr,
    /// The address that it says it comes from.
    pub from: String,
    pub cookie: String,
}

/// An open socket.
pub(super) struct Socket(WebSocketStream<TcpStream>);

impl Browser {
    /// Asks over HTTP; the answer's status, cookie and body.
    pub async fn ask(
        &self,
        method: &str,
        path: &str,
        body: &Value,
    ) -> Result<(u16, String, Value)> {
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
        let status = head.get(9..12).context("no status")?.parse()?;
        let cookie = head
            .lines()
            .find_map(|line| line.strip_prefix("set-cookie: "))
            .and_then(|cookie| cookie.split(';').next());
        let cookie = cookie.unwrap_or_default().to_owned();
        Ok((status, cookie, serde_json::from_str(body)?))
    }

    /// Comes to the server for the first time, under that name.
    pub async fn arrive(&mut self, name: &str) -> Result<()> {
        let (status, cookie, _) = self
            .ask("POST", "/api/session", &serde_json::json!({}))
            .await?;
        ensure!(status == 200, "no session: {status}");
        if !cookie.is_empty() {
            self.cookie = cookie;
        }
        let name = serde_json::json!({ "name": name });
        let (status, _, _) = self.ask("PUT", "/api/session", &name).await?;
        ensure!(status == 200, "no name: {status}");
        Ok(())
    }

    /// Opens the socket of a room.
    pub async fn enter(&self, room: &str) -> Result<Socket> {
        let uri = format!("ws://{}/api/rooms/{room}/socket", self.server);
        let request = ClientRequestBuilder::new(uri.parse()?)
            .with_header("origin", format!("http://{}", self.server))
            .with_header("cookie", &self.cookie)
            .with_header("x-forwarded-for", &self.from)
            .with_sub_protocol("senda.v1");
        let open = async {
            let stream = TcpStream::connect(self.server).await?;
            stream.set_nodelay(true)?;
            anyhow::Ok(client_async(request, stream).await?.0)
        };
        Ok(Socket(timeout(PATIENCE, open).await??))
    }
}

impl Socket {
    /// Says something.
    pub async fn say(&mut self, text: &str) -> Result<()> {
        Ok(timeout(PATIENCE, self.0.send(Message::text(text))).await??)
    }

    /// The next message; an error when the socket has ended. Can be given up at any point.
    pub async fn hear(&mut self) -> Result<String> {
        loop {
            match self.0.next().await.context("ended")?? {
                Message::Text(text) => return Ok(text.to_string()),
                Message::Close(_) => bail!("closed"),
                _ => {}
            }
        }
    }
}
