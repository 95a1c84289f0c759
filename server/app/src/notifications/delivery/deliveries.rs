//! Runs the attempts to deliver messages, and retries after a pause.

use std::collections::HashMap;

use senda_push::{Attempt, NotSent, Outcome};
use tokio::{
    sync::mpsc,
    task::{Id, JoinError, JoinSet},
    time::{Instant, sleep_until},
};

use super::{
    DeliveryContext,
    schedule::{Capacity, Keys, Schedule, Scheduled, Shares},
};
use crate::{
    limits,
    notifications::drops::DropReason,
    process::metrics::{Delivered, Receiver},
};

/// A message to one address.
pub(super) trait Message: Send + Sync + 'static {
    /// The kind of receiver of such messages.
    const RECEIVER: Receiver;

    /// Sends the message once; `None` if that is not possible just now, through no fault of its
    /// service.
    fn attempt(&self, context: &DeliveryContext) -> impl Future<Output = Option<Attempt>> + Send;

    /// Deletes the message's address, which the service reports as gone for good.
    fn forget(&self, context: &DeliveryContext) -> impl Future<Output = ()> + Send;
}

/// A message with the keys of the limits that it counts for.
pub(super) type Addressed<M> = (Keys, M);

/// The sender of messages to deliver.
pub(super) type Outbox<M> = mpsc::Sender<Addressed<M>>;

/// Returns the capacity for push services.
pub(super) fn push_services() -> Capacity {
    Capacity {
        waiting: Shares {
            all: limits::PUSHES_WAITING,
            owner: limits::PUSHES_WAITING_EACH,
            device: limits::PUSHES_WAITING_FOR_DEVICE,
            service: limits::PUSHES_WAITING_FOR_SERVICE,
        },
        under_way: Shares {
            all: limits::PUSHES_AT_ONCE,
            owner: limits::PUSHES_AT_ONCE_EACH,
            device: 1,
            service: limits::PUSHES_AT_ONCE_TO_SERVICE,
        },
        to_silent_service: limits::PUSHES_AT_ONCE_TO_SILENT_SERVICE,
    }
}

/// Returns the capacity for webhooks. A room has one webhook, and its messages keep their order.
pub(super) fn channels() -> Capacity {
    let push = push_services();
    Capacity {
        waiting: Shares {
            owner: limits::PUSHES_WAITING_FOR_DEVICE,
            ..push.waiting
        },
        under_way: Shares {
            owner: 1,
            ..push.under_way
        },
        ..push
    }
}

/// A message with the result of an attempt.
type Attempted<M> = (Scheduled<M>, Option<Attempt>);

struct Deliveries<'a, M: Message> {
    context: &'a DeliveryContext,
    schedule: Schedule<M>,
    attempts: JoinSet<Attempted<M>>,
    /// The keys of the attempts in progress, to release their slots if one panics.
    under_way: HashMap<Id, Keys>,
}

/// Delivers messages until all senders are dropped.
pub(super) async fn deliver<M: Message>(
    context: &DeliveryContext,
    capacity: Capacity,
    mut messages: mpsc::Receiver<Addressed<M>>,
) {
    let mut deliveries = Deliveries {
        context,
        schedule: Schedule::new(capacity),
        attempts: JoinSet::new(),
        under_way: HashMap::new(),
    };
    loop {
        let now = Instant::now();
        deliveries.begin(now);
        let due = deliveries.schedule.next_due(now);
        tokio::select! {
            message = messages.recv() => match message {
                Some((keys, message)) => {
                    let added = deliveries.schedule.add(keys, message, Instant::now());
                    deliveries.count(added);
                }
                None => return,
            },
            Some(attempted) = deliveries.attempts.join_next_with_id() => deliveries.end(attempted),
            () = sleep_until(due.unwrap_or(now)), if due.is_some() => {}
        }
    }
}

impl<M: Message> Deliveries<'_, M> {
    /// Starts attempts for the messages that are due, as long as slots are free.
    fn begin(&mut self, now: Instant) {
        while let Some(mut scheduled) = self.schedule.next(now) {
            scheduled.attempts += 1;
            let keys = scheduled.keys.clone();
            let context = self.context.clone();
            let attempt = self.attempts.spawn(async move {
                let attempt = scheduled.message.attempt(&context).await;
                if attempt == Some(Attempt::Final(Outcome::Gone)) {
                    scheduled.message.forget(&context).await;
                }
                (scheduled, attempt)
            });
            self.under_way.insert(attempt.id(), keys);
        }
    }

    fn end(&mut self, attempted: Result<(Id, Attempted<M>), JoinError>) {
        let now = Instant::now();
        let (scheduled, attempt) = match attempted {
            Ok((id, attempted)) => {
                self.under_way.remove(&id);
                attempted
            }
            // The panic hook has logged the panic.
            Err(error) => {
                if let Some(keys) = self.under_way.remove(&error.id()) {
                    self.schedule.ended(&keys, true, now);
                }
                return;
            }
        };
        let (outcome, asked) = match attempt {
            Some(Attempt::Final(outcome)) => (Some(outcome), None),
            Some(Attempt::Again(outcome, asked)) => (Some(outcome), Some(asked)),
            None => (None, Some(None)),
        };
        let delivered = Delivered::from(outcome);
        self.context
            .metrics
            .deliveries
            .count(M::RECEIVER, delivered);
        let is_silent =
            matches!(outcome, Some(Outcome::NotSent(reason)) if reason != NotSent::NotPublic);
        self.schedule.ended(&scheduled.keys, !is_silent, now);
        match outcome {
            Some(Outcome::Taken | Outcome::Gone) => return,
            // The address must never be logged.
            Some(Outcome::Refused(status)) => tracing::debug!(status, "a notification is refused"),
            Some(Outcome::NotSent(reason)) => {
                tracing::debug!(%reason, "a notification is not sent");
            }
            None => tracing::debug!("a notification can't be made"),
        }
        let patience = self.context.push.patience();
        let pause = asked.and_then(|asked| patience.pause(scheduled.attempts, asked));
        let kept = match pause {
            Some(pause) => self.schedule.again(scheduled, now + pause),
            None => Err(DropReason::Undelivered),
        };
        self.count(kept);
    }

    fn count(&self, kept: Result<(), DropReason>) {
        if let Err(reason) = kept {
            self.context.push.drops().count(reason);
        }
    }
}
