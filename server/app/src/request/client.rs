//! Where a request comes from.

use std::net::{IpAddr, SocketAddr};

use axum::{
    extract::{ConnectInfo, FromRequestParts},
    http::{HeaderMap, HeaderName, Uri, header, request::Parts},
};

use crate::{
    app::App,
    limits,
    problem::Problem,
    rate::{Source, is_near},
    telemetry::LogThrottle,
};

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
        if !is_health_check(&parts.uri) {
            advise(app.settings.trust_proxy, peer, forwarded, &parts.headers);
        }
        Ok(Self(Source::from(forwarded.unwrap_or(peer))))
    }
}

/// Whether it is asked by whoever watches over the process.
pub fn is_health_check(uri: &Uri) -> bool {
    uri.path().starts_with("/health/")
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

const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
