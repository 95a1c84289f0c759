//! The tree of decisions, which all imagined worlds share.

use senda_rules::Seat;

use super::{Branching, Shares};
use crate::{Candidate, Dice, choice::best_first};

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
    next: Vec<usize>,
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
            next: Vec::new(),
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
}

impl<M: Clone + PartialEq> Tree<M> {
    /// Returns a tree that contains only the moves of the seat at the root.
    pub(super) fn new(seat: Seat, roots: Vec<M>) -> Self {
        let mut nodes = vec![Node::new(None, seat)];
        nodes[0].next = (1..=roots.len()).collect();
        nodes.extend(roots.into_iter().map(|by| Node::new(Some(by), seat)));
        Self { nodes }
    }

    /// Plays one game to its end and records its result. The moves are chosen from the tree as far
    /// as it reaches.
    pub(super) fn grow<W: Branching<Move = M>>(&mut self, mut world: W, dice: &mut Dice) {
        let mut way = vec![0];
        let mut at = self.best_of::<W>(&self.nodes[0].next.clone());
        loop {
            way.push(at);
            let by = self.nodes[at].by.clone().expect("a decision");
            world.play(&by, dice);
            let is_new = self.nodes[at].visits == 0;
            match world.acting() {
                Some(seat) if !is_new => at = self.descend(at, seat, &mut world, dice),
                _ => break,
            }
        }
        world.play_out(dice);
        self.learn(&way, &world.shares());
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
        let known: Vec<usize> = self.nodes[at]
            .next
            .iter()
            .copied()
            .filter(|&child| {
                self.nodes[child]
                    .by
                    .as_ref()
                    .is_some_and(|by| moves.contains(by))
            })
            .collect();
        let wanted = 1 + self.nodes[at].visits.isqrt() as usize / 2;
        if known.len() < wanted.min(moves.len()) {
            let likely = world.likely(&moves, dice);
            let is_it = |&&child: &&usize| self.nodes[child].by.as_ref() == Some(&likely);
            if let Some(&child) = known.iter().find(is_it) {
                self.count_chances(&known);
                return child;
            }
            let child = self.nodes.len();
            self.nodes.push(Node::new(Some(likely), seat));
            self.nodes[at].next.push(child);
            self.count_chances(&known);
            self.count_chances(&[child]);
            return child;
        }
        self.best_of::<W>(&known)
    }

    fn count_chances(&mut self, nodes: &[usize]) {
        for &node in nodes {
            self.nodes[node].chances += 1;
        }
    }

    /// Returns the most promising of some nodes and counts each of them as available.
    fn best_of<W: Branching>(&mut self, nodes: &[usize]) -> usize {
        self.count_chances(nodes);
        let promise = |&node: &usize| (node, self.nodes[node].promise(W::CURIOSITY));
        // Among equals the first one wins: the nodes at the root are sorted, the best first.
        let promises = nodes.iter().map(promise).rev();
        let best = promises.max_by(|(_, one), (_, other)| one.total_cmp(other));
        best.expect("something to decide").0
    }

    fn learn(&mut self, way: &[usize], shares: &Shares) {
        for &node in way {
            let node = &mut self.nodes[node];
            node.visits += 1;
            node.sum += shares[node.seat.index()];
        }
    }

    /// Returns the moves of the root, the most visited first: the search visits the best moves most
    /// often.
    pub(super) fn candidates(&self) -> Vec<Candidate<M>> {
        let candidate = |&node: &usize| {
            let node = &self.nodes[node];
            Candidate {
                action: node.by.clone().expect("a decision"),
                value: node.mean(),
                visits: node.visits,
            }
        };
        let mut candidates: Vec<_> = self.nodes[0].next.iter().map(candidate).collect();
        best_first(&mut candidates);
        candidates.sort_by_key(|candidate| std::cmp::Reverse(candidate.visits));
        candidates
    }
}
