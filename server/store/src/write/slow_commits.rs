//! Logs a warning while commits are slow, since every move of every room waits for them.

use std::{pin::pin, sync::Arc, time::Duration};

use tokio::time::{Instant, timeout};

use crate::{limits, process::LogThrottle};

/// A watch on commits; cheap to clone.
#[derive(Clone, Debug, Default)]
pub(super) struct SlowCommits(Arc<LogThrottle>);

impl SlowCommits {
    /// Waits for a commit, with the number of writes that wait for it or behind it. A commit that
    /// never ends is logged again and again.
    pub async fn watch<T>(&self, waiting: usize, commit: impl Future<Output = T>) -> T {
        let began = Instant::now();
        let mut commit = pin!(commit);
        loop {
            if let Ok(committed) = timeout(limits::SLOW_COMMIT, &mut commit).await {
                return committed;
            }
            self.warn(waiting, began.elapsed());
        }
    }

    fn warn(&self, waiting: usize, so_far: Duration) {
        if self.0.may_speak() {
            tracing::warn!(
                waiting,
                ?so_far,
                "storing takes long, and all moves wait for it: see whether the disk or the database is busy or stuck"
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use tokio::time::sleep;
    use tracing_subscriber::fmt::MakeWriter as _;

    use super::*;
    use crate::process::lock;

    #[tokio::test(start_paused = true)]
    async fn logs_only_slow_commits_and_those_seldom() {
        static LINES: Mutex<Vec<u8>> = Mutex::new(Vec::new());
        let log = tracing_subscriber::fmt()
            .with_writer(|| LINES.make_writer())
            .finish();
        let _log = tracing::subscriber::set_default(log);
        let logged = || {
            let lines = lock(&LINES);
            String::from_utf8_lossy(&lines)
                .matches("storing takes long")
                .count()
        };
        let slow = SlowCommits::default();
        slow.watch(1, sleep(limits::SLOW_COMMIT / 2)).await;
        assert_eq!(logged(), 0);
        slow.watch(1, sleep(limits::SLOW_COMMIT * 5)).await;
        assert_eq!(logged(), 1);
        slow.watch(1, sleep(limits::SLOW_COMMIT * 2)).await;
        assert_eq!(logged(), 1);
        slow.watch(1, sleep(2 * limits::SAME_LINE)).await;
        assert_eq!(logged(), 3);
    }
}
