//! The ledger of everything that the swarm has sent and received. It checks the server's promises.
//!
//! Clones share one ledger. Each person enters what they send and receive. Each entry is compared
//! at once with all earlier entries, from any person and from before any restart of the server. A
//! contradiction becomes a [`Violation`].

mod action_kind;
mod book;
mod clocks;
mod compare;
mod facts;
mod failover;
mod received;
mod secrets;
mod settle;
mod takeover;

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
    received::{Life, ReceivedUpdate, UpdateContent},
    settle::Causes,
};

/// The number of violations that are kept in full. Further ones are only counted.
const KEPT: usize = 200;

/// A promise of the server.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Rule {
    /// The versions on every connection follow each other, and no version of a history is missing.
    Gapless,
    /// A history continues: its epoch stays, and its version never falls behind one that was sent
    /// before.
    Continued,
    /// A version that is sent again has the same happenings.
    Unchanged,
    /// A command that was acknowledged is recorded at the version of the acknowledgement, and stays
    /// there.
    Kept,
    /// A command counts once, and gets its first answer again when it is repeated.
    Once,
    /// All viewers with the same rights get the same bytes for the same version.
    Equal,
    /// No viewer receives hidden information.
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
    /// The promise that was broken.
    pub rule: Rule,
    /// The name of the room.
    pub room: String,
    /// The name of the person who received the contradiction.
    pub person: String,
    /// The seed of the run.
    pub seed: u64,
    /// A description of the contradiction.
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

/// The counters of a run so far.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Serialize)]
pub struct Totals {
    /// The number of rooms in the ledger.
    pub rooms: u64,
    /// The number of commands sent. A repeated command counts once.
    pub commands: u64,
    /// The number of commands acknowledged. A repeated acknowledgement counts once.
    pub acked: u64,
    /// The number of commands rejected.
    pub refused: u64,
    /// The number of commands that are not yet answered.
    pub open: u64,
    /// The number of decisions received in updates, including those of the clock.
    pub moves: u64,
    /// The number of games that ended.
    pub ended: u64,
    /// The number of updates that were compared.
    pub updates: u64,
    /// The number of violations, including those that are not kept in full.
    pub violations: u64,
}

/// The ledger of one run. A clone shares it.
#[derive(Clone, Debug)]
pub struct Ledger(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    seed: u64,
    /// Whether a command can reach the server again after it was answered.
    repeats: bool,
    rooms: Mutex<HashMap<Arc<str>, Arc<Book>>>,
    violations: Mutex<Vec<Violation>>,
    broken: Mutex<BTreeMap<Rule, u64>>,
    lives: Mutex<Lives>,
    failed_over: Mutex<Option<Instant>>,
}

/// The lives of the server. The count is even while a server runs, and odd in between.
#[derive(Copy, Clone, Debug)]
struct Lives {
    count: u64,
    began: Instant,
}

/// Locks a mutex even if a thread panicked while it held the lock, since the ledger is still worth
/// reading then.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Ledger {
    /// Creates an empty ledger for a run with that seed.
    pub fn new(seed: u64) -> Self {
        Self::with(seed, false)
    }

    /// Creates an empty ledger for a run whose network may duplicate messages. There the first copy
    /// of a command may be rejected, and the second copy be carried out after the state has
    /// changed.
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
            failed_over: Mutex::default(),
        }))
    }

    /// Returns whether a command can reach the server again after it was answered.
    fn repeats(&self) -> bool {
        self.0.repeats
    }

    /// Returns the book of a room, and creates it if there is none.
    pub fn room(&self, room: &str) -> Arc<Book> {
        let mut rooms = lock(&self.0.rooms);
        if let Some(book) = rooms.get(room) {
            return book.clone();
        }
        let book = Arc::new(Book::new(room, self.clone()));
        rooms.insert(room.into(), book.clone());
        book
    }

    /// Returns the books of all rooms, in the order of their names.
    pub fn books(&self) -> Vec<Arc<Book>> {
        let mut books: Vec<_> = lock(&self.0.rooms).values().cloned().collect();
        books.sort_by(|one, other| one.name().cmp(other.name()));
        books
    }

    /// Returns the state of each room, as far as the swarm has received it.
    pub fn rooms(&self) -> Vec<Standing> {
        self.books().iter().map(|book| book.standing()).collect()
    }

    /// Records that the server is about to be stopped, or was found dead.
    pub fn stopped(&self) {
        let mut lives = lock(&self.0.lives);
        if lives.count.is_multiple_of(2) {
            lives.count += 1;
        }
    }

    /// Records that a new server process is started. Call it just before the start: from this
    /// moment on the clocks of the server may run, and the time before it must not be charged.
    pub fn started(&self) {
        let mut lives = lock(&self.0.lives);
        // Move on to the next life, even if the end of the previous one was not recorded.
        lives.count += 2 - lives.count % 2;
        lives.began = Instant::now();
    }

    /// Returns the current life of the server, or `None` while no server runs.
    pub fn life(&self) -> Option<Life> {
        let lives = *lock(&self.0.lives);
        lives.count.is_multiple_of(2).then_some(Life {
            number: lives.count / 2,
            began: lives.began,
        })
    }

    /// Records a violation, and counts it.
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

    /// Returns the violations in the order in which they were found, up to the number that is kept
    /// in full.
    pub fn violations(&self) -> Vec<Violation> {
        lock(&self.0.violations).clone()
    }

    /// Returns the number of violations of each promise that was not kept.
    pub fn broken(&self) -> BTreeMap<Rule, u64> {
        lock(&self.0.broken).clone()
    }

    /// Returns the counters so far.
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
