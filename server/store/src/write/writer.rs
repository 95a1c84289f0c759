//! The one writer. It commits the waiting writes of all rooms together, so that one fsync serves
//! many of them.

use std::sync::Arc;

use senda_room::{Alarm, Finished, PlayerId, PlayerReport, Record, Summary, protocol::Name};
use tokio::sync::{mpsc, oneshot};

use super::{
    Write,
    commits::{CommitFigures, Commits},
    health::StorageHealth,
    task::{Commit, QueuedWrite, Shared, Task},
};
use crate::{
    limits,
    log::{Log, NotStored, PendingWrite},
    people::PlayerWrite,
    room_id::RoomId,
    rooms::{ActiveRooms, is_in_the_log_alone},
};

/// The writer, which commits everything that is stored; cheap to clone.
#[derive(Clone, Debug)]
pub struct Writer {
    lanes: Lanes,
    shared: Shared,
    probe: Arc<tokio::sync::Mutex<()>>,
}

/// The queues of the committers.
#[derive(Clone, Debug)]
enum Lanes {
    /// The queues of a committer that commits everything.
    One(Lane),
    /// Records that are in the log alone have a committer of their own, so that no record waits for
    /// a write of several statements.
    Two {
        log: Lane,
        rest: Lane,
        active: ActiveRooms,
    },
}

/// The queues of one committer.
#[derive(Clone, Debug)]
struct Lane {
    queue: mpsc::Sender<QueuedWrite>,
    /// The queue of removals, which are committed when nothing else waits.
    sweeps: mpsc::Sender<QueuedWrite>,
}

/// Creates a writer with one committer, and its task, which the caller must run.
pub(crate) fn channel<C: Commit>(committer: C) -> (Writer, Task<C>) {
    let shared = Shared::default();
    let (lane, task) = lane(committer, limits::WRITES_TOGETHER, &shared);
    (Writer::new(Lanes::One(lane), shared), task)
}

/// Creates a writer with two committers, and their tasks, which the caller must run. The first one
/// commits records that are in the log alone, of rooms whose recent activity is known; the second
/// one commits everything else.
pub(crate) fn channels<C: Commit>(
    [log, rest]: [C; 2],
    active: ActiveRooms,
    health: StorageHealth,
) -> (Writer, [Task<C>; 2]) {
    let shared = Shared::of(health);
    let (log, log_task) = lane(log, limits::WRITES_TOGETHER, &shared);
    let (rest, rest_task) = lane(rest, limits::WRITES_OF_MANY_STATEMENTS, &shared);
    let lanes = Lanes::Two { log, rest, active };
    (Writer::new(lanes, shared), [log_task, rest_task])
}

fn lane<C: Commit>(committer: C, most: usize, shared: &Shared) -> (Lane, Task<C>) {
    let (queue, queued) = mpsc::channel(limits::WRITES_WAITING);
    let (sweeps, queued_sweeps) = mpsc::channel(1);
    let task = Task::new(committer, most, queued, queued_sweeps, shared.clone());
    (Lane { queue, sweeps }, task)
}

impl Lanes {
    /// Returns the queue of a write.
    fn queue(&self, write: &Write) -> &mpsc::Sender<QueuedWrite> {
        let lane = match self {
            Self::Two { log, active, .. } if is_of_the_log(write, active) => log,
            Self::One(lane) | Self::Two { rest: lane, .. } => lane,
        };
        match write {
            Write::Sweep(_) => &lane.sweeps,
            _ => &lane.queue,
        }
    }
}

/// Returns whether a write changes no table but the log.
fn is_of_the_log(write: &Write, active: &ActiveRooms) -> bool {
    match write {
        Write::Record {
            room,
            record,
            finished: None,
            alarm: None,
        } => is_in_the_log_alone(record) && active.is_recent(*room, record.at),
        Write::Probe => true,
        _ => false,
    }
}

impl Writer {
    fn new(lanes: Lanes, shared: Shared) -> Self {
        Self {
            lanes,
            shared,
            probe: Arc::default(),
        }
    }

    /// Commits a write, together with others that wait.
    ///
    /// # Errors
    /// Returns [`NotStored`] if nothing of the write was stored.
    pub async fn write(&self, write: impl Into<Write>) -> Result<(), NotStored> {
        self.queue(write.into()).await.wait().await
    }

    /// Queues a write. It is queued when this returns. If nothing is written any more, the result
    /// is [`NotStored::Ended`].
    async fn queue(&self, write: Write) -> PendingWrite {
        let (done, answer) = oneshot::channel();
        let queue = self.lanes.queue(&write);
        // A queue that is closed drops the sender, and the receiver reports the end.
        let _ = queue.send(QueuedWrite { write, done }).await;
        PendingWrite::soon(answer)
    }

    /// Returns the figures of the commits since the start.
    pub fn figures(&self) -> CommitFigures {
        self.shared.figures.now()
    }

    /// Returns the distributions of the commits since the start.
    pub fn commits(&self) -> Commits {
        self.shared.figures.commits()
    }

    /// Returns whether the last write succeeded. After a failure, the writer tries again and again.
    pub(crate) fn is_able(&self) -> bool {
        self.shared.health.is_able()
    }

    /// Returns whether something can be stored now. It tries that, unless something was stored just
    /// before.
    pub(crate) async fn is_proven(&self) -> bool {
        if !self.is_able() {
            return false;
        }
        let probe = async {
            // Callers that ask at the same time share one probe.
            let _alone = self.probe.lock().await;
            self.shared.health.is_proven() || self.write(Write::Probe).await.is_ok()
        };
        let proven = tokio::time::timeout(limits::TRIAL_TIME, probe).await;
        proven.unwrap_or(false)
    }

    /// Returns whether nothing can be written any more.
    pub(crate) fn is_closed(&self) -> bool {
        match &self.lanes {
            Lanes::One(lane) => lane.queue.is_closed(),
            Lanes::Two { log, rest, .. } => log.queue.is_closed() || rest.queue.is_closed(),
        }
    }

    /// Stops accepting writes. Those that wait are still committed.
    pub(crate) fn close(&self) {
        self.shared.closing.cancel();
    }
}

impl Log for Writer {
    async fn append(
        &self,
        room: RoomId,
        record: Record,
        finished: Option<Finished>,
        alarm: Option<Alarm>,
    ) -> Result<(), NotStored> {
        self.write(Write::Record {
            room,
            record,
            finished,
            alarm,
        })
        .await
    }

    async fn keep_alarm(&self, room: RoomId, alarm: Alarm) {
        if let Err(reason) = self.write(Write::Alarm { room, alarm }).await {
            tracing::debug!(%room, %reason, "when the room is due was not stored");
        }
    }

    async fn keep_name(&self, player: PlayerId, name: Name) -> PendingWrite {
        self.queue(PlayerWrite::Name { player, name }.into()).await
    }

    async fn keep_report(&self, room: RoomId, report: Box<PlayerReport>) -> Result<(), NotStored> {
        self.write(Write::Report { room, report }).await
    }

    async fn keep_summary(&self, room: RoomId, summary: Summary) {
        if let Err(reason) = self.write(Write::Summary { room, summary }).await {
            tracing::debug!(%room, %reason, "what the room is in short was not stored");
        }
    }
}
