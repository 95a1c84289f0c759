//! The state that the people of one table share.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
    time::Instant,
};

use serde_json::Value;
use tokio::sync::watch;

use super::tally::{Flights, Tally};
use crate::ledger::{Book, Facts, Ledger, Phase, lock};

/// The people of one table, who meet in one room after another.
#[derive(Debug)]
pub(super) struct Table {
    pub number: u32,
    /// The settings of its rooms.
    pub settings: Value,
    pub players: usize,
    pub ledger: Ledger,
    pub tally: Tally,
    /// The number of games in a room, after which the table opens another room.
    games: Option<u64>,
    meeting: watch::Sender<Meeting>,
    /// Whether no further game is begun.
    finishing: watch::Receiver<bool>,
    /// The current activity of each person who has not left, for the report of a table that is
    /// stuck.
    doing: Mutex<BTreeMap<String, String>>,
}

/// The place where the people of a table meet.
#[derive(Clone, Debug)]
enum Meeting {
    /// No room, since the host has not opened one yet.
    NotYet,
    /// The room that is open now.
    In(Arc<Room>),
    /// No room any more, since the run is over.
    Over,
}

/// Waits for changes of the table's meeting place, and for the end of the run.
#[derive(Debug)]
pub(super) struct Turns(watch::Receiver<Meeting>, watch::Receiver<bool>);

impl Turns {
    /// Waits for the next change since the last call. It is cancel safe.
    pub async fn next(&mut self) {
        // An error would mean that a sender is dropped, but both senders outlive the people.
        tokio::select! {
            _ = self.0.changed() => {}
            _ = self.1.changed() => {}
        }
    }
}

/// A room that a table meets in.
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

    /// Records that the host has opened a room, which the host asked for at that moment.
    pub fn opened(&self, room: &str, host: &str, asked: Instant) {
        let book = self.ledger.room(room);
        book.opened(host, asked);
        let flights = Flights::new(self.tally.clone());
        let room = Arc::new(Room { book, flights });
        self.meeting.send_replace(Meeting::In(room));
    }

    /// Waits for the room after that one and returns it, or `None` if the run is over.
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

    /// Returns whether people still meet in that room.
    pub fn meets_in(&self, room: &Room) -> bool {
        self.meeting.borrow().is_in(room)
    }

    /// Returns whether the host has to open a room.
    pub fn is_roomless(&self) -> bool {
        matches!(*self.meeting.borrow(), Meeting::NotYet)
    }

    /// Returns whether no game is begun after the one that this view shows, which must be over.
    pub fn is_last(&self, facts: &Facts) -> bool {
        let enough = self.games.is_some_and(|games| facts.round >= games);
        facts.phase == Phase::Over && (enough || self.hurries())
    }

    /// Returns whether the games that are played now are the last.
    pub fn hurries(&self) -> bool {
        *self.finishing.borrow()
    }

    /// Records that a person leaves that room for good. The host leaves first, and the others
    /// follow.
    pub fn leave(&self, room: &Room) {
        self.meeting.send_if_modified(|meeting| {
            let leaves = meeting.is_in(room);
            if leaves {
                room.book.left();
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

    /// Returns a receiver of the changes of the meeting place, and of the end of the run.
    pub fn turns(&self) -> Turns {
        Turns(self.meeting.subscribe(), self.finishing.clone())
    }

    /// Records a person's current activity.
    pub fn does(&self, name: &str, what: String) {
        lock(&self.doing).insert(name.to_owned(), what);
    }

    /// Records that a person has left the table for good.
    pub fn went(&self, name: &str) {
        lock(&self.doing).remove(name);
    }

    /// Returns the current activity of each person who has not left.
    pub fn doing(&self) -> BTreeMap<String, String> {
        lock(&self.doing).clone()
    }
}
