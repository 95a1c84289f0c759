//! The bots that play Tortus.

mod plans;
mod rating;
pub mod solve;
mod world;

use senda_rules::{
    Game, Seat,
    tortus::{Action, Phase, State, View},
};

use self::{
    plans::{Line, Width, plans, safe, win},
    world::{Known, Playout},
};
use crate::{
    Budget, Candidate, Choice, Dice, Effort, Reason, Wins,
    difference::{Difference, difference, expected},
    plans::{compare, first_decisions},
    plays::{Occasion, Plays},
    search::Shares,
};

/// The breadth of an easy bot's search for plans: it overlooks long chains of captures.
const EASY: Width = Width {
    beam: 2,
    quiet: 6,
    landings: 6,
};
/// The share of its turns that an easy bot plays by mistake, as a number of so many.
const MISTAKES: (usize, usize) = (5, 12);
/// The number of turns, the best first, that an easy bot may take by mistake.
const TEMPTING: usize = 16;
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
/// The wins within a turn that a bot sees.
#[derive(Copy, Clone, Debug)]
struct Sees {
    /// The length of the wins that it always sees (decisions).
    short: usize,
    /// The share of the longer wins that it sees when it begins an action, as a number of so many.
    long: (usize, usize),
}

/// The wins that an easy bot sees.
const EASY_SEES: Sees = Sees {
    short: 3,
    long: (0, 1),
};
/// The wins that a medium bot sees. A bot that saw all of them would beat easy ones too often.
const MEDIUM_SEES: Sees = Sees {
    short: 5,
    long: (1, 3),
};
/// The wins that a hard bot sees.
const SEES_ALL: Sees = Sees {
    short: usize::MAX,
    long: (1, 1),
};
/// The limit on the exact search for a win (nodes).
const EXACT: u64 = 1_000_000;
/// The number of worlds in which a hard bot compares plans. Little hidden information matters
/// within three turns, and fewer worlds can be searched more deeply.
const WORLDS: usize = 2;
/// The number of turns that each plan is played out for: the seat's own turn, the answer, and the
/// reply to that. A smaller number does not show whether a pawn has been placed well.
const TURNS: u8 = 3;
/// The share of the first place below which a bot is behind, and agrees to a draw.
const BEHIND: f32 = 0.4;
/// The share of the first place from which a bot is ahead, and plays on even if positions recur.
const AHEAD: f32 = 0.6;
/// The number of imagined games in which an offer of a draw is weighed.
const WEIGHED: u32 = 8;
/// The number of turns that two decisions are played out for when a made decision is judged.
const TURNS_JUDGED: u8 = 2;

impl Plays for State {
    const JUDGED_BY: Effort = Effort {
        iterations: 40,
        worlds: 12,
        playouts: 4,
    };
    const JUDGED_WHOLE: usize = 70;

    /// Plans like a medium bot, but sees only short chains of captures, and takes one of the next
    /// best turns every now and then. An action that it has begun it finishes as planned.
    fn easy(occasion: &mut Occasion<Self>, _: Vec<Action>) -> Choice<Action> {
        if let Some(win) = seen_win(occasion, EASY_SEES) {
            return win;
        }
        let mut lines = lines(occasion, EASY, usize::MAX);
        let is_begun = !matches!(occasion.imagine().phase(), Phase::Act);
        if !is_begun && occasion.dice.below(MISTAKES.1) < MISTAKES.0 {
            let at = occasion.dice.below(lines.len().min(TEMPTING));
            lines.drain(..at);
        }
        planned(lines)
    }

    /// Returns the first decision of a win that the bot sees, or else of the turn whose final
    /// position is rated best.
    fn medium(occasion: &mut Occasion<Self>, _: Vec<Action>) -> Choice<Action> {
        if let Some(win) = seen_win(occasion, MEDIUM_SEES) {
            return win;
        }
        planned(lines(occasion, MEDIUM, usize::MAX))
    }

    fn hard(occasion: &mut Occasion<Self>, _: Vec<Action>) -> Choice<Action> {
        if let Some(win) = seen_win(occasion, SEES_ALL) {
            return win;
        }
        let lines = lines(occasion, HARD, usize::MAX);
        // The exact search has a limit.
        if let Some(win) = soonest_win(&lines) {
            return win;
        }
        let lines = safe(lines, occasion.seat, COMPARED);
        let plans = lines.into_iter().map(|line| line.plan);
        let known = Known::new();
        let play_from = |state| Playout::from(state, TURNS, &known);
        let prepare = Self::forget_positions;
        compare(occasion, plans.collect(), WORLDS, prepare, play_from)
    }

    fn compare(occasion: &mut Occasion<Self>, actions: [&Action; 2]) -> Difference {
        let known = Known::new();
        let both = actions.map(|action| vec![action.clone()]);
        let (seat, budget) = (occasion.seat, occasion.budget);
        let deal = deal(occasion.view, &known);
        difference(deal, &both, seat, budget, occasion.dice)
    }

    fn chances(view: &View, budget: &Budget, dice: &mut Dice) -> Shares {
        let known = Known::new();
        expected(deal(view, &known), budget, dice)
    }

    /// Agrees to a draw if the seat would rather lose, or if the game goes round in circles and the
    /// seat is not clearly ahead.
    fn answer(occasion: &mut Occasion<Self>) -> Option<Action> {
        if !occasion.imagine().asked().contains(occasion.seat) {
            return None;
        }
        let seen = &occasion.view.seen;
        let recurs = |(at, position): (usize, &String)| seen[..at].contains(position);
        let bound = if seen.iter().enumerate().any(recurs) {
            AHEAD
        } else {
            BEHIND
        };
        let few = occasion.budget.at_most(WEIGHED);
        let shares = Self::chances(occasion.view, &few, occasion.dice);
        Some(if shares[occasion.seat.index()] < bound {
            Action::Draw {}
        } else {
            Action::Decline {}
        })
    }

    fn wins(game: &Self, seat: Seat, nodes: u64) -> Option<Wins<Action>> {
        Some(solve::wins(game, seat, nodes))
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

/// Returns a function that deals a world that looks like the view, for a judgement.
fn deal<'a>(view: &'a View, known: &'a Known) -> impl Fn(&mut Dice) -> Playout<'a> {
    move |dice| {
        known.forget();
        let mut state = State::determinize(view, dice);
        state.forget_positions();
        Playout::from(state, TURNS_JUDGED, known)
    }
}

/// Returns the seat's plans until another seat must decide, in an imagined game that looks like the
/// real one, without duplicates.
fn lines(occasion: &mut Occasion<State>, width: Width, most: usize) -> Vec<Line> {
    let mut state = occasion.imagine();
    state.forget_positions();
    plans(&state, occasion.seat, width, most, occasion.dice)
}

/// Returns the first decision of the shortest win within the turn, if the bot sees it. A win whose
/// action the bot has begun it sees, if it sees any long ones.
fn seen_win(occasion: &mut Occasion<State>, sees: Sees) -> Option<Choice<Action>> {
    let state = occasion.imagine();
    let win = win(&state, occasion.seat, EXACT, occasion.dice)?;
    let (count, of) = sees.long;
    let is_begun = count > 0 && state.phase() != Phase::Act;
    let is_seen = win.plan.len() <= sees.short || is_begun || occasion.dice.below(of) < count;
    is_seen.then(|| Choice::win(&win.plan)).flatten()
}

/// Returns the choice of the shortest line that wins the game. A search among all winning lines
/// could postpone the win in every turn and never reach it.
fn soonest_win(lines: &[Line]) -> Option<Choice<Action>> {
    let wins = lines.iter().filter(|line| rating::is_won(line.worth));
    Choice::win(&wins.min_by_key(|line| line.plan.len())?.plan)
}

/// Returns the choice of the first line, with the first decisions of all lines as its candidates.
fn planned(lines: Vec<Line>) -> Choice<Action> {
    let then = lines[0].plan[1..].to_vec();
    let choice = Choice::best(firsts(lines), 0).expect("something to decide");
    choice.followed_by(&then)
}

/// Returns the first decisions of the lines, each with the worth of its best line.
fn firsts(lines: Vec<Line>) -> Vec<Candidate<Action>> {
    first_decisions(lines.into_iter().map(|line| (line.plan, line.worth)))
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use senda_rules::Viewer;

    use super::*;
    use crate::{Level, plays::choose};

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
        soonest_win(&lines).map(|choice| choice.action)
    }

    #[test]
    fn the_shortest_win_is_played_first() {
        let first_of = |length| Some(Action::Penalty { pawn: length });
        assert_eq!(soonest(&[(5, 20.0), (3, 20.0), (4, 20.0)]), first_of(3));
        assert_eq!(soonest(&[(5, 20.0), (1, 4.0)]), first_of(5));
        assert_eq!(soonest(&[(2, 4.0), (1, -20.0)]), None);
    }

    /// A position in which the first player can drop a pawn within one step and one push.
    const DROPS: &str = "open d4 O0\npawns 0 d6 a1\npawns 1 d5 g7";

    /// Returns the first player's choice in that position.
    fn choice(position: &str, level: Level) -> Choice<Action> {
        let state: State = position.parse().expect("a position");
        let view = state.view(Viewer::Seat(Seat::ZERO));
        let (budget, mut dice) = (Budget::iterations(8), Dice::new(1));
        let mut occasion: Occasion<State> = Occasion {
            view: &view,
            seat: Seat::ZERO,
            budget: &budget,
            dice: &mut dice,
        };
        choose(&mut occasion, level).expect("something to decide")
    }

    #[test]
    fn a_choice_contains_the_rest_of_the_turn() {
        for level in [Level::Medium, Level::Hard] {
            let choice = choice(DROPS, level);
            assert!(matches!(choice.action, Action::Move { .. }), "{choice:?}");
            let pushes = |action: &Action| matches!(action, Action::Push { .. });
            assert!(choice.rest.iter().any(pushes), "{choice:?}");
        }
    }

    /// Returns the answer of the first player to an offer of a draw in that position.
    fn answer(position: &str) -> Option<Action> {
        let state: State = position.parse().expect("a position");
        let view = state.view(Viewer::Seat(Seat::ZERO));
        let (budget, mut dice) = (Budget::iterations(8), Dice::new(1));
        State::answer(&mut Occasion {
            view: &view,
            seat: Seat::ZERO,
            budget: &budget,
            dice: &mut dice,
        })
    }

    #[test]
    fn a_bot_agrees_to_a_draw_only_if_it_is_behind() {
        let ahead = "draw 1\nopen d4 I0\npawns 0 a1 b1 c1 d1 e1\npawns 1 g7";
        assert_eq!(answer(ahead), Some(Action::Decline {}));
        let behind = "draw 1\nopen d4 I0\npawns 0 a1\npawns 1 c7 d7 e7 f7 g7";
        assert_eq!(answer(behind), Some(Action::Draw {}));
        let not_asked = "open d4 I0\npawns 0 a1\npawns 1 g7";
        assert_eq!(answer(not_asked), None);
    }
}
