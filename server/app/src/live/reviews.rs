//! Reviews of finished games. Each is computed once for all clients that request it, on a thread
//! that the bots do not need, and is kept for a while.

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicUsize, Ordering},
};

use senda_bots::Budget;
use senda_room::review::Course;
use senda_store::{RoomId, Store, process::lock};
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

use crate::{limits, live::bots::Bots};

/// The reviews of finished games; cheap to clone.
#[derive(Clone, Debug)]
pub struct Reviews(Arc<Shelf>);

#[derive(Debug)]
struct Shelf {
    bots: Bots,
    store: Arc<Store>,
    /// Cancelled when the server stops.
    stop: CancellationToken,
    /// The reviews in the order of their last requests, the most recent one last.
    entries: Mutex<Vec<Entry>>,
    /// The permit of the one review that is being computed.
    turn: Semaphore,
}

/// A game of a room, by its number.
type Game = (RoomId, u32);

#[derive(Debug)]
struct Entry {
    game: Game,
    state: State,
}

#[derive(Debug)]
enum State {
    /// The number of decisions that are judged, and the number of all decisions.
    Working(Arc<AtomicUsize>, usize),
    /// The finished review as JSON.
    Done(Arc<str>),
}

/// The progress of a review.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Progress {
    /// The review is being computed.
    Working {
        /// The number of decisions that are judged.
        done: usize,
        /// The number of all decisions.
        of: usize,
    },
    /// The finished [`Review`](senda_room::review::Review) as JSON.
    Done(Arc<str>),
}

/// Too many reviews are being computed, or another one of the same room.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Busy;

impl Reviews {
    /// Creates an empty collection. The reviews are computed on the threads of `bots`, from the
    /// games in `store`, until `stop` is cancelled.
    pub fn new(bots: Bots, store: Arc<Store>, stop: CancellationToken) -> Self {
        Self(Arc::new(Shelf {
            bots,
            store,
            stop,
            entries: Mutex::default(),
            turn: Semaphore::new(1),
        }))
    }

    /// Returns the progress of the review of a game, or `None` if it was not requested recently.
    pub fn look(&self, game: Game) -> Option<Progress> {
        look(&mut lock(&self.0.entries), game)
    }

    /// Starts the review of a game with `decisions` decisions, unless it has been started already.
    /// The game is read when it is its turn: waiting reviews hold nothing of their games.
    ///
    /// # Errors
    /// Returns [`Busy`] if too many reviews are being computed, or another one of the room.
    pub fn begin(&self, game: Game, decisions: usize) -> Result<Progress, Busy> {
        let judged = Arc::new(AtomicUsize::new(0));
        let begun = Entry {
            game,
            state: State::Working(judged.clone(), decisions),
        };
        let progress = begun.state.progress();
        {
            let mut entries = lock(&self.0.entries);
            // Another client may have requested the review since this one looked it up.
            if let Some(known) = look(&mut entries, game) {
                return Ok(known);
            }
            put(&mut entries, begun)?;
        }
        let place = self.0.clone();
        tokio::spawn(async move {
            let review = place.work_out(game, judged).await;
            place.finish(game, review);
        });
        Ok(progress)
    }
}

impl Shelf {
    /// Computes a review when it is its turn.
    async fn work_out(&self, game: Game, judged: Arc<AtomicUsize>) -> Option<Arc<str>> {
        let _turn = self.turn.acquire().await.ok()?;
        // Boxed, so that only the one review that is being computed takes this memory.
        Box::pin(self.judge(game, judged)).await
    }

    /// Judges one decision after the other. Returns `None` if that fails, if the game does not
    /// exist any more, or if the server stops.
    async fn judge(&self, (room, round): Game, judged: Arc<AtomicUsize>) -> Option<Arc<str>> {
        let log = match self.store.finished_game(room, round).await {
            Ok(log) => log?,
            Err(error) => {
                tracing::error!(%room, %error, "a game to be reviewed can't be read");
                return None;
            }
        };
        let review = move |budget: &Budget| {
            let course = Course::of(&log, round)?;
            let count = || {
                judged.fetch_add(1, Ordering::Relaxed);
            };
            let review = course.review(course.effort(), budget, count);
            serde_json::to_string(&review).ok()
        };
        let stop = self.stop.clone();
        let review = self.bots.work_between(stop.clone(), review).await.flatten();
        // A review that was aborted is incomplete.
        review.filter(|_| !stop.is_cancelled()).map(Into::into)
    }

    /// Stores a finished review. One that failed is removed, and can be requested again.
    fn finish(&self, game: Game, review: Option<Arc<str>>) {
        let mut entries = lock(&self.entries);
        let Some(at) = entries.iter().position(|entry| entry.game == game) else {
            return;
        };
        match review {
            Some(review) => entries[at].state = State::Done(review),
            None => drop(entries.remove(at)),
        }
    }
}

/// Returns the progress of the review of a game, and marks it as requested most recently.
fn look(entries: &mut Vec<Entry>, game: Game) -> Option<Progress> {
    let at = entries.iter().position(|entry| entry.game == game)?;
    let entry = entries.remove(at);
    let progress = entry.state.progress();
    entries.push(entry);
    Some(progress)
}

/// Adds an entry. If there are too many, the finished review that was requested longest ago is
/// removed.
fn put(entries: &mut Vec<Entry>, begun: Entry) -> Result<(), Busy> {
    let mut working = entries.iter().filter(|entry| !entry.state.is_done());
    let is_of_room = |entry: &Entry| entry.game.0 == begun.game.0;
    if working.clone().any(is_of_room) || working.nth(limits::REVIEWS_WAITING - 1).is_some() {
        return Err(Busy);
    }
    if entries.len() >= limits::REVIEWS_KEPT
        && let Some(oldest) = entries.iter().position(|entry| entry.state.is_done())
    {
        entries.remove(oldest);
    }
    entries.push(begun);
    Ok(())
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
            Self::Done(review) => Progress::Done(review.clone()),
        }
    }
}

// There is always a finished review that can be removed for another one.
const _: () = assert!(limits::REVIEWS_WAITING < limits::REVIEWS_KEPT);

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(room: RoomId, round: u32, state: State) -> Entry {
        let game = (room, round);
        Entry { game, state }
    }

    fn working() -> State {
        State::Working(Arc::default(), 40)
    }

    #[test]
    fn limits_running_reviews_per_room_and_in_total() {
        let mut entries = Vec::new();
        let room = RoomId::draw();
        put(&mut entries, entry(room, 1, working())).unwrap();
        assert_eq!(put(&mut entries, entry(room, 2, working())), Err(Busy));
        for _ in 1..limits::REVIEWS_WAITING {
            put(&mut entries, entry(RoomId::draw(), 1, working())).unwrap();
        }
        let more = entry(RoomId::draw(), 1, working());
        assert_eq!(put(&mut entries, more), Err(Busy));
        entries[0].state = State::Done("{}".into());
        put(&mut entries, entry(room, 2, working())).unwrap();
    }

    #[test]
    fn evicts_the_review_requested_longest_ago() {
        let mut entries = Vec::new();
        for round in 1..=10 + u32::try_from(limits::REVIEWS_KEPT).unwrap() {
            put(
                &mut entries,
                entry(RoomId::draw(), round, State::Done("{}".into())),
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
        let waits = reviews.0.work_out(game, Arc::default());
        assert!(size_of_val(&waits) <= WAITS, "{}", size_of_val(&waits));
        drop(waits);

        let turn = reviews.0.turn.acquire().await.unwrap();
        let begun = Progress::Working { done: 0, of: 40 };
        assert_eq!(reviews.begin(game, 40), Ok(begun.clone()));
        for _ in 0..100 {
            tokio::task::yield_now().await;
            assert_eq!(reviews.look(game), Some(begun.clone()));
        }
        // The missing game is detected only now, when it is the review's turn.
        drop(turn);
        while reviews.look(game).is_some() {
            tokio::task::yield_now().await;
        }
        drop(reviews);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
