//! How markers walk after one tile.

use super::{
    super::{Out, WalkEnd},
    spot::Spot,
};
use crate::{Seat, Seats};

/// How the walks after one tile end.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Walks {
    mover: Seat,
    walked: Seats,
    /// Those whom their walks take off the board.
    gone: Seats,
    /// Where who walks comes to stand, if they are not gone.
    stands: [Spot; Seat::MOST as usize],
    /// With whom who is gone has collided.
    with: [Option<Seat>; Seat::MOST as usize],
}

impl Walks {
    /// Those of the markers of these seats: where each ends, and who collides with whose walk ends outside.
    pub(super) fn new(
        mover: Seat,
        walked: Seats,
        end: impl Fn(Seat) -> Spot,
        with: impl Fn(Spot) -> Option<Seat>,
    ) -> Self {
        let mut walks = Self {
            mover,
            walked,
            gone: Seats::NONE,
            stands: [Spot::NOWHERE; Seat::MOST as usize],
            with: [None; Seat::MOST as usize],
        };
        for seat in walked.iter() {
            let end = end(seat);
            if end.is_outside() {
                walks.gone = walks.gone.with(seat);
                walks.with[seat.index()] = with(end);
            } else {
                walks.stands[seat.index()] = end;
            }
        }
        walks
    }

    /// The seats whose markers walk.
    pub(in super::super) fn walked(&self) -> Seats {
        self.walked
    }

    /// They, the mover first, then clockwise.
    pub(in super::super) fn mover_first(&self) -> impl Iterator<Item = Seat> + use<> {
        self.walked.iter_from(self.mover)
    }

    /// Those whom their walks take off the board.
    pub(in super::super) fn gone(&self) -> Seats {
        self.gone
    }

    /// Where a seat that walks comes to stand; [`Spot::NOWHERE`] if it is gone.
    pub(super) fn stands(&self, seat: Seat) -> Spot {
        self.stands[seat.index()]
    }

    /// The markers that walk, the mover's first, then clockwise, with where they end.
    pub fn iter(self) -> impl Iterator<Item = (Seat, WalkEnd)> {
        self.mover_first().map(move |seat| {
            let end = match self.with[seat.index()] {
                Some(with) => WalkEnd::Collision { with },
                None if self.gone.contains(seat) => WalkEnd::Edge,
                None => WalkEnd::Stands {
                    at: self.stands(seat).mark(),
                },
            };
            (seat, end)
        })
    }

    /// How the walk of a seat that is gone has taken it off the board, by the tile of that number.
    pub(in super::super) fn out(&self, seat: Seat, after: u8) -> Out {
        match self.with[seat.index()] {
            Some(with) => Out::Collision { after, with },
            None => Out::Edge { after },
        }
    }
}
