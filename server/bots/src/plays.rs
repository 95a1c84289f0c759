//! What a game says of how it is played well.

use senda_rules::{Game, Seat};

use crate::{
    Budget, Choice, Dice, Effort, Level, Reason,
    difference::{Difference, difference},
    plain::Plain,
    search::search,
};

/// A seat that has to decide something.
pub(crate) struct Occasion<'a, G: Game> {
    /// What it sees.
    pub(crate) view: &'a G::View,
    /// Which it is.
    pub(crate) seat: Seat,
    /// How long it may think.
    pub(crate) budget: &'a Budget<'a>,
    /// Its chance.
    pub(crate) dice: &'a mut Dice,
}

impl<G: Game> Occasion<'_, G> {
    /// A game that looks like the real one.
    pub(crate) fn imagine(&mut self) -> G {
        G::determinize(self.view, self.dice)
    }
}

/// A game that bots can play. Without a word of its own it is played by the search that all share, with games at
/// random.
pub(crate) trait Plays: Game {
    /// How closely a decision is looked at when the game is over.
    const JUDGED_BY: Effort = Effort {
        iterations: FEW,
        worlds: FEW,
    };
    /// Decisions of a game that can have all of that; where there are more, they share it.
    const JUDGED_WHOLE: usize = 50;

    /// What an easy bot decides between `actions`, of which there are at least two.
    fn easy(occasion: &mut Occasion<Self>, actions: Vec<Self::Action>) -> Choice<Self::Action> {
        let action = occasion.dice.any(&actions).clone();
        Choice::plain(action)
    }

    /// The same of a bot that looks at what each leads to at once.
    fn medium(occasion: &mut Occasion<Self>, actions: Vec<Self::Action>) -> Choice<Self::Action> {
        let few = occasion.budget.at_most(FEW);
        let view = occasion.view;
        let worlds = |dice: &mut Dice| Plain(Self::determinize(view, dice));
        let found = search(worlds, actions, occasion.seat, &few, occasion.dice);
        found.expect("something to decide")
    }

    /// The same of a bot that thinks as long as it may.
    fn hard(occasion: &mut Occasion<Self>, actions: Vec<Self::Action>) -> Choice<Self::Action> {
        let view = occasion.view;
        let worlds = |dice: &mut Dice| Plain(Self::determinize(view, dice));
        let found = search(
            worlds,
            actions,
            occasion.seat,
            occasion.budget,
            occasion.dice,
        );
        found.expect("something to decide")
    }

    /// How much better the first of two decisions turns out, in as many worlds as the budget allows.
    fn compare(occasion: &mut Occasion<Self>, actions: [&Self::Action; 2]) -> Difference {
        let view = occasion.view;
        let worlds = |dice: &mut Dice| Plain(Self::determinize(view, dice));
        let both = actions.map(Clone::clone);
        let (seat, budget) = (occasion.seat, occasion.budget);
        difference(worlds, &both, seat, budget, occasion.dice)
    }

    /// What else speaks for a decision or against it, besides what can be said of every game.
    fn reasons(_view: &Self::View, _seat: Seat, _action: &Self::Action) -> Vec<Reason> {
        Vec::new()
    }
}

/// Iterations of a medium bot in a game that says nothing of itself.
const FEW: u32 = 100;

/// What a bot decides; `None` if the seat has nothing to decide.
pub(crate) fn choose<G: Plays>(
    occasion: &mut Occasion<G>,
    level: Level,
) -> Option<Choice<G::Action>> {
    let mut actions = occasion.imagine().legal_actions(occasion.seat);
    match actions.len() {
        0 => None,
        1 => actions.pop().map(Choice::plain),
        _ => Some(match level {
            Level::Easy => G::easy(occasion, actions),
            Level::Medium => G::medium(occasion, actions),
            Level::Hard => G::hard(occasion, actions),
        }),
    }
}

/// Any of the kinds of what a seat may decide, and any of that kind.
pub(crate) fn at_random<G: Game>(view: &G::View, seat: Seat, dice: &mut Dice) -> Option<G::Action> {
    let actions = G::determinize(view, dice).legal_actions(seat);
    let mut kinds: Vec<Vec<G::Action>> = Vec::new();
    for action in actions {
        let kind = std::mem::discriminant(&action);
        match kinds
            .iter_mut()
            .find(|of| std::mem::discriminant(&of[0]) == kind)
        {
            Some(of) => of.push(action),
            None => kinds.push(vec![action]),
        }
    }
    if kinds.is_empty() {
        return None;
    }
    let kind = dice.any(&kinds);
    Some(dice.any(kind).clone())
}
