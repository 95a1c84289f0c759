//! A WebSocket to the server, with the decoder of its messages.

use anyhow::{Context, Result, bail};
use futures_util::{SinkExt, StreamExt};
use senda_wire::Follower;
use tokio::{net::TcpStream, time::timeout};
use tokio_tungstenite::{
    WebSocketStream, client_async,
    tungstenite::{ClientRequestBuilder, Message, Utf8Bytes},
};

use super::{
    http::{Browser, PATIENCE},
    tally::{OpenSocket, Tally},
};

/// An open WebSocket.
#[derive(Debug)]
pub(crate) struct Socket {
    stream: WebSocketStream<TcpStream>,
    open: OpenSocket,
    follower: Follower,
}

impl Socket {
    /// Opens the socket at that path.
    pub async fn open(browser: &Browser, path: &str, tally: &Tally) -> Result<Self> {
        let uri = format!("ws://{}{path}", browser.server);
        let request = ClientRequestBuilder::new(uri.parse()?)
            .with_header("origin", format!("http://{}", browser.server))
            .with_header("cookie", &browser.cookie)
            .with_header("x-forwarded-for", browser.from.to_string())
            .with_sub_protocol("senda.v2");
        let open = async {
            let stream = TcpStream::connect(browser.server).await?;
            stream.set_nodelay(true)?;
            anyhow::Ok(client_async(request, stream).await?.0)
        };
        Ok(Self {
            stream: timeout(PATIENCE, open).await??,
            open: tally.socket(),
            follower: Follower::default(),
        })
    }

    /// Sends a text message to the server.
    pub async fn say(&mut self, text: &str) -> Result<()> {
        let said = self.stream.send(Message::text(text));
        Ok(timeout(PATIENCE, said).await??)
    }

    /// Returns the next message as plain JSON; a step comes out as the equivalent update. Returns
    /// an error when the socket has ended. It is cancel safe.
    pub async fn hear(&mut self) -> Result<Utf8Bytes> {
        loop {
            let text = self.packed().await?;
            match self.follower.hear(&text) {
                Ok(None) => {}
                Ok(Some(message)) => return Ok(message.to_string().into()),
                // The caller reports that the text can't be read.
                Err(_) => return Ok(text),
            }
        }
    }

    /// Returns the next message in its packed form. A run with thousands of spectators uses this,
    /// since in reality each of them would unpack it on a device of their own. Returns an error
    /// when the socket has ended. It is cancel safe.
    pub async fn packed(&mut self) -> Result<Utf8Bytes> {
        loop {
            match self.stream.next().await.context("ended")?? {
                Message::Text(text) => {
                    self.open.came(text.len());
                    return Ok(text);
                }
                Message::Close(frame) => {
                    let code = frame.map_or(1005, |frame| frame.code.into());
                    self.open.closed(code);
                    bail!("closed with {code}");
                }
                _ => {}
            }
        }
    }
}
