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

/// The statements that sign out the devices of `$owner` that were seen longest ago, until there is room for one more;
/// nothing is sent to the push services of those any more. `$owner` is a subquery with two parameters. A person's first
/// device is in another table and stays.
macro_rules! make_room {
    ($owner:literal, $first:expr, $second:expr) => {{
        let parameters = || [$first.into(), $second.into()];
        let others = $crate::limits::DEVICES - 1;
        let [first, second] = parameters();
        [
            $crate::store::parameter::Statement::new(
                concat!(
                    "delete from device where player = ",
                    $owner,
                    " and (select count(*) from device as later where later.player = device.player
                     and (later.seen_at, later.token_hash) > (device.seen_at, device.token_hash)) >= $3"
                ),
                [first, second, others.into()],
            ),
            $crate::store::parameter::Statement::new(
                concat!(
                    "delete from push where player = ",
                    $owner,
                    " and not exists (select 1 from device where token_hash = push.device)
                     and not exists (select 1 from player where token_hash = push.device)"
                ),
                parameters(),
            ),
        ]
    }};
}
pub(super) use make_room;

impl Store {
    /// The people who are to be forgotten.
    ///
    /// # Errors
    /// The database can't be read.
    pub async fn to_be_forgotten(&self) -> Result<Vec<PlayerId>, ReadError> {
        let people: Vec<(String,)> = self
            .database
            .all("select player from forgotten order by at", Vec::new())
            .await?;
        let people = people.iter().filter_map(|(id,)| id.parse().ok());
        Ok(people.map(PlayerId).collect())
    }

    /// Every room whose log says a person's name, and whether it has an alarm.
    ///
    /// # Errors
    /// The database can't be read.
    pub async fn rooms_naming(&self, player: PlayerId) -> Result<Vec<(RoomId, bool)>, ReadError> {
        let rooms: Vec<(String, i64)> = self
            .database
            .all(
                "select room, (select count(*) from alarm where alarm.room = named.room)
                 from named where player = $1 order by room",
                vec![player.into()],
            )
            .await?;
        let rooms = rooms.into_iter();
        let rooms = rooms.filter_map(|(id, alarms)| Some((id.parse().ok()?, alarms > 0)));
        Ok(rooms.collect())
    }

    /// The people who were forgotten while a game ran in a room, in which they may have a seat.
    ///
    /// # Errors
    /// The database can't be read.
    pub async fn forgotten_in(&self, room: RoomId) -> Result<Vec<PlayerId>, ReadError> {
        let people: Vec<(String,)> = self
            .database
            .all(
                "select player from never_back where room = $1",
                vec![room.into()],
            )
            .await?;
        let people = people.iter().filter_map(|(id,)| id.parse().ok());
        Ok(people.map(PlayerId).collect())
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
