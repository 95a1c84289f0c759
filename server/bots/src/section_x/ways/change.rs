//! Corrects the distances of a position after a small change.

use senda_rules::section_x::Cell;

use super::{
    Access, NO_WAY,
    paths::{Node, Paths, Steps},
};

/// The initial capacity of the queue, chosen so that it seldom has to grow.
const MANY: usize = 64;
/// The number of possible distances.
const DISTANCES: usize = NO_WAY as usize + 1;
/// The number that ends a list.
const END: u16 = u16::MAX;

/// Returns the distances after the tiles on some cells and the barred nodes have changed. The open
/// green areas must be the same. The result is that of [`Paths::spread`], but a tile changes few
/// distances, so that it takes a small part of the time.
pub(super) fn corrected<'a>(
    steps: &Steps,
    before: (&'a Paths, &'a Access),
    after: (&'a Paths, &'a Access),
    changed: &[Cell],
) -> Steps {
    let mut correction = Correction {
        before,
        after,
        steps: *steps,
        queue: Queue::new(),
        lost: Vec::with_capacity(MANY),
    };
    correction.cut(changed);
    correction.lose();
    correction.reach(changed);
    correction.spread();
    correction.steps
}

/// The distances while they are corrected.
struct Correction<'a> {
    before: (&'a Paths, &'a Access),
    after: (&'a Paths, &'a Access),
    steps: Steps,
    queue: Queue,
    /// The nodes that have to be reached anew.
    lost: Vec<Node>,
}

/// Nodes by their distance: a list for each distance, linked by the numbers of the entries. A heap
/// would compare distances at each step.
struct Queue {
    /// The distances whose lists have entries, one bit per distance.
    filled: [u64; DISTANCES / 64],
    first: [u16; DISTANCES],
    entries: Vec<(Node, u16)>,
}

impl Queue {
    fn new() -> Self {
        Self {
            filled: [0; _],
            first: [END; _],
            entries: Vec::with_capacity(MANY),
        }
    }

    fn push(&mut self, steps: u8, node: Node) {
        let number = u16::try_from(self.entries.len()).expect("few changes");
        let list = usize::from(steps);
        let next = std::mem::replace(&mut self.first[list], number);
        self.entries.push((node, next));
        self.filled[list / 64] |= 1 << (list % 64);
    }

    /// Removes and returns one of the nearest nodes, with its distance.
    fn pop(&mut self) -> Option<(u8, Node)> {
        let word = self.filled.iter().position(|&word| word != 0)?;
        let list = 64 * word + self.filled[word].trailing_zeros() as usize;
        let (node, next) = self.entries[usize::from(self.first[list])];
        self.first[list] = next;
        if next == END {
            self.filled[word] &= self.filled[word] - 1;
        }
        Some((u8::try_from(list).expect("a distance"), node))
    }
}

impl Correction<'_> {
    /// Removes the changed cells and the newly barred nodes, and queues the nodes whose ways may
    /// have led through them.
    fn cut(&mut self, changed: &[Cell]) {
        let ((old, access), (_, now)) = (self.before, self.after);
        for node in changed.iter().flat_map(|&cell| old.on(cell)) {
            let steps = std::mem::replace(&mut self.steps[node.index()], NO_WAY);
            self.doubt(node, steps);
        }
        for node in now.barred.without(&access.barred) {
            self.doubt(node, self.steps[node.index()]);
        }
    }

    /// Queues the nodes whose shortest way may have led through a node at that distance.
    fn doubt(&mut self, node: Node, steps: u8) {
        let (paths, access) = self.before;
        if steps == NO_WAY || access.barred.contains(node) {
            return;
        }
        for next in paths.beside(node) {
            let way = steps.saturating_add(next.cost());
            if self.steps[next.index()] == way {
                self.queue.push(way, next);
            }
        }
    }

    /// Removes the distances of all queued nodes that have no other way of the same length. The
    /// nearest come first, so that their distances are certain when further ones need them.
    fn lose(&mut self) {
        while let Some((steps, node)) = self.queue.pop() {
            if self.steps[node.index()] != steps || self.shortest(node) <= steps {
                continue;
            }
            self.steps[node.index()] = NO_WAY;
            self.lost.push(node);
            self.doubt(node, steps);
        }
    }

    /// Returns the length of the shortest way from a node over its neighbours' present distances.
    fn shortest(&self, node: Node) -> u8 {
        let (paths, access) = self.after;
        if paths.is_exit(node, access.zones) {
            return node.cost();
        }
        let open = paths
            .beside(node)
            .filter(|&next| !access.barred.contains(next));
        let nearest = open.map(|next| self.steps[next.index()]).min();
        nearest.unwrap_or(NO_WAY).saturating_add(node.cost())
    }

    /// Queues the nodes that have to be reached anew, and those that are no longer barred.
    fn reach(&mut self, changed: &[Cell]) {
        let ((_, access), (paths, now)) = (self.before, self.after);
        self.lost
            .extend(changed.iter().flat_map(|&cell| paths.on(cell)));
        for node in std::mem::take(&mut self.lost) {
            let steps = self.shortest(node);
            self.improve(node, steps);
        }
        for node in access.barred.without(&now.barred) {
            self.queue.push(self.steps[node.index()], node);
        }
    }

    fn improve(&mut self, node: Node, steps: u8) {
        if steps < self.steps[node.index()] {
            self.steps[node.index()] = steps;
            self.queue.push(steps, node);
        }
    }

    /// Improves the distances of all nodes that queued nodes lead to.
    fn spread(&mut self) {
        let (paths, access) = self.after;
        while let Some((steps, node)) = self.queue.pop() {
            if self.steps[node.index()] != steps || access.barred.contains(node) {
                continue;
            }
            for next in paths.beside(node) {
                self.improve(next, steps.saturating_add(next.cost()));
            }
        }
    }
}
