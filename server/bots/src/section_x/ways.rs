//! How far it is to a green area, over tiles that lie and tiles that don't lie yet.

use std::{cmp::Reverse, collections::BinaryHeap};

use senda_rules::{
    Seat,
    section_x::{Cell, Ground, MOST_SECTIONS, Side, Spot, State},
};

/// Steps that a tile which is not yet there counts as.
const MISSING: u8 = 5;
/// Steps by which a way may be longer than the shortest to be looked at.
const DETOUR: u8 = 1;
/// No way leads there.
const NO_WAY: u8 = u8::MAX;

/// On each cell its sections, or the cell itself while it is empty.
const ON_CELL: usize = MOST_SECTIONS + 1;
/// Nodes of all cells.
const NODES: usize = Cell::COUNT * ON_CELL;

/// For one seat how far it is from everywhere to the nearest green area that it may enter.
#[derive(Clone, Debug)]
pub(super) struct Ways {
    to_green: [u8; NODES],
    /// And to the block.
    to_block: [u8; NODES],
    /// From the block to the green area.
    pub(super) from_block: u8,
}

/// A section of a tile on a cell, or an empty cell.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd)]
struct Node(Cell, u8);

/// Stands for the cell without a tile.
#[allow(clippy::cast_possible_truncation)] // three
const EMPTY: u8 = MOST_SECTIONS as u8;

impl Node {
    fn index(self) -> usize {
        self.0.index() * ON_CELL + usize::from(self.1)
    }

    fn cost(self) -> u8 {
        if self.1 == EMPTY { MISSING } else { 1 }
    }

    /// The sides that it leads to, a bit each.
    fn sides(self, state: &State) -> u8 {
        match state.sections(self.0) {
            Some(sections) => sections.get(usize::from(self.1)).copied().unwrap_or(0),
            None => 0b11_1111,
        }
    }

    /// What lies there.
    fn on(cell: Cell, state: &State) -> impl Iterator<Item = Self> {
        let sections = state.sections(cell).map(<[u8]>::len);
        let numbers = match sections {
            Some(count) => 0..u8::try_from(count).unwrap_or(EMPTY),
            None => EMPTY..EMPTY + 1,
        };
        numbers.map(move |number| Self(cell, number))
    }

    /// What is entered through that side of a cell for tiles.
    fn behind(cell: Cell, side: Side, state: &State) -> Option<Self> {
        Self::on(cell, state).find(|node| node.sides(state) & 1 << side.number() != 0)
    }

    fn is_barred(self, seat: Seat, state: &State) -> bool {
        let Self(cell, section) = self;
        section != EMPTY && state.is_barred(seat, Spot { cell, section })
    }
}

impl Ways {
    /// Those of a seat.
    pub(super) fn of(state: &State, seat: Seat) -> Self {
        let (mut out, mut entrances) = (Vec::new(), Vec::new());
        for cell in Cell::for_tiles() {
            for side in Side::ALL {
                let ground = cell.beside(side).map(Cell::ground);
                let seeds = match ground {
                    Some(Ground::Green(zone)) if state.may_take(seat, zone) => &mut out,
                    Some(Ground::Island) => &mut entrances,
                    Some(Ground::Green(_) | Ground::Tiles) | None => continue,
                };
                seeds.extend(Node::behind(cell, side, state));
            }
        }
        entrances.retain(|node| !node.is_barred(seat, state));
        let to_green = spread(&out, state, seat);
        let nearest = entrances.iter().map(|node| to_green[node.index()]).min();
        Self {
            from_block: nearest.unwrap_or(NO_WAY).saturating_add(1),
            to_green,
            to_block: spread(&entrances, state, seat),
        }
    }

    /// Steps from a section.
    pub(super) fn from(&self, spot: Spot) -> u8 {
        self.to_green[Node(spot.cell, spot.section).index()]
    }

    /// Whether a way from the block to a green area that is about as short as any leads over an empty cell.
    pub(super) fn lead_over(&self, cell: Cell) -> bool {
        let node = Node(cell, EMPTY).index();
        let whole = self.to_green[node].saturating_add(self.to_block[node]);
        let way = whole.saturating_sub(MISSING).saturating_add(1);
        way != NO_WAY && way <= self.from_block.saturating_add(DETOUR)
    }
}

/// Steps from everywhere to the nearest of some nodes, and out of it.
fn spread(seeds: &[Node], state: &State, seat: Seat) -> [u8; NODES] {
    let mut steps = [NO_WAY; NODES];
    let mut heap = BinaryHeap::new();
    let mut shorten = |node: Node, cost: u8, heap: &mut BinaryHeap<_>| {
        let known = &mut steps[node.index()];
        if cost < *known {
            *known = cost;
            heap.push((Reverse(cost), node));
        }
        cost > *known
    };
    for &seed in seeds {
        shorten(seed, seed.cost(), &mut heap);
    }
    while let Some((Reverse(cost), node)) = heap.pop() {
        let is_longer = shorten(node, cost, &mut heap);
        // Who can't be entered leads nobody on, but for who is there already.
        if is_longer || node.is_barred(seat, state) {
            continue;
        }
        let sides = node.sides(state);
        for side in Side::ALL {
            if sides & 1 << side.number() == 0 {
                continue;
            }
            let beside = node.0.beside(side);
            let beside = beside.filter(|cell| cell.ground() == Ground::Tiles);
            let next = beside.and_then(|cell| Node::behind(cell, side.opposite(), state));
            if let Some(next) = next {
                shorten(next, cost.saturating_add(next.cost()), &mut heap);
            }
        }
    }
    steps
}
