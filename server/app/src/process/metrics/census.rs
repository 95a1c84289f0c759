//! Counts the rooms in memory, and the people and bots in them. Each room reports its own numbers
//! when they change, so a total costs the same for one room as for thousands.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use senda_room::{Occupancy, protocol::Phase};
use senda_rules::GameKind;

/// The phases of a room, in the order of [`Phase`].
pub const PHASES: [(Phase, &str); 3] = [
    (Phase::Lobby, "lobby"),
    (Phase::Playing, "playing"),
    (Phase::Over, "over"),
];
const GAMES: usize = GameKind::ALL.len();

/// The numbers of all rooms in memory.
#[derive(Debug, Default)]
pub struct Census {
    rooms: [[AtomicU64; PHASES.len()]; GAMES],
    people: AtomicU64,
    spectators: AtomicU64,
    bots: AtomicU64,
}

/// The totals of a [`Census`] at one moment.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Totals {
    /// The number of rooms by game, phase and number.
    pub rooms: Vec<(GameKind, Phase, u64)>,
    /// The number of connected people. A person in two rooms counts twice.
    pub people: u64,
    /// The number of connected people who have no seat.
    pub spectators: u64,
    /// The number of seats that bots have.
    pub bots: u64,
}

impl Totals {
    /// Returns the number of rooms in memory.
    pub fn rooms(&self) -> u64 {
        self.rooms.iter().map(|(.., rooms)| rooms).sum()
    }

    /// Returns the number of rooms in a phase.
    pub fn rooms_in(&self, phase: Phase) -> u64 {
        let rooms = self.rooms.iter().filter(|(_, of, _)| *of == phase);
        rooms.map(|(.., rooms)| rooms).sum()
    }
}

impl Census {
    /// Returns the totals now.
    pub fn totals(&self) -> Totals {
        let now = |count: &AtomicU64| count.load(Ordering::Relaxed);
        let rooms = GameKind::ALL.iter().flat_map(|&game| {
            PHASES.map(|(phase, _)| (game, phase, now(self.rooms_of(game, phase))))
        });
        Totals {
            rooms: rooms.collect(),
            people: now(&self.people),
            spectators: now(&self.spectators),
            bots: now(&self.bots),
        }
    }

    fn rooms_of(&self, game: GameKind, phase: Phase) -> &AtomicU64 {
        &self.rooms[game as usize][phase as usize]
    }

    fn add(&self, occupancy: &Occupancy) {
        let add = |count: &AtomicU64, more: u32| count.fetch_add(more.into(), Ordering::Relaxed);
        add(self.rooms_of(occupancy.game, occupancy.phase), 1);
        add(&self.people, occupancy.people);
        add(&self.spectators, occupancy.spectators);
        add(&self.bots, occupancy.bots);
    }

    fn subtract(&self, occupancy: &Occupancy) {
        let subtract =
            |count: &AtomicU64, less: u32| count.fetch_sub(less.into(), Ordering::Relaxed);
        subtract(self.rooms_of(occupancy.game, occupancy.phase), 1);
        subtract(&self.people, occupancy.people);
        subtract(&self.spectators, occupancy.spectators);
        subtract(&self.bots, occupancy.bots);
    }
}

/// The part of one room in a [`Census`]. It ends with the room.
#[derive(Debug)]
pub struct Counted {
    census: Arc<Census>,
    occupancy: Occupancy,
}

impl Counted {
    /// Counts a room.
    pub fn new(census: &Arc<Census>, occupancy: Occupancy) -> Self {
        census.add(&occupancy);
        Self {
            census: census.clone(),
            occupancy,
        }
    }

    /// Returns the numbers of the room as they are counted.
    pub fn occupancy(&self) -> &Occupancy {
        &self.occupancy
    }

    /// Replaces the numbers of the room.
    pub fn update(&mut self, occupancy: Occupancy) {
        if occupancy != self.occupancy {
            // The new numbers come first, so that no total is ever below zero.
            self.census.add(&occupancy);
            self.census.subtract(&self.occupancy);
            self.occupancy = occupancy;
        }
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.census.subtract(&self.occupancy);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_room_counts_in_one_phase_until_it_ends() {
        let census = Arc::<Census>::default();
        let lobby = Occupancy {
            game: GameKind::ALL[0],
            phase: Phase::Lobby,
            round: 0,
            people: 3,
            spectators: 1,
            bots: 2,
        };
        let mut room = Counted::new(&census, lobby);
        let other = Counted::new(&census, lobby);
        room.update(Occupancy {
            phase: Phase::Playing,
            round: 1,
            people: 2,
            ..lobby
        });
        let totals = census.totals();
        assert_eq!((totals.rooms(), totals.people, totals.bots), (2, 5, 4));
        assert_eq!(totals.rooms_in(Phase::Lobby), 1);
        assert_eq!(totals.rooms_in(Phase::Playing), 1);
        drop((room, other));
        assert_eq!(census.totals(), Census::default().totals());
    }

    #[test]
    fn each_game_and_phase_has_a_number_of_its_own() {
        for (place, &game) in GameKind::ALL.iter().enumerate() {
            assert_eq!(game as usize, place);
        }
        for (place, (phase, _)) in PHASES.into_iter().enumerate() {
            assert_eq!(phase as usize, place);
        }
    }
}
