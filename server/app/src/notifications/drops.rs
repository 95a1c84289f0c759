//! Counts messages that are not delivered, and logs the counts, throttled. It never logs an
//! address.

use std::sync::{
    Mutex,
    atomic::{AtomicU64, Ordering},
};

use senda_store::process::lock;

use crate::process::{counts::Counts, telemetry::LogThrottle};

/// The reason why a message is dropped.
#[derive(Copy, Clone, Debug, Eq, Hash, PartialEq)]
pub enum DropReason {
    /// The limit of queued messages in total is reached.
    Queue,
    /// The limit of one player or one room is reached, of queued messages or over time.
    Owner,
    /// The limit of one device or one webhook is reached, of queued messages or over time.
    Device,
    /// The limit of one service is reached, of queued messages or over time.
    Service,
    /// The service rejected the message, or could not be reached at any attempt.
    Undelivered,
    /// A later message on the same subject replaces this one. No information is lost, so it isn't
    /// counted.
    Replaced,
}

impl DropReason {
    /// The reasons that are counted.
    pub const COUNTED: &[Self] = &[
        Self::Queue,
        Self::Owner,
        Self::Device,
        Self::Service,
        Self::Undelivered,
    ];

    /// Returns the name of the reason in metrics.
    pub fn code(self) -> &'static str {
        match self {
            Self::Queue => "queue",
            Self::Owner => "owner",
            Self::Device => "device",
            Self::Service => "service",
            Self::Undelivered => "undelivered",
            Self::Replaced => "replaced",
        }
    }
}

/// Counts and logs dropped messages.
#[derive(Debug, Default)]
pub struct Drops {
    /// The messages dropped since the last log line.
    counts: Mutex<Counts<DropReason>>,
    /// The messages dropped since the start.
    totals: [AtomicU64; DropReason::COUNTED.len()],
    throttle: LogThrottle,
}

impl Drops {
    /// Returns the number of messages that were dropped for that reason since the start.
    pub fn total(&self, reason: DropReason) -> u64 {
        let total = self.totals.get(reason as usize);
        total.map_or(0, |total| total.load(Ordering::Relaxed))
    }

    /// Counts one dropped message, and logs the counts if the throttle allows it.
    pub fn count(&self, reason: DropReason) {
        if reason == DropReason::Replaced {
            return;
        }
        self.totals[reason as usize].fetch_add(1, Ordering::Relaxed);
        let mut counts = lock(&self.counts);
        counts.add(reason);
        if self.throttle.may_speak() {
            let counts = std::mem::take(&mut *counts);
            tracing::warn!(
                undelivered = counts.of(&DropReason::Undelivered),
                too_many_of_one_person_or_room = counts.of(&DropReason::Owner),
                too_many_to_one_device_or_channel = counts.of(&DropReason::Device),
                too_many_to_one_service = counts.of(&DropReason::Service),
                too_many = counts.of(&DropReason::Queue),
                "notifications were dropped"
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits;

    #[tokio::test(start_paused = true)]
    async fn drops_are_logged_together() {
        let drops = Drops::default();
        drops.count(DropReason::Queue);
        let counts = || drops.counts.lock().unwrap().clone();
        assert_eq!(counts(), Counts::default(), "the first is logged at once");
        for _ in 0..3 {
            drops.count(DropReason::Device);
            drops.count(DropReason::Replaced);
        }
        let mut three = Counts::default();
        (0..3).for_each(|_| three.add(DropReason::Device));
        assert_eq!(counts(), three);
        tokio::time::advance(limits::SAME_LINE).await;
        drops.count(DropReason::Undelivered);
        assert_eq!(counts(), Counts::default());
    }
}
