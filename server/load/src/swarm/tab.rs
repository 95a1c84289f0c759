//! A browser tab with the page of a room.

use std::{future::pending, sync::Arc};

use anyhow::Result;
use senda_client::Client;
use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::{checks::Listener, socket::Socket, tally::Tally};
use crate::ledger::Book;

/// A connection to a room, and the checks of its messages.
#[derive(Debug)]
pub(super) struct Tab {
    pub socket: Socket,
    pub listener: Listener,
}

impl Tab {
    /// Opens the page, or reconnects with the epoch and version that it has `held`.
    ///
    /// # Errors
    /// Returns an error if the room can't be reached.
    pub async fn open(
        client: &Client,
        book: &Arc<Book>,
        name: &str,
        held: Option<(u32, u32)>,
        tally: &Tally,
    ) -> Result<Self> {
        let mut listener = Listener::new(book.clone(), name, held);
        let room = book.name();
        let path = match held {
            None => format!("/api/rooms/{room}/socket"),
            Some((epoch, version)) => {
                format!("/api/rooms/{room}/socket?epoch={epoch}&version={version}")
            }
        };
        let socket = Socket::open(client, &path, tally).await;
        let socket = socket.inspect_err(|error| tally.refused(format!("{error:#}")))?;
        listener.connected();
        Ok(Self { socket, listener })
    }
}

/// Returns the next message of a tab, or waits forever if there is no tab. It is cancel safe.
///
/// # Errors
/// Returns an error if the connection has ended.
pub(super) async fn hear(tab: Option<&mut Tab>) -> Result<Utf8Bytes> {
    match tab {
        Some(tab) => Ok(tab.socket.hear().await?),
        None => pending().await,
    }
}
