//! Identifies the sender of a request by the session cookie or by a seat token.

use axum::{extract::FromRequestParts, http::request::Parts};
use senda_room::{Person, PlayerId, protocol::BotKind};
use uuid::Uuid;

use crate::{
    app::App,
    http::problem::Problem,
    net::open_sockets::OpenSocket,
    people::identity::{self, Token},
    process::chance,
};

/// The player who sends the request.
#[derive(Clone, Debug)]
pub struct Known(pub Person);

impl FromRequestParts<App> for Known {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let token = token_of(parts, app)?;
        let person = app.store.person(&token.hash()).await?;
        person.map(Self).ok_or(Problem::UnknownSession)
    }
}

/// The player who sends the request, if their cookie belongs to one.
#[derive(Copy, Clone, Debug)]
pub struct MaybeKnown(pub Option<PlayerId>);

impl FromRequestParts<App> for MaybeKnown {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        match Known::from_request_parts(parts, app).await {
            Ok(Known(person)) => Ok(Self(Some(person.player))),
            Err(Problem::NoSession | Problem::UnknownSession) => Ok(Self(None)),
            Err(problem) => Err(problem),
        }
    }
}

/// Returns the token in the session cookie of a request.
fn token_of(parts: &Parts, app: &App) -> Result<Token, Problem> {
    let token = Token::of(&parts.headers, app.cookie(&parts.headers));
    let token = token.map_err(|_| Problem::UnknownSession)?;
    token.ok_or(Problem::NoSession)
}

/// The client that opens a room's socket: a player, as in [`Known`], or an external program that
/// has a seat token. Only the room knows whether that token is valid for one of its seats, and the
/// name that the program plays with.
#[derive(Debug)]
pub struct Guest {
    /// The player, or the program in the form of one.
    pub person: Person,
    /// The socket, which closes when the device is signed out.
    pub socket: OpenSocket,
    /// Whether the client only shows the room.
    pub is_screen: bool,
}

impl Guest {
    /// Returns a screen without a session, as a spectator that no other connection belongs to.
    pub fn screen(app: &App) -> Self {
        Self {
            person: Person::human(
                PlayerId(Uuid::from_bytes(chance::bytes())),
                identity::wind(),
            ),
            socket: app.sockets.open_program(),
            is_screen: true,
        }
    }
}

impl FromRequestParts<App> for Guest {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        if let Some(token) = identity::seat_token(&parts.headers) {
            let person = Person {
                player: PlayerId::of_token(&token),
                name: identity::wind(),
                bot: Some(BotKind::Outside),
                guest_of: None,
            };
            let socket = app.sockets.open_program();
            return Ok(Self {
                person,
                socket,
                is_screen: false,
            });
        }
        let device = token_of(parts, app)?.hash();
        let socket = app.sockets.open(&device);
        let person = app.store.person(&device).await?;
        let person = person.ok_or(Problem::UnknownSession)?;
        if app.moderation.bans_player(person.player, app.clock.now()) {
            return Err(Problem::Banned);
        }
        socket.belongs_to(person.player);
        Ok(Self {
            person,
            socket,
            is_screen: false,
        })
    }
}
