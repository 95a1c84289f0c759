//! Attempts to deliver a message, and the backoff between attempts.

use std::time::Duration;

use crate::{
    client::{Client, Request},
    not_sent::NotSent,
    target::Target,
};

/// The longest pause that is granted if the server requests one.
const LONGEST: Duration = Duration::from_mins(10);

/// The retry schedule: the pauses before each retry.
#[derive(Clone, Debug)]
pub struct Patience(Vec<Duration>);

impl Patience {
    /// Creates a schedule with these pauses, one after the other.
    pub fn new(pauses: impl IntoIterator<Item = Duration>) -> Self {
        Self(pauses.into_iter().collect())
    }

    /// Returns the pause after that many attempts, or the longer one that the server asked for;
    /// `None` after the last attempt.
    pub fn pause(&self, attempts: usize, asked: Option<Duration>) -> Option<Duration> {
        let pause = *self.0.get(attempts.checked_sub(1)?)?;
        Some(asked.unwrap_or_default().min(LONGEST).max(pause))
    }
}

impl Default for Patience {
    fn default() -> Self {
        Self::new([2, 20, 120].map(Duration::from_secs))
    }
}

/// The outcome of a delivery.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Outcome {
    /// The service accepted the message.
    Taken,
    /// The recipient's address no longer exists, for good.
    Gone,
    /// The service rejected the message, with that status.
    Refused(u16),
    /// The message could not be sent.
    NotSent(NotSent),
}

/// The result of one attempt.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Attempt {
    /// The outcome is final; no retry follows.
    Final(Outcome),
    /// A retry may succeed, after the pause that the server asked for, if any.
    Again(Outcome, Option<Duration>),
}

/// Sends a request once. A redirect counts as a rejection, since it would lead to an address that
/// was not checked.
pub async fn attempt(client: &Client, target: &Target, request: Request) -> Attempt {
    match client.post(target, request).await {
        Ok(answer) => match answer.status {
            200..=299 => Attempt::Final(Outcome::Taken),
            404 | 410 => Attempt::Final(Outcome::Gone),
            429 | 500..=599 => Attempt::Again(Outcome::Refused(answer.status), answer.again),
            status => Attempt::Final(Outcome::Refused(status)),
        },
        Err(NotSent::NotPublic) => Attempt::Final(Outcome::NotSent(NotSent::NotPublic)),
        Err(reason) => Attempt::Again(Outcome::NotSent(reason), None),
    }
}
