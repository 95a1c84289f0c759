//! Tables of the official rules in flat arrays, on which a search plays games to their end.
//!
//! The simple way is a [`senda_rules::tsuro::Table`], which knows all options and boards of up to
//! ten squares along an edge. In the time in which a search runs 1,037 iterations on it, with two
//! players, it runs 2,644 on these tables (`docs/bots.md`, What was tried). A test compares both.

mod playout;
#[cfg(test)]
mod tests;
mod ways;
mod worlds;

use senda_rules::{
    tiles::{Rotation, Square},
    tsuro::{Action, HAND, Mark, Port, Stand, Tile},
};

use self::ways::{CELLS, EDGE, OUTSIDE, TILES, WAYS, Ways};
pub(super) use self::worlds::FlatWorlds;
use crate::Dice;

/// The spot of a marker that has left the board.
const NOWHERE: u16 = u16::MAX;
/// The spot of a marker that has not been put on the board yet.
const UNSTARTED: u16 = u16::MAX - 1;
/// The size of tables that are indexed by a square; the last one stands for all places outside.
const SQUARES: usize = CELLS + 1;
/// The size of tables that are indexed by a spot.
const SPOTS: usize = 8 * SQUARES;
/// The largest number of moves in a position: the start marks.
const MOST_MOVES: usize = 8 * EDGE as usize;

/// A move on a flat table: a turned tile, as tile * 4 + quarter turns, or [`START`] + the spot of a
/// start mark.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) struct FlatMove(u16);

/// The number of the first move that is a start.
const START: u16 = 4 * Tile::COUNT as u16;

/// The moves of a position.
#[derive(Copy, Clone, Debug)]
pub(super) struct FlatMoves {
    moves: [FlatMove; MOST_MOVES],
    count: usize,
}

/// A table of the official rules (2020) on their board. A spot is a port of a square, numbered by
/// eight times the square plus the port: a marker there enters the square through the port. The
/// tiles of the pile have no order; chance chooses the one that is drawn.
#[derive(Copy, Clone)]
pub(super) struct FlatTable {
    ways: &'static Ways,
    /// Maps each port of an empty square to the spot that a marker reaches when it leaves the
    /// square through the port, however long the path is. Laying a tile joins the paths around it.
    ends: [u16; SPOTS],
    /// The ports of each empty square that lead off the board, as bits.
    outside: [u8; SQUARES],
    /// The ports of each empty square that lead back to it, as bits.
    again: [u8; SQUARES],
    /// The seats whose markers enter each square next, as bits.
    facing: [u8; SQUARES],
    at: [u16; 8],
    hands: [[u8; HAND]; 8],
    counts: [u8; 8],
    pile: [u8; TILES],
    in_pile: u8,
    laid: u8,
    seats: usize,
    first: usize,
    /// The seat whose turn it is; `None` when the game is over.
    turn: Option<usize>,
    dragon: Option<usize>,
    /// The seats that are not out, as bits.
    still_in: u8,
    /// The seats that the last tile to eliminate any has eliminated, as bits.
    gone: u8,
    /// The seat for which the game is played. Once it is out, its share of the first place is
    /// known, and the game ends.
    own: usize,
}

/// Returns the positions of the set bits, from the lowest.
fn bits(mut left: u8) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
        left &= left - 1;
        Some(bit)
    })
}

fn cell(square: Square) -> usize {
    usize::from(square.y() * EDGE + square.x())
}

fn spot(mark: Mark) -> u16 {
    let cell = mark.square.y() * EDGE + mark.square.x();
    u16::from(cell) * 8 + u16::from(mark.port.number())
}

fn turned(tile: Tile, rotation: Rotation) -> usize {
    usize::from(tile.number()) * 4 + usize::from(rotation.turns())
}

const fn square_of(spot: u16) -> usize {
    spot as usize >> 3
}

const fn port_of(spot: u16) -> usize {
    spot as usize & 7
}

impl FlatMove {
    /// Returns the move for a decision; `None` if official games have no such decision.
    pub(super) fn of(action: &Action) -> Option<Self> {
        match *action {
            Action::Place {
                tile,
                rotation,
                port: None,
            } => Some(Self(u16::from(tile) * 4 + u16::from(rotation))),
            Action::Start {
                mark: Stand::Mark(mark),
            } => Some(Self(START + spot(mark))),
            _ => None,
        }
    }

    /// Returns the decision.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "there are 36 squares and 35 tiles"
    )]
    pub(super) fn action(self) -> Action {
        let Some(start) = self.0.checked_sub(START) else {
            return Action::Place {
                tile: (self.0 / 4) as u8,
                rotation: (self.0 % 4) as u8,
                port: None,
            };
        };
        let (cell, port) = (square_of(start) as u8, port_of(start) as u8);
        let square = Square::new(cell % EDGE, cell / EDGE).expect("a square of the board");
        let port = Port::new(port).expect("below 8");
        let mark = Stand::Mark(Mark { square, port });
        Action::Start { mark }
    }
}

impl FlatMoves {
    const NONE: Self = Self {
        moves: [FlatMove(0); MOST_MOVES],
        count: 0,
    };

    fn push(&mut self, number: u16) {
        self.moves[self.count] = FlatMove(number);
        self.count += 1;
    }
}

impl AsRef<[FlatMove]> for FlatMoves {
    fn as_ref(&self) -> &[FlatMove] {
        &self.moves[..self.count]
    }
}

/// The board.
impl FlatTable {
    /// Puts a marker on a spot.
    fn stand(&mut self, seat: usize, spot: u16) {
        self.at[seat] = spot;
        self.facing[square_of(spot)] |= 1 << seat;
    }

    /// Notes that a path from a spot ends at another. A path that has left the board, or leads back
    /// to its square, does so until a tile lies on the square.
    fn lead_to(&mut self, spot: u16, end: u16) {
        let (square, port) = (square_of(spot), port_of(spot));
        self.ends[usize::from(spot)] = end;
        self.outside[square] |= u8::from(end >= OUTSIDE) << port;
        self.again[square] |= u8::from(square_of(end) == square) << port;
    }

    /// Joins the paths around an empty square, given its first spot, when a tile is laid on it.
    fn join(&mut self, base: usize, turned: usize) {
        for (port, exit) in self.ways.exits[turned]
            .iter()
            .map(|&exit| usize::from(exit))
            .enumerate()
        {
            if port < exit {
                let (one, other) = (self.ends[base + port], self.ends[base + exit]);
                self.lead_to(one, other);
                self.lead_to(other, one);
            }
        }
    }

    /// Returns the port through which a marker that enters an empty square leaves it in the end, if
    /// that tile lies there.
    fn exit(&self, base: usize, turned: usize, enter: usize) -> usize {
        let exits = &self.ways.exits[turned];
        let again = self.again[base >> 3];
        let mut port = usize::from(exits[enter]);
        while again >> port & 1 != 0 {
            port = usize::from(exits[port_of(self.ends[base + port])]);
        }
        port
    }

    /// Returns the numbers of the turned tiles in a hand that look different.
    fn hand(&self, seat: usize) -> impl Iterator<Item = u16> + '_ {
        let tiles = &self.hands[seat][..usize::from(self.counts[seat]).min(HAND)];
        tiles.iter().flat_map(|&tile| {
            let first = 4 * u16::from(tile);
            first..first + u16::from(self.ways.looks[usize::from(tile)])
        })
    }
}

/// The course of the game.
impl FlatTable {
    fn is_starting(&self) -> bool {
        self.laid == 0 && self.at[..self.seats].contains(&UNSTARTED)
    }

    /// Carries out a move of the seat whose turn it is.
    fn carry_out(&mut self, chosen: FlatMove, dice: &mut Dice) {
        let seat = self.turn.expect("somebody whose turn it is");
        match chosen.0.checked_sub(START) {
            Some(start) => self.start(seat, start),
            None => self.place(seat, usize::from(chosen.0), dice),
        }
    }

    /// Puts a marker on its start mark, and passes the turn (IT, preparation 7).
    fn start(&mut self, seat: usize, spot: u16) {
        self.stand(seat, spot);
        let unstarted = |&seat: &usize| self.at[seat] == UNSTARTED;
        let next = self.clockwise(seat).find(unstarted).or_else(|| {
            let mut from_first = std::iter::once(self.first).chain(self.clockwise(self.first));
            from_first.find(|&seat| self.is_in(seat))
        });
        self.turn = next;
    }

    /// Lays a tile, walks all markers that face its square, and passes the turn.
    fn place(&mut self, seat: usize, turned: usize, dice: &mut Dice) {
        let base = usize::from(self.at[seat]) & !7;
        let gone = self.walk(base, turned);
        self.join(base, turned);
        self.take(seat, turned / 4);
        self.laid += 1;
        if gone != 0 {
            self.gone = gone;
            self.still_in &= !gone;
        }
        let is_decided = self.still_in.count_ones() <= 1 || !self.is_in(self.own);
        if is_decided || usize::from(self.laid) == TILES {
            self.turn = None;
            return;
        }
        self.give_back(gone);
        self.draw_round(seat, dice);
        let mut next = self.clockwise(seat);
        self.turn = next.find(|&seat| self.is_in(seat) && self.counts[seat] > 0);
    }

    /// Walks the markers that face a square, and returns those that leave the board, as bits.
    fn walk(&mut self, base: usize, turned: usize) -> u8 {
        let walking = std::mem::take(&mut self.facing[base >> 3]);
        let mut gone = 0;
        for seat in bits(walking) {
            let exit = self.exit(base, turned, port_of(self.at[seat]));
            let end = self.ends[base + exit];
            if end >= OUTSIDE {
                gone |= 1 << seat;
                self.at[seat] = NOWHERE;
            } else {
                self.stand(seat, end);
            }
        }
        gone
    }

    fn is_in(&self, seat: usize) -> bool {
        self.still_in >> seat & 1 != 0
    }

    /// Returns the seats clockwise from the one after `from`, which comes last.
    fn clockwise(&self, from: usize) -> impl Iterator<Item = usize> + use<> {
        let seats = self.seats;
        (from + 1..seats).chain(0..=from)
    }

    /// Returns the next seat clockwise that is in and lacks a tile.
    fn next_short(&self, from: usize) -> Option<usize> {
        let is_short = |&seat: &usize| self.is_in(seat) && usize::from(self.counts[seat]) < HAND;
        self.clockwise(from).find(is_short)
    }

    /// Removes a tile from a hand.
    fn take(&mut self, seat: usize, tile: usize) {
        let hand = &mut self.hands[seat];
        let last = hand[usize::from(self.counts[seat] - 1)];
        for place in hand.iter_mut().filter(|place| usize::from(**place) == tile) {
            *place = last;
        }
        self.counts[seat] -= 1;
    }

    /// Puts the hands of eliminated players into the pile, and passes their dragon on (IT, play 2;
    /// questions).
    fn give_back(&mut self, gone: u8) {
        for seat in bits(gone) {
            let hand = self.hands[seat];
            let count = std::mem::take(&mut self.counts[seat]);
            hand[..usize::from(count)]
                .iter()
                .for_each(|&tile| self.add_to_pile(tile));
        }
        if let Some(holder) = self.dragon.filter(|&holder| !self.is_in(holder)) {
            self.dragon = self.next_short(holder);
        }
    }

    fn add_to_pile(&mut self, tile: u8) {
        self.pile[usize::from(self.in_pile)] = tile;
        self.in_pile += 1;
    }

    /// Draws tiles: the holder of the dragon and then all who lack a tile, clockwise, or else the
    /// mover. The first who would draw from the empty pile takes the dragon (IT, dragon: not with
    /// two players).
    fn draw_round(&mut self, mover: usize, dice: &mut Dice) {
        let Some(holder) = self.dragon else {
            if self.is_in(mover) && !self.draw(mover, dice) && self.seats > 2 {
                self.dragon = Some(mover);
            }
            return;
        };
        let mut next = Some(holder);
        while let Some(seat) = next {
            self.dragon = Some(seat);
            if !self.draw(seat, dice) {
                return;
            }
            next = self.next_short(seat);
        }
        self.dragon = None;
    }

    /// Draws a tile if there is one, and returns whether there was.
    fn draw(&mut self, seat: usize, dice: &mut Dice) -> bool {
        let Some(tile) = self.pop(dice) else {
            return false;
        };
        self.hands[seat][usize::from(self.counts[seat])] = tile;
        self.counts[seat] += 1;
        true
    }

    /// Takes any tile from the pile.
    fn pop(&mut self, dice: &mut Dice) -> Option<u8> {
        let last = usize::from(self.in_pile.checked_sub(1)?);
        let place = dice.below(last + 1);
        self.in_pile -= 1;
        let tile = self.pile[place];
        self.pile[place] = self.pile[last];
        Some(tile)
    }
}
