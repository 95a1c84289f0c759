//! The kind of game in the path of a request.

use axum::{
    extract::{FromRequestParts, Path},
    http::request::Parts,
};
use senda_rules::GameKind;

use crate::{app::App, http::problem::Problem};

/// The kind of game that the path names, where it names nothing else.
#[derive(Debug)]
pub struct Kind(pub GameKind);

impl FromRequestParts<App> for Kind {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let path = Path::<String>::from_request_parts(parts, app).await;
        let Path(word) = path.map_err(|_| Problem::NotFound)?;
        let kind = GameKind::of_word(&word);
        kind.map(Self).ok_or(Problem::NotFound)
    }
}
