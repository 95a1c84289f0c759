//! The connections between the sections of laid tiles and the cells that are still empty.

use std::sync::LazyLock;

use senda_rules::section_x::{Cell, Ground, MOST_SECTIONS, Side, Spot, State};

use super::{MISSING, NO_WAY};

/// The nodes of each cell: its sections, or the cell itself while it is empty.
const ON_CELL: usize = MOST_SECTIONS + 1;
/// The number of nodes of all cells.
const NODES: usize = Cell::COUNT * ON_CELL;
/// The number of a cell's last node, which stands for the cell while no tile lies there.
const EMPTY: usize = MOST_SECTIONS;
/// The index that stands for a neighbour off the board, which has no nodes.
const OUTSIDE: usize = Cell::COUNT;

/// A number of steps for each node.
pub(super) type Steps = [u8; NODES];

/// A section of a tile on a cell, or an empty cell.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) struct Node(u16);

impl Node {
    #[expect(clippy::cast_possible_truncation, reason = "508 nodes")]
    fn new(cell: usize, number: usize) -> Self {
        Self((cell * ON_CELL + number) as u16)
    }

    pub(super) fn empty(cell: Cell) -> Self {
        Self::new(cell.index(), EMPTY)
    }

    pub(super) fn index(self) -> usize {
        self.0.into()
    }

    fn cell(self) -> usize {
        self.index() / ON_CELL
    }

    fn on_cell(self) -> usize {
        self.index() % ON_CELL
    }

    fn is_empty(self) -> bool {
        self.on_cell() == EMPTY
    }

    /// Returns the number of steps that entering the node takes.
    pub(super) fn cost(self) -> u8 {
        if self.is_empty() { MISSING } else { 1 }
    }
}

impl From<Spot> for Node {
    fn from(spot: Spot) -> Self {
        Self::new(spot.cell.index(), spot.section.into())
    }
}

/// A set of nodes, one bit per node.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub(super) struct Nodes([u64; NODES.div_ceil(64)]);

impl Nodes {
    pub(super) fn insert(&mut self, node: Node) {
        self.0[node.index() / 64] |= 1 << (node.index() % 64);
    }

    pub(super) fn contains(&self, node: Node) -> bool {
        self.0[node.index() / 64] & 1 << (node.index() % 64) != 0
    }

    /// Returns the nodes of this set that are not in the other one.
    pub(super) fn without(&self, other: &Self) -> impl Iterator<Item = Node> {
        let words = self.0.iter().zip(&other.0).map(|(own, other)| own & !other);
        (0..).zip(words).flat_map(|(word, mut left)| {
            std::iter::from_fn(move || {
                let bit =
                    (left != 0).then(|| u16::try_from(left.trailing_zeros()).unwrap_or_default());
                left &= left.wrapping_sub(1);
                bit.map(|bit| Node(64 * word + bit))
            })
        })
    }
}

/// The facts about the board that never change, by the index of the cell. `Cell::beside` returns
/// the same neighbours, but a search asks for millions of them.
#[derive(Debug)]
struct Grid {
    /// The cells for tiles.
    tiles: Vec<Cell>,
    /// The index of the cell beside each side.
    beside: [[u8; 6]; Cell::COUNT],
    /// The sides that lead to the island.
    island: [u8; Cell::COUNT],
    /// The green area beside the cell, and the sides that lead to it.
    green: [(u8, u8); Cell::COUNT],
    /// The cells beside the island.
    gates: Vec<usize>,
    /// The cells beside green areas.
    rims: Vec<usize>,
}

static GRID: LazyLock<Grid> = LazyLock::new(Grid::new);

impl Grid {
    fn new() -> Self {
        let outside = u8::try_from(OUTSIDE).expect("127 cells");
        let mut grid = Self {
            tiles: Cell::for_tiles().collect(),
            beside: [[outside; 6]; Cell::COUNT],
            island: [0; Cell::COUNT],
            green: [(0, 0); Cell::COUNT],
            gates: Vec::new(),
            rims: Vec::new(),
        };
        for cell in Cell::for_tiles() {
            let index = cell.index();
            for (number, side) in Side::ALL.into_iter().enumerate() {
                let Some(beside) = cell.beside(side) else {
                    continue;
                };
                grid.beside[index][number] = u8::try_from(beside.index()).expect("127 cells");
                match beside.ground() {
                    Ground::Tiles => {}
                    Ground::Island => grid.island[index] |= 1 << number,
                    Ground::Green(zone) => {
                        let (_, sides) = grid.green[index];
                        grid.green[index] = (zone, sides | 1 << number);
                    }
                }
            }
        }
        let all = || 0..Cell::COUNT;
        grid.gates = all().filter(|&cell| grid.island[cell] != 0).collect();
        grid.rims = all().filter(|&cell| grid.green[cell].1 != 0).collect();
        grid
    }
}

/// The sides that each node of a cell leads to, one byte per node.
type Sides = [u8; ON_CELL];

/// The connections between nodes for any seat, computed once and shared by the ways of all seats.
/// All nodes of a cell are in one number, so that one operation finds the node behind a side.
#[derive(Clone, Debug)]
pub(in super::super) struct Paths {
    grid: &'static Grid,
    cells: [u32; OUTSIDE + 1],
}

impl Paths {
    /// Returns the connections of a position.
    pub(super) fn of(state: &State) -> Self {
        let mut paths = Self {
            grid: &GRID,
            cells: [0; OUTSIDE + 1],
        };
        for &cell in &paths.grid.tiles {
            paths.cells[cell.index()] = sides_on(state, cell);
        }
        paths
    }

    /// Returns the connections after the tiles on some cells have changed.
    pub(super) fn after(&self, state: &State, changed: &[Cell]) -> Self {
        let mut paths = self.clone();
        for &cell in changed {
            paths.cells[cell.index()] = sides_on(state, cell);
        }
        paths
    }

    fn sides(&self, node: Node) -> u8 {
        self.cells[node.cell()].to_le_bytes()[node.on_cell()]
    }

    /// Returns the nodes of a cell.
    pub(super) fn on(&self, cell: Cell) -> impl Iterator<Item = Node> {
        self.leading(cell.index(), 0b11_1111)
    }

    /// Returns the nodes of a cell that lead to any of some sides.
    fn leading(&self, cell: usize, sides: u8) -> impl Iterator<Item = Node> + use<> {
        let mut left = self.cells[cell] & u32::from_le_bytes([sides; ON_CELL]);
        std::iter::from_fn(move || {
            let number = (left != 0).then(|| left.trailing_zeros() / 8)?;
            left &= !(0xff << (8 * number));
            Some(Node::new(cell, number as usize))
        })
    }

    /// Returns the node of another cell that is entered through a side of this cell.
    pub(super) fn behind(&self, cell: usize, side: usize) -> Option<Node> {
        let beside = usize::from(self.grid.beside[cell][side]);
        self.leading(beside, 1 << ((side + 3) % 6)).next()
    }

    /// Returns the nodes that a node leads to. The relation is symmetric.
    pub(super) fn beside(&self, node: Node) -> impl Iterator<Item = Node> {
        let mut sides = self.sides(node);
        std::iter::from_fn(move || {
            while sides != 0 {
                let side = sides.trailing_zeros() as usize;
                sides &= sides - 1;
                if let Some(next) = self.behind(node.cell(), side) {
                    return Some(next);
                }
            }
            None
        })
    }

    /// Returns whether a node leads into a green area, one of a set with one bit per area.
    pub(super) fn is_exit(&self, node: Node, zones: u8) -> bool {
        let (zone, sides) = self.grid.green[node.cell()];
        zones & 1 << zone != 0 && self.sides(node) & sides != 0
    }

    /// Returns the nodes that lead into these green areas.
    pub(super) fn exits(&self, zones: u8) -> impl Iterator<Item = Node> {
        let open = self.grid.rims.iter().filter(move |&&cell| {
            let (zone, _) = self.grid.green[cell];
            zones & 1 << zone != 0
        });
        open.flat_map(|&cell| self.leading(cell, self.grid.green[cell].1))
    }

    /// Returns the nodes that lead into the block.
    pub(super) fn entrances(&self) -> impl Iterator<Item = Node> {
        let gates = self.grid.gates.iter();
        gates.flat_map(|&cell| self.leading(cell, self.grid.island[cell]))
    }

    /// Returns the number of steps from each node to the nearest of some nodes and out of it. A
    /// barred node cannot be crossed; ways may only start there.
    pub(super) fn spread(&self, seeds: impl Iterator<Item = Node>, barred: &Nodes) -> Steps {
        let mut front = Front::new();
        seeds.for_each(|seed| front.reach(seed, seed.cost()));
        while let Some(node) = front.next() {
            if barred.contains(node) {
                continue;
            }
            let steps = front.steps[node.index()];
            for next in self.beside(node) {
                front.reach(next, steps.saturating_add(next.cost()));
            }
        }
        front.steps
    }
}

/// Returns the sides that the nodes of a cell for tiles lead to.
fn sides_on(state: &State, cell: Cell) -> u32 {
    let mut sides: Sides = [0; ON_CELL];
    match state.sections(cell) {
        Some(sections) => sides[..sections.len()].copy_from_slice(sections),
        None => sides[EMPTY] = 0b11_1111,
    }
    u32::from_le_bytes(sides)
}

/// A priority queue of nodes by distance. The cost of a step depends only on the node that it
/// enters, so a node is first reached on a shortest way, and the nodes of each of the two costs are
/// queued in the order of their distances. Two plain queues suffice.
struct Front {
    steps: Steps,
    sections: Queue<{ NODES - Cell::COUNT }>,
    empty: Queue<{ Cell::COUNT }>,
}

/// Nodes in the order in which they were reached, each at most once.
struct Queue<const MOST: usize> {
    nodes: [Node; MOST],
    taken: usize,
    count: usize,
}

impl<const MOST: usize> Queue<MOST> {
    fn new() -> Self {
        Self {
            nodes: [Node(0); MOST],
            taken: 0,
            count: 0,
        }
    }

    fn push(&mut self, node: Node) {
        self.nodes[self.count] = node;
        self.count += 1;
    }

    fn first(&self) -> Option<Node> {
        (self.taken < self.count).then(|| self.nodes[self.taken])
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

    fn reach(&mut self, node: Node, steps: u8) {
        if steps < self.steps[node.index()] {
            self.steps[node.index()] = steps;
            if node.is_empty() {
                self.empty.push(node);
            } else {
                self.sections.push(node);
            }
        }
    }

    /// Removes and returns the nearest queued node.
    fn next(&mut self) -> Option<Node> {
        let (section, empty) = (self.sections.first(), self.empty.first());
        let steps = |node: Node| self.steps[node.index()];
        let is_section = match (section, empty) {
            (Some(one), Some(other)) => steps(one) <= steps(other),
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
