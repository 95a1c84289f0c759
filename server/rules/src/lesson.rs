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
    /// The decisions of the other seats, in this order, in the notation. A reply that the learner's
    /// play has made illegal is skipped. When no reply is left, the seat plays its
    /// [`Game::clock_action`]. If the list is empty, the lesson ends with the learner's last turn.
    pub replies: &'static [&'static str],
    /// Returns whether a decision with these events reaches the goal of the lesson.
    pub goal: fn(&[G::Event]) -> bool,
}

impl<G: Game> Lesson<G> {
    /// Returns a lesson of one turn without replies.
    pub const fn of_one_turn(
        id: &'static str,
        position: &'static str,
        goal: fn(&[G::Event]) -> bool,
    ) -> Self {
        Self {
            id,
            position,
            turns: 1,
            replies: &[],
            goal,
        }
    }
}

/// The state of an attempt at a lesson: the steps since the learner's last decision, or the
/// starting position.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Attempt<E, V> {
    /// The learner's last decision and the decisions of other seats after it, in order. At the
    /// beginning of the lesson it is one step without events.
    pub steps: Vec<LessonStep<E, V>>,
    /// The result of the attempt so far.
    pub result: LessonResult,
}

/// One decision of a lesson, redacted for the learner.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct LessonStep<E, V> {
    /// The events of the decision.
    pub events: Vec<E>,
    /// The position after the decision, with the learner's choices if it is their turn to decide.
    pub view: V,
}

/// The result of an attempt at a lesson.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
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
pub type Played<G> =
    Result<Attempt<<G as Game>::Event, <G as Game>::View>, NotPlayed<<G as Game>::Illegal>>;

impl<I> From<I> for NotPlayed<I> {
    fn from(illegal: I) -> Self {
        Self::Illegal(illegal)
    }
}

impl<G> Lesson<G>
where
    G: Game<Action: FromStr> + FromStr,
{
    /// Replays the lesson from its beginning with these decisions of the learner.
    ///
    /// # Errors
    /// Returns an error if the rules reject one of the decisions, or if the lesson ends before the
    /// last one.
    ///
    /// # Panics
    /// Panics if the text of the lesson itself can't be parsed.
    pub fn attempt(&self, actions: &[G::Action]) -> Played<G> {
        let mut course = Course::new(self);
        if let Some((last, before)) = actions.split_last() {
            for action in before {
                course.decide(action)?;
            }
            course.is_told = true;
            course.decide(last)?;
        } else {
            course.tell(&[]);
        }
        Ok(Attempt {
            steps: course.steps,
            result: course.result,
        })
    }

    /// Returns the starting position of the lesson.
    ///
    /// # Panics
    /// Panics if the position can't be parsed.
    pub fn game(&self) -> G {
        self.position.parse().ok().expect("a lesson's position")
    }

    /// Returns the parsed replies of the other seats, in order.
    ///
    /// # Panics
    /// Panics if a reply can't be parsed.
    pub fn answers(&self) -> impl Iterator<Item = G::Action> + use<G> {
        let read = |text: &&str| text.parse().ok().expect("a lesson's reply");
        self.replies.iter().map(read)
    }
}

/// The running state of a lesson while it is replayed.
struct Course<'a, G: Game> {
    lesson: &'a Lesson<G>,
    game: G,
    chance: Shuffler,
    answers: std::vec::IntoIter<G::Action>,
    /// The number of the learner's turns that have ended.
    turns: u8,
    /// Whether steps are recorded. They are recorded only for the learner's last decision: the
    /// learner knows the earlier steps, and views are slow to build.
    is_told: bool,
    steps: Vec<LessonStep<G::Event, G::View>>,
    result: LessonResult,
}

impl<'a, G> Course<'a, G>
where
    G: Game<Action: FromStr> + FromStr,
{
    fn new(lesson: &'a Lesson<G>) -> Self {
        Self {
            lesson,
            game: lesson.game(),
            chance: Shuffler::new(&Secret([0; 32]), &[], 0),
            answers: lesson.answers().collect::<Vec<_>>().into_iter(),
            turns: 0,
            is_told: false,
            steps: Vec::new(),
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
        self.happen(&events);
        for _ in 0..REPLIES_MOST {
            if self.result != LessonResult::Open || self.game.acting().contains(LEARNER) {
                return Ok(());
            }
            let events = self.reply();
            self.happen(&events);
        }
        self.result = LessonResult::NoTurns;
        Ok(())
    }

    /// Returns the events of the next decision by another seat: the next legal reply, or else what
    /// its clock decides.
    fn reply(&mut self) -> Vec<G::Event> {
        let seat = self
            .game
            .acting()
            .iter()
            .next()
            .expect("a game that goes on");
        for answer in self.answers.by_ref() {
            if let Ok(events) = self.game.decide(seat, &answer, &mut self.chance) {
                return events;
            }
        }
        let action = self.game.clock_action(seat, &mut self.chance);
        let action = action.expect("something to decide");
        let decided = self.game.decide(seat, &action, &mut self.chance);
        decided.expect("a legal decision")
    }

    /// Applies the events of one decision and updates the result of the lesson.
    fn happen(&mut self, events: &[G::Event]) {
        let mover = self.game.mover();
        for event in events {
            self.game.apply(event);
        }
        if mover == Some(LEARNER) && events.iter().any(GameEvent::begins_turn) {
            self.turns += 1;
        }
        self.result = self.judged(events);
        if self.is_told {
            self.tell(events);
        }
    }

    /// Records a step with these events, redacted for the learner.
    fn tell(&mut self, events: &[G::Event]) {
        let viewer = Viewer::Seat(LEARNER);
        self.steps.push(LessonStep {
            events: events
                .iter()
                .map(|event| self.game.redact(event, viewer))
                .collect(),
            view: self.game.view(viewer),
        });
    }

    fn judged(&self, events: &[G::Event]) -> LessonResult {
        let has_turns = self.turns < self.lesson.turns;
        // If the lesson has replies, the other seats still reply to the learner's last turn.
        let is_answered = self.game.acting().contains(LEARNER) || self.lesson.replies.is_empty();
        if (self.lesson.goal)(events) {
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
