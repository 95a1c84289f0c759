//! How markers walk after one tile.

use super::{
    super::{Out, WalkEnd},
    spot::Spot,
};
use crate::{Seat, Seats};

/// How one walk ends.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) enum Ended {
    /// The marker does not walk.
    Stays,
    Stands(Spot),
    Edge,
    Collision(Seat),
}

/// How the walks after one tile end.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Walks {
    pub(super) ends: [Ended; Seat::MOST as usize],
    mover: Seat,
    walked: Seats,
}

impl Walks {
    /// Those of the markers of these seats.
    pub(super) fn new(mover: Seat, walked: Seats, end: impl Fn(Seat) -> Ended) -> Self {
        let mut ends = [Ended::Stays; Seat::MOST as usize];
        for seat in walked.iter() {
            ends[seat.index()] = end(seat);
        }
        Self {
            ends,
            mover,
            walked,
        }
    }

    /// The seats whose markers walk.
    pub(in super::super) fn walked(&self) -> Seats {
        self.walked
    }

    /// They, the mover first, then clockwise.
    pub(in super::super) fn mover_first(&self) -> impl Iterator<Item = Seat> + use<> {
        self.walked.iter_from(self.mover)
    }

    /// The markers that walk, the mover's first, then clockwise, with where they end.
    pub fn iter(self) -> impl Iterator<Item = (Seat, WalkEnd)> {
        self.mover_first().filter_map(move |seat| {
            let end = match self.ends[seat.index()] {
                Ended::Stays => return None,
                Ended::Stands(spot) => WalkEnd::Stands { at: spot.mark() },
                Ended::Edge => WalkEnd::Edge,
                Ended::Collision(with) => WalkEnd::Collision { with },
            };
            Some((seat, end))
        })
    }

    /// How a seat's walk takes it off the board, if it does, by the tile of that number.
    pub(in super::super) fn out(&self, seat: Seat, after: u8) -> Option<Out> {
        match self.ends[seat.index()] {
            Ended::Stays | Ended::Stands(_) => None,
            Ended::Edge => Some(Out::Edge { after }),
            Ended::Collision(with) => Some(Out::Collision { after, with }),
        }
    }
}
