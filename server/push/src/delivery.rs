//! Bringing something there, again and again if need be.

use std::time::Duration;

use tokio::time::sleep;

use crate::{
    client::{Client, NotSent, Request},
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

/// Sends a request until it is taken, or it is clear that it won't be. What is sent is made anew each time.
pub async fn deliver(
    client: &Client,
    target: &Target,
    patience: &Patience,
    mut request: impl FnMut() -> Request,
) -> Outcome {
    let mut pauses = patience.0.iter();
    loop {
        let (outcome, again) = match client.post(target, request()).await {
            Ok(answer) => match answer.status {
                200..=299 => return Outcome::Taken,
                404 | 410 => return Outcome::Gone,
                429 | 500..=599 => (Outcome::Refused(answer.status), answer.again),
                status => return Outcome::Refused(status),
            },
            Err(NotSent::NotPublic) => return Outcome::NotSent(NotSent::NotPublic),
            Err(reason) => (Outcome::NotSent(reason), None),
        };
        let Some(&pause) = pauses.next() else {
            return outcome;
        };
        sleep(again.unwrap_or_default().min(LONGEST).max(pause)).await;
    }
}
