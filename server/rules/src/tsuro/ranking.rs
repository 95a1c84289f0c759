//! Who has won, and in which place the others are.

use super::{Out, Table};
use crate::Seat;

impl Table {
    /// Steps that a marker has walked.
    fn length(&self, seat: Seat) -> u16 {
        match self.outs[seat.index()] {
            Some(Out::Resigned { .. }) => self.lengths[seat.index()],
            _ => self.board.length(seat),
        }
    }

    /// For each seat its place. Survivors come first, then the eliminated, the last first. Those whom one
    /// tile eliminates share a place, and so do those who resign between the same two tiles \[R\]. Where
    /// nobody survived, the last tile's victims come first, which is their shared win (IT, questions).
    ///
    /// With the option `longest` who has walked furthest comes first, and only then who lasted; but whoever
    /// resigned comes after all who did not, so that nobody can resign while theirs is the longest and have
    /// won \[R\].
    ///
    /// # Panics
    /// Never: no table has more than eight seats.
    pub fn places(&self) -> impl Iterator<Item = u8> + use<'_> {
        Seat::first(self.seats).map(|seat| self.rank(seat))
    }

    fn rank(&self, seat: Seat) -> u8 {
        let worth = |seat: Seat| {
            let lasted = match self.outs[seat.index()] {
                None => (u8::MAX, false),
                Some(Out::Edge { after } | Out::Collision { after, .. }) => (after, false),
                Some(Out::Resigned { after }) => (after, true),
            };
            let stayed = !matches!(self.outs[seat.index()], Some(Out::Resigned { .. }));
            let walked = || (stayed, self.length(seat));
            (self.options.longest.then(walked), lasted)
        };
        let own = worth(seat);
        let better = Seat::first(self.seats).filter(|&other| worth(other) > own);
        1 + u8::try_from(better.count()).expect("at most eight seats")
    }

    /// The place of a seat, once nothing can change it any more: when the game is over, or when a tile has
    /// eliminated it and only that counts. Whoever resigns next may still come to share the place of one who
    /// has resigned.
    pub fn certain_place(&self, seat: Seat) -> Option<u8> {
        let eliminated = matches!(
            self.outs[seat.index()],
            Some(Out::Edge { .. } | Out::Collision { .. })
        );
        let certain = self.over || eliminated && !self.options.longest;
        // Nothing is compared for those who are still in: every view asks.
        certain.then(|| self.rank(seat))
    }
}
