//! Plays an imagined game on turn by turn.

use std::rc::Rc;

use senda_rules::{
    Game, Seat,
    tortus::{Phase, State},
};

use super::{
    plans::{Line, Plan, Width, plans, win},
    rating,
};
use crate::{
    Dice,
    plays::carry_out,
    search::{Branching, Positions, Shares, World},
};

/// The breadth of the search for the opponent's answers.
const ANSWER: Width = Width {
    beam: 3,
    quiet: 4,
    landings: 160,
};
/// The number of answers that a search compares.
const ANSWERS: usize = 5;
/// The limit on the exact search for a win among the answers. Nineteen of twenty searches are below
/// it; the others would take longer than the search for answers.
const NODES: u64 = 10_000;
/// The reduction of a result's distance from a draw for each turn that the game lasts, so that
/// early wins count more.
const LATE: f32 = 0.02;

/// The best answers in known positions, the best first.
pub(super) type Known = Positions<Vec<Line>>;

/// A game that is played on turn by turn.
#[derive(Clone)]
pub(super) struct Playout<'a> {
    state: State,
    /// The number of turns that have been played.
    played: u8,
    /// The number of turns after which the position is rated.
    turns: u8,
    known: &'a Known,
}

impl<'a> Playout<'a> {
    /// Returns a playout from that position for that many turns. The placement before the first
    /// turn does not count as a turn.
    pub(super) fn from(state: State, turns: u8, known: &'a Known) -> Self {
        Self {
            state,
            played: 0,
            turns,
            known,
        }
    }

    /// Returns the best plans of the acting seat; only the shortest win, if it has one.
    fn answers(&self, dice: &mut Dice) -> Rc<Vec<Line>> {
        self.known.of(&self.state, || {
            let seat = self.acting().expect("somebody who decides");
            match win(&self.state, seat, NODES, dice) {
                Some(win) => vec![win],
                None => plans(&self.state, seat, ANSWER, ANSWERS, dice),
            }
        })
    }

    /// Continues from the position that a plan has led to.
    fn go_on(&mut self, after: State) {
        let places = matches!(self.state.phase(), Phase::Exchange | Phase::Place);
        let passes = after.acting() != self.state.acting();
        self.played += u8::from(passes && !places);
        self.state = after;
    }
}

impl World for Playout<'_> {
    type Move = Plan;

    /// An upper bound on the placements before the first turn plus the decisions of the played
    /// turns.
    const HORIZON: usize = 40;

    fn acting(&self) -> Option<Seat> {
        let acting = self.state.acting().iter().next();
        acting.filter(|_| self.played < self.turns)
    }

    fn play(&mut self, chosen: &Plan, dice: &mut Dice) {
        if let Some(seat) = self.acting() {
            self.go_on(carry_out(&self.state, seat, chosen, dice));
        }
    }

    fn play_likely(&mut self, dice: &mut Dice) {
        if let Some(best) = self.answers(dice).first() {
            self.go_on(State::clone(&best.after));
        }
    }

    fn shares(&self) -> Shares {
        let mut shares = rating::shares(&self.state);
        if self.state.outcome().is_some() {
            let kept = 1.0 - LATE * f32::from(self.played);
            for share in shares.iter_mut().take(2) {
                *share = 0.5 + (*share - 0.5) * kept;
            }
        }
        shares
    }
}

impl Branching for Playout<'_> {
    /// Positions are rated, not played out, so that a move that was tried seldom is seldom better
    /// than it looked.
    const CURIOSITY: f32 = 0.15;

    type Moves = Vec<Plan>;

    fn moves(&mut self, dice: &mut Dice) -> Vec<Plan> {
        let answers = self.answers(dice);
        answers.iter().map(|line| line.plan.clone()).collect()
    }

    /// Returns the move that is rated best without a search.
    fn likely(&mut self, moves: &[Plan], _: &mut Dice) -> Plan {
        moves[0].clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays until the position is rated, and passes the final playout to `see`.
    fn played_out(position: &str, see: impl FnOnce(&Playout)) {
        let (known, mut dice) = (Known::new(), Dice::new(1));
        let state = position.parse().expect("a position");
        let mut world = Playout::from(state, 3, &known);
        let mut plans = 0;
        while world.acting().is_some() {
            world.play_likely(&mut dice);
            plans += 1;
        }
        assert!(plans < Playout::HORIZON, "{plans}");
        see(&world);
    }

    #[test]
    fn turns_are_counted_once_all_pawns_are_placed() {
        let placing = "phase place\npawns 0 a1 b1 c1 d1 ?\npawns 1 a7 b7 c7 d7 ?";
        played_out(placing, |world| {
            assert!(world.state.pawns().iter().all(|pawn| pawn.at.is_some()));
            assert_eq!(world.played, 3);
        });
    }

    /// A position where the second seat loses a pawn within one step and one push.
    const LOST: &str = "open d4 P0\npawns 0 d6 a1\npawns 1 d5 g7";

    #[test]
    fn a_later_win_has_a_lower_share() {
        played_out(LOST, |world| {
            let [winner, loser, ..] = world.shares();
            assert!((winner - (1.0 - LATE / 2.0)).abs() < 1e-6, "{winner}");
            assert!((winner + loser - 1.0).abs() < 1e-6, "{loser}");
        });
    }
}
