//! Appends records of many rooms in one statement. Each of them must follow the last record of its
//! room, which keeps a log consistent.

use std::collections::HashSet;

use senda_room::{FORMAT, Record};
use sqlx::PgConnection;

use crate::{
    log::{Lease, NotStored},
    room_id::RoomId,
    statement::{json, whole},
};

/// A record is stored if it follows the last one of its room, and if this process owns the room and
/// is still registered. So the writes of a process that was replaced contradict no other. Every
/// condition is looked up by key, one row each; the last one once for all records.
const APPEND: &str = "
    insert into record (room, version, at, cause_player, cause_id, events, format)
    select b.room, b.version, b.at, b.cause_player, b.cause_id, b.events, $8
    from unnest($2::text[], $3::bigint[], $4::bigint[], $5::text[], $6::text[], $7::text[])
        as b (room, version, at, cause_player, cause_id, events)
    where (select p.holder from placement p where p.room = b.room) = $1
    and b.version = 1 + coalesce((select r.version from record r where r.room = b.room
        order by r.version desc limit 1), 0)
    and exists (select 1 from node where instance = $1)
    on conflict (room, version) do nothing
    returning room, version";

/// Records that are appended together, one of each room.
#[derive(Debug, Default)]
pub(super) struct RecordBatch {
    rooms: Vec<String>,
    versions: Vec<i64>,
    times: Vec<i64>,
    players: Vec<Option<String>>,
    ids: Vec<Option<String>>,
    events: Vec<String>,
}

/// The rooms and versions of the records that were stored.
#[derive(Debug)]
pub(super) struct StoredRecords(HashSet<(String, i64)>);

impl RecordBatch {
    /// Adds a record to the batch.
    pub fn add(&mut self, room: RoomId, record: &Record) -> Result<(), NotStored> {
        let at = whole(record.at.0)?;
        let events = json(&record.happened)?;
        let cause = record.cause.as_ref();
        self.rooms.push(room.to_string());
        self.versions.push(record.version.into());
        self.times.push(at);
        self.players
            .push(cause.map(|cause| cause.player.0.to_string()));
        self.ids.push(cause.map(|cause| cause.id.to_string()));
        self.events.push(events);
        Ok(())
    }

    /// Appends all records of the batch.
    pub async fn append(
        self,
        connection: &mut PgConnection,
        lease: &Lease,
    ) -> sqlx::Result<StoredRecords> {
        if self.rooms.is_empty() {
            return Ok(StoredRecords(HashSet::new()));
        }
        let stored: Vec<(String, i64)> = sqlx::query_as(APPEND)
            .bind(lease.instance())
            .bind(self.rooms)
            .bind(self.versions)
            .bind(self.times)
            .bind(self.players)
            .bind(self.ids)
            .bind(self.events)
            .bind(i64::from(FORMAT))
            .fetch_all(connection)
            .await?;
        Ok(StoredRecords(stored.into_iter().collect()))
    }
}

impl StoredRecords {
    /// Returns the number of stored records.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Returns whether a record was stored.
    pub fn has(&self, room: RoomId, record: &Record) -> bool {
        self.0.contains(&(room.to_string(), record.version.into()))
    }
}
