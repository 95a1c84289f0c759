//! The integration tests of the rules.

#![expect(clippy::unwrap_used, reason = "a panic fails the test, as it should")]

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
