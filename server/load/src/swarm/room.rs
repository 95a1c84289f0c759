//! What everybody at a table shares.

use std::sync::Arc;

use tokio::sync::watch;

use super::tally::{Flights, Tally};
use crate::ledger::{Book, Ledger};

/// A table: the people of one room, and what they agree on.
#[derive(Debug)]
pub(super) struct Table {
    pub number: u32,
    pub players: usize,
    pub ledger: Ledger,
    pub tally: Tally,
    pub flights: Flights,
    /// The room, once the host has opened it.
    room: watch::Sender<Option<Arc<Book>>>,
    /// Whether everybody may go: the last game is over, and the host begins no other.
    done: watch::Sender<bool>,
    /// Whether no other game is begun.
    finishing: watch::Receiver<bool>,
}

impl Table {
    pub fn new(
        number: u32,
        players: usize,
        ledger: &Ledger,
        tally: &Tally,
        finishing: watch::Receiver<bool>,
    ) -> Self {
        Self {
            number,
            players,
            ledger: ledger.clone(),
            tally: tally.clone(),
            flights: Flights::new(tally.clone()),
            room: watch::Sender::new(None),
            done: watch::Sender::new(false),
            finishing,
        }
    }

    /// The host has opened the room.
    pub fn opened(&self, room: &str, host: &str) {
        let book = self.ledger.room(room);
        book.opened(host);
        self.room.send_replace(Some(book));
    }

    /// The room, as soon as it is there.
    pub async fn room(&self) -> Arc<Book> {
        let mut room = self.room.subscribe();
        let there = room.wait_for(Option::is_some).await;
        let there = there.expect("the table holds the other end");
        there.clone().expect("what was waited for")
    }

    /// Whether no other game is begun.
    pub fn is_finishing(&self) -> bool {
        *self.finishing.borrow()
    }

    /// The host says that everybody may go.
    pub fn end(&self) {
        self.done.send_replace(true);
    }

    /// Whether everybody may go.
    pub fn is_done(&self) -> bool {
        *self.done.borrow()
    }

    /// Changes when everybody may go, and when no other game is begun.
    pub fn turns(&self) -> (watch::Receiver<bool>, watch::Receiver<bool>) {
        (self.done.subscribe(), self.finishing.clone())
    }
}
