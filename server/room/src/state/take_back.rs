//! The requests of players to take back decisions.

use senda_rules::{Seat, Seats};

/// The requests of players to take back decisions with the agreement of the others.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(crate) struct TakeBackAsk {
    /// The seat whose player asks to take back their last decision.
    pub by: Option<Seat>,
    /// The seats whose players have agreed.
    pub agreed: Seats,
    /// The seats whose request was declined and that have made no decision since.
    pub declined: Seats,
    /// The number of requests that were granted in this game.
    pub granted: u8,
}

impl TakeBackAsk {
    /// Ends the pending request, if there is one.
    pub fn end(&mut self) {
        (self.by, self.agreed) = (None, Seats::NONE);
    }

    /// Declines the pending request, or withdraws it if `by` is the seat that made it.
    pub fn decline(&mut self, by: Seat) {
        let requester = self.by.filter(|&requester| requester != by);
        self.declined = requester.map_or(self.declined, |requester| self.declined.with(requester));
        self.end();
    }

    /// Removes a seat whose owner has left. A person who takes over the seat must not inherit the
    /// request or the agreement.
    pub fn leave(&mut self, seat: Seat) {
        self.agreed = self.agreed.without(seat);
        if self.by == Some(seat) {
            self.end();
        }
    }
}
