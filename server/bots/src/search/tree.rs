//! The tree of decisions, which all imagined worlds share.

use std::num::NonZeroUsize;

use senda_rules::Seat;

use super::{Branching, Shares};
use crate::{Candidate, Dice, choice::best_first};

/// The number of a node that is no root.
type Child = NonZeroUsize;

/// A decision that follows the decisions of the nodes above it.
struct Node<M> {
    /// The move of this node; `None` at the root.
    by: Option<M>,
    /// The seat that made the move.
    seat: Seat,
    /// The number of iterations that played the move.
    visits: u32,
    /// The number of iterations in which the move was available.
    chances: u32,
    /// The sum of the results for the seat.
    sum: f32,
    /// The first and the last child: the decisions after this one are linked in their order.
    children: Option<[Child; 2]>,
    /// The next child of the same node.
    next: Option<Child>,
}

#[expect(
    clippy::cast_precision_loss,
    reason = "the counts are small enough for `f32`"
)]
impl<M> Node<M> {
    fn new(by: Option<M>, seat: Seat) -> Self {
        Self {
            by,
            seat,
            visits: 0,
            chances: 0,
            sum: 0.0,
            children: None,
            next: None,
        }
    }

    fn mean(&self) -> f32 {
        self.sum / self.visits.max(1) as f32
    }

    /// Returns the priority of trying the node: its mean result plus a bonus for having been tried
    /// seldom although it was available (UCB1).
    fn promise(&self, curiosity: f32) -> f32 {
        if self.visits == 0 {
            return f32::INFINITY;
        }
        let neglect = ((self.chances.max(1) as f32).ln() / self.visits as f32).sqrt();
        self.mean() + curiosity * neglect
    }
}

/// The tree of one search.
pub(super) struct Tree<M> {
    /// The nodes, starting with the root.
    nodes: Vec<Node<M>>,
    /// The nodes that the current iteration has passed.
    way: Vec<usize>,
}

impl<M: Clone + PartialEq> Tree<M> {
    /// Returns a tree that contains only the moves of the seat at the root.
    pub(super) fn new(seat: Seat, roots: Vec<M>) -> Self {
        let nodes = vec![Node::new(None, seat)];
        let way = Vec::new();
        let mut tree = Self { nodes, way };
        for by in roots {
            tree.add(0, by, seat);
        }
        tree
    }

    /// Adds a child and returns it.
    fn add(&mut self, parent: usize, by: M, seat: Seat) -> usize {
        let child = Child::new(self.nodes.len()).expect("a node after the root");
        self.nodes.push(Node::new(Some(by), seat));
        let first = match self.nodes[parent].children {
            Some([first, last]) => {
                self.nodes[last.get()].next = Some(child);
                first
            }
            None => child,
        };
        self.nodes[parent].children = Some([first, child]);
        child.get()
    }

    /// Returns the children of a node in their order.
    fn children(&self, parent: usize) -> impl Iterator<Item = usize> + '_ {
        let first = self.nodes[parent].children.map(|[first, _]| first);
        let next = |child: &Child| self.nodes[child.get()].next;
        std::iter::successors(first, next).map(Child::get)
    }

    /// Plays one game to its end and records its result. The moves are chosen from the tree as far
    /// as it reaches.
    pub(super) fn grow<W: Branching<Move = M>>(&mut self, mut world: W, dice: &mut Dice) {
        self.way.clear();
        self.way.push(0);
        let (_, best) = self.best_of::<W>(0, |_| true);
        let mut at = best.expect("something to decide");
        loop {
            self.way.push(at);
            let node = &self.nodes[at];
            world.play(node.by.as_ref().expect("a decision"), dice);
            let is_new = node.visits == 0;
            match world.acting() {
                Some(seat) if !is_new => at = self.descend(at, seat, &mut world, dice),
                _ => break,
            }
        }
        world.play_out(dice);
        self.learn(&world.shares());
    }

    /// Returns the child whose move is played next. It adds a child until the node has as many as
    /// its number of visits justifies.
    fn descend<W: Branching<Move = M>>(
        &mut self,
        at: usize,
        seat: Seat,
        world: &mut W,
        dice: &mut Dice,
    ) -> usize {
        let moves = world.moves(dice);
        let moves = moves.as_ref();
        let (known, best) = self.best_of::<W>(at, |by| moves.contains(by));
        let wanted = 1 + self.nodes[at].visits.isqrt() as usize / 2;
        match best {
            Some(best) if known >= wanted.min(moves.len()) => best,
            _ => {
                let likely = world.likely(moves, dice);
                let is_it = |&child: &usize| self.nodes[child].by.as_ref() == Some(&likely);
                let there = self.children(at).find(is_it);
                there.unwrap_or_else(|| {
                    let child = self.add(at, likely, seat);
                    self.nodes[child].chances += 1;
                    child
                })
            }
        }
    }

    /// Counts each child whose move is available, and returns their number and the most promising
    /// one.
    fn best_of<W: Branching>(
        &mut self,
        parent: usize,
        is_available: impl Fn(&M) -> bool,
    ) -> (usize, Option<usize>) {
        let (mut count, mut best, mut most) = (0, None, f32::NEG_INFINITY);
        let mut next = self.nodes[parent].children.map(|[first, _]| first);
        while let Some(child) = next {
            let node = &mut self.nodes[child.get()];
            next = node.next;
            if !node.by.as_ref().is_some_and(&is_available) {
                continue;
            }
            node.chances += 1;
            count += 1;
            // Among equals the first one wins: the nodes at the root are sorted, the best first.
            let promise = node.promise(W::CURIOSITY);
            if promise > most {
                (best, most) = (Some(child.get()), promise);
            }
        }
        (count, best)
    }

    fn learn(&mut self, shares: &Shares) {
        for &node in &self.way {
            let node = &mut self.nodes[node];
            node.visits += 1;
            node.sum += shares[node.seat.index()];
        }
    }

    /// Returns the moves of the root, the most visited first: the search visits the best moves most
    /// often.
    pub(super) fn candidates(&self) -> Vec<Candidate<M>> {
        let candidate = |node: usize| {
            let node = &self.nodes[node];
            Candidate {
                action: node.by.clone().expect("a decision"),
                value: node.mean(),
                visits: node.visits,
            }
        };
        let mut candidates: Vec<_> = self.children(0).map(candidate).collect();
        best_first(&mut candidates);
        candidates.sort_by_key(|candidate| std::cmp::Reverse(candidate.visits));
        candidates
    }
}
