//! Reviews of finished games: worked out once for all who ask, where bots leave a gap, and kept for a while.

use std::sync::{
    Arc, Mutex, MutexGuard, PoisonError,
    atomic::{AtomicUsize, Ordering},
};

use senda_bots::Budget;
use senda_room::review::Course;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

use crate::{bots::Bots, limits, room_id::RoomId, store::Store};

/// Reviews of finished games; cheap to clone.
#[derive(Clone, Debug)]
pub struct Reviews(Arc<Shelf>);

#[derive(Debug)]
struct Shelf {
    bots: Bots,
    store: Arc<Store>,
    /// Cancelled when the server stops.
    stop: CancellationToken,
    /// Those asked for last come last.
    entries: Mutex<Vec<Entry>>,
    /// Whoever works one out.
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
    /// So many of so many decisions are judged.
    Working(Arc<AtomicUsize>, usize),
    /// As JSON.
    Done(Arc<str>),
}

/// How far a review is.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Progress {
    /// It is being worked out.
    Working {
        /// Decisions that are judged.
        done: usize,
        /// Decisions in all.
        of: usize,
    },
    /// The [`Review`](senda_room::review::Review) as JSON.
    Done(Arc<str>),
}

/// Too many are being worked out, or another one of the same room.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Busy;

impl Reviews {
    /// None yet. They are worked out beside those bots, of games in that store, until `stop`.
    pub fn new(bots: Bots, store: Arc<Store>, stop: CancellationToken) -> Self {
        Self(Arc::new(Shelf {
            bots,
            store,
            stop,
            entries: Mutex::default(),
            turn: Semaphore::new(1),
        }))
    }

    /// How far the review of a game is; `None` if nobody has asked for it lately.
    pub fn look(&self, game: Game) -> Option<Progress> {
        look(&mut self.0.entries(), game)
    }

    /// Begins to work out the review of a game with so many decisions, unless that is done or begun already. What was
    /// decided is read when it is its turn: those that wait hold nothing of their games.
    ///
    /// # Errors
    /// Too many are being worked out, or another one of the room.
    pub fn begin(&self, game: Game, decisions: usize) -> Result<Progress, Busy> {
        let judged = Arc::new(AtomicUsize::new(0));
        let begun = Entry {
            game,
            state: State::Working(judged.clone(), decisions),
        };
        let progress = begun.state.progress();
        {
            let mut entries = self.0.entries();
            // Somebody else may have asked since it was looked for.
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
    fn entries(&self) -> MutexGuard<'_, Vec<Entry>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Works a review out when it is its turn.
    async fn work_out(&self, game: Game, judged: Arc<AtomicUsize>) -> Option<Arc<str>> {
        let _turn = self.turn.acquire().await.ok()?;
        // What this takes is taken for one at a time only.
        Box::pin(self.judge(game, judged)).await
    }

    /// Judges one decision after the other. `None` if that fails, the game is gone, or the server stops.
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
        // What was broken off says too little.
        review.filter(|_| !stop.is_cancelled()).map(Into::into)
    }

    /// Keeps a review; one that failed is forgotten, and can be asked for again.
    fn finish(&self, game: Game, review: Option<Arc<str>>) {
        let mut entries = self.entries();
        let Some(at) = entries.iter().position(|entry| entry.game == game) else {
            return;
        };
        match review {
            Some(review) => entries[at].state = State::Done(review),
            None => drop(entries.remove(at)),
        }
    }
}

/// How far the review of a game is, which is kept longer for that.
fn look(entries: &mut Vec<Entry>, game: Game) -> Option<Progress> {
    let at = entries.iter().position(|entry| entry.game == game)?;
    let entry = entries.remove(at);
    let progress = entry.state.progress();
    entries.push(entry);
    Some(progress)
}

/// Takes an entry in; the oldest review that is done goes for it.
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

// There is always one that can go for another.
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
    fn a_room_has_one_review_worked_out_at_a_time_and_all_together_so_many() {
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
    fn so_many_are_kept_and_the_one_asked_for_longest_ago_goes() {
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

    /// What one costs while it waits, in bytes.
    const WAITS: usize = 512;

    #[tokio::test]
    async fn a_review_that_waits_has_read_nothing_of_its_game() {
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
        // Only now it is found that there is no such game.
        drop(turn);
        while reviews.look(game).is_some() {
            tokio::task::yield_now().await;
        }
        drop(reviews);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
