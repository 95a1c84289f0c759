//! Faults on order, for the tests that need whole processes: to be killed at a chosen point, to have
//! no disk, to start at a wrong time, to break a promise on purpose.
//!
//! Only with the cargo feature `failpoints`, which no build that people use has; the tests look into
//! the default build for it. Orders stand in the file that the environment variable
//! [`ORDERS`] names, a line each, and can be changed while the process runs:
//!
//! ```text
//! seed 7                  # of what is left to chance
//! kill before-commit 20   # die there, one time in twenty
//! disk full               # or: broken, mute
//! wall -3600000           # milliseconds by which the machine's clock is wrong at the start
//! later 300000            # milliseconds that pass at once; never fewer than before
//! ```
//!
//! [`MUTANT`] names the promise that is broken.

mod order;

use std::{
    path::PathBuf,
    sync::{Mutex, MutexGuard, OnceLock, PoisonError},
    time::Duration,
};

use senda_room::{ConnectionId, Effect, Input, LogEvent, Person, Record, Room, Time};

pub use self::order::{BadOrder, Disk, Orders, Point};
use crate::{chance::SystemEntropy, store::NotStored};

/// Names the file of the orders.
pub const ORDERS: &str = "SENDA_FAULTS";
/// Names the promise to break.
pub const MUTANT: &str = "SENDA_MUTANT";
/// Between two looks at the file.
const LOOK_EVERY: Duration = Duration::from_millis(10);

/// A promise that is broken on purpose: the proof must see it.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Mutant {
    /// People are told before the record is stored.
    EarlyAck,
    /// A room that is brought back knows no command's id.
    ForgottenIds,
    /// A turn goes on from where the server died, as if it had been up all the time.
    ChargedDowntime,
    /// A record is written in two halves, outside of any transaction.
    HalfCommit,
}

impl Mutant {
    /// All of them, with the words of the environment variable.
    pub const ALL: [(&str, Self); 4] = [
        ("early-ack", Self::EarlyAck),
        ("forgotten-ids", Self::ForgottenIds),
        ("charged-downtime", Self::ChargedDowntime),
        ("half-commit", Self::HalfCommit),
    ];
}

#[derive(Debug, Default)]
struct Faults {
    text: String,
    orders: Orders,
    chance: u64,
}

static FAULTS: Mutex<Option<Faults>> = Mutex::new(None);
static MUTATED: OnceLock<Option<Mutant>> = OnceLock::new();

fn faults() -> MutexGuard<'static, Option<Faults>> {
    FAULTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Reads the orders, and again whenever they change.
///
/// # Errors
/// They can't be understood.
pub fn start() -> Result<(), BadOrder> {
    let mutant = match std::env::var(MUTANT) {
        Ok(word) => {
            let known = Mutant::ALL.iter().find(|(name, _)| *name == word);
            Some(known.ok_or(BadOrder(word))?.1)
        }
        Err(_) => None,
    };
    // Asked a second time by a test in the same process, it stays as it was.
    let _ = MUTATED.set(mutant);
    let Some(file) = std::env::var_os(ORDERS).map(PathBuf::from) else {
        return Ok(());
    };
    look(&file)?;
    std::thread::spawn(move || {
        loop {
            std::thread::sleep(LOOK_EVERY);
            if let Err(bad) = look(&file) {
                eprintln!("senda: {bad}");
                std::process::abort();
            }
        }
    });
    Ok(())
}

fn look(file: &std::path::Path) -> Result<(), BadOrder> {
    // No file is no order.
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let mut faults = faults();
    if faults.as_ref().is_some_and(|faults| faults.text == text) {
        return Ok(());
    }
    let orders: Orders = text.parse()?;
    let chance = orders.seed;
    *faults = Some(Faults {
        text,
        orders,
        chance,
    });
    Ok(())
}

/// The process may have been ordered to die here, without a word.
pub fn reach(point: Point) {
    let mut faults = faults();
    let Some(faults) = &mut *faults else { return };
    let Some(&(_, one_in)) = faults.orders.kills.iter().find(|(at, _)| *at == point) else {
        return;
    };
    if draw(&mut faults.chance).is_multiple_of(u64::from(one_in)) {
        std::process::abort();
    }
}

/// The tables are about to be brought to this version; whoever is to die there dies somewhere within.
pub fn migrates() {
    let within = match &mut *faults() {
        Some(faults)
            if faults
                .orders
                .kills
                .iter()
                .any(|(at, _)| *at == Point::Migration) =>
        {
            Duration::from_micros(draw(&mut faults.chance) % 10_000)
        }
        _ => return,
    };
    std::thread::spawn(move || {
        std::thread::sleep(within);
        std::process::abort();
    });
}

/// A transaction is about to begin.
///
/// # Errors
/// The disk is broken.
pub fn begins() -> Result<(), NotStored> {
    reach(Point::BeforeBegin);
    refuse(Disk::Broken, "disk I/O error")
}

/// The rows are inserted, and the transaction is about to be committed.
///
/// # Errors
/// The disk is full.
pub fn commits() -> Result<(), NotStored> {
    reach(Point::BeforeCommit);
    refuse(Disk::Full, "database or disk is full")
}

/// The transaction is committed.
///
/// # Errors
/// The disk does not say so.
pub fn committed() -> Result<(), NotStored> {
    reach(Point::AfterCommit);
    refuse(Disk::Mute, "disk I/O error")
}

/// On such a disk what SQLite says.
fn refuse(such: Disk, words: &str) -> Result<(), NotStored> {
    let faults = faults();
    match &*faults {
        Some(faults) if faults.orders.disk == such => Err(NotStored::Unable(words.to_owned())),
        _ => Ok(()),
    }
}

/// What the machine's clock shows, right or wrong.
pub fn wall(since: Duration) -> Duration {
    let off_ms = faults().as_ref().map_or(0, |faults| faults.orders.wall_ms);
    let off = Duration::from_millis(off_ms.unsigned_abs());
    if off_ms < 0 {
        since.saturating_sub(off)
    } else {
        since + off
    }
}

/// How much later it is than by the time that has passed: nobody can wait as long as some players do.
pub fn later() -> Duration {
    let later_ms = faults().as_ref().map_or(0, |faults| faults.orders.later_ms);
    Duration::from_millis(later_ms)
}

/// Whether that promise is broken on purpose.
pub fn is(mutant: Mutant) -> bool {
    MUTATED.get().is_some_and(|set| *set == Some(mutant))
}

/// What a room does, in the order in which it is done: the mutant tells first and stores later.
pub fn in_order(mut effects: Vec<Effect>) -> Vec<Effect> {
    if is(Mutant::EarlyAck) {
        let is_append = |effect: &Effect| matches!(effect, Effect::Append { .. });
        effects.sort_by_key(is_append);
    }
    effects
}

/// The mutant that tells first takes its time to store, as one that stores now and then does.
pub async fn dawdle() {
    if is(Mutant::EarlyAck) {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// What a room is brought back from: one mutant forgets which commands there have been, another
/// takes the time of the last record for the present, so that what was downtime counts.
pub fn remembered(now: Time, mut log: Vec<Record>) -> (Time, Vec<Record>) {
    if is(Mutant::ForgottenIds) {
        for record in &mut log {
            record.cause = None;
        }
    }
    match log.last() {
        Some(last) if is(Mutant::ChargedDowntime) => {
            let present = last
                .at
                .0
                .saturating_sub(senda_room::limits::RETURN_GRACE_MS);
            (Time(present), log)
        }
        _ => (now, log),
    }
}

/// Everybody who has taken a seat, by the names that they have now: the mutant that charges downtime has them
/// stay, as if the server had never been down.
pub fn seated(log: &[Record]) -> Vec<Person> {
    let mut people: Vec<Person> = Vec::new();
    for happened in log.iter().flat_map(|record| &record.happened) {
        match happened {
            LogEvent::Sat { person, .. } => {
                people.retain(|other| other.player != person.player);
                people.push(person.clone());
            }
            LogEvent::Named { player, name } => {
                for person in people.iter_mut().filter(|other| other.player == *player) {
                    person.name = name.clone();
                }
            }
            _ => {}
        }
    }
    people
}

/// The room in which they have stayed, with that mutant.
pub fn stayed(present: Time, mut room: Room, people: Vec<Person>) -> Room {
    if is(Mutant::ChargedDowntime) {
        for (number, person) in (0..).zip(people) {
            let link = ConnectionId(u64::MAX - number);
            let since = None;
            let joined = Input::Joined {
                link,
                person,
                since,
            };
            // Nobody hears of it.
            room.step(present, joined, &mut SystemEntropy);
        }
    }
    room
}

/// The next of a row of numbers that a seed decides (`SplitMix64`).
fn draw(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
