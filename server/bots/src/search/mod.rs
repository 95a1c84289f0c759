//! The search that games share: information-set Monte Carlo tree search. Where there are few moves, and the next tile
//! decides more than the best answer to each, a game compares them in a [`race`] instead.
//!
//! In each iteration the hidden tiles are dealt anew to where the view counts them, one way down the tree is played in
//! that world, and from its end a game is played out by the game's own idea of a likely decision. All worlds share
//! one tree of what is decided, so that nobody is played as if they knew what they can't. A node is judged by who
//! decided to come to it, so that any number of players can be at the table.
//!
//! Where a move is a whole turn, and dear to find, a search goes on from a few worlds that come again, and remembers
//! what it has worked out of a position ([`Positions`]). A game that is played out move by move never comes to the same
//! position again: its hidden tiles are others each time.

mod positions;
mod race;
mod tree;
mod world;

use senda_rules::Seat;

use self::tree::Tree;
pub(crate) use self::{
    positions::Positions,
    race::race,
    world::{Branching, Shares, World, shares_of},
};
use crate::{Budget, Choice, Dice};

/// What the seat should decide of `roots`, judged in worlds that `imagine` makes; `None` if there are none.
pub(crate) fn search<W: Branching>(
    mut imagine: impl FnMut(&mut Dice) -> W,
    roots: Vec<W::Move>,
    seat: Seat,
    budget: &Budget,
    dice: &mut Dice,
) -> Option<Choice<W::Move>> {
    let mut tree = Tree::new(seat, roots);
    let mut iterations = 0;
    while budget.allows(iterations) {
        tree.grow(imagine(dice), dice);
        iterations += 1;
    }
    Choice::best(tree.candidates(), iterations)
}
