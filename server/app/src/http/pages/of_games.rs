//! Serves the pages about one game: its rules, its lessons, its puzzles and its deal of the day.

use axum::{
    extract::{Path, State},
    response::Response,
};
use senda_rules::GameKind;

use super::{missing, page, previewed};
use crate::{
    app::App,
    assets::{Page, Reader, Subject},
};

/// Serves the page with the deal of the day: of one game, or of the first.
pub(in crate::http) async fn today(
    State(app): State<App>,
    game: Option<Path<String>>,
    reader: Reader,
) -> Response {
    match game {
        Some(Path(game)) if named_game(&game).is_none() => missing(&app.assets, &reader),
        _ => page(&app.assets, &Page::TODAY, &reader),
    }
}

/// Serves the rules page of a game. It is one page, which reads from its address which game to
/// explain.
pub(in crate::http) async fn how(app: State<App>, game: Path<String>, reader: Reader) -> Response {
    of_game(
        &app,
        &game,
        (Page::how_to, Subject::HOW_TO, "/how"),
        &reader,
    )
}

/// Serves the lessons page of a game. It is also one page for all games.
pub(in crate::http) async fn learn(
    app: State<App>,
    game: Path<String>,
    reader: Reader,
) -> Response {
    of_game(
        &app,
        &game,
        (Page::lessons, Subject::LESSONS, "/learn"),
        &reader,
    )
}

/// Serves the page with the puzzles of a game, or of the first.
pub(in crate::http) async fn puzzles(
    app: State<App>,
    game: Option<Path<String>>,
    reader: Reader,
) -> Response {
    let first = || GameKind::ALL[0].word().to_owned();
    let Path(game) = game.unwrap_or_else(|| Path(first()));
    of_game(
        &app,
        &game,
        (Page::puzzles, Subject::PUZZLES, "/puzzles"),
        &reader,
    )
}

/// Returns the word of the game that an address names.
fn named_game(named: &str) -> Option<&'static str> {
    let mut games = GameKind::ALL.iter().map(|kind| kind.word());
    games.find(|game| game.replace('_', "-") == named)
}

/// Serves a page about the game that an address names, or the page for a missing file if there is
/// no such game.
fn of_game(
    app: &App,
    named: &str,
    (of, subject, folder): (fn(&str) -> Page, Subject, &str),
    reader: &Reader,
) -> Response {
    let Some(game) = named_game(named) else {
        return missing(&app.assets, reader);
    };
    let path = format!("{folder}/{named}");
    previewed(app, &of(game), (subject, game, path), reader)
}
