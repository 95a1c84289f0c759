//! The devices of a person.

use senda_room::{PlayerId, Time};

use super::{ReadError, Store};
use crate::room_id::RoomId;

/// A device of a person.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Device {
    /// By which its owner names it: the first digits of the hash of its token.
    pub id: String,
    /// What it is, in a few words of its browser; empty for one that came before that was kept.
    pub device: String,
    /// Since when it is theirs.
    pub since: Time,
    /// When they were last there, to the day.
    pub seen: Option<Time>,
}

/// Digits of a device's id: so many that one person's are never the same.
pub const ID_DIGITS: usize = 16;

impl Store {
    /// Every room whose log may name a person.
    ///
    /// # Errors
    /// The database can't be read.
    pub async fn rooms_naming(&self, player: PlayerId) -> Result<Vec<RoomId>, ReadError> {
        let ids: Vec<(String,)> = self
            .database
            .all(
                "select room from member where player = $1
                 union select room from banned where player = $1",
                vec![player.into()],
            )
            .await?;
        Ok(ids.iter().filter_map(|(id,)| id.parse().ok()).collect())
    }

    /// The devices of a person, the one that was seen last first.
    ///
    /// # Errors
    /// The database can't be read.
    pub async fn devices(&self, player: PlayerId) -> Result<Vec<Device>, ReadError> {
        let rows: Vec<(String, String, i64, Option<i64>)> = self
            .database
            .all(
                "select token_hash, device, created_at, seen_at from player
                 where id = $1 and token_hash not like 'none-%'
                 union all select token_hash, device, created_at, seen_at from device
                 where player = $1 order by 4 desc, 1",
                vec![player.into()],
            )
            .await?;
        let time = |at: i64| Time(u64::try_from(at).unwrap_or(0));
        let devices = rows.into_iter().map(|(hash, device, since, seen)| Device {
            id: hash.chars().take(ID_DIGITS).collect(),
            device,
            since: time(since),
            seen: seen.map(time),
        });
        Ok(devices.collect())
    }
}
