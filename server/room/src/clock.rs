//! The clocks of a room, and the actions that are due when they run out.

mod rate_limit;
mod standstill;
mod turn;
mod turn_clock;
mod waiting;

pub(crate) use self::{rate_limit::RateLimit, turn_clock::TurnClock};
