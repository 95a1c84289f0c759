//! Finds plans for whole turns, which end where another seat decides or hidden information is
//! revealed.

use std::rc::Rc;

use senda_rules::{
    Game, Seat, Seats,
    tortus::{Action, Phase, State},
};

use super::{
    rating::{WON, rating},
    solve,
};
use crate::{
    Dice,
    plays::{by_kind, carry_out},
};

/// The consecutive decisions of one seat.
pub(super) type Plan = Vec<Action>;

/// A plan with the position that it leads to.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) plan: Plan,
    pub(super) after: Rc<State>,
    /// The rating of the final position for its seat.
    pub(super) worth: f32,
}

/// The breadth of a search for plans.
#[derive(Copy, Clone, Debug)]
pub(super) struct Width {
    /// The number of unfinished plans with the same number of actions that are continued.
    pub(super) beam: usize,
    /// The number of considered actions of each kind that does not move a pawn.
    pub(super) quiet: usize,
    /// The number of considered landings of one move.
    pub(super) landings: usize,
}

/// The cost of each decision of a plan, in pawns, so that of two ways to nearly the same position
/// the shorter one is taken.
const STEP: f32 = 0.004;
/// The maximum number of pushes of a plan in which no pawn falls: longer ones are hard to follow.
const PUSHES: usize = 8;
/// The limit on the checks of all lines for giving the opponent a win (nodes). It is a few dozen
/// milliseconds.
const CHECKED: u64 = 250_000;
/// The limit on the check of each line (nodes).
const CHECKED_EACH: u64 = 20_000;
/// The number of nodes that a check counts as at least.
const CHECKED_LEAST: u64 = 500;
/// The worth of opening a tile, which reveals hidden information that may favour either side.
const OPENING: f32 = 0.02;

/// Returns at most `most` plans of the seat that decides, the best first; at least one.
pub(super) fn plans(
    state: &State,
    seat: Seat,
    width: Width,
    most: usize,
    dice: &mut Dice,
) -> Vec<Line> {
    let mut finished = Vec::new();
    let mut begun = vec![Line {
        plan: Vec::new(),
        after: Rc::new(state.clone()),
        worth: 0.0,
    }];
    while !begun.is_empty() {
        let mut next = Vec::new();
        for line in &begun {
            for longer in actions(line, seat, width, dice) {
                let shows = matches!(longer.plan.last(), Some(Action::Open { .. }));
                if shows || longer.after.acting() != Seats::NONE.with(seat) {
                    finished.push(longer);
                } else {
                    next.push(longer);
                }
            }
        }
        begun = best_first(next, width.beam);
    }
    best_first(without_detours(finished, state), most)
}

/// Returns the shortest line with which the seat wins before its turn ends, if the exact search
/// finds one among that many nodes.
pub(super) fn win(state: &State, seat: Seat, nodes: u64, dice: &mut Dice) -> Option<Line> {
    let plan = solve::win(state, seat, nodes)?;
    let after = Rc::new(carry_out(state, seat, &plan, dice));
    let worth = WON;
    Some(Line { plan, after, worth })
}

/// Returns at most `most` of the lines, the first ones after which the opponent can't win at once;
/// the first ones, if there are none among the lines that the limit allows to check. The opponent's
/// hand is that of the lines' imagined game.
pub(super) fn safe(lines: Vec<Line>, seat: Seat, most: usize) -> Vec<Line> {
    let mut left = CHECKED;
    let mut is_safe = |line: &&Line| match line.after.mover() {
        Some(next) if next != seat => {
            let (wins, nodes) = solve::can_win(&line.after, next, CHECKED_EACH);
            left = left.saturating_sub(nodes.max(CHECKED_LEAST));
            left > 0 && !wins
        }
        Some(_) => left > 0,
        None => line.worth > -WON,
    };
    let safe: Vec<Line> = lines
        .iter()
        .filter(&mut is_safe)
        .take(most)
        .cloned()
        .collect();
    if safe.is_empty() {
        return lines.into_iter().take(most).collect();
    }
    safe
}

/// Returns the lines without those that push pawns about for long and drop none. If all of them do,
/// returns those with the fewest pushes.
fn without_detours(mut lines: Vec<Line>, from: &State) -> Vec<Line> {
    let before = pushes_in(from);
    let pushes = |line: &Line| {
        let made = line.plan.iter();
        before
            + made
                .filter(|one| matches!(one, Action::Push { .. }))
                .count()
    };
    let standing = |state: &State| state.pawns().iter().filter(|pawn| !pawn.lost).count();
    let drops = |line: &Line| standing(&line.after) < standing(from);
    let fewest = lines.iter().map(pushes).min().unwrap_or(0);
    lines.retain(|line| pushes(line) <= PUSHES.max(fewest) || drops(line));
    lines
}

/// Returns the number of pushes in the current action: in each of them, another pawn moves than in
/// the step before.
fn pushes_in(state: &State) -> usize {
    let pairs = state.steps().windows(2);
    pairs.filter(|pair| pair[0].pawn != pair[1].pawn).count()
}

/// Returns at most `most` lines, the best first. Of the lines that lead to the same position it
/// keeps only the shortest.
///
/// Lines of different worth that lead to the same position are both kept: one of them opens a tile
/// whose other side is only imagined.
#[expect(clippy::disallowed_types, reason = "only asked what it contains")]
fn best_first(mut lines: Vec<Line>, most: usize) -> Vec<Line> {
    lines.sort_by(|one, other| other.merit().total_cmp(&one.merit()));
    let mut best: Vec<Line> = Vec::new();
    let mut known = std::collections::HashSet::new();
    for line in lines {
        if best.len() == most {
            break;
        }
        if known.insert((line.worth.to_bits(), Rc::clone(&line.after))) {
            best.push(line);
        }
    }
    best
}

impl Line {
    /// Returns the worth of the final position, less the length of the way there.
    fn merit(&self) -> f32 {
        #[expect(
            clippy::cast_precision_loss,
            reason = "at most a few hundred decisions"
        )]
        let length = self.plan.len() as f32;
        self.worth - STEP * length
    }
}

/// Returns the line extended by each of the next complete actions.
fn actions(line: &Line, seat: Seat, width: Width, dice: &mut Dice) -> Vec<Line> {
    let mut found = Vec::new();
    let mut ways = Vec::new();
    for action in some(line.after.legal_actions(seat), width, dice) {
        let after = with(line, seat, action, dice);
        if goes_on(&after.after, seat) {
            ways.push(after);
        } else {
            found.push(after);
        }
    }
    // Follows a pawn after its first step, the nearest continuations first, up to the limit.
    let mut landings = 0;
    let mut at = 0;
    while at < ways.len() {
        for action in ways[at].after.legal_actions(seat) {
            landings += 1;
            if landings > width.landings && !matches!(action, Action::Stop {} | Action::Push { .. })
            {
                continue;
            }
            let after = with(&ways[at], seat, action, dice);
            if !goes_on(&after.after, seat) {
                found.push(after);
            } else if ways.len() < width.landings {
                ways.push(after);
            }
        }
        at += 1;
    }
    found
}

/// Returns whether the seat is in the middle of an action.
fn goes_on(state: &State, seat: Seat) -> bool {
    let in_the_middle = matches!(state.phase(), Phase::Push { .. } | Phase::Flow { .. });
    in_the_middle && state.mover() == Some(seat)
}

fn with(line: &Line, seat: Seat, action: Action, dice: &mut Dice) -> Line {
    let after = line.after.after(seat, &action, dice);
    let after = after.expect("a legal decision");
    let opens = matches!(action, Action::Open { .. });
    // An unfinished action is not compared, and a tile revealed in this world is only imagined.
    let worth = if goes_on(&after, seat) {
        0.0
    } else if opens {
        rating(&line.after, seat) + OPENING
    } else {
        rating(&after, seat)
    };
    let mut plan = Vec::with_capacity(line.plan.len() + 1);
    plan.extend_from_slice(&line.plan);
    plan.push(action);
    let after = Rc::new(after);
    Line { plan, after, worth }
}

/// Returns all actions that move pawns, and a limited number of each other kind.
fn some(actions: Vec<Action>, width: Width, dice: &mut Dice) -> Vec<Action> {
    let mut kinds = by_kind(actions);
    for kind in &mut kinds {
        if matches!(
            kind[0],
            Action::Rotate { .. } | Action::Open { .. } | Action::Swap { .. }
        ) {
            while kind.len() > width.quiet {
                kind.swap_remove(dice.below(kind.len()));
            }
        }
    }
    kinds.into_iter().flatten().collect()
}
