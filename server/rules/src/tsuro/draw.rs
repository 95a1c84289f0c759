//! Hands of the eliminated, drawing, and the dragon (IT, draw; dragon; questions. PT, points 5 to 8. FR, end
//! of the pile; elimination).

use super::{
    Card, Eliminated, Event, Preset, Returned, Tile,
    legal::HAND,
    log::{Log, Play},
    table::{MOST_TILES, Pile},
};
use crate::{Chance, Seat, Seats};

/// Shuffles tiles; the next one comes last. To chance a tile is its number, and one that is there again
/// that of the one before it plus [`Tile::COUNT`], so that all are different. They are named from the
/// smallest.
pub(super) fn shuffled(mut tiles: Pile, chance: &mut dyn Chance) -> Pile {
    // Which tiles are there once, twice and so on.
    let mut there = [0_u64; MOST_TIMES];
    for tile in tiles.as_slice() {
        let mut kind = 1 << tile.number();
        for once_more in &mut there {
            (*once_more, kind) = (*once_more | kind, *once_more & kind);
        }
        debug_assert_eq!(kind, 0, "no tile more often than that");
    }
    let mut numbers = [0; MOST_TILES];
    let mut named = numbers.iter_mut();
    for (mut left, first) in there.into_iter().zip((0..).step_by(Tile::COUNT.into())) {
        while left != 0 {
            let number = named.next().expect("as many as there are tiles");
            *number = first + left.trailing_zeros();
            left &= left - 1;
        }
    }
    let numbers = &mut numbers[..usize::from(tiles.count())];
    chance.shuffle(numbers);
    for (tile, number) in tiles.as_mut_slice().iter_mut().rev().zip(numbers) {
        let number = u8::try_from(*number % u32::from(Tile::COUNT)).ok();
        *tile = number
            .and_then(Tile::new)
            .expect("below the number of tiles");
    }
    tiles
}

/// The most often that one tile is in a game: twice in each of two boxes.
const MOST_TIMES: usize = 4;

/// Tiles as the log writes them.
pub(super) fn cards(tiles: &[Tile]) -> Vec<Card> {
    tiles.iter().copied().map(Some).collect()
}

/// A pile as the log writes it, the next tile first.
pub(super) fn pile_cards(pile: &Pile) -> Vec<Card> {
    pile.as_slice().iter().rev().copied().map(Some).collect()
}

impl<L: Log> Play<'_, L> {
    /// What follows for the tiles when markers have left the board or a tile has been laid, in a game that
    /// goes on. `from` is whose turn it is or who has left; `mover` who laid a tile, if they are still in.
    pub(super) fn settle(&mut self, from: Seat, mover: Option<Seat>) {
        match self.table.options.dragon {
            Preset::Edition2020 | Preset::Leaflet => {
                self.give_back();
                self.pass_dragon_of_eliminated();
                match (self.table.dragon, mover) {
                    (Some(holder), _) => self.draw_round(holder),
                    (None, Some(mover)) => {
                        self.draw_or_take_dragon(mover);
                    }
                    (None, None) => {}
                }
            }
            Preset::Edition2005 => {
                self.pass_dragon_on();
                self.give_back();
                self.draw_by_turns(from, mover);
            }
        }
    }

    /// The hands of the eliminated go into the pile, which is shuffled (IT, play 2; PT, point 6). Where they
    /// are laid down, they wait for the pile to be empty and then are the new one (FR, end of the pile).
    fn give_back(&mut self) {
        let table = &*self.table;
        if table.still_in.len() == table.seats && table.laid_down.is_empty() {
            return;
        }
        let waits = table.options.eliminated == Eliminated::LaidDown && !table.pile.is_empty();
        let seats = Seats::of_which(|seat| !table.is_in(seat) & !table.hand(seat).is_empty());
        if waits || seats.is_empty() && table.laid_down.is_empty() {
            return;
        }
        let mut tiles = table.pile;
        tiles.extend(table.laid_down.as_slice().iter().copied());
        for seat in seats.iter() {
            tiles.extend(table.hand(seat).iter().copied());
        }
        let pile = shuffled(tiles, self.chance);
        self.log.add(|| Event::Returned {
            hands: seats
                .iter()
                .map(|seat| Returned {
                    seat,
                    tiles: cards(table.hand(seat)),
                })
                .collect(),
            pile: pile_cards(&pile),
        });
        self.table.give_back(seats.iter(), pile);
    }

    /// The dragon of an eliminated holder goes to the first clockwise who lacks a tile, or back beside the
    /// board (IT, questions), or under the pile (\[R\] for FR, which is silent).
    fn pass_dragon_of_eliminated(&mut self) {
        let table = &*self.table;
        if let Some(eliminated) = table.dragon.filter(|&holder| !table.is_in(holder)) {
            let mut next = eliminated.clockwise(table.seats);
            let holder = next.find(|&seat| table.is_short(seat));
            self.pass_dragon(holder);
        }
    }

    /// The dragon of an eliminated holder goes to the next clockwise who is in, or under the pile if they
    /// lack no tile (PT, point 5).
    fn pass_dragon_on(&mut self) {
        let table = &*self.table;
        if let Some(eliminated) = table.dragon.filter(|&holder| !table.is_in(holder)) {
            let mut next = eliminated.clockwise(table.seats);
            let holder = next.find(|&seat| table.is_in(seat));
            self.pass_dragon(holder.filter(|&seat| table.is_short(seat)));
        }
    }

    fn pass_dragon(&mut self, holder: Option<Seat>) {
        self.table.dragon = holder;
        self.log.add(|| Event::Dragon { holder });
    }

    /// Somebody draws a tile, or the dragon where there is nothing else to draw and nobody holds it. Whether
    /// it was a tile.
    fn draw_or_take_dragon(&mut self, seat: Seat) -> bool {
        let drew = self.draw(seat);
        if !drew && self.table.dragon.is_none() && self.table.dragon_in_play() {
            self.pass_dragon(Some(seat));
        }
        drew
    }

    /// Somebody holds the dragon, and so lacks a tile: they draw first, then clockwise one tile each, round
    /// after round, until all hands are full or the pile is empty (IT, dragon). In FR the new pile is put
    /// upon the dragon, and the next who would draw then draws it: it comes to the same.
    fn draw_round(&mut self, holder: Seat) {
        let mut next = Some(holder);
        while let Some(seat) = next {
            if !self.draw(seat) {
                if seat != holder {
                    self.pass_dragon(Some(seat));
                }
                return;
            }
            next = self.next_short(seat);
        }
        self.pass_dragon(None);
    }

    /// The mover draws, from the dragon's top if they held it (PT, point 7). Then clockwise each who lacks a tile
    /// draws one, round after round, until somebody draws the dragon or nobody lacks one (PT, point 8).
    fn draw_by_turns(&mut self, from: Seat, mover: Option<Seat>) {
        if let Some(mover) = mover {
            if self.table.dragon == Some(mover) {
                self.give_back();
                if self.table.pile.is_empty() {
                    return; // they would draw the dragon again
                }
                self.pass_dragon(None);
            }
            if !self.draw_or_take_dragon(mover) {
                return;
            }
        }
        let mut last = from;
        while let Some(seat) = self.next_short(last) {
            if !self.draw_or_take_dragon(seat) {
                return;
            }
            last = seat;
        }
    }

    /// The first clockwise from a seat who lacks a tile, that seat last of all.
    fn next_short(&self, from: Seat) -> Option<Seat> {
        let mut seats = from.clockwise(self.table.seats);
        seats.find(|&seat| self.table.is_short(seat))
    }

    /// Draws a tile if there is one. If the pile is empty, what is laid down is the new one.
    fn draw(&mut self, seat: Seat) -> bool {
        debug_assert!(usize::from(self.table.hands[seat.index()].count()) < HAND);
        if self.table.pile.is_empty() {
            self.give_back();
        }
        let tile = self.table.draw(seat);
        if tile.is_some() {
            self.log.add(|| Event::Drew { seat, tile });
        }
        tile.is_some()
    }
}
