//! Whose time runs, and what is due when it is up.

mod standstill;
mod turn;
mod turn_clock;
mod waiting;

pub(crate) use self::turn_clock::TurnClock;
