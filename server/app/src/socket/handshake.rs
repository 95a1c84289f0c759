//! Who may open a socket, and what they say of themselves before they do.

use axum::{
    extract::{FromRequestParts, Query, WebSocketUpgrade},
    http::request::Parts,
};
use senda_room::protocol::Since;
use serde::Deserialize;

use crate::{
    app::App,
    limits,
    origin::is_own,
    problem::Problem,
    rate::{Pass, Source},
    request::Client,
};

/// The protocol of the sockets, with its version.
const SUBPROTOCOL: &str = "senda.v2";
/// Its former version, which pages may still speak that were open while the server was updated. They are let
/// in to be told so: a browser doesn't say why a handshake is refused, and would try for ever.
const FORMER_SUBPROTOCOL: &str = "senda.v1";

/// A handshake of one of our own pages.
pub struct Handshake {
    /// Makes a socket of the connection.
    pub upgrade: WebSocketUpgrade,
    /// Whether the page speaks our version of the protocol, not only the former one.
    pub is_current: bool,
}

impl FromRequestParts<App> for Handshake {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        if !is_own(&parts.headers, app.settings.public_url.as_ref()) {
            return Err(Problem::ForeignOrigin);
        }
        let upgrade = WebSocketUpgrade::from_request_parts(parts, app)
            .await
            .map_err(|_| Problem::NotASocket)?
            .protocols([SUBPROTOCOL, FORMER_SUBPROTOCOL]);
        let spoken = upgrade.selected_protocol().ok_or(Problem::Subprotocol)?;
        let is_current = spoken == SUBPROTOCOL;
        Ok(Self {
            upgrade: upgrade
                .max_message_size(limits::MESSAGE_BYTES)
                .max_frame_size(limits::MESSAGE_BYTES)
                .read_buffer_size(limits::READ_BUFFER_BYTES)
                .write_buffer_size(limits::WRITE_BUFFER_BYTES)
                .max_write_buffer_size(limits::WRITE_BUFFER_MOST_BYTES),
            is_current,
        })
    }
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
