//! Logs each request with the address of its client, if the operator asks for that. A program such
//! as fail2ban reads these lines; `docs/operate/fail2ban.conf` is a filter for it.

use std::{
    net::{IpAddr, SocketAddr},
    time::Instant,
};

use axum::{
    extract::{ConnectInfo, MatchedPath, Request, State},
    http::HeaderMap,
    middleware::Next,
    response::Response,
};

use super::{problem::ProblemCode, request::is_health_check};
use crate::{
    app::App,
    settings::{Settings, proxies::Reported},
};

/// The maximum number of letters of a method in the log: a few more than the longest standard one.
const METHOD_LETTERS: usize = 16;

/// Answers a request, and logs it. The line has the route instead of the path, since paths contain
/// the ids of rooms. It contains no text that a client chooses but the method, so that a client
/// can't imitate the line of another.
pub(super) async fn log(State(app): State<App>, request: Request, next: Next) -> Response {
    if is_health_check(request.uri()) {
        return next.run(request).await;
    }
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let peer = peer.map(|peer| peer.0.ip());
    let client = peer.map(|peer| client(&app.settings, peer, request.headers()));
    let method = request.method().as_str();
    let method = method.get(..METHOD_LETTERS).unwrap_or(method).to_owned();
    let route = request.extensions().get::<MatchedPath>().cloned();
    let begun = Instant::now();
    let response = next.run(request).await;
    if let Some(client) = client {
        let code = response.extensions().get::<ProblemCode>();
        tracing::info!(
            target: "senda::access",
            %client,
            %method,
            route = %route.as_ref().map_or("-", MatchedPath::as_str),
            status = response.status().as_u16(),
            code = %code.map_or("-", |code| code.0),
            milliseconds = begun.elapsed().as_millis(),
            "request"
        );
    }
    response
}

/// Returns the whole address of the client: rate limits only know its network.
fn client(settings: &Settings, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
    let client = match settings.reported(peer, headers) {
        Reported::Client(client) => client,
        Reported::Untrusted | Reported::Nothing => peer,
    };
    client.to_canonical()
}
