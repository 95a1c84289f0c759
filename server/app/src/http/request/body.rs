//! Extracts the JSON bodies of requests.

use axum::{
    Json,
    extract::{FromRequest, Request, rejection::JsonRejection},
};
use serde::de::DeserializeOwned;

use crate::{
    app::App,
    http::problem::{Problem, shortened},
};

/// The JSON body of a request.
#[derive(Debug)]
pub struct Body<T>(pub T);

impl<T: DeserializeOwned> FromRequest<App> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &App) -> Result<Self, Problem> {
        match Json::from_request(request, app).await {
            Ok(Json(body)) => Ok(Self(body)),
            Err(JsonRejection::MissingJsonContentType(_)) => Err(Problem::NotJson),
            Err(refusal) => Err(Problem::BadJson(shortened(&refusal.body_text()))),
        }
    }
}
