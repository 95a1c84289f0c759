//! This process among those that share the database: its registration, its heartbeats, and what it
//! knows of the others. A row that was deleted never returns, and the database rejects everything
//! that its process still writes.

use std::sync::{Arc, Mutex};

use senda_room::FORMAT;
use sqlx::{AssertSqlSafe, PgConnection, PgPool, SqlSafeStr, SqlStr};
use tokio::sync::{Notify, watch};

use super::run;
use crate::{
    log::{Lease, LeaseTimes, Member, running},
    process::{lock, random},
};

/// The expression for the timeline of a PostgreSQL database. A standby that takes over begins a new
/// one.
const TIMELINE: &str = "substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)";
/// The expression for a database that does not tell its timelines apart.
const NO_TIMELINE: &str = "'0'";

const REGISTER: &str = "
    insert into node (instance, name, address, beat, format, draining, rooms)
    values ($1, $2, $5, 0, $3, 0, 0)
    on conflict (name) do update set instance = excluded.instance, address = excluded.address,
        beat = excluded.beat, format = excluded.format, draining = excluded.draining,
        rooms = excluded.rooms
    where $4 = '' or node.instance = $4
    returning {timeline}";

const BEAT: &str = "
    with mine as (update node set beat = beat + 1 where instance = $1 returning instance)
    select n.instance, n.name, n.address, n.beat, {timeline} as timeline
    from node n where exists (select 1 from mine)";

/// A room whose holder is null or not registered is free. The columns after the first describe the
/// state before the statement.
const ACQUIRE: &str = "
    with acquired as (
        insert into placement as p (room, holder, format, taken)
        select $1, $2, $3, 1 where exists (select 1 from room where id = $1)
        and exists (select 1 from node where instance = $2)
        on conflict (room) do update
        set holder = excluded.holder, format = excluded.format, taken = p.taken + 1
        where p.format <= excluded.format and (p.holder is null or p.holder = excluded.holder
            or not exists (select 1 from node n where n.instance = p.holder))
        returning taken)
    select (select taken from acquired) as token,
        exists (select 1 from node where instance = $2) as is_registered,
        exists (select 1 from room where id = $1) as exists_room,
        (select p.format from placement p where p.room = $1) as format,
        exists (select 1 from placement p, node n
            where p.room = $1 and n.instance = p.holder and n.instance <> $2) as is_held,
        {timeline} as timeline";

/// This process; cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Node(Arc<NodeState>);

#[derive(Debug)]
struct NodeState {
    member: Member,
    statements: Statements,
    /// The lease of the present instance.
    lease: Mutex<Lease>,
    /// Notified when the database does not know the present instance.
    lost: Notify,
    /// The addresses of the other processes.
    others: watch::Sender<Vec<String>>,
    /// The addresses of those among them that send no heartbeat and may be gone.
    silent: watch::Sender<Vec<String>>,
}

/// The statements that contain the timeline.
#[derive(Debug)]
struct Statements {
    register: SqlStr,
    beat: SqlStr,
    acquire: SqlStr,
}

impl Statements {
    fn new(has_timeline: bool) -> Self {
        let timeline = if has_timeline { TIMELINE } else { NO_TIMELINE };
        let of = |text: &str| {
            let text = text.replace("{timeline}", timeline);
            AssertSqlSafe(Arc::<str>::from(text)).into_sql_str()
        };
        Self {
            register: of(REGISTER),
            beat: of(BEAT),
            acquire: of(ACQUIRE),
        }
    }
}

/// The answer to a heartbeat.
#[derive(Debug)]
pub(crate) struct Heartbeat {
    pub timeline: u32,
    pub others: Vec<OtherNode>,
}

/// Another process.
#[derive(Debug)]
pub(crate) struct OtherNode {
    pub instance: String,
    pub name: String,
    /// The address of the process; empty if it can't be reached.
    pub address: String,
    /// The number of its last heartbeat.
    pub beat: i64,
}

/// The row of the statement [`ACQUIRE`]: the fencing token, `None` if the room was not acquired;
/// whether this process is registered; whether the room exists; the format of the last process that
/// owned it; whether another registered process owned it; and the timeline.
pub(super) type AcquireRow = (Option<i64>, bool, bool, Option<i64>, bool, String);

impl Node {
    /// Registers this process, and replaces the process that has its name.
    pub async fn register(
        connection: &mut PgConnection,
        member: Member,
        has_timeline: bool,
    ) -> sqlx::Result<Self> {
        let statements = Statements::new(has_timeline);
        let lease = register(connection, &statements, &member, "").await?;
        let lease = lease.ok_or(sqlx::Error::RowNotFound)?;
        Ok(Self(Arc::new(NodeState {
            member,
            statements,
            lease: Mutex::new(lease),
            lost: Notify::new(),
            others: watch::Sender::default(),
            silent: watch::Sender::default(),
        })))
    }

    /// Registers a new instance in place of the present one, which has ended. Returns `false` if
    /// another process has registered by the same name.
    pub async fn register_again(&self, connection: &mut PgConnection) -> sqlx::Result<bool> {
        let former = self.lease();
        let NodeState {
            statements, member, ..
        } = &*self.0;
        let lease = register(connection, statements, member, former.instance()).await?;
        let is_registered = lease.is_some();
        if let Some(lease) = lease {
            *lock(&self.0.lease) = lease;
        }
        Ok(is_registered)
    }

    /// Returns the lease of the present instance.
    pub fn lease(&self) -> Lease {
        lock(&self.0.lease).clone()
    }

    pub fn times(&self) -> LeaseTimes {
        self.0.member.times
    }

    /// Ends the lease of an instance that the database does not know any more, so that another
    /// instance is registered.
    pub fn lose(&self, lease: &Lease) {
        lease.end();
        self.0.lost.notify_one();
    }

    /// Waits until an instance is lost.
    pub async fn lost(&self) {
        self.0.lost.notified().await;
    }

    /// Sends the heartbeat of an instance. Returns `None` if the database does not know it.
    pub async fn beat(
        &self,
        connection: &mut PgConnection,
        lease: &Lease,
    ) -> sqlx::Result<Option<Heartbeat>> {
        type Row = (String, String, String, i64, String);
        let rows: Vec<Row> = sqlx::query_as(self.0.statements.beat.clone())
            .bind(lease.instance())
            .fetch_all(connection)
            .await?;
        let timeline = rows.first().map(|(.., text)| timeline(text));
        let others = rows.into_iter().map(|row| {
            let (instance, name, address, beat, _) = row;
            OtherNode {
                instance,
                name,
                address,
                beat,
            }
        });
        let others = others.filter(|node| node.instance != lease.instance());
        Ok(timeline.map(|timeline| Heartbeat {
            timeline,
            others: others.collect(),
        }))
    }

    /// Tries to acquire a room for an instance once.
    pub async fn try_to_acquire(
        &self,
        connection: &mut PgConnection,
        lease: &Lease,
        room: &str,
    ) -> sqlx::Result<AcquireRow> {
        sqlx::query_as(self.0.statements.acquire.clone())
            .bind(room)
            .bind(lease.instance())
            .bind(i64::from(FORMAT))
            .fetch_one(connection)
            .await
    }

    /// Returns the addresses of the other processes, with all later changes.
    pub fn others(&self) -> watch::Receiver<Vec<String>> {
        self.0.others.subscribe()
    }

    /// Returns the addresses of the processes that may be gone, with all later changes.
    pub fn silent(&self) -> watch::Receiver<Vec<String>> {
        self.0.silent.subscribe()
    }

    /// Publishes the addresses of the other processes.
    pub fn note(&self, others: &[OtherNode]) {
        publish(&self.0.others, others);
    }

    /// Publishes the addresses of the processes that may be gone.
    pub fn note_silent(&self, silent: &[OtherNode]) {
        publish(&self.0.silent, silent);
    }

    /// Deletes the registration of another instance, unless it has sent a heartbeat since. Returns
    /// whether it was deleted.
    pub async fn declare_gone(
        &self,
        connection: &mut PgConnection,
        instance: &str,
        beat: i64,
    ) -> sqlx::Result<bool> {
        let gone = "delete from node where instance = $1 and beat = $2";
        Ok(run(connection, gone, (instance, beat)).await? > 0)
    }

    /// Proves that the database can be written, without a heartbeat. Returns whether an instance is
    /// registered.
    pub async fn probe(&self, connection: &mut PgConnection, lease: &Lease) -> sqlx::Result<bool> {
        let write = "update node set draining = draining where instance = $1";
        Ok(run(connection, write, lease.instance()).await? > 0)
    }

    /// Returns whether an instance is registered.
    pub async fn is_registered(
        &self,
        connection: &mut PgConnection,
        lease: &Lease,
    ) -> sqlx::Result<bool> {
        let registered = "select exists (select 1 from node where instance = $1)";
        let registered = sqlx::query_scalar(registered).bind(lease.instance());
        registered.fetch_one(connection).await
    }

    /// Announces that this process is about to release its rooms, so that clients of these rooms
    /// wait.
    pub async fn drain(&self, pool: &PgPool) -> sqlx::Result<()> {
        let drain = "update node set draining = 1 where instance = $1";
        run(pool, drain, self.lease().instance()).await.map(drop)
    }

    /// Deletes the registration, which releases all rooms.
    pub async fn leave(&self, pool: &PgPool) -> sqlx::Result<()> {
        let lease = self.lease();
        lease.end();
        let delete = "delete from node where instance = $1";
        run(pool, delete, lease.instance()).await.map(drop)
    }
}

/// Registers a new instance of a process in place of the former one, or of any one if `former` is
/// empty. Returns its lease; `None` if the former instance is not registered.
async fn register(
    connection: &mut PgConnection,
    statements: &Statements,
    member: &Member,
    former: &str,
) -> sqlx::Result<Option<Lease>> {
    let sent = running();
    let instance = hex::encode(random::bytes::<16>());
    let registered: Option<String> = sqlx::query_scalar(statements.register.clone())
        .bind(&instance)
        .bind(&member.name)
        .bind(i64::from(FORMAT))
        .bind(former)
        .bind(&member.address)
        .fetch_optional(connection)
        .await?;
    Ok(registered.map(|text| {
        let over = member.shutdown.child_token();
        let trust = (sent, member.times.trust);
        Lease::of(instance, timeline(&text), trust, over)
    }))
}

fn publish(known: &watch::Sender<Vec<String>>, now: &[OtherNode]) {
    let mut addresses: Vec<_> = now.iter().map(|other| other.address.clone()).collect();
    addresses.sort_unstable();
    known.send_if_modified(|last| {
        let is_new = *last != addresses;
        *last = addresses;
        is_new
    });
}

/// Parses the number of a timeline, which is hexadecimal as in the name of a file.
pub(super) fn timeline(text: &str) -> u32 {
    u32::from_str_radix(text, 16).unwrap_or_default()
}
