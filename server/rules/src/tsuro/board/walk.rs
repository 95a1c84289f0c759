//! The results of the walks after one tile.

use super::{
    super::{Out, WalkEnd},
    spot::Spot,
};
use crate::{Seat, Seats};

/// The ends of the walks after one tile.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Walks {
    mover: Seat,
    walked: Seats,
    /// The seats that their walks eliminate.
    gone: Seats,
    /// The spot where each marker that walks and stays on the board ends.
    stands: [Spot; Seat::MOST as usize],
    /// The marker that each eliminated marker has collided with, if any.
    with: [Option<Seat>; Seat::MOST as usize],
}

impl Walks {
    /// Computes the walks of these seats. `end` returns the spot where a marker's walk ends. `with`
    /// returns the seat that a walk to a spot outside collides with.
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

    /// Returns the seats whose markers walk.
    pub(in super::super) fn walked(&self) -> Seats {
        self.walked
    }

    /// Returns the seats whose markers walk, the mover first, then clockwise.
    pub(in super::super) fn mover_first(&self) -> impl Iterator<Item = Seat> + use<> {
        self.walked.iter_from(self.mover)
    }

    /// Returns the seats that their walks eliminate.
    pub(in super::super) fn gone(&self) -> Seats {
        self.gone
    }

    /// Returns the spot where a marker that walks ends; [`Spot::NOWHERE`] if it is eliminated.
    pub(super) fn stands(&self, seat: Seat) -> Spot {
        self.stands[seat.index()]
    }

    /// Returns the markers that walk and the ends of their walks, the mover's first, then
    /// clockwise.
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

    /// Returns how the walk has eliminated a seat. `after` is the number of the tile.
    pub(in super::super) fn out(&self, seat: Seat, after: u8) -> Out {
        match self.with[seat.index()] {
            Some(with) => Out::Collision { after, with },
            None => Out::Edge { after },
        }
    }
}
