//! Where a tile that is not laid yet would lead, so that no board is copied to find out what is legal.

use super::{
    Board, Port, Tile,
    board::{ACROSS, Spot, offset},
    tile::{EXIT, Turned},
    walk::Unseen,
};
use crate::tiles::Rotation;

/// What becomes of whom a tile on an empty square leads out by each port, found when it is asked for.
#[derive(Copy, Clone)]
pub(super) struct Ways<'a> {
    board: &'a Board,
    /// Port 0 of the square.
    square: Spot,
    /// For each port: the port by which the square is entered again, or one of the three below.
    known: [u8; 8],
}

impl<'a> Ways<'a> {
    /// Those of the square with that port 0.
    pub(super) fn new(board: &'a Board, square: Spot) -> Self {
        Self {
            board,
            square,
            known: [Self::UNKNOWN; 8],
        }
    }

    const UNKNOWN: u8 = 8;
    const STANDS: u8 = 9;
    const OFF: u8 = 10;

    fn way(&mut self, exit: u8) -> u8 {
        let known = self.known[usize::from(exit & 7)];
        if known != Self::UNKNOWN {
            return known;
        }
        let beyond = offset(self.square | u16::from(exit), ACROSS[usize::from(exit & 7)]);
        let way = match self.board.walk(beyond, &mut Unseen).last {
            Ok(spot) if spot & !7 == self.square => (spot & 7) as u8,
            Ok(_) => Self::STANDS,
            Err(_) => Self::OFF,
        };
        self.known[usize::from(exit & 7)] = way;
        way
    }

    /// Whether a marker that enters that tile on the square by that port stays on the board. A collision
    /// takes it off like the edge (IT, questions).
    pub(super) fn survives(&mut self, tile: Tile, rotation: Rotation, port: Port) -> bool {
        let exits = &EXIT[Turned::new(tile, rotation).index()];
        let mut enter = port.number();
        loop {
            // Ends: each of the tile's four paths is taken at most once.
            match self.way(exits[usize::from(enter)]) {
                again @ 0..=7 => enter = again,
                way => return way == Self::STANDS,
            }
        }
    }
}
