//! Faults on order, for the tests that need whole processes: to be killed at a chosen point, to have
//! no disk, to start at a wrong time, to break a promise on purpose.
//!
//! Only with the cargo feature `failpoints`, which no build that people use has; the tests look into
//! the default build for it. Each fault is a decorator of a part of the process, which knows nothing
//! of it; `parts.rs` puts them around. Orders stand in the file that the environment variable
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
