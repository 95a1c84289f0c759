//! Serves all routes under the path of the public URL, behind a proxy that also serves other
//! programs.

use axum::{
    Router,
    extract::{Request, State},
    http::{Uri, uri::PathAndQuery},
    middleware::{Next, from_fn_with_state},
    response::{IntoResponse, Response},
};
use tower::ServiceBuilder;

use super::pages;
use crate::settings::PathPrefix;

/// Returns the routes under that path. Requests without it get the same answers, because many
/// proxies remove the path before they pass a request on. The pages themselves request everything
/// under the path.
pub(super) fn under(prefix: &PathPrefix, routes: Router) -> Router {
    if prefix.is_none() {
        return routes;
    }
    // A layer of the router itself would run only after the route is chosen.
    let layer = from_fn_with_state(prefix.clone(), strip);
    Router::new().fallback_service(ServiceBuilder::new().layer(layer).service(routes))
}

/// Removes the prefix from the path of a request. Its slash at the end is added, so that relative
/// addresses lead to the same place on all pages.
async fn strip(State(prefix): State<PathPrefix>, mut request: Request, next: Next) -> Response {
    let uri = request.uri();
    match prefix.strip(uri.path()) {
        Some("") => pages::to(&format!("{prefix}/"), uri.query()).into_response(),
        Some(path) => {
            *request.uri_mut() = at(uri, path);
            next.run(request).await
        }
        None => next.run(request).await,
    }
}

/// Returns the URI with another path.
fn at(uri: &Uri, path: &str) -> Uri {
    let path = match uri.query() {
        Some(query) => format!("{path}?{query}"),
        None => path.to_owned(),
    };
    let path: PathAndQuery = path.parse().expect("a part of a path");
    let mut parts = uri.clone().into_parts();
    parts.path_and_query = Some(path);
    Uri::from_parts(parts).expect("the parts of a URI")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_path_of_a_request_changes() {
        for (uri, path, changed) in [
            ("/senda/r/a?x=/senda", "/r/a", "/r/a?x=/senda"),
            ("/senda/", "/", "/"),
            ("/senda//r", "//r", "//r"),
            (
                "http://example.org/senda/you?",
                "/you",
                "http://example.org/you?",
            ),
        ] {
            assert_eq!(at(&uri.parse().unwrap(), path).to_string(), changed);
        }
    }
}
