//! A player's own rooms: `/api/session/rooms`.

use axum::{Json, extract::State};
use senda_room::{PlayerId, Summary, protocol::Phase};
use senda_store::{RoomId, RoomOf};
use serde::Serialize;

use crate::{
    app::App,
    http::{
        problem::Problem,
        request::{Client, Known},
    },
    limits,
    net::rate::Source,
};

/// The rooms of the requesting player. Those that wait for them come first.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
pub struct Rooms {
    /// The rooms, those that wait for the requesting player first.
    rooms: Vec<Room>,
    /// The number of rooms that wait for a vote or a decision of the requesting player.
    waiting: usize,
}

/// A room as one of its players sees it in their list.
#[derive(Debug, Serialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema),
    schemars(rename = "OwnRoom")
)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each flag is a field of its own in the response"
)]
struct Room {
    #[serde(rename = "room")]
    id: RoomId,
    game: String,
    phase: Phase,
    /// Whether the requesting player has a seat in the room now.
    seated: bool,
    /// The names of the other players: those of the last game that the requesting player finished,
    /// if no game has started since, and otherwise those who are seated. Empty if they are not
    /// known.
    others: Vec<String>,
    /// Whether the game waits for a decision of the requesting player.
    your_turn: bool,
    /// Whether the requesting player is asked to agree to something.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    asked: bool,
    /// The names of the other players that the game waits for.
    awaited: Vec<String>,
    /// The remaining time of the turn in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    left_ms: Option<u64>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    paused: bool,
    /// The requesting player's place in the last game that they finished in this room.
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<u32>,
    /// The number of games that the requesting player has finished in this room.
    finished: u32,
}

/// Lists the rooms in which the requesting player has a seat or has finished a game.
pub(in crate::http) async fn list(
    State(app): State<App>,
    Client(source): Client,
    Known(person): Known,
) -> Result<Json<Rooms>, Problem> {
    let mut rooms = Vec::new();
    let mut to_bring_back = limits::OWN_ROOMS_BROUGHT_BACK;
    for of in app.store.rooms_of(person.player).await? {
        let summary = summary(&app, &of, person.player, source, &mut to_bring_back).await;
        rooms.extend(room(&app, of, summary, person.player));
    }
    rooms.sort_by_key(|room| (!room.your_turn, !room.asked, order(room.phase)));
    let waiting = rooms.iter().filter(|room| room.your_turn || room.asked);
    let waiting = waiting.count();
    Ok(Json(Rooms { rooms, waiting }))
}

/// Returns the current summary of a room. If the room is not in memory and its stored summary is
/// out of date, the room is restored, which `to_bring_back` limits to a few rooms per request.
async fn summary(
    app: &App,
    of: &RoomOf,
    player: PlayerId,
    source: Source,
    to_bring_back: &mut usize,
) -> Option<Summary> {
    if let Some(summary) = app.registry.summary(of.room).await {
        return Some(summary);
    }
    if let Some(summary) = &of.summary
        && summary.version == of.version
    {
        return Some(summary.clone());
    }
    if let Some(summary) = app.summary(of.room).await {
        return Some(summary);
    }
    *to_bring_back = to_bring_back.checked_sub(1)?;
    app.summary_for(of.room, player, source).await.ok()
}

fn room(app: &App, of: RoomOf, summary: Option<Summary>, player: PlayerId) -> Option<Room> {
    let Some(summary) = summary else {
        let phase = match (of.playing, of.place) {
            (true, _) => Phase::Playing,
            (false, Some(_)) => Phase::Over,
            (false, None) => Phase::Lobby,
        };
        return Some(Room {
            id: of.room,
            game: of.game,
            phase,
            seated: false,
            others: of.finished_with,
            your_turn: false,
            asked: false,
            awaited: Vec::new(),
            left_ms: None,
            paused: false,
            place: of.place,
            finished: of.finished,
        });
    };
    let (own, others): (Vec<_>, Vec<_>) = summary
        .seated
        .into_iter()
        .partition(|seated| seated.player == Some(player));
    // A player who has left before anything was played has no game in this room.
    if own.is_empty() && of.place.is_none() {
        return None;
    }
    let awaited = others.iter().filter(|seated| seated.awaited);
    let now = app.clock.now();
    Some(Room {
        id: of.room,
        game: of.game,
        phase: summary.phase,
        seated: !own.is_empty(),
        your_turn: own.iter().any(|seated| seated.awaited),
        asked: own.iter().any(|seated| seated.asked),
        awaited: awaited.map(|seated| seated.name.clone()).collect(),
        others: if summary.phase == Phase::Over && of.place.is_some() {
            of.finished_with
        } else {
            others.into_iter().map(|seated| seated.name).collect()
        },
        left_ms: summary.due.map(|due| due.since(now)),
        paused: summary.paused,
        place: of.place.filter(|_| summary.phase != Phase::Playing),
        finished: of.finished,
    })
}

/// Returns the sort key of a phase: running games first, then rooms that can start a game, then
/// finished games.
fn order(phase: Phase) -> u8 {
    match phase {
        Phase::Playing => 0,
        Phase::Lobby => 1,
        Phase::Over => 2,
    }
}
