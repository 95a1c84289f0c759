//! Computes what a decision is sure to reach while tiles are hidden, whichever they are.

use std::collections::{BTreeMap, BTreeSet};

use senda_rules::{
    Game, Seat, Viewer,
    tsuro::{Action, State, Table, Tile, View, Worlds},
};

use super::{Fate, Values, moves};
use crate::tsuro::{rating::shares, world::Move};

/// The maximum number of hidden tiles: with more there are too many ways to deal them.
const HIDDEN: usize = 7;

/// Computes for every decision of the seat the share of the first place that it is sure of: however
/// the hidden tiles are dealt, whatever the others do, and with decisions of the seat that depend
/// only on what it sees. If this is the whole, the hidden tiles can't matter any more. At most
/// about `nodes` positions are examined; at most seven tiles may be hidden.
///
/// The others play together against the seat, and may know all tiles. So with two players the
/// values are those of [`super::values`] where no tile is hidden.
pub fn guaranteed(game: &State, seat: Seat, nodes: u64) -> Values {
    let view = game.view(Viewer::Seat(seat));
    let mut search = Search {
        seat,
        nodes: 0,
        most: nodes,
    };
    let mut values = Vec::new();
    if view.acting == Some(seat) && hidden(&view) <= HIDDEN {
        let worlds = every_world(&view);
        for chosen in moves(&worlds[0]) {
            let value = search.after(&worlds, &chosen, -1.0);
            values.push((chosen.action(), value));
            if search.nodes > search.most {
                values.clear();
                break;
            }
        }
    }
    Values {
        is_complete: !values.is_empty(),
        values,
        nodes: search.nodes,
    }
}

/// Returns the number of tiles that the view does not show.
fn hidden(view: &View) -> usize {
    let hands = view.hands.iter().filter(|(_, hand)| hand.tiles.is_none());
    let in_hands: usize = hands.map(|(_, hand)| usize::from(hand.count)).sum();
    in_hands + usize::from(view.pile) + usize::from(view.laid_down)
}

/// Returns one table for each way to deal the hidden tiles. The order of a hand does not matter.
fn every_world(view: &View) -> Vec<Table> {
    let worlds = Worlds::behind(view);
    let mut fate = Fate::default();
    let mut known = BTreeSet::new();
    let mut tables = Vec::new();
    loop {
        fate.begin();
        let table = worlds.deal(&mut fate);
        if known.insert(deal(&table)) {
            tables.push(table);
        }
        if !fate.next() {
            return tables;
        }
    }
}

/// Returns the tiles that do not lie on the board, in the order of their places, with sorted hands.
fn deal(table: &Table) -> Vec<Tile> {
    let mut tiles: Vec<Tile> = table.loose_tiles().collect();
    let mut from = 0;
    for seat in Seat::first(Seat::MOST) {
        let to = from + table.hand(seat).len();
        tiles[from..to].sort_unstable();
        from = to;
    }
    tiles
}

struct Search {
    seat: Seat,
    nodes: u64,
    most: u64,
}

impl Search {
    /// Returns the sure share after a decision that is possible on all tables. A share that does
    /// not exceed `floor` need not be exact.
    fn after(&mut self, worlds: &[Table], chosen: &Move, floor: f32) -> f32 {
        let after = worlds.iter().flat_map(|table| results(table, chosen));
        let mut seen: BTreeMap<Vec<Tile>, Vec<Table>> = BTreeMap::new();
        for table in after {
            let mut hand = table.hand(self.seat).to_vec();
            hand.sort_unstable();
            seen.entry(hand).or_default().push(table);
        }
        self.least(seen.into_values(), floor)
    }

    /// Returns the least of the sure shares of some positions that the seat can tell apart.
    fn least(&mut self, seen: impl Iterator<Item = Vec<Table>>, floor: f32) -> f32 {
        let mut least: f32 = 1.0;
        for worlds in seen {
            least = least.min(self.value(&worlds, floor));
            if least <= floor || self.nodes > self.most {
                break;
            }
        }
        least
    }

    /// Returns the sure share in a position that can be any of these tables.
    fn value(&mut self, worlds: &[Table], floor: f32) -> f32 {
        self.nodes += worlds.len() as u64;
        let Some(acting) = worlds[0].acting() else {
            let shares = worlds.iter().map(|table| shares(table)[self.seat.index()]);
            return shares.fold(1.0, f32::min);
        };
        if self.nodes > self.most {
            return 0.0;
        }
        if acting == self.seat {
            let mut best = floor;
            for chosen in moves(&worlds[0]) {
                best = best.max(self.after(worlds, &chosen, best));
                if best >= 1.0 {
                    break;
                }
            }
            return best;
        }
        // The decisions of others, each with the tables on which it is possible.
        let mut decisions: Vec<(Move, Vec<Table>)> = Vec::new();
        for table in worlds {
            for chosen in moves(table) {
                match decisions.iter_mut().find(|(other, _)| *other == chosen) {
                    Some((_, tables)) => tables.push(*table),
                    None => decisions.push((chosen, vec![*table])),
                }
            }
        }
        let mut least: f32 = 1.0;
        for (chosen, tables) in decisions {
            least = least.min(self.after(&tables, &chosen, floor));
            if least <= floor {
                break;
            }
        }
        least
    }
}

/// Returns the tables after a decision, one for each order of shuffled tiles.
fn results(table: &Table, chosen: &Move) -> Vec<Table> {
    let mut fate = Fate::default();
    let mut tables = Vec::new();
    loop {
        fate.begin();
        let mut after = *table;
        let seat = table.acting().expect("somebody who decides");
        let action: Action = chosen.clone().action();
        after
            .act(seat, &action, &mut fate)
            .expect("a legal decision");
        tables.push(after);
        if !fate.next() {
            return tables;
        }
    }
}
