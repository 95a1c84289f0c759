//! Tests of the goals that players missed in a game.

use senda_bots::Dice;
use senda_puzzles::{Decision, attempt, missed, opportunity, puzzles};
use senda_rules::{AnyAction, AnyGame, Game, GameKind, Seat, lesson::LessonResult};

/// The most decisions of a turn that is played out.
const DECISIONS: usize = 40;

/// A decision of a seat, with the games before and after it.
type Played = (AnyAction, AnyGame, AnyGame);

/// Plays decisions of one seat until its turn ends or nothing more is chosen.
fn turn(
    game: &AnyGame,
    seat: Seat,
    mut choose: impl FnMut(&AnyGame) -> Option<AnyAction>,
) -> Vec<Played> {
    let mut dice = Dice::new(0);
    let mut game = game.clone();
    let mut played = Vec::new();
    while game.mover() == Some(seat)
        && game.acting().contains(seat)
        && played.len() < DECISIONS
        && let Some(action) = choose(&game)
    {
        let after = game.after(seat, &action, &mut dice);
        let after = after.expect("a legal decision");
        played.push((action, game, after.clone()));
        game = after;
    }
    played
}

fn missed_in(played: &[Played], seat: Seat) -> Vec<usize> {
    let decisions: Vec<Decision> = played
        .iter()
        .map(|(action, before, after)| Decision {
            seat,
            action,
            before,
            after,
        })
        .collect();
    let found = missed(&decisions, |_| true).into_iter();
    found.map(|(at, _)| at).collect()
}

#[test]
fn a_goal_counts_as_missed_unless_the_turn_reaches_it() {
    for &kind in GameKind::ALL {
        let (mut reached, mut failed) = (0, 0);
        for puzzle in puzzles(kind).iter().step_by(15) {
            let (game, seat) = (puzzle.game(kind), puzzle.seat(kind));
            let Some(found) = opportunity(&game, seat) else {
                continue;
            };
            let shown = attempt(found.goal, game.clone(), &found.solution, &found.solution);
            assert_eq!(
                shown.unwrap().result,
                LessonResult::Reached,
                "{}",
                puzzle.id
            );

            let mut solution = found.solution.iter().cloned();
            let good = turn(&game, seat, |_| solution.next());
            assert!(!missed_in(&good, seat).contains(&0), "{}", puzzle.id);
            reached += 1;

            let other = |game: &AnyGame| {
                let actions = game.legal_actions(seat).into_iter().rev();
                actions
                    .into_iter()
                    .find(|action| *action != found.solution[0])
            };
            let bad = turn(&game, seat, other);
            let (_, _, end) = bad.last().unwrap();
            if !found.goal.is_reached(&game, end, seat) {
                assert_eq!(missed_in(&bad, seat).first(), Some(&0), "{}", puzzle.id);
                failed += 1;
            }
        }
        let has_puzzles = !puzzles(kind).is_empty();
        assert_eq!(
            (reached > 5, failed > 5),
            (has_puzzles, has_puzzles),
            "{kind:?}"
        );
    }
}

#[test]
fn only_the_decisions_that_are_asked_about_are_examined() {
    let kind = GameKind::Tsuro;
    let is_missed = |index: usize| {
        let puzzle = &puzzles(kind)[index];
        let (game, seat) = (puzzle.game(kind), puzzle.seat(kind));
        let solution = puzzle.decisions(kind);
        let bad = turn(&game, seat, |game| {
            let mut actions = game.legal_actions(seat).into_iter();
            actions.find(|action| *action != solution[0])
        });
        let [(action, before, after), ..] = &bad[..] else {
            panic!("no decision");
        };
        let decision = Decision {
            seat,
            action,
            before,
            after,
        };
        assert_eq!(missed(std::slice::from_ref(&decision), |_| false), []);
        !missed(&[decision], |_| true).is_empty()
    };
    assert!((0..20).any(is_missed));
}
