//! What the rules do.

#![allow(clippy::unwrap_used)] // a test that can't go on has failed

mod case;
mod chance;
mod conformance;
mod contract;
mod effort;
#[cfg(feature = "example-game")]
mod example;
mod lessons;
mod seat;
mod section_x;
mod table;
mod tortus;
mod tsuro;
