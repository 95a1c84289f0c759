//! The devices of players, each with a session token of its own.

use senda_room::{PlayerId, Time};
use serde::Serialize;

use crate::{ReadError, Store, statement::stored_time};

/// A device of a player, as the player's devices list it.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
pub struct Device {
    /// The id that the owner names it by: the first digits of the hash of its session token.
    pub id: String,
    /// The description of its browser; empty for a device that is older than this column.
    pub device: String,
    /// The time when the player got it.
    pub since: Time,
    /// The time of the last visit with it, to the day.
    pub seen: Option<Time>,
}

/// The number of digits of a device's id. It is so large that two devices of a player never have
/// the same id.
pub const ID_DIGITS: usize = 16;

/// Adds the statements that sign out the devices of `$owner` that were seen longest ago until one
/// more device is allowed, and that remove the push subscriptions of these devices. `$owner` is a
/// subquery with two parameters. A player's first device is in another table and stays.
macro_rules! make_room {
    ($statements:ident, $owner:literal, $first:expr, $second:expr) => {
        $statements.add(
            concat!(
                "delete from device where player = ",
                $owner,
                " and (select count(*) from device as later where later.player = device.player
                 and (later.seen_at, later.token_hash) > (device.seen_at, device.token_hash)) >= $3"
            ),
            ($first, $second, $crate::limits::DEVICES - 1),
        );
        $statements.add(
            concat!(
                "delete from push where player = ",
                $owner,
                " and not exists (select 1 from device where token_hash = push.device)
                 and not exists (select 1 from player where token_hash = push.device)"
            ),
            ($first, $second),
        );
    };
}
pub(super) use make_room;

impl Store {
    /// Returns the devices of a player. The one that was seen last comes first.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn devices(&self, player: PlayerId) -> Result<Vec<Device>, ReadError> {
        type Row = (String, String, i64, Option<i64>);
        let devices = "select token_hash, device, created_at, seen_at from player
            where id = $1 and token_hash not like 'none-%'
            union all select token_hash, device, created_at, seen_at from device
            where player = $1 order by 4 desc, 1";
        let rows: Vec<Row> = self.database.all(devices, player).await?;
        let devices = rows.into_iter().map(|(hash, device, since, seen)| Device {
            id: hash.chars().take(ID_DIGITS).collect(),
            device,
            since: stored_time(since),
            seen: seen.map(stored_time),
        });
        Ok(devices.collect())
    }
}
