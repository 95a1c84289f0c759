//! Reconstructs complete games that are consistent with a view.

use super::{
    Laid, Stand, Tile, View,
    board::Cell,
    draw,
    state::State,
    table::{Pile, Table, Waiting},
};
use crate::{BySeat, Chance, Seat, Seats};

/// The set of tables that a view can't distinguish from the real one: the parts that the view
/// shows, and the tiles to deal to the hidden places.
#[derive(Clone, Debug)]
pub struct Worlds {
    /// The table, with the hands that the view shows.
    table: Table,
    /// The tiles that the view does not show.
    unseen: Pile,
    /// The number of unseen tiles in each hand.
    hidden: [u8; Seat::MOST as usize],
    /// The number of unseen tiles that are laid down.
    laid_down: u8,
    /// The number of unseen tiles in the pile.
    pile: u8,
}

impl Worlds {
    /// Returns the tables that are consistent with a view.
    pub fn behind(view: &View) -> Self {
        let mut table = Table::new(view.options, view.markers.seats(), Some(view.first));
        table.turn = view.turn;
        table.dragon = view.dragon;
        table.over = view.outcome.is_some();
        for laid in &view.board {
            table.board.lay(laid.square, laid.tile, laid.rotation);
            table.laid += 1;
        }
        for (seat, marker) in view.markers.iter() {
            if let Some(start) = marker.start {
                table.board.start(seat, start);
            }
            match marker.at() {
                Some(Stand::Mark(at)) => table.board.stand(seat, at),
                Some(Stand::Side(_)) => {}
                None => table.board.remove(seat),
            }
            if let Some(out) = marker.out {
                table.has_left(seat, out, &marker.steps());
            }
        }
        table.waiting = view.waiting.as_ref().map(|laid| Waiting {
            cell: Cell::of(laid.square),
            tile: laid.tile,
            rotation: laid.rotation,
            seat: laid.seat,
        });
        table.bonus = on_offer(view);
        let mut hidden = [0; Seat::MOST as usize];
        for (seat, hand) in view.hands.iter() {
            match &hand.tiles {
                Some(faces) => {
                    table.hands[seat.index()] = faces.iter().map(|face| face.tile).collect();
                }
                None => hidden[seat.index()] = hand.count,
            }
        }
        Self {
            table,
            unseen: unseen(view),
            hidden,
            laid_down: view.laid_down,
            pile: view.pile,
        }
    }

    /// Returns the tiles that a seat may hold: its hand if the view shows it, and otherwise
    /// every unseen tile.
    pub fn holdable(&self, seat: Seat) -> impl Iterator<Item = Tile> + '_ {
        let is_hidden = self.hidden[seat.index()] > 0;
        let shown = self.table.hand(seat).iter();
        let unseen = self.unseen.as_slice().iter();
        let unseen = unseen.filter(move |_| is_hidden);
        unseen.chain(shown).copied()
    }

    /// Returns whether the view shows enough to know every tile: there is only one table.
    pub fn is_known(&self) -> bool {
        let hands = self.hidden.iter().filter(|&&count| count > 0).count();
        let laid_down = usize::from(self.laid_down > 0);
        // The order of the pile matters.
        let pile = usize::from(self.pile);
        hands + laid_down + pile <= 1
    }

    /// Returns one of the tables: deals the unseen tiles to the hands and piles whose sizes the
    /// view shows.
    ///
    /// # Panics
    /// Panics if the view counts more tiles than there are.
    pub fn deal(&self, chance: &mut dyn Chance) -> Table {
        let mut table = self.table;
        let mut unseen = draw::shuffled(self.unseen, chance);
        let mut next = || unseen.pop().expect("as many tiles as are counted");
        for (hand, &hidden) in table.hands.iter_mut().zip(&self.hidden) {
            hand.extend((0..hidden).map(|_| next()));
        }
        table.laid_down = (0..self.laid_down).map(|_| next()).collect();
        table.pile = (0..self.pile).map(|_| next()).collect();
        table
    }
}

/// Returns a game in which chance deals the unseen tiles to the hands and piles whose sizes the
/// view shows.
pub(super) fn determinize(view: &View, chance: &mut dyn Chance) -> State {
    State {
        table: Worlds::behind(view).deal(chance),
        laid: view.board.clone(),
        paths: BySeat::new(view.markers.seats(), |seat| view.markers[seat].steps()),
        outcome: view.outcome.clone(),
    }
}

/// Returns the seats whose hands are offered for a swap: those that the last tile has eliminated
/// and that hold tiles.
fn on_offer(view: &View) -> Option<Seats> {
    let after = u8::try_from(view.board.len()).expect("a board of tiles");
    let offered = |seat: &Seat| {
        let eliminated = view.markers[*seat]
            .out
            .is_some_and(|out| out.is_by_tile(after));
        eliminated && view.hands[*seat].count > 0
    };
    let seats = view.markers.iter().map(|(seat, _)| seat).filter(offered);
    (view.phase == super::Phase::Bonus).then(|| seats.collect())
}

/// Returns the tiles that the view does not show.
fn unseen(view: &View) -> Pile {
    let shown = view
        .board
        .iter()
        .chain(&view.waiting)
        .map(|laid: &Laid| laid.tile);
    let hands = view
        .hands
        .iter()
        .filter_map(|(_, hand)| hand.tiles.as_ref());
    let mut unseen: Vec<Tile> = view.options.box_of_tiles().collect();
    for tile in shown.chain(hands.flatten().map(|face| face.tile)) {
        let place = unseen.iter().position(|&other| other == tile);
        unseen.swap_remove(place.expect("a tile of the box"));
    }
    unseen.into_iter().collect()
}
