//! An idle visitor who only has the list of rooms open.

use std::time::Duration;

use anyhow::{Context, Result};
use senda_client::Client;
use serde_json::Value;
use tokio::{sync::watch, time::sleep};

use super::{
    client::{NotTrusted, arrive},
    policy::Policy,
    socket::Socket,
    tally::Tally,
};
use crate::ledger::{Ledger, Rule};

/// Stays connected until the run finishes.
///
/// # Errors
/// Returns [`NotTrusted`]. After any other error the visitor tries again.
pub(super) async fn stay(
    mut client: Client,
    mind: Policy,
    ledger: Ledger,
    tally: Tally,
    mut finishing: watch::Receiver<bool>,
) -> Result<()> {
    let name = format!("V {}", client.forwarded_for.context("an address")?);
    let mut failures = 0;
    let mut pause = async || {
        let wait: Duration = mind.patience(failures);
        failures += 1;
        sleep(wait).await;
    };
    while let Err(error) = arrive(&mut client, &name).await {
        if error.is::<NotTrusted>() {
            return Err(error);
        }
        pause().await;
    }
    while !*finishing.borrow() {
        let Ok(mut socket) = Socket::open(&client, "/api/lobby/socket", &tally).await else {
            pause().await;
            continue;
        };
        loop {
            let text = tokio::select! {
                text = socket.hear() => text,
                _ = finishing.changed() => return Ok(()),
            };
            let Ok(text) = text else { break };
            let list = serde_json::from_str::<Value>(&text).unwrap_or_default();
            if list["type"] != "closing" && !list["rooms"].is_array() {
                ledger.violated(Rule::Readable, "", &name, text.as_str());
            }
        }
        pause().await;
    }
    Ok(())
}
