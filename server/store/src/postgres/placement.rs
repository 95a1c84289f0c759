//! The placement of rooms: which process owns which room.

use senda_room::FORMAT;
use sqlx::PgConnection;

use super::{
    node::{Node, timeline},
    run,
};
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
            let (token, is_registered, exists_room, format, is_held, text) = self
                .try_to_acquire(connection, lease, room.as_str())
                .await?;
            if !is_registered || timeline(&text) != lease.timeline() {
                return Ok(Ownership::LeaseEnded);
            }
            if let Some(token) = token {
                return Ok(Ownership::Mine(token));
            }
            if is_held {
                return Ok(Ownership::Elsewhere);
            }
            if format.is_some_and(|format| format > i64::from(FORMAT)) {
                return Ok(Ownership::Newer);
            }
            if !exists_room {
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
        let parameters = (room, lease.instance(), token);
        run(connection, release, parameters).await.map(drop)
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
        let parameters = (room, lease.instance(), FORMAT);
        run(connection, acquire, parameters).await.map(drop)
    }

    /// Releases a new room after its first record has been appended. The process that its first
    /// client connects to acquires it.
    pub async fn release_new(
        &self,
        connection: &mut PgConnection,
        room: RoomId,
    ) -> sqlx::Result<()> {
        let release = "update placement set holder = null where room = $1 and taken = 0";
        run(connection, release, room).await.map(drop)
    }

    /// Deletes the placement of a room that is removed.
    pub async fn remove(&self, connection: &mut PgConnection, room: RoomId) -> sqlx::Result<()> {
        let remove = "delete from placement where room = $1";
        run(connection, remove, room).await.map(drop)
    }
}
