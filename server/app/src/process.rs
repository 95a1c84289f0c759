//! The process: time, random numbers, logging, health, and the parts that tests replace.

pub mod chance;
pub mod counts;
pub mod health;
mod journal;
pub mod metrics;
#[cfg_attr(feature = "failpoints", path = "faults/parts.rs")]
pub(crate) mod parts;
pub mod service;
pub mod telemetry;
pub mod time;
pub mod version;
