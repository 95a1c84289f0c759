//! Counts messages that are not delivered, and logs the counts, throttled. It never logs an
//! address.

use std::sync::Mutex;

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

/// Counts and logs dropped messages.
#[derive(Debug, Default)]
pub struct Drops {
    /// The messages dropped since the last log line.
    counts: Mutex<Counts<DropReason>>,
    throttle: LogThrottle,
}

impl Drops {
    /// Counts one dropped message, and logs the counts if the throttle allows it.
    pub fn count(&self, reason: DropReason) {
        if reason == DropReason::Replaced {
            return;
        }
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
