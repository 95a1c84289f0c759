//! The clocks of a room, and the actions that are due when they run out.

mod standstill;
mod turn;
mod turn_clock;
mod waiting;

pub(crate) use self::turn_clock::TurnClock;
