//! Puzzles of Tsuro: tiles that throw several players out, that win, or that are a long way.

mod outline;

use senda_bots::solve::tsuro::{Placed, only_best, only_thrower, placements, values};
use senda_rules::{
    AnyAction, AnyGame, Game, Seat,
    lesson::LessonResult,
    tsuro::{Action, State},
};

use crate::{
    attempt::Course,
    found::Found,
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
    let placed = placements(game, seat);
    if placed.len() < PLACEMENTS {
        return Vec::new();
    }
    let steps = |of, end: &Placed| end.after.gained(of).saturating_sub(game.gained(of));
    let gained = |end: &Placed| if end.stays { steps(seat, end) } else { 0 };
    let one = |goal, theme, end: &Placed| Found {
        goal,
        theme,
        solution: vec![end.action.clone()],
        // All markers that the tile moves are to be followed.
        length: game.still_in().iter().map(|of| steps(of, end)).sum(),
    };
    let mut found = Vec::new();
    if let Some(best) = only_thrower(&placed) {
        let players = best.thrown;
        if players >= 2 {
            found.push(one(Goal::Out { players }, Theme::SeveralOut, best));
        } else if best.after.outcome().is_some() {
            found.push(one(Goal::Win { turns: 1 }, Theme::Win, best));
        }
    }
    if let Some((best, next)) = only_best(&placed, gained) {
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
