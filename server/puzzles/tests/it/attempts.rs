//! Tests of attempts at puzzles.

use senda_puzzles::puzzles;
use senda_rules::{
    Game, GameKind, Viewer,
    lesson::{LessonResult, NotPlayed},
};

#[test]
fn an_attempt_begins_with_the_view_of_the_solver() {
    for &kind in GameKind::ALL {
        for puzzle in puzzles(kind).iter().step_by(30) {
            let attempt = puzzle.attempt(kind, &[]).unwrap();
            let [step] = &attempt.steps[..] else {
                panic!("{} steps", attempt.steps.len());
            };
            let viewer = Viewer::Seat(puzzle.seat(kind));
            assert_eq!(step.view, puzzle.game(kind).view(viewer));
            assert_eq!(attempt.result, LessonResult::Open);
            assert_eq!(attempt.next.as_ref(), puzzle.decisions(kind).first());
        }
    }
}

#[test]
fn a_turn_that_misses_the_goal_fails_and_is_answered() {
    let kind = GameKind::Tsuro;
    let mut failed = 0;
    for puzzle in puzzles(kind).iter().step_by(30) {
        let seat = puzzle.seat(kind);
        let solution = puzzle.decisions(kind);
        let actions = puzzle.game(kind).legal_actions(seat);
        for action in actions.iter().filter(|&action| *action != solution[0]) {
            let attempt = puzzle.attempt(kind, std::slice::from_ref(action)).unwrap();
            assert_ne!(
                attempt.result,
                LessonResult::Reached,
                "{} {action}",
                puzzle.id
            );
            assert_eq!(attempt.next, None);
            let ended = puzzle.attempt(kind, &[action.clone(), action.clone()]);
            if attempt.result != LessonResult::Open {
                assert_eq!(ended, Err(NotPlayed::Ended));
            }
            failed += usize::from(attempt.steps.len() > 1);
        }
    }
    assert!(failed > 0, "no attempt was answered");
}

#[test]
fn the_same_attempt_has_the_same_answers() {
    for &kind in GameKind::ALL {
        let Some(puzzle) = puzzles(kind).first() else {
            continue;
        };
        let actions = puzzle.game(kind).legal_actions(puzzle.seat(kind));
        let last = std::slice::from_ref(actions.last().unwrap());
        assert_eq!(puzzle.attempt(kind, last), puzzle.attempt(kind, last));
    }
}
