//! Identifies the language in which the sender of a request reads.

use std::convert::Infallible;

use axum::{extract::FromRequestParts, http::request::Parts};

use crate::{app::App, assets::Reader, http::problem::Problem, people::cookies::cookie};

/// The cookie with the language that the reader has chosen. The pages set it.
const COOKIE: &str = "senda-language";
/// The query parameter that names a page's language.
const PARAMETER: &str = "lang";

impl<S: Sync> FromRequestParts<S> for Reader {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Infallible> {
        let query = parts.uri.query().unwrap_or_default();
        let named = query
            .split('&')
            .filter_map(|pair| pair.split_once('='))
            .find_map(|(name, value)| (name == PARAMETER).then(|| value.to_owned()));
        Ok(Self {
            headers: parts.headers.clone(),
            chosen: cookie(&parts.headers, COOKIE).map(str::to_owned),
            named,
        })
    }
}

/// Returns a language that a request names.
///
/// # Errors
/// Returns [`Problem::BadJson`] with the possible languages if the client has no texts in it.
pub fn known_language(app: &App, language: String) -> Result<String, Problem> {
    let languages = app.assets.languages();
    if languages.contains(&language) {
        return Ok(language);
    }
    let languages = languages.join(", ");
    Err(Problem::BadJson(format!("language: one of {languages}")))
}
