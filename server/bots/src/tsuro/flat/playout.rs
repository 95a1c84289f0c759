//! Plays flat tables to their end.

use senda_rules::{Seat, tsuro::HAND};

use super::{FlatMove, FlatMoves, FlatTable, OUTSIDE, START, port_of, square_of};
use crate::{
    Dice,
    search::{Branching, Shares, World},
    tsuro::rating::{FACED, GONE, LOST, WON},
};

/// The number of random placements that a move of the tree is selected from, as is that of an
/// opponent in a playout at a larger table.
const LOOKS: usize = 4;
/// The number of players up to which playouts lay the tile that looks best for all of them.
const FEW: usize = 7;

/// The values of leaving a square through each of its ports.
type Exits = [i32; 8];

impl FlatTable {
    /// Returns the values of leaving the square through each port: the number of turned tiles that
    /// would keep the marker on the board next, less what others cost who face the same square. It
    /// ignores that the tile changes the paths around it, so that all placements share the values.
    fn exits(&self, base: usize) -> Exits {
        let mut values = [LOST; 8];
        for (value, &end) in values.iter_mut().zip(&self.ends[base..base + 8]) {
            if end < OUTSIDE {
                let next = square_of(end);
                let (outside, again) = (self.outside[next], self.again[next]);
                let leads = &self.ways.leads[port_of(end)];
                let count = |ports: u8| i32::from(leads[usize::from(ports)]);
                let faced = self.facing[next].count_ones().cast_signed();
                *value = count(!(outside | again)) + count(again) / 2 - FACED * faced;
            }
        }
        values
    }

    /// Returns what a placement does to the other markers that face its square.
    fn effect(&self, seat: usize, base: usize, turned: usize, exit: usize) -> i32 {
        let others = self.facing[base >> 3] & !(1 << seat);
        let end = self.ends[base + exit];
        let (mut gone, mut faced) = (0, 0);
        for other in super::bits(others) {
            let to = self.ends[base + self.exit(base, turned, port_of(self.at[other]))];
            gone += i32::from(to >= OUTSIDE);
            faced += i32::from(to < OUTSIDE && square_of(to) == square_of(end));
        }
        let all = self.still_in.count_ones().cast_signed() - 1;
        GONE * gone - FACED * faced + if gone == all { WON } else { 0 }
    }

    /// Rates a placement at a glance.
    fn glance(&self, seat: usize, base: usize, turned: usize, exits: &Exits) -> i32 {
        let exit = self.exit(base, turned, port_of(self.at[seat]));
        let others = self.facing[base >> 3] & !(1 << seat);
        if others == 0 {
            exits[exit]
        } else {
            exits[exit] + self.effect(seat, base, turned, exit)
        }
    }

    /// Lays the tile that looks best at a glance.
    fn place_best(&mut self, seat: usize, dice: &mut Dice) {
        let base = usize::from(self.at[seat]) & !7;
        let exits = self.exits(base);
        // Of equally good tiles, none is preferred for its place in the hand.
        let count = usize::from(self.counts[seat]).min(HAND);
        let from = if count > 1 { dice.below(count) } else { 0 };
        let (mut best, mut most) = (0, i32::MIN);
        for place in (from..count).chain(0..from) {
            let tile = usize::from(self.hands[seat][place]);
            for turned in 4 * tile..4 * tile + usize::from(self.ways.looks[tile]) {
                let value = self.glance(seat, base, turned, &exits);
                if value > most {
                    (best, most) = (turned, value);
                }
            }
        }
        self.place(seat, best, dice);
    }

    /// Lays the best of a few placements that chance chooses.
    fn place_any(&mut self, seat: usize, dice: &mut Dice) {
        let base = usize::from(self.at[seat]) & !7;
        let exits = self.exits(base);
        let count = usize::from(self.counts[seat]).min(HAND);
        let any = |_| 4 * usize::from(self.hands[seat][dice.below(count)]) + dice.below(4);
        let glance = |turned: &usize| self.glance(seat, base, *turned, &exits);
        let best = (0..LOOKS).map(any).max_by_key(glance);
        self.place(seat, best.expect("a placement"), dice);
    }

    /// Returns the free start marks.
    fn starts(&self) -> FlatMoves {
        let mut moves = FlatMoves::NONE;
        for (spot, &end) in (0..).zip(&self.ways.beyond) {
            if end == OUTSIDE && !self.at.contains(&spot) {
                moves.push(START + spot);
            }
        }
        moves
    }

    /// Returns the placements that leave the mover on the board, or all if there are none.
    pub(super) fn placements(&self, seat: usize) -> FlatMoves {
        let base = usize::from(self.at[seat]) & !7;
        let (mut safe, mut all) = (FlatMoves::NONE, FlatMoves::NONE);
        for number in self.hand(seat) {
            let exit = self.exit(base, number.into(), port_of(self.at[seat]));
            if self.outside[base >> 3] >> exit & 1 == 0 {
                safe.push(number);
            }
            all.push(number);
        }
        if safe.count == 0 { all } else { safe }
    }
}

impl World for FlatTable {
    type Move = FlatMove;

    /// An upper bound: each tile is laid at most once.
    const HORIZON: usize = 1_000;

    fn acting(&self) -> Option<Seat> {
        Seat::new(u8::try_from(self.turn?).ok()?)
    }

    fn play(&mut self, chosen: &FlatMove, dice: &mut Dice) {
        self.carry_out(*chosen, dice);
    }

    fn play_likely(&mut self, dice: &mut Dice) {
        let seat = self.turn.expect("somebody whose turn it is");
        if self.is_starting() {
            let start = *dice.any(self.starts().as_ref());
            self.carry_out(start, dice);
        } else if seat != self.own && self.seats > FEW {
            self.place_any(seat, dice);
        } else {
            self.place_best(seat, dice);
        }
    }

    /// Returns the shares; if the seat for which the game is played is out, equal ones for all who
    /// are not.
    fn shares(&self) -> Shares {
        let first = if self.still_in == 0 {
            self.gone
        } else {
            self.still_in
        };
        let mut shares = Shares::default();
        for seat in super::bits(first) {
            shares[seat] = 1.0;
        }
        let winners: f32 = shares.iter().sum();
        shares.map(|share| share / winners)
    }
}

impl Branching for FlatTable {
    type Moves = FlatMoves;

    /// An iteration takes a few microseconds, and reading the clock a noticeable part of one.
    const POLL: u32 = 4;

    fn moves(&mut self, _: &mut Dice) -> FlatMoves {
        if self.is_starting() {
            return self.starts();
        }
        self.placements(self.turn.expect("somebody whose turn it is"))
    }

    fn likely(&mut self, moves: &[FlatMove], dice: &mut Dice) -> FlatMove {
        if self.is_starting() {
            return *dice.any(moves);
        }
        let seat = self.turn.expect("somebody whose turn it is");
        let base = usize::from(self.at[seat]) & !7;
        let exits = self.exits(base);
        let any = (0..LOOKS).map(|_| *dice.any(moves));
        let glance = |chosen: &FlatMove| self.glance(seat, base, usize::from(chosen.0), &exits);
        any.max_by_key(glance).expect("something to decide")
    }
}
