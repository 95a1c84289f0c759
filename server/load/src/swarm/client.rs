//! The clients of people, and the two errors of the server after which trying again is useless.

use std::{
    net::{IpAddr, Ipv4Addr, SocketAddr},
    time::Duration,
};

use anyhow::Result;
use senda_client::{Client, Error};
use serde_json::Value;

/// The time to wait for a response, after which it counts as lost.
pub(super) const PATIENCE: Duration = Duration::from_secs(15);

/// The error of a server that throttles this address. It must be started with `--trust-proxy`, so
/// that it uses the addresses in the `x-forwarded-for` headers.
#[derive(Copy, Clone, Debug, thiserror::Error)]
#[error("the server takes no more from one address: start it with --trust-proxy")]
pub(crate) struct NotTrusted;

/// The error of a server that rejects the settings of a room, and would reject them again.
#[derive(Clone, Debug, thiserror::Error)]
#[error("the server does not understand what is asked of it: {0}")]
pub(crate) struct NotUnderstood(Value);

/// Creates the client of the person with that number. Each person has a different address, so that
/// the people on this machine do not share the rate limits of one address.
pub(crate) fn client(server: SocketAddr, number: u32) -> Client {
    let [_, high, middle, low] = number.to_be_bytes();
    client_at(server, Ipv4Addr::new(10, high, middle, low).into())
}

/// Creates a client at that address.
pub(crate) fn client_at(server: SocketAddr, from: IpAddr) -> Client {
    Client {
        forwarded_for: Some(from),
        timeout: PATIENCE,
        ..Client::new(server)
    }
}

/// Starts a session, and sets the person's name.
///
/// # Errors
/// Returns [`NotTrusted`] if the server throttles this address, or another error if the server
/// can't be reached or rejects the request.
pub(super) async fn arrive(client: &mut Client, name: &str) -> Result<()> {
    client.create_session().await.map_err(|error| match error {
        Error::Refused(response) if response.status == 429 => NotTrusted.into(),
        error => anyhow::Error::new(error).context("no session"),
    })?;
    Ok(client.set_name(name).await?)
}

/// Creates a room and returns its id.
///
/// # Errors
/// Returns [`NotUnderstood`] if the server rejects the settings, or another error if it creates no
/// room now.
pub(super) async fn create_room(client: &Client, settings: &Value) -> Result<String> {
    client
        .create_room(settings)
        .await
        .map_err(|error| match error {
            Error::Refused(response) if response.status == 400 => {
                NotUnderstood(response.json().unwrap_or_default()).into()
            }
            error => error.into(),
        })
}
