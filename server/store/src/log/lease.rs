//! The lease of a process: how long it may send its rooms' state to clients before another process
//! may have continued the rooms.
//!
//! The log keeps every write consistent without leases, whichever process writes. The lease is for
//! data that is sent without a write, to a client that connects or reconnects.

use std::{
    sync::{
        Arc, LazyLock,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use tokio_util::sync::CancellationToken;

use crate::{limits, process::time::milliseconds};

/// The times of a process's heartbeats, and of their absence.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct LeaseTimes {
    /// The interval between two heartbeats.
    pub beat: Duration,
    /// The time for which a process relies on its own heartbeat, counted from when it was sent.
    pub trust: Duration,
    /// The time without heartbeats after which the others consider a process gone.
    pub gone: Duration,
}

impl LeaseTimes {
    /// Returns the time without heartbeats after which a process may be gone.
    pub fn silent(&self) -> Duration {
        self.gone / limits::GONE_TO_SILENT
    }
}

impl Default for LeaseTimes {
    fn default() -> Self {
        Self {
            beat: limits::BEAT,
            trust: limits::TRUST,
            gone: limits::GONE,
        }
    }
}

/// The lease of a process: while it holds, the process may send the state of its rooms to clients;
/// cheap to clone. A lease that has ended never holds again.
#[derive(Clone, Debug)]
pub struct Lease(Option<Arc<Instance>>);

/// One registration of this process in a shared database.
#[derive(Debug)]
struct Instance {
    name: String,
    timeline: u32,
    /// The end of the lease in milliseconds of [`running`]; 0 if it was ended early.
    until: AtomicU64,
    over: CancellationToken,
}

impl Lease {
    /// Returns the endless lease of a process that has a database of its own.
    pub fn always() -> Self {
        Self(None)
    }

    /// Creates the lease of an instance of that name on that timeline of the database. It holds for
    /// the second duration after `sent`. Its end cancels `over`.
    pub fn of(
        name: String,
        timeline: u32,
        (sent, trust): (Duration, Duration),
        over: CancellationToken,
    ) -> Self {
        Self(Some(Arc::new(Instance {
            name,
            timeline,
            until: AtomicU64::new(milliseconds(sent + trust)),
            over,
        })))
    }

    /// Returns whether the lease holds. Data that is sent right after this check can be late, but
    /// it can't contradict another process.
    pub fn holds(&self) -> bool {
        let Some(instance) = &self.0 else { return true };
        milliseconds(running()) < instance.until.load(Ordering::Acquire)
    }

    /// Returns the remaining time of the lease without another heartbeat; zero if it has ended.
    pub fn left(&self) -> Duration {
        let Some(instance) = &self.0 else {
            return Duration::MAX;
        };
        let until = Duration::from_millis(instance.until.load(Ordering::Acquire));
        until.saturating_sub(running())
    }

    /// Renews the lease after the answer to a heartbeat that was sent at `sent`. Returns whether
    /// the lease holds. A lease that has lapsed meanwhile has ended, even if the database still
    /// knows the instance.
    pub fn renew(&self, sent: Duration, trust: Duration) -> bool {
        let Some(instance) = &self.0 else { return true };
        let renewed = instance
            .until
            .fetch_update(Ordering::AcqRel, Ordering::Acquire, |until| {
                (milliseconds(running()) < until).then(|| until.max(milliseconds(sent + trust)))
            });
        renewed.is_ok()
    }

    /// Ends the lease, and with it the rooms that were restored under it.
    pub fn end(&self) {
        if let Some(instance) = &self.0 {
            instance.until.store(0, Ordering::Release);
            instance.over.cancel();
        }
    }

    /// Returns the token that is cancelled when the lease ends; `otherwise` for a process that has
    /// a database of its own.
    pub fn over<'t>(&'t self, otherwise: &'t CancellationToken) -> &'t CancellationToken {
        self.0.as_ref().map_or(otherwise, |instance| &instance.over)
    }

    /// Returns the name of the instance; empty for a process that has a database of its own.
    pub fn instance(&self) -> &str {
        self.0.as_ref().map_or("", |instance| &instance.name)
    }

    /// Returns the timeline of the database. A database on another timeline may have lost records
    /// that were sent to clients.
    pub fn timeline(&self) -> u32 {
        self.0.as_ref().map_or(0, |instance| instance.timeline)
    }
}

/// Returns the time since the start of this process, including the time while its machine was
/// suspended.
pub(crate) fn running() -> Duration {
    static START: LazyLock<(Instant, Duration)> = LazyLock::new(|| (Instant::now(), since_boot()));
    let (at, booted) = &*START;
    at.elapsed().max(since_boot().saturating_sub(*booted))
}

#[cfg(target_os = "linux")]
fn since_boot() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    Duration::try_from(clock_gettime(ClockId::Boottime)).unwrap_or_default()
}

/// Returns no time: other systems have no portable clock that includes suspension.
#[cfg(not(target_os = "linux"))]
fn since_boot() -> Duration {
    Duration::ZERO
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_mins(1);

    fn lease(trust: Duration) -> Lease {
        let over = CancellationToken::new();
        Lease::of("a".to_owned(), 1, (running(), trust), over)
    }

    #[test]
    fn a_lease_that_has_lapsed_never_holds_again() {
        let lapsed = lease(Duration::ZERO);
        assert!(!lapsed.holds() && lapsed.left().is_zero());
        assert!(!lapsed.renew(running(), LONG), "however well it goes now");
        assert!(!lapsed.holds());
        let ended = lease(LONG);
        assert!(ended.holds() && ended.renew(running(), LONG));
        ended.end();
        assert!(!ended.holds() && !ended.renew(running(), LONG));
        assert!(ended.over(&CancellationToken::new()).is_cancelled());
        assert!(Lease::always().holds());
    }

    #[test]
    fn a_late_answer_does_not_shorten_the_lease() {
        let lease = lease(LONG);
        let left = lease.left();
        assert!(lease.renew(Duration::ZERO, Duration::from_millis(1)));
        assert!(lease.left() > left / 2);
    }
}
