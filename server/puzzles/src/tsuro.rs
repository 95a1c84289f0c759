//! Puzzles of Tsuro: tiles that throw several players out, that win, or that are a long way.

mod outline;

use senda_bots::{Dice, solve::tsuro::values};
use senda_rules::{
    AnyAction, AnyGame, Game, Seat,
    lesson::LessonResult,
    tsuro::{Action, State},
};

use crate::{
    attempt::Course,
    found::{Found, only_best, thrown_out},
    puzzle::{Goal, Theme},
};

pub use self::outline::outline;

/// Nothing is left out of positions.
pub const LEFT_OUT: &[&str] = &[];

/// The fewest placements among which a solver looks for one.
const PLACEMENTS: usize = 6;
/// The fewest steps of a long way.
const LONG: u16 = 7;
/// The number of steps that the next best way is shorter by, at least.
const LONGER_BY: u16 = 3;

/// The limit of the search for the ends of a game, in positions.
const NODES: u64 = 50_000;
/// The value of a decision from which it surely wins.
const WINS: f32 = 0.999;

/// Returns the puzzles that a position is. A turn is one decision, so all placements are tried. A
/// drawn tile comes after the goal is reached or missed, and the order of the pile doesn't matter.
pub fn find(game: &State, seat: Seat) -> Vec<Found<Action>> {
    let actions = game.legal_actions(seat);
    let all_are_placements = || {
        let mut actions = actions.iter();
        actions.all(|action| matches!(action, Action::Place { .. }))
    };
    if actions.len() < PLACEMENTS || !all_are_placements() {
        return Vec::new();
    }
    let mut dice = Dice::new(0);
    let after = |action| {
        game.after(seat, action, &mut dice)
            .expect("a legal decision")
    };
    let ends: Vec<(&Action, State)> = actions.iter().zip(actions.iter().map(after)).collect();
    let stays = |end: &State| end.still_in().contains(seat);
    let out = |(_, end): &(&Action, State)| {
        let out = if stays(end) { thrown_out(game, end) } else { 0 };
        u16::try_from(out).expect("eight players")
    };
    let gained = |(_, end): &(&Action, State)| {
        let steps = end.gained(seat).saturating_sub(game.gained(seat));
        if stays(end) { steps } else { 0 }
    };
    // All markers that the tile moves are to be followed.
    let walked = |end: &State| -> u16 {
        let steps = |seat| end.gained(seat).saturating_sub(game.gained(seat));
        game.still_in().iter().map(steps).sum()
    };
    let one = |goal, theme, (action, end): &(&Action, State)| Found {
        goal,
        theme,
        solution: vec![(*action).clone()],
        length: walked(end),
    };
    let mut found = Vec::new();
    if let Some((best, _)) = only_best(&ends, out) {
        let players = u8::try_from(out(best)).expect("eight players");
        if players >= 2 {
            found.push(one(Goal::Out { players }, Theme::SeveralOut, best));
        } else if best.1.outcome().is_some() {
            found.push(one(Goal::Win { turns: 1 }, Theme::Win, best));
        }
    }
    if let Some((best, next)) = only_best(&ends, gained) {
        let least = gained(best);
        if least >= LONG && least - next >= LONGER_BY {
            found.push(one(Goal::Gain { least }, Theme::LongWay, best));
        }
    }
    found.extend(ending(game, seat));
    found
}

/// Returns a way to win or to throw several players out. A long way for its own sake is none.
pub fn opportunity(game: &State, seat: Seat) -> Option<Found<Action>> {
    let mut found = find(game, seat).into_iter();
    found.find(|found| found.theme != Theme::LongWay)
}

/// Returns the puzzle that a position is in which two players know every tile: only one decision
/// wins against every answer, and not at once.
fn ending(game: &State, seat: Seat) -> Option<Found<Action>> {
    if game.still_in().iter().count() != 2 {
        return None;
    }
    let wins = winners(game, seat);
    if wins.len() != 1 {
        return None;
    }
    let turns = u8::try_from(game.table().hand(seat).len()).expect("a hand");
    let goal = Goal::Win { turns };
    let mut course = Course::new(goal, AnyGame::Tsuro(game.clone()));
    let mut solution = Vec::new();
    while course.result == LessonResult::Open {
        let AnyGame::Tsuro(now) = &course.game else {
            return None;
        };
        let action = winners(now, seat).into_iter().next()?;
        course.decide(&AnyAction::Tsuro(action.clone())).ok()?;
        solution.push(action);
    }
    let decisions = u16::try_from(solution.len()).expect("a hand");
    let is_long = course.result == LessonResult::Reached && decisions > 1;
    is_long.then_some(Found {
        goal,
        theme: Theme::Ending,
        length: decisions,
        solution,
    })
}

/// Returns the decisions that win for sure, if the seat knows every tile.
fn winners(game: &State, seat: Seat) -> Vec<Action> {
    let known = values(game, seat, NODES).values.into_iter();
    let wins = known.filter(|&(_, value)| value >= WINS);
    wins.map(|(action, _)| action).collect()
}
