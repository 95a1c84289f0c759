//! A WebSocket whose messages are counted.

use anyhow::Result;
use senda_client::{Client, Error, PackedReader};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::{
    client::PATIENCE,
    tally::{OpenSocket, Tally},
};

/// An open WebSocket.
#[derive(Debug)]
pub(crate) struct Socket {
    inner: senda_client::Socket,
    open: OpenSocket,
    reader: PackedReader,
}

impl Socket {
    /// Opens the socket at that path.
    pub async fn open(client: &Client, path: &str, tally: &Tally) -> Result<Self, Error> {
        Ok(Self {
            inner: client.socket(path).await?,
            open: tally.socket(),
            reader: PackedReader::default(),
        })
    }

    /// Sends a text message to the server.
    pub async fn say(&mut self, text: &str) -> Result<()> {
        Ok(timeout(PATIENCE, self.inner.send(text)).await??)
    }

    /// Returns the next message as plain JSON; a step comes out as the equivalent update. Returns
    /// an error when the socket has ended. It is cancel safe.
    pub async fn hear(&mut self) -> Result<Utf8Bytes, Error> {
        loop {
            let text = self.packed().await?;
            match self.reader.read(&text) {
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
    pub async fn packed(&mut self) -> Result<Utf8Bytes, Error> {
        let text = self.inner.receive().await;
        match &text {
            Ok(text) => self.open.came(text.len()),
            // A connection that ends without a close frame was not closed by the server.
            Err(Error::Closed(code)) if *code != 1006 => self.open.closed(*code),
            Err(_) => {}
        }
        text
    }
}
