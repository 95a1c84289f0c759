//! The operator's notice on all pages.

use std::time::Duration;

use axum::{Json, extract::State};
use senda_store::{OperatorNotice, OperatorWrite};
use serde::Deserialize;
use serde_json::{Value, json};

use super::audit::Operator;
use crate::{
    app::App,
    http::{
        problem::{Obstacle, Problem},
        request::Body,
    },
    limits,
    process::time::milliseconds,
};

/// The body of a request to show a notice: a text for some minutes, or a restart.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Announcement {
    text: Option<String>,
    minutes: Option<u64>,
    restart_in_seconds: Option<u64>,
}

/// The number of minutes for which a text is shown if the request names none.
const MINUTES: u64 = 60;

impl Announcement {
    /// Returns the text, and the times until the restart and until the end of the notice.
    fn checked(self) -> Result<(String, Option<Duration>, Duration), Problem> {
        let (text, restart, shown) = match (self.text, self.restart_in_seconds) {
            (Some(text), None) => {
                let minutes = self.minutes.unwrap_or(MINUTES);
                let shown = Duration::from_secs(minutes.saturating_mul(60));
                (text.trim().to_owned(), None, shown)
            }
            (None, Some(seconds)) if self.minutes.is_none() => {
                let restart = Duration::from_secs(seconds);
                (String::new(), Some(restart), restart)
            }
            _ => {
                return Err(Obstacle::NoticeKind.into());
            }
        };
        let length = text.chars().count();
        let is_empty = restart.is_none() && length == 0;
        if is_empty || length > limits::NOTICE_CHARACTERS || text.chars().any(char::is_control) {
            return Err(Obstacle::NoticeText.into());
        }
        if shown.is_zero() || shown > limits::NOTICE_TIME {
            return Err(Obstacle::NoticeTime.into());
        }
        Ok((text, restart, shown))
    }
}

fn shown(notice: Option<&OperatorNotice>) -> Value {
    let notice = notice.map(|notice| {
        json!({
            "text": (!notice.text.is_empty()).then_some(&notice.text),
            "restart_at": notice.restart_at,
            "until": notice.until,
        })
    });
    json!({ "notice": notice })
}

/// Returns the notice that is shown now.
pub(super) async fn show(_: Operator, State(app): State<App>) -> Json<Value> {
    Json(shown(app.moderation.notice(app.clock.now()).as_ref()))
}

/// Shows a notice on all pages, in place of the one before.
pub(super) async fn set(
    operator: Operator,
    State(app): State<App>,
    Body(announcement): Body<Announcement>,
) -> Result<Json<Value>, Problem> {
    let (text, restart, time) = announcement.checked()?;
    let now = app.clock.now();
    let notice = OperatorNotice {
        text,
        restart_at: restart.map(|restart| now.plus(milliseconds(restart))),
        until: now.plus(milliseconds(time)),
    };
    let answer = shown(Some(&notice));
    let write = OperatorWrite::Notice(Some(notice));
    app.moderation.decide(&app.store, write).await?;
    let seconds = time.as_secs();
    operator.note(
        if restart.is_some() {
            "announce restart"
        } else {
            "announce text"
        },
        format_args!("{seconds} s"),
    );
    Ok(Json(answer))
}

/// Removes the notice.
pub(super) async fn clear(
    operator: Operator,
    State(app): State<App>,
) -> Result<Json<Value>, Problem> {
    let write = OperatorWrite::Notice(None);
    app.moderation.decide(&app.store, write).await?;
    operator.note("clear notice", "-");
    Ok(Json(shown(None)))
}
