//! The state machine of a room: its seats, its clocks, its log, and the messages that each client
//! receives.
//!
//! The crate is pure. The caller passes the time and an input to [`Room::step`], which returns
//! effects for the caller to carry out. Nothing here reads a clock, generates randomness or
//! performs I/O. The log of [`Record`]s is the source of truth.

mod audience;
mod budget;
mod clock;
mod commands;
mod decide;
mod feed;
pub mod game_file;
pub mod limits;
mod listing;
pub mod log;
mod moment;
mod news;
mod pace;
mod person;
pub mod protocol;
mod questions;
pub mod review;
mod room;
mod state;
mod step;
mod summary;
mod thinking;
mod time;

pub use self::{
    feed::{Beginning, Feed, FeedNews, Moments, Report},
    log::{Cause, FORMAT, LogEvent, Record},
    person::{Person, PlayerId},
    room::{Follower, FollowerEffect, FollowerInput, NotFollowed, Room},
    state::{NotRestored, RoomState},
    step::{
        Alarm, Announced, Announcement, ConnectionId, Effect, Entropy, Finished, Happening, Input,
        Listing, ListingState, News, Question,
    },
    summary::{Seated, Summary},
    time::Time,
};
