//! The parts of the process that the store and the server share: blocking threads, locks, random
//! bytes, times, and a throttle for log lines.

pub mod blocking;
mod lock;
mod log_throttle;
pub mod random;
pub mod time;
pub mod utc;

pub use self::{lock::lock, log_throttle::LogThrottle};
