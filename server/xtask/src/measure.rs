//! The tasks that measure a release build: its speed, and the strength of its bots.

pub mod arena;
pub mod bench;
pub mod page_speed;
