//! The interface between a game and its bots.

use senda_rules::{Game, Seat};

use crate::{
    Budget, Choice, Dice, Effort, Level, Reason, Wins,
    difference::{Difference, difference, expected},
    plain::Plain,
    search::{Shares, search},
};

/// A seat that must decide, with the view and the resources of its bot.
pub(crate) struct Occasion<'a, G: Game> {
    /// The view of the seat.
    pub(crate) view: &'a G::View,
    /// The seat that makes the decision.
    pub(crate) seat: Seat,
    /// The limit on the bot's thinking.
    pub(crate) budget: &'a Budget<'a>,
    /// The random numbers of the bot.
    pub(crate) dice: &'a mut Dice,
}

impl<G: Game> Occasion<'_, G> {
    /// Returns an imagined game that looks like the real one.
    pub(crate) fn imagine(&mut self) -> G {
        G::determinize(self.view, self.dice)
    }
}

/// A game that bots can play. The defaults play it with the shared search and random playouts.
pub(crate) trait Plays: Game {
    /// The effort for judging one decision after the game.
    const JUDGED_BY: Effort = Effort {
        iterations: FEW,
        worlds: FEW,
        playouts: FEW,
    };
    /// The number of decisions of a game that can each use the whole of [`Self::JUDGED_BY`]. If
    /// there are more, they share that total.
    const JUDGED_WHOLE: usize = 50;

    /// Returns an easy bot's choice among `actions`, which has at least two elements.
    fn easy(occasion: &mut Occasion<Self>, actions: Vec<Self::Action>) -> Choice<Self::Action> {
        let action = occasion.dice.any(&actions).clone();
        Choice::plain(action)
    }

    /// Returns a medium bot's choice among `actions`. By default it searches for a few iterations.
    fn medium(occasion: &mut Occasion<Self>, actions: Vec<Self::Action>) -> Choice<Self::Action> {
        let (view, seat, dice) = (occasion.view, occasion.seat, &mut *occasion.dice);
        let budget = &occasion.budget.at_most(FEW);
        let few = &mut Occasion {
            view,
            seat,
            budget,
            dice,
        };
        Self::hard(few, actions)
    }

    /// Returns a hard bot's choice among `actions`, found within the whole budget.
    fn hard(occasion: &mut Occasion<Self>, actions: Vec<Self::Action>) -> Choice<Self::Action> {
        let worlds = plain_worlds::<Self>(occasion.view);
        let (seat, budget) = (occasion.seat, occasion.budget);
        let found = search(worlds, actions, seat, budget, occasion.dice);
        found.expect("something to decide")
    }

    /// Estimates how much better the first of two decisions turns out, in as many worlds as the
    /// budget allows.
    fn compare(occasion: &mut Occasion<Self>, actions: [&Self::Action; 2]) -> Difference {
        let worlds = plain_worlds::<Self>(occasion.view);
        let both = actions.map(Clone::clone);
        let (seat, budget) = (occasion.seat, occasion.budget);
        difference(worlds, &both, seat, budget, occasion.dice)
    }

    /// Estimates each seat's share of the first place in a position that looks like the view, which
    /// can be that of a spectator, in as many worlds as the budget allows.
    fn chances(view: &Self::View, budget: &Budget, dice: &mut Dice) -> Shares {
        expected(plain_worlds::<Self>(view), budget, dice)
    }

    /// Returns the answer to a question that another player has asked the seat, such as an offer of
    /// a draw; `None` if there is none.
    fn answer(_occasion: &mut Occasion<Self>) -> Option<Self::Action> {
        None
    }

    /// Finds the wins of the seat within its turn; `None` if the game has no search for them.
    fn wins(_game: &Self, _seat: Seat, _nodes: u64) -> Option<Wins<Self::Action>> {
        None
    }

    /// Returns the game's own reasons for or against a decision, in addition to those of every
    /// game.
    fn reasons(_view: &Self::View, _seat: Seat, _action: &Self::Action) -> Vec<Reason> {
        Vec::new()
    }
}

/// Returns a function that deals a world that looks like the view.
fn plain_worlds<G: Game>(view: &G::View) -> impl Fn(&mut Dice) -> Plain<G> {
    |dice| Plain(G::determinize(view, dice))
}

/// The iterations of a medium bot in a game that does not override [`Plays::medium`].
const FEW: u32 = 100;

/// Returns a bot's decision; `None` if the seat has nothing to decide.
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

/// Returns a random action of a random kind, where each kind has the same probability.
pub(crate) fn at_random<G: Game>(view: &G::View, seat: Seat, dice: &mut Dice) -> Option<G::Action> {
    let kinds = by_kind(G::determinize(view, dice).legal_actions(seat));
    if kinds.is_empty() {
        return None;
    }
    let kind = dice.any(&kinds);
    Some(dice.any(kind).clone())
}

/// Groups actions by kind, in the order in which the kinds first occur.
pub(crate) fn by_kind<A>(actions: Vec<A>) -> Vec<Vec<A>> {
    let mut kinds: Vec<Vec<A>> = Vec::new();
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
    kinds
}

/// Carries out the actions of a plan as far as they are legal: tiles revealed in an imagined game
/// can make the rest illegal.
pub(crate) fn carry_out<G: Game>(game: &G, seat: Seat, plan: &[G::Action], dice: &mut Dice) -> G {
    let mut after = game.clone();
    for action in plan {
        match after.after(seat, action, dice) {
            Ok(next) => after = next,
            Err(_) => break,
        }
    }
    after
}
