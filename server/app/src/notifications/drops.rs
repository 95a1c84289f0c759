//! Counts messages that are not delivered, and logs the counts, throttled. It never logs an
//! address.

use std::sync::Mutex;

use senda_store::process::lock;

use crate::process::telemetry::LogThrottle;

/// The reason why a message is dropped.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
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

/// The numbers of messages dropped since the last log line.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct DropCounts {
    pub queue: u64,
    pub owner: u64,
    pub device: u64,
    pub service: u64,
    pub undelivered: u64,
}

/// Counts and logs dropped messages.
#[derive(Debug, Default)]
pub struct Drops {
    counts: Mutex<DropCounts>,
    throttle: LogThrottle,
}

impl Drops {
    /// Counts one dropped message, and logs the counts if the throttle allows it.
    pub fn count(&self, reason: DropReason) {
        let mut counts = lock(&self.counts);
        match reason {
            DropReason::Queue => counts.queue += 1,
            DropReason::Owner => counts.owner += 1,
            DropReason::Device => counts.device += 1,
            DropReason::Service => counts.service += 1,
            DropReason::Undelivered => counts.undelivered += 1,
            DropReason::Replaced => return,
        }
        if self.throttle.may_speak() {
            let DropCounts {
                queue,
                owner,
                device,
                service,
                undelivered,
            } = std::mem::take(&mut *counts);
            tracing::warn!(
                undelivered,
                too_many_of_one_person_or_room = owner,
                too_many_to_one_device_or_channel = device,
                too_many_to_one_service = service,
                too_many = queue,
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
        let counts = || *drops.counts.lock().unwrap();
        assert_eq!(
            counts(),
            DropCounts::default(),
            "the first is logged at once"
        );
        for _ in 0..3 {
            drops.count(DropReason::Device);
            drops.count(DropReason::Replaced);
        }
        let device = DropCounts {
            device: 3,
            ..DropCounts::default()
        };
        assert_eq!(counts(), device);
        tokio::time::advance(limits::SAME_LINE).await;
        drops.count(DropReason::Undelivered);
        assert_eq!(counts(), DropCounts::default());
    }
}
