//! Compares moves in the same worlds with the same random numbers, so that luck favours none of
//! them.
//!
//! A search that tries one move at a time needs many tries until chance evens out. A race plays
//! each world once for every move that is still in it, and drops moves that fall behind, so that
//! most of the time goes to those that are hard to distinguish.

use senda_rules::Seat;

use super::World;
use crate::{Budget, Candidate, Choice, Dice, choice::best_first};

/// The number of worlds after which the worse half of the moves is dropped.
const GLANCE: u32 = 4;
/// The number of worlds after which only the best two moves remain.
const LOOK: u32 = 12;
/// The number of standard errors that a difference must exceed for the worse move to be dropped at
/// once.
const SURE: f32 = 2.5;

/// The number of worlds that the expectation of a move counts as much as. Few worlds say less than
/// the rating that the expectation comes from.
const EXPECTED: f32 = 2.0;

/// A move in the race.
struct Runner<M> {
    by: M,
    /// The expected result, relative to that of the other moves.
    expected: f32,
    /// The results for the deciding seat, one for each world.
    results: Vec<f32>,
}

#[expect(
    clippy::cast_precision_loss,
    reason = "the number of worlds is small enough for `f32`"
)]
impl<M> Runner<M> {
    fn mean(&self) -> f32 {
        self.results.iter().sum::<f32>() / self.results.len().max(1) as f32
    }

    /// Returns the sum of the results and the expectation, by which moves with equally many results
    /// are compared.
    fn score(&self) -> f32 {
        self.results.iter().sum::<f32>() + EXPECTED * self.expected
    }

    /// Returns whether this move is better than the other by more than chance could explain. Two
    /// moves with equal results in all worlds both stay.
    fn leaves_behind(&self, other: &Self) -> bool {
        let differences = || self.results.iter().zip(&other.results).map(|(a, b)| a - b);
        let worlds = self.results.len().min(other.results.len()) as f32;
        let mean = differences().sum::<f32>() / worlds;
        let spread = differences().map(|d| (d - mean).powi(2)).sum::<f32>();
        let error = (spread / (worlds * (worlds - 1.0))).sqrt();
        mean > SURE * error
    }

    fn worlds(&self) -> u32 {
        u32::try_from(self.results.len()).unwrap_or(u32::MAX)
    }

    fn into_candidate(self) -> Candidate<M> {
        Candidate {
            value: self.mean(),
            visits: self.worlds(),
            action: self.by,
        }
    }
}

/// Returns the best of `moves` for the seat, rated in worlds that `imagine` makes; `None` if there
/// are no moves. Each move comes with its expected result, of which only the differences matter.
/// The most promising moves must come first: only as many enter the race as the budget's iterations
/// can distinguish. A world counts only if every move in the race was played in it.
pub(crate) fn race<W: World + Clone>(
    mut imagine: impl FnMut(&mut Dice) -> W,
    moves: Vec<(W::Move, f32)>,
    (seat, budget): (Seat, &Budget),
    dice: &mut Dice,
) -> Option<Choice<W::Move>> {
    let begin = |(by, expected)| Runner {
        by,
        expected,
        results: Vec::new(),
    };
    let most = usize::try_from(budget.most() / GLANCE).unwrap_or(usize::MAX);
    let moves = moves.into_iter().take(most.max(2));
    let mut running: Vec<Runner<W::Move>> = moves.map(begin).collect();
    let mut dropped = Vec::new();
    let mut iterations = 0;
    while running.len() > 1 {
        let mut deal = Dice::new(dice.number());
        let start = imagine(&mut deal);
        let Some(results) = play_each(&start, &running, seat, (budget, iterations), &deal) else {
            break;
        };
        for (runner, result) in running.iter_mut().zip(results) {
            runner.results.push(result);
            iterations += 1;
        }
        dropped.extend(drop_behind(&mut running));
    }
    sort_by_score(&mut running);
    let mut candidates: Vec<_> = running.into_iter().map(Runner::into_candidate).collect();
    let mut rest: Vec<_> = dropped.into_iter().map(Runner::into_candidate).collect();
    best_first(&mut rest);
    rest.sort_by_key(|candidate| std::cmp::Reverse(candidate.visits));
    candidates.extend(rest);
    Choice::best(candidates, iterations)
}

/// Returns the result of each move for the seat in one world; `None` if the budget does not suffice
/// for all of them.
fn play_each<W: World + Clone>(
    start: &W,
    running: &[Runner<W::Move>],
    seat: Seat,
    (budget, mut iterations): (&Budget, u32),
    deal: &Dice,
) -> Option<Vec<f32>> {
    let all = u32::try_from(running.len()).ok()?;
    if !budget.allows(iterations.saturating_add(all - 1)) {
        return None;
    }
    let mut results = Vec::with_capacity(running.len());
    for runner in running {
        if !budget.allows(iterations) {
            return None;
        }
        let (mut world, mut dice) = (start.clone(), deal.clone());
        world.play(&runner.by, &mut dice);
        world.play_out(&mut dice);
        results.push(world.shares()[seat.index()]);
        iterations += 1;
    }
    Some(results)
}

fn sort_by_score<M>(running: &mut [Runner<M>]) {
    running.sort_by(|one, other| other.score().total_cmp(&one.score()));
}

/// Removes the moves that have fallen behind and returns them. The best remaining move comes first.
fn drop_behind<M>(running: &mut Vec<Runner<M>>) -> Vec<Runner<M>> {
    sort_by_score(running);
    let worlds = running[0].worlds();
    let mut dropped = Vec::new();
    if worlds == GLANCE {
        dropped.extend(running.drain(running.len().div_ceil(2)..));
    } else if worlds == LOOK {
        dropped.extend(running.drain(running.len().min(2)..));
    }
    if worlds >= GLANCE {
        let (first, others) = running.split_first().expect("a move");
        let behind: Vec<bool> = others
            .iter()
            .map(|other| first.leaves_behind(other))
            .collect();
        for (place, _) in behind.iter().enumerate().rev().filter(|(_, is)| **is) {
            dropped.push(running.remove(place + 1));
        }
    }
    dropped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Shares;

    /// A game of one move: a move with a higher number is better, but luck has a much larger
    /// effect.
    #[derive(Clone)]
    struct Lottery {
        luck: f32,
        result: Option<f32>,
    }

    impl World for Lottery {
        type Move = u8;

        const HORIZON: usize = 1;

        fn acting(&self) -> Option<Seat> {
            self.result.is_none().then_some(Seat::ZERO)
        }

        fn play(&mut self, chosen: &u8, _: &mut Dice) {
            self.result = Some(self.luck + f32::from(*chosen) / 100.0);
        }

        fn play_likely(&mut self, _: &mut Dice) {}

        fn shares(&self) -> Shares {
            let mut shares = Shares::default();
            shares[0] = self.result.unwrap_or_default();
            shares
        }
    }

    fn raced(moves: Vec<u8>, iterations: u32) -> Option<Choice<u8>> {
        let draw = |dice: &mut Dice| Lottery {
            luck: if dice.below(2) == 0 { 0.0 } else { 0.9 },
            result: None,
        };
        let budget = Budget::iterations(iterations);
        let moves = moves.into_iter().map(|number| (number, 0.0));
        race(
            draw,
            moves.collect(),
            (Seat::ZERO, &budget),
            &mut Dice::new(1),
        )
    }

    #[test]
    fn luck_does_not_decide_a_race() {
        let choice = raced(vec![3, 1, 5, 2], 100).unwrap();
        assert_eq!(choice.action, 5);
        assert!(choice.iterations < 100, "what is sure takes no more time");
    }

    #[test]
    fn each_move_is_played_in_each_world_while_it_is_in_the_race() {
        for iterations in 0..40 {
            let choice = raced((0..10).collect(), iterations).unwrap();
            let visits: u32 = choice.candidates.iter().map(|of| of.visits).sum();
            assert_eq!(choice.iterations, visits);
            assert!(visits <= iterations);
            assert_eq!(visits > 0, iterations > 1, "two can be compared");
        }
        assert_eq!(raced(vec![4], 100).unwrap().iterations, 0);
        assert_eq!(raced(Vec::new(), 100), None);
    }
}
