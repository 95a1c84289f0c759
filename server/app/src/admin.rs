//! The operator's way into a running server: a Unix socket beside the data, and `senda admin`,
//! which talks to it. With a token in the settings, the same routes are open over the network.
//!
//! The routes are those of an HTTP API of their own, so programs can use them as well. Without the
//! token, no client of the server reaches them.

mod audit;
mod client;
mod network;
mod notice;
mod people;
mod query;
mod reports;
mod rooms;
mod routes;
mod server;
mod socket;
mod table;

pub use self::{client::run, network::over_network, socket::Socket};
