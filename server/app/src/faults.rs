//! Fault injection for the tests that need whole processes: they are killed at a chosen point, have
//! no disk, start at a wrong time, or break a promise on purpose.
//!
//! It exists only with the cargo feature `failpoints`, which no released build has; the tests check
//! the default build for that. Each fault is a decorator of a part of the process, which does not
//! know about it; `parts.rs` adds the decorators. The orders are in the file that the environment
//! variable [`ORDERS`] names, one on each line, and can be changed while the process runs:
//!
//! ```text
//! seed 7                  # the seed of everything that is random
//! kill before-commit 20   # die at this point, one time in twenty
//! disk full               # or: broken, mute
//! wall -3600000           # the error of the machine's clock at the start, in milliseconds
//! later 300000            # milliseconds that pass at once; never fewer than before
//! ```
//!
//! The environment variable [`MUTANT`] names the promise that is broken.

mod clock;
mod disk;
mod given;
mod log;
mod mutant;
mod order;
mod room;

pub use self::{
    clock::FaultyClock,
    disk::FaultyDisk,
    given::{ORDERS, die_within, reach, start},
    log::FaultyLog,
    mutant::{MUTANT, Mutant},
    order::{BadOrder, Disk, Orders, Point},
    room::restore,
};
