//! Finds the shortest ways to the green areas, over laid tiles and over cells that are still empty.

use std::{cell::OnceCell, rc::Rc, sync::LazyLock};

use senda_rules::{
    Seat,
    section_x::{Cell, Ground, MOST_SECTIONS, Side, Spot, State},
};

/// The cost in steps of an empty cell, where a tile must be laid first.
const MISSING: u8 = 5;
/// The number of steps that a way may exceed the shortest one by and still be considered.
const DETOUR: u8 = 1;
/// The distance of a node that has no way.
const NO_WAY: u8 = u8::MAX;

/// The number of green areas, one at each corner of the board.
const ZONES: usize = Side::ALL.len();

/// The nodes of each cell: its sections, or the cell itself while it is empty.
const ON_CELL: usize = MOST_SECTIONS + 1;
/// The number of nodes of all cells.
const NODES: usize = Cell::COUNT * ON_CELL;

/// The initial capacity of lists of nodes, chosen so that lists seldom have to grow in a search.
const MANY: usize = 128;

/// A section of a tile on a cell, or an empty cell.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
struct Node(Cell, u8);

/// The section number that stands for a cell without a tile.
#[expect(clippy::cast_possible_truncation, reason = "the constant is three")]
const EMPTY: u8 = MOST_SECTIONS as u8;

impl Node {
    fn index(self) -> usize {
        self.0.index() * ON_CELL + usize::from(self.1)
    }

    fn cost(self) -> u8 {
        if self.1 == EMPTY { MISSING } else { 1 }
    }
}

/// The connections between nodes for any seat, computed once and shared by the ways of all seats.
#[derive(Debug)]
pub(super) struct Paths {
    /// The sides that each node leads to, as a bit set.
    sides: [u8; NODES],
    /// The node that is entered through each side of a cell.
    behind: [[Option<Node>; 6]; Cell::COUNT],
    /// The nodes that lead into the block.
    entrances: Vec<Node>,
    /// The nodes that lead into a green area, with the number of the area.
    exits: Vec<(u8, Node)>,
}

impl Paths {
    /// Computes the connections of a position.
    pub(super) fn of(state: &State) -> Self {
        let mut paths = Self {
            sides: [0; NODES],
            behind: [[None; 6]; Cell::COUNT],
            entrances: Vec::with_capacity(MANY),
            exits: Vec::with_capacity(MANY),
        };
        for cell in Cell::for_tiles() {
            match state.sections(cell) {
                Some(sections) => {
                    for (number, &sides) in (0..EMPTY).zip(sections) {
                        paths.add(Node(cell, number), sides);
                    }
                }
                None => paths.add(Node(cell, EMPTY), 0b11_1111),
            }
        }
        paths
    }

    fn add(&mut self, node: Node, sides: u8) {
        self.sides[node.index()] = sides;
        for side in Side::ALL {
            if sides & 1 << side.number() == 0 {
                continue;
            }
            self.behind[node.0.index()][usize::from(side.number())] = Some(node);
            match node.0.beside(side).map(Cell::ground) {
                Some(Ground::Green(zone)) => self.exits.push((zone, node)),
                Some(Ground::Island) => self.entrances.push(node),
                Some(Ground::Tiles) | None => {}
            }
        }
    }

    /// Returns the number of steps from each node to the nearest of some nodes and out of it. A
    /// barred node cannot be crossed; ways may only start there.
    fn spread(&self, seeds: impl Iterator<Item = Node>, barred: &[Node]) -> [u8; NODES] {
        let mut front = Front::new();
        seeds.for_each(|seed| front.reach(seed, seed.cost()));
        while let Some((node, cost)) = front.next() {
            if barred.contains(&node) {
                continue;
            }
            let mut sides = self.sides[node.index()];
            while sides != 0 {
                let side = sides.trailing_zeros() as usize;
                sides &= sides - 1;
                if let Some(beside) = BESIDE[node.0.index()][side]
                    && let Some(next) = self.behind[beside.index()][(side + 3) % 6]
                {
                    front.reach(next, cost.saturating_add(next.cost()));
                }
            }
        }
        front.steps
    }
}

/// The cells beside each cell by side. `Cell::beside` does the same, but a search asks for millions
/// of them.
static BESIDE: LazyLock<[[Option<Cell>; 6]; Cell::COUNT]> = LazyLock::new(|| {
    let mut all = [[None; 6]; Cell::COUNT];
    for cell in Cell::for_tiles() {
        all[cell.index()] = Side::ALL.map(|side| cell.beside(side));
    }
    all
});

/// A priority queue of nodes by distance. The cost of a step depends only on the node that it
/// enters, so a node is first reached on a shortest way, and the nodes of each of the two costs are
/// queued in the order of their distances. Two plain queues suffice.
struct Front {
    steps: [u8; NODES],
    sections: Queue,
    empty: Queue,
}

/// Nodes in the order in which they were reached, with their distances.
struct Queue {
    nodes: Vec<(Node, u8)>,
    taken: usize,
}

impl Queue {
    fn new() -> Self {
        Self {
            nodes: Vec::with_capacity(MANY),
            taken: 0,
        }
    }

    fn first(&self) -> Option<(Node, u8)> {
        self.nodes.get(self.taken).copied()
    }
}

impl Front {
    fn new() -> Self {
        Self {
            steps: [NO_WAY; NODES],
            sections: Queue::new(),
            empty: Queue::new(),
        }
    }

    fn reach(&mut self, node: Node, cost: u8) {
        let known = &mut self.steps[node.index()];
        if cost < *known {
            *known = cost;
            let queue = if node.1 == EMPTY {
                &mut self.empty
            } else {
                &mut self.sections
            };
            queue.nodes.push((node, cost));
        }
    }

    /// Removes and returns the nearest queued node.
    fn next(&mut self) -> Option<(Node, u8)> {
        let (section, empty) = (self.sections.first(), self.empty.first());
        let is_section = match (section, empty) {
            (Some((_, one)), Some((_, other))) => one <= other,
            (section, _) => section.is_some(),
        };
        if is_section {
            self.sections.taken += 1;
            section
        } else {
            self.empty.taken += usize::from(empty.is_some());
            empty
        }
    }
}

/// The distances from everywhere to the nearest green area that one seat may enter.
#[derive(Clone, Debug)]
pub(super) struct Ways {
    paths: Rc<Paths>,
    access: Access,
    to_green: [u8; NODES],
    /// The distances to the block, computed on demand: only the choice of tiles needs them.
    to_block: OnceCell<[u8; NODES]>,
    /// The distance from the block to the green area.
    pub(super) from_block: u8,
}

/// The nodes and green areas that a seat may enter.
#[derive(Clone, Debug, Eq, PartialEq)]
struct Access {
    /// The nodes that doors of opponents bar for the seat.
    barred: Vec<Node>,
    /// The green areas that the seat may enter.
    zones: [bool; ZONES],
}

impl Access {
    fn of(state: &State, seats: u8, seat: Seat) -> Self {
        let doors = Seat::first(seats).flat_map(|seat| state.doors(seat));
        let barring = doors.filter(|&&spot| state.is_barred(seat, spot));
        Self {
            barred: barring.map(|spot| Node(spot.cell, spot.section)).collect(),
            zones: std::array::from_fn(|zone| {
                u8::try_from(zone).is_ok_and(|zone| state.may_take(seat, zone))
            }),
        }
    }

    fn is_open(&self, zone: u8) -> bool {
        self.zones[usize::from(zone)]
    }
}

/// Returns the ways of every seat, indexed by seat. Seats with the same access share them. `known`
/// has the ways of a position with the same tiles, which are reused as far as the access is the
/// same.
pub(super) fn of_all(state: &State, seats: u8, known: Option<&[Rc<Ways>]>) -> Vec<Rc<Ways>> {
    let paths = match known {
        Some([first, ..]) => Rc::clone(&first.paths),
        _ => Rc::new(Paths::of(state)),
    };
    let mut all: Vec<Rc<Ways>> = Vec::with_capacity(seats.into());
    for seat in Seat::first(seats) {
        let access = Access::of(state, seats, seat);
        let mut like = known.unwrap_or_default().iter().chain(&all);
        let ways = match like.find(|ways| ways.access == access) {
            Some(ways) => Rc::clone(ways),
            None => Rc::new(Ways::with(&paths, access)),
        };
        all.push(ways);
    }
    all
}

impl Ways {
    /// Computes the ways of one seat.
    pub(super) fn of(state: &State, seats: u8, seat: Seat) -> Self {
        Self::with(&Rc::new(Paths::of(state)), Access::of(state, seats, seat))
    }

    fn with(paths: &Rc<Paths>, access: Access) -> Self {
        let barred = &access.barred;
        let open = paths.exits.iter().filter(|(zone, _)| access.is_open(*zone));
        let to_green = paths.spread(open.map(|(_, node)| *node), barred);
        let entrances = paths.entrances.iter().filter(|node| !barred.contains(node));
        let nearest = entrances.map(|node| to_green[node.index()]).min();
        Self {
            from_block: nearest.unwrap_or(NO_WAY).saturating_add(1),
            to_green,
            to_block: OnceCell::new(),
            access,
            paths: Rc::clone(paths),
        }
    }

    /// Returns the number of steps from a section, [`NO_WAY`] if there is no way.
    pub(super) fn from(&self, spot: Spot) -> u8 {
        self.to_green[Node(spot.cell, spot.section).index()]
    }

    /// Returns the number of steps from a section, `None` if there is no way.
    pub(super) fn steps_from(&self, spot: Spot) -> Option<u8> {
        Some(self.from(spot)).filter(|&steps| steps != NO_WAY)
    }

    /// Returns the number of steps from the block, `None` if there is no way.
    pub(super) fn steps_from_block(&self) -> Option<u8> {
        Some(self.from_block).filter(|&steps| steps != NO_WAY)
    }

    /// Returns whether a way from the block to a green area leads over an empty cell and is at most
    /// [`DETOUR`] steps longer than the shortest one.
    pub(super) fn lead_over(&self, cell: Cell) -> bool {
        let node = Node(cell, EMPTY).index();
        let to_block = self.to_block()[node];
        let whole = self.to_green[node].saturating_add(to_block);
        let way = whole.saturating_sub(MISSING).saturating_add(1);
        way != NO_WAY && way <= self.from_block.saturating_add(DETOUR)
    }

    /// Returns about how long the shortest way from the block to a green area would be that leads
    /// through a tile with these sections on a cell, [`NO_WAY`] if there is none. It takes a small
    /// part of the time that computing the ways with the tile does, and ignores what the tile cuts
    /// off.
    pub(super) fn through(&self, cell: Cell, sections: &[u8]) -> u8 {
        let to_block = self.to_block();
        let ends = BESIDE[cell.index()].map(|beside| {
            let Some(beside) = beside else {
                return (NO_WAY, NO_WAY);
            };
            match beside.ground() {
                Ground::Green(zone) if self.access.is_open(zone) => (0, NO_WAY),
                Ground::Island => (NO_WAY, 0),
                Ground::Green(_) | Ground::Tiles => (NO_WAY, NO_WAY),
            }
        });
        let end = |side: usize| {
            let behind = BESIDE[cell.index()][side]
                .and_then(|beside| self.paths.behind[beside.index()][(side + 3) % 6]);
            match behind {
                Some(node) if !self.access.barred.contains(&node) => {
                    (self.to_green[node.index()], to_block[node.index()])
                }
                _ => ends[side],
            }
        };
        let mut best = NO_WAY;
        for &section in sections {
            let mut found = [(NO_WAY, NO_WAY); 6];
            for (side, found) in found.iter_mut().enumerate() {
                if section & 1 << side != 0 {
                    *found = end(side);
                }
            }
            for (one, &(green, _)) in found.iter().enumerate() {
                for (other, &(_, block)) in found.iter().enumerate() {
                    if one != other {
                        best = best.min(green.saturating_add(block).saturating_add(1));
                    }
                }
            }
        }
        best
    }

    fn to_block(&self) -> &[u8; NODES] {
        self.to_block.get_or_init(|| {
            let barred = &self.access.barred;
            let all = self.paths.entrances.iter().copied();
            self.paths
                .spread(all.filter(|node| !barred.contains(node)), barred)
        })
    }
}
