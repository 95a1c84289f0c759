//! The bots that play Tsuro.

mod flat;
mod rating;
pub mod solve;
mod world;

use senda_rules::{
    Seat,
    tsuro::{Action, Phase, State, Table, View, Worlds},
};

use crate::{
    Budget, Candidate, Choice, Dice, Effort, Reason,
    choice::best_first,
    difference::{Difference, difference, expected},
    plays::{Occasion, Plays},
    search::{Shares, search},
};

use self::{
    flat::{FlatMove, FlatWorlds},
    world::{Move, Playout},
};

/// The number of starts that a search compares. There are too many starts to try each of them often
/// enough.
const STARTS: usize = 6;
/// The limit on a hard bot's exact search of an ending (positions).
const EXACT: u64 = 300_000;
/// An easy bot rates its options for one in this many decisions, and otherwise chooses at random.
const GLANCES: usize = 3;

impl Plays for State {
    const JUDGED_BY: Effort = Effort {
        iterations: 4_000,
        worlds: 3_000,
        playouts: 1_000,
    };
    const JUDGED_WHOLE: usize = 45;

    /// Returns a random decision that keeps the marker on the board, or sometimes the medium bot's
    /// decision.
    fn easy(occasion: &mut Occasion<Self>, actions: Vec<Action>) -> Choice<Action> {
        if occasion.dice.below(GLANCES) == 0 {
            return Self::medium(occasion, actions);
        }
        let table = *occasion.imagine().table();
        let stays = |action: &&Action| after(&table, action, occasion.dice).1;
        let safe: Vec<Action> = actions.iter().filter(stays).cloned().collect();
        let from = if safe.is_empty() { &actions } else { &safe };
        Choice::plain(occasion.dice.any(from).clone())
    }

    /// Returns the decision that leaves the seat the most ways on, reduced by the ways that rivals
    /// may take.
    fn medium(occasion: &mut Occasion<Self>, actions: Vec<Action>) -> Choice<Action> {
        let table = *occasion.imagine().table();
        let candidates = rated(&table, actions, occasion.seat, rating::worth, occasion.dice);
        Choice::best(candidates, 0).expect("something to decide")
    }

    fn hard(occasion: &mut Occasion<Self>, actions: Vec<Action>) -> Choice<Action> {
        if let Some(solved) = solved(occasion, &actions) {
            return solved;
        }
        let table = *occasion.imagine().table();
        let starts = table.phase() == Phase::Starting;
        let (worth, most): (fn(&Table, Seat) -> f32, usize) = if starts {
            (rating::worth_of_start, STARTS)
        } else {
            (rating::worth, actions.len())
        };
        let rated = rated(&table, actions, occasion.seat, worth, occasion.dice);
        let roots: Vec<Action> = rated.into_iter().take(most).map(|of| of.action).collect();
        let found = searched_flat(occasion, &roots).or_else(|| searched(occasion, &roots));
        found.expect("something to decide")
    }

    fn compare(occasion: &mut Occasion<Self>, actions: [&Action; 2]) -> Difference {
        let (seat, budget) = (occasion.seat, occasion.budget);
        let worlds = Worlds::behind(occasion.view);
        let deal = |dice: &mut Dice| Playout::one_of(&worlds, dice);
        difference(deal, &actions.map(Move::of), seat, budget, occasion.dice)
    }

    fn chances(view: &View, budget: &Budget, dice: &mut Dice) -> Shares {
        let worlds = Worlds::behind(view);
        expected(|dice| Playout::one_of(&worlds, dice), budget, dice)
    }

    fn reasons(view: &View, seat: Seat, action: &Action) -> Vec<Reason> {
        let mut dice = Dice::new(0);
        let table = *<Self as senda_rules::Game>::determinize(view, &mut dice).table();
        let (after, stays) = after(&table, action, &mut dice);
        if !stays || !matches!(action, Action::Place { .. }) || after.phase() == Phase::Over {
            return Vec::new();
        }
        let ways = Reason::KeepsWays {
            ways: rating::ways_of_hundred(&after, seat),
        };
        let worlds = Worlds::behind(view);
        let can_throw_out = |rival: &Seat| {
            let mut tiles = worlds.holdable(*rival);
            tiles.any(|tile| rating::throws_out(&after, *rival, tile, seat))
        };
        let rivals = rating::rivals(&after, seat);
        let rivals: Vec<Seat> = rivals.iter().filter(can_throw_out).collect();
        let exposes = (!rivals.is_empty()).then_some(Reason::Exposes { seats: rivals });
        [ways].into_iter().chain(exposes).collect()
    }
}

/// Searches on flat tables, which know the official rules alone; `None` if the game has others.
fn searched_flat(occasion: &mut Occasion<State>, roots: &[Action]) -> Option<Choice<Action>> {
    let worlds = FlatWorlds::behind(occasion.view)?;
    let roots = roots.iter().map(FlatMove::of).collect::<Option<_>>()?;
    let deal = |dice: &mut Dice| worlds.deal(dice);
    let found = search(deal, roots, occasion.seat, occasion.budget, occasion.dice)?;
    Some(found.map(FlatMove::action))
}

/// Searches with the rules themselves, whatever the options of the game are.
fn searched(occasion: &mut Occasion<State>, roots: &[Action]) -> Option<Choice<Action>> {
    let worlds = Worlds::behind(occasion.view);
    let roots = roots.iter().map(Move::of).collect();
    let deal = |dice: &mut Dice| Playout::one_of(&worlds, dice);
    let found = search(deal, roots, occasion.seat, occasion.budget, occasion.dice)?;
    Some(found.map(Move::action))
}

/// Returns the decision with the greatest exact value if the seat knows every tile. Of equally good
/// ones it takes the one that looks best at a glance, for the opponent may err.
fn solved(occasion: &mut Occasion<State>, actions: &[Action]) -> Option<Choice<Action>> {
    let found = solve::of_view(occasion.view, occasion.seat, EXACT);
    if !found.is_complete {
        return None;
    }
    let table = *occasion.imagine().table();
    let (seat, actions) = (occasion.seat, actions.to_vec());
    let mut candidates = rated(&table, actions, seat, rating::worth, occasion.dice);
    for candidate in &mut candidates {
        let is_it = |(action, _): &&(Action, f32)| *action == candidate.action;
        candidate.value = found.values.iter().find(is_it)?.1;
        candidate.visits = 0;
    }
    best_first(&mut candidates);
    Choice::best(candidates, 0)
}

/// Returns the table after a decision of the acting seat, and whether its marker is still on the
/// board.
fn after(table: &Table, action: &Action, dice: &mut Dice) -> (Table, bool) {
    let mut after = *table;
    let seat = table.acting().expect("somebody who decides");
    after.act(seat, action, dice).expect("a legal decision");
    (after, after.still_in().contains(seat))
}

/// Rates the immediate result of each decision, the best first. Equally good decisions come in
/// random order.
fn rated(
    table: &Table,
    mut actions: Vec<Action>,
    seat: Seat,
    worth: fn(&Table, Seat) -> f32,
    dice: &mut Dice,
) -> Vec<Candidate<Action>> {
    dice.mix(&mut actions);
    let rate = |action: Action| {
        let (after, _) = after(table, &action, dice);
        let value = worth(&after, seat);
        Candidate::seen(action, value)
    };
    let mut candidates: Vec<_> = actions.into_iter().map(rate).collect();
    best_first(&mut candidates);
    candidates
}
