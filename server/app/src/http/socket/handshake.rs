//! The checks of a WebSocket handshake, and the information that a client sends in it.

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
    http::{problem::Problem, request::Client},
    limits,
    net::{
        origin,
        rate::{Permit, Source},
        transport::Transport,
    },
    people::identity::seat_token,
    process::telemetry::LogThrottle,
};

/// The subprotocol of the sockets, with its version.
pub const SUBPROTOCOL: &str = "senda.v2";
/// The former version of the subprotocol. Pages that were open while the server was updated may
/// still speak it. They are accepted in order to be informed by a close code: a browser does not
/// report why a handshake is rejected, and the page would retry forever.
const FORMER_SUBPROTOCOL: &str = "senda.v1";

/// A handshake of one of this server's own pages, or of a program that has the token of a seat.
pub struct Handshake {
    /// Whether the page speaks the current version of the protocol, not only the former one.
    pub is_current: bool,
    /// The future of the upgraded connection, which resolves after the response has been sent.
    upgrade: OnUpgrade,
    answer: Response<Body>,
}

impl Handshake {
    /// Spawns a task that runs with the WebSocket after the upgrade. Returns the response that
    /// upgrades the connection.
    pub fn accept<F>(self, task: impl FnOnce(Transport) -> F + Send + 'static) -> Response<Body>
    where
        F: Future<Output = ()> + Send + 'static,
    {
        tokio::spawn(async move {
            // A client that has disconnected meanwhile needs no WebSocket.
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
        // This check comes first, since a proxy that drops this header often replaces Host as well.
        if !parts.headers.contains_key(header::UPGRADE) {
            advise_on_upgrade();
        }
        // A page can't send a token as a header, and a client with a token is not identified by a
        // cookie.
        let is_program = seat_token(&parts.headers).is_some();
        if !is_program {
            origin::check(&parts.headers, app.settings.public_url(&parts.headers))?;
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

/// Logs, at long intervals, that a proxy does not pass WebSockets on. The operator would otherwise
/// only see pages that load and never connect.
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

/// Returns whether the client offers the protocol.
fn is_offered(headers: &HeaderMap, protocol: &str) -> bool {
    let offers = headers.get_all(SEC_WEBSOCKET_PROTOCOL).iter();
    let mut offered = offers
        .filter_map(|offer| offer.to_str().ok())
        .flat_map(|offer| offer.split(','));
    offered.any(|offer| offer.trim() == protocol)
}

/// A request for one more socket, which has passed the limits before anything is looked up for it.
pub struct SocketRequest {
    /// The network that the client connects from.
    pub source: Source,
    /// The permit to be one of the clients that are joining rooms.
    pub joining: Permit,
}

impl FromRequestParts<App> for SocketRequest {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let Client(source) = Client::from_request_parts(parts, app).await?;
        if app.moderation.bans_network(source, app.clock.now()) {
            return Err(Problem::Banned);
        }
        let joining = app.admission.handshake(source)?;
        Ok(Self { source, joining })
    }
}

/// The snapshot of a room that the client already has: `?epoch=E&version=V`, or no query at all.
/// Any other query is rejected, so that a client can't assume that it is continued when it is not.
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
        // This server's pages write the query in exactly this way.
        if query != format!("epoch={epoch}&version={version}") {
            return Err(Problem::BadQuery);
        }
        Ok(Self(Some(Since { epoch, version })))
    }
}
