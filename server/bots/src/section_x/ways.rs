//! Finds the shortest ways to the green areas, over laid tiles and over cells that are still empty.

use std::{cell::OnceCell, rc::Rc};

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
const MANY: usize = 64;

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
    /// The doors of all seats.
    doors: Vec<Spot>,
}

impl Paths {
    /// Computes the connections of a position.
    pub(super) fn of(state: &State, seats: u8) -> Self {
        let doors = Seat::first(seats).flat_map(|seat| state.doors(seat));
        let mut paths = Self {
            sides: [0; NODES],
            behind: [[None; 6]; Cell::COUNT],
            entrances: Vec::with_capacity(MANY),
            exits: Vec::with_capacity(MANY),
            doors: doors.copied().collect(),
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
            let sides = self.sides[node.index()];
            for side in Side::ALL {
                if sides & 1 << side.number() == 0 {
                    continue;
                }
                let next = node.0.beside(side).and_then(|cell| {
                    let entered = usize::from(side.opposite().number());
                    self.behind[cell.index()][entered]
                });
                if let Some(next) = next {
                    front.reach(next, cost.saturating_add(next.cost()));
                }
            }
        }
        front.steps
    }
}

/// A priority queue of nodes by distance. As a node costs only a few steps, the distances of the
/// queued nodes differ by few, so that a ring of lists suffices.
struct Front {
    steps: [u8; NODES],
    waiting: [Vec<Node>; MISSING as usize + 1],
    count: usize,
    cost: u8,
}

impl Front {
    fn new() -> Self {
        Self {
            steps: [NO_WAY; NODES],
            waiting: std::array::from_fn(|_| Vec::with_capacity(MANY)),
            count: 0,
            cost: 0,
        }
    }

    fn reach(&mut self, node: Node, cost: u8) {
        let known = &mut self.steps[node.index()];
        if cost < *known {
            *known = cost;
            let place = usize::from(cost) % self.waiting.len();
            self.waiting[place].push(node);
            self.count += 1;
        }
    }

    /// Removes and returns the nearest queued node. It skips nodes that a shorter way has reached
    /// since they were queued.
    fn next(&mut self) -> Option<(Node, u8)> {
        while self.count > 0 {
            let place = usize::from(self.cost) % self.waiting.len();
            let Some(node) = self.waiting[place].pop() else {
                self.cost += 1;
                continue;
            };
            self.count -= 1;
            if self.steps[node.index()] == self.cost {
                return Some((node, self.cost));
            }
        }
        None
    }
}

/// The distances from everywhere to the nearest green area that one seat may enter.
#[derive(Clone, Debug)]
pub(super) struct Ways {
    paths: Rc<Paths>,
    /// The nodes that doors of opponents bar for the seat.
    barred: Vec<Node>,
    to_green: [u8; NODES],
    /// The distances to the block, computed on demand: only the choice of tiles needs them.
    to_block: OnceCell<[u8; NODES]>,
    /// The distance from the block to the green area.
    pub(super) from_block: u8,
}

impl Ways {
    /// Computes the ways of a seat.
    pub(super) fn of(paths: &Rc<Paths>, state: &State, seat: Seat) -> Self {
        let barring = paths
            .doors
            .iter()
            .filter(|&&spot| state.is_barred(seat, spot));
        let barred: Vec<Node> = barring.map(|spot| Node(spot.cell, spot.section)).collect();
        let mut known = [None; ZONES];
        let mut is_open = |zone: u8| {
            let known = &mut known[usize::from(zone)];
            *known.get_or_insert_with(|| state.may_take(seat, zone))
        };
        let open = paths.exits.iter().filter(|(zone, _)| is_open(*zone));
        let to_green = paths.spread(open.map(|(_, node)| *node), &barred);
        let entrances = paths.entrances.iter().filter(|node| !barred.contains(node));
        let nearest = entrances.map(|node| to_green[node.index()]).min();
        Self {
            from_block: nearest.unwrap_or(NO_WAY).saturating_add(1),
            to_green,
            to_block: OnceCell::new(),
            barred,
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
        let entrances = || {
            let all = self.paths.entrances.iter().copied();
            let open = all.filter(|node| !self.barred.contains(node));
            self.paths.spread(open, &self.barred)
        };
        let node = Node(cell, EMPTY).index();
        let to_block = self.to_block.get_or_init(entrances)[node];
        let whole = self.to_green[node].saturating_add(to_block);
        let way = whole.saturating_sub(MISSING).saturating_add(1);
        way != NO_WAY && way <= self.from_block.saturating_add(DETOUR)
    }
}
