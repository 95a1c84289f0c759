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

/// The difference of two shares of the first place below which plans count as equally good.
const EQUAL: f32 = 0.01;

/// Returns the first decision of the plan that turns out best in `worlds` imagined games that the
/// view cannot distinguish from the real one, and the rest of that plan. Of plans that turn out
/// equally good it takes the one with the fewest decisions. `prepare` drops state that would slow
/// an imagined game down, and `play_from` makes a world from it. The search draws the same few
/// games again and again, so that all plans are judged by the same ones and results that are cached
/// per position can be reused.
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
    let mut found = found.expect("something to decide");
    let shortest = shortest_of_best(&found.candidates);
    found.candidates[..=shortest].rotate_right(1);
    let then = found.candidates[0].action[1..].to_vec();
    found.action.clone_from(&found.candidates[0].action);
    found.map(|plan| plan[0].clone()).followed_by(&then)
}

/// Returns the index of the shortest plan among those that are about as good as the first one and
/// were tried at least half as often.
fn shortest_of_best<A>(candidates: &[Candidate<Vec<A>>]) -> usize {
    let best = &candidates[0];
    let is_equal = |(_, one): &(usize, &Candidate<Vec<A>>)| {
        one.value >= best.value - EQUAL && 2 * one.visits >= best.visits
    };
    let equal = candidates.iter().enumerate().filter(is_equal);
    let shortest = equal.min_by_key(|(_, one)| one.action.len());
    shortest.map_or(0, |(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(decisions: usize, value: f32, visits: u32) -> Candidate<Vec<()>> {
        let action = vec![(); decisions];
        Candidate {
            action,
            value,
            visits,
        }
    }

    #[test]
    fn the_shortest_of_equally_good_plans_is_played() {
        let plans = [
            candidate(9, 0.6, 20),
            candidate(2, 0.595, 12),
            candidate(1, 0.6, 3),
            candidate(1, 0.5, 20),
        ];
        assert_eq!(shortest_of_best(&plans), 1);
        assert_eq!(shortest_of_best(&plans[..1]), 0);
    }
}
