//! Serves the pages that only show a game: a room or the liveliest public game on a television, and
//! rooms and replays in frames of other sites.

use axum::{
    extract::{Path, State},
    response::Response,
};

use super::{Finished, Known, finished, known, not_found, page};
use crate::{
    app::App,
    assets::{Page, Reader},
    http::{frame::FramedBy, request::Client},
};

/// Serves the page that shows the liveliest public game.
pub(in crate::http) async fn television(State(app): State<App>, reader: Reader) -> Response {
    page(&app.assets, &Page::screen(None), &reader)
}

/// Serves the page that shows a room on a television.
pub(in crate::http) async fn room(
    State(app): State<App>,
    Client(source): Client,
    Path(room): Path<String>,
    reader: Reader,
) -> Response {
    // As with the page of a room, probing is limited like probing through the API.
    let known = match (room.parse(), app.admission.request(source)) {
        (Ok(room), Ok(_asking)) => known(&app, room).await,
        (Err(_), _) => Known::NoRoom,
        (_, Err(_)) => Known::Nothing,
    };
    let unknown = Page::screen(None);
    match known {
        Known::Room { game, .. } => page(&app.assets, &Page::screen(Some(&game)), &reader),
        Known::Nothing => page(&app.assets, &unknown, &reader),
        Known::NoRoom => not_found(&app.assets, &unknown, &reader),
    }
}

/// Serves the same page for a frame.
pub(in crate::http) async fn embedded_room(
    state: State<App>,
    client: Client,
    path: Path<String>,
    reader: Reader,
) -> Response {
    let framed_by = FramedBy::of(&state.settings.site.embed);
    framed_by.mark(room(state, client, path, reader).await)
}

/// Serves the page that shows a replay in a frame.
pub(in crate::http) async fn embedded_replay(
    State(app): State<App>,
    Client(source): Client,
    Path(id): Path<String>,
    reader: Reader,
) -> Response {
    let unknown = Page::embedded_replay(None);
    let found = match (id.parse(), app.admission.request(source)) {
        (Ok(id), Ok(_asking)) => finished(&app, id).await,
        (Err(_), _) => Finished::NoGame,
        (_, Err(_)) => Finished::Nothing,
    };
    let response = match found {
        Finished::Game { game, .. } => {
            page(&app.assets, &Page::embedded_replay(Some(&game)), &reader)
        }
        Finished::Nothing => page(&app.assets, &unknown, &reader),
        Finished::NoGame => not_found(&app.assets, &unknown, &reader),
    };
    FramedBy::of(&app.settings.site.embed).mark(response)
}
