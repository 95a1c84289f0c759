//! Admits or rejects each request before anything is read or looked up for it.

use std::net::SocketAddr;

use axum::{
    body::Bytes,
    extract::{ConnectInfo, FromRequest, Request, State},
    http::StatusCode,
    middleware::Next,
    response::{IntoResponse, Response},
};

use crate::{
    app::App,
    http::{
        problem::{Problem, shortened},
        request::{Client, advise_on_https, is_health_check},
    },
    limits,
    net::origin::{self, OtherHost},
    process::telemetry::LogThrottle,
    settings::{PublicUrl, listed},
};

/// Passes a request on to its handler, or answers it with a [`Problem`].
pub(super) async fn admit(
    State(app): State<App>,
    client: Result<Client, Problem>,
    request: Request,
    next: Next,
) -> Response {
    let admitted = async {
        let Client(source) = client?;
        let all = &app.settings.public_url;
        if let Some(ConnectInfo(peer)) = request.extensions().get::<ConnectInfo<SocketAddr>>() {
            advise_on_https(&app.settings, peer.ip(), request.headers());
        }
        // A health probe knows the machine by its address, not by the host name that browsers use.
        if !is_health_check(request.uri()) {
            origin::is_for_this(request.uri(), request.headers(), all)
                .map_err(|other| unknown_host(all, other))?;
        }
        // A request to the API takes a slot among those that are being answered at the same time.
        let (asking, request) = if request.uri().path().starts_with("/api/") {
            let request = whole(request).await?;
            (Some(app.admission.request(source)?), request)
        } else {
            (None, request)
        };
        if !request.method().is_safe() {
            let public = app.settings.public_url(request.headers());
            origin::may_change(request.headers(), public)?;
        }
        Ok::<_, Problem>((asking, request))
    };
    match admitted.await {
        Ok((_asking, request)) => next.run(request).await,
        Err(problem) => problem.into_response(),
    }
}

/// Returns the request with its whole body read. A client that sends its body slowly occupies no
/// slot meanwhile.
async fn whole(request: Request) -> Result<Request, Problem> {
    if request.method().is_safe() {
        return Ok(request);
    }
    let (parts, body) = request.into_parts();
    let body = Bytes::from_request(Request::from_parts(parts.clone(), body), &()).await;
    let body = body.map_err(|refusal| match refusal.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Problem::TooLarge,
        _ => Problem::BadJson(shortened(&refusal.body_text())),
    })?;
    Ok(Request::from_parts(parts, body.into()))
}

/// Builds the rejection of a request for another host. It also logs, throttled, how to configure a
/// proxy that does not pass on the host that a browser asked for.
fn unknown_host(public: &[PublicUrl], OtherHost(host): OtherHost) -> Problem {
    static UNKNOWN_HOST: LogThrottle = LogThrottle::each(limits::ADVICE_EVERY);
    let host = host.map_or_else(|| "none".to_owned(), |host| host.to_string());
    let (host, public) = (shortened(&host), listed(public));
    if UNKNOWN_HOST.may_speak() {
        tracing::warn!(
            host,
            public,
            "a request for another host than that of --public-url was refused; if a proxy sent it, let \
             it pass the Host header on (nginx: proxy_set_header Host $http_host); if browsers use that address as well, \
             add it to --public-url"
        );
    }
    Problem::UnknownHost(format!(
        "This server is reached as {public}, and the request is for the host {host}. A proxy must pass \
         on the Host header as it was (nginx: proxy_set_header Host $http_host)"
    ))
}
