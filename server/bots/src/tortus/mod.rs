//! How Tortus is played well.

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
    Candidate, Choice, Dice, Effort, Reason,
    difference::{Difference, difference},
    plans::{compare, first_decisions},
    plays::{Occasion, Plays},
};

/// How widely a medium bot looks for plans.
const MEDIUM: Width = Width {
    beam: 6,
    quiet: 12,
    landings: 24,
};
/// How widely a hard one does before it compares the best of them. What wins is often a chain of many pushes.
const HARD: Width = Width {
    beam: 12,
    quiet: 24,
    landings: 300,
};
/// Plans that a hard bot compares.
const COMPARED: usize = 24;
/// Worlds in which it does. Few things that are hidden matter within three turns, and fewer worlds are looked at more
/// deeply.
const WORLDS: usize = 2;
/// Turns through which a plan is seen: the own one, the answer, and what there is to be done about that. Whether a pawn
/// has been placed well shows no sooner.
const TURNS: u8 = 3;
/// Those through which two decisions are compared that were made.
const TURNS_JUDGED: u8 = 2;

impl Plays for State {
    const JUDGED_BY: Effort = Effort {
        iterations: 40,
        worlds: 12,
    };
    const JUDGED_WHOLE: usize = 70;

    /// The best of a few decisions at first sight.
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

    /// The first decision of the turn that looks best at its end.
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

    fn reasons(view: &View, seat: Seat, action: &Action) -> Vec<Reason> {
        let mut dice = Dice::new(0);
        let before = Self::determinize(view, &mut dice);
        if matches!(action, Action::Open { .. }) {
            return vec![Reason::Reveals {}];
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
            // Those that fell are in no danger either.
            Reason::Shelters {
                count: own_before.saturating_sub(own_after.saturating_add(more(true))),
            },
        ];
        reasons.into_iter().filter(Reason::is_any).collect()
    }
}

/// What the seat can do until somebody else decides, in a game that looks like the real one; no two of them alike.
fn lines(occasion: &mut Occasion<State>, width: Width, most: usize) -> Vec<Line> {
    let mut state = occasion.imagine();
    state.forget_positions();
    plans(&state, occasion.seat, width, most, occasion.dice)
}

/// The first decision of the shortest line that wins the game. Who searches for the best of what wins in the end puts it
/// off, and may never come to it.
fn soonest_win(lines: &[Line]) -> Option<Candidate<Action>> {
    let wins = lines.iter().filter(|line| rating::is_won(line.worth));
    let soonest = wins.min_by_key(|line| line.plan.len())?;
    Some(Candidate::seen(soonest.plan[0].clone(), 1.0))
}

/// Their first decisions, each at what its best line is worth.
fn firsts(lines: Vec<Line>) -> Vec<Candidate<Action>> {
    first_decisions(lines.into_iter().map(|line| (line.plan, line.worth)))
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;

    /// Lines of so many decisions, and what they are worth.
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
    fn a_win_is_not_put_off() {
        let first_of = |length| Some(Action::Penalty { pawn: length });
        assert_eq!(soonest(&[(5, 20.0), (3, 20.0), (4, 20.0)]), first_of(3));
        assert_eq!(soonest(&[(5, 20.0), (1, 4.0)]), first_of(5));
        assert_eq!(soonest(&[(2, 4.0), (1, -20.0)]), None);
    }
}
