//! The operator's way in over the network: the routes of the socket for requests with the token of
//! `--admin-token-file`.

use std::net::{IpAddr, SocketAddr};

use axum::{
    Router,
    extract::{ConnectInfo, Request, State},
    http::{HeaderMap, HeaderName, header},
    middleware::{Next, from_fn_with_state},
    response::{IntoResponse, Response},
};

use super::{audit::Operator, routes};
use crate::{
    app::App,
    http::{problem::Problem, request::Client},
    net::rate::Source,
    settings::{PublicUrl, Settings, proxies::X_FORWARDED_FOR},
};

const X_FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");

/// Returns the operator's routes for the network, or none without a token in the settings: the
/// paths are then unknown ones.
pub fn over_network(app: &App) -> Router<App> {
    if app.settings.admin.token.is_none() {
        return Router::new();
    }
    routes::table().route_layer(from_fn_with_state(app.clone(), authorise))
}

/// Passes the request of an operator on, or refuses it.
async fn authorise(
    State(app): State<App>,
    Client(source): Client,
    mut request: Request,
    next: Next,
) -> Response {
    match operator(&app, source, &request) {
        Ok(operator) => {
            request.extensions_mut().insert(operator);
            next.run(request).await
        }
        Err(problem) => problem.into_response(),
    }
}

/// Returns the operator who sends a request, if it has the token.
fn operator(app: &App, source: Source, request: &Request) -> Result<Operator, Problem> {
    let headers = request.headers();
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let peer = peer.ok_or(Problem::Internal)?.0.ip();
    if !is_protected(&app.settings, peer, headers) {
        return Err(Problem::NotProtected);
    }
    // An address that has guessed too often is refused with the right token as well, or else it
    // could go on guessing.
    app.admission.operators.look(source)?;
    let given = headers.get(header::AUTHORIZATION);
    let given = given.and_then(|given| given.to_str().ok());
    let given = given.and_then(|given| given.strip_prefix("Bearer "));
    let given = given.ok_or(Problem::NoOperator)?;
    let token = app.settings.admin.token.as_ref();
    if token.is_some_and(|token| token.is(given)) {
        return Ok(Operator::Network);
    }
    app.admission.operators.take(source)?;
    tracing::warn!(target: "senda::admin", "a request had a wrong token of the operator");
    Err(Problem::NoOperator)
}

/// Returns whether no third party can have read the request: it came over https, or from this
/// machine itself.
fn is_protected(settings: &Settings, peer: IpAddr, headers: &HeaderMap) -> bool {
    if settings.tls.is_on() {
        return true;
    }
    let is_trusted = settings.trust_proxy.trust(peer);
    if !peer.to_canonical().is_loopback() && !is_trusted {
        return false;
    }
    let forwarded = headers.get(X_FORWARDED_PROTO);
    if is_trusted && let Some(scheme) = forwarded.and_then(|scheme| scheme.to_str().ok()) {
        let first = scheme.split(',').next().unwrap_or_default();
        return first.trim().eq_ignore_ascii_case("https");
    }
    let came_by_proxy = [&X_FORWARDED_PROTO, &X_FORWARDED_FOR, &header::FORWARDED]
        .iter()
        .any(|name| headers.contains_key(*name));
    let is_https = settings
        .public_url(headers)
        .is_some_and(PublicUrl::is_https);
    is_https || (peer.to_canonical().is_loopback() && !came_by_proxy)
}
