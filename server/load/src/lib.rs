//! A swarm of players, spectators and idle visitors that speaks the public protocol from a process
//! of its own, and holds the server to everything it says.
//!
//! [`swarm`] are the people, [`ledger`] is what they were told, [`report`] what it cost. Those in [`mod@bench`] check
//! nothing: what a move costs is measured with them.

pub mod bench;
pub mod chaos;
mod cluster;
mod files;
pub mod latency;
pub mod ledger;
pub mod overload;
pub mod postgres;
pub mod proxy;
pub mod report;
pub mod swarm;
pub mod usage;
