//! What everybody at a table shares.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
};

use serde_json::Value;
use tokio::sync::watch;

use super::tally::{Flights, Tally};
use crate::ledger::{Book, Facts, Ledger, Phase, lock};

/// The people of one table, who are in one room after another, and what they agree on.
#[derive(Debug)]
pub(super) struct Table {
    pub number: u32,
    /// Those of its rooms.
    pub settings: Value,
    pub players: usize,
    pub ledger: Ledger,
    pub tally: Tally,
    /// Games in a room, after which another one is opened.
    games: Option<u64>,
    meeting: watch::Sender<Meeting>,
    /// Whether no other game is begun.
    finishing: watch::Receiver<bool>,
    /// What those do who have not gone home, for whoever asks why the table is stuck.
    doing: Mutex<BTreeMap<String, String>>,
}

/// Where the people of a table meet.
#[derive(Clone, Debug)]
enum Meeting {
    /// The host has not opened a room yet.
    NotYet,
    /// In that room.
    In(Arc<Room>),
    /// Nowhere any more.
    Over,
}

/// Sees what a table agrees on change.
#[derive(Debug)]
pub(super) struct Turns(watch::Receiver<Meeting>, watch::Receiver<bool>);

impl Turns {
    /// The next change since it was looked last. Can be given up at any point.
    pub async fn next(&mut self) {
        // Who sends either outlives the people.
        tokio::select! {
            _ = self.0.changed() => {}
            _ = self.1.changed() => {}
        }
    }
}

/// A room in which a table meets.
#[derive(Debug)]
pub(super) struct Room {
    pub book: Arc<Book>,
    pub flights: Flights,
}

impl Meeting {
    fn is_in(&self, room: &Room) -> bool {
        match self {
            Self::In(now) => now.book.name() == room.book.name(),
            Self::NotYet | Self::Over => false,
        }
    }
}

impl Table {
    pub fn new(
        number: u32,
        settings: Value,
        players: usize,
        games: Option<u64>,
        ledger: &Ledger,
        tally: &Tally,
        finishing: watch::Receiver<bool>,
    ) -> Self {
        Self {
            number,
            settings,
            players,
            ledger: ledger.clone(),
            tally: tally.clone(),
            games,
            meeting: watch::Sender::new(Meeting::NotYet),
            finishing,
            doing: Mutex::default(),
        }
    }

    /// The host has opened a room.
    pub fn opened(&self, room: &str, host: &str) {
        let book = self.ledger.room(room);
        book.opened(host);
        let flights = Flights::new(self.tally.clone());
        let room = Arc::new(Room { book, flights });
        self.meeting.send_replace(Meeting::In(room));
    }

    /// The room after that one, as soon as it is there; `None` if everybody may go home.
    pub async fn room_after(&self, last: Option<&Room>) -> Option<Arc<Room>> {
        let mut meetings = self.meeting.subscribe();
        let is_next = |meeting: &Meeting| match meeting {
            Meeting::NotYet => false,
            Meeting::In(_) => last.is_none_or(|last| !meeting.is_in(last)),
            Meeting::Over => true,
        };
        let next = meetings.wait_for(is_next).await;
        match &*next.expect("the table holds the other end") {
            Meeting::In(room) => Some(room.clone()),
            Meeting::NotYet | Meeting::Over => None,
        }
    }

    /// Whether people still meet in that room.
    pub fn meets_in(&self, room: &Room) -> bool {
        self.meeting.borrow().is_in(room)
    }

    /// Whether the host is to open a room.
    pub fn is_roomless(&self) -> bool {
        matches!(*self.meeting.borrow(), Meeting::NotYet)
    }

    /// Whether no game is begun after the one that this view shows, or showed last.
    pub fn is_last(&self, facts: &Facts) -> bool {
        let enough = self.games.is_some_and(|games| facts.round >= games);
        facts.phase == Phase::Over && (enough || self.hurries())
    }

    /// Whether the games that are played now are the last.
    pub fn hurries(&self) -> bool {
        *self.finishing.borrow()
    }

    /// Somebody leaves that room for good: the host, and everybody after them.
    pub fn leave(&self, room: &Room) {
        self.meeting.send_if_modified(|meeting| {
            let leaves = meeting.is_in(room);
            if leaves {
                let is_over = self.hurries();
                *meeting = if is_over {
                    Meeting::Over
                } else {
                    Meeting::NotYet
                };
            }
            leaves
        });
    }

    /// Waits for a change of where people meet, or of whether another game is begun.
    pub fn turns(&self) -> Turns {
        Turns(self.meeting.subscribe(), self.finishing.clone())
    }

    /// Notes what somebody does.
    pub fn does(&self, name: &str, what: String) {
        lock(&self.doing).insert(name.to_owned(), what);
    }

    /// Somebody has gone home.
    pub fn went(&self, name: &str) {
        lock(&self.doing).remove(name);
    }

    /// What those do who have not gone home.
    pub fn doing(&self) -> BTreeMap<String, String> {
        lock(&self.doing).clone()
    }
}
