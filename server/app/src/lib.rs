//! Senda, the server process: sockets, HTTP, database and time around the rooms.
//!
//! The caller owns the listener and the shutdown: [`Server::open`] reads and locks the store, and
//! [`Server::run`] serves until it is asked to stop.
//!
//! ```no_run
//! use clap::Parser;
//! use senda::{Server, settings::CommandLine};
//! use tokio::{net::TcpListener, signal};
//!
//! # #[tokio::main]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let settings = CommandLine::parse_from(["senda", "--data", "./data"]).settings;
//! let server = Server::open(settings).await?;
//! let listener = TcpListener::bind("127.0.0.1:8080").await?;
//! let stop = async {
//!     signal::ctrl_c().await.expect("a signal handler");
//! };
//! server.run(listener, stop).await;
//! # Ok(())
//! # }
//! ```
//!
//! # Tour
//!
//! Modules import in one direction: `server` puts the routes of `http` and the sockets around
//! [`App`]. These two parse requests with typed extractors, and answer errors with a problem. `App`
//! holds the admission, the registry of rooms and the store, which is a crate of its own
//! ([`senda_store`]).
//!
//! * A room in memory is an actor: the task that alone touches it. The registry finds or restores
//!   rooms; the lobby lists them.
//! * [`settings`] are the options of the command line, [`limits`] what no operator needs to change.
//! * Servers that share a database are linked: each accepts the sockets of every room.
//! * [`admin`] is the operator's way into a running server.
//! * [`assets`] bundles the files of the client when the server starts.
//! * [`game_file`] has the commands `senda verify` and `senda replay`, [`puzzles`] the command
//!   `senda puzzles`.
//!
//! `ARCHITECTURE.md` has the map of the folders, and follows one move through them.

pub mod admin;
pub mod app;
pub mod assets;
pub mod cluster;
#[cfg(feature = "failpoints")]
pub mod faults;
pub mod game_file;
pub mod http;
pub mod limits;
pub mod live;
pub mod net;
pub mod notifications;
pub mod people;
pub mod process;
pub mod puzzles;
pub mod server;
pub mod settings;
pub mod upkeep;

pub use self::{app::App, server::Server};
