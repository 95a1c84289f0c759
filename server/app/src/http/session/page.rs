//! The choice of a player whether they have a page of their own: `/api/session/page`.

use axum::{Json, extract::State, http::StatusCode};
use senda_store::{PageChoice, PageId, PlayerWrite};
use serde::{Deserialize, Serialize};

use crate::{
    app::App,
    http::{
        problem::Problem,
        request::{Body, Known},
    },
};

/// The body of a request for a page.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct WantedPage {
    /// Whether the page lists the games of public rooms.
    games: bool,
    /// Whether the page and the table of the server show the ratings.
    #[serde(default)]
    ratings: bool,
}

/// The page of the requesting player.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
pub struct OwnPageShown {
    /// The id of the page; `null` if the player wants none.
    id: Option<PageId>,
    /// Whether the page lists the games of public rooms.
    games: bool,
    /// Whether the page and the table of the server show the ratings.
    ratings: bool,
}

/// Responds with the page of the requesting player.
pub(in crate::http) async fn show(
    State(app): State<App>,
    Known(person): Known,
) -> Result<Json<OwnPageShown>, Problem> {
    let page = app.store.own_page(person.player).await?;
    Ok(Json(OwnPageShown {
        id: page.map(|page| page.id),
        games: page.is_some_and(|page| page.games),
        ratings: page.is_some_and(|page| page.ratings),
    }))
}

/// Creates the page of the requesting player, or changes what it shows.
pub(in crate::http) async fn set(
    State(app): State<App>,
    Known(person): Known,
    Body(WantedPage { games, ratings }): Body<WantedPage>,
) -> Result<Json<OwnPageShown>, Problem> {
    let write = PlayerWrite::Page {
        player: person.player,
        page: Some(PageChoice {
            id: PageId::draw(),
            games,
            ratings,
        }),
        at: app.clock.now(),
    };
    app.store.writer().write(write).await?;
    show(State(app), Known(person)).await
}

/// Removes the page of the requesting player. Another one later has another id.
pub(in crate::http) async fn remove(
    State(app): State<App>,
    Known(person): Known,
) -> Result<StatusCode, Problem> {
    let write = PlayerWrite::Page {
        player: person.player,
        page: None,
        at: app.clock.now(),
    };
    app.store.writer().write(write).await?;
    Ok(StatusCode::NO_CONTENT)
}
