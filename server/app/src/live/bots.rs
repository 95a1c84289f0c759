//! The computation of the bots' decisions on a few threads of their own, apart from those that
//! serve clients.

use std::{
    cell::RefCell,
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
use senda_store::process::lock;
use tokio::{
    runtime::Handle,
    sync::{Semaphore, SemaphorePermit, mpsc},
    task, time,
};
use tokio_util::sync::CancellationToken;

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
        }))
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
            let with_people = question.with_people;
            let pace = if with_people {
                thinkers.pace.any()
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
            reason = "reviews are worked out one at a time"
        )]
        let worked = task::spawn_blocking(move || {
            let gap = Gap {
                thinkers: &thinkers,
                runtime,
                place: RefCell::new(None),
            };
            let is_over = || !gap.is_open(&stop);
            work(&Budget::until(&is_over))
        });
        worked.await.ok()
    }
}

/// A permit that no bot needs, for as long as no question waits; or for a guaranteed slice of time,
/// at intervals.
struct Gap<'a> {
    thinkers: &'a Thinkers,
    runtime: Handle,
    place: RefCell<Option<Held<'a>>>,
}

/// A permit, and the time until which it is kept although questions are waiting.
struct Held<'a> {
    _permit: SemaphorePermit<'a>,
    until: Instant,
}

impl<'a> Gap<'a> {
    /// Waits until there is such a permit. Returns whether there is one before the server stops.
    fn is_open(&self, stop: &CancellationToken) -> bool {
        let is_wanted = || self.thinkers.waiting.load(Ordering::Relaxed) > 0;
        let mut place = self.place.borrow_mut();
        if let Some(held) = &*place
            && is_wanted()
            && Instant::now() >= held.until
        {
            *place = None;
        }
        let patience = Instant::now() + limits::REVIEW_PATIENCE;
        while place.is_none() && !stop.is_cancelled() {
            let thinkers = self.thinkers;
            let free = thinkers.places.try_acquire().ok();
            *place = free.map(|permit| Held {
                _permit: permit,
                until: Instant::now(),
            });
            if place.is_none() && Instant::now() >= patience {
                *place = self.in_row(stop);
            } else if place.is_none() {
                thread::sleep(limits::GAP_EVERY);
            }
        }
        !stop.is_cancelled()
    }

    /// Waits for a permit in the queue of all questions. Returns `None` if the server stops.
    fn in_row(&self, stop: &CancellationToken) -> Option<Held<'a>> {
        let thinkers = self.thinkers;
        let permit = self.runtime.block_on(async {
            tokio::select! {
                permit = thinkers.places.acquire() => permit.ok(),
                () = stop.cancelled() => None,
            }
        });
        permit.map(|permit| Held {
            _permit: permit,
            until: Instant::now() + limits::REVIEW_SLICE,
        })
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
            let choice = choose(&view, seat, level, budget, rand::rng().random());
            choice.map(|choice| choice.action)
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
            let until = Instant::now() + time;
            let is_over = || Instant::now() >= until || answer.is_closed();
            think(&Budget::until(&is_over))
        });
        thought.await.ok()
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
mod tests {
    use std::io;

    use senda_bots::{Dice, Level};
    use senda_rules::{AnyGame, AnyView, Game, GameKind, Seat, Viewer};

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn limits_the_decisions_of_all_bots_together() {
        let bots = Bots::new(None, "0-0".parse().unwrap());
        let begun = time::Instant::now();
        let more = 5 * limits::BOT_DECISIONS_PER_SECOND;
        for _ in 0..limits::BOT_DECISIONS_BURST + more {
            bots.0.may_decide(None).await;
        }
        let took = begun.elapsed();
        assert!(
            took > Duration::from_secs(4) && took < Duration::from_secs(6),
            "{took:?}"
        );
    }

    #[test]
    fn reduces_the_time_of_bots_behind_others() {
        let bots = Bots::new(Some(NonZeroUsize::MIN), "0-0".parse().unwrap());
        assert_eq!(bots.0.budget(0), limits::BOT_BUDGET);
        assert_eq!(bots.0.budget(1), limits::BOT_BUDGET / 2);
        assert_eq!(bots.0.budget(1_000), limits::BOT_BUDGET_LEAST);
    }

    #[test]
    fn logs_once_that_bots_have_less_time() {
        let lines = Lines::default();
        let written = lines.clone();
        let log = tracing_subscriber::fmt().with_writer(move || written.clone());
        tracing::subscriber::with_default(log.with_ansi(false).finish(), || {
            let bots = Bots::new(Some(NonZeroUsize::MIN), "0-0".parse().unwrap());
            bots.0.budget(0);
            assert_eq!(lines.read(), "", "nobody waits");
            for waiting in [3, 4, 5] {
                bots.0.budget(waiting);
            }
        });
        let said = lines.read();
        let milliseconds = (limits::BOT_BUDGET / 4).as_millis();
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(said.contains("bots have less time to think"), "{said}");
        assert!(said.contains("waiting=3"), "{said}");
        assert!(
            said.contains(&format!("milliseconds={milliseconds}")),
            "{said}"
        );
    }

    /// The lines that have been written to a log.
    #[derive(Clone, Default)]
    struct Lines(Arc<Mutex<Vec<u8>>>);

    impl Lines {
        fn read(&self) -> String {
            String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
        }
    }

    impl io::Write for Lines {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// Returns the view of the player who decides first, at the beginning of a game.
    fn beginning() -> AnyView {
        let game = AnyGame::new(&GameKind::ALL[0].options(), 2, Some(Seat::ZERO));
        let mut game = game.unwrap();
        for event in game.open(&mut Dice::new(1)) {
            game.apply(&event);
        }
        game.view(Viewer::Seat(Seat::ZERO))
    }

    /// The test's paused clock advances only while all tasks wait for it.
    #[tokio::test(start_paused = true)]
    async fn a_bot_waits_for_its_pace_with_people_but_not_among_bots() {
        let bots = Bots::new(None, "8000-8000".parse().unwrap());
        for (with_people, seconds) in [(true, 4..9), (false, 0..1)] {
            let begun = time::Instant::now();
            let (answer, mut room) = mpsc::channel(1);
            let question = Question {
                seat: Seat::ZERO,
                version: 1,
                level: Level::Easy,
                view: beginning(),
                with_people,
            };
            bots.ask(None, question, answer);
            let thought = room.recv().await.map(|thought| *thought);
            assert!(matches!(
                thought,
                Some(Input::Thought {
                    action: Some(_),
                    ..
                })
            ));
            let took = begun.elapsed();
            assert!(seconds.contains(&took.as_secs()), "{took:?}");
        }
    }

    /// The timeout that ends the test if the work never yields. It is never reached otherwise.
    const NEVER: Duration = Duration::from_mins(2);

    /// The work has the only permit and never ends by itself. A bot decides only if the work yields
    /// to it, and the work does not proceed while the bot computes.
    #[tokio::test]
    async fn other_work_pauses_while_a_bot_computes() {
        let bots = Bots::new(Some(NonZeroUsize::MIN), "0-0".parse().unwrap());
        let (enough, steps) = (CancellationToken::new(), Arc::new(AtomicUsize::new(0)));
        let work = {
            let (enough, steps) = (enough.clone(), steps.clone());
            move |budget: &Budget| {
                let view = beginning();
                while !enough.is_cancelled() {
                    hint(&view, Seat::ZERO, &budget.at_most(1), 1).expect("a choice");
                    steps.fetch_add(1, Ordering::SeqCst);
                }
            }
        };
        let done = || steps.load(Ordering::SeqCst);
        let working = {
            let bots = bots.clone();
            tokio::spawn(async move { bots.work_between(CancellationToken::new(), work).await })
        };
        let mut before = 0;
        for _ in 0..3 {
            while done() == before {
                time::sleep(Duration::from_millis(1)).await;
            }
            let (answer, _room) = mpsc::channel(1);
            let steps = steps.clone();
            let think = move |_: &Budget| {
                let before = steps.load(Ordering::SeqCst);
                thread::sleep(Duration::from_millis(20));
                (before, steps.load(Ordering::SeqCst))
            };
            let thought = time::timeout(NEVER, bots.0.in_turn(None, &answer, think)).await;
            let (first, last) = thought.expect("a place").expect("a thought");
            assert_eq!(first, last);
            before = last;
        }
        enough.cancel();
        assert_eq!(working.await.unwrap(), Some(()));
    }

    fn at(address: &str) -> Source {
        address.parse::<std::net::IpAddr>().unwrap().into()
    }

    /// Runs a computation of that duration in the queue of an address.
    async fn think_for(bots: &Bots, opener: Source, milliseconds: u64) {
        let (answer, _room) = mpsc::channel(1);
        let think = move |_: &Budget| thread::sleep(Duration::from_millis(milliseconds));
        bots.0.in_turn(Some(opener), &answer, think).await;
    }

    #[tokio::test]
    async fn bots_of_one_address_delay_those_of_another_only_briefly() {
        let bots = Bots::new(Some(NonZeroUsize::MIN), "0-0".parse().unwrap());
        let done = Arc::new(AtomicUsize::new(0));
        for _ in 0..12 {
            let (bots, done) = (bots.clone(), done.clone());
            tokio::spawn(async move {
                think_for(&bots, at("192.0.2.1"), 20).await;
                done.fetch_add(1, Ordering::SeqCst);
            });
        }
        while done.load(Ordering::SeqCst) == 0 {
            time::sleep(Duration::from_millis(1)).await;
        }
        let before = done.load(Ordering::SeqCst);
        think_for(&bots, at("192.0.2.2"), 1).await;
        let meanwhile = done.load(Ordering::SeqCst) - before;
        assert!(meanwhile <= 3, "{meanwhile} of twelve");
    }

    #[tokio::test]
    async fn other_work_proceeds_while_bots_are_always_busy() {
        let bots = Bots::new(Some(NonZeroUsize::MIN), "0-0".parse().unwrap());
        let (enough, steps) = (CancellationToken::new(), Arc::new(AtomicUsize::new(0)));
        let work = {
            let (enough, steps) = (enough.clone(), steps.clone());
            move |budget: &Budget| {
                let view = beginning();
                while !enough.is_cancelled() {
                    hint(&view, Seat::ZERO, &budget.at_most(1), 1).expect("a choice");
                    steps.fetch_add(1, Ordering::SeqCst);
                }
            }
        };
        for number in 0..4 {
            let (bots, enough) = (bots.clone(), enough.clone());
            let opener = at(&format!("192.0.2.{number}"));
            tokio::spawn(async move {
                while !enough.is_cancelled() {
                    think_for(&bots, opener, 20).await;
                }
            });
        }
        // From here on there is always a question in the queue.
        while bots.0.waiting.load(Ordering::SeqCst) < 2 {
            time::sleep(Duration::from_millis(1)).await;
        }
        let working = {
            let bots = bots.clone();
            tokio::spawn(async move { bots.work_between(CancellationToken::new(), work).await })
        };
        let some = async {
            while steps.load(Ordering::SeqCst) < 3 {
                time::sleep(Duration::from_millis(1)).await;
            }
        };
        let came_on = time::timeout(NEVER, some).await;
        enough.cancel();
        assert!(came_on.is_ok(), "nothing was worked out");
        assert_eq!(working.await.unwrap(), Some(()));
    }
}
