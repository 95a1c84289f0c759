//! Adapts any game to the search, with random playouts.

use senda_rules::{Game, Seat};

use crate::{
    Dice,
    search::{Branching, Shares, World, shares_of},
};

/// A game as a world of the search that uses nothing but the rules.
#[derive(Clone)]
pub(crate) struct Plain<G>(pub(crate) G);

impl<G: Game> World for Plain<G> {
    type Move = G::Action;

    const HORIZON: usize = 1_000;

    fn acting(&self) -> Option<Seat> {
        self.0.acting().iter().next()
    }

    fn play(&mut self, chosen: &G::Action, dice: &mut Dice) {
        let seat = self.acting().expect("somebody who decides");
        let events = self.0.decide(seat, chosen, dice);
        self.0.apply_all(&events.expect("a legal decision"));
    }

    fn play_likely(&mut self, dice: &mut Dice) {
        let moves = self.moves(dice);
        let likely = self.likely(&moves, dice);
        self.play(&likely, dice);
    }

    fn shares(&self) -> Shares {
        let outcome = self.0.outcome();
        outcome.map_or_else(Shares::default, |outcome| shares_of(&outcome))
    }
}

impl<G: Game> Branching for Plain<G> {
    type Moves = Vec<G::Action>;

    fn moves(&mut self, _: &mut Dice) -> Vec<G::Action> {
        self.acting()
            .map_or_else(Vec::new, |seat| self.0.legal_actions(seat))
    }
}
