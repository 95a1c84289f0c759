//! Attempts to deliver a message, and the pauses between them.

use std::time::Duration;

use crate::{
    client::{Client, Request},
    not_sent::NotSent,
    target::Target,
};

/// The longest that is waited because the other side asks for it.
const LONGEST: Duration = Duration::from_mins(10);

/// How long is waited before it is tried again, and how often.
#[derive(Clone, Debug)]
pub struct Patience(Vec<Duration>);

impl Patience {
    /// Those pauses, one after the other.
    pub fn new(pauses: impl IntoIterator<Item = Duration>) -> Self {
        Self(pauses.into_iter().collect())
    }

    /// The pause after so many attempts, if the other side asks for that much; `None` after the last one.
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

/// What came of it.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Outcome {
    /// It was taken.
    Taken,
    /// Nobody is there any more, for ever.
    Gone,
    /// It was refused, with that status.
    Refused(u16),
    /// It could not be sent.
    NotSent(NotSent),
}

/// The result of one attempt.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Attempt {
    /// That is all.
    Final(Outcome),
    /// Another attempt may succeed, after as long as the other side asks for.
    Again(Outcome, Option<Duration>),
}

/// Sends a request once. A redirect is a refusal: it would lead to an address that was not checked.
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
