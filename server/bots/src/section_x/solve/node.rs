//! The positions of a search within one turn.

use senda_rules::{
    Game, Seat,
    section_x::{COMPONENTS, Phase, Place, STEPS, STEPS_EACH, Spot, State},
};

use super::reach::{Obstacles, apart};

/// The number of prisoners of a player.
pub(super) const PRISONERS: usize = COMPONENTS.prisoners as usize;

/// A position of the turn.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) state: State,
    /// The number of its board, which positions with the same tunnels share.
    pub(super) board: usize,
    /// The steps of each prisoner in this turn.
    pub(super) steps: [u8; PRISONERS],
    /// Whether the action with a tile has been taken or skipped.
    pub(super) is_laid: bool,
    /// Whether anything has been done in this turn.
    pub(super) has_acted: bool,
    /// The index in the stock of a drawn tile that is not known.
    pub(super) hidden: Option<u8>,
}

impl Node {
    /// Returns the number of steps that are left in the turn.
    pub(super) fn left(&self) -> u8 {
        STEPS.saturating_sub(self.steps.iter().sum())
    }

    /// Returns the number of prisoners that the steps which are left could bring out if no
    /// prisoners of the seat stood in each other's way, and the number of steps that this takes.
    pub(super) fn possible(&self, seat: Seat) -> (usize, u8) {
        let obstacles = || Obstacles::of(&self.state, seat, self.left());
        self.possible_past(seat, self.is_laid.then(obstacles).as_ref())
    }

    /// Returns the same with some obstacles, or with none.
    pub(super) fn possible_past(&self, seat: Seat, obstacles: Option<&Obstacles>) -> (usize, u8) {
        let state = &self.state;
        let prisoners = state.prisoners(seat).iter().zip(self.steps);
        let cost = |(&at, steps): (&Place, u8)| {
            let left = STEPS_EACH.saturating_sub(steps);
            let cost = match obstacles {
                Some(obstacles) => obstacles.steps_out(state, obstacles.now(at), left),
                None => Some(apart(at)),
            };
            cost.filter(|&cost| cost <= left)
        };
        let mut costs: Vec<u8> = prisoners.filter_map(cost).collect();
        costs.sort_unstable();
        let sums = costs.iter().scan(0, |sum, cost| {
            *sum += cost;
            Some(*sum)
        });
        let within = sums.take_while(|&sum| sum <= self.left());
        within.fold((0, 0), |(count, _), sum| (count + 1, sum))
    }

    /// Returns the key of a position; `None` while a fight is undecided, which depends on the tiles
    /// before.
    pub(super) fn key(&self, seat: Seat) -> Option<Key> {
        let state = &self.state;
        if state.phase() == Phase::FightChoice {
            return None;
        }
        let mut prisoners = [(Place::Block, 0); PRISONERS];
        let places = state.prisoners(seat).iter().copied();
        for (entry, prisoner) in prisoners.iter_mut().zip(places.zip(self.steps)) {
            *entry = prisoner;
        }
        prisoners.sort_unstable();
        let doors = |of| state.doors(of).iter().map(move |&spot| (of, spot));
        Some(Key {
            board: self.board,
            flags: [
                self.is_laid,
                self.has_acted,
                matches!(state.phase(), Phase::GiveDoor { .. }),
                state.keys().contains(seat),
            ],
            prisoners,
            doors: state.still_in().iter().flat_map(doors).collect(),
            zones: state.zones().to_vec(),
        })
    }
}

/// The parts of a position that decide what the rest of the turn can reach. Prisoners are
/// interchangeable.
#[derive(Clone, Debug, Eq, PartialEq, Ord, PartialOrd)]
pub(super) struct Key {
    board: usize,
    /// Whether the action with a tile has been taken, whether anything has been done, whether a
    /// door is to be given up, and whether the seat has a master key.
    flags: [bool; 4],
    prisoners: [(Place, u8); PRISONERS],
    doors: Vec<(Seat, Spot)>,
    zones: Vec<Option<Seat>>,
}
