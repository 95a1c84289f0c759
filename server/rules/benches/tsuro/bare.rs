//! A minimal implementation of the game: tables, arrays and walks. It has no dragon, no collisions,
//! no options and no places, and validates nothing. It is the baseline for the cost of the real
//! rules.

use senda_rules::{
    Chance,
    tiles::Rotation,
    tsuro::{Board, Tile},
};

use super::dice::Dice;

const SQUARES: usize = 36;
const NO_TILE: u8 = u8::MAX;
const NOWHERE: u16 = u16::MAX;

/// The precomputed tables of a board of 6 by 6.
pub struct Bare {
    /// The port where a path leaves a turned tile, for each port where it enters.
    exit: [[u8; 8]; 140],
    /// The number of rotations of a tile that look different.
    looks: [u8; 35],
    /// The spot where a path continues when it leaves a square.
    beyond: [u16; SQUARES * 8],
    marks: Vec<u16>,
}

/// The state of a game.
struct Play<'a> {
    bare: &'a Bare,
    tiles: [u8; SQUARES],
    at: [u16; 8],
    hands: [[u8; 3]; 8],
    counts: [usize; 8],
    pile: [u32; 35],
    left: usize,
}

impl Bare {
    pub fn new() -> Self {
        let mut exit = [[0; 8]; 140];
        let mut looks = [0; 35];
        for tile in Tile::all() {
            let number = usize::from(tile.number());
            looks[number] = u8::try_from(tile.rotations().len()).expect("at most four");
            for rotation in Rotation::ALL {
                let turn = |port: u8| (port + 2 * rotation.turns()) % 8;
                for [a, b] in tile.face().paths {
                    let row = &mut exit[4 * number + usize::from(rotation.turns())];
                    let (a, b) = (turn(a.number()), turn(b.number()));
                    row[usize::from(a)] = b;
                    row[usize::from(b)] = a;
                }
            }
        }
        let across = [
            (0, -1, 5),
            (0, -1, 4),
            (1, 0, 7),
            (1, 0, 6),
            (0, 1, 1),
            (0, 1, 0),
            (-1, 0, 3),
            (-1, 0, 2),
        ];
        let mut beyond = [NOWHERE; SQUARES * 8];
        for (spot, next) in (0_i16..).zip(&mut beyond) {
            let (square, port) = (spot / 8, spot % 8);
            let (east, south, enter) = across[usize::try_from(port).expect("a port")];
            let (x, y) = (square % 6 + east, square / 6 + south);
            if (0..6).contains(&x) && (0..6).contains(&y) {
                *next = u16::try_from((y * 6 + x) * 8 + enter).expect("a spot");
            }
        }
        let spot = |mark: senda_rules::tsuro::Mark| {
            let square = u16::from(mark.square.y()) * 6 + u16::from(mark.square.x());
            square * 8 + u16::from(mark.port.number())
        };
        let marks = Board::new(6).start_marks().map(spot).collect();
        Self {
            exit,
            looks,
            beyond,
            marks,
        }
    }

    /// Plays a random game, lists the legal placements of each turn, and counts the placements.
    pub fn play(&self, seats: u8, dice: &mut Dice) -> u64 {
        let seats = usize::from(seats);
        let mut play = Play {
            bare: self,
            tiles: [NO_TILE; SQUARES],
            at: [NOWHERE; 8],
            hands: [[0; 3]; 8],
            counts: [0; 8],
            pile: std::array::from_fn(|number| u32::try_from(number).expect("a tile")),
            left: 35,
        };
        dice.shuffle(&mut play.pile);
        for seat in 0..seats {
            play.at[seat] = loop {
                let mark = self.marks[dice.below(self.marks.len())];
                if !play.at.contains(&mark) {
                    break mark;
                }
            };
            (0..3).for_each(|_| play.draw(seat));
        }
        let (mut seat, mut placements) = (0, 0);
        loop {
            placements += 1;
            play.turn(seat, dice);
            let still_in = play.at.iter().filter(|&&at| at != NOWHERE).count();
            if still_in <= 1 || placements == 35 {
                return placements;
            }
            let mut others = (1..=seats).map(|steps| (seat + steps) % seats);
            let next = others.find(|&next| play.at[next] != NOWHERE && play.counts[next] > 0);
            // Without the dragon, all remaining players can be without a tile.
            let Some(next) = next else {
                return placements;
            };
            seat = next;
        }
    }
}

impl Play<'_> {
    fn draw(&mut self, seat: usize) {
        if self.left > 0 && self.counts[seat] < 3 {
            self.left -= 1;
            let tile = u8::try_from(self.pile[self.left]).expect("a tile");
            self.hands[seat][self.counts[seat]] = tile;
            self.counts[seat] += 1;
        }
    }

    fn walk(&self, from: u16) -> u16 {
        let mut spot = from;
        while spot != NOWHERE {
            let tile = self.tiles[usize::from(spot / 8)];
            if tile == NO_TILE {
                return spot;
            }
            let exit = self.bare.exit[usize::from(tile)][usize::from(spot % 8)];
            spot = self.bare.beyond[usize::from(spot & !7 | u16::from(exit))];
        }
        NOWHERE
    }

    fn turn(&mut self, seat: usize, dice: &mut Dice) {
        let square = usize::from(self.at[seat] / 8);
        let mut all = [(0, 0); 12];
        let mut safe = [(0, 0); 12];
        let (mut of_all, mut of_safe) = (0, 0);
        for place in 0..self.counts[seat] {
            let tile = self.hands[seat][place];
            for rotation in 0..self.bare.looks[usize::from(tile)] {
                self.tiles[square] = 4 * tile + rotation;
                all[of_all] = (place, rotation);
                of_all += 1;
                if self.walk(self.at[seat]) != NOWHERE {
                    safe[of_safe] = (place, rotation);
                    of_safe += 1;
                }
            }
        }
        let (place, rotation) = if of_safe > 0 {
            safe[dice.below(of_safe)]
        } else {
            all[dice.below(of_all)]
        };
        let tile = self.hands[seat][place];
        self.counts[seat] -= 1;
        self.hands[seat].copy_within(place + 1.., place);
        self.tiles[square] = 4 * tile + rotation;
        let mut back = false;
        for other in 0..8 {
            let at = self.at[other];
            if at == NOWHERE || usize::from(at / 8) != square {
                continue;
            }
            self.at[other] = self.walk(at);
            if self.at[other] == NOWHERE {
                for held in 0..self.counts[other] {
                    self.pile[self.left] = self.hands[other][held].into();
                    self.left += 1;
                }
                self.counts[other] = 0;
                back = true;
            }
        }
        if back {
            dice.shuffle(&mut self.pile[..self.left]);
        }
        if self.at[seat] != NOWHERE {
            self.draw(seat);
        }
    }
}
