//! Determines the address that a request comes from.

use std::net::{IpAddr, SocketAddr};

use axum::{
    extract::{ConnectInfo, FromRequestParts},
    http::{HeaderMap, Uri, header, request::Parts},
};

use crate::{
    app::App,
    http::problem::{Problem, shortened},
    limits,
    net::rate::Source,
    process::telemetry::LogThrottle,
    settings::proxies::{Reported, X_FORWARDED_FOR, is_near},
};

/// The address that a request comes from: the client address that a trusted proxy reports, or else
/// the peer's own.
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
        let reported = app.settings.reported(peer, &parts.headers);
        if !is_health_check(&parts.uri) {
            advise(peer, reported, &parts.headers);
        }
        Ok(Self(Source::from(match reported {
            Reported::Client(client) => client,
            Reported::Untrusted | Reported::Nothing => peer,
        })))
    }
}

/// Returns whether the request is a health probe of a process supervisor.
pub fn is_health_check(uri: &Uri) -> bool {
    uri.path().starts_with("/health/")
}

/// Logs how client addresses are determined, if that may not be what the operator intends. Clients
/// on the internet can't trigger these lines: the peer must be on this machine or in a private
/// network.
fn advise(peer: IpAddr, reported: Reported, headers: &HeaderMap) {
    static UNTRUSTED: LogThrottle = LogThrottle::each(limits::ADVICE_EVERY);
    static NOTHING: LogThrottle = LogThrottle::each(limits::ADVICE_EVERY);
    static CLIENT: LogThrottle = LogThrottle::each(limits::ADVICE_EVERY);
    if !is_near(peer) {
        return;
    }
    let read = || {
        let lines = [X_FORWARDED_FOR, header::FORWARDED].into_iter();
        let lines = lines.flat_map(|name| headers.get_all(name));
        let lines: Vec<_> = lines
            .map(|line| String::from_utf8_lossy(line.as_bytes()))
            .collect();
        shortened(&lines.join(" | "))
    };
    match reported {
        Reported::Client(client) if CLIENT.may_speak() => {
            tracing::info!(%peer, %client, read = read(), "a proxy reports the addresses of clients");
        }
        Reported::Nothing if NOTHING.may_speak() => {
            tracing::warn!(
                %peer, read = read(),
                "by --trust-proxy a proxy stands before this server, and a request came without a client's address in \
                 X-Forwarded-For or Forwarded that can be read: all such requests share what one address may do"
            );
        }
        Reported::Untrusted if is_forwarded(headers) && UNTRUSTED.may_speak() => {
            tracing::warn!(
                %peer, read = read(),
                "requests come through a proxy that is not trusted, and all who come through it share what one address \
                 may do: if it is yours, let it set X-Forwarded-For, and start with --trust-proxy"
            );
        }
        Reported::Client(_) | Reported::Nothing | Reported::Untrusted => {}
    }
}

fn is_forwarded(headers: &HeaderMap) -> bool {
    [X_FORWARDED_FOR, header::FORWARDED]
        .iter()
        .any(|name| headers.contains_key(name))
}
