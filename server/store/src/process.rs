//! The parts of the process that the store and the server share: blocking threads, locks, random
//! bytes, times, histograms, and a throttle for log lines.

pub mod blocking;
mod histogram;
mod lock;
mod log_throttle;
pub mod random;
pub(crate) mod random_id;
pub mod time;
pub mod utc;

pub use self::{
    histogram::{Histogram, ITEMS, Observed, TIMES},
    lock::lock,
    log_throttle::LogThrottle,
};
