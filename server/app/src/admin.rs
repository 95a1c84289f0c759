//! The operator's way into a running server: a Unix socket beside the data, and `senda admin`,
//! which talks to it.
//!
//! The routes are those of an HTTP API of their own, so programs can use the socket as well. The
//! clients of the server never reach them.

mod audit;
mod client;
mod notice;
mod people;
mod query;
mod rooms;
mod routes;
mod server;
mod socket;
mod table;

pub use self::{client::run, socket::Socket};
