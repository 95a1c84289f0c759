//! Whether a request may go on, before anything is read or looked up for it.

use axum::{
    extract::{Request, State},
    middleware::Next,
    response::{IntoResponse, Response},
};

use crate::{
    app::App,
    limits,
    origin::{self, OtherHost},
    problem::{Problem, shortened},
    rate::Pass,
    request::{Client, is_health_check},
    settings::PublicUrl,
    telemetry::LogThrottle,
};

/// Lets a request on, or refuses it.
pub(super) async fn admit(
    State(app): State<App>,
    client: Result<Client, Problem>,
    request: Request,
    next: Next,
) -> Response {
    match client.and_then(|client| may_ask(&app, client, &request)) {
        Ok(_asking) => next.run(request).await,
        Err(problem) => problem.into_response(),
    }
}

/// Whether the request may go on, before anything is read or looked up for it. One to `/api` has a
/// place among those that are being answered.
fn may_ask(app: &App, Client(source): Client, request: &Request) -> Result<Option<Pass>, Problem> {
    let public = app.settings.public_url.as_ref();
    // Whoever asks whether it is healthy knows the machine, not the name that browsers have for it.
    if !is_health_check(request.uri()) {
        origin::is_for_this(request.uri(), request.headers(), public)
            .map_err(|other| unknown_host(public, other))?;
    }
    let asks = request.uri().path().starts_with("/api/");
    let asking = asks.then(|| app.admission.request(source)).transpose()?;
    if !request.method().is_safe() && !origin::may_change(request.headers(), public) {
        return Err(Problem::ForeignOrigin);
    }
    Ok(asking)
}

/// Says what to do about a proxy that does not pass on which host a browser asked for.
fn unknown_host(public: Option<&PublicUrl>, OtherHost(host): OtherHost) -> Problem {
    static UNKNOWN_HOST: LogThrottle = LogThrottle::each(limits::ADVICE_EVERY);
    let host = host.map_or_else(|| "none".to_owned(), |host| host.to_string());
    let (host, public) = (shortened(&host), public.map(PublicUrl::to_string));
    let public = public.unwrap_or_default();
    if UNKNOWN_HOST.may_speak() {
        tracing::warn!(
            host,
            public,
            "a request for another host than that of --public-url was refused; if a proxy sent it, let \
             it pass the Host header on (nginx: proxy_set_header Host $http_host)"
        );
    }
    Problem::UnknownHost(format!(
        "This server is reached as {public}, and the request is for the host {host}. A proxy must pass \
         on the Host header as it was (nginx: proxy_set_header Host $http_host)"
    ))
}
