//! Compares whole plans in games where a turn has several decisions, and decides the first step of
//! one.

use senda_rules::Game;

use crate::{
    Candidate, Choice, Dice,
    plays::Occasion,
    search::{Branching, search},
};

/// Returns the first decision of each plan once, rated with the worth of the best plan that begins
/// with it. `plans` must be sorted, the best first.
pub(crate) fn first_decisions<A: Clone + PartialEq>(
    plans: impl IntoIterator<Item = (Vec<A>, f32)>,
) -> Vec<Candidate<A>> {
    let mut firsts: Vec<Candidate<A>> = Vec::new();
    for (plan, worth) in plans {
        let first = &plan[0];
        if firsts.iter().all(|known| known.action != *first) {
            firsts.push(Candidate::seen(first.clone(), worth));
        }
    }
    firsts
}

/// Returns the first decision of the plan that turns out best in `worlds` imagined games that the
/// view cannot distinguish from the real one. `prepare` drops state that would slow an imagined
/// game down, and `play_from` makes a world from it. The search draws the same few games again and
/// again, so that all plans are judged by the same ones and results that are cached per position
/// can be reused.
///
/// # Panics
/// Panics if `plans` is empty.
pub(crate) fn compare<G: Game, W: Branching<Move = Vec<G::Action>>>(
    occasion: &mut Occasion<G>,
    plans: Vec<Vec<G::Action>>,
    worlds: usize,
    prepare: impl Fn(&mut G),
    play_from: impl Fn(G) -> W,
) -> Choice<G::Action> {
    let imagine = |_| {
        let mut game = occasion.imagine();
        prepare(&mut game);
        game
    };
    let games: Vec<G> = (0..worlds).map(imagine).collect();
    let worlds = |dice: &mut Dice| play_from(dice.any(&games).clone());
    let found = search(worlds, plans, occasion.seat, occasion.budget, occasion.dice);
    found
        .expect("something to decide")
        .map(|plan| plan[0].clone())
}
