//! Computes the exact values of decisions where the seat knows every tile, by playing on to the end
//! in all ways. It does not estimate anything where tiles are hidden.

mod only;
mod sure;

use senda_rules::{
    Chance, Game, Seat, Viewer,
    tsuro::{Action, State, Table, View, Worlds},
};

pub use self::{
    only::{Placed, only_best, only_survivor, only_thrower, placements},
    sure::guaranteed,
};
use super::{rating::shares, world::Move};
use crate::{Dice, search::Shares};

/// The exact values of the decisions of a seat.
#[derive(Clone, Debug, PartialEq)]
pub struct Values {
    /// Each legal decision with the seat's share of the first place after it, from 0 to 1, if all
    /// seats play best from then on. Empty if the search is not complete.
    pub values: Vec<(Action, f32)>,
    /// The number of positions that were examined.
    pub nodes: u64,
    /// Whether the seat knows every tile, and the search did not reach its limit.
    pub is_complete: bool,
}

/// The maximum number of orders in which returned tiles can be shuffled that are examined; with
/// more, a search is not complete.
const ORDERS: u32 = 720;

/// Computes the exact value of every decision of the seat, if the seat knows every tile: the pile
/// is empty and at most one hand is hidden, or the hands are open. At most `nodes` positions are
/// examined.
///
/// Two players play to each other's disadvantage. At a table of more, each seat maximises its own
/// share of the first place, without regard to the others, and takes the first of equal decisions.
/// Where tiles are shuffled, a value is the mean over all orders.
pub fn values(game: &State, seat: Seat, nodes: u64) -> Values {
    of_view(&game.view(Viewer::Seat(seat)), seat, nodes)
}

/// Returns the values for the seat that sees this view.
pub(super) fn of_view(view: &View, seat: Seat, nodes: u64) -> Values {
    let mut search = Search {
        seat,
        nodes: 0,
        most: nodes,
        is_exact: true,
    };
    let worlds = Worlds::behind(view);
    if view.acting != Some(seat) || !worlds.is_known() {
        return Values {
            values: Vec::new(),
            nodes: 0,
            is_complete: false,
        };
    }
    let table = worlds.deal(&mut Dice::new(0));
    let mut values = Vec::new();
    for chosen in moves(&table) {
        let value = search.after(&table, &chosen, [0.0, 1.0])[seat.index()];
        values.push((chosen.action(), value));
        if !search.is_exact {
            values.clear();
            break;
        }
    }
    Values {
        values,
        nodes: search.nodes,
        is_complete: search.is_exact,
    }
}

/// Returns every legal decision.
fn moves(table: &Table) -> Vec<Move> {
    match table.legal() {
        Some(legal) => legal.iter().map(Move::Place).collect(),
        None => table.actions().into_iter().map(Move::Other).collect(),
    }
}

struct Search {
    /// The seat whose decision is examined.
    seat: Seat,
    nodes: u64,
    most: u64,
    /// Whether no limit has been reached.
    is_exact: bool,
}

impl Search {
    /// Returns the shares after a decision: the mean over all orders of shuffled tiles.
    fn after(&mut self, table: &Table, chosen: &Move, window: [f32; 2]) -> Shares {
        let mut fate = Fate::default();
        let mut sum = Shares::default();
        let mut orders = 0;
        loop {
            let mut after = *table;
            fate.begin();
            match chosen {
                Move::Place(placement) => after.place(*placement, &mut fate),
                Move::Other(action) => {
                    let seat = table.acting().expect("somebody who decides");
                    after
                        .act(seat, action, &mut fate)
                        .expect("a legal decision");
                }
            }
            // The mean needs each value itself, not only its relation to a window.
            let window = if fate.is_certain() {
                window
            } else {
                [0.0, 1.0]
            };
            let shares = self.value(&after, window);
            orders += 1;
            for (sum, share) in sum.iter_mut().zip(shares) {
                *sum += share;
            }
            self.is_exact &= orders <= ORDERS;
            if !fate.next() || !self.is_exact {
                break;
            }
        }
        #[expect(clippy::cast_precision_loss, reason = "at most some hundred orders")]
        let orders = orders as f32;
        sum.map(|sum| sum / orders)
    }

    /// Returns the shares of a position if all play best. At a table of two, values of the examined
    /// seat outside of the window need not be exact.
    fn value(&mut self, table: &Table, [mut least, mut most]: [f32; 2]) -> Shares {
        let Some(acting) = table.acting() else {
            return shares(table);
        };
        self.nodes += 1;
        self.is_exact &= self.nodes <= self.most;
        let mut best: Option<Shares> = None;
        for chosen in moves(table) {
            if !self.is_exact {
                break;
            }
            let shares = self.after(table, &chosen, [least, most]);
            let share = |of: &Shares| of[acting.index()];
            if best
                .as_ref()
                .is_none_or(|best| share(&shares) > share(best))
            {
                best = Some(shares);
            }
            // No share is greater than the whole.
            if share(&shares) >= 1.0 {
                break;
            }
            if table.seats() == 2 {
                let own = shares[self.seat.index()];
                if acting == self.seat {
                    least = least.max(own);
                } else {
                    most = most.min(own);
                }
                if least >= most {
                    break;
                }
            }
        }
        best.unwrap_or_default()
    }
}

/// A source of chance that goes through all possibilities, one after the other.
#[derive(Debug, Default)]
struct Fate {
    /// The number drawn at each time, and the number of possible ones.
    drawn: Vec<(u32, u32)>,
    /// The number of draws so far.
    at: usize,
}

impl Fate {
    /// Begins a possibility.
    fn begin(&mut self) {
        self.at = 0;
    }

    /// Returns whether there is only one possibility.
    fn is_certain(&self) -> bool {
        self.drawn.iter().all(|&(_, count)| count == 1)
    }

    /// Goes on to the next possibility; `false` if there is none. All are equally probable, because
    /// a shuffle of as many tiles has as many orders.
    fn next(&mut self) -> bool {
        while let Some((drawn, count)) = self.drawn.pop() {
            if drawn + 1 < count {
                self.drawn.push((drawn + 1, count));
                return true;
            }
        }
        false
    }
}

impl Chance for Fate {
    fn shuffle(&mut self, items: &mut [u32]) {
        for last in (1..items.len()).rev() {
            let count = u32::try_from(last + 1).expect("a few tiles");
            items.swap(last, self.pick(count) as usize);
        }
    }

    fn pick(&mut self, count: u32) -> u32 {
        if self.at == self.drawn.len() {
            self.drawn.push((0, count));
        }
        self.at += 1;
        self.drawn[self.at - 1].0
    }
}
