//! A swarm of simulated players, spectators and idle visitors. It speaks the public protocol from a
//! process of its own, and checks every message of the server.
//!
//! # Programs
//!
//! | program | does |
//! |---|---|
//! | `senda-load` | plays in many rooms, and reports what that cost the server |
//! | `senda-chaos` | kills the server again and again while the swarm plays, and checks the rest |
//! | `senda-overload` | measures the delays of players under load |
//! | `senda-attack` | measures them while one guest attacks |
//! | `senda-bench` | measures what a move costs, beside a relay without rules |
//! | `senda-bench-nodes` | the same for several servers with one database |
//! | `senda-bot-rooms` | measures how long bots take beside players |
//! | `senda-postgres` | runs a command with a temporary PostgreSQL |
//!
//! `cargo xtask chaos` and `cargo xtask bench` build and start some of them.
//!
//! # Tour
//!
//! * [`swarm`] runs the people. They take their decisions from a world that looks the same from
//!   their seat, so they can play every game.
//! * [`ledger`] records what they receive, and compares it with everything received before: no
//!   acknowledged command may be lost or count twice.
//! * [`chaos`] injects faults into the server, [`proxy`] into the network.
//! * [`overload`] and [`mod@bench`] measure. The people in [`mod@bench`] check nothing, since they
//!   measure the cost of a move.
//! * [`latency`], [`usage`] and [`report`] collect and print the figures.

pub mod bench;
pub mod chaos;
mod exit;
mod files;
pub mod latency;
pub mod ledger;
pub mod overload;
mod processes;
mod programs;
pub mod proxy;
pub mod report;
pub mod swarm;
pub mod usage;

pub use exit::{exit_code, write_to};
pub use programs::postgres;
