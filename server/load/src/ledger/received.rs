//! The updates that people have received.

use std::{sync::Arc, time::Instant};

use senda_rules::Viewer;

use super::facts::Facts;

/// The life of one server process.
#[derive(Copy, Clone, Debug)]
pub struct Life {
    /// The number of the life.
    pub number: u64,
    /// The moment when the process was started.
    pub began: Instant,
}

/// An update as it was received.
#[derive(Clone, Debug)]
pub struct ReceivedUpdate<'a> {
    /// The name of the receiver in the room.
    pub person: &'a str,
    /// The life of the server that sent it, if that is certain.
    pub life: Option<Life>,
    /// The moment when it was received.
    pub heard: Instant,
    /// The moment just before this connection was opened.
    pub opened: Instant,
    /// The highest version that any client had received at that moment.
    pub floor: u32,
    /// The epoch of the update.
    pub epoch: u32,
    /// The version after which the happenings begin.
    pub from: u32,
    /// The version of the view.
    pub version: u32,
    /// The server's time in milliseconds.
    pub now: u64,
    /// The happenings as they were sent, each with its version.
    pub happenings: Vec<(u32, &'a str)>,
    /// The view as it was sent.
    pub view: &'a str,
}

/// The content of an update.
#[derive(Clone, Debug)]
pub struct UpdateContent {
    /// The facts of the view.
    pub facts: Arc<Facts>,
    /// The rights that the receiver must have.
    pub viewer: Viewer,
}
