//! Tests of the check of books that come from outside.

use senda_puzzles::{BookLimits, NotABook, NotAPuzzle, Puzzle, puzzles, read_checked, write};
use senda_rules::GameKind;

const KIND: GameKind = GameKind::ALL[0];
const LIMITS: BookLimits = BookLimits {
    bytes: 100_000,
    puzzles: 20,
    decisions: 64,
};

fn book() -> Vec<Puzzle> {
    puzzles(KIND)[..10].to_vec()
}

fn fault(puzzles: &[Puzzle]) -> NotABook {
    read_checked(KIND, &write(puzzles), &LIMITS).expect_err("a fault in the book")
}

/// Returns the reason why a book is refused whose fourth puzzle was changed.
fn changed(change: impl Fn(&mut Puzzle)) -> NotAPuzzle {
    let mut book = book();
    change(&mut book[3]);
    match fault(&book) {
        NotABook::Line { line: 4, reason } => reason,
        other => panic!("{other}"),
    }
}

#[test]
fn the_shipped_books_pass() {
    let limits = BookLimits {
        bytes: 1_000_000,
        puzzles: 300,
        decisions: 64,
    };
    for &kind in GameKind::ALL {
        let shipped = puzzles(kind);
        if !shipped.is_empty() {
            let read = read_checked(kind, &write(shipped), &limits);
            assert_eq!(read.unwrap(), shipped);
        }
    }
}

#[test]
fn a_puzzle_that_is_none_is_refused_with_its_line() {
    let position = |text: &str| {
        let text = text.to_owned();
        move |puzzle: &mut Puzzle| {
            puzzle.position.clone_from(&text);
            puzzle.id = senda_puzzles::id_of(&text);
        }
    };
    assert!(matches!(
        changed(position("nonsense")),
        NotAPuzzle::Position(_)
    ));
    assert!(matches!(
        changed(|puzzle| puzzle.id.push('a')),
        NotAPuzzle::Id
    ));
    for grade in [0, 6] {
        let wrong = changed(|puzzle| puzzle.grade = grade);
        assert!(matches!(wrong, NotAPuzzle::Grade));
    }
    let other = puzzles(GameKind::ALL[1])[0].theme;
    assert!(matches!(
        changed(|puzzle| puzzle.theme = other),
        NotAPuzzle::Theme
    ));
    let words = changed(|puzzle| puzzle.solution[0].push_str(" nonsense"));
    assert!(matches!(words, NotAPuzzle::Solution));
    let long = changed(|puzzle| puzzle.solution = vec![puzzle.solution[0].clone(); 65]);
    assert!(matches!(long, NotAPuzzle::Solution));
    let none = changed(|puzzle| puzzle.solution.clear());
    assert!(matches!(none, NotAPuzzle::NotSolved));
    let first = book()[0].clone();
    assert!(matches!(
        changed(|puzzle| *puzzle = first.clone()),
        NotAPuzzle::Twice
    ));
}

#[test]
fn a_position_in_which_the_game_is_over_is_refused() {
    let mut puzzle = book()[0].clone();
    let mut game = puzzle.game(KIND);
    while let Some(seat) = senda_rules::Game::acting(&game).iter().next() {
        let resigns = senda_rules::Game::resignation(&game);
        let mut dice = senda_bots::Dice::new(0);
        game = senda_rules::Game::after(&game, seat, &resigns, &mut dice).unwrap();
    }
    puzzle.position = game.to_string();
    puzzle.id = senda_puzzles::id_of(&puzzle.position);
    let NotABook::Line { line: 1, reason } = fault(&[puzzle]) else {
        panic!("a puzzle without a player");
    };
    assert!(matches!(reason, NotAPuzzle::Over), "{reason}");
}

#[test]
fn a_file_that_is_no_book_is_refused() {
    let read = |book: &[u8], limits| read_checked(KIND, book, &limits).unwrap_err();
    let noise = read(b"nonsense", LIMITS);
    assert!(matches!(noise, NotABook::NotCompressed(_)), "{noise}");
    assert!(matches!(read(b"", LIMITS), NotABook::Empty));
    assert!(matches!(fault(&[]), NotABook::Empty));
    let few = BookLimits {
        puzzles: 9,
        ..LIMITS
    };
    assert!(matches!(read(&write(&book()), few), NotABook::TooMany(9)));
    let short = BookLimits {
        bytes: 1_000,
        ..LIMITS
    };
    let long = read(&write(&book()), short);
    assert!(matches!(long, NotABook::TooLong(1_000)), "{long}");
}
