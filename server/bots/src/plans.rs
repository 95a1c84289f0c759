//! Turns of several decisions: what is compared is whole plans, and what is decided the first step of one.

use senda_rules::Game;

use crate::{
    Candidate, Choice, Dice,
    plays::Occasion,
    search::{Branching, search},
};

/// The first decision of each plan, once, at what the best plan that begins with it is worth; the best plans come first.
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

/// The first decision of the plan that turns out best in so many worlds that the view can't tell from the real one;
/// `prepare` makes such a game quick to imagine, and `play_from` goes on from one. The worlds come again, so that plans
/// are judged by the same ones, and so that what was worked out of their positions is of use.
///
/// # Panics
/// There are no plans.
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
