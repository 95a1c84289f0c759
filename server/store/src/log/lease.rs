//! For how long what is in memory may be told: until another process may have gone on with it.
//!
//! The log alone keeps writes whole, whoever writes. The lease is for what is told without a write: to somebody who
//! comes or returns.

use std::{
    sync::{
        Arc, LazyLock,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use tokio_util::sync::CancellationToken;

use crate::{limits, process::time::milliseconds};

/// How often a process says that it lives, and who believes what when it doesn't.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct LeaseTimes {
    /// Between two signs of life.
    pub beat: Duration,
    /// For which a process trusts in its own, from when it gave it.
    pub trust: Duration,
    /// After which the others take one for gone that gives none.
    pub gone: Duration,
}

impl LeaseTimes {
    /// After which one that gives no sign of life may be gone.
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

/// Whether what is in memory may be told; cheap to clone. Once it has ended it never holds again.
#[derive(Clone, Debug)]
pub struct Lease(Option<Arc<Instance>>);

/// One registration of this process among those that share a database.
#[derive(Debug)]
struct Instance {
    name: String,
    timeline: u32,
    /// In milliseconds of [`running`]; 0 when it has ended.
    until: AtomicU64,
    over: CancellationToken,
}

impl Lease {
    /// Of a process that has its database to itself.
    pub fn always() -> Self {
        Self(None)
    }

    /// Of an instance of that name, in that timeline of the database, for so long after `sent`. Its end is the
    /// token's.
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

    /// Whether it holds. What is told right after is then no more than late.
    pub fn holds(&self) -> bool {
        let Some(instance) = &self.0 else { return true };
        milliseconds(running()) < instance.until.load(Ordering::Acquire)
    }

    /// For how long it holds if nothing is heard; nothing if it has ended.
    pub fn left(&self) -> Duration {
        let Some(instance) = &self.0 else {
            return Duration::MAX;
        };
        let until = Duration::from_millis(instance.until.load(Ordering::Acquire));
        until.saturating_sub(running())
    }

    /// A sign of life that was given at `sent` has been answered. Whether it holds: one that has lapsed meanwhile is
    /// over, whatever the answer says.
    pub fn renew(&self, sent: Duration, trust: Duration) -> bool {
        let Some(instance) = &self.0 else { return true };
        let renewed = instance
            .until
            .fetch_update(Ordering::AcqRel, Ordering::Acquire, |until| {
                (milliseconds(running()) < until).then(|| until.max(milliseconds(sent + trust)))
            });
        renewed.is_ok()
    }

    /// Ends it, and with it the rooms that were brought back under it.
    pub fn end(&self) {
        if let Some(instance) = &self.0 {
            instance.until.store(0, Ordering::Release);
            instance.over.cancel();
        }
    }

    /// Cancelled when it ends; that one for a process that has its database to itself.
    pub fn over<'t>(&'t self, otherwise: &'t CancellationToken) -> &'t CancellationToken {
        self.0.as_ref().map_or(otherwise, |instance| &instance.over)
    }

    /// Of which instance it is; empty for a process that has its database to itself.
    pub fn instance(&self) -> &str {
        self.0.as_ref().map_or("", |instance| &instance.name)
    }

    /// In which of the database's lives: another one may have lost what was told in this.
    pub fn timeline(&self) -> u32 {
        self.0.as_ref().map_or(0, |instance| instance.timeline)
    }
}

/// For how long this process has been running, as far as that concerns others: also while its machine slept.
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

/// Nothing that is known everywhere.
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
    fn an_answer_that_comes_late_shortens_nothing() {
        let lease = lease(LONG);
        let left = lease.left();
        assert!(lease.renew(Duration::ZERO, Duration::from_millis(1)));
        assert!(lease.left() > left / 2);
    }
}
