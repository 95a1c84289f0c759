//! Who may open a socket, and what they say of themselves before they do.

use axum::{
    body::Body,
    extract::{FromRequestParts, Query},
    http::{
        HeaderMap, HeaderValue, Request, Response,
        header::{self, SEC_WEBSOCKET_PROTOCOL},
        request::Parts,
    },
};
use hyper::upgrade::OnUpgrade;
use hyper_util::rt::TokioIo;
use senda_room::protocol::Since;
use serde::Deserialize;
use tokio_tungstenite::tungstenite::handshake::server::create_response_with_body;

use crate::{
    app::App,
    identity::seat_token,
    limits, origin,
    problem::Problem,
    rate::{Pass, Source},
    request::Client,
    telemetry::LogThrottle,
    transport::Transport,
};

/// The protocol of the sockets, with its version.
const SUBPROTOCOL: &str = "senda.v2";
/// Its former version, which pages may still speak that were open while the server was updated. They are let
/// in to be told so: a browser doesn't say why a handshake is refused, and would try for ever.
const FORMER_SUBPROTOCOL: &str = "senda.v1";

/// A handshake of one of our own pages, or of a program that has the token of a seat.
pub struct Handshake {
    /// Whether the page speaks our version of the protocol, not only the former one.
    pub is_current: bool,
    /// Ready when the connection has become a WebSocket, after the answer.
    upgrade: OnUpgrade,
    answer: Response<Body>,
}

impl Handshake {
    /// Runs a task with the WebSocket when the connection has become one; the answer that makes it one.
    pub fn accept<F>(self, task: impl FnOnce(Transport) -> F + Send + 'static) -> Response<Body>
    where
        F: Future<Output = ()> + Send + 'static,
    {
        tokio::spawn(async move {
            // Whoever has gone meanwhile needs none.
            if let Ok(upgraded) = self.upgrade.await {
                let transport = Transport::accept(TokioIo::new(upgraded)).await;
                task(transport).await;
            }
        });
        self.answer
    }
}

impl FromRequestParts<App> for Handshake {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        // First of all, since a proxy that drops this header often replaces Host as well.
        if !parts.headers.contains_key(header::UPGRADE) {
            advise_on_upgrade();
        }
        // No page can send a token as a header, and whoever does is not known by a cookie.
        let is_program = seat_token(&parts.headers).is_some();
        if !is_program {
            origin::check(&parts.headers, app.settings.public_url.as_ref())?;
        }
        let mut request = Request::new(());
        request.method_mut().clone_from(&parts.method);
        *request.version_mut() = parts.version;
        request.headers_mut().clone_from(&parts.headers);
        let mut answer =
            create_response_with_body(&request, Body::empty).map_err(|_| Problem::NotASocket)?;
        let upgrade = parts.extensions.remove::<OnUpgrade>();
        let upgrade = upgrade.ok_or(Problem::NotASocket)?;
        let is_current = is_offered(&parts.headers, SUBPROTOCOL);
        let spoken = if is_current {
            SUBPROTOCOL
        } else if is_offered(&parts.headers, FORMER_SUBPROTOCOL) {
            FORMER_SUBPROTOCOL
        } else {
            return Err(Problem::Subprotocol);
        };
        let subprotocol = HeaderValue::from_static(spoken);
        answer
            .headers_mut()
            .insert(SEC_WEBSOCKET_PROTOCOL, subprotocol);
        Ok(Self {
            is_current,
            upgrade,
            answer,
        })
    }
}

/// Says in the log, seldom, that a proxy does not pass WebSockets on: its operator sees only pages that load and never
/// connect.
pub(super) fn advise_on_upgrade() {
    static NO_UPGRADE: LogThrottle = LogThrottle::each(limits::ADVICE_EVERY);
    if NO_UPGRADE.may_speak() {
        tracing::warn!(
            "a request for a WebSocket came without the header Upgrade: if a proxy stands before this server, it does not \
             pass WebSockets on, and pages can't connect (Nginx Proxy Manager: switch on \"Websockets Support\"; \
             nginx: proxy_http_version 1.1, proxy_set_header Upgrade $http_upgrade, proxy_set_header Connection \
             \"upgrade\")"
        );
    }
}

/// Whether the protocol is among those that are offered.
fn is_offered(headers: &HeaderMap, protocol: &str) -> bool {
    let offers = headers.get_all(SEC_WEBSOCKET_PROTOCOL).iter();
    let mut offered = offers
        .filter_map(|offer| offer.to_str().ok())
        .flat_map(|offer| offer.split(','));
    offered.any(|offer| offer.trim() == protocol)
}

/// Someone who may have one more socket, before anything is looked up for them.
pub struct SocketRequest {
    /// Where they come from.
    pub source: Source,
    /// Their place among those who wait to be let in.
    pub waiting: Pass,
}

impl FromRequestParts<App> for SocketRequest {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let Client(source) = Client::from_request_parts(parts, app).await?;
        let waiting = app.admission.handshake(source)?;
        Ok(Self { source, waiting })
    }
}

/// What someone has of a room from before: `?epoch=E&version=V`, or no query at all. Anything else is
/// refused, so that nobody believes to be continued who is not.
pub struct Returning(pub Option<Since>);

#[derive(Deserialize)]
struct Shown {
    epoch: u32,
    version: u32,
}

impl<S: Sync> FromRequestParts<S> for Returning {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let Some(query) = parts.uri.query() else {
            return Ok(Self(None));
        };
        let Query(Shown { epoch, version }) =
            Query::try_from_uri(&parts.uri).map_err(|_| Problem::BadQuery)?;
        // Our pages write it in this one way.
        if query != format!("epoch={epoch}&version={version}") {
            return Err(Problem::BadQuery);
        }
        Ok(Self(Some(Since { epoch, version })))
    }
}
