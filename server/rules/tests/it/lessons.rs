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

use std::{collections::BTreeSet, fmt::Display, fs, path::PathBuf, str::FromStr};

use senda_rules::{
    AnyAction, Game, GameKind, Secret, Shuffler, Viewer,
    lesson::{LEARNER, Lesson, LessonResult, NotPlayed, Replay},
};
use serde_json::json;

use crate::table::{Dice, bytes, told};

/// The number of random attempts at each lesson.
const ATTEMPTS: u64 = 24;
/// The number of lines up to which all of them are played on.
const FEW: usize = 40;
/// The maximum number of decisions in a random attempt. An attempt that does not end earlier is
/// abandoned.
const DECISIONS: usize = 40;

/// Tests the lessons of every game of a list.
macro_rules! lessons {
    ($($variant:ident = $module:ident),+ $(,)?) => { $(
        mod $module {
            use senda_rules::$module::LESSONS;

            use super::{Told, hold_at_random, judges_every_line, solved, spares_the_safe};

            #[test]
            fn every_lesson_can_be_solved_and_missed() {
                solved(LESSONS, &Told::of(stringify!($module)));
            }

            #[test]
            fn every_decision_continues_or_ends_a_lesson() {
                LESSONS.iter().for_each(hold_at_random);
            }

            #[test]
            fn a_goal_accepts_exactly_the_lines_that_reach_it_and_every_win() {
                LESSONS.iter().for_each(judges_every_line);
            }

            #[test]
            fn a_learner_who_is_spared_could_not_be_beaten() {
                LESSONS.iter().for_each(spares_the_safe);
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
        for (at, line) in lesson.replies.iter().enumerate() {
            let is_played = played.contains(&(lesson.id, at));
            assert!(is_played, "{}: nobody plays {line:?}", lesson.id);
        }
        shows_its_solution(lesson);
        assert!(
            lines.any(|line| line.result == "reached"),
            "{}: no solution",
            lesson.id
        );
    }
}

/// Checks that a lesson that shows a solution leads the learner along it to the goal.
fn shows_its_solution<G>(lesson: &Lesson<G>)
where
    G: Game<Action: FromStr> + FromStr,
{
    let way = lesson.solution();
    for done in 0..way.len() {
        let attempt = lesson.attempt(&way[..done]).ok().unwrap();
        assert_eq!(attempt.result, LessonResult::Open, "{} {done}", lesson.id);
        assert_eq!(
            attempt.next.as_ref(),
            Some(&way[done]),
            "{} {done}",
            lesson.id
        );
    }
    if !way.is_empty() {
        let attempt = lesson.attempt(&way).ok().unwrap();
        let ended = (attempt.result, attempt.next);
        assert_eq!(ended, (LessonResult::Reached, None), "{}", lesson.id);
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
    let (mut steps, mut played) = (Vec::new(), Vec::new());
    for (at, action) in actions.iter().enumerate() {
        let replay = lesson.replay(&actions[..=at]).ok().unwrap();
        steps.clear();
        let events = game.decide(LEARNER, action, &mut chance).ok().unwrap();
        steps.push(told(&mut game, &events, Viewer::Seat(LEARNER)));
        let mut line = Vec::new().into_iter();
        while steps.len() < replay.steps.len() {
            let seat = game.acting().iter().next().unwrap();
            if steps.len() == 1 {
                let mut lines = lesson.lines().enumerate();
                if let Some((at, chosen)) = lines.find(|(_, one)| is_legal(&game, &chance, one)) {
                    played.push(at);
                    line = chosen.into_iter();
                }
            }
            let action = line.next();
            let action = action.unwrap_or_else(|| game.clock_action(seat, &mut chance).unwrap());
            let events = game.decide(seat, &action, &mut chance).ok().unwrap();
            steps.push(told(&mut game, &events, Viewer::Seat(LEARNER)));
        }
    }
    (steps, played)
}

/// Whether the other seats can make all these decisions, one after the other.
fn is_legal<G: Game>(game: &G, chance: &Shuffler, line: &[G::Action]) -> bool {
    let (mut game, mut chance) = (game.clone(), chance.clone());
    line.iter().all(|action| {
        let seat = game.acting().iter().find(|&seat| seat != LEARNER);
        let events = seat.and_then(|seat| game.decide(seat, action, &mut chance).ok());
        events.iter().flatten().for_each(|event| game.apply(event));
        events.is_some()
    })
}

/// Plays every line of the learner that the rules allow, at least up to one decision more than the
/// lesson's own solution has and as far as there are few lines, and compares the result of each
/// with the position at its end. Lines that lead to the same position are played on once.
fn judges_every_line<G>(lesson: &Lesson<G>)
where
    G: Game<Action: FromStr> + FromStr + Display,
{
    let least = lesson.solution().len().max(1) + 1;
    let (mut reached, mut missed) = (0, 0);
    let mut lines: Vec<Vec<G::Action>> = vec![Vec::new()];
    for depth in 1.. {
        if lines.is_empty() || depth > least && lines.len() > FEW {
            break;
        }
        let mut seen = BTreeSet::new();
        for line in std::mem::take(&mut lines) {
            for action in decisions(lesson, &line) {
                let line = [&line[..], &[action]].concat();
                let Replay { steps, result } = lesson.replay(&line).ok().unwrap();
                let (_, game) = steps.last().unwrap();
                let is_win = game.outcome().is_some_and(|outcome| {
                    outcome.places[0] == 1 && !outcome.places[1..].contains(&1)
                });
                let is_asked = steps
                    .iter()
                    .any(|(events, game)| (lesson.goal)(game, events));
                let is_reached = result == LessonResult::Reached;
                assert_eq!(is_reached, is_win || is_asked, "{} {line:?}", lesson.id);
                match result {
                    LessonResult::Reached => reached += 1,
                    LessonResult::Open => {
                        if seen.insert(game.to_string()) {
                            lines.push(line);
                        }
                    }
                    LessonResult::NoTurns | LessonResult::Out | LessonResult::Over => missed += 1,
                }
            }
        }
    }
    println!("{}: {reached} reached, {missed} missed", lesson.id);
    assert!(reached > 0, "{} can't be solved", lesson.id);
    // A lesson with a single decision may accept all that the rules allow.
    let is_single = lesson.solution().len() < 2;
    assert!(missed > 0 || is_single, "{} can't be missed", lesson.id);
}

/// Returns everything that the learner may decide after a line, and also what the lesson's own
/// solution decides there: a decision that a game punishes is legal, but not listed.
fn decisions<G>(lesson: &Lesson<G>, line: &[G::Action]) -> Vec<G::Action>
where
    G: Game<Action: FromStr> + FromStr,
{
    let Replay { steps, .. } = lesson.replay(line).ok().unwrap();
    let (_, game) = steps.last().unwrap();
    let mut decisions = game.legal_actions(LEARNER);
    for shown in lesson.solution() {
        let is_legal = game.decide(LEARNER, &shown, &mut Dice::new(0)).is_ok();
        if is_legal && !decisions.contains(&shown) {
            decisions.push(shown);
        }
    }
    decisions
}

/// In a lesson that the learner passes by surviving the others' turn, checks that the others could
/// not have put the learner out of the game in any other way that they can foresee.
fn spares_the_safe<G>(lesson: &Lesson<G>)
where
    G: Game<Action: FromStr> + FromStr + Display,
{
    if lesson.id != "danger" {
        return;
    }
    let mut lines: Vec<Vec<G::Action>> = vec![Vec::new()];
    let mut seen = BTreeSet::new();
    while let Some(line) = lines.pop() {
        let Replay { steps, .. } = lesson.replay(&line).ok().unwrap();
        let (_, game) = steps.last().unwrap();
        for action in game.legal_actions(LEARNER) {
            let line = [&line[..], &[action]].concat();
            let Replay { steps, result } = lesson.replay(&line).ok().unwrap();
            let (_, own) = &steps[0];
            match result {
                LessonResult::Reached if own.outcome().is_none() => {
                    assert_eq!(beaten(own, &mut seen), None::<String>, "{line:?}");
                }
                LessonResult::Open => lines.push(line),
                _ => {}
            }
        }
    }
}

/// Whether an action depends on hidden tiles.
fn is_unforeseeable(action: &impl serde::Serialize) -> bool {
    let action = json!(action);
    ["open", "swap"]
        .iter()
        .any(|hidden| action["type"] == *hidden)
}

/// Returns the end of a line by which the seat that is to act beats the learner within its turn.
fn beaten<G: Game + Display>(game: &G, seen: &mut BTreeSet<String>) -> Option<String> {
    let mut games = vec![game.clone()];
    while let Some(game) = games.pop() {
        if !game.still_in().contains(LEARNER) {
            return Some(game.to_string());
        }
        let Some(seat) = game.acting().iter().find(|&seat| seat != LEARNER) else {
            continue;
        };
        for action in game.legal_actions(seat) {
            if is_unforeseeable(&action) {
                continue;
            }
            let mut next = game.clone();
            let events = next.decide(seat, &action, &mut Dice::new(0)).ok().unwrap();
            for event in &events {
                next.apply(event);
            }
            if seen.insert(next.to_string()) {
                games.push(next);
            }
        }
    }
    None
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
