//! One's own rooms: `/api/session/rooms`.

use axum::{Json, extract::State};
use senda_room::{PlayerId, Summary, protocol::Phase};
use serde::Serialize;

use crate::{
    app::App,
    limits,
    problem::Problem,
    rate::Source,
    request::{Client, Known},
    room_id::RoomId,
    store::RoomOf,
};

/// The rooms of whoever asks, those first that wait for them.
#[derive(Debug, Serialize)]
pub(super) struct Rooms {
    rooms: Vec<Room>,
    /// How many of them wait for a word or a decision of whoever asks.
    waiting: usize,
}

/// A room as one of those in it sees it from outside.
#[derive(Debug, Serialize)]
#[allow(clippy::struct_excessive_bools)] // each is said by itself
struct Room {
    #[serde(rename = "room")]
    id: RoomId,
    game: String,
    phase: Phase,
    /// Whether whoever asks has a seat in it now.
    seated: bool,
    /// The others who have one; none if that is not known.
    others: Vec<String>,
    /// Whether the game waits for whoever asks.
    your_turn: bool,
    /// Whether whoever asks is asked to agree to something.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    asked: bool,
    /// The others for whom it waits.
    awaited: Vec<String>,
    /// Milliseconds until the time of the turn is up.
    #[serde(skip_serializing_if = "Option::is_none")]
    left_ms: Option<u64>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    paused: bool,
    /// The place in the last game that whoever asks has played there to its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<u32>,
}

/// The rooms in which whoever asks has a seat, or has finished a game.
pub(super) async fn rooms(
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

/// What a room is in short now; where it is neither in memory nor kept as it is now, it is brought back, a few of them.
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
            others: Vec::new(),
            your_turn: false,
            asked: false,
            awaited: Vec::new(),
            left_ms: None,
            paused: false,
            place: of.place,
        });
    };
    let (own, others): (Vec<_>, Vec<_>) = summary
        .seated
        .into_iter()
        .partition(|seated| seated.player == Some(player));
    // Who has left before anything was played has no game there.
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
        others: others.into_iter().map(|seated| seated.name).collect(),
        left_ms: summary.due.map(|due| due.since(now)),
        paused: summary.paused,
        place: of.place.filter(|_| summary.phase != Phase::Playing),
    })
}

/// What runs comes before what can begin, and that before what is over.
fn order(phase: Phase) -> u8 {
    match phase {
        Phase::Playing => 0,
        Phase::Lobby => 1,
        Phase::Over => 2,
    }
}
