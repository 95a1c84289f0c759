//! Exports the personal data of a player: `/api/session/data`.

use axum::{
    Json,
    extract::State,
    http::header,
    response::{IntoResponse, Response},
};
use senda_room::{PlayerId, Time, protocol::Name};
use senda_store::{PageId, RoomId, StoredReport};
use serde::Serialize;

use crate::{
    app::App,
    http::{
        games::{ratings, ratings::RatingWithCourse},
        problem::Problem,
        puzzles::{self, PuzzleRecord},
        request::Known,
    },
};

/// The personal data of a player.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
pub struct PersonalData {
    /// The name.
    name: Name,
    /// The language that the player has chosen.
    language: Option<String>,
    /// The devices.
    devices: Vec<DeviceData>,
    /// The passkeys.
    passkeys: Vec<PasskeyData>,
    /// Whether there is a recovery code.
    recovery_code: bool,
    /// Whether the player has entered the code for opening rooms.
    create_code: bool,
    /// The push services of the player's browsers.
    notified_by: Vec<PushServiceData>,
    /// The rooms that the player has a seat in, or has finished a game in.
    rooms: Vec<RoomData>,
    /// The games that the player has finished.
    games: Vec<GameData>,
    /// The guests who have finished games on the player's device.
    guests: Vec<GuestData>,
    /// The days whose deal the player has started.
    days: Vec<DayData>,
    /// The puzzles that the player has tried.
    puzzles: Vec<PuzzleData>,
    /// The player's records with the puzzles of each game.
    puzzle_records: Vec<PuzzleRecord>,
    /// The ratings of the player.
    ratings: Vec<RatingWithCourse>,
    /// The page of the player; `null` if they want none.
    page: Option<PageData>,
    /// The webhooks that the player has set.
    posts_to: Vec<WebhookData>,
    /// The rooms from which the player was removed.
    removed_from: Vec<String>,
    /// The operator's ban of the player; `null` without one.
    banned: Option<BanData>,
    /// The reports to the operator that the player has made.
    reports_made: Vec<ReportData>,
    /// The reports to the operator about the player, without those who made them.
    reported: Vec<ReportData>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
struct ReportData {
    /// The time of the report.
    at: Time,
    /// The room in which it was made.
    room: String,
    /// The reason: `name`, `insult`, `spam` or `other`.
    reason: String,
    /// The name of the reported player as it was shown then.
    name: String,
    /// The player's own words; `null` without any, and for a report about the player.
    note: Option<String>,
    /// The time at which the operator settled the report; `null` while it is open.
    settled_at: Option<Time>,
}

impl ReportData {
    fn of(report: StoredReport, is_own: bool) -> Self {
        Self {
            at: report.at,
            room: report.room,
            reason: report.reason,
            name: report.reported.1,
            note: report.note.filter(|_| is_own),
            settled_at: report.settled_at,
        }
    }
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
struct BanData {
    /// The time of the ban.
    since: Time,
    /// The time when it ends; `null` if it has no end.
    until: Option<Time>,
    /// The reason that the operator has noted; it may be empty.
    reason: String,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
struct DeviceData {
    /// The description of the browser.
    device: String,
    /// The time when the player got the device.
    since: Time,
    /// The time of the last visit with it, to the day.
    seen: Option<Time>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
struct PasskeyData {
    /// The description of the browser that created it.
    device: String,
    /// The time of its creation.
    since: Time,
    /// The time of the last sign-in with it.
    used: Option<Time>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
struct PushServiceData {
    /// The host of the push service.
    host: Option<String>,
    /// The time of the subscription.
    since: Time,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
struct RoomData {
    /// The id of the room.
    room: RoomId,
    /// The game of the room.
    game: String,
    /// Whether a game with the player runs there.
    playing: bool,
    /// The player's place in the last game that they finished there.
    place: Option<u32>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
struct GameData {
    /// The id of the game, as in the link to its replay.
    id: String,
    /// The kind of the game.
    game: String,
    /// The time of its end.
    ended_at: Time,
    /// The number of seats.
    seats: i64,
    /// The player's place.
    place: i64,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
struct GuestData {
    /// The id of the game, as in the link to its replay.
    game: String,
    /// The guest's name.
    name: String,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
struct PuzzleData {
    /// The kind of the game.
    game: String,
    /// The id of the puzzle.
    puzzle: String,
    /// The number of attempts that ended.
    tries: u32,
    /// Whether an attempt reached the goal.
    solved: bool,
}

/// Returns the puzzles that a player has tried.
async fn puzzles_of(app: &App, player: PlayerId) -> Result<Vec<PuzzleData>, Problem> {
    let tries = app.store.puzzle_tries(player).await?.into_iter();
    let puzzles = tries.map(|of| PuzzleData {
        game: of.game,
        puzzle: of.puzzle,
        tries: of.tries,
        solved: of.is_solved,
    });
    Ok(puzzles.collect())
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
struct DayData {
    /// The day.
    day: String,
    /// The kind of the game.
    game: String,
    /// The room in which it is played.
    room: String,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
struct PageData {
    /// The id of the page, as in the link to it.
    id: PageId,
    /// Whether the page lists the games of public rooms.
    games: bool,
    /// Whether the page and the table of the server show the ratings.
    ratings: bool,
    /// The time since which there is the page.
    since: Time,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
struct WebhookData {
    /// The room that posts there.
    room: String,
    /// The format of the messages.
    channel: String,
    /// The host of the address.
    host: Option<String>,
}

/// Responds with everything that is stored about the requesting player, except the logs of rooms.
/// Those belong to all of their players together.
pub(in crate::http) async fn data(
    State(app): State<App>,
    Known(person): Known,
) -> Result<Response, Problem> {
    let player = person.player;
    let devices = app.store.devices(player).await?.into_iter();
    let rooms = app.store.rooms_of(player).await?.into_iter();
    let passkeys = app.store.passkeys(player).await?.into_iter();
    let data = app.store.personal_data(player).await?;
    let ban = app.store.ban_of(player).await?;
    let games = app.store.all_games_of(player).await?.into_iter();
    let guests = app.store.guests_of(player).await?.into_iter();
    let days = app.store.all_day_games_of(player).await?.into_iter();
    let page = app.store.own_page(player).await?;
    let notified = data.notified.into_iter();
    let channels = data.channels.into_iter();
    let id = player.0.to_string();
    let reports = data.reports.into_iter();
    let (about, made): (Vec<_>, Vec<_>) = reports.partition(|report| report.reported.0 == id);
    let body = PersonalData {
        name: person.name,
        language: data.language,
        devices: devices
            .map(|of| DeviceData {
                device: of.device,
                since: of.since,
                seen: of.seen,
            })
            .collect(),
        passkeys: passkeys
            .map(|of| PasskeyData {
                device: of.device,
                since: of.since,
                used: of.used,
            })
            .collect(),
        recovery_code: data.has_recovery_code,
        create_code: data.has_create_code,
        notified_by: notified
            .map(|(host, since)| PushServiceData { host, since })
            .collect(),
        rooms: rooms
            .map(|of| RoomData {
                room: of.room,
                game: of.game,
                playing: of.playing,
                place: of.place,
            })
            .collect(),
        games: games
            .map(|(id, game, ended_at, seats, place)| GameData {
                id,
                game,
                ended_at,
                seats,
                place,
            })
            .collect(),
        guests: guests
            .map(|(game, name)| GuestData { game, name })
            .collect(),
        days: days
            .map(|(day, game, room)| DayData { day, game, room })
            .collect(),
        puzzles: puzzles_of(&app, player).await?,
        puzzle_records: puzzles::records(&app, player).await?,
        ratings: ratings::with_courses(&app, player).await?,
        page: page.map(|page| PageData {
            id: page.id,
            games: page.games,
            ratings: page.ratings,
            since: page.since,
        }),
        posts_to: channels
            .map(|of| WebhookData {
                room: of.room,
                channel: of.channel,
                host: of.host,
            })
            .collect(),
        removed_from: data.removed_from,
        banned: ban.map(|ban| BanData {
            since: ban.since,
            until: ban.until,
            reason: ban.reason,
        }),
        reports_made: made
            .into_iter()
            .map(|report| ReportData::of(report, true))
            .collect(),
        reported: about
            .into_iter()
            .map(|report| ReportData::of(report, false))
            .collect(),
    };
    let named = [(
        header::CONTENT_DISPOSITION,
        "attachment; filename=\"senda-data.json\"",
    )];
    Ok((named, Json(body)).into_response())
}
