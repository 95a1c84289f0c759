//! The operator's view of the reports of players.

use axum::{
    Json,
    extract::{Path, State},
};
use senda_store::{OperatorWrite, StoredReport, StoredReportLine};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{audit::Operator, query::Asked};
use crate::{app::App, http::problem::Problem};

/// The query of the list.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Which {
    /// Whether the settled reports are listed as well.
    #[serde(default)]
    all: bool,
}

/// Lists the reports, the newest first.
pub(super) async fn list(
    _: Operator,
    State(app): State<App>,
    Asked(Which { all }): Asked<Which>,
) -> Result<Json<Value>, Problem> {
    let reports = app.store.reports(all).await?;
    let reports: Vec<Value> = reports.iter().map(|report| shown(&app, report)).collect();
    Ok(Json(json!({ "reports": reports })))
}

/// Shows a report with its chat messages.
pub(super) async fn show(
    operator: Operator,
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Json<Value>, Problem> {
    let found = app.store.report(&id).await?;
    let (report, lines) = found.ok_or(Problem::NoSuchReport)?;
    operator.note("show report", &report.id);
    let mut answer = shown(&app, &report);
    let lines = lines.into_iter();
    answer["lines"] = lines
        .map(|line| {
            let StoredReportLine {
                at,
                player,
                name,
                text,
                emote,
            } = line;
            json!({ "at": at, "player": player, "name": name, "text": text, "emote": emote })
        })
        .collect();
    Ok(Json(answer))
}

/// Notes that a report is settled.
pub(super) async fn settle(
    operator: Operator,
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Json<Value>, Problem> {
    let found = app.store.report(&id).await?;
    let (StoredReport { id, .. }, _) = found.ok_or(Problem::NoSuchReport)?;
    let at = app.clock.now();
    let report = id.clone();
    let settle = OperatorWrite::Settle { report, at };
    app.store.writer().write(settle).await?;
    operator.note("settle report", &id);
    Ok(Json(json!({ "id": id, "settled": true })))
}

fn shown(app: &App, report: &StoredReport) -> Value {
    let reported = report.reported.0.parse().map(senda_room::PlayerId);
    let banned = reported.is_ok_and(|player| app.moderation.bans_player(player, app.clock.now()));
    json!({
        "id": report.id,
        "room": report.room,
        "game": report.game,
        "at": report.at,
        "reporter": { "id": report.reporter.0, "name": report.reporter.1 },
        "reported": { "id": report.reported.0, "name": report.reported.1, "banned": banned },
        "reason": report.reason,
        "note": report.note,
        "settled_at": report.settled_at,
    })
}
