//! The return of eliminated players' hands, drawing, and the dragon (IT, draw; dragon; questions.
//! PT, points 5 to 8. FR, end of the pile; elimination).

use super::{
    Card, Eliminated, Event, Preset, Returned, Tile,
    legal::HAND,
    log::{Log, Play},
    table::{MOST_TILES, Pile},
};
use crate::{Chance, Seat, Seats};

/// Shuffles tiles; the next one comes last. Chance receives each tile as its number. A further copy
/// of a tile gets the number of the previous copy plus [`Tile::COUNT`], so that all numbers are
/// different. They are passed in ascending order.
pub(super) fn shuffled(mut tiles: Pile, chance: &mut dyn Chance) -> Pile {
    // Bit sets of the tiles that occur at least once, twice and so on.
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

/// The maximum number of copies of one tile in a game: two in each of two boxes.
const MOST_TIMES: usize = 4;

/// Returns tiles in the form of the log.
pub(super) fn cards(tiles: &[Tile]) -> Vec<Card> {
    tiles.iter().copied().map(Some).collect()
}

/// Returns a pile in the form of the log, the next tile first.
pub(super) fn pile_cards(pile: &Pile) -> Vec<Card> {
    pile.as_slice().iter().rev().copied().map(Some).collect()
}

impl<L: Log> Play<'_, L> {
    /// Redistributes the tiles after markers have left the board or a tile has been laid, in a game
    /// that goes on. `from` is the seat whose turn it is or that has left; `mover` is the seat that
    /// laid a tile, if it is still in.
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

    /// Shuffles the hands of eliminated players into the pile (IT, play 2; PT, point 6). If they
    /// are laid down instead, they wait until the pile is empty and then become the new pile (FR,
    /// end of the pile).
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

    /// Passes the dragon of an eliminated holder to the next seat clockwise that lacks a tile, or
    /// else back beside the board (IT, questions) or under the pile (\[R\] for FR, which is
    /// silent).
    fn pass_dragon_of_eliminated(&mut self) {
        let table = &*self.table;
        if let Some(eliminated) = table.dragon.filter(|&holder| !table.is_in(holder)) {
            let mut next = eliminated.clockwise(table.seats);
            let holder = next.find(|&seat| table.is_short(seat));
            self.pass_dragon(holder);
        }
    }

    /// Passes the dragon of an eliminated holder to the next seat clockwise that is in, or under
    /// the pile if that seat lacks no tile (PT, point 5).
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

    /// Draws a tile for the seat. If there is none, the seat takes the dragon, provided that no
    /// seat holds it. Returns whether the seat drew a tile.
    fn draw_or_take_dragon(&mut self, seat: Seat) -> bool {
        let drew = self.draw(seat);
        if !drew && self.table.dragon.is_none() && self.table.dragon_in_play() {
            self.pass_dragon(Some(seat));
        }
        drew
    }

    /// Draws tiles when the dragon has a holder, who therefore lacks a tile. The holder draws
    /// first, then each seat clockwise draws one tile, round after round, until all hands are full
    /// or the pile is empty (IT, dragon). In FR the new pile is put on top of the dragon, and the
    /// next seat that would draw after the pile is empty draws the dragon: the result is the same.
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

    /// Lets the mover draw, from on top of the dragon if they held it (PT, point 7). Then each seat
    /// clockwise that lacks a tile draws one, round after round, until a seat draws the dragon or
    /// no seat lacks a tile (PT, point 8).
    fn draw_by_turns(&mut self, from: Seat, mover: Option<Seat>) {
        if let Some(mover) = mover {
            if self.table.dragon == Some(mover) {
                self.give_back();
                if self.table.pile.is_empty() {
                    return; // the mover would draw the dragon again
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

    /// Returns the first seat clockwise from `from` that lacks a tile; `from` itself comes last.
    fn next_short(&self, from: Seat) -> Option<Seat> {
        let mut seats = from.clockwise(self.table.seats);
        seats.find(|&seat| self.table.is_short(seat))
    }

    /// Draws a tile if there is one, and returns whether there was. If the pile is empty, the
    /// laid-down tiles first become the new pile.
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
