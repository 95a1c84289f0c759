//! The bots that play Tortus.

mod plans;
mod rating;
mod world;

use senda_rules::{
    Game, Seat,
    tortus::{Action, State, View},
};

use self::{
    plans::{Line, Width, plans},
    world::{Known, Playout},
};
use crate::{
    Budget, Candidate, Choice, Dice, Effort, Reason,
    difference::{Difference, difference, expected},
    plans::{compare, first_decisions},
    plays::{Occasion, Plays},
    search::Shares,
};

/// The breadth of a medium bot's search for plans.
const MEDIUM: Width = Width {
    beam: 6,
    quiet: 12,
    landings: 24,
};
/// The breadth of a hard bot's search for the plans that it then compares. A winning plan is often
/// a chain of many pushes.
const HARD: Width = Width {
    beam: 12,
    quiet: 24,
    landings: 300,
};
/// The number of plans that a hard bot compares.
const COMPARED: usize = 24;
/// The number of worlds in which a hard bot compares plans. Little hidden information matters
/// within three turns, and fewer worlds can be searched more deeply.
const WORLDS: usize = 2;
/// The number of turns that each plan is played out for: the seat's own turn, the answer, and the
/// reply to that. A smaller number does not show whether a pawn has been placed well.
const TURNS: u8 = 3;
/// The number of turns that two decisions are played out for when a made decision is judged.
const TURNS_JUDGED: u8 = 2;

impl Plays for State {
    const JUDGED_BY: Effort = Effort {
        iterations: 40,
        worlds: 12,
        playouts: 4,
    };
    const JUDGED_WHOLE: usize = 70;

    /// Returns the best of a few random decisions, rated without a search.
    fn easy(occasion: &mut Occasion<Self>, actions: Vec<Action>) -> Choice<Action> {
        let state = occasion.imagine();
        let some: Vec<Action> = (0..3)
            .map(|_| occasion.dice.any(&actions).clone())
            .collect();
        let mut rate = |action: &Action| {
            let after = state.after(occasion.seat, action, occasion.dice);
            rating::rating(&after.expect("a legal decision"), occasion.seat)
        };
        let mut rated: Vec<(f32, Action)> = some
            .into_iter()
            .map(|action| (rate(&action), action))
            .collect();
        rated.sort_by(|one, other| other.0.total_cmp(&one.0));
        Choice::plain(rated.swap_remove(0).1)
    }

    /// Returns the first decision of the turn whose final position is rated best.
    fn medium(occasion: &mut Occasion<Self>, _: Vec<Action>) -> Choice<Action> {
        let lines = lines(occasion, MEDIUM, usize::MAX);
        Choice::best(firsts(lines), 0).expect("something to decide")
    }

    fn hard(occasion: &mut Occasion<Self>, _: Vec<Action>) -> Choice<Action> {
        let lines = lines(occasion, HARD, COMPARED);
        if let Some(win) = soonest_win(&lines) {
            return Choice::best(vec![win], 0).expect("something to decide");
        }
        let plans = lines.into_iter().map(|line| line.plan);
        let known = Known::new();
        let play_from = |state| Playout::from(state, TURNS, &known);
        let prepare = Self::forget_positions;
        compare(occasion, plans.collect(), WORLDS, prepare, play_from)
    }

    fn compare(occasion: &mut Occasion<Self>, actions: [&Action; 2]) -> Difference {
        let (view, known) = (occasion.view, Known::new());
        let deal = |dice: &mut Dice| {
            known.forget();
            let mut state = Self::determinize(view, dice);
            state.forget_positions();
            Playout::from(state, TURNS_JUDGED, &known)
        };
        let both = actions.map(|action| vec![action.clone()]);
        let (seat, budget) = (occasion.seat, occasion.budget);
        difference(deal, &both, seat, budget, occasion.dice)
    }

    fn chances(view: &View, budget: &Budget, dice: &mut Dice) -> Shares {
        let known = Known::new();
        let deal = |dice: &mut Dice| {
            known.forget();
            let mut state = Self::determinize(view, dice);
            state.forget_positions();
            Playout::from(state, TURNS_JUDGED, &known)
        };
        expected(deal, budget, dice)
    }

    fn reasons(view: &View, seat: Seat, action: &Action) -> Vec<Reason> {
        let mut dice = Dice::new(0);
        let before = Self::determinize(view, &mut dice);
        // The consequences of the opened tile are only imagined.
        if matches!(action, Action::Open { .. }) {
            return Vec::new();
        }
        let Ok(after) = before.after(seat, action, &mut dice) else {
            return Vec::new();
        };
        let lost = |state: &Self, own: bool| {
            let pawns = state.pawns().iter();
            pawns
                .filter(|pawn| pawn.lost && (pawn.seat == seat) == own)
                .count()
        };
        let more = |own| u8::try_from(lost(&after, own) - lost(&before, own)).unwrap_or(u8::MAX);
        let peril = |own| [&before, &after].map(|state| rating::in_peril(state, seat, own));
        let ([own_before, own_after], [others_before, others_after]) = (peril(true), peril(false));
        let reasons = [
            Reason::Takes { count: more(false) },
            Reason::Loses { count: more(true) },
            Reason::Endangers {
                count: others_after.saturating_sub(others_before),
            },
            Reason::Risks {
                count: own_after.saturating_sub(own_before),
            },
            // Pawns that fell are not exposed any more either, but they do not count as sheltered.
            Reason::Shelters {
                count: own_before.saturating_sub(own_after.saturating_add(more(true))),
            },
        ];
        reasons.into_iter().filter(Reason::is_any).collect()
    }
}

/// Returns the seat's plans until another seat must decide, in an imagined game that looks like the
/// real one, without duplicates.
fn lines(occasion: &mut Occasion<State>, width: Width, most: usize) -> Vec<Line> {
    let mut state = occasion.imagine();
    state.forget_positions();
    plans(&state, occasion.seat, width, most, occasion.dice)
}

/// Returns the first decision of the shortest line that wins the game. A search among all winning
/// lines could postpone the win in every turn and never reach it.
fn soonest_win(lines: &[Line]) -> Option<Candidate<Action>> {
    let wins = lines.iter().filter(|line| rating::is_won(line.worth));
    let soonest = wins.min_by_key(|line| line.plan.len())?;
    Some(Candidate::seen(soonest.plan[0].clone(), 1.0))
}

/// Returns the first decisions of the lines, each with the worth of its best line.
fn firsts(lines: Vec<Line>) -> Vec<Candidate<Action>> {
    first_decisions(lines.into_iter().map(|line| (line.plan, line.worth)))
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;

    /// Returns the first decision of the soonest win among lines with these lengths and worths.
    fn soonest(lines: &[(u8, f32)]) -> Option<Action> {
        let after: State = "pawns 0 a1\npawns 1 g7".parse().expect("a position");
        let after = Rc::new(after);
        let line = |&(length, worth): &(u8, f32)| Line {
            plan: (0..length)
                .map(|_| Action::Penalty { pawn: length })
                .collect(),
            after: Rc::clone(&after),
            worth,
        };
        let lines: Vec<Line> = lines.iter().map(line).collect();
        soonest_win(&lines).map(|candidate| candidate.action)
    }

    #[test]
    fn the_shortest_win_is_played_first() {
        let first_of = |length| Some(Action::Penalty { pawn: length });
        assert_eq!(soonest(&[(5, 20.0), (3, 20.0), (4, 20.0)]), first_of(3));
        assert_eq!(soonest(&[(5, 20.0), (1, 4.0)]), first_of(5));
        assert_eq!(soonest(&[(2, 4.0), (1, -20.0)]), None);
    }
}
