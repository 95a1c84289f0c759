//! Who thinks for the bots: a few threads beside those that serve people.

use std::{
    cell::RefCell,
    num::NonZeroUsize,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use rand::RngExt;
use senda_bots::{Budget, choose, hint};
use senda_room::{ConnectionId, Input, Question};
use tokio::{
    sync::{Semaphore, SemaphorePermit, mpsc},
    task, time,
};
use tokio_util::sync::CancellationToken;

use crate::{
    limits,
    pace::Pace,
    rate::{Bucket, TooFast},
    telemetry::LogThrottle,
};

/// Thinks for the bots of all rooms; cheap to clone.
#[derive(Clone, Debug)]
pub struct Bots(Arc<Thinkers>);

#[derive(Debug)]
struct Thinkers {
    /// A place for each that may think at once.
    places: Semaphore,
    threads: usize,
    /// Questions that wait for a place.
    waiting: AtomicUsize,
    pace: Pace,
    /// Decisions that all of them may still make: each is a record, and nobody's command.
    decisions: Mutex<Bucket>,
    throttle: LogThrottle,
}

impl Bots {
    /// So many think at once; by default half of the processors, at least one.
    pub fn new(threads: Option<NonZeroUsize>, pace: Pace) -> Self {
        let processors = thread::available_parallelism();
        let usual = processors.map_or(1, |count| (count.get() / 2).max(1));
        let threads = threads.map_or(usual, NonZeroUsize::get);
        Self(Arc::new(Thinkers {
            places: Semaphore::new(threads),
            threads,
            waiting: AtomicUsize::new(0),
            pace,
            decisions: Mutex::new(Bucket::new(
                limits::BOT_DECISIONS_BURST,
                limits::BOT_DECISIONS_PER_SECOND,
                Duration::from_secs(1),
            )),
            throttle: LogThrottle::default(),
        }))
    }

    /// Has something thought out, and says it to `answer` if the room is still there then.
    pub fn ask(&self, question: Question, answer: mpsc::Sender<Box<Input>>) {
        let thinkers = self.0.clone();
        tokio::spawn(async move {
            let begun = Instant::now();
            let pace = thinkers.pace.any();
            let (seat, version) = (question.seat, question.version);
            let with_people = question.with_people;
            let action = thinkers.think(question, &answer).await;
            if with_people {
                time::sleep(pace.saturating_sub(begun.elapsed())).await;
            }
            thinkers.may_decide().await;
            let thought = Input::Thought {
                seat,
                version,
                action,
            };
            // A room that is gone asks again when it is back.
            let _ = answer.send(Box::new(thought)).await;
        });
    }

    /// Has a hint thought out for a player with that connection, and says it to `answer`.
    pub fn advise(&self, to: ConnectionId, question: Question, answer: mpsc::Sender<Box<Input>>) {
        let thinkers = self.0.clone();
        tokio::spawn(async move {
            let (seat, version) = (question.seat, question.version);
            let hint = thinkers.advise(question, &answer).await;
            let thought = Input::Hint {
                to,
                seat,
                version,
                hint,
            };
            // Of a room that is gone nobody waits for a hint.
            let _ = answer.send(Box::new(thought)).await;
        });
    }

    /// Has something worked out where nobody thinks: for as long as a question waits for its place, the work stands still,
    /// in the middle of a thought. What it is given is over when the server stops; `None` if it panics.
    pub async fn work_between<T: Send + 'static>(
        &self,
        stop: CancellationToken,
        work: impl FnOnce(&Budget) -> T + Send + 'static,
    ) -> Option<T> {
        let thinkers = self.0.clone();
        #[expect(
            clippy::disallowed_methods,
            reason = "reviews are worked out one at a time"
        )]
        let worked = task::spawn_blocking(move || {
            let gap = Gap {
                thinkers: &thinkers,
                place: RefCell::new(None),
            };
            let is_over = || !gap.is_open(&stop);
            work(&Budget::until(&is_over))
        });
        worked.await.ok()
    }
}

/// A place that nobody else wants, for as long as that is so.
struct Gap<'a> {
    thinkers: &'a Thinkers,
    place: RefCell<Option<SemaphorePermit<'a>>>,
}

impl Gap<'_> {
    /// Waits until there is such a place; whether there is one before the server stops.
    fn is_open(&self, stop: &CancellationToken) -> bool {
        let is_wanted = || self.thinkers.waiting.load(Ordering::Relaxed) > 0;
        let mut place = self.place.borrow_mut();
        if is_wanted() {
            *place = None;
        }
        while place.is_none() && !stop.is_cancelled() {
            *place = self.thinkers.places.try_acquire().ok();
            if place.is_none() {
                thread::sleep(limits::GAP_EVERY);
            }
        }
        !stop.is_cancelled()
    }
}

impl Thinkers {
    /// What a bot decides.
    async fn think(
        &self,
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
        // What panics has decided nothing; the room takes the first decision that is legal then.
        self.in_turn(answer, decide).await.flatten()
    }

    /// What is said to a player who asks for a hint; nothing where too many wait already.
    async fn advise(
        &self,
        question: Question,
        answer: &mpsc::Sender<Box<Input>>,
    ) -> Option<senda_bots::Hint> {
        if self.waiting.load(Ordering::Relaxed) >= limits::HINTS_WAITING {
            return None;
        }
        let advise = move |budget: &Budget| {
            hint(&question.view, question.seat, budget, rand::rng().random())
        };
        self.in_turn(answer, advise).await.flatten()
    }

    /// Thinks once it is its turn, for as long as there is time; `None` if it panics, or if the room is gone that waits for
    /// the answer.
    async fn in_turn<T: Send + 'static>(
        &self,
        answer: &mpsc::Sender<Box<Input>>,
        think: impl FnOnce(&Budget) -> T + Send + 'static,
    ) -> Option<T> {
        let before = self.waiting.fetch_add(1, Ordering::Relaxed);
        let place = self.places.acquire().await;
        self.waiting.fetch_sub(1, Ordering::Relaxed);
        let _place = place.ok()?;
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

    /// Waits until there is room in the log for one more decision of a bot.
    async fn may_decide(&self) {
        loop {
            let taken = self
                .decisions
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .take();
            match taken {
                Ok(()) => return,
                Err(TooFast { again }) => time::sleep(again).await,
            }
        }
    }

    /// How long one may think before whom so many wait already: all of them are to be answered in the time for one.
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
    async fn all_bots_together_fill_the_log_no_faster_than_that() {
        let bots = Bots::new(None, "0-0".parse().unwrap());
        let begun = time::Instant::now();
        let more = 5 * limits::BOT_DECISIONS_PER_SECOND;
        for _ in 0..limits::BOT_DECISIONS_BURST + more {
            bots.0.may_decide().await;
        }
        let took = begun.elapsed();
        assert!(
            took > Duration::from_secs(4) && took < Duration::from_secs(6),
            "{took:?}"
        );
    }

    #[test]
    fn who_waits_behind_others_has_less_time() {
        let bots = Bots::new(Some(NonZeroUsize::MIN), "0-0".parse().unwrap());
        assert_eq!(bots.0.budget(0), limits::BOT_BUDGET);
        assert_eq!(bots.0.budget(1), limits::BOT_BUDGET / 2);
        assert_eq!(bots.0.budget(1_000), limits::BOT_BUDGET_LEAST);
    }

    #[test]
    fn the_log_says_once_that_bots_have_less_time() {
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

    /// What has been written to a log.
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

    /// What the first to decide sees of a game that begins.
    fn beginning() -> AnyView {
        let game = AnyGame::new(&GameKind::ALL[0].options(), 2, Some(Seat::ZERO));
        let mut game = game.unwrap();
        for event in game.open(&mut Dice::new(1)) {
            game.apply(&event);
        }
        game.view(Viewer::Seat(Seat::ZERO))
    }

    /// The clock of the test goes on only while everybody waits for it.
    #[tokio::test(start_paused = true)]
    async fn a_bot_takes_its_time_before_people_and_none_among_bots() {
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
            bots.ask(question, answer);
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

    /// A test's end if the work never yields; otherwise nobody waits for it.
    const NEVER: Duration = Duration::from_mins(2);

    /// The work has the only place and never ends by itself: a bot decides only if it is let in, and while it thinks
    /// nothing else is done.
    #[tokio::test]
    async fn work_stands_still_for_as_long_as_a_bot_thinks() {
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
            let thought = time::timeout(NEVER, bots.0.in_turn(&answer, think)).await;
            let (first, last) = thought.expect("a place").expect("a thought");
            assert_eq!(first, last);
            before = last;
        }
        enough.cancel();
        assert_eq!(working.await.unwrap(), Some(()));
    }
}
