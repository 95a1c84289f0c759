//! The tasks that measure a release build: its speed, and the strength of its bots.

pub mod arena;
pub mod bench;
mod page;
pub mod page_speed;
