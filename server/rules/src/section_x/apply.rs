//! Applies events to a game.

use std::sync::Arc;

use super::{
    BoardTile, Card, Cell, Done, Event, Kind, Phase, Place, Prisoner, Rotation, Spot, State,
    board::Laid, state::PRISONERS, tunnel::Tunnels,
};
use crate::Seat;

impl State {
    /// Applies an event of the log, in which nothing is hidden.
    pub(super) fn happen(&mut self, event: &Event) {
        match event {
            Event::SetUp { rules: _, position } => {
                let position = position.as_deref().map(str::parse);
                *self = position.expect("an event of the log").expect("a position");
            }
            Event::Opened {
                rules: _,
                first,
                piles,
            } => {
                self.first = Some(*first);
                self.deal(piles);
            }
            Event::Turn { seat } => self.apply_turn(*seat),
            Event::Drew { seat, pile, tile } => {
                Arc::make_mut(&mut self.piles)[usize::from(*pile)].remove(0);
                self.stocks[*seat].push(tile.expect("an event of the log"));
                self.done.drew = true;
                self.last_turn = self.piles.iter().all(Vec::is_empty);
                self.phase = self.phase_of_tile();
            }
            Event::Placed { .. }
            | Event::Exchanged { .. }
            | Event::Relocated { .. }
            | Event::Turned { .. } => self.apply_tile(event),
            Event::Skipped {} => self.phase = self.phase_after_tile(),
            Event::Tied { .. } => self.phase = Phase::FightChoice,
            Event::Fought { back, .. } => {
                for door in back {
                    self.lift(door.seat, door.at);
                }
                self.tunnels.guard(&self.doors);
                self.phase = self.phase_after_tile();
            }
            Event::Stepped {
                seat, prisoner, to, ..
            } => {
                self.prisoners[*seat][usize::from(*prisoner)] = *to;
                self.done.steps[usize::from(*prisoner)] += 1;
            }
            Event::ZoneTaken { seat, zone } => self.zones[usize::from(*zone)] = Some(*seat),
            Event::DoorPut { seat, from, to } => {
                if let Some(from) = from {
                    self.lift(*seat, *from);
                }
                self.doors[*seat].push(*to);
                self.done.door = true;
                self.tunnels.guard(&self.doors);
            }
            Event::KeyDue { seat } => self.phase = Phase::GiveDoor { seat: *seat },
            Event::KeyWon { seat, door } => {
                self.keys = self.keys.with(*seat);
                if let Some(door) = door {
                    self.lift(*seat, *door);
                    self.tunnels.guard(&self.doors);
                    self.phase = self.phase_after_tile();
                }
            }
            Event::KeyLost { seat } => self.keys = self.keys.without(*seat),
            Event::Collapsed(collapse) => self.apply_collapse(&collapse.freed, &collapse.lost),
            Event::LastRound {} => self.last_round = true,
            Event::Round { number, piles } => self.apply_round(*number, piles),
            Event::Resigned { seat } => self.apply_resigned(*seat),
            Event::Over { outcome, end } => {
                self.phase = Phase::Over;
                self.turn = None;
                self.over = Some((outcome.clone(), *end));
            }
        }
    }

    fn join(&mut self) {
        self.tunnels = Tunnels::new(&self.board, &self.doors);
    }

    /// Records the cells that are about to change, and the tiles that lie on them now.
    fn touch(&mut self, cells: &[Cell]) {
        let tiles = cells.iter().filter_map(|&cell| {
            let laid = self.board.at(cell)?;
            Some(BoardTile::new(cell, laid))
        });
        self.before = tiles.collect();
        self.touched = cells.iter().copied().collect();
    }

    /// Moves the prisoners and the doors along with the tiles that have moved.
    fn carry(&mut self) {
        let mut prisoners = self.prisoners.clone();
        for (_, places) in prisoners.iter_mut() {
            for place in places {
                if let Place::Tunnel(spot) = place {
                    spot.cell = self.other_end(spot.cell);
                }
            }
        }
        self.prisoners = prisoners;
        let mut doors = self.doors.clone();
        for (_, doors) in doors.iter_mut() {
            for door in doors {
                door.cell = self.other_end(door.cell);
            }
        }
        self.doors = doors;
    }

    fn lift(&mut self, seat: Seat, door: Spot) {
        self.doors[seat].retain(|other| *other != door);
    }

    fn deal(&mut self, piles: &[Vec<Card>]) {
        let known = |card: &Card| card.expect("an event of the log");
        let piles = piles.iter().map(|pile| pile.iter().map(known).collect());
        self.piles = Arc::new(piles.collect());
    }

    fn apply_tile(&mut self, event: &Event) {
        match *event {
            Event::Placed {
                seat,
                stock,
                tile: kind,
                cell,
                rotation,
            } => {
                self.touch(&[cell]);
                self.stocks[seat].remove(stock.into());
                self.lay(cell, kind, rotation);
            }
            Event::Exchanged {
                a,
                rotation_a,
                b,
                rotation_b,
            } => {
                self.touch(&[a, b]);
                let (of_a, of_b) = (self.take(a), self.take(b));
                self.lay(b, of_a, rotation_a);
                self.lay(a, of_b, rotation_b);
                self.carry();
            }
            Event::Relocated { from, to, rotation } => {
                self.touch(&[from, to]);
                let kind = self.take(from);
                self.lay(to, kind, rotation);
                self.carry();
            }
            Event::Turned { cell, rotation } => {
                self.touch(&[cell]);
                let kind = self.take(cell);
                self.lay(cell, kind, rotation);
            }
            _ => unreachable!("nothing is done with a tile"),
        }
        self.done.tile = true;
        self.phase = self.phase_after_tile();
        self.join();
    }

    fn take(&mut self, cell: Cell) -> Kind {
        self.board.take(cell).expect("a tile that moves").kind
    }

    fn lay(&mut self, cell: Cell, kind: Kind, rotation: Rotation) {
        self.board.put(cell, Laid { kind, rotation });
    }

    fn apply_collapse(&mut self, freed: &[Prisoner], lost: &[Prisoner]) {
        let stays = |state: &Self, cell| {
            let mut on_it = state.on_tile(cell);
            on_it.any(|(_, section)| state.board.hides(Spot { cell, section }))
        };
        let gone: Vec<Cell> = self
            .board
            .tiles()
            .map(|(cell, _)| cell)
            .filter(|&cell| !stays(self, cell))
            .collect();
        for cell in gone {
            self.board.take(cell);
        }
        for prisoner in freed.iter().chain(lost) {
            let place = &mut self.prisoners[prisoner.seat][usize::from(prisoner.number)];
            *place = match *place {
                Place::Green(zone) => Place::Free(zone),
                _ => Place::Lost,
            };
        }
        for (_, doors) in self.doors.iter_mut() {
            doors.clear();
        }
        self.stalled = if freed.is_empty() && lost.is_empty() {
            self.stalled + 1
        } else {
            0
        };
        self.last_turn = false;
        self.touched.clear();
        self.before.clear();
        self.done = Done::default();
        self.turn = None;
        self.join();
    }

    fn apply_round(&mut self, number: u8, piles: &[Vec<Card>]) {
        self.round = number;
        self.turns = 0;
        self.idle = 0;
        for (_, stock) in self.stocks.iter_mut() {
            stock.clear();
        }
        self.deal(piles);
    }

    fn apply_turn(&mut self, seat: Seat) {
        if self.done.anything() || self.turn.is_none() {
            self.idle = 0;
        } else if self
            .turn
            .is_some_and(|before| self.playing().contains(before))
        {
            self.idle += 1;
        }
        self.turn = Some(seat);
        self.turns += 1;
        self.done = Done::default();
        self.touched.clear();
        self.before.clear();
        self.phase = self.phase_of_turn(seat);
    }

    fn apply_resigned(&mut self, seat: Seat) {
        self.resigned.push(seat);
        self.prisoners[seat] = [Place::Lost; PRISONERS];
        self.doors[seat].clear();
        self.keys = self.keys.without(seat);
        for owner in &mut self.zones {
            *owner = owner.filter(|&other| other != seat);
        }
        self.tunnels.guard(&self.doors);
        if self.phase == Phase::FightChoice && self.tunnels.contested().next().is_none() {
            self.phase = self.phase_after_tile();
        }
    }
}
