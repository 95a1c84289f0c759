//! Tests of the swarm: on a real server, and with servers that break their promises.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod checks;
mod frames;
mod play;
mod postgres;
mod postgres_tls;
mod world;
