//! The logs of rooms: appending and reading records, and the leases that decide which process may
//! do so.

mod lease;
mod ownership;
mod reads;
mod record_row;
mod record_stream;

use senda_room::{Alarm, Finished, PlayerId, PlayerReport, Record, Summary, protocol::Name};
use tokio::sync::oneshot;

pub(crate) use self::{
    lease::running,
    record_row::{RecordRow, corrupt},
    record_stream::{parse_beside_the_tasks, read_records},
};
pub use self::{
    lease::{Lease, LeaseTimes},
    ownership::{Holder, Member, Ownership, RoomLease},
    record_row::ReadError,
    record_stream::RecordReader,
};
use crate::room_id::RoomId;

/// A write that has been queued and may not be durable yet.
#[derive(Debug)]
pub struct PendingWrite(Option<oneshot::Receiver<Result<(), NotStored>>>);

impl PendingWrite {
    /// Returns the result of a log that stores nothing of the kind.
    pub fn nothing() -> Self {
        Self(None)
    }

    /// Returns a write whose result arrives on that channel.
    pub fn soon(answer: oneshot::Receiver<Result<(), NotStored>>) -> Self {
        Self(Some(answer))
    }

    /// Waits until the write is durable.
    ///
    /// # Errors
    /// Returns [`NotStored`] if it was not stored.
    pub async fn wait(self) -> Result<(), NotStored> {
        match self.0 {
            Some(answer) => answer.await.unwrap_or(Err(NotStored::Ended)),
            None => Ok(()),
        }
    }
}

/// A sink for the records of rooms.
pub trait Log: Clone + Send + Sync + 'static {
    /// Stores a record, the game that it ended, and the room's alarm if that has changed. The
    /// record is durable when this returns.
    fn append(
        &self,
        room: RoomId,
        record: Record,
        finished: Option<Finished>,
        alarm: Option<Alarm>,
    ) -> impl Future<Output = Result<(), NotStored>> + Send;

    /// Stores a room's alarm without a record. If that fails, the room is restored once too often.
    fn keep_alarm(&self, _: RoomId, _: Alarm) -> impl Future<Output = ()> + Send {
        async {}
    }

    /// Queues the name that a player has chosen in a room. The name is queued when this returns, so
    /// that of two names the later one stays.
    fn keep_name(&self, _: PlayerId, _: Name) -> impl Future<Output = PendingWrite> + Send {
        async { PendingWrite::nothing() }
    }

    /// Stores a player's report for the operator of the server.
    fn keep_report(
        &self,
        _: RoomId,
        _: Box<PlayerReport>,
    ) -> impl Future<Output = Result<(), NotStored>> + Send {
        async { Ok(()) }
    }

    /// Stores the summary of a room that leaves memory. If that fails, the summary is computed
    /// again when a client requests it.
    fn keep_summary(&self, _: RoomId, _: Summary) -> impl Future<Output = ()> + Send {
        async {}
    }
}

/// The reason why a write was not stored. Nothing of it is in the database.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum NotStored {
    /// The row exists already: another writer stored that version, room or player.
    #[error("it is stored already")]
    Taken,
    /// The database rejects the values.
    #[error("the database refuses: {0}")]
    Refused(String),
    /// A page that the write needs is damaged. Other pages may be intact.
    #[error("the database is damaged there: {0}")]
    Damaged(String),
    /// The database can store nothing now: the disk is full or fails.
    #[error("nothing can be stored now: {0}")]
    Unable(String),
    /// The writer has ended: the server stops, or another process has replaced this one.
    #[error("the writer has ended")]
    Ended,
}
