//! The computation of the bots' decisions on a few threads of their own, apart from those that
//! serve clients.

mod idle_slot;

use std::{
    collections::HashMap,
    num::NonZeroUsize,
    sync::{
        Arc, Mutex, Weak,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use rand::RngExt;
use senda_bots::{Budget, choose, hint};
use senda_room::{ConnectionId, Input, Question};
use senda_store::process::{Histogram, Observed, TIMES, lock};
use tokio::{
    runtime::Handle,
    sync::{Semaphore, mpsc},
    task, time,
};
use tokio_util::sync::CancellationToken;

use self::idle_slot::IdleSlot;
use crate::{
    limits,
    net::rate::{Bucket, Buckets, Rate, Source, TooFast},
    process::telemetry::LogThrottle,
    settings::Pace,
};

/// The computation of the decisions of all rooms' bots; cheap to clone.
#[derive(Clone, Debug)]
pub struct Bots(Arc<Thinkers>);

#[derive(Debug)]
struct Thinkers {
    /// A permit for each computation that may run at the same time.
    places: Semaphore,
    threads: usize,
    /// The number of questions that wait for a permit.
    waiting: AtomicUsize,
    /// The queue of each address whose rooms have questions.
    rows: Mutex<HashMap<Option<Source>, Weak<Row>>>,
    pace: Pace,
    /// The remaining decisions of all bots together. Each decision becomes a record that no
    /// client's command pays for.
    decisions: Mutex<Bucket>,
    /// The remaining decisions of the bots of each address.
    decisions_each: Buckets,
    throttle: LogThrottle,
    /// The time of each computation, in microseconds.
    thinking: Histogram,
}

/// The questions of the rooms that were opened from one address. They are answered one after the
/// other, so that each address has the same share of the permits, however many rooms it has.
#[derive(Debug)]
struct Row {
    place: Semaphore,
    waiting: AtomicUsize,
}

impl Default for Row {
    fn default() -> Self {
        Self {
            place: Semaphore::new(1),
            waiting: AtomicUsize::new(0),
        }
    }
}

impl Bots {
    /// Creates bots that compute on that many threads: by default half of the processors, at least
    /// one.
    pub fn new(threads: Option<NonZeroUsize>, pace: Pace) -> Self {
        let processors = thread::available_parallelism();
        let usual = processors.map_or(1, |count| (count.get() / 2).max(1));
        let threads = threads.map_or(usual, NonZeroUsize::get);
        Self(Arc::new(Thinkers {
            places: Semaphore::new(threads),
            threads,
            waiting: AtomicUsize::new(0),
            rows: Mutex::default(),
            pace,
            decisions: Mutex::new(Bucket::new(
                limits::BOT_DECISIONS_BURST,
                limits::BOT_DECISIONS_PER_SECOND,
                Duration::from_secs(1),
            )),
            decisions_each: Buckets::each(Rate::per_hour(
                limits::BOT_DECISIONS_BURST,
                limits::BOT_DECISIONS_EACH_PER_HOUR,
            )),
            throttle: LogThrottle::default(),
            thinking: Histogram::new(TIMES),
        }))
    }

    /// Returns the number of questions that wait for a permit, and of those that wait behind others
    /// of the same address.
    pub fn waiting(&self) -> u64 {
        let rows = lock(&self.0.rows);
        let rows = rows.values().filter_map(Weak::upgrade);
        let behind: usize = rows.map(|row| row.waiting.load(Ordering::Relaxed)).sum();
        (behind + self.0.waiting.load(Ordering::Relaxed)) as u64
    }

    /// Returns the number of threads on which bots think.
    pub fn threads(&self) -> usize {
        self.0.threads
    }

    /// Returns the number of computations that run now.
    pub fn at_work(&self) -> usize {
        let free = self.0.places.available_permits();
        self.0.threads.saturating_sub(free)
    }

    /// Returns the times of the computations since the start, in microseconds.
    pub fn thinking(&self) -> Observed {
        self.0.thinking.observed()
    }

    /// Computes a bot's decision and sends it to `answer`, if the room is still in memory then. The
    /// room was opened from the address `opener`.
    pub fn ask(
        &self,
        opener: Option<Source>,
        question: Question,
        answer: mpsc::Sender<Box<Input>>,
    ) {
        let thinkers = self.0.clone();
        tokio::spawn(async move {
            let begun = Instant::now();
            let (seat, version) = (question.seat, question.version);
            let pace = if question.with_people {
                thinkers.pace.after(question.played_for)
            } else {
                thinkers.pace.alone()
            };
            let action = thinkers.think(opener, question, &answer).await;
            time::sleep(pace.saturating_sub(begun.elapsed())).await;
            thinkers.may_decide(opener).await;
            let thought = Input::Thought {
                seat,
                version,
                action,
            };
            // A room that has left memory asks again when it is restored.
            let _ = answer.send(Box::new(thought)).await;
        });
    }

    /// Computes a hint for the player with that connection and sends it to `answer`.
    pub fn advise(
        &self,
        opener: Option<Source>,
        to: ConnectionId,
        question: Question,
        answer: mpsc::Sender<Box<Input>>,
    ) {
        let thinkers = self.0.clone();
        tokio::spawn(async move {
            let (seat, version) = (question.seat, question.version);
            let hint = thinkers.advise(opener, question, &answer).await;
            let thought = Input::Hint {
                to,
                seat,
                version,
                hint,
            };
            // If the room has left memory, no player waits for the hint.
            let _ = answer.send(Box::new(thought)).await;
        });
    }

    /// Runs other work on a thread that no bot needs. While a bot's question waits for a permit,
    /// the work pauses, in the middle of a computation, except for its guaranteed share
    /// ([`limits::REVIEW_SLICE`]). Its budget is over when the server stops. Returns `None` if the
    /// work panics.
    pub async fn work_between<T: Send + 'static>(
        &self,
        stop: CancellationToken,
        work: impl FnOnce(&Budget) -> T + Send + 'static,
    ) -> Option<T> {
        let thinkers = self.0.clone();
        let runtime = Handle::current();
        #[expect(
            clippy::disallowed_methods,
            reason = "one review and one search at a time"
        )]
        let worked = task::spawn_blocking(move || {
            let slot = IdleSlot::new(&thinkers, runtime);
            let is_over = || !slot.is_open(&stop);
            work(&Budget::until(&is_over))
        });
        worked.await.ok()
    }
}

impl Thinkers {
    /// Computes the decision of a bot.
    async fn think(
        &self,
        opener: Option<Source>,
        question: Question,
        answer: &mpsc::Sender<Box<Input>>,
    ) -> Option<senda_rules::AnyAction> {
        let decide = move |budget: &Budget| {
            let Question {
                seat, level, view, ..
            } = question;
            let seed = rand::rng().random();
            senda_bots::answer(&view, seat, budget, seed)
                .or_else(|| Some(choose(&view, seat, level, budget, seed)?.action))
        };
        // After a panic there is no decision, and the room takes the first legal one.
        self.in_turn(opener, answer, decide).await.flatten()
    }

    /// Computes a hint for a player. Returns `None` if too many questions are waiting already.
    async fn advise(
        &self,
        opener: Option<Source>,
        question: Question,
        answer: &mpsc::Sender<Box<Input>>,
    ) -> Option<senda_bots::Hint> {
        if self.waiting.load(Ordering::Relaxed) >= limits::HINTS_WAITING {
            return None;
        }
        let advise = move |budget: &Budget| {
            hint(&question.view, question.seat, budget, rand::rng().random())
        };
        self.in_turn(opener, answer, advise).await.flatten()
    }

    /// Runs a computation once it is its turn, for as long as its budget lasts. Returns `None` if
    /// it panics, or if the room that waits for the answer has left memory.
    async fn in_turn<T: Send + 'static>(
        &self,
        opener: Option<Source>,
        answer: &mpsc::Sender<Box<Input>>,
        think: impl FnOnce(&Budget) -> T + Send + 'static,
    ) -> Option<T> {
        let row = self.row(opener);
        let own_before = row.waiting.fetch_add(1, Ordering::Relaxed);
        let own = row.place.acquire().await;
        row.waiting.fetch_sub(1, Ordering::Relaxed);
        let _own = own.ok()?;
        let all_before = self.waiting.fetch_add(1, Ordering::Relaxed);
        let place = self.places.acquire().await;
        self.waiting.fetch_sub(1, Ordering::Relaxed);
        let _place = place.ok()?;
        let before = own_before * self.threads + all_before;
        if answer.is_closed() {
            return None;
        }
        let time = self.budget(before);
        let answer = answer.clone();
        #[expect(
            clippy::disallowed_methods,
            reason = "a place for each, and nothing cancels this"
        )]
        let thought = task::spawn_blocking(move || {
            let begun = Instant::now();
            let until = begun + time;
            let is_over = || Instant::now() >= until || answer.is_closed();
            (think(&Budget::until(&is_over)), begun.elapsed())
        });
        let (thought, took) = thought.await.ok()?;
        self.thinking.record_time(took);
        Some(thought)
    }

    /// Returns the queue of an address.
    fn row(&self, opener: Option<Source>) -> Arc<Row> {
        let mut rows = lock(&self.rows);
        if let Some(row) = rows.get(&opener).and_then(Weak::upgrade) {
            return row;
        }
        if rows.len() >= limits::BOT_SOURCES {
            rows.retain(|_, row| row.strong_count() > 0);
        }
        let key = opener.filter(|_| rows.len() < limits::BOT_SOURCES);
        if let Some(row) = rows.get(&key).and_then(Weak::upgrade) {
            return row;
        }
        let row = Arc::new(Row::default());
        rows.insert(key, Arc::downgrade(&row));
        row
    }

    /// Waits until one more decision may be stored, within the rates of all bots together and of
    /// those of its address.
    async fn may_decide(&self, opener: Option<Source>) {
        while let Some(Err(TooFast { again })) =
            opener.map(|source| self.decisions_each.take(source))
        {
            time::sleep(again).await;
        }
        loop {
            let taken = lock(&self.decisions).take();
            match taken {
                Ok(()) => return,
                Err(TooFast { again }) => time::sleep(again).await,
            }
        }
    }

    /// Returns the time for a computation behind `waiting` others: all of them are to be answered
    /// in the time for one.
    fn budget(&self, waiting: usize) -> Duration {
        let rounds = u32::try_from(1 + waiting / self.threads).unwrap_or(u32::MAX);
        let time = (limits::BOT_BUDGET / rounds).max(limits::BOT_BUDGET_LEAST);
        if rounds > 1 && self.throttle.may_speak() {
            tracing::info!(
                waiting,
                milliseconds = time.as_millis(),
                "bots have less time to think"
            );
        }
        time
    }
}

#[cfg(test)]
mod tests;
