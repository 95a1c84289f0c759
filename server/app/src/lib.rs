//! Senda, the server process: sockets, HTTP, database and time around the rooms.
//!
//! The caller owns the listener and the shutdown: [`Server::open`] reads and locks the store, and
//! [`Server::run`] serves until it is asked to stop.
//!
//! Modules import in one direction: `server` puts `http` and `socket` around `app`; these two parse
//! requests with `request` and answer errors with `problem`; `app` holds `admission`, `registry`
//! and the store, which is a crate of its own ([`senda_store`]).

pub mod actor;

pub mod admission;
pub mod alarms;
pub mod app;
pub mod assets;
pub mod bots;
pub mod chance;
pub mod cluster;
#[cfg(feature = "failpoints")]
pub mod faults;
pub mod files;
pub mod followers;
pub mod forgetting;
pub mod game_file;
pub mod health;
pub mod http;
pub mod identity;
pub mod limits;
pub mod lobby;
pub mod log_reads;
pub mod open_sockets;
pub mod origin;
pub mod pace;
#[cfg_attr(feature = "failpoints", path = "faults/parts.rs")]
mod parts;
pub mod pass;
pub mod passkey;
pub mod problem;
pub mod proxies;
pub mod push;
pub mod quarantine;
pub mod rate;
pub mod registry;
pub mod request;
pub mod retention;
pub mod reviews;
pub mod server;
pub mod settings;
pub mod socket;
pub mod telemetry;
pub mod telling;
pub mod time;
pub mod transport;

pub use senda_store as store;
pub use senda_store::process::blocking;
use senda_store::process::utc;

pub mod room_id {
    //! The ids of rooms, as in their links.

    pub use senda_store::{NotARoom, RoomId};
}

pub use self::{app::App, server::Server};
