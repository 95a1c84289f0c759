//! This process among those that write to the database. At most one does: who registers takes the place of whoever was
//! there before, whose writes are then refused.

use senda_room::FORMAT;
use sqlx::{PgConnection, PgPool};

use crate::{chance, room_id::RoomId, store::Taken};

/// The name under which every process registers, since one at a time may write.
const NAME: &str = "senda";

/// A registration of this process. Once its row is gone, nothing is written by it any more.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Node {
    /// Drawn for each registration.
    pub instance: String,
}

impl Node {
    /// Registers this process in the place of whoever was there before.
    pub async fn register(connection: &mut PgConnection) -> sqlx::Result<Self> {
        let instance = hex::encode(chance::bytes::<16>());
        let register = "
            insert into node (instance, name, address, beat, format, draining, rooms)
            values ($1, $2, '', 0, $3, 0, 0)
            on conflict (name) do update set instance = excluded.instance, address = excluded.address,
                beat = excluded.beat, format = excluded.format, draining = excluded.draining,
                rooms = excluded.rooms";
        sqlx::query(register)
            .bind(&instance)
            .bind(NAME)
            .bind(i64::from(FORMAT))
            .execute(connection)
            .await?;
        Ok(Self { instance })
    }

    /// Shows that something can be written; whether this process is still registered.
    pub async fn beat(&self, connection: &mut PgConnection) -> sqlx::Result<bool> {
        let beat = "update node set beat = beat + 1 where instance = $1";
        let done = sqlx::query(beat).bind(&self.instance).execute(connection);
        Ok(done.await?.rows_affected() > 0)
    }

    /// Whether this process is still registered.
    pub async fn is_registered(&self, connection: &mut PgConnection) -> sqlx::Result<bool> {
        let registered = "select exists (select 1 from node where instance = $1)";
        let registered = sqlx::query_scalar(registered).bind(&self.instance);
        registered.fetch_one(connection).await
    }

    /// Gives the place up, so that nobody takes this process for one that still runs.
    pub async fn leave(&self, pool: &PgPool) -> sqlx::Result<()> {
        let leave = sqlx::query("delete from node where instance = $1").bind(&self.instance);
        leave.execute(pool).await.map(drop)
    }

    /// Takes a room, unless somebody has it who is still registered or it was played by a later version. Only after
    /// that its log may be read: whoever had it before can't append any more.
    pub async fn take(&self, connection: &mut PgConnection, room: RoomId) -> sqlx::Result<Taken> {
        let take = "
            with taken as (
                insert into placement as p (room, holder, format)
                select $1, $2, $3 where exists (select 1 from room where id = $1)
                and exists (select 1 from node where instance = $2)
                on conflict (room) do update set holder = excluded.holder, format = excluded.format
                where p.format <= excluded.format and (p.holder is null or p.holder = excluded.holder
                    or not exists (select 1 from node n where n.instance = p.holder))
                returning holder)
            select exists (select 1 from taken),
                (select p.format from placement p where p.room = $1),
                exists (select 1 from node where instance = $2)";
        let taken = sqlx::query_as(take)
            .bind(room.as_str())
            .bind(&self.instance)
            .bind(i64::from(FORMAT));
        let (is_mine, format, is_registered): (bool, Option<i64>, bool) =
            taken.fetch_one(connection).await?;
        let is_newer = format.is_some_and(|format| format > i64::from(FORMAT));
        // Neither taken nor held: there is no such room.
        let is_nobodys = format.is_none();
        Ok(if is_registered && (is_mine || is_nobodys) {
            Taken::Mine
        } else if is_registered && is_newer {
            Taken::Newer
        } else {
            Taken::Over
        })
    }

    /// Takes a room that begins, before its first record is appended.
    pub async fn hold(&self, connection: &mut PgConnection, room: RoomId) -> sqlx::Result<()> {
        let hold = "insert into placement (room, holder, format) values ($1, $2, $3)
            on conflict (room) do nothing";
        let hold = sqlx::query(hold)
            .bind(room.as_str())
            .bind(&self.instance)
            .bind(i64::from(FORMAT));
        hold.execute(connection).await.map(drop)
    }

    /// A room is nowhere any more.
    pub async fn let_go(&self, connection: &mut PgConnection, room: RoomId) -> sqlx::Result<()> {
        let let_go = sqlx::query("delete from placement where room = $1").bind(room.as_str());
        let_go.execute(connection).await.map(drop)
    }
}
