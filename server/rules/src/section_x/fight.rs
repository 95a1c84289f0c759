//! Fights: decides whose doors stay in a tunnel that joins tunnels of several players.

use super::{
    ByCell, Cell, Door, Event, FightAhead, Illegal, Length, Rotation, Rotations, Side, Spot, State,
    board::Board, tunnel::Tunnels, turn::Play,
};
use crate::{Seat, Seats};

/// A tunnel with doors of several players.
pub(super) struct Contest {
    /// The number of the tunnel.
    pub(super) tunnel: u8,
    /// The length of each player's tunnels before they were joined, the lowest seat first.
    pub(super) lengths: Vec<Length>,
}

impl Contest {
    /// Returns the seats whose tunnels were the longest.
    pub(super) fn longest(&self) -> Vec<Seat> {
        let most = self.lengths.iter().map(|length| length.tiles).max();
        let longest = |length: &&Length| Some(length.tiles) == most;
        let lengths = self.lengths.iter().filter(longest);
        lengths.map(|length| length.seat).collect()
    }
}

impl State {
    /// Returns the first tunnel with doors of several players, if there is one.
    pub(super) fn contest(&self) -> Option<Contest> {
        let tunnel = self.tunnels.contested().next()?;
        Some(self.contest_for(tunnel))
    }

    /// Returns the contest for a tunnel with doors of several players.
    fn contest_for(&self, tunnel: u8) -> Contest {
        let board = self.board_before();
        let before = Tunnels::new(&board, &self.doors);
        let owners = self.tunnels.owners_of(tunnel).iter();
        let lengths = owners.map(|seat| {
            let doors = self.doors[seat].iter().copied();
            let here = doors.filter(|&door| self.tunnels.number(door) == Some(tunnel));
            let there = here.map(|door| Spot {
                cell: self.other_end(door.cell),
                ..door
            });
            let mut numbers: Vec<u8> = there.filter_map(|door| before.number(door)).collect();
            numbers.sort_unstable();
            numbers.dedup();
            Length {
                seat,
                tiles: different_tiles(&board, &before, &numbers),
            }
        });
        let lengths = lengths.collect();
        Contest { tunnel, lengths }
    }

    /// Returns the owners of the tunnels that lead to the cell from the cells around it. A tile
    /// there can join these tunnels only.
    fn owners_around(&self, cell: Cell) -> Seats {
        let around = Side::ALL.into_iter().filter_map(|side| {
            let beside = cell.beside(side)?;
            let shape = self.board.at(beside)?.shape();
            let section = shape.section_at(side.opposite().bit())?;
            Some(Spot {
                cell: beside,
                section,
            })
        });
        let owners = around.flat_map(|spot| self.tunnels.owners(spot).iter());
        owners.collect()
    }

    /// Returns the empty cells that owned tunnels lead to, each with the owners of these tunnels.
    /// Returns none if fewer than two players have doors on the board, because there can be no
    /// fight then.
    pub(super) fn frontiers(&self) -> Vec<(Cell, Seats)> {
        let owned = self.doors.iter().filter(|(_, doors)| !doors.is_empty());
        if owned.count() < 2 {
            return Vec::new();
        }
        let empty = Cell::for_tiles().filter(|&cell| self.board.is_free(cell));
        let owners = empty.map(|cell| (cell, self.owners_around(cell)));
        owners.filter(|(_, owners)| !owners.is_empty()).collect()
    }

    /// Returns the fights that a tile would cause on empty cells, each with the rotations that
    /// cause it. `carried` are the owners of the doors on the tile, and `laid` makes the event that
    /// lays the tile.
    pub(super) fn fights_ahead(
        &self,
        frontiers: &[(Cell, Seats)],
        carried: Seats,
        to: &ByCell,
        laid: impl Fn(Cell, Rotation) -> Event,
    ) -> Vec<FightAhead> {
        let joins = |(_, owners): &&(Cell, Seats)| {
            owners.iter().chain(carried.iter()).collect::<Seats>().len() > 1
        };
        let between = frontiers.iter().filter(joins);
        let fights_on = |&(cell, _): &(Cell, Seats)| {
            self.fights_on(cell, to.on(cell), |rotation| laid(cell, rotation))
        };
        between.flat_map(fights_on).collect()
    }

    fn fights_on(
        &self,
        cell: Cell,
        rotations: Rotations,
        laid: impl Fn(Rotation) -> Event,
    ) -> Vec<FightAhead> {
        let mut fights: Vec<FightAhead> = Vec::new();
        for rotation in rotations.iter() {
            let mut after = self.clone();
            after.happen(&laid(rotation));
            for tunnel in after.tunnels.contested() {
                let contest = after.contest_for(tunnel);
                // Two fights in the same rotation stay separate, even if their lengths are equal.
                let alike = |fight: &&mut FightAhead| {
                    fight.lengths == contest.lengths && !fight.rotations.contains(rotation)
                };
                match fights.iter_mut().find(alike) {
                    Some(fight) => fight.rotations = fight.rotations.with(rotation),
                    None => fights.push(FightAhead {
                        cell,
                        rotations: [rotation].into_iter().collect(),
                        among: contest.longest(),
                        lengths: contest.lengths,
                    }),
                }
            }
        }
        fights
    }

    /// Returns the board as it was before the action with tiles of this turn. A fight counts the
    /// tiles of each side before the connection was made (fight for a tunnel).
    fn board_before(&self) -> Board {
        let mut board = self.board.clone();
        for &cell in &self.touched {
            board.take(cell);
        }
        for tile in &self.before {
            board.put(tile.cell, tile.laid());
        }
        board
    }

    /// Returns the first section of a tunnel, row by row from the north.
    fn first_section(&self, tunnel: u8) -> Spot {
        let mut spots = self.board.spots();
        let first = spots.find(|&spot| self.tunnels.number(spot) == Some(tunnel));
        first.expect("a section of each tunnel")
    }
}

/// Counts the different tiles of some tunnels together.
fn different_tiles(board: &Board, tunnels: &Tunnels, numbers: &[u8]) -> u8 {
    let is_part = |spot: &Spot| {
        let number = tunnels.number(*spot);
        number.is_some_and(|number| numbers.contains(&number))
    };
    let mut cells: Vec<_> = board
        .spots()
        .filter(is_part)
        .map(|spot| spot.cell)
        .collect();
    cells.dedup();
    u8::try_from(cells.len()).expect("54 tiles")
}

impl Play<'_> {
    /// Decides the fights for all tunnels with doors of several players, until one is tied (fight
    /// for a tunnel). A tie is left to the choice of the mover.
    pub(super) fn fight(&mut self) {
        while let Some(contest) = self.state.contest() {
            let longest = contest.longest();
            let &[kept] = &longest[..] else {
                let at = self.state.first_section(contest.tunnel);
                self.add(Event::Tied {
                    at,
                    lengths: contest.lengths,
                    among: longest,
                });
                return;
            };
            self.fought(contest, kept);
        }
    }

    fn fought(&mut self, contest: Contest, kept: Seat) {
        let at = self.state.first_section(contest.tunnel);
        let doors = self.state.all_doors();
        let goes = |door: &Door| {
            door.seat != kept && self.state.tunnels.number(door.at) == Some(contest.tunnel)
        };
        let back = doors.filter(goes).collect();
        self.add(Event::Fought {
            at,
            lengths: contest.lengths,
            kept,
            back,
        });
    }

    /// Applies the mover's choice of whose doors stay, then decides the other fights.
    pub(super) fn keep(&mut self, keep: Seat) -> Result<(), Illegal> {
        let contest = self.state.contest().ok_or(Illegal::WrongPhase)?;
        if !contest.longest().contains(&keep) {
            return Err(Illegal::NotATiedPlayer);
        }
        self.fought(contest, keep);
        self.fight();
        Ok(())
    }

    /// Decides every remaining fight in favour of the lowest of the tied seats, because the mover
    /// has left the game \[R\].
    pub(super) fn keep_lowest(&mut self) {
        while let Some(contest) = self.state.contest() {
            let kept = contest.longest()[0];
            self.fought(contest, kept);
        }
    }
}
