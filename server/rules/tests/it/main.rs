//! What the rules do.

#![allow(clippy::unwrap_used)] // a test that can't go on has failed

mod case;
mod chance;
mod conformance;
mod counts;
mod laws;
mod opening;
mod options;
mod position;
mod seat;
mod secrets;
mod table;
mod tortus;
mod walking;
