//! Tests of making puzzles from the positions of games.

use senda_puzzles::{
    Puzzle,
    make::{GamePuzzles, Made, of_game},
    outline, puzzles, solver,
};
use senda_rules::{AnyGame, Game, GameKind, Seat};

/// Returns the puzzles in one position.
fn of_position(game: &AnyGame, seat: Seat) -> Vec<Made> {
    let mut of_game = GamePuzzles::default();
    of_game.look(game, seat);
    of_game.made()
}

/// Returns some shipped puzzles of each game.
fn shipped() -> impl Iterator<Item = (GameKind, &'static Puzzle)> {
    GameKind::ALL.iter().flat_map(|&kind| {
        let some = puzzles(kind).iter().step_by(150);
        some.map(move |puzzle| (kind, puzzle))
    })
}

#[test]
fn a_position_gives_its_puzzle_whoever_played_the_game() {
    for (kind, puzzle) in shipped() {
        let game = puzzle.game(kind);
        let made = of_position(&game, solver(&game));
        let one = made.iter().find(|made| made.puzzle.goal == puzzle.goal);
        let made = one.unwrap_or_else(|| panic!("{kind:?} {puzzle:?}"));
        assert_eq!(made.puzzle.theme, puzzle.theme);
        assert_eq!(made.puzzle.solution, puzzle.solution);
        assert!(made.puzzle.is_solved_by(kind, &puzzle.decisions(kind)));
        // The text means the same to the solver, and leaves out how the position came about.
        let read = made.puzzle.game(kind);
        assert_eq!(outline(&read, solver(&read)), made.outline);
        assert_eq!(outline(&game, solver(&game)), made.outline);
        for word in made.puzzle.position.split_whitespace() {
            let is_hash = word.len() >= 16 && word.bytes().all(|one| one.is_ascii_hexdigit());
            assert!(!is_hash, "{kind:?} {word}");
        }
    }
}

#[test]
fn only_the_seat_that_decides_has_a_puzzle() {
    for (kind, puzzle) in shipped() {
        let game = puzzle.game(kind);
        let seat = solver(&game);
        for other in game.still_in().without(seat).iter() {
            assert_eq!(of_position(&game, other), [], "{kind:?} {}", puzzle.id);
        }
    }
}

#[test]
fn a_game_gives_few_puzzles_of_one_theme() {
    let kind = GameKind::ALL[0];
    let puzzle = &puzzles(kind)[0];
    let game = puzzle.game(kind);
    let mut of_game = GamePuzzles::default();
    for _ in 0..4 {
        of_game.look(&game, solver(&game));
    }
    let made = of_game.made();
    let same = made.iter().filter(|made| made.puzzle.theme == puzzle.theme);
    assert_eq!(same.count(), 2);
}

#[test]
fn the_same_seed_gives_the_same_puzzles() {
    let options = GameKind::ALL[0].options();
    let made = |seed| of_game(&options, seed);
    let seed = (1..100).find(|&seed| !made(seed).is_empty());
    let seed = seed.expect("a game with a puzzle");
    assert_eq!(made(seed), made(seed));
}
