//! The search that all games share: information-set Monte Carlo tree search. Where there are few
//! moves, and the next tile matters more than the best answer to each, a game compares them in a
//! [`race`] instead.
//!
//! Each iteration deals the hidden tiles again, consistent with the view. It plays one path down
//! the tree in that world, and from its end plays the game out by the game's own estimate of likely
//! decisions. All worlds share one tree of decisions, so that no player is assumed to know hidden
//! information. Each node is rated for the seat that made its decision, so that any number of
//! players can take part.
//!
//! Where a move is a whole turn and expensive to find, a search draws from a few worlds repeatedly
//! and caches results per position ([`Positions`]). This does not help a game that is played out
//! move by move: its hidden tiles differ in each iteration, so that no position occurs twice.

mod positions;
mod race;
mod tree;
mod world;

use senda_rules::Seat;

use self::tree::Tree;
pub(crate) use self::{
    positions::Positions,
    race::race,
    world::{Branching, Shares, World, shares_of, wins_alone},
};
use crate::{Budget, Choice, Dice};

/// Returns the best of `roots` for the seat, rated in worlds that `imagine` makes; `None` if
/// `roots` is empty.
pub(crate) fn search<W: Branching>(
    mut imagine: impl FnMut(&mut Dice) -> W,
    roots: Vec<W::Move>,
    seat: Seat,
    budget: &Budget,
    dice: &mut Dice,
) -> Option<Choice<W::Move>> {
    let mut tree = Tree::new(seat, roots);
    let mut iterations = 0;
    while budget.allows_polled(iterations, W::POLL) {
        tree.grow(imagine(dice), dice);
        iterations += 1;
    }
    Choice::best(tree.candidates(), iterations)
}
