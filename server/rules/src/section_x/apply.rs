//! How events change a game.

use super::{
    Card, Cell, Done, Event, Phase, Place, Prisoner, Rotation, Spot, State, board::Laid,
    state::PRISONERS, tunnel::Tunnels,
};
use crate::Seat;

impl State {
    /// Makes an event happen.
    pub(super) fn happen(&mut self, event: &Event) {
        match event {
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
                self.piles[usize::from(*pile)].remove(0);
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
                }
            }
            Event::KeyLost { seat } => self.keys = self.keys.without(*seat),
            Event::Collapsed { freed, lost, .. } => self.apply_collapse(freed, lost),
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

    fn touch(&mut self, cells: &[Cell]) {
        self.touched = cells.to_vec();
        self.done.tile = true;
        self.phase = self.phase_after_tile();
        self.join();
    }

    /// Moves a tile and who is on it. The place must be free.
    fn carry(&mut self, from: Cell, to: Cell, laid: Laid) {
        self.board.put(to, laid);
        for (_, places) in self.prisoners.iter_mut() {
            for place in places {
                if let Place::Tunnel(spot) = place
                    && spot.cell == from
                {
                    spot.cell = to;
                }
            }
        }
    }

    fn lift(&mut self, seat: Seat, door: Spot) {
        self.doors[seat].retain(|&other| other != door);
    }

    fn deal(&mut self, piles: &[Vec<Card>]) {
        let known = |card: &Card| card.expect("an event of the log");
        self.piles = piles
            .iter()
            .map(|pile| pile.iter().map(known).collect())
            .collect();
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
                self.stocks[seat].remove(stock.into());
                self.board.put(cell, Laid { kind, rotation });
                self.touch(&[cell]);
            }
            Event::Exchanged {
                a,
                rotation_a,
                b,
                rotation_b,
            } => self.apply_exchange((a, rotation_a), (b, rotation_b)),
            Event::Relocated { from, to, rotation } => {
                let Laid { kind, .. } = self.board.take(from).expect("a tile that moves");
                self.carry(from, to, Laid { kind, rotation });
                self.touch(&[from, to]);
            }
            Event::Turned { cell, rotation } => {
                let Laid { kind, .. } = self.board.take(cell).expect("a tile that turns");
                self.board.put(cell, Laid { kind, rotation });
                self.touch(&[cell]);
            }
            _ => unreachable!("nothing is done with a tile"),
        }
    }

    fn apply_exchange(
        &mut self,
        (a, rotation_a): (Cell, Rotation),
        (b, rotation_b): (Cell, Rotation),
    ) {
        let of_a = self.board.take(a).expect("a tile that moves").kind;
        let of_b = self.board.take(b).expect("a tile that moves").kind;
        self.board.put(
            b,
            Laid {
                kind: of_a,
                rotation: rotation_a,
            },
        );
        self.board.put(
            a,
            Laid {
                kind: of_b,
                rotation: rotation_b,
            },
        );
        for (_, places) in self.prisoners.iter_mut() {
            for place in places {
                if let Place::Tunnel(spot) = place {
                    if spot.cell == a {
                        spot.cell = b;
                    } else if spot.cell == b {
                        spot.cell = a;
                    }
                }
            }
        }
        self.touch(&[a, b]);
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
        if self.phase == Phase::FightChoice && self.tunnels.contested().is_none() {
            self.phase = self.phase_after_tile();
        }
    }
}
