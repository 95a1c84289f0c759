//! What else is kept of somebody, beside their devices, rooms and passkeys, in so far as they may be shown it.

use axum::http::Uri;
use senda_room::{PlayerId, Time};

use super::{ReadError, Store};

/// What else is kept of somebody.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Kept {
    /// The push services of browsers that are told of something, by their hosts, and since when.
    pub notified: Vec<(Option<String>, Time)>,
    /// The channels that they have named.
    pub channels: Vec<KeptChannel>,
    /// The rooms from which they were removed.
    pub removed_from: Vec<String>,
    /// Whether there is a code by which they can come back.
    pub has_recovery_code: bool,
}

/// A channel that somebody has named. Whoever knows its address can post there, so it is shown to nobody.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct KeptChannel {
    /// The room that posts there.
    pub room: String,
    /// How it wants to be told, in one word.
    pub channel: String,
    /// Of its address.
    pub host: Option<String>,
}

impl Store {
    /// What else is kept of somebody.
    ///
    /// # Errors
    /// The database can't be read.
    pub async fn kept(&self, player: PlayerId) -> Result<Kept, ReadError> {
        let pushes: Vec<(String, i64)> = self
            .database
            .all(
                "select endpoint, created_at from push where player = $1 order by created_at, device",
                vec![player.into()],
            )
            .await?;
        let channels: Vec<(String, String, String)> = self
            .database
            .all(
                "select room, channel, url from webhook where player = $1 order by room",
                vec![player.into()],
            )
            .await?;
        let removed_from: Vec<(String,)> = self
            .database
            .all(
                "select room from banned where player = $1 order by room",
                vec![player.into()],
            )
            .await?;
        let code = "select player from pass where player = $1 and expires_at = 0";
        let code: Option<(String,)> = self.database.first(code, vec![player.into()]).await?;
        let time = |at: i64| Time(u64::try_from(at).unwrap_or(0));
        let notified = pushes.into_iter();
        let notified = notified.map(|(endpoint, since)| (host(&endpoint), time(since)));
        let channels = channels.into_iter();
        let channels = channels.map(|(room, channel, url)| KeptChannel {
            room,
            channel,
            host: host(&url),
        });
        Ok(Kept {
            notified: notified.collect(),
            channels: channels.collect(),
            removed_from: removed_from.into_iter().map(|(room,)| room).collect(),
            has_recovery_code: code.is_some(),
        })
    }
}

/// All of an address that is no secret.
fn host(address: &str) -> Option<String> {
    let address: Uri = address.parse().ok()?;
    address.host().map(str::to_owned)
}
