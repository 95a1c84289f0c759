//! Works out which sections form a tunnel and whose doors are in it.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::{
    Place, Spot,
    board::Board,
    cell::CELLS,
    components::{COMPONENTS, MOST_SECTIONS},
};
use crate::{BySeat, Seat, Seats};

/// The doors of a player on the board.
pub(super) type Doors = SmallVec<[Spot; COMPONENTS.doors as usize]>;

/// The table entry that means "no tunnel".
const NONE: u8 = u8::MAX;

/// A tunnel: the sections that are joined to each other.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "SectionXTunnel"),
    ts(rename = "SectionXTunnel")
)]
pub struct Tunnel {
    /// The seat whose doors are in the tunnel. While a fight waits for a choice, the lowest of the
    /// seats.
    pub owner: Option<Seat>,
    /// The number of different tiles that the tunnel runs through.
    pub tiles: u8,
}

/// The tunnels of a board, computed once whenever tiles or doors change.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Tunnels {
    of: [[u8; MOST_SECTIONS]; CELLS],
    list: Vec<Joined>,
}

/// The sections that are joined to each other.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
struct Joined {
    /// The number of different tiles.
    tiles: u8,
    /// The seats whose doors are in the tunnel.
    owners: Seats,
}

impl Tunnels {
    pub(super) fn none() -> Self {
        Self {
            of: [[NONE; MOST_SECTIONS]; CELLS],
            list: Vec::new(),
        }
    }

    /// Computes the tunnels of the board with these doors. The island and the green areas do not
    /// join tunnels.
    pub(super) fn new(board: &Board, doors: &BySeat<Doors>) -> Self {
        let mut tunnels = Self::none();
        let mut counted = [NONE; CELLS];
        let mut waiting = Vec::new();
        for start in board.spots() {
            if tunnels.number(start).is_some() {
                continue;
            }
            let number = u8::try_from(tunnels.list.len()).expect("54 tiles of three sections");
            let mut tiles = 0;
            tunnels.set(start, number);
            waiting.push(start);
            while let Some(spot) = waiting.pop() {
                let counted = &mut counted[spot.cell.index()];
                if *counted != number {
                    *counted = number;
                    tiles += 1;
                }
                for lead in board.leads(spot) {
                    if let Place::Tunnel(next) = lead
                        && tunnels.number(next).is_none()
                    {
                        tunnels.set(next, number);
                        waiting.push(next);
                    }
                }
            }
            tunnels.list.push(Joined {
                tiles,
                owners: Seats::NONE,
            });
        }
        tunnels.guard(doors);
        tunnels
    }

    /// Replaces the doors, without any change of the tunnels.
    pub(super) fn guard(&mut self, doors: &BySeat<Doors>) {
        for joined in &mut self.list {
            joined.owners = Seats::NONE;
        }
        for (seat, doors) in doors.iter() {
            for &door in doors {
                if let Some(number) = self.number(door) {
                    let owners = &mut self.list[usize::from(number)].owners;
                    *owners = owners.with(seat);
                }
            }
        }
    }

    fn set(&mut self, spot: Spot, number: u8) {
        self.of[spot.cell.index()][usize::from(spot.section)] = number;
    }

    /// Returns the number of the tunnel that a section is part of.
    pub(super) fn number(&self, spot: Spot) -> Option<u8> {
        let number = self.of[spot.cell.index()][usize::from(spot.section)];
        (number != NONE).then_some(number)
    }

    /// Returns the seats whose doors are in the tunnel of a section.
    pub(super) fn owners(&self, spot: Spot) -> Seats {
        self.number(spot)
            .map_or(Seats::NONE, |number| self.list[usize::from(number)].owners)
    }

    /// Returns the first other seat that has a door in the tunnel of a section.
    pub(super) fn other_owner(&self, spot: Spot, seat: Seat) -> Option<Seat> {
        self.owners(spot).without(seat).iter().next()
    }

    /// Returns the numbers of the tunnels with doors of several players, in ascending order.
    pub(super) fn contested(&self) -> impl Iterator<Item = u8> {
        let all = (0..).zip(&self.list);
        all.filter_map(|(number, joined)| (joined.owners.len() > 1).then_some(number))
    }

    /// Returns the seats whose doors are in a tunnel.
    pub(super) fn owners_of(&self, number: u8) -> Seats {
        self.list[usize::from(number)].owners
    }

    /// Returns the tunnels as a view shows them.
    pub(super) fn shown(&self) -> Vec<Tunnel> {
        let show = |joined: &Joined| Tunnel {
            owner: joined.owners.iter().next(),
            tiles: joined.tiles,
        };
        self.list.iter().map(show).collect()
    }
}
