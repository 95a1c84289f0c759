//! Reads the messages of the relay, and opens its rooms. `examples/relay.rs` is the relay itself.

use std::sync::Arc;

use anyhow::{Context, Result};

use super::{
    page::{Meaning, Page, Protocol, ReadMessage, Wish},
    room::Room,
};
use crate::swarm::{Server, client};

/// The decoder of the relay's messages.
pub(super) struct RelayReader;

impl Protocol for RelayReader {
    fn read(&mut self, text: &str) -> Result<ReadMessage> {
        let (kind, rest) = text
            .strip_prefix(r#"{"type":""#)
            .and_then(|rest| rest.split_once(r#"","version":"#))
            .context("no message of the relay")?;
        let (version, rest) = rest.split_once(',').context("no version")?;
        let version = version.parse()?;
        if kind == "ack" {
            let meaning = Meaning::Done(version);
            return Ok(ReadMessage {
                kind: "ack",
                meaning,
            });
        }
        let wish = if rest.contains(r#""choices":["#) {
            Wish::Decide(format!(
                r#""type":"act","version":{version},"action":{{"game":"relay","type":"place","choice":7}}"#
            ))
        } else {
            Wish::Nothing
        };
        let meaning = Meaning::Update { version, wish };
        Ok(ReadMessage {
            kind: "step",
            meaning,
        })
    }
}

/// Connects all players to the room of that number. Once all of them are connected, the one who
/// connected first decides first.
///
/// # Errors
/// Returns an error if the relay does not admit them.
pub(super) async fn sit_down(
    server: Server,
    number: u32,
    players: u8,
    room: &Arc<Room>,
) -> Result<Vec<Page<RelayReader>>> {
    let client = client(server.0, number);
    let mut pages = Vec::new();
    for seat in 0..players {
        let path = format!("/rooms/{number}/{seat}");
        let socket = client.socket_with("relay", &path).await?;
        pages.push(Page::new(socket, RelayReader, Some(seat), room.clone()));
    }
    Ok(pages)
}
