//! Who may ask at all, before anything is read or looked up for them.

use std::net::{IpAddr, SocketAddr};

use axum::{
    extract::{ConnectInfo, FromRequestParts, Request, State},
    http::{HeaderMap, HeaderName, header, request::Parts},
    middleware::Next,
    response::{IntoResponse, Response},
};

use super::{
    Problem,
    origin::{self, OtherHost},
    shortened,
};
use crate::{
    App, limits,
    rate::{Pass, Source},
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
    let path = request.uri().path();
    // Whoever asks whether it is healthy knows the machine, not the name that browsers have for it.
    if !path.starts_with(HEALTH) {
        origin::is_for_this(request.uri(), request.headers(), public)
            .map_err(|other| unknown_host(public, other))?;
    }
    let asking = if path.starts_with("/api/") {
        // Whoever is refused for what all ask together keeps their share.
        let asking = app.asking.enter(source).map_err(|_| Problem::Busy)?;
        app.requests.take(source)?;
        Some(asking)
    } else {
        None
    };
    if !request.method().is_safe() && !origin::may_change(request.headers(), public) {
        return Err(Problem::ForeignOrigin);
    }
    Ok(asking)
}

/// How the paths of those begin who watch over the process.
const HEALTH: &str = "/health/";

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

/// Where a request comes from.
#[derive(Copy, Clone, Debug)]
pub struct Client(pub Source);

impl FromRequestParts<App> for Client {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let peer = parts
            .extensions
            .get::<ConnectInfo<SocketAddr>>()
            .ok_or(Problem::Internal)?;
        let peer = peer.0.ip();
        let forwarded = if app.settings.trust_proxy {
            last_hop(&parts.headers)
        } else {
            None
        };
        if !parts.uri.path().starts_with(HEALTH) {
            advise(app.settings.trust_proxy, peer, forwarded, &parts.headers);
        }
        Ok(Self(Source::from(forwarded.unwrap_or(peer))))
    }
}

/// The address that the proxy has added. Only the last hop is its own word; those before it are the
/// client's.
fn last_hop(headers: &HeaderMap) -> Option<IpAddr> {
    let hops = headers.get_all(X_FORWARDED_FOR).iter().next_back()?;
    hops.to_str().ok()?.rsplit(',').next()?.trim().parse().ok()
}

/// Says if those who come through a proxy all count as one address. Strangers can't make it say so: the
/// proxy is on this machine, or on a network of one's own.
fn advise(trust_proxy: bool, peer: IpAddr, forwarded: Option<IpAddr>, headers: &HeaderMap) {
    static NOT_TRUSTED: LogThrottle = LogThrottle::each(limits::ADVICE_EVERY);
    static NOT_SAID: LogThrottle = LogThrottle::each(limits::ADVICE_EVERY);
    if !is_near(peer) {
        return;
    }
    let names_others = || {
        [X_FORWARDED_FOR, header::FORWARDED]
            .iter()
            .any(|name| headers.contains_key(name))
    };
    if trust_proxy {
        if forwarded.is_none() && NOT_SAID.may_speak() {
            tracing::warn!(
                %peer,
                "by --trust-proxy a proxy stands before this server, and a request came without a client's \
                 address in X-Forwarded-For: all such share what one address may do"
            );
        }
    } else if names_others() && NOT_TRUSTED.may_speak() {
        tracing::warn!(
            %peer,
            "requests come through a proxy, and all who come through it share what one address may do: if \
             it is yours, let it set X-Forwarded-For and start with --trust-proxy"
        );
    }
}

/// Whether an address is this machine, or one of a network that the internet can't reach.
fn is_near(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => {
            address.is_loopback() || address.is_private() || address.is_link_local()
        }
        IpAddr::V6(address) => {
            address.is_loopback() || address.is_unique_local() || address.is_unicast_link_local()
        }
    }
}

const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
