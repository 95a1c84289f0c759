//! The state machine of a room: its seats, its clocks, its log, and the messages that each client
//! receives.
//!
//! The crate is pure. The caller passes the time and an input to [`Room::step`], which returns
//! effects for the caller to carry out. Nothing here reads a clock, generates randomness or
//! performs I/O. The log of [`Record`]s is the source of truth.
//!
//! ```
//! use senda_room::{Effect, Entropy, Person, PlayerId, Room, Time, protocol::{Name, Settings}};
//! use senda_rules::{GameKind, Secret};
//! use serde_json::json;
//! use uuid::Uuid;
//!
//! /// A source of secrets for this example; a server draws them from the system.
//! struct Fixed;
//! impl Entropy for Fixed {
//!     fn secret(&mut self) -> Secret {
//!         Secret([7; 32])
//!     }
//! }
//!
//! let settings: Settings = serde_json::from_value(json!({
//!     "options": GameKind::ALL[0].options(),
//!     "clock": { "type": "none" },
//!     "first": { "type": "draw" },
//!     "public": false,
//! }))?;
//! let host = Person::human(PlayerId(Uuid::from_u128(1)), Name::new("Anna").expect("a name"));
//! let (room, effects) = Room::create(Time(0), 1, settings, host, &mut Fixed);
//!
//! // A caller stores each record before it carries out the effects that follow.
//! let records = effects.into_iter().filter_map(|effect| match effect {
//!     Effect::Append { record, .. } => Some(record),
//!     _ => None,
//! });
//! // The log alone restores the room.
//! let restored = Room::restore(Time(1_000), records).expect("a log without gaps");
//! assert_eq!(restored.state(), room.state());
//! # Ok::<(), serde_json::Error>(())
//! ```
//!
//! # Tour
//!
//! * [`Room`] is the value that steps: an [`Input`] goes in, [`Effect`]s come out.
//!   [`Room::deadline`] is the time of the next [`Input::Tick`].
//! * [`protocol`] has the messages of the WebSocket, from which the TypeScript declarations are
//!   generated. [`log`] has the events that are stored.
//! * [`limits`] lists every limit with its unit and its reason.
//! * [`RoomState`] is what the log alone determines. [`Summary`] represents a room elsewhere.
//! * [`game_file`] exports, reads and checks the file of a finished game; [`review`] replays it.
//! * [`Feed`] and [`Report`] are the messages between a room and its replicas on other servers.

#[macro_use]
mod listed_enum;

mod audience;
mod clock;
mod decide;
pub mod game_file;
pub mod limits;
pub mod log;
mod person;
pub mod protocol;
pub mod review;
mod room;
mod state;
mod step;
mod time;

pub use self::{
    decide::Opening,
    log::{Cause, FORMAT, LogEvent, Record},
    person::{Person, PlayerId},
    room::{Occupancy, Replica, ReplicaEffect, ReplicaError, ReplicaInput, Room, Seated, Summary},
    state::{NotRestored, RoomState},
    step::{
        Alarm, Announced, Announcement, Beginning, ClockTimes, ConnectionId, Effect, Entropy, Feed,
        FeedPayload, Finished, Input, Listing, ListingState, NetworkTag, Notification,
        NotificationKind, PlayerReport, Question, Report, ReportedLine, StartsFrom,
    },
    time::Time,
};
