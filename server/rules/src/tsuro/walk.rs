//! How markers walk after one tile: who looks at their steps, and how each walk ended.

use super::{
    Out, Step, WalkEnd,
    board::{ACROSS, Spot, mark, offset, port, square_of},
};
use crate::{Seat, Seats};

/// Somebody who looks at the steps of a walk, or doesn't.
pub(super) trait Look {
    fn step(&mut self, enter: Spot, next: Spot);
}

/// Nobody.
pub(super) struct Unseen;

impl Look for Unseen {
    fn step(&mut self, _: Spot, _: Spot) {}
}

impl<F: FnMut(Step)> Look for F {
    fn step(&mut self, enter: Spot, next: Spot) {
        let leave = offset(next, ACROSS[usize::from(next & 7)]);
        self(Step {
            square: square_of(enter),
            enter: port(enter),
            leave: port(leave),
        });
    }
}

/// Somebody who looks at the walks of all markers, or doesn't.
pub(super) trait LookAll {
    fn of(&mut self, seat: Seat) -> impl Look;
}

impl LookAll for Unseen {
    fn of(&mut self, _: Seat) -> impl Look {
        Self
    }
}

impl<F: FnMut(Seat, Step)> LookAll for F {
    fn of(&mut self, seat: Seat) -> impl Look {
        move |step| self(seat, step)
    }
}

/// How one walk ended.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) enum Ended {
    /// The marker has not walked.
    Stays,
    Stands(Spot),
    Edge,
    Collision(Seat),
}

/// How the walks after one tile ended.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Walks {
    pub(super) ends: [Ended; Seat::MOST as usize],
    pub(super) steps: [u16; Seat::MOST as usize],
    mover: Seat,
    pub(super) walked: Seats,
}

/// Every seat there can be, the mover first, then clockwise.
fn mover_first(mover: Seat) -> impl Iterator<Item = Seat> {
    let others = mover.clockwise(Seat::MOST);
    std::iter::once(mover).chain(others.take(usize::from(Seat::MOST) - 1))
}

impl Walks {
    /// No marker has walked yet.
    pub(super) fn none(mover: Seat) -> Self {
        Self {
            ends: [Ended::Stays; Seat::MOST as usize],
            steps: [0; Seat::MOST as usize],
            mover,
            walked: Seats::NONE,
        }
    }

    /// The seats whose markers walked.
    pub(super) fn walked(&self) -> Seats {
        self.walked
    }

    /// The markers that walked, the mover's first, then clockwise, with where they ended.
    pub fn iter(self) -> impl Iterator<Item = (Seat, WalkEnd)> {
        mover_first(self.mover).filter_map(move |seat| {
            let end = match self.ends[seat.index()] {
                Ended::Stays => return None,
                Ended::Stands(spot) => WalkEnd::Stands { at: mark(spot) },
                Ended::Edge => WalkEnd::Edge,
                Ended::Collision(with) => WalkEnd::Collision { with },
            };
            Some((seat, end))
        })
    }

    /// The steps of a seat's walk; 0 if it has not walked.
    pub(super) fn steps(&self, seat: Seat) -> u16 {
        self.steps[seat.index()]
    }

    /// How a seat's walk took it off the board, if it did, by the tile of that number.
    pub(super) fn out(&self, seat: Seat, after: u8) -> Option<Out> {
        match self.ends[seat.index()] {
            Ended::Stays | Ended::Stands(_) => None,
            Ended::Edge => Some(Out::Edge { after }),
            Ended::Collision(with) => Some(Out::Collision { after, with }),
        }
    }
}
