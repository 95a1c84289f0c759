//! The operator's search for people, their bans, and the deletion of a person.

use axum::{
    Json,
    extract::{Path, State},
};
use senda_room::{PlayerId, Time};
use senda_store::{FoundPerson, OperatorWrite, ServerBan, limits::SERVER_BANS};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{audit::Operator, query::Asked};
use crate::{
    app::App,
    http::{
        problem::{Obstacle, Problem},
        request::Body,
    },
    limits,
    net::moderation::BanSubject,
    process::time::milliseconds,
    upkeep::forgetting,
};

/// The query of a search.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Search {
    find: String,
}

/// Finds people by name or id.
pub(super) async fn find(
    operator: Operator,
    State(app): State<App>,
    Asked(Search { find }): Asked<Search>,
) -> Result<Json<Value>, Problem> {
    let text = find.trim();
    let length = text.chars().count();
    if !(limits::SEARCH_LEAST..=limits::SEARCH_MOST).contains(&length) {
        return Err(Obstacle::Search.into());
    }
    let people = app.store.find_people(text).await?;
    operator.note("search people", people.len());
    let now = app.clock.now();
    let people = people.into_iter().map(|found| {
        let FoundPerson {
            player,
            name,
            since,
            seen,
            rooms,
        } = found;
        json!({
            "id": player.0,
            "name": name,
            "since": since,
            "seen": seen,
            "rooms": rooms,
            "banned": app.moderation.bans_player(player, now),
        })
    });
    let people: Vec<Value> = people.collect();
    Ok(Json(json!({ "people": people })))
}

/// Returns the person with that id.
async fn person(app: &App, id: &str) -> Result<PlayerId, Problem> {
    let player = id
        .parse()
        .map(PlayerId)
        .map_err(|_| Problem::NoSuchPerson)?;
    let found = app.store.found_person(player).await?;
    found.map(|found| found.player).ok_or(Problem::NoSuchPerson)
}

/// Deletes everything about a person.
pub(super) async fn forget(
    operator: Operator,
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Json<Value>, Problem> {
    let player = person(&app, &id).await?;
    let is_done = forgetting::erase(&app, player, limits::ADMIN_FORGET_WAIT).await?;
    operator.note("forget person", player.0);
    Ok(Json(json!({ "id": player.0, "done": is_done })))
}

/// The body of a request to ban.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Ban {
    subject: String,
    days: Option<u32>,
    reason: Option<String>,
}

/// Bans a person or a network.
pub(super) async fn ban(
    operator: Operator,
    State(app): State<App>,
    Body(Ban {
        subject,
        days,
        reason,
    }): Body<Ban>,
) -> Result<Json<Value>, Problem> {
    let subject: BanSubject = subject.parse().map_err(Obstacle::Subject)?;
    if let BanSubject::Player(player) = subject {
        person(&app, &player.0.to_string()).await?;
    }
    let reason = reason.unwrap_or_default();
    if reason.chars().count() > limits::BAN_REASON_CHARACTERS {
        return Err(Obstacle::BanReason.into());
    }
    if days.is_some_and(|days| days == 0 || days > limits::BAN_DAYS) {
        return Err(Obstacle::BanDays.into());
    }
    let now = app.clock.now();
    if app.moderation.bans(now).len() >= SERVER_BANS as usize {
        return Err(Obstacle::BanCount.into());
    }
    let ban = ServerBan {
        subject: subject.to_string(),
        reason,
        since: now,
        until: days.map(|days| now.plus(milliseconds(limits::DAY * days))),
    };
    let answer = shown(&ban);
    app.moderation
        .decide(&app.store, OperatorWrite::Ban(ban))
        .await?;
    operator.note("ban", subject);
    Ok(Json(answer))
}

fn shown(ban: &ServerBan) -> Value {
    json!({
        "subject": ban.subject,
        "reason": ban.reason,
        "since": ban.since,
        "until": ban.until,
    })
}

/// The query of a request to lift a ban.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Lift {
    subject: String,
}

/// Lifts a ban.
pub(super) async fn unban(
    operator: Operator,
    State(app): State<App>,
    Asked(Lift { subject }): Asked<Lift>,
) -> Result<Json<Value>, Problem> {
    let subject: BanSubject = subject.parse().map_err(Obstacle::Subject)?;
    let name = subject.to_string();
    let now: Time = app.clock.now();
    if app
        .moderation
        .bans(now)
        .iter()
        .all(|ban| ban.subject != name)
    {
        return Err(Obstacle::NotBanned(name).into());
    }
    let lift = OperatorWrite::Unban { subject: name };
    app.moderation.decide(&app.store, lift).await?;
    operator.note("unban", subject);
    Ok(Json(
        json!({ "subject": subject.to_string(), "banned": false }),
    ))
}

/// Lists the bans.
pub(super) async fn bans(_: Operator, State(app): State<App>) -> Json<Value> {
    let bans = app.moderation.bans(app.clock.now());
    let bans: Vec<Value> = bans.iter().map(shown).collect();
    Json(json!({ "bans": bans }))
}
