//! Deals flat tables that a view can't distinguish from the real one.

use senda_rules::tsuro::{HAND, Options, Stand, View};

use super::{FlatTable, NOWHERE, UNSTARTED, spot, ways::TILES};
use crate::Dice;

/// The set of flat tables that a view can't distinguish from the real one.
pub(in crate::tsuro) struct FlatWorlds {
    /// The table with the hands that the view shows. Its pile holds the unseen tiles, and its
    /// hidden hands have their sizes, but no tiles.
    table: FlatTable,
    /// The seats whose hands are hidden.
    hidden: Vec<usize>,
}

impl FlatWorlds {
    /// Returns the tables that are consistent with a view; `None` if a flat table doesn't know the
    /// options of its game, or if tiles are missing from it.
    pub(in crate::tsuro) fn behind(view: &View) -> Option<Self> {
        let usual = Options::default();
        let options = Options {
            preset: usual.preset,
            open_hands: usual.open_hands,
            ..view.options
        };
        if options != usual {
            return None;
        }
        let (turn, seats) = (view.turn?.index(), usize::from(view.markers.seats()));
        let mut table = FlatTable::new(seats, view.first.index(), turn);
        let mut is_unseen = [true; TILES];
        for laid in &view.board {
            let cell = super::cell(laid.square);
            table.join(8 * cell, super::turned(laid.tile, laid.rotation));
            table.laid += 1;
            is_unseen[usize::from(laid.tile.number())] = false;
        }
        table.dragon = view.dragon.map(senda_rules::Seat::index);
        for (seat, marker) in view.markers.iter().filter(|(_, of)| of.out.is_none()) {
            table.still_in |= 1 << seat.index();
            match marker.at() {
                Some(Stand::Mark(mark)) => table.stand(seat.index(), spot(mark)),
                _ => table.at[seat.index()] = UNSTARTED,
            }
        }
        let mut hidden = Vec::new();
        for (seat, hand) in view.hands.iter() {
            let seat = seat.index();
            table.counts[seat] = hand.count;
            let Some(faces) = &hand.tiles else {
                hidden.push(seat);
                continue;
            };
            for (place, face) in table.hands[seat].iter_mut().zip(faces) {
                *place = face.tile.number();
                is_unseen[usize::from(*place)] = false;
            }
        }
        for tile in (0..)
            .zip(is_unseen)
            .filter_map(|(tile, is)| is.then_some(tile))
        {
            table.add_to_pile(tile);
        }
        let in_hands = hidden.iter().map(|&seat| table.counts[seat]);
        // A position from a text may lack tiles, which the pile must not gain.
        let is_whole = table.in_pile == view.pile + in_hands.sum::<u8>();
        is_whole.then_some(Self { table, hidden })
    }

    /// Returns one of the tables: deals the unseen tiles to the hidden hands. The game is played
    /// for the seat whose turn it is.
    pub(in crate::tsuro) fn deal(&self, dice: &mut Dice) -> FlatTable {
        let mut table = self.table;
        for &seat in &self.hidden {
            let count = usize::from(table.counts[seat]).min(HAND);
            for place in 0..count {
                table.hands[seat][place] = table.pop(dice).expect("as many tiles as are counted");
            }
        }
        table
    }
}

impl FlatTable {
    fn new(seats: usize, first: usize, turn: usize) -> Self {
        let ways = &**super::WAYS;
        let mut ends = [super::OUTSIDE; super::SPOTS];
        ends[..ways.beyond.len()].copy_from_slice(&ways.beyond);
        let mut table = Self {
            ways,
            ends,
            outside: [0; super::SQUARES],
            again: [0; super::SQUARES],
            facing: [0; super::SQUARES],
            at: [NOWHERE; 8],
            hands: [[0; HAND]; 8],
            counts: [0; 8],
            pile: [0; TILES],
            in_pile: 0,
            laid: 0,
            seats,
            first,
            turn: Some(turn),
            dragon: None,
            still_in: 0,
            gone: 0,
            own: turn,
        };
        for (spot, &end) in (0..).zip(&ways.beyond) {
            table.lead_to(spot, end);
        }
        table
    }
}
