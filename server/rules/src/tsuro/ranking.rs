//! The final places of the seats.

use super::{Options, Out, Table};
use crate::Seat;

impl Table {
    /// Returns the number of steps that a marker has walked.
    pub(super) fn length(&self, seat: Seat) -> u16 {
        match self.outs[seat.index()] {
            Some(Out::Resigned { .. }) => self.lengths[seat.index()],
            _ => self.board.length(seat),
        }
    }

    /// Returns the number of loops in the path of a marker: how often it has come back to a square
    /// that it had already crossed.
    pub(super) fn loops(&self, seat: Seat) -> u16 {
        self.board.loops(seat, self.length(seat))
    }

    /// Returns what counts before how long a player lasted, the most important first: the loops and
    /// the length of the path of a marker, each only if the options let it decide the game.
    pub fn merits(&self, seat: Seat) -> [Option<u16>; 2] {
        let Options {
            longest,
            most_loops,
            ..
        } = self.options;
        [
            most_loops.then(|| self.loops(seat)),
            longest.then(|| self.length(seat)),
        ]
    }

    /// Returns the place of each seat. Survivors come first, then the eliminated players, the last
    /// eliminated first. Players that the same tile eliminates share a place, and so do players who
    /// resign between the same two tiles \[R\]. If no player survives, those that the last tile
    /// eliminates come first and share the win (IT, questions).
    ///
    /// With the option `most_loops`, the loops of the path count first, then with the option
    /// `longest` its length, and only then how long a player lasted. With either, players who
    /// resign come after all who do not, so that a player can't win by resigning while ahead \[R\].
    ///
    /// # Panics
    /// Panics only if there are more than eight seats, which no table has.
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
            let by_path = self.options.is_by_path();
            (by_path.then_some(stayed), self.merits(seat), lasted)
        };
        let own = worth(seat);
        let better = Seat::first(self.seats).filter(|&other| worth(other) > own);
        1 + u8::try_from(better.count()).expect("at most eight seats")
    }

    /// Returns the place of a seat once it is final: when the game is over, or when a tile has
    /// eliminated the seat and the paths do not decide. The place of a player who has resigned
    /// is not final, because the next player who resigns may share it.
    pub fn certain_place(&self, seat: Seat) -> Option<u8> {
        let eliminated = matches!(
            self.outs[seat.index()],
            Some(Out::Edge { .. } | Out::Collision { .. })
        );
        let certain = self.over || eliminated && !self.options.is_by_path();
        // The comparison is skipped for seats that are still in, because every view calls this
        // method.
        certain.then(|| self.rank(seat))
    }
}
