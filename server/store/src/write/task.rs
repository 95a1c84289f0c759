//! The task behind a queue of the writer. It gathers the writes that wait, commits them together,
//! and answers each of them.

use tokio::sync::{mpsc, oneshot};
use tokio_util::sync::CancellationToken;

use super::{
    Write,
    commits::{CommitResult, Figures},
    health::StorageHealth,
    slow_commits::SlowCommits,
};
use crate::{limits, log::NotStored};

/// A write in a queue.
#[derive(Debug)]
pub(crate) struct QueuedWrite {
    pub write: Write,
    /// The channel for its result.
    pub(super) done: oneshot::Sender<Result<(), NotStored>>,
}

/// The state that the writer and its tasks share; cheap to clone.
#[derive(Clone, Debug, Default)]
pub(super) struct Shared {
    pub figures: Figures,
    pub closing: CancellationToken,
    pub health: StorageHealth,
    slow_commits: SlowCommits,
}

impl Shared {
    pub fn of(health: StorageHealth) -> Self {
        Self {
            health,
            ..Self::default()
        }
    }
}

/// A committer of one database.
pub(crate) trait Commit: Send + Sized + 'static {
    /// Commits the writes together as far as possible. A write that fails does not affect the
    /// others. Returns `None` if the committer has panicked, which ends the task.
    fn commit(
        self,
        together: Vec<QueuedWrite>,
    ) -> impl Future<Output = Option<(Self, Vec<QueuedWrite>, CommitResult)>> + Send;

    /// Closes the committer's connection to the database.
    fn close(self) -> impl Future<Output = ()> + Send;
}

/// The task of one committer.
pub(crate) struct Task<C> {
    committer: C,
    /// The maximum number of writes that are committed together.
    most: usize,
    queue: mpsc::Receiver<QueuedWrite>,
    sweeps: mpsc::Receiver<QueuedWrite>,
    shared: Shared,
}

impl<C: Commit> Task<C> {
    /// Creates a task that must be run.
    pub(super) fn new(
        committer: C,
        most: usize,
        queue: mpsc::Receiver<QueuedWrite>,
        sweeps: mpsc::Receiver<QueuedWrite>,
        shared: Shared,
    ) -> Self {
        Self {
            committer,
            most,
            queue,
            sweeps,
            shared,
        }
    }

    /// Commits until the writer is closed.
    pub async fn run(mut self) {
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
                // Rooms that stopped may return only when writing works again, so it must be tried.
                () = tokio::time::sleep(limits::TRY_AGAIN), if self.shared.health.is_lost() => {
                    let (done, _) = oneshot::channel();
                    together.push(QueuedWrite { write: Write::Probe, done });
                    1
                }
            };
            if some == 0 {
                break;
            }
            self.gather(&mut together).await;
            let waiting = together.len() + self.queue.len();
            let commit = self.committer.commit(together);
            let ended = self.shared.slow_commits.watch(waiting, commit).await;
            // A committer that panicked has logged that. All callers that wait get an error.
            let Some((committer, queued, result)) = ended else {
                return;
            };
            (self.committer, together) = (committer, queued);
            self.answer(&mut together, result);
        }
        self.committer.close().await;
    }

    /// Yields to rooms that are about to write, as long as there are any. So a busy server commits
    /// more rooms together, and an idle one loses no time.
    async fn gather(&mut self, together: &mut Vec<QueuedWrite>) {
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

    fn answer(&mut self, together: &mut Vec<QueuedWrite>, result: CommitResult) {
        self.shared.figures.add(&result);
        for (one, answer) in together.drain(..).zip(result.answers) {
            let is_probe = matches!(one.write, Write::Probe);
            self.shared.health.note(&answer, is_probe);
            // The caller may not wait any more. The write stays committed.
            let _ = one.done.send(answer);
        }
    }
}
