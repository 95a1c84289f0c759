//! Guests who attack through WebSockets: they hold them open, or send one command after the other.

use anyhow::{Context, Result};
use senda_client::Client;
use serde_json::{Value, json};

use super::guests::{Admission, Counts, be_somebody, open_room};
use crate::swarm::{Server, Socket, client};

/// Opens a socket and keeps it open during the attack.
pub(super) async fn hold(client: Client, counts: &Counts) {
    if let Some(mut socket) = counts.enter(&client, "/api/lobby/socket").await {
        let listening = async { while socket.hear().await.is_ok() {} };
        counts.while_active(listening).await;
    }
}

/// Sits down in a room and toggles ready in eight tabs. The host is at the address of the number
/// `first`, and the guest at the next one.
pub(super) async fn toggle(server: Server, first: u32, counts: &Counts) -> Result<()> {
    let mut host = client(server.0, first);
    be_somebody(&mut host, counts).await;
    let room = open_room(&host, 1, counts).await.context("a room")?;
    let path = format!("/api/rooms/{room}/socket");
    let mut guest = client(server.0, first + 1);
    be_somebody(&mut guest, counts).await;
    let mut socket = Socket::open(&guest, &path, &counts.tally).await?;
    socket.say(r#"{"type":"sit","id":"sit"}"#).await?;
    let ready = |number: u32| {
        let is_ready = number.is_multiple_of(2);
        let nonce = is_ready.then(|| format!("{number:032x}"));
        json!({ "type": "ready", "id": format!("{number}"), "ready": is_ready, "nonce": nonce })
    };
    let tabs = (0..8).map(|_| nag(guest.clone(), &path, ready, counts));
    futures_util::future::join_all(tabs).await;
    Ok(())
}

/// Opens a socket, and sends the next command as soon as the last one was answered.
pub(super) async fn nag(
    mut client: Client,
    path: &str,
    say: impl Fn(u32) -> Value,
    counts: &Counts,
) -> Result<()> {
    if client.cookie.is_empty() {
        be_somebody(&mut client, counts).await;
    }
    let mut socket = Socket::open(&client, path, &counts.tally).await?;
    let nagging = async {
        for number in 0.. {
            socket.say(&say(number).to_string()).await?;
            let met = answer(&mut socket).await;
            counts.count(&met);
            met?;
        }
        anyhow::Ok(())
    };
    counts.while_active(nagging).await.unwrap_or(Ok(()))
}

/// Waits for the answer to a command.
async fn answer(socket: &mut Socket) -> Result<Admission> {
    loop {
        let text = socket.hear().await?;
        let kind = text.as_str();
        if kind.contains(r#""type":"nak""#) {
            return Ok(Admission::Later);
        }
        if kind.contains(r#""type":"ack""#) || kind.contains(r#""type":"update""#) {
            return Ok(Admission::Given);
        }
    }
}
