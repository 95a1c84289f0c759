//! Lists all problems, for the description of the API.

use std::time::Duration;

use axum::http::HeaderMap;
use senda_push::BadTarget;
use senda_room::protocol::RatedNeed;
use serde_json::Value;

use super::{Obstacle, Problem};
use crate::{live::quarantine::RoomFault, net::origin};

/// A problem, as the description of the API lists it.
#[derive(Clone, Debug)]
pub struct Described {
    /// The stable code.
    pub code: &'static str,
    /// The status of the response.
    pub status: u16,
    /// The explanation for developers.
    pub title: &'static str,
    /// The fields of the body that only this problem has.
    pub fields: Vec<&'static str>,
    /// Whether the response has the header `Retry-After`.
    pub has_retry_after: bool,
}

/// Returns all problems, in the order of their declaration.
pub fn described() -> Vec<Described> {
    let mut all = Vec::new();
    let mut next = Some(Problem::NotFound);
    while let Some(problem) = next {
        let row = problem.row();
        all.push(Described {
            code: row.code,
            status: row.status.as_u16(),
            title: row.title,
            fields: row.fields.iter().map(|(key, _)| *key).collect(),
            has_retry_after: row.again.is_some(),
        });
        next = after(&problem);
    }
    all
}

/// Returns an example of the problem after this one. The compiler demands an arm for each new
/// problem.
fn after(problem: &Problem) -> Option<Problem> {
    use Problem as P;
    let text = String::new;
    Some(match problem {
        P::NotFound => P::MethodNotAllowed,
        P::MethodNotAllowed => P::BadJson(text()),
        P::BadJson(_) => P::NotJson,
        P::NotJson => P::TooLarge,
        P::TooLarge => P::BadName,
        P::BadName => P::BadSettings(text()),
        P::BadSettings(_) => P::RatedNeeds(RatedNeed::Clock),
        P::RatedNeeds(_) => P::NeedsCreateCode,
        P::NeedsCreateCode => P::WrongCreateCode,
        P::WrongCreateCode => P::NoNewRooms,
        P::NoNewRooms => P::Draining,
        P::Draining => P::Banned,
        P::Banned => P::RoomClosed,
        P::RoomClosed => P::NoSuchRoom,
        P::NoSuchRoom => P::NoSuchGame,
        P::NoSuchGame => P::NoSuchLesson,
        P::NoSuchLesson => P::NoSuchPuzzle,
        P::NoSuchPuzzle => P::LessonEnded,
        P::LessonEnded => P::BadGameFile(text()),
        P::BadGameFile(_) => P::Illegal(Value::Null),
        P::Illegal(_) => P::Removed,
        P::Removed => P::RoomUnavailable(RoomFault::Corrupt),
        P::RoomUnavailable(_) => P::Elsewhere,
        P::Elsewhere => P::NoStorage,
        P::NoStorage => P::Damaged,
        P::Damaged => P::NoSession,
        P::NoSession => P::UnknownSession,
        P::UnknownSession => P::BadCode,
        P::BadCode => P::BadPasskey,
        P::BadPasskey => P::TooManyPasskeys,
        P::TooManyPasskeys => P::NoPasskeys,
        P::NoPasskeys => P::BadSubscription,
        P::BadSubscription => P::UnknownPushService,
        P::UnknownPushService => P::BadWebhook(BadTarget::NoAddress),
        P::BadWebhook(BadTarget::NoAddress) => P::BadWebhook(BadTarget::NotHttps),
        P::BadWebhook(BadTarget::NotHttps) => P::BadWebhook(BadTarget::NotPublic),
        P::BadWebhook(BadTarget::NotPublic | BadTarget::NotListed) => P::NoWebhook,
        P::NoWebhook => P::WebhookOfAnother,
        P::WebhookOfAnother => P::NotHost,
        P::NotHost => P::BadQuery,
        P::BadQuery => {
            let wrong = origin::check(&HeaderMap::new(), None);
            P::ForeignOrigin(wrong.expect_err("a request without an origin"))
        }
        P::ForeignOrigin(_) => P::UnknownHost(text()),
        P::UnknownHost(_) => P::NotASocket,
        P::NotASocket => P::Subprotocol,
        P::Subprotocol => P::TooMany(Duration::ZERO),
        P::TooMany(_) => P::Full,
        P::Full => P::Busy,
        P::Busy => P::Timeout,
        P::Timeout => P::Internal,
        P::Internal => P::NotPossible(Obstacle::NoticeKind),
        P::NotPossible(_) => P::NoSuchPerson,
        P::NoSuchPerson => P::NoSuchReport,
        P::NoSuchReport => P::NoOperator,
        P::NoOperator => P::NotProtected,
        P::NotProtected => return None,
    })
}
