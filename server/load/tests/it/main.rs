//! Tests of the swarm: on a real server, and with servers that break their promises.

#![allow(clippy::unwrap_used)] // a test fails by panicking

mod checks;
mod frames;
mod play;
mod postgres;
mod world;
