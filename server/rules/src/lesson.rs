//! Lessons: prepared positions that teach a game by playing it.
//!
//! A lesson is not a game of its own. The learner's decisions go through [`Game::decide`] like any
//! other decision, and the results are sent through [`Game::redact`] and [`Game::view`]. No state
//! is kept: each attempt is replayed from the lesson's position, with a fixed seed that gives every
//! learner the same chance.

use std::str::FromStr;

use serde::Serialize;

use crate::{Game, GameEvent, Seat, Secret, Shuffler, Viewer};

/// The learner's seat, in every lesson.
pub const LEARNER: Seat = Seat::ZERO;

/// The maximum number of decisions by other seats after one of the learner's. Beyond it the lesson
/// counts as never ending, and its result is [`LessonResult::NoTurns`].
const REPLIES_MOST: usize = 64;

/// A lesson of a game.
#[derive(Debug)]
pub struct Lesson<G: Game> {
    /// The lesson's id in lower-case letters, used in URLs and in the keys of its texts.
    pub id: &'static str,
    /// The starting position, as text.
    pub position: &'static str,
    /// The number of turns that the learner has.
    pub turns: u8,
    /// The lines that the other seats may play after a decision of the learner, in the notation.
    /// They play the first line that is legal as a whole, and after it, or without one, the
    /// [`Game::clock_action`]. If the list is empty, the lesson ends with the learner's last turn.
    pub replies: &'static [&'static [&'static str]],
    /// A solution, in the notation, which the learner's page points at step by step. It is empty
    /// where the learner is to find one.
    pub way: &'static [&'static str],
    /// Returns whether a decision with these events, which lead to this game, reaches the goal of
    /// the lesson. A learner who wins the game has reached the goal of every lesson.
    pub goal: fn(&G, &[G::Event]) -> bool,
}

impl<G: Game> Lesson<G> {
    /// Returns a lesson of one turn without replies.
    pub const fn of_one_turn(
        id: &'static str,
        position: &'static str,
        way: &'static [&'static str],
        goal: fn(&G, &[G::Event]) -> bool,
    ) -> Self {
        Self {
            id,
            position,
            turns: 1,
            replies: &[],
            way,
            goal,
        }
    }
}

/// The state of an attempt at a lesson: the steps since the learner's last decision, or the
/// starting position.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "Attempt")
)]
pub struct Attempt<A, E, V> {
    /// The learner's last decision and the decisions of other seats after it, in order. At the
    /// beginning of the lesson it is one step without events.
    pub steps: Vec<LessonStep<E, V>>,
    /// The result of the attempt so far.
    pub result: LessonResult,
    /// The next decision of the lesson's solution; `null` if the lesson shows none, or if the
    /// learner's play has made it illegal.
    pub next: Option<A>,
}

/// The course of an attempt at a lesson since the learner's last decision, as the rules see it.
#[derive(Clone, Debug)]
pub struct Replay<G: Game> {
    /// The events of each decision, in order, and the game after it.
    pub steps: Vec<(Vec<G::Event>, G)>,
    /// The result of the attempt so far.
    pub result: LessonResult,
}

/// One decision of a lesson, redacted for the learner.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "LessonStep")
)]
pub struct LessonStep<E, V> {
    /// The events of the decision.
    pub events: Vec<E>,
    /// The position after the decision, with the learner's choices if it is their turn to decide.
    pub view: V,
}

impl<E, V> LessonStep<E, V> {
    /// Returns the decision with these events, which led to this game, as the viewer may know it.
    pub fn of<G: Game<Event = E, View = V>>(events: &[E], game: &G, viewer: Viewer) -> Self {
        let seen = events.iter().map(|event| game.redact(event, viewer));
        Self {
            events: seen.collect(),
            view: game.view(viewer),
        }
    }
}

/// The result of an attempt at a lesson.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum LessonResult {
    /// The learner is to decide.
    Open,
    /// The goal of the lesson is reached.
    Reached,
    /// The goal is not reached, and the learner has no turns left.
    NoTurns,
    /// The goal is not reached, and the learner is out of the game.
    Out,
    /// The goal is not reached, and the game is over.
    Over,
}

/// The reason why an attempt can't be played.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum NotPlayed<I> {
    /// The rules reject one of the learner's decisions.
    Illegal(I),
    /// The lesson has ended before the last of the decisions.
    Ended,
}

/// The result of replaying an attempt at a lesson.
pub type Played<G> = Result<
    Attempt<<G as Game>::Action, <G as Game>::Event, <G as Game>::View>,
    NotPlayed<<G as Game>::Illegal>,
>;

impl<I> From<I> for NotPlayed<I> {
    fn from(illegal: I) -> Self {
        Self::Illegal(illegal)
    }
}

impl<G> Lesson<G>
where
    G: Game<Action: FromStr> + FromStr,
{
    /// Replays the lesson from its beginning with these decisions of the learner, and returns what
    /// the learner may know.
    ///
    /// # Errors
    /// Returns an error if the rules reject one of the decisions, or if the lesson ends before the
    /// last one.
    ///
    /// # Panics
    /// Panics if the text of the lesson itself can't be parsed.
    pub fn attempt(&self, actions: &[G::Action]) -> Played<G> {
        let course = self.course(actions)?;
        let viewer = Viewer::Seat(LEARNER);
        let step = |(events, game): &(Vec<G::Event>, G)| LessonStep::of(events, game, viewer);
        Ok(Attempt {
            steps: course.steps.iter().map(step).collect(),
            result: course.result,
            next: course.next(actions),
        })
    }

    /// Replays the lesson as [`Lesson::attempt`] does, and returns everything. It is much faster,
    /// because it builds no views.
    ///
    /// # Errors
    /// Returns the same errors as [`Lesson::attempt`].
    ///
    /// # Panics
    /// Panics if the text of the lesson itself can't be parsed.
    pub fn replay(&self, actions: &[G::Action]) -> Result<Replay<G>, NotPlayed<G::Illegal>> {
        let Course { steps, result, .. } = self.course(actions)?;
        Ok(Replay { steps, result })
    }

    fn course(&self, actions: &[G::Action]) -> Result<Course<'_, G>, NotPlayed<G::Illegal>> {
        let mut course = Course::new(self);
        for action in actions {
            course.steps.clear();
            course.decide(action)?;
        }
        Ok(course)
    }

    /// Returns the starting position of the lesson.
    ///
    /// # Panics
    /// Panics if the position can't be parsed.
    pub fn game(&self) -> G {
        self.position.parse().ok().expect("a lesson's position")
    }

    /// Returns the lines of the other seats, in order.
    ///
    /// # Panics
    /// Panics if a reply can't be parsed.
    pub fn lines(&self) -> impl Iterator<Item = Vec<G::Action>> + use<G> {
        self.replies.iter().map(|line| read::<G>(line))
    }

    /// Returns the decisions of the lesson's own solution, in order.
    ///
    /// # Panics
    /// Panics if a decision can't be parsed.
    pub fn solution(&self) -> Vec<G::Action> {
        read::<G>(self.way)
    }
}

/// Parses decisions of a lesson.
fn read<G: Game<Action: FromStr>>(decisions: &[&str]) -> Vec<G::Action> {
    let read = |text: &&str| text.parse().ok().expect("a lesson's decision");
    decisions.iter().map(read).collect()
}

/// Returns whether a seat has won the game alone.
pub fn is_won<G: Game>(game: &G, seat: Seat) -> bool {
    game.outcome().is_some_and(|outcome| {
        let mut firsts = outcome.places.iter().enumerate();
        firsts.all(|(other, &place)| (place == 1) == (other == seat.index()))
    })
}

/// The running state of a lesson while it is replayed.
struct Course<'a, G: Game> {
    lesson: &'a Lesson<G>,
    game: G,
    chance: Shuffler,
    /// The decisions that the other seats have left of the line that they play; `None` before they
    /// have chosen a line.
    line: Option<std::vec::IntoIter<G::Action>>,
    /// The number of the learner's turns that have ended.
    turns: u8,
    /// The steps since the learner's last decision. The learner knows the earlier ones.
    steps: Vec<(Vec<G::Event>, G)>,
    result: LessonResult,
}

impl<'a, G> Course<'a, G>
where
    G: Game<Action: FromStr> + FromStr,
{
    fn new(lesson: &'a Lesson<G>) -> Self {
        let game = lesson.game();
        Self {
            lesson,
            steps: vec![(Vec::new(), game.clone())],
            game,
            chance: Shuffler::new(&Secret([0; 32]), &[], 0),
            line: None,
            turns: 0,
            result: LessonResult::Open,
        }
    }

    /// Plays the learner's decision, and then the decisions of the other seats until the learner is
    /// to act again or the lesson has ended.
    fn decide(&mut self, action: &G::Action) -> Result<(), NotPlayed<G::Illegal>> {
        if self.result != LessonResult::Open {
            return Err(NotPlayed::Ended);
        }
        let events = self.game.decide(LEARNER, action, &mut self.chance)?;
        self.happen(events);
        self.line = None;
        for _ in 0..REPLIES_MOST {
            if self.result != LessonResult::Open || self.game.acting().contains(LEARNER) {
                return Ok(());
            }
            let events = self.reply();
            self.happen(events);
        }
        self.result = LessonResult::NoTurns;
        Ok(())
    }

    /// Returns the events of the next decision by another seat: the next of its line, or else what
    /// its clock decides.
    fn reply(&mut self) -> Vec<G::Event> {
        let next = self.line.get_or_insert_with(|| {
            let mut lines = self.lesson.lines();
            let line = lines.find(|line| is_playable(&self.game, &self.chance, line));
            line.unwrap_or_default().into_iter()
        });
        let next = next.next();
        let seat = others(&self.game).expect("a game that goes on");
        let action = next.or_else(|| self.game.clock_action(seat, &mut self.chance));
        let action = action.expect("something to decide");
        let decided = self.game.decide(seat, &action, &mut self.chance);
        decided.expect("a legal decision")
    }

    /// Applies the events of one decision and updates the result of the lesson.
    fn happen(&mut self, events: Vec<G::Event>) {
        let mover = self.game.mover();
        self.game.apply_all(&events);
        if mover == Some(LEARNER) && events.iter().any(GameEvent::begins_turn) {
            self.turns += 1;
        }
        self.result = self.judged(&events);
        self.steps.push((events, self.game.clone()));
    }

    /// Returns the first decision of the lesson's solution that is left, if it is legal now.
    fn next(&self, done: &[G::Action]) -> Option<G::Action> {
        let is_open = self.result == LessonResult::Open;
        let mut way = self.lesson.solution().into_iter();
        let next = way.find(|action| is_open && !done.contains(action))?;
        let decided = self.game.decide(LEARNER, &next, &mut self.chance.clone());
        decided.is_ok().then_some(next)
    }

    fn judged(&self, events: &[G::Event]) -> LessonResult {
        let has_turns = self.turns < self.lesson.turns;
        // If the lesson has replies, the other seats still reply to the learner's last turn.
        let is_answered = self.game.acting().contains(LEARNER) || self.lesson.replies.is_empty();
        if is_won(&self.game, LEARNER) || (self.lesson.goal)(&self.game, events) {
            LessonResult::Reached
        } else if !self.game.still_in().contains(LEARNER) {
            LessonResult::Out
        } else if self.game.outcome().is_some() {
            LessonResult::Over
        } else if !has_turns && is_answered {
            LessonResult::NoTurns
        } else {
            LessonResult::Open
        }
    }
}

/// Returns the other seat that decides now, if there is one.
fn others<G: Game>(game: &G) -> Option<Seat> {
    game.acting().iter().find(|&seat| seat != LEARNER)
}

/// Returns whether the other seats can play all decisions of a line, one after the other.
fn is_playable<G: Game>(game: &G, chance: &Shuffler, line: &[G::Action]) -> bool {
    let (mut game, mut chance) = (game.clone(), chance.clone());
    line.iter().all(|action| {
        let Some(seat) = others(&game) else {
            return false;
        };
        let Ok(events) = game.decide(seat, action, &mut chance) else {
            return false;
        };
        game.apply_all(&events);
        true
    })
}
