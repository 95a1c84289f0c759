//! What the swarm was told: the one book that everybody writes into and that all is held against.
//!
//! Shared by [`Clone`]. Each person enters what they send and what they hear; each entry is compared
//! at once with all that is there, from whomever and from before whatever restart. What contradicts
//! becomes a [`Violation`].

mod action_kind;
mod book;
mod clocks;
mod compare;
mod facts;
mod failover;
mod secrets;
mod settle;
mod takeover;
mod told;

use std::{
    collections::{BTreeMap, HashMap},
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Instant,
};

use serde::Serialize;

pub(crate) use self::facts::world;
pub use self::{
    action_kind::ActionKind,
    book::{Book, Standing},
    facts::{Facts, Phase, SeatFacts},
    settle::Causes,
    told::{Life, News, Told},
};

/// Violations that are kept with all that was seen; beyond, they are counted.
const KEPT: usize = 200;

/// What the server promises.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Rule {
    /// Versions follow each other on every connection, and a history has none missing.
    Gapless,
    /// A history goes on: its epoch stays, and its version never falls behind what was told before.
    Continued,
    /// What was told once is told the same again.
    Unchanged,
    /// What was acknowledged is there, at the version that was said, and stays there.
    Kept,
    /// A command counts once, and gets its first answer again.
    Once,
    /// Who looks with the same eyes at the same version sees the same bytes.
    Equal,
    /// Nobody is told what they may not know.
    Secret,
    /// No clock runs while the server is down.
    Clock,
    /// Every message can be read.
    Readable,
    /// A legal command is carried out.
    Carried,
    /// Every room can be played to its end.
    Playable,
}

/// A promise that was not kept.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct Violation {
    /// Which promise.
    pub rule: Rule,
    /// In which room.
    pub room: String,
    /// Told to whom.
    pub person: String,
    /// The seed of the run.
    pub seed: u64,
    /// What was seen.
    pub seen: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            rule,
            room,
            person,
            seed,
            seen,
        } = self;
        write!(f, "{rule:?}: room {room}, {person}, seed {seed}: {seen}")
    }
}

/// What was counted so far.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Serialize)]
pub struct Totals {
    /// Rooms.
    pub rooms: u64,
    /// Commands sent, each once.
    pub commands: u64,
    /// Commands acknowledged, each once.
    pub acked: u64,
    /// Commands refused.
    pub refused: u64,
    /// Commands whose answer has not come.
    pub open: u64,
    /// Decisions in games that were told, the clock's included.
    pub moves: u64,
    /// Games that ended.
    pub ended: u64,
    /// Updates that were compared.
    pub updates: u64,
    /// Violations, those not kept included.
    pub violations: u64,
}

/// The book. A clone is the same book.
#[derive(Clone, Debug)]
pub struct Ledger(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    seed: u64,
    /// Whether what somebody says can arrive again after it was answered.
    repeats: bool,
    rooms: Mutex<HashMap<Arc<str>, Arc<Book>>>,
    violations: Mutex<Vec<Violation>>,
    broken: Mutex<BTreeMap<Rule, u64>>,
    lives: Mutex<Lives>,
}

/// The lives of the server: even while one runs, odd in between.
#[derive(Copy, Clone, Debug)]
struct Lives {
    count: u64,
    began: Instant,
}

/// Takes a lock, whether or not somebody panicked with it: the book is still worth reading.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Ledger {
    /// An empty book of a run with that seed.
    pub fn new(seed: u64) -> Self {
        Self::with(seed, false)
    }

    /// The same where the network makes a second message of one: the first may be refused, and the
    /// second one, once things have changed, carried out.
    pub fn where_messages_repeat(seed: u64) -> Self {
        Self::with(seed, true)
    }

    fn with(seed: u64, repeats: bool) -> Self {
        Self(Arc::new(Shared {
            seed,
            repeats,
            rooms: Mutex::default(),
            violations: Mutex::default(),
            broken: Mutex::default(),
            lives: Mutex::new(Lives {
                count: 0,
                began: Instant::now(),
            }),
        }))
    }

    /// The seed of the run.
    pub fn seed(&self) -> u64 {
        self.0.seed
    }

    /// Whether what somebody says can arrive again after it was answered.
    fn repeats(&self) -> bool {
        self.0.repeats
    }

    /// The book of a room, begun if there is none.
    pub fn room(&self, room: &str) -> Arc<Book> {
        let mut rooms = lock(&self.0.rooms);
        if let Some(book) = rooms.get(room) {
            return book.clone();
        }
        let book = Arc::new(Book::new(room, self.clone()));
        rooms.insert(room.into(), book.clone());
        book
    }

    /// The books of all rooms, in the order of their names.
    pub fn books(&self) -> Vec<Arc<Book>> {
        let mut books: Vec<_> = lock(&self.0.rooms).values().cloned().collect();
        books.sort_by(|one, other| one.name().cmp(other.name()));
        books
    }

    /// How each room stands by all that was told of it.
    pub fn rooms(&self) -> Vec<Standing> {
        self.books().iter().map(|book| book.standing()).collect()
    }

    /// Enters that the server is about to be stopped, or was found dead.
    pub fn stopped(&self) {
        let mut lives = lock(&self.0.lives);
        if lives.count.is_multiple_of(2) {
            lives.count += 1;
        }
    }

    /// Enters that a new server process was started, at the moment before it was. From here on its
    /// clocks may run; what ran before must not be charged.
    pub fn started(&self) {
        let mut lives = lock(&self.0.lives);
        // From one life to the next, whether or not the end of the one before was entered.
        lives.count += 2 - lives.count % 2;
        lives.began = Instant::now();
    }

    /// Which life of the server this is; `None` while there is none.
    pub fn life(&self) -> Option<Life> {
        let lives = *lock(&self.0.lives);
        lives.count.is_multiple_of(2).then_some(Life {
            number: lives.count / 2,
            began: lives.began,
        })
    }

    /// Enters a promise that was not kept.
    pub fn violated(&self, rule: Rule, room: &str, person: &str, seen: impl Into<String>) {
        *lock(&self.0.broken).entry(rule).or_default() += 1;
        let mut violations = lock(&self.0.violations);
        if violations.len() < KEPT {
            violations.push(Violation {
                rule,
                room: room.to_owned(),
                person: person.to_owned(),
                seed: self.0.seed,
                seen: seen.into(),
            });
        }
    }

    /// The promises that were not kept, in the order in which it was seen; at most some hundred.
    pub fn violations(&self) -> Vec<Violation> {
        lock(&self.0.violations).clone()
    }

    /// How often each promise was not kept; those that always were are not in it.
    pub fn broken(&self) -> BTreeMap<Rule, u64> {
        lock(&self.0.broken).clone()
    }

    /// What was counted so far.
    pub fn totals(&self) -> Totals {
        let books = self.books();
        let mut totals = Totals {
            rooms: books.len() as u64,
            violations: self.broken().values().sum(),
            ..Totals::default()
        };
        for book in books {
            book.count(&mut totals);
        }
        totals
    }
}
