//! Creates rooms and reports whether one exists: `/api/rooms`.

use axum::{
    Json,
    extract::{Path, State},
    http::StatusCode,
    response::{IntoResponse, Response},
};
use senda_room::{
    PlayerId,
    protocol::{RoomProblem, Settings},
};
use senda_rules::Seat;
use senda_store::{PlayerWrite, RoomId};
use serde::{Deserialize, Serialize};

use crate::{
    app::App,
    http::{
        games,
        problem::Problem,
        request::{Body, Client, Known},
    },
    net::rate::{Permit, Source},
    settings::{Create, CreateCode},
};

/// The body of a request to create a room.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Opening {
    /// The settings of the room.
    settings: Settings,
    /// The code for opening rooms, where the operator demands one.
    code: Option<String>,
    /// The seat of the requesting player in games that start from a finished one.
    seat: Option<Seat>,
}

/// The response to the creation of a room.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
pub struct Opened {
    /// The id of the room.
    pub(super) room: RoomId,
    /// The path of the room's page, including that of the public URL.
    pub(super) path: String,
}

/// A room that exists.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
pub struct Found {
    /// The id of the room.
    room: RoomId,
    /// The game of the room, as the types of messages name it.
    game: String,
}

/// Creates a room. The requesting player becomes its host.
pub(super) async fn open(
    State(app): State<App>,
    Client(source): Client,
    Known(host): Known,
    Body(Opening {
        settings,
        code,
        seat,
    }): Body<Opening>,
) -> Result<Response, Problem> {
    settings.check().map_err(|refusal| match refusal {
        RoomProblem::BadSettings { which } => Problem::BadSettings(which),
        RoomProblem::RatedNeeds { need } => Problem::RatedNeeds(need),
        other => Problem::BadSettings(format!("{other:?}")),
    })?;
    let _creation = may_open(&app, source, host.player, code).await?;
    let opening = opening(&app, source, host.player, (&settings, seat)).await?;
    let room = app.registry.create(settings, opening, host, source).await?;
    let path = format!("{}/r/{room}", app.settings.prefix());
    Ok((StatusCode::CREATED, Json(Opened { room, path })).into_response())
}

/// Counts the room that a player is about to open, with the code that they have entered.
///
/// # Errors
/// Returns [`Problem`] if the player may open no room, or not yet.
pub(super) async fn may_open(
    app: &App,
    source: Source,
    player: PlayerId,
    code: Option<String>,
) -> Result<Permit, Problem> {
    let now = app.clock.now();
    if app.moderation.bans_player(player, now) || app.moderation.bans_network(source, now) {
        return Err(Problem::Banned);
    }
    if app.drain.is_on() {
        return Err(Problem::Draining);
    }
    let due = code_due(app, player).await?;
    if due.is_some() && code.is_none() {
        return Err(Problem::NeedsCreateCode);
    }
    // A wrong code counts as a room, so that the code can't be found by trying.
    let creation = app.admission.room(source)?;
    if let Some(due) = due {
        if !code.is_some_and(|code| due.is(&code)) {
            return Err(Problem::WrongCreateCode);
        }
        let code = due.hash().clone();
        let entered = PlayerWrite::Creator { player, code };
        app.store.writer().write(entered).await?;
    }
    Ok(creation)
}

/// Returns the seat of the requesting player, and the beginning of the games if the settings start
/// them from a finished game.
async fn opening(
    app: &App,
    source: Source,
    player: PlayerId,
    (settings, seat): (&Settings, Option<Seat>),
) -> Result<senda_room::Opening, Problem> {
    let bad = |which: &str| Problem::BadSettings(which.to_owned());
    if settings.day.is_some() {
        return Err(bad("day"));
    }
    let seat = seat.unwrap_or(Seat::ZERO);
    let Some(start) = &settings.start else {
        return if seat == Seat::ZERO {
            Ok(senda_room::Opening::default())
        } else {
            Err(bad("seat"))
        };
    };
    if seat.number() >= start.seats {
        return Err(bad("seat"));
    }
    let origin = games::origin(app, source, player, start.clone()).await?;
    if origin.options != settings.options {
        return Err(bad("options"));
    }
    if origin.seats != start.seats {
        return Err(bad("start"));
    }
    let setup = Some(origin.setup);
    Ok(senda_room::Opening {
        seat,
        bots: None,
        setup,
    })
}

/// Returns the code that a player still has to enter before they open a room.
async fn code_due(app: &App, player: PlayerId) -> Result<Option<&CreateCode>, Problem> {
    let code = match (app.settings.create, &app.settings.create_code) {
        (Create::Anyone, _) => return Ok(None),
        (Create::Code, Some(code)) => code,
        (Create::Code, None) | (Create::Nobody, _) => return Err(Problem::NoNewRooms),
    };
    let has_entered = app.store.may_create(player, code.hash()).await?;
    Ok((!has_entered).then_some(code))
}

/// Responds with the room's game if the room exists, since a browser can't see why a WebSocket was
/// rejected. This does not restore the room into memory.
pub(super) async fn show(
    State(app): State<App>,
    Path(room): Path<String>,
) -> Result<Json<Found>, Problem> {
    let room: RoomId = room.parse().map_err(|_| Problem::NoSuchRoom)?;
    let game = games::game_of(&app, room).await?;
    Ok(Json(Found { room, game }))
}
