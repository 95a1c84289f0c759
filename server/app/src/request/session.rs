//! Who sends a request, by their cookie.

use axum::{extract::FromRequestParts, http::request::Parts};
use senda_room::Person;

use crate::{app::App, identity::Token, problem::Problem};

/// Whoever sends the request.
#[derive(Clone, Debug)]
pub struct Known(pub Person);

impl FromRequestParts<App> for Known {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let token = Token::of(&parts.headers, app.cookie());
        let token = token.map_err(|_| Problem::UnknownSession)?;
        let token = token.ok_or(Problem::NoSession)?;
        let person = app.store.person(&token.hash()).await?;
        person.map(Self).ok_or(Problem::UnknownSession)
    }
}
