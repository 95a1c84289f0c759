//! Whole turns: what a seat can do until somebody else decides or something hidden comes to light.

use std::rc::Rc;

use senda_rules::{
    Game, Seat, Seats,
    tortus::{Action, Phase, State},
};

use super::rating::rating;
use crate::Dice;

/// Decisions of one seat in a row.
pub(super) type Plan = Vec<Action>;

/// A plan, and what comes of it.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) plan: Plan,
    pub(super) after: Rc<State>,
    /// What the position after it is worth to its seat.
    pub(super) worth: f32,
}

/// How widely plans are looked for.
#[derive(Copy, Clone, Debug)]
pub(super) struct Width {
    /// Unfinished turns that are gone on with, of those with as many actions.
    pub(super) beam: usize,
    /// Actions of each kind that doesn't move a pawn that are looked at.
    pub(super) quiet: usize,
    /// Landings of one move that are looked at.
    pub(super) landings: usize,
}

/// What is worth opening a tile: something comes to light, and nobody knows whom it serves.
const OPENING: f32 = 0.02;

/// The best plans of the seat that decides, so many, the best first; at least one.
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
    best_first(finished, most)
}

/// The best lines, so many, of those that come to the same position only the first.
fn best_first(mut lines: Vec<Line>, most: usize) -> Vec<Line> {
    lines.sort_by(|one, other| other.worth.total_cmp(&one.worth));
    let mut best: Vec<Line> = Vec::new();
    for line in lines {
        if best.len() == most {
            break;
        }
        let same_worth = |known: &&Line| known.worth.total_cmp(&line.worth).is_eq();
        let mut alike = best.iter().rev().take_while(same_worth);
        if !alike.any(|known| known.after == line.after) {
            best.push(line);
        }
    }
    best
}

/// The line with each of the next whole actions.
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
    // What a pawn does after its first step: the nearest ways first, as many as may be looked at.
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

/// Whether an action of the seat is in its middle.
fn goes_on(state: &State, seat: Seat) -> bool {
    let in_the_middle = matches!(state.phase(), Phase::Push { .. } | Phase::Flow { .. });
    in_the_middle && state.mover() == Some(seat)
}

fn with(line: &Line, seat: Seat, action: Action, dice: &mut Dice) -> Line {
    let after = line.after.after(seat, &action, dice);
    let after = after.expect("a legal decision");
    let opens = matches!(action, Action::Open { .. });
    // What goes on is not compared, and what comes to light is only imagined.
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

/// All that moves pawns, and some of each other kind.
fn some(actions: Vec<Action>, width: Width, dice: &mut Dice) -> Vec<Action> {
    let mut kinds: Vec<Vec<Action>> = Vec::new();
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
