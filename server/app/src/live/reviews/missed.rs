//! The goals that people missed in a finished game.

use senda_bots::Budget;
use senda_puzzles::{Decision, Found, Goal, Theme, missed};
use senda_room::{protocol::By, review::Course};
use senda_rules::{AnyAction, GameKind, Seat};
use senda_store::GameId;
use serde::Serialize;

/// The goals that people could have reached in a turn of a finished game, and didn't.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
pub struct MissedGoals {
    /// The id of the game.
    id: GameId,
    /// The kind of the game.
    game: GameKind,
    /// The goals in the order of the game.
    missed: Vec<MissedGoal>,
}

/// A goal that a person missed.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
pub struct MissedGoal {
    /// The version of the room after the decision before which the goal could be reached.
    version: u32,
    /// The seat that missed it.
    seat: Seat,
    /// The goal.
    goal: Goal,
    /// The idea of the solution.
    theme: Theme,
    /// The number of decisions of the shortest solution.
    decisions: usize,
}

impl MissedGoals {
    /// Finds what people missed in a game. Calls `count` for each decision that is examined. Where
    /// the budget ends, the list does.
    pub(super) fn of(course: &Course, id: GameId, budget: &Budget, count: impl Fn()) -> Self {
        let moments: Vec<_> = course.moments().collect();
        let decisions: Vec<Decision> = moments
            .iter()
            .map(|moment| Decision {
                seat: moment.seat,
                action: moment.action,
                before: &moment.before,
                after: &moment.after,
            })
            .collect();
        let is_asked = |at: usize| {
            count();
            moments[at].by == By::Player && !budget.is_over()
        };
        let missed = missed(&decisions, is_asked).into_iter();
        let goal = |(at, found): (usize, Found<AnyAction>)| MissedGoal {
            version: moments[at].version,
            seat: moments[at].seat,
            goal: found.goal,
            theme: found.theme,
            decisions: found.solution.len(),
        };
        Self {
            id,
            game: course.kind(),
            missed: missed.map(goal).collect(),
        }
    }
}
