//! Replays an attempt at a puzzle.

use senda_bots::{Budget, Level, choose};
use senda_rules::{
    AnyAction, AnyAttempt, AnyEvent, AnyGame, AnyIllegal, Game, GameEvent, GameKind, Seat, Secret,
    Shuffler, Viewer,
    lesson::{Attempt, LessonResult, LessonStep, NotPlayed},
};

use crate::{
    Puzzle,
    puzzle::{Goal, solver},
};

/// The maximum number of decisions by other seats after one of the solver's. Beyond it the attempt
/// ends as it is.
const REPLIES_MOST: usize = 64;
/// The iterations of the bot that answers while the puzzle goes on.
const DEFENCE: u32 = 200;

/// An attempt at a puzzle while it is replayed.
pub(crate) struct Course {
    goal: Goal,
    seat: Seat,
    before: AnyGame,
    pub(crate) game: AnyGame,
    chance: Shuffler,
    /// The number of the solver's turns that have ended.
    turns: u8,
    /// The events of each decision since the solver's last one, and the game after them.
    steps: Vec<(Vec<AnyEvent>, AnyGame)>,
    pub(crate) result: LessonResult,
}

impl Puzzle {
    /// Replays an attempt at the puzzle from its beginning with these decisions of the solver, and
    /// returns what the solver may know: the steps since the last decision, with the answers of the
    /// other seats. `next` is the decision of the solution that comes next, if the decisions are
    /// those of the solution so far.
    ///
    /// # Errors
    /// Returns an error if the rules reject one of the decisions, or if the attempt has ended
    /// before the last one.
    ///
    /// # Panics
    /// Panics if the puzzle's texts can't be parsed, which a test of all puzzles rules out.
    pub fn attempt(
        &self,
        kind: GameKind,
        actions: &[AnyAction],
    ) -> Result<AnyAttempt, NotPlayed<AnyIllegal>> {
        attempt(self.goal, self.game(kind), &self.decisions(kind), actions)
    }

    /// Returns whether these decisions of the solver reach the goal.
    pub fn is_solved_by(&self, kind: GameKind, actions: &[AnyAction]) -> bool {
        let mut course = Course::new(self.goal, self.game(kind));
        let played = actions.iter().try_for_each(|action| course.decide(action));
        played.is_ok() && course.result == LessonResult::Reached
    }
}

/// Replays an attempt at a goal from a position with these decisions of the solver, as
/// [`Puzzle::attempt`] does.
///
/// # Errors
/// Returns the same errors.
///
/// # Panics
/// Panics if no seat can decide anything in the position.
pub fn attempt(
    goal: Goal,
    game: AnyGame,
    solution: &[AnyAction],
    actions: &[AnyAction],
) -> Result<AnyAttempt, NotPlayed<AnyIllegal>> {
    let mut course = Course::new(goal, game);
    for action in actions {
        course.decide(action)?;
    }
    let viewer = Viewer::Seat(course.seat);
    let step = |(events, game): &(Vec<AnyEvent>, AnyGame)| LessonStep::of(events, game, viewer);
    let is_on_way = solution.starts_with(actions);
    Ok(Attempt {
        steps: course.steps.iter().map(step).collect(),
        result: course.result,
        next: solution.get(actions.len()).filter(|_| is_on_way).cloned(),
    })
}

impl Course {
    pub(crate) fn new(goal: Goal, game: AnyGame) -> Self {
        Self {
            goal,
            seat: solver(&game),
            before: game.clone(),
            steps: vec![(Vec::new(), game.clone())],
            game,
            chance: Shuffler::new(&Secret([0; 32]), &[], 0),
            turns: 0,
            result: LessonResult::Open,
        }
    }

    /// Plays a decision of the solver, and then those of the other seats until the solver is to
    /// decide again. They also answer an attempt that has failed.
    pub(crate) fn decide(&mut self, action: &AnyAction) -> Result<(), NotPlayed<AnyIllegal>> {
        if self.result != LessonResult::Open {
            return Err(NotPlayed::Ended);
        }
        let events = self.game.decide(self.seat, action, &mut self.chance)?;
        self.steps.clear();
        self.happen(events);
        for _ in 0..REPLIES_MOST {
            let other = self.game.acting().iter().find(|&seat| seat != self.seat);
            let waits = self.game.acting().contains(self.seat);
            let (false, Some(other)) = (waits || self.result == LessonResult::Reached, other)
            else {
                return Ok(());
            };
            let events = self.reply(other);
            self.happen(events);
        }
        if self.result == LessonResult::Open {
            self.result = LessonResult::NoTurns;
        }
        Ok(())
    }

    /// Returns the events of another seat's decision: a bot's. Where the solver has further turns,
    /// it is the best bot, which plays solved endings without an error.
    fn reply(&mut self, seat: Seat) -> Vec<AnyEvent> {
        let view = self.game.view(Viewer::Seat(seat));
        let level = if self.goal.turns() > 1 {
            Level::Hard
        } else {
            Level::Medium
        };
        let choice = choose(&view, seat, level, &Budget::iterations(DEFENCE), 0);
        let action = choice.expect("something to decide").action;
        let decided = self.game.decide(seat, &action, &mut self.chance);
        decided.expect("a legal decision")
    }

    /// Applies the events of one decision and updates the result.
    fn happen(&mut self, events: Vec<AnyEvent>) {
        let mover = self.game.mover();
        self.game.apply_all(&events);
        if mover == Some(self.seat) && events.iter().any(GameEvent::begins_turn) {
            self.turns += 1;
        }
        if self.result == LessonResult::Open {
            self.result = self.judged();
        }
        self.steps.push((events, self.game.clone()));
    }

    fn judged(&self) -> LessonResult {
        if self.goal.is_reached(&self.before, &self.game, self.seat) {
            LessonResult::Reached
        } else if !self.game.still_in().contains(self.seat) {
            LessonResult::Out
        } else if self.game.outcome().is_some() {
            LessonResult::Over
        } else if self.turns >= self.goal.turns() {
            LessonResult::NoTurns
        } else {
            LessonResult::Open
        }
    }
}
