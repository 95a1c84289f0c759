//! Exact searches, for the bots and for programs that need certainty, such as a check of a puzzle.
//! They have a limit on the number of positions and report whether they reached it.

pub use crate::tortus::solve as tortus;
