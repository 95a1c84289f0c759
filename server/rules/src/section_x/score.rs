//! Computes the places of the players at the end of a game.

use std::cmp::Reverse;

use super::{End, Place, State};
use crate::{Outcome, Seat};

impl State {
    /// Returns the number of a seat's prisoners in hide-outs.
    pub(super) fn hidden(&self, seat: Seat) -> u8 {
        self.count(seat, |at| match at {
            Place::Tunnel(spot) => self.board.hides(spot),
            Place::Block | Place::Green(_) | Place::Free(_) | Place::Lost => false,
        })
    }

    /// Returns the values that players are compared by, the most important first (end of the game):
    /// the escaped prisoners, the escaped and hidden ones together, and those not lost. With
    /// `last_round_by_survivors`, the prisoners not lost come first after a forced last round.
    fn standing(&self, seat: Seat, end: End) -> [u8; 4] {
        let out = self.count(seat, Place::is_out);
        let left = self.potential(seat);
        let survivors = self.options.last_round_by_survivors && end == End::LastRound;
        [
            if survivors { left } else { 0 },
            out,
            out + self.hidden(seat),
            left,
        ]
    }

    /// Returns the places of the players. The winner has the first place. Players who have left are
    /// behind all others, the one who left first last \[R\]. Equal players share a place.
    pub(super) fn places(&self, end: End) -> Outcome {
        let winner = match end {
            End::Target { winner } | End::Alone { winner } => Some(winner),
            End::NobodyCan | End::LastRound | End::Stalled | End::RoundLimit => None,
        };
        let rank = |seat: Seat| {
            let left_at = self.resigned.iter().position(|&other| other == seat);
            let stayed = left_at.is_none();
            let left_at = left_at.unwrap_or_default();
            Reverse((
                winner == Some(seat),
                stayed,
                left_at,
                self.standing(seat, end),
            ))
        };
        let ranks: Vec<_> = Seat::first(self.seats).map(rank).collect();
        let place = |rank| {
            let better = ranks.iter().filter(|&other| other < rank).count();
            u8::try_from(better + 1).expect("four seats")
        };
        Outcome {
            places: ranks.iter().map(place).collect(),
        }
    }
}
