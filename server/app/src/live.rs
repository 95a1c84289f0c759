//! The rooms in memory: their actors, the registry that finds and restores them, the lobby that
//! lists them, and the threads that think for bots and reviews.

pub mod actor;
pub mod bots;
pub mod day_key;
pub mod drain;
pub mod lobby;
pub mod log_reads;
pub mod quarantine;
pub mod registry;
pub mod reviews;
