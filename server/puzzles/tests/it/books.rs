//! Tests of the shipped puzzles: each is sound, has one solution, and is there once.

use std::collections::{BTreeMap, BTreeSet};

use senda_puzzles::{Puzzle, find, id_of, of_day, outline, puzzles, read, solver, write};
use senda_rules::GameKind;

/// The most bytes that the books may take together.
const BYTES: usize = 200_000;

fn all() -> impl Iterator<Item = (GameKind, &'static Puzzle)> {
    let kinds = GameKind::ALL.iter();
    kinds.flat_map(|&kind| puzzles(kind).iter().map(move |puzzle| (kind, puzzle)))
}

#[test]
fn every_puzzle_is_solved_by_its_solution_and_by_nothing_shorter() {
    for (kind, puzzle) in all() {
        let decisions = puzzle.decisions(kind);
        assert!(puzzle.is_solved_by(kind, &decisions), "{kind:?} {puzzle:?}");
        let shorter = &decisions[..decisions.len() - 1];
        assert!(!puzzle.is_solved_by(kind, shorter), "{kind:?} {puzzle:?}");
    }
}

#[test]
fn every_puzzle_is_found_in_its_own_position() {
    for (kind, puzzle) in all().step_by(20) {
        let game = puzzle.game(kind);
        let found = find(&game, solver(&game));
        let is_there = found.iter().any(|found| {
            let solution: Vec<String> = found.solution.iter().map(ToString::to_string).collect();
            found.goal == puzzle.goal && solution == puzzle.solution
        });
        assert!(is_there, "{kind:?} {puzzle:?}");
    }
}

#[test]
fn no_two_puzzles_are_alike_and_their_ids_follow_from_their_positions() {
    let mut seen = BTreeSet::new();
    for (kind, puzzle) in all() {
        assert!(seen.insert(&puzzle.id), "{kind:?} {puzzle:?}");
        assert_eq!(puzzle.id, id_of(&puzzle.position), "{kind:?}");
        assert!(
            (1..=Puzzle::GRADES).contains(&puzzle.grade),
            "{kind:?} {puzzle:?}"
        );
    }
}

#[test]
fn no_two_puzzles_are_alike_up_to_a_symmetry() {
    let mut seen = BTreeMap::new();
    let mut twins = Vec::new();
    for (kind, puzzle) in all() {
        let game = puzzle.game(kind);
        let before = seen.insert((kind.word(), outline(&game, solver(&game))), &puzzle.id);
        twins.extend(before.map(|id| (kind.word(), id, &puzzle.id)));
    }
    assert!(twins.is_empty(), "{twins:?}");
}

#[test]
fn the_books_are_small_and_are_read_as_they_are_written() {
    let mut bytes = 0;
    for &kind in GameKind::ALL {
        let book = write(puzzles(kind));
        bytes += book.len();
        assert_eq!(read(&book).unwrap(), puzzles(kind));
    }
    assert!(bytes <= BYTES, "{bytes} bytes");
}

#[test]
fn every_puzzle_is_that_of_a_day_before_any_comes_again() {
    for &kind in GameKind::ALL {
        let count = u64::try_from(puzzles(kind).len()).unwrap();
        let days = (20_000..20_000 + count).filter_map(|day| of_day(puzzles(kind), day));
        let ids: BTreeSet<_> = days.map(|puzzle| &puzzle.id).collect();
        assert_eq!(u64::try_from(ids.len()).unwrap(), count, "{kind:?}");
    }
}
