//! What somebody was told, and when.

use std::{sync::Arc, time::Instant};

use senda_rules::Viewer;

use super::facts::Facts;

/// A life of the server.
#[derive(Copy, Clone, Debug)]
pub struct Life {
    /// Its number.
    pub number: u64,
    /// When the process was started.
    pub began: Instant,
}

/// An update, as it came.
#[derive(Clone, Debug)]
pub struct Told<'a> {
    /// Who was told; their name in the room.
    pub person: &'a str,
    /// In which life of the server, if it is sure.
    pub life: Option<Life>,
    /// When it was heard.
    pub heard: Instant,
    /// When this connection was about to be opened.
    pub opened: Instant,
    /// The highest version that anybody had been told then.
    pub floor: u32,
    /// The fields of the update.
    pub epoch: u32,
    /// The version after which the happenings begin.
    pub from: u32,
    /// The version of the view.
    pub version: u32,
    /// The server's time.
    pub now: u64,
    /// What happened, each with its version, as it was sent.
    pub happenings: Vec<(u32, &'a str)>,
    /// The view as it was sent.
    pub view: &'a str,
}

/// What an update said.
#[derive(Clone, Debug)]
pub struct News {
    /// What the view says.
    pub facts: Arc<Facts>,
    /// As whom they see it.
    pub viewer: Viewer,
}
