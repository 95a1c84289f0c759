//! The swarm on a real server, and what it makes of servers that do not keep their promises.

#![allow(clippy::unwrap_used)] // a test that can't go on fails

mod checks;
mod frames;
mod play;
mod postgres;
mod world;
