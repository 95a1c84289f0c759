//! A swarm of simulated players, spectators and idle visitors. It speaks the public protocol from a
//! process of its own, and checks every message of the server.
//!
//! [`swarm`] runs the people, [`ledger`] records and checks what they receive, and [`report`] shows
//! what it cost. The people in [`mod@bench`] check nothing, since they measure the cost of a move.

pub mod bench;
pub mod chaos;
mod files;
pub mod latency;
pub mod ledger;
pub mod overload;
mod programs;
pub mod proxy;
pub mod report;
pub mod swarm;
pub mod usage;

pub use programs::postgres;
