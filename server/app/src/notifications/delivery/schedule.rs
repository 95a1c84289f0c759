//! Decides which message is attempted next.
//!
//! Messages are queued in the order of their due times. A message that waits for a retry occupies
//! no slot of those in progress. Each owner, device and service has a limited share of both, so
//! that the messages of one can't block those of others.

use std::{
    collections::{BTreeMap, HashMap},
    time::Duration,
};

use tokio::time::Instant;

use super::Subject;
use crate::{notifications::drops::DropReason, process::counts::Counts};

/// Limits on numbers of messages: in total, and of one owner, device and service.
#[derive(Copy, Clone, Debug)]
pub struct Shares {
    pub all: usize,
    pub owner: usize,
    pub device: usize,
    pub service: usize,
}

/// The limits of a schedule.
#[derive(Copy, Clone, Debug)]
pub struct Capacity {
    /// The limits on queued messages.
    pub waiting: Shares,
    /// The limits on messages in progress.
    pub under_way: Shares,
    /// The limit on messages in progress to a service that didn't answer the last attempt.
    pub to_silent_service: usize,
}

/// The keys of the limits that a message counts for.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Keys {
    /// The player or the room that the message is for.
    pub owner: Subject,
    /// The address that the message is sent to. It is a secret.
    pub device: String,
    /// The service that the address belongs to.
    pub service: String,
    /// The subject, if a later message on the same subject replaces this one while it is queued.
    pub topic: Option<Subject>,
}

/// A message with the number of its attempts so far.
#[derive(Debug)]
pub struct Scheduled<M> {
    pub keys: Keys,
    pub message: M,
    pub attempts: usize,
}

/// The due time of a message, and a serial number that keeps messages with the same due time in
/// order.
type Turn = (Instant, u64);

/// The queued messages, and the counts of those in progress.
#[derive(Debug)]
pub struct Schedule<M> {
    capacity: Capacity,
    waiting: BTreeMap<Turn, Scheduled<M>>,
    counts_waiting: KeyCounts,
    counts_under_way: KeyCounts,
    /// The position of the queued message for each device and subject.
    by_topic: HashMap<(String, Subject), Turn>,
    /// The devices whose last attempt failed, with the time until which nothing is sent to them.
    resting: HashMap<String, Instant>,
    /// The services that didn't answer the last attempt, with the time of that attempt.
    silent: HashMap<String, Instant>,
    next: u64,
}

/// The time for which a service counts as silent without a further attempt.
const SILENT: Duration = Duration::from_mins(10);
/// The number of entries at which a map is pruned of outdated ones.
const PRUNED_FROM: usize = 1_024;

impl<M> Schedule<M> {
    /// Creates an empty schedule with these limits.
    pub fn new(capacity: Capacity) -> Self {
        Self {
            capacity,
            waiting: BTreeMap::new(),
            counts_waiting: KeyCounts::default(),
            counts_under_way: KeyCounts::default(),
            by_topic: HashMap::new(),
            resting: HashMap::new(),
            silent: HashMap::new(),
            next: 0,
        }
    }

    /// Queues a new message until its device may receive one. It replaces an earlier message on the
    /// same subject and keeps that one's number of attempts.
    ///
    /// # Errors
    /// Returns the reason for which the message is dropped if too many are queued already.
    pub fn add(&mut self, keys: Keys, message: M, now: Instant) -> Result<(), DropReason> {
        let replaced = keys.topic.and_then(|topic| {
            let turn = self.by_topic.get(&(keys.device.clone(), topic)).copied()?;
            self.take(turn)
        });
        let attempts = replaced.map_or(0, |replaced| replaced.attempts);
        let due = self.resting.get(&keys.device).copied().unwrap_or(now);
        let scheduled = Scheduled {
            keys,
            message,
            attempts,
        };
        self.enqueue(scheduled, due.max(now))
    }

    /// Queues a message for a retry after a failed attempt. Other messages to its device wait for
    /// the same time.
    ///
    /// # Errors
    /// Returns the reason for which the message is dropped: too many are queued, or a later message
    /// on the same subject replaces it.
    pub fn again(&mut self, scheduled: Scheduled<M>, due: Instant) -> Result<(), DropReason> {
        let device = &scheduled.keys.device;
        if self.resting.len() >= PRUNED_FROM {
            let now = Instant::now();
            self.resting.retain(|_, until| *until > now);
        }
        self.resting.insert(device.clone(), due);
        if let Some(topic) = scheduled.keys.topic
            && let Some(&turn) = self.by_topic.get(&(device.clone(), topic))
            && let Some(mut later) = self.take(turn)
        {
            later.attempts = scheduled.attempts;
            self.enqueue(later, due)?;
            return Err(DropReason::Replaced);
        }
        let device = device.clone();
        self.enqueue(scheduled, due).inspect_err(|_| {
            // No later attempt would end the device's pause.
            self.resting.remove(&device);
        })
    }

    /// Returns the next message to attempt, if one is due and has a free slot. It counts as in
    /// progress until [`Self::ended`].
    pub fn next(&mut self, now: Instant) -> Option<Scheduled<M>> {
        if self.counts_under_way.all >= self.capacity.under_way.all {
            return None;
        }
        let mut due = self.waiting.range(..=(now, u64::MAX));
        let (&turn, _) = due.find(|(_, one)| self.may_go(&one.keys, now))?;
        let scheduled = self.take(turn)?;
        self.counts_under_way.add(&scheduled.keys);
        Some(scheduled)
    }

    /// Returns the next time at which a message becomes due.
    pub fn next_due(&self, now: Instant) -> Option<Instant> {
        let mut later = self.waiting.range((now, u64::MAX)..);
        later.next().map(|((due, _), _)| *due)
    }

    /// Ends an attempt: frees its slot, and records whether the service answered.
    pub fn ended(&mut self, keys: &Keys, has_answered: bool, now: Instant) {
        self.counts_under_way.remove(keys);
        if has_answered {
            self.silent.remove(&keys.service);
        } else {
            if self.silent.len() >= PRUNED_FROM {
                self.silent
                    .retain(|_, since| now.duration_since(*since) < SILENT);
            }
            self.silent.insert(keys.service.clone(), now);
        }
    }

    fn may_go(&self, keys: &Keys, now: Instant) -> bool {
        let resting = self.resting.get(&keys.device);
        if resting.is_some_and(|until| *until > now) {
            return false;
        }
        let mut shares = self.capacity.under_way;
        let silent = self.silent.get(&keys.service);
        if silent.is_some_and(|since| now.duration_since(*since) < SILENT) {
            shares.service = self.capacity.to_silent_service;
        }
        self.counts_under_way.room_for(keys, shares).is_ok()
    }

    fn enqueue(&mut self, scheduled: Scheduled<M>, due: Instant) -> Result<(), DropReason> {
        let keys = &scheduled.keys;
        self.counts_waiting.room_for(keys, self.capacity.waiting)?;
        self.counts_waiting.add(keys);
        let turn = (due, self.next);
        self.next += 1;
        if let Some(topic) = keys.topic {
            self.by_topic.insert((keys.device.clone(), topic), turn);
        }
        self.waiting.insert(turn, scheduled);
        Ok(())
    }

    fn take(&mut self, turn: Turn) -> Option<Scheduled<M>> {
        let scheduled = self.waiting.remove(&turn)?;
        self.counts_waiting.remove(&scheduled.keys);
        if let Some(topic) = scheduled.keys.topic {
            self.by_topic
                .remove(&(scheduled.keys.device.clone(), topic));
        }
        Some(scheduled)
    }
}

/// The numbers of messages in total, and of each owner, device and service.
#[derive(Debug, Default)]
struct KeyCounts {
    all: usize,
    owners: Counts<Subject>,
    devices: Counts<String>,
    services: Counts<String>,
}

impl KeyCounts {
    fn add(&mut self, keys: &Keys) {
        self.all += 1;
        self.owners.add(keys.owner);
        self.devices.add(keys.device.clone());
        self.services.add(keys.service.clone());
    }

    fn remove(&mut self, keys: &Keys) {
        self.all = self.all.saturating_sub(1);
        self.owners.subtract(&keys.owner);
        self.devices.subtract(&keys.device);
        self.services.subtract(&keys.service);
    }

    /// Returns the reason to drop a further message if it exceeds a limit.
    fn room_for(&self, keys: &Keys, shares: Shares) -> Result<(), DropReason> {
        if self.owners.of(&keys.owner) >= shares.owner {
            Err(DropReason::Owner)
        } else if self.devices.of(&keys.device) >= shares.device {
            Err(DropReason::Device)
        } else if self.services.of(&keys.service) >= shares.service {
            Err(DropReason::Service)
        } else if self.all >= shares.all {
            Err(DropReason::Queue)
        } else {
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use senda_room::PlayerId;
    use uuid::Uuid;

    use super::*;

    const CAPACITY: Capacity = Capacity {
        waiting: Shares {
            all: 8,
            owner: 4,
            device: 3,
            service: 6,
        },
        under_way: Shares {
            all: 4,
            owner: 2,
            device: 1,
            service: 3,
        },
        to_silent_service: 1,
    };

    fn person(number: u128) -> Subject {
        Subject::Person(PlayerId(Uuid::from_u128(number)))
    }

    fn keys(owner: u128, device: &str, service: &str) -> Keys {
        Keys {
            owner: person(owner),
            device: device.to_owned(),
            service: service.to_owned(),
            topic: None,
        }
    }

    fn schedule() -> (Schedule<&'static str>, Instant) {
        (Schedule::new(CAPACITY), Instant::now())
    }

    /// Takes all messages that may be attempted now.
    fn go(schedule: &mut Schedule<&'static str>, now: Instant) -> Vec<&'static str> {
        std::iter::from_fn(|| schedule.next(now))
            .map(|scheduled| scheduled.message)
            .collect()
    }

    #[test]
    fn a_message_that_waits_for_a_retry_occupies_no_slot() {
        let (mut schedule, now) = schedule();
        for (owner, device) in [(1, "a"), (1, "b"), (2, "c")] {
            schedule
                .add(keys(owner, device, "slow"), "first", now)
                .unwrap();
        }
        let failed: Vec<_> = std::iter::from_fn(|| schedule.next(now)).collect();
        assert_eq!(failed.len(), 3);
        let later = now + Duration::from_mins(10);
        for one in failed {
            schedule.ended(&one.keys, true, now);
            schedule.again(one, later).unwrap();
        }
        schedule.add(keys(3, "d", "slow"), "other", now).unwrap();
        assert_eq!(go(&mut schedule, now), ["other"]);
        assert_eq!(schedule.next_due(now), Some(later));
        assert_eq!(go(&mut schedule, later), ["first"; 2], "beside the other");
    }

    #[test]
    fn no_owner_device_or_service_occupies_all_slots() {
        let (mut schedule, now) = schedule();
        for device in ["a", "a", "b", "c"] {
            schedule.add(keys(1, device, "one"), device, now).unwrap();
        }
        assert_eq!(go(&mut schedule, now), ["a", "b"], "two of an owner");
        schedule.add(keys(2, "d", "one"), "d", now).unwrap();
        schedule.add(keys(3, "e", "one"), "e", now).unwrap();
        schedule.add(keys(3, "f", "two"), "f", now).unwrap();
        assert_eq!(go(&mut schedule, now), ["d", "f"], "three of a service");
    }

    #[test]
    fn a_silent_service_has_one_slot_until_it_answers() {
        let (mut schedule, now) = schedule();
        schedule.add(keys(1, "a", "mute"), "a", now).unwrap();
        let first = schedule.next(now).unwrap();
        schedule.ended(&first.keys, false, now);
        for (owner, device) in [(2, "b"), (3, "c"), (4, "d")] {
            schedule
                .add(keys(owner, device, "mute"), device, now)
                .unwrap();
        }
        let second = schedule.next(now).unwrap();
        assert!(schedule.next(now).is_none());
        schedule.ended(&second.keys, true, now);
        assert_eq!(go(&mut schedule, now), ["c", "d"]);
    }

    #[test]
    fn the_queue_is_bounded_by_owner_device_service_and_in_total() {
        let (mut schedule, now) = schedule();
        let mut add = |owner, device, service| schedule.add(keys(owner, device, service), "", now);
        for _ in 0..3 {
            add(1, "a", "one").unwrap();
        }
        assert_eq!(add(1, "a", "one"), Err(DropReason::Device));
        add(1, "b", "one").unwrap();
        assert_eq!(add(1, "c", "two"), Err(DropReason::Owner));
        add(2, "d", "one").unwrap();
        add(2, "e", "one").unwrap();
        assert_eq!(add(3, "f", "one"), Err(DropReason::Service));
        add(3, "f", "two").unwrap();
        add(3, "g", "two").unwrap();
        assert_eq!(add(4, "h", "two"), Err(DropReason::Queue));
    }

    #[test]
    fn a_later_message_replaces_a_queued_one_on_the_same_subject() {
        let (mut schedule, now) = schedule();
        let topic = |topic| Keys {
            topic: Some(person(topic)),
            ..keys(1, "a", "one")
        };
        schedule.add(topic(7), "old", now).unwrap();
        schedule.add(topic(7), "new", now).unwrap();
        schedule.add(topic(8), "other", now).unwrap();
        let first = schedule.next(now).unwrap();
        assert_eq!(first.message, "new");
        // A newer message arrives meanwhile. It also waits for the device's pause.
        schedule.add(topic(7), "newest", now).unwrap();
        schedule.ended(&first.keys, true, now);
        let later = now + Duration::from_secs(20);
        let attempted = Scheduled {
            attempts: 1,
            ..first
        };
        assert_eq!(schedule.again(attempted, later), Err(DropReason::Replaced));
        assert!(schedule.next(now).is_none(), "the device rests");
        assert_eq!(go(&mut schedule, later), ["other"]);
        schedule.ended(&topic(8), true, later);
        let newest = schedule.next(later).unwrap();
        assert_eq!((newest.message, newest.attempts), ("newest", 1));
        assert!(schedule.waiting.is_empty() && schedule.by_topic.is_empty());
    }
}
