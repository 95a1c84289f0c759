//! The placement of rooms: which process owns which room.

use senda_room::FORMAT;
use sqlx::PgConnection;

use super::node::Node;
use crate::{
    log::{Lease, Ownership},
    room_id::RoomId,
};

/// The number of attempts to acquire a room that seems to be free, since other processes may be
/// acquiring it at the same time.
const ATTEMPTS: u32 = 3;

impl Node {
    /// Acquires a room, unless another registered instance owns it or a later version has played
    /// it. Its log may be read only afterwards: from then on no earlier owner can append to it.
    pub async fn acquire(
        &self,
        connection: &mut PgConnection,
        lease: &Lease,
        room: RoomId,
    ) -> sqlx::Result<Ownership> {
        for _ in 0..ATTEMPTS {
            let row = self
                .try_to_acquire(connection, lease, room.as_str())
                .await?;
            if !row.is_registered || row.timeline != lease.timeline() {
                return Ok(Ownership::LeaseEnded);
            }
            if let Some(token) = row.token {
                return Ok(Ownership::Mine(token));
            }
            if row.is_held {
                return Ok(Ownership::Elsewhere);
            }
            if row.format.is_some_and(|format| format > i64::from(FORMAT)) {
                return Ok(Ownership::Newer);
            }
            if !row.exists_room {
                return Ok(Ownership::Mine(0));
            }
        }
        Ok(Ownership::Elsewhere)
    }

    /// Releases a room, unless it was acquired again since.
    pub async fn release(
        &self,
        connection: &mut PgConnection,
        lease: &Lease,
        room: RoomId,
        token: i64,
    ) -> sqlx::Result<()> {
        let release =
            "update placement set holder = null where room = $1 and holder = $2 and taken = $3";
        let release = sqlx::query(release)
            .bind(room.as_str())
            .bind(lease.instance())
            .bind(token);
        release.execute(connection).await.map(drop)
    }

    /// Acquires a new room while its first record is being appended.
    pub async fn acquire_new(
        &self,
        connection: &mut PgConnection,
        lease: &Lease,
        room: RoomId,
    ) -> sqlx::Result<()> {
        let acquire = "insert into placement (room, holder, format) values ($1, $2, $3)
            on conflict do nothing";
        let acquire = sqlx::query(acquire)
            .bind(room.as_str())
            .bind(lease.instance())
            .bind(i64::from(FORMAT));
        acquire.execute(connection).await.map(drop)
    }

    /// Releases a new room after its first record has been appended. The process that its first
    /// client connects to acquires it.
    pub async fn release_new(
        &self,
        connection: &mut PgConnection,
        room: RoomId,
    ) -> sqlx::Result<()> {
        let release =
            sqlx::query("update placement set holder = null where room = $1 and taken = 0")
                .bind(room.as_str());
        release.execute(connection).await.map(drop)
    }

    /// Deletes the placement of a room that is removed.
    pub async fn remove(&self, connection: &mut PgConnection, room: RoomId) -> sqlx::Result<()> {
        let remove = sqlx::query("delete from placement where room = $1").bind(room.as_str());
        remove.execute(connection).await.map(drop)
    }
}
