//! This process among those that share the database: what each says of itself, and which of them holds a room. A row
//! that is gone never returns, and whatever its process still writes is refused.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use senda_room::FORMAT;
use sqlx::{PgConnection, PgPool};
use tokio::sync::{Notify, watch};

use crate::{
    chance,
    room_id::RoomId,
    store::{
        Member, Taken,
        lease::{Lease, LeaseTimes, running},
    },
};

/// A statement as most databases understand it, and as one does that tells its lives apart.
macro_rules! statements {
    ($name:ident, $before:literal, $after:literal) => {
        const $name: [&str; 2] = [
            concat!($before, "'0'", $after),
            concat!(
                $before,
                "substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)",
                $after
            ),
        ];
    };
}

statements!(
    REGISTER,
    "insert into node (instance, name, address, beat, format, draining, rooms)
     values ($1, $2, $5, 0, $3, 0, 0)
     on conflict (name) do update set instance = excluded.instance, address = excluded.address,
         beat = excluded.beat, format = excluded.format, draining = excluded.draining, rooms = excluded.rooms
     where $4 = '' or node.instance = $4
     returning ",
    ""
);

statements!(
    BEATS,
    "with mine as (update node set beat = beat + 1 where instance = $1 returning instance)
     select n.instance, n.name, n.address, n.beat, ",
    " from node n where exists (select 1 from mine)"
);

// Nobody has a room whose holder is null or gone. The last columns say what was there before.
statements!(
    TAKE,
    "with taken as (
         insert into placement as p (room, holder, format, taken)
         select $1, $2, $3, 1 where exists (select 1 from room where id = $1)
         and exists (select 1 from node where instance = $2)
         on conflict (room) do update
         set holder = excluded.holder, format = excluded.format, taken = p.taken + 1
         where p.format <= excluded.format and (p.holder is null or p.holder = excluded.holder
             or not exists (select 1 from node n where n.instance = p.holder))
         returning taken)
     select (select taken from taken), exists (select 1 from node where instance = $2),
         exists (select 1 from room where id = $1),
         (select p.format from placement p where p.room = $1),
         exists (select 1 from placement p, node n
             where p.room = $1 and n.instance = p.holder and n.instance <> $2), ",
    ""
);

/// How often a room is tried to be taken of which nobody can be seen to have it: others may just be taking it.
const ATTEMPTS: u32 = 3;

/// This process; cheap to clone.
#[derive(Clone, Debug)]
pub(super) struct Node(Arc<Known>);

#[derive(Debug)]
struct Known {
    member: Member,
    /// Whether the database tells its lives apart.
    has_timeline: bool,
    /// Of the present instance.
    lease: Mutex<Lease>,
    /// Somebody was told that the present instance is not known.
    doubt: Notify,
    /// Where the others are reached.
    others: watch::Sender<Vec<String>>,
    /// Where those of them are who give no sign of life, and may be gone.
    silent: watch::Sender<Vec<String>>,
}

/// What is answered to a sign of life.
#[derive(Debug)]
pub(super) struct Beat {
    pub timeline: u32,
    pub others: Vec<Other>,
}

/// Another process.
#[derive(Debug)]
pub(super) struct Other {
    pub instance: String,
    pub name: String,
    /// Empty if it can't be reached.
    pub address: String,
    pub beat: i64,
}

impl Node {
    /// Registers this process, in the place of whoever has its name.
    pub async fn register(
        connection: &mut PgConnection,
        member: Member,
        has_timeline: bool,
    ) -> sqlx::Result<Self> {
        let sent = running();
        let instance = hex::encode(chance::bytes::<16>());
        let timeline: String = sqlx::query_scalar(REGISTER[usize::from(has_timeline)])
            .bind(&instance)
            .bind(&member.name)
            .bind(i64::from(FORMAT))
            .bind("")
            .bind(&member.address)
            .fetch_one(connection)
            .await?;
        let over = member.shutdown.child_token();
        let trust = (sent, member.times.trust);
        let lease = Lease::of(instance, number(&timeline), trust, over);
        Ok(Self(Arc::new(Known {
            member,
            has_timeline,
            lease: Mutex::new(lease),
            doubt: Notify::new(),
            others: watch::Sender::default(),
            silent: watch::Sender::default(),
        })))
    }

    /// Registers a new instance in the place of the present one, which has ended; `false` if another process has
    /// registered by the same name.
    pub async fn register_again(&self, connection: &mut PgConnection) -> sqlx::Result<bool> {
        let sent = running();
        let instance = hex::encode(chance::bytes::<16>());
        let former = self.lease();
        let registered: Option<String> = sqlx::query_scalar(self.text(REGISTER))
            .bind(&instance)
            .bind(&self.0.member.name)
            .bind(i64::from(FORMAT))
            .bind(former.instance())
            .bind(&self.0.member.address)
            .fetch_optional(connection)
            .await?;
        let Some(timeline) = registered else {
            return Ok(false);
        };
        let over = self.0.member.shutdown.child_token();
        let trust = (sent, self.times().trust);
        *self.present() = Lease::of(instance, number(&timeline), trust, over);
        Ok(true)
    }

    /// The lease of the present instance.
    pub fn lease(&self) -> Lease {
        self.present().clone()
    }

    fn present(&self) -> MutexGuard<'_, Lease> {
        let lease = self.0.lease.lock();
        lease.unwrap_or_else(PoisonError::into_inner)
    }

    pub fn times(&self) -> LeaseTimes {
        self.0.member.times
    }

    /// The statement that this database understands.
    fn text(&self, statements: [&'static str; 2]) -> &'static str {
        statements[usize::from(self.0.has_timeline)]
    }

    /// That instance is not known any more: it ends, and another one begins.
    pub fn lose(&self, lease: &Lease) {
        lease.end();
        self.0.doubt.notify_one();
    }

    /// Ready when an instance was lost.
    pub async fn doubted(&self) {
        self.0.doubt.notified().await;
    }

    /// Says that an instance lives; `None` if it is not known.
    pub async fn beat(
        &self,
        connection: &mut PgConnection,
        lease: &Lease,
    ) -> sqlx::Result<Option<Beat>> {
        let rows: Vec<(String, String, String, i64, String)> = sqlx::query_as(self.text(BEATS))
            .bind(lease.instance())
            .fetch_all(connection)
            .await?;
        let timeline = rows.first().map(|(.., timeline)| number(timeline));
        let others = rows
            .into_iter()
            .filter(|(instance, ..)| instance != lease.instance());
        let others = others.map(|(instance, name, address, beat, _)| Other {
            instance,
            name,
            address,
            beat,
        });
        Ok(timeline.map(|timeline| Beat {
            timeline,
            others: others.collect(),
        }))
    }

    /// Where the others are reached, as they come and go.
    pub fn others(&self) -> watch::Receiver<Vec<String>> {
        self.0.others.subscribe()
    }

    /// Where those of them are who may be gone, until they give a sign of life, or are.
    pub fn silent(&self) -> watch::Receiver<Vec<String>> {
        self.0.silent.subscribe()
    }

    /// Notes where the others are reached.
    pub fn note(&self, others: &[Other]) {
        note(&self.0.others, others);
    }

    /// Notes who of them may be gone.
    pub fn note_silent(&self, silent: &[Other]) {
        note(&self.0.silent, silent);
    }

    /// Another instance is gone, unless it has given a sign of life since; whether it is.
    pub async fn declare_gone(
        &self,
        connection: &mut PgConnection,
        instance: &str,
        beat: i64,
    ) -> sqlx::Result<bool> {
        let gone = sqlx::query("delete from node where instance = $1 and beat = $2")
            .bind(instance)
            .bind(beat)
            .execute(connection);
        Ok(gone.await?.rows_affected() > 0)
    }

    /// Shows that something can be written, which is no sign of life; whether an instance is known.
    pub async fn try_out(
        &self,
        connection: &mut PgConnection,
        lease: &Lease,
    ) -> sqlx::Result<bool> {
        let written = sqlx::query("update node set draining = draining where instance = $1")
            .bind(lease.instance())
            .execute(connection);
        Ok(written.await?.rows_affected() > 0)
    }

    /// Whether an instance is known.
    pub async fn is_registered(
        &self,
        connection: &mut PgConnection,
        lease: &Lease,
    ) -> sqlx::Result<bool> {
        let registered = "select exists (select 1 from node where instance = $1)";
        let registered = sqlx::query_scalar(registered).bind(lease.instance());
        registered.fetch_one(connection).await
    }

    /// Says that the place is about to be given up: whoever looks for its rooms had better wait.
    pub async fn drain(&self, pool: &PgPool) -> sqlx::Result<()> {
        sqlx::query("update node set draining = 1 where instance = $1")
            .bind(self.lease().instance())
            .execute(pool)
            .await
            .map(drop)
    }

    /// Gives up the place, and with it all rooms: nobody has them whose row is gone.
    pub async fn leave(&self, pool: &PgPool) -> sqlx::Result<()> {
        let lease = self.lease();
        lease.end();
        sqlx::query("delete from node where instance = $1")
            .bind(lease.instance())
            .execute(pool)
            .await
            .map(drop)
    }

    /// Takes a room, unless another instance has it that is still known, or it was played by a later version. Only
    /// after that its log may be read: whoever had it before can't append any more.
    pub async fn take(
        &self,
        connection: &mut PgConnection,
        lease: &Lease,
        room: RoomId,
    ) -> sqlx::Result<Taken> {
        for _ in 0..ATTEMPTS {
            let taken = sqlx::query_as(self.text(TAKE))
                .bind(room.as_str())
                .bind(lease.instance())
                .bind(i64::from(FORMAT));
            let (taken, is_registered, exists, format, is_held, timeline): (
                Option<i64>,
                bool,
                bool,
                Option<i64>,
                bool,
                String,
            ) = taken.fetch_one(&mut *connection).await?;
            if !is_registered || number(&timeline) != lease.timeline() {
                return Ok(Taken::Over);
            }
            if let Some(taken) = taken {
                return Ok(Taken::Mine(taken));
            }
            if is_held {
                return Ok(Taken::Elsewhere);
            }
            if format.is_some_and(|format| format > i64::from(FORMAT)) {
                return Ok(Taken::Newer);
            }
            if !exists {
                return Ok(Taken::Mine(0));
            }
        }
        Ok(Taken::Elsewhere)
    }

    /// Lets go of a room, unless it was taken again since.
    pub async fn release(
        &self,
        connection: &mut PgConnection,
        lease: &Lease,
        room: RoomId,
        taken: i64,
    ) -> sqlx::Result<()> {
        let release =
            "update placement set holder = null where room = $1 and holder = $2 and taken = $3";
        let release = sqlx::query(release)
            .bind(room.as_str())
            .bind(lease.instance())
            .bind(taken);
        release.execute(connection).await.map(drop)
    }

    /// Takes a room that begins, for as long as its first record is being appended.
    pub async fn hold(
        &self,
        connection: &mut PgConnection,
        lease: &Lease,
        room: RoomId,
    ) -> sqlx::Result<()> {
        let hold = "insert into placement (room, holder, format) values ($1, $2, $3)
            on conflict do nothing";
        let hold = sqlx::query(hold)
            .bind(room.as_str())
            .bind(lease.instance())
            .bind(i64::from(FORMAT));
        hold.execute(connection).await.map(drop)
    }

    /// A room that has begun is nobody's: whoever somebody comes to takes it.
    pub async fn offer(&self, connection: &mut PgConnection, room: RoomId) -> sqlx::Result<()> {
        let offer = sqlx::query("update placement set holder = null where room = $1 and taken = 0")
            .bind(room.as_str());
        offer.execute(connection).await.map(drop)
    }

    /// A room is nowhere any more.
    pub async fn let_go(&self, connection: &mut PgConnection, room: RoomId) -> sqlx::Result<()> {
        let let_go = sqlx::query("delete from placement where room = $1").bind(room.as_str());
        let_go.execute(connection).await.map(drop)
    }
}

fn note(known: &watch::Sender<Vec<String>>, now: &[Other]) {
    let mut addresses: Vec<_> = now.iter().map(|other| other.address.clone()).collect();
    addresses.sort_unstable();
    known.send_if_modified(|last| {
        let news = *last != addresses;
        *last = addresses;
        news
    });
}

/// The number of a timeline, as a file's name has it.
fn number(timeline: &str) -> u32 {
    u32::from_str_radix(timeline, 16).unwrap_or_default()
}
