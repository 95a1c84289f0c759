//! The one writer: it commits the waiting writes of all rooms together, so that one fsync serves many.

use std::sync::Arc;

use senda_room::{Alarm, Finished, Person, PlayerId, Record, Summary, Time, protocol::Name};
use tokio::sync::{mpsc, oneshot};
use tokio_util::sync::CancellationToken;

use super::{
    active::ActiveRooms,
    commits::{CommitFigures, Committed, Figures},
    log::{Log, NotStored, Stored},
    rows::is_in_the_log_alone,
    slow_commits::SlowCommits,
    storage_health::StorageHealth,
    sweep::Sweep,
    write::Write,
};
use crate::{identity::TokenHash, limits, pass::CodeHash, room_id::RoomId};

/// Where everything is written; cheap to clone.
#[derive(Clone, Debug)]
pub struct Writer {
    lanes: Lanes,
    shared: Shared,
    trial: Arc<tokio::sync::Mutex<()>>,
}

/// What waits behind what.
#[derive(Clone, Debug)]
enum Lanes {
    /// Everything waits in one lane.
    One(Lane),
    /// Records that are in the log alone have a lane of their own.
    Two {
        log: Lane,
        rest: Lane,
        active: ActiveRooms,
    },
}

/// What waits for one who commits.
#[derive(Clone, Debug)]
struct Lane {
    queue: mpsc::Sender<Waiting>,
    /// Of what is to be removed: written when nothing else waits.
    sweeps: mpsc::Sender<Waiting>,
}

/// What all who write have in common; cheap to clone.
#[derive(Clone, Debug, Default)]
struct Shared {
    figures: Figures,
    closing: CancellationToken,
    health: StorageHealth,
    slow_commits: SlowCommits,
}

/// What commits the writes that wait; each database has its own.
pub(super) trait Commit: Send + Sized + 'static {
    /// Commits them together, as far as they can be; a bad one spoils no other. `None` if that panicked:
    /// nothing is written any more.
    fn commit(
        self,
        together: Vec<Waiting>,
    ) -> impl Future<Output = Option<(Self, Vec<Waiting>, Committed)>> + Send;

    /// Lets go of the database.
    fn close(self) -> impl Future<Output = ()> + Send;
}

/// The task behind a [`Writer`].
pub(super) struct Task<C> {
    committer: C,
    /// How many writes are committed together.
    most: usize,
    queue: mpsc::Receiver<Waiting>,
    sweeps: mpsc::Receiver<Waiting>,
    shared: Shared,
}

/// A write, and who waits for it.
#[derive(Debug)]
pub(super) struct Waiting {
    pub what: Write,
    done: oneshot::Sender<Result<(), NotStored>>,
}

/// A writer to one who commits everything, and the task, which must be run.
pub(super) fn channel<C: Commit>(committer: C) -> (Writer, Task<C>) {
    let shared = Shared::default();
    let (lane, task) = lane(committer, limits::WRITES_TOGETHER, &shared);
    (Writer::new(Lanes::One(lane), shared), task)
}

/// A writer to two: the first commits records that are in the log alone, of rooms whose activity is known, and the
/// other everything else. Their tasks must be run.
pub(super) fn channels<C: Commit>(
    [log, rest]: [C; 2],
    active: ActiveRooms,
    health: StorageHealth,
) -> (Writer, [Task<C>; 2]) {
    let shared = Shared {
        health,
        ..Shared::default()
    };
    let (log, log_task) = lane(log, limits::WRITES_TOGETHER, &shared);
    let (rest, rest_task) = lane(rest, limits::WRITES_OF_MANY_STATEMENTS, &shared);
    let lanes = Lanes::Two { log, rest, active };
    (Writer::new(lanes, shared), [log_task, rest_task])
}

fn lane<C: Commit>(committer: C, most: usize, shared: &Shared) -> (Lane, Task<C>) {
    let (sender, queue) = mpsc::channel(limits::WRITES_WAITING);
    let (sweeper, sweeps) = mpsc::channel(1);
    let lane = Lane {
        queue: sender,
        sweeps: sweeper,
    };
    let task = Task {
        committer,
        most,
        queue,
        sweeps,
        shared: shared.clone(),
    };
    (lane, task)
}

impl Lanes {
    /// Where that waits.
    fn of(&self, what: &Write) -> &Lane {
        match self {
            Self::One(lane) => lane,
            Self::Two { log, rest, active } => {
                let is_of_the_log = match what {
                    Write::Record {
                        room,
                        record,
                        finished,
                        alarm,
                    } => {
                        finished.is_none()
                            && alarm.is_none()
                            && is_in_the_log_alone(record)
                            && active.is_said(*room, record.at)
                    }
                    Write::Trial => true,
                    _ => false,
                };
                if is_of_the_log { log } else { rest }
            }
        }
    }
}

impl Writer {
    fn new(lanes: Lanes, shared: Shared) -> Self {
        Self {
            lanes,
            shared,
            trial: Arc::default(),
        }
    }

    /// Stores a new person.
    ///
    /// # Errors
    /// They are not stored.
    pub async fn player(
        &self,
        token: TokenHash,
        person: Person,
        device: String,
        at: Time,
    ) -> Result<(), NotStored> {
        let what = Write::Player {
            token,
            person,
            device,
            at,
        };
        self.write(what).await
    }

    /// Stores a code that makes another device one of that person's, until then or for as long as there is no other.
    ///
    /// # Errors
    /// It is not stored.
    pub async fn pass(
        &self,
        code: CodeHash,
        player: PlayerId,
        until: Option<Time>,
    ) -> Result<(), NotStored> {
        self.write(Write::Pass {
            code,
            player,
            until,
        })
        .await
    }

    /// Makes a device one of the owner of a code, if it still works. Where they have as many devices as there may be, the
    /// one that was seen longest ago is signed out for it. Whether it did is seen by whom the token is of afterwards.
    ///
    /// # Errors
    /// It is not stored.
    pub async fn enter(
        &self,
        code: CodeHash,
        token: TokenHash,
        device: String,
        at: Time,
    ) -> Result<(), NotStored> {
        let what = Write::Enter {
            code,
            token,
            device,
            at,
        };
        self.write(what).await
    }

    /// Makes a device nobody's any more.
    ///
    /// # Errors
    /// It is not stored.
    pub async fn sign_out(&self, player: PlayerId, device: String) -> Result<(), NotStored> {
        self.write(Write::SignOut { player, device }).await
    }

    /// Stores the new name of a person.
    ///
    /// # Errors
    /// It is not stored.
    pub async fn name(&self, player: PlayerId, name: Name) -> Result<(), NotStored> {
        self.write(Write::Name { player, name }).await
    }

    /// Stores records of a room anew, in which somebody has another name.
    ///
    /// # Errors
    /// They are as they were.
    pub async fn rewrite(&self, room: RoomId, records: Vec<Record>) -> Result<(), NotStored> {
        self.write(Write::Rewrite { room, records }).await
    }

    /// Keeps nothing of a person any more but their name in the logs of rooms, which are to be rewritten. The tables of
    /// finished games say `name` instead of theirs.
    ///
    /// # Errors
    /// All is as it was.
    pub async fn forget(&self, player: PlayerId, name: Name, at: Time) -> Result<(), NotStored> {
        self.write(Write::Forget { player, name, at }).await
    }

    /// Notes that the log of a room has been rewritten, and says `name` instead of a forgotten person's.
    ///
    /// # Errors
    /// It is rewritten once more later.
    pub async fn forgotten(
        &self,
        room: RoomId,
        player: PlayerId,
        name: Name,
    ) -> Result<(), NotStored> {
        self.write(Write::Forgotten { room, player, name }).await
    }

    /// Stores that a person was here, on the device with that token.
    ///
    /// # Errors
    /// It is not stored.
    pub async fn seen(
        &self,
        player: PlayerId,
        token: TokenHash,
        at: Time,
    ) -> Result<(), NotStored> {
        self.write(Write::Seen { player, token, at }).await
    }

    /// Removes a piece of what has been kept for long enough, in a transaction of its own.
    ///
    /// # Errors
    /// It is not removed.
    pub async fn sweep(&self, piece: Sweep) -> Result<(), NotStored> {
        let what = Write::Sweep(piece);
        Self::write_to(&self.lanes.of(&what).sweeps, what).await
    }

    /// What was committed since the start, and how long it took.
    pub fn figures(&self) -> CommitFigures {
        self.shared.figures.now()
    }

    /// Whether the disk took what was to be written last. If not, it is tried again and again.
    pub(super) fn is_able(&self) -> bool {
        self.shared.health.is_able()
    }

    /// Whether something can be stored now: it is tried, unless something was stored just before.
    pub(super) async fn is_proven(&self) -> bool {
        if !self.is_able() {
            return false;
        }
        let trial = async {
            // Many who ask at once need one trial.
            let _alone = self.trial.lock().await;
            self.shared.health.is_proven() || self.write(Write::Trial).await.is_ok()
        };
        let proven = tokio::time::timeout(limits::TRIAL_TIME, trial).await;
        proven.unwrap_or(false)
    }

    /// Whether nothing can be written any more.
    pub(super) fn is_closed(&self) -> bool {
        match &self.lanes {
            Lanes::One(lane) => lane.queue.is_closed(),
            Lanes::Two { log, rest, .. } => log.queue.is_closed() || rest.queue.is_closed(),
        }
    }

    /// Takes nothing more; what waits is still written.
    pub(super) fn close(&self) {
        self.shared.closing.cancel();
    }

    pub(super) async fn write(&self, what: Write) -> Result<(), NotStored> {
        Self::write_to(&self.lanes.of(&what).queue, what).await
    }

    async fn write_to(queue: &mpsc::Sender<Waiting>, what: Write) -> Result<(), NotStored> {
        let (done, answer) = oneshot::channel();
        let waiting = Waiting { what, done };
        queue.send(waiting).await.map_err(|_| NotStored::Ended)?;
        answer.await.map_err(|_| NotStored::Ended)?
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

    async fn keep_name(&self, player: PlayerId, name: Name) -> Stored {
        let (done, answer) = oneshot::channel();
        let what = Write::Name { player, name };
        let queue = &self.lanes.of(&what).queue;
        // Where nothing is written any more, the sender is dropped, and whoever waits learns it.
        let _ = queue.send(Waiting { what, done }).await;
        Stored::soon(answer)
    }

    async fn keep_summary(&self, room: RoomId, summary: Summary) {
        if let Err(reason) = self.write(Write::Summary { room, summary }).await {
            tracing::debug!(%room, %reason, "what the room is in short was not stored");
        }
    }
}

impl<C: Commit> Task<C> {
    /// Writes until closed.
    pub(super) async fn run(mut self) {
        let mut together = Vec::with_capacity(self.most);
        loop {
            let closing = self.shared.closing.clone();
            let some = tokio::select! {
                biased;
                some = self.queue.recv_many(&mut together, self.most) => some,
                () = closing.cancelled(), if !self.queue.is_closed() => {
                    self.queue.close();
                    continue;
                }
                Some(piece) = self.sweeps.recv(), if !self.queue.is_closed() => {
                    together.push(piece);
                    1
                }
                // Rooms that stopped may only come back when it works again, so it must be tried.
                () = tokio::time::sleep(limits::TRY_AGAIN), if self.shared.health.is_lost() => {
                    let (done, _) = oneshot::channel();
                    let what = Write::Trial;
                    together.push(Waiting { what, done });
                    1
                }
            };
            if some == 0 {
                break;
            }
            self.gather(&mut together).await;
            // One that panicked has said so, and whoever waits hears that there is no writer any more.
            let waiting = together.len() + self.queue.len();
            let commit = self.committer.commit(together);
            let ended = self.shared.slow_commits.watch(waiting, commit).await;
            let Some((committer, waiting, done)) = ended else {
                return;
            };
            (self.committer, together) = (committer, waiting);
            self.answer(&mut together, done);
        }
        self.committer.close().await;
    }

    /// Lets rooms that have something to write just now do so first, as long as any do: a busy server then commits more
    /// rooms together, and an idle one loses no time.
    async fn gather(&mut self, together: &mut Vec<Waiting>) {
        for _ in 0..limits::GATHERED_AT_MOST {
            tokio::task::yield_now().await;
            let before = together.len();
            while together.len() < self.most
                && let Ok(one) = self.queue.try_recv()
            {
                together.push(one);
            }
            if together.len() == before {
                return;
            }
        }
    }

    fn answer(&mut self, together: &mut Vec<Waiting>, committed: Committed) {
        self.shared.figures.add(&committed);
        for (one, answer) in together.drain(..).zip(committed.answers) {
            let is_trial = matches!(one.what, Write::Trial);
            self.shared.health.note(&answer, is_trial);
            // Whoever waited may have gone; what is written stays written.
            let _ = one.done.send(answer);
        }
    }
}
