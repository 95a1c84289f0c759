//! A room: who sits, whose time runs, who is told what.
//!
//! Pure: [`Room::step`] is given the time and an input and answers with effects. Nothing in here
//! reads a clock, draws a number or writes anywhere; the log of [`Record`]s is the truth.

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
