//! What a room asks of the store.

use senda_room::{Alarm, Finished, PlayerId, Record, Summary, protocol::Name};
use tokio::sync::oneshot;

use crate::room_id::RoomId;

/// Receives what came of a write that has been queued.
#[derive(Debug)]
pub struct Stored(Option<oneshot::Receiver<Result<(), NotStored>>>);

impl Stored {
    /// For a log that keeps nothing of the kind.
    pub fn nowhere() -> Self {
        Self(None)
    }

    /// For a write whose answer comes there.
    pub fn soon(answer: oneshot::Receiver<Result<(), NotStored>>) -> Self {
        Self(Some(answer))
    }

    /// Waits until it is durable.
    ///
    /// # Errors
    /// It was not stored.
    pub async fn wait(self) -> Result<(), NotStored> {
        match self.0 {
            Some(answer) => answer.await.unwrap_or(Err(NotStored::Ended)),
            None => Ok(()),
        }
    }
}

/// Where a room's records go.
pub trait Log: Clone + Send + Sync + 'static {
    /// Stores a record, the game that it ended, and when the room has to be brought back, where that has changed. It is durable when this returns.
    fn append(
        &self,
        room: RoomId,
        record: Record,
        finished: Option<Finished>,
        alarm: Option<Alarm>,
    ) -> impl Future<Output = Result<(), NotStored>> + Send;

    /// Keeps when a room has to be brought back, without a record. Where that fails it is brought back once too often.
    fn keep_alarm(&self, _: RoomId, _: Alarm) -> impl Future<Output = ()> + Send {
        async {}
    }

    /// Queues the name that a person has chosen in a room, and returns what says when it is durable. It is queued when
    /// this returns, so that of two names the later one stays.
    fn keep_name(&self, _: PlayerId, _: Name) -> impl Future<Output = Stored> + Send {
        async { Stored::nowhere() }
    }

    /// Keeps what a room is in short while it is not in memory. Where that fails it is worked out again when somebody asks.
    fn keep_summary(&self, _: RoomId, _: Summary) -> impl Future<Output = ()> + Send {
        async {}
    }
}

/// Why something was not stored. Nothing of it is there.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum NotStored {
    /// It is there already: someone else wrote that version, room or player.
    #[error("it is stored already")]
    Taken,
    /// The database refuses it.
    #[error("the database refuses: {0}")]
    Refused(String),
    /// A page of the database that it needs is damaged; others may not be.
    #[error("the database is damaged there: {0}")]
    Damaged(String),
    /// The database can store nothing now: the disk is full, or fails.
    #[error("nothing can be stored now: {0}")]
    Unable(String),
    /// The writer has ended: the server ends, or another has taken its place.
    #[error("the writer has ended")]
    Ended,
}
