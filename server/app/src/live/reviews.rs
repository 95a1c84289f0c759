//! The reviews of finished games, and the goals that people missed in them. Each is computed once
//! for all clients that request it, on a thread that the bots do not need, and is kept for a while.

mod missed;

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicUsize, Ordering},
};

use senda_bots::Budget;
use senda_room::{Record, review::Course};
use senda_store::{GameId, RoomId, Store, process::lock};
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

pub use self::missed::{MissedGoal, MissedGoals};
use crate::{
    limits,
    live::bots::Bots,
    net::{admission::Refused, rate::TooFast},
};

/// The reviews of finished games; cheap to clone.
#[derive(Clone, Debug)]
pub struct Reviews(Arc<Shelf>);

#[derive(Debug)]
struct Shelf {
    bots: Bots,
    store: Arc<Store>,
    /// Cancelled when the server stops.
    stop: CancellationToken,
    /// The results in the order of their last requests, the most recent one last.
    entries: Mutex<Vec<Entry>>,
    /// The permit of the one review that is being computed.
    reviewing: Semaphore,
    /// The permit of the one search for missed goals. A search is short, and doesn't wait for
    /// reviews.
    searching: Semaphore,
}

/// A game of a room, by its number.
type Game = (RoomId, u32);

/// A question about a finished game that takes a while to answer.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Subject {
    /// The cost of each decision: a [`Review`](senda_room::review::Review).
    Review,
    /// The goals that people missed: [`MissedGoals`].
    Missed,
}

#[derive(Debug)]
struct Entry {
    game: Game,
    subject: Subject,
    state: State,
}

#[derive(Debug)]
enum State {
    /// The number of decisions that are judged, and the number of all decisions.
    Working(Arc<AtomicUsize>, usize),
    /// The result as JSON.
    Done(Arc<str>),
}

/// The progress of the work on a subject.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Progress {
    /// It is being computed.
    Working {
        /// The number of decisions that are judged.
        done: usize,
        /// The number of all decisions.
        of: usize,
    },
    /// The result as JSON.
    Done(Arc<str>),
}

impl Reviews {
    /// Creates an empty collection. The work is done on the threads of `bots`, on the games in
    /// `store`, until `stop` is cancelled.
    pub fn new(bots: Bots, store: Arc<Store>, stop: CancellationToken) -> Self {
        Self(Arc::new(Shelf {
            bots,
            store,
            stop,
            entries: Mutex::default(),
            reviewing: Semaphore::new(1),
            searching: Semaphore::new(1),
        }))
    }

    /// Returns the progress of the work on a game, or `None` if it was not requested recently.
    pub fn look(&self, game: Game, subject: Subject) -> Option<Progress> {
        look(&mut lock(&self.0.entries), game, subject)
    }

    /// Starts the work on a game with `decisions` decisions, unless it has been started already.
    /// The game is read when it is its turn: waiting work holds nothing of its game. The client
    /// that starts it pays for it.
    ///
    /// # Errors
    /// Returns [`Refused`] if too much is being computed, or the same of another game of the room,
    /// or if the client can't pay.
    pub fn begin(
        &self,
        game: Game,
        subject: Subject,
        decisions: usize,
        pay: impl FnOnce() -> Result<(), TooFast>,
    ) -> Result<Progress, Refused> {
        let judged = Arc::new(AtomicUsize::new(0));
        let begun = Entry {
            game,
            subject,
            state: State::Working(judged.clone(), decisions),
        };
        let progress = begun.state.progress();
        {
            let mut entries = lock(&self.0.entries);
            // Another client may have requested it since this one looked it up.
            if let Some(known) = look(&mut entries, game, subject) {
                return Ok(known);
            }
            put(&mut entries, begun, pay)?;
        }
        let place = self.0.clone();
        tokio::spawn(async move {
            let result = place.work_out(game, subject, judged).await;
            place.finish(game, subject, result);
        });
        Ok(progress)
    }
}

impl Shelf {
    /// Computes a result when it is its turn.
    async fn work_out(
        &self,
        game: Game,
        subject: Subject,
        judged: Arc<AtomicUsize>,
    ) -> Option<Arc<str>> {
        let turn = match subject {
            Subject::Review => &self.reviewing,
            Subject::Missed => &self.searching,
        };
        let _turn = turn.acquire().await.ok()?;
        // Boxed, so that only what is being computed takes this memory.
        Box::pin(self.judge(game, subject, judged)).await
    }

    /// Judges one decision after the other. Returns `None` if that fails, if the game does not
    /// exist any more, or if the server stops.
    async fn judge(
        &self,
        (room, round): Game,
        subject: Subject,
        judged: Arc<AtomicUsize>,
    ) -> Option<Arc<str>> {
        let (log, id) = match self.read((room, round)).await {
            Ok(read) => read?,
            Err(error) => {
                tracing::error!(%room, %error, "a finished game can't be read");
                return None;
            }
        };
        let result = move |budget: &Budget| {
            let course = Course::of(&log, round)?;
            let count = || {
                judged.fetch_add(1, Ordering::Relaxed);
            };
            match subject {
                Subject::Review => {
                    let review = course.review(course.effort(), budget, count);
                    serde_json::to_string(&review).ok()
                }
                Subject::Missed => {
                    let missed = MissedGoals::of(&course, id, budget, count);
                    serde_json::to_string(&missed).ok()
                }
            }
        };
        let stop = self.stop.clone();
        let result = self.bots.work_between(stop.clone(), result).await.flatten();
        // A result that was aborted is incomplete.
        result.filter(|_| !stop.is_cancelled()).map(Into::into)
    }

    /// Reads a finished game and its id. Returns `None` if the game does not exist any more.
    async fn read(
        &self,
        (room, round): Game,
    ) -> Result<Option<(Vec<Record>, GameId)>, senda_store::ReadError> {
        let log = self.store.finished_game(room, round).await?;
        let id = self.store.id_of_game(room, round).await?;
        Ok(log.zip(id))
    }

    /// Stores a result. One that failed is removed, and can be requested again.
    fn finish(&self, game: Game, subject: Subject, result: Option<Arc<str>>) {
        let mut entries = lock(&self.entries);
        let Some(at) = entries.iter().position(|entry| entry.is(game, subject)) else {
            return;
        };
        match result {
            Some(result) => entries[at].state = State::Done(result),
            None => drop(entries.remove(at)),
        }
    }
}

/// Returns the progress of the work on a game, and marks it as requested most recently.
fn look(entries: &mut Vec<Entry>, game: Game, subject: Subject) -> Option<Progress> {
    let at = entries.iter().position(|entry| entry.is(game, subject))?;
    let entry = entries.remove(at);
    let progress = entry.state.progress();
    entries.push(entry);
    Some(progress)
}

/// Adds an entry that is paid for. If there are too many, the result that was requested longest ago
/// is removed.
fn put(
    entries: &mut Vec<Entry>,
    begun: Entry,
    pay: impl FnOnce() -> Result<(), TooFast>,
) -> Result<(), Refused> {
    let mut working = entries
        .iter()
        .filter(|entry| entry.subject == begun.subject && !entry.state.is_done());
    let is_of_room = |entry: &Entry| entry.game.0 == begun.game.0;
    if working.clone().any(is_of_room) || working.nth(limits::REVIEWS_WAITING - 1).is_some() {
        return Err(Refused::Busy);
    }
    pay()?;
    if entries.len() >= limits::REVIEWS_KEPT
        && let Some(oldest) = entries.iter().position(|entry| entry.state.is_done())
    {
        entries.remove(oldest);
    }
    entries.push(begun);
    Ok(())
}

impl Entry {
    fn is(&self, game: Game, subject: Subject) -> bool {
        self.game == game && self.subject == subject
    }
}

impl State {
    const fn is_done(&self) -> bool {
        matches!(self, Self::Done(_))
    }

    fn progress(&self) -> Progress {
        match self {
            Self::Working(done, of) => Progress::Working {
                done: done.load(Ordering::Relaxed),
                of: *of,
            },
            Self::Done(result) => Progress::Done(result.clone()),
        }
    }
}

// There is always a result that can be removed for another one.
const _: () = assert!(2 * limits::REVIEWS_WAITING < limits::REVIEWS_KEPT);

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn entry(room: RoomId, round: u32, state: State) -> Entry {
        Entry {
            game: (room, round),
            subject: Subject::Review,
            state,
        }
    }

    /// A client that can pay for anything.
    const FREE: fn() -> Result<(), TooFast> = || Ok(());

    fn working() -> State {
        State::Working(Arc::default(), 40)
    }

    #[test]
    fn limits_running_reviews_per_room_and_in_total() {
        let mut entries = Vec::new();
        let room = RoomId::draw();
        put(&mut entries, entry(room, 1, working()), FREE).unwrap();
        assert_eq!(
            put(&mut entries, entry(room, 2, working()), FREE),
            Err(Refused::Busy)
        );
        for _ in 1..limits::REVIEWS_WAITING {
            put(&mut entries, entry(RoomId::draw(), 1, working()), FREE).unwrap();
        }
        let more = entry(RoomId::draw(), 1, working());
        assert_eq!(put(&mut entries, more, FREE), Err(Refused::Busy));
        // The missed goals have limits of their own.
        let missed = Entry {
            subject: Subject::Missed,
            ..entry(room, 2, working())
        };
        put(&mut entries, missed, FREE).unwrap();
        entries[0].state = State::Done("{}".into());
        let refused = TooFast {
            again: Duration::from_secs(1),
        };
        let poor = put(&mut entries, entry(room, 2, working()), || Err(refused));
        assert_eq!(poor, Err(Refused::TooFast(refused)));
        put(&mut entries, entry(room, 2, working()), FREE).unwrap();
    }

    #[test]
    fn evicts_the_review_requested_longest_ago() {
        let mut entries = Vec::new();
        for round in 1..=10 + u32::try_from(limits::REVIEWS_KEPT).unwrap() {
            put(
                &mut entries,
                entry(RoomId::draw(), round, State::Done("{}".into())),
                FREE,
            )
            .unwrap();
        }
        assert_eq!(entries.len(), limits::REVIEWS_KEPT);
        assert_eq!(entries[0].game.1, 11);
    }

    /// The maximum size in bytes of a waiting review.
    const WAITS: usize = 512;

    #[tokio::test]
    async fn a_waiting_review_has_not_read_its_game() {
        let folder = std::env::temp_dir().join(format!("senda-reviews-{}", std::process::id()));
        let store = Arc::new(Store::open(&folder).await.unwrap());
        let bots = Bots::new(None, "0-0".parse().unwrap());
        let reviews = Reviews::new(bots, store, CancellationToken::new());
        let game = (RoomId::draw(), 1);
        let waits = reviews.0.work_out(game, Subject::Review, Arc::default());
        assert!(size_of_val(&waits) <= WAITS, "{}", size_of_val(&waits));
        drop(waits);

        let turn = reviews.0.reviewing.acquire().await.unwrap();
        let begun = Progress::Working { done: 0, of: 40 };
        assert_eq!(
            reviews.begin(game, Subject::Review, 40, FREE),
            Ok(begun.clone())
        );
        // One client has paid for all.
        let again = reviews.begin(game, Subject::Review, 40, || unreachable!());
        assert_eq!(again, Ok(begun.clone()));
        for _ in 0..100 {
            tokio::task::yield_now().await;
            assert_eq!(reviews.look(game, Subject::Review), Some(begun.clone()));
        }
        // The missing game is detected only now, when it is the review's turn.
        drop(turn);
        while reviews.look(game, Subject::Review).is_some() {
            tokio::task::yield_now().await;
        }
        drop(reviews);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
