//! Counts the attempts to deliver notifications by their outcome.

use std::sync::atomic::{AtomicU64, Ordering};

use senda_push::Outcome;

/// The kind of receiver of a notification.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Receiver {
    /// The browser of a person, through its push service.
    Browser,
    /// The webhook of a room.
    Webhook,
}

/// The outcome of an attempt.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Delivered {
    /// The service has accepted the message.
    Accepted,
    /// The receiver exists no more.
    Gone,
    /// The service has rejected the message.
    Rejected,
    /// The service could not be reached, or the message could not be made.
    NotSent,
}

impl Receiver {
    /// All receivers.
    pub const ALL: &[Self] = &[Self::Browser, Self::Webhook];

    /// Returns the name of the receiver in metrics.
    pub fn code(self) -> &'static str {
        match self {
            Self::Browser => "browser",
            Self::Webhook => "webhook",
        }
    }
}

impl Delivered {
    /// All outcomes.
    pub const ALL: &[Self] = &[Self::Accepted, Self::Gone, Self::Rejected, Self::NotSent];

    /// Returns the name of the outcome in metrics.
    pub fn code(self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::Gone => "gone",
            Self::Rejected => "rejected",
            Self::NotSent => "not_sent",
        }
    }
}

impl From<Option<Outcome>> for Delivered {
    fn from(outcome: Option<Outcome>) -> Self {
        match outcome {
            Some(Outcome::Taken) => Self::Accepted,
            Some(Outcome::Gone) => Self::Gone,
            Some(Outcome::Refused(_)) => Self::Rejected,
            Some(Outcome::NotSent(_)) | None => Self::NotSent,
        }
    }
}

/// The numbers of attempts.
#[derive(Debug, Default)]
pub struct Deliveries([[AtomicU64; Delivered::ALL.len()]; Receiver::ALL.len()]);

impl Deliveries {
    /// Counts an attempt.
    pub fn count(&self, receiver: Receiver, outcome: Delivered) {
        self.0[receiver as usize][outcome as usize].fetch_add(1, Ordering::Relaxed);
    }

    /// Returns the number of attempts with that outcome since the start.
    pub fn of(&self, receiver: Receiver, outcome: Delivered) -> u64 {
        self.0[receiver as usize][outcome as usize].load(Ordering::Relaxed)
    }
}
