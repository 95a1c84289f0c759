//! Blocking work on tokio's shared threads, with a limit on concurrent work.
//!
//! A permit is held by the thread and not by the future that waits for it: a client that
//! disconnects while its work is being done does not make room for more work. All work together
//! never takes all shared threads.

use std::sync::Arc;

use tokio::{
    sync::Semaphore,
    task::{JoinError, spawn_blocking},
};

/// A limit on concurrent blocking work of one kind; cheap to clone.
#[derive(Clone, Debug)]
pub struct BlockingWork(Arc<Semaphore>);

impl BlockingWork {
    /// Creates a limit of `at_once` concurrent pieces of work.
    pub fn new(at_once: usize) -> Self {
        Self(Arc::new(Semaphore::new(at_once)))
    }

    /// Runs the work when there is a permit for it. Work that has begun is finished, even if its
    /// caller does not wait for it any more.
    ///
    /// # Errors
    /// Returns [`JoinError`] if the work panicked.
    ///
    /// # Panics
    /// Never panics: the semaphore is never closed.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, JoinError> {
        let place = self.0.clone().acquire_owned().await.expect("never closed");
        #[expect(clippy::disallowed_methods, reason = "the thread holds its place")]
        let done = spawn_blocking(move || {
            let _place = place;
            work()
        });
        done.await
    }
}

#[cfg(test)]
mod tests {
    use std::{
        sync::{
            atomic::{AtomicUsize, Ordering},
            mpsc,
        },
        time::Duration,
    };

    use tokio::time::timeout;

    use super::*;

    const SHORT: Duration = Duration::from_millis(50);

    #[tokio::test]
    async fn abandoned_work_keeps_its_permit_until_it_is_done() {
        let work = BlockingWork::new(1);
        let (finish, wait) = mpsc::channel::<()>();
        let abandoned = timeout(SHORT, work.run(move || wait.recv()));
        assert!(abandoned.await.is_err(), "it lasts until the test says so");
        let begun = Arc::new(AtomicUsize::new(0));
        let next = || {
            let begun = begun.clone();
            work.run(move || begun.fetch_add(1, Ordering::Relaxed))
        };
        assert!(timeout(SHORT, next()).await.is_err());
        assert_eq!(begun.load(Ordering::Relaxed), 0, "the place is not free");
        finish.send(()).unwrap();
        assert_eq!(next().await.unwrap(), 0);
    }
}
