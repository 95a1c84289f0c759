//! Checks that every lesson can be solved and missed as the game's file in `tests/lessons` says,
//! and that a lesson discloses no more than a room would.
//!
//! ```text
//! danger reached: place 17r2            the result after these decisions of the learner
//! danger out: place 4r0
//! win refused: place 4r0                the rules reject the last of them
//! win ended: place 17r2; place 4r0      the lesson ends before the last of them
//! ```
//! Decisions are separated by semicolons.

use std::{collections::BTreeSet, fs, path::PathBuf, str::FromStr};

use senda_rules::{
    AnyAction, Game, GameKind, Secret, Shuffler, Viewer,
    lesson::{LEARNER, Lesson, LessonResult, NotPlayed},
};
use serde_json::json;

use crate::table::{Dice, bytes, told};

/// The number of random attempts at each lesson.
const ATTEMPTS: u64 = 24;
/// The maximum number of decisions in a random attempt. An attempt that does not end earlier is
/// abandoned.
const DECISIONS: usize = 40;

/// Tests the lessons of every game of a list.
macro_rules! lessons {
    ($($variant:ident = $module:ident),+ $(,)?) => { $(
        mod $module {
            use senda_rules::$module::LESSONS;

            use super::{Told, hold_at_random, solved};

            #[test]
            fn every_lesson_can_be_solved_and_missed() {
                solved(LESSONS, &Told::of(stringify!($module)));
            }

            #[test]
            fn every_decision_continues_or_ends_a_lesson() {
                LESSONS.iter().for_each(hold_at_random);
            }
        }
    )+ };
}

senda_rules::each_game!(lessons);

/// A line of a game's file.
struct Line {
    lesson: String,
    result: String,
    actions: String,
}

/// The lines of a game's file.
struct Told(Vec<Line>);

impl Told {
    fn of(game: &str) -> Self {
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/lessons");
        let text = fs::read_to_string(folder.join(format!("{game}.txt"))).unwrap_or_default();
        let line = |line: &str| {
            let (head, actions) = line.split_once(": ").unwrap();
            let (lesson, result) = head.split_once(' ').unwrap();
            Line {
                lesson: lesson.to_owned(),
                result: result.to_owned(),
                actions: actions.to_owned(),
            }
        };
        Self(text.lines().map(line).collect())
    }
}

fn solved<G>(lessons: &[Lesson<G>], told: &Told)
where
    G: Game<Action: FromStr> + FromStr,
{
    let mut played = BTreeSet::new();
    for line in &told.0 {
        let name = format!("{} {}: {}", line.lesson, line.result, line.actions);
        let lesson = lessons.iter().find(|one| one.id == line.lesson);
        let lesson = lesson.unwrap_or_else(|| panic!("{name}: no such lesson"));
        let read = |text: &str| text.parse().ok().unwrap_or_else(|| panic!("{name}"));
        let actions: Vec<G::Action> = line.actions.split("; ").map(read).collect();
        let result = match lesson.attempt(&actions) {
            Ok(attempt) => json!(attempt.result),
            Err(NotPlayed::Illegal(_)) => json!("refused"),
            Err(NotPlayed::Ended) => json!("ended"),
        };
        assert_eq!(result, line.result, "{name}");
        if result != "refused" && result != "ended" {
            let (by_hand, replies) = by_hand(lesson, &actions);
            assert_eq!(steps(lesson, &actions), by_hand, "{name}");
            played.extend(replies.into_iter().map(|at| (lesson.id, at)));
        }
    }
    for lesson in lessons {
        let mut lines = told.0.iter().filter(|line| line.lesson == lesson.id);
        for (at, reply) in lesson.replies.iter().enumerate() {
            let is_played = played.contains(&(lesson.id, at));
            assert!(is_played, "{}: nobody plays {reply}", lesson.id);
        }
        assert!(
            lines.any(|line| line.result == "reached"),
            "{}: no solution",
            lesson.id
        );
    }
}

/// Returns the JSON that the learner receives for the last decision and for those that follow it.
fn steps<G>(lesson: &Lesson<G>, actions: &[G::Action]) -> Vec<Vec<String>>
where
    G: Game<Action: FromStr> + FromStr,
{
    let attempt = lesson.attempt(actions).ok().unwrap();
    let step = |step: &senda_rules::lesson::LessonStep<G::Event, G::View>| {
        let mut told: Vec<String> = step.events.iter().map(bytes).collect();
        told.push(bytes(&step.view));
        told
    };
    attempt.steps.iter().map(step).collect()
}

/// Computes the same steps without the lesson code, by the contract of games alone: the JSON that a
/// room would send to the owner of the learner's seat. Also returns the indexes of the scripted
/// replies that were played.
fn by_hand<G>(lesson: &Lesson<G>, actions: &[G::Action]) -> (Vec<Vec<String>>, Vec<usize>)
where
    G: Game<Action: FromStr> + FromStr,
{
    let mut game = lesson.game();
    let mut chance = Shuffler::new(&Secret([0; 32]), &[], 0);
    let mut answers = lesson.answers().enumerate();
    let (mut steps, mut played) = (Vec::new(), Vec::new());
    for (at, action) in actions.iter().enumerate() {
        let count = lesson.attempt(&actions[..=at]).ok().unwrap().steps.len();
        steps.clear();
        let events = game.decide(LEARNER, action, &mut chance).ok().unwrap();
        steps.push(told(&mut game, &events, Viewer::Seat(LEARNER)));
        while steps.len() < count {
            let seat = game.acting().iter().next().unwrap();
            let scripted = answers.find_map(|(at, answer)| {
                let events = game.decide(seat, &answer, &mut chance).ok()?;
                played.push(at);
                Some(events)
            });
            let events = scripted.unwrap_or_else(|| {
                let action = game.clock_action(seat, &mut chance).unwrap();
                game.decide(seat, &action, &mut chance).ok().unwrap()
            });
            steps.push(told(&mut game, &events, Viewer::Seat(LEARNER)));
        }
    }
    (steps, played)
}

/// Makes random decisions and checks that the lesson always has a result.
fn hold_at_random<G>(lesson: &Lesson<G>)
where
    G: Game<Action: FromStr> + FromStr,
{
    let mut ended = false;
    for seed in 0..ATTEMPTS {
        let mut dice = Dice::new(seed);
        let mut actions = Vec::new();
        let mut result = LessonResult::Open;
        while result == LessonResult::Open && actions.len() < DECISIONS {
            let legal = told_game(lesson, &actions).legal_actions(LEARNER);
            actions.push(legal[dice.below(legal.len())].clone());
            let attempt = lesson.attempt(&actions).ok().unwrap();
            assert!(!attempt.steps.is_empty());
            result = attempt.result;
        }
        if result != LessonResult::Open {
            ended = true;
            actions.push(actions[0].clone());
            assert_eq!(lesson.attempt(&actions), Err(NotPlayed::Ended));
        }
    }
    assert!(ended, "{} never ends", lesson.id);
}

/// Returns a game in which the learner may decide the same as in the lesson after these decisions.
fn told_game<G>(lesson: &Lesson<G>, actions: &[G::Action]) -> G
where
    G: Game<Action: FromStr> + FromStr,
{
    let attempt = lesson.attempt(actions).ok().unwrap();
    G::determinize(&attempt.steps.last().unwrap().view, &mut Dice::new(0))
}

#[test]
fn rejects_unknown_lessons_and_decisions_of_other_games() {
    let taught = |kind: &GameKind| !kind.lessons().is_empty();
    let kinds: Vec<GameKind> = GameKind::ALL.iter().copied().filter(taught).collect();
    for &kind in &kinds {
        let lesson = kind.lessons()[0];
        assert!(kind.attempt("none", &[]).is_none());
        let attempt = kind.attempt(lesson, &[]).unwrap().unwrap();
        assert_eq!(
            (attempt.steps.len(), attempt.result),
            (1, LessonResult::Open)
        );
        for &other in GameKind::ALL.iter().filter(|&&other| other != kind) {
            let resign = json!({ "game": other, "type": "resign" });
            let resign: AnyAction = serde_json::from_value(resign).unwrap();
            let refused = kind.attempt(lesson, &[resign]).unwrap().unwrap_err();
            let NotPlayed::Illegal(reason) = refused else {
                panic!("{kind:?} plays {other:?}");
            };
            assert_eq!(json!(reason), json!({ "code": "other_game" }));
        }
    }
}

#[test]
fn resigning_ends_a_lesson_as_out() {
    for &kind in GameKind::ALL {
        for lesson in kind.lessons() {
            let resign = json!({ "game": kind, "type": "resign" });
            let resign: AnyAction = serde_json::from_value(resign).unwrap();
            let attempt = kind.attempt(lesson, &[resign]).unwrap().unwrap();
            assert_eq!(attempt.result, LessonResult::Out, "{kind:?} {lesson}");
        }
    }
}
