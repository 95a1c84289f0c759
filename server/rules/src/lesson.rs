//! Lessons: prepared positions in which a game is learnt by playing it.
//!
//! A lesson is not a game of its own. What the learner decides goes through [`Game::decide`] like any other decision, and
//! what comes of it is told by [`Game::redact`] and [`Game::view`]. Nothing is kept: an attempt is played anew from the
//! lesson's position each time, with a chance of its own that comes out the same for everybody.

use std::str::FromStr;

use serde::Serialize;

use crate::{Game, GameEvent, Seat, Secret, Shuffler, Viewer};

/// Whose seat the learner has, in every lesson.
pub const LEARNER: Seat = Seat::ZERO;

/// Decisions of others after one of the learner's, beyond which they count as never ending.
const REPLIES_MOST: usize = 64;

/// A lesson of a game.
#[derive(Debug)]
pub struct Lesson<G: Game> {
    /// Its name, in addresses and in the keys of its text: small letters.
    pub id: &'static str,
    /// The position that it begins with, as text.
    pub position: &'static str,
    /// How many turns the learner has.
    pub turns: u8,
    /// What the others decide, in this order, as in the notation. What the learner has made impossible is left out, and
    /// whoever has nothing to say here decides as the clock would. Without any the lesson ends with the learner's turn.
    pub replies: &'static [&'static str],
    /// Whether one decision, by these events of it, is what the lesson is about.
    pub goal: fn(&[G::Event]) -> bool,
}

impl<G: Game> Lesson<G> {
    /// A lesson of one turn, to which nobody replies.
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

/// A lesson as far as somebody has come in it: what has happened since they decided last, or how it begins.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Attempt<E, V> {
    /// The learner's decision and those that others have made after it, in order; at the beginning of the lesson one
    /// step without events.
    pub steps: Vec<LessonStep<E, V>>,
    /// What has come of it.
    pub result: LessonResult,
}

/// One decision of a lesson, as the learner may know it.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct LessonStep<E, V> {
    /// What has happened.
    pub events: Vec<E>,
    /// The position after it, with the choices of the learner if they are to decide.
    pub view: V,
}

/// What has come of a lesson.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum LessonResult {
    /// The learner is to decide.
    Open,
    /// What the lesson is about has happened.
    Reached,
    /// It has not, and the learner's turns are over.
    NoTurns,
    /// It has not, and the learner is out of the game.
    Out,
    /// It has not, and the game is over.
    Over,
}

/// Why an attempt can't be played.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum NotPlayed<I> {
    /// The rules refuse one of the learner's decisions.
    Illegal(I),
    /// The lesson has ended before the last of them.
    Ended,
}

/// What comes of an attempt at a lesson.
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
    /// Plays the lesson with these decisions of the learner, from its beginning.
    ///
    /// # Errors
    /// The rules refuse one of them, or the lesson ends before the last.
    ///
    /// # Panics
    /// If the lesson itself can't be read.
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

    /// The lesson's position.
    ///
    /// # Panics
    /// If it can't be read.
    pub fn game(&self) -> G {
        self.position.parse().ok().expect("a lesson's position")
    }

    /// What the others are to decide, in order.
    ///
    /// # Panics
    /// If it can't be read.
    pub fn answers(&self) -> impl Iterator<Item = G::Action> + use<G> {
        let read = |text: &&str| text.parse().ok().expect("a lesson's reply");
        self.replies.iter().map(read)
    }
}

/// A lesson while it is played.
struct Course<'a, G: Game> {
    lesson: &'a Lesson<G>,
    game: G,
    chance: Shuffler,
    answers: std::vec::IntoIter<G::Action>,
    /// The learner's turns that have ended.
    turns: u8,
    /// Whether the learner hears of it: what they have decided before they know, and views take their time.
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

    /// The learner decides, and then the others, until it is the learner's turn again or the lesson has ended.
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

    /// Somebody else decides.
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

    /// Makes the events of one decision happen, and sees what has come of the lesson by them.
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

    /// Tells the learner how it is after these events.
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
        // The others still answer to the last turn, where that is what the lesson is about.
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
