//! The personal data of a player that is stored beside their devices, rooms and passkeys, as far as
//! the player may see it.

use http::Uri;
use senda_room::{PlayerId, Time};

use crate::{ReadError, Store, people::StoredReport, statement::stored_time};

/// The personal data of a player beside their devices, rooms and passkeys.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct PersonalData {
    /// The hosts of the push services of the player's browsers, and the times of subscription.
    pub notified: Vec<(Option<String>, Time)>,
    /// The channels that the player has set for rooms.
    pub channels: Vec<ChannelSummary>,
    /// The rooms from which the player was banned.
    pub removed_from: Vec<String>,
    /// The language that the player has chosen.
    pub language: Option<String>,
    /// Whether the player has entered a code for opening rooms.
    pub has_create_code: bool,
    /// Whether the player has a recovery code.
    pub has_recovery_code: bool,
    /// The reports that the player has made, and those about them.
    pub reports: Vec<StoredReport>,
}

/// A channel that a player has set, without its URL: everyone who knows that can post there.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ChannelSummary {
    /// The room that posts there.
    pub room: String,
    /// The name of the format of the messages.
    pub channel: String,
    /// The host of the URL.
    pub host: Option<String>,
}

impl Store {
    /// Returns the personal data of a player beside their devices, rooms and passkeys.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn personal_data(&self, player: PlayerId) -> Result<PersonalData, ReadError> {
        let database = &self.database;
        let pushes =
            "select endpoint, created_at from push where player = $1 order by created_at, device";
        let pushes: Vec<(String, i64)> = database.all(pushes, player).await?;
        let channels = "select room, channel, url from webhook where player = $1 order by room";
        let channels: Vec<(String, String, String)> = database.all(channels, player).await?;
        let removed_from = "select room from banned where player = $1 order by room";
        let removed_from: Vec<(String,)> = database.all(removed_from, player).await?;
        let row = "select language, creator from player where id = $1";
        let row: Option<(Option<String>, Option<String>)> = database.first(row, player).await?;
        let (language, creator) = row.unwrap_or_default();
        let code = "select 1 from pass where player = $1 and expires_at = 0";
        let has_recovery_code = database.any(code, player).await?;
        let notified = pushes.into_iter();
        let notified = notified.map(|(endpoint, since)| (host(&endpoint), stored_time(since)));
        let channels = channels.into_iter();
        let channels = channels.map(|(room, channel, url)| ChannelSummary {
            room,
            channel,
            host: host(&url),
        });
        Ok(PersonalData {
            notified: notified.collect(),
            channels: channels.collect(),
            removed_from: removed_from.into_iter().map(|(room,)| room).collect(),
            language,
            has_create_code: creator.is_some(),
            has_recovery_code,
            reports: self.reports_of(player).await?,
        })
    }
}

/// Returns the host of a URL, the only part of it that is not secret.
fn host(url: &str) -> Option<String> {
    let url: Uri = url.parse().ok()?;
    url.host().map(str::to_owned)
}
