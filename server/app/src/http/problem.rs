//! The error responses of the HTTP API: each has a stable code, a status and a body as RFC 9457
//! defines it. Some are logged where they arise.

mod conversions;
#[cfg(feature = "types")]
mod described;
mod obstacle;

use std::time::Duration;

use axum::{
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use senda_push::BadTarget;
use senda_room::protocol::RatedNeed;
use serde_json::{Value, json};

#[cfg(feature = "types")]
pub use self::described::{Described, described};
pub use self::obstacle::Obstacle;
use crate::{limits, live::quarantine::RoomFault, net::origin::WrongOrigin};

/// The reason for an error response.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Problem {
    /// Nothing exists at that path.
    NotFound,
    /// The path does not support that method.
    MethodNotAllowed,
    /// The body is not JSON of the expected shape; contains the position of the fault.
    BadJson(String),
    /// The content type of the body is not JSON.
    NotJson,
    /// The body is larger than the limit.
    TooLarge,
    /// The name is empty, too long or has characters that can't be displayed.
    BadName,
    /// A setting of a room is out of its range; contains the name of the setting.
    BadSettings(String),
    /// The settings contradict rated games.
    RatedNeeds(RatedNeed),
    /// Opening a room needs a code, which the player has not entered.
    NeedsCreateCode,
    /// The code for opening rooms is wrong.
    WrongCreateCode,
    /// This server opens no new rooms.
    NoNewRooms,
    /// The server opens no new rooms, because its operator is about to stop it.
    Draining,
    /// The operator of the server has banned the requesting player or their network.
    Banned,
    /// The operator of the server has closed the room.
    RoomClosed,
    /// No room has this id.
    NoSuchRoom,
    /// The room has no finished game of that number, or no game has this id.
    NoSuchGame,
    /// There is no such game, or it has no lesson of that name.
    NoSuchLesson,
    /// There is no such puzzle.
    NoSuchPuzzle,
    /// The lesson ends before the last of the decisions, or there are more decisions than any
    /// lesson takes.
    LessonEnded,
    /// The file is no finished game that this program can replay; contains the reason.
    BadGameFile(String),
    /// The rules reject a decision in a lesson; contains the reason in the form that rooms send it.
    Illegal(Value),
    /// The host has removed the requesting player from the room.
    Removed,
    /// The room's log can't be continued; contains the reason.
    RoomUnavailable(RoomFault),
    /// Another server owns the room.
    Elsewhere,
    /// The disk is full or fails.
    NoStorage,
    /// A stored row outside of the rooms' logs is damaged.
    Damaged,
    /// The request has no session cookie: `POST /api/session` comes first.
    NoSession,
    /// The session cookie belongs to no player.
    UnknownSession,
    /// The code is missing, wrong, expired or used.
    BadCode,
    /// The passkey belongs to no player here, or its challenge has expired.
    BadPasskey,
    /// The player already has as many passkeys as the limit allows.
    TooManyPasskeys,
    /// Browsers offer no passkeys for this address.
    NoPasskeys,
    /// A push subscription has no valid keys, or an address that this server does not send to.
    BadSubscription,
    /// The browser's push service is not one that this server sends to.
    UnknownPushService,
    /// The server does not post to that address; contains the reason.
    BadWebhook(BadTarget),
    /// The room has no webhook.
    NoWebhook,
    /// The room's webhook was set by the host that the requesting player stands in for.
    WebhookOfAnother,
    /// The request is reserved to the host of the room.
    NotHost,
    /// The operator's request is invalid, or can't be carried out now; contains the reason.
    NotPossible(Obstacle),
    /// No person here has this id.
    NoSuchPerson,
    /// No report has this id.
    NoSuchReport,
    /// The request does not have the token of the operator.
    NoOperator,
    /// The token of the operator would cross the network unencrypted.
    NotProtected,
    /// The query is not `epoch` and `version`, each a number.
    BadQuery,
    /// The request comes from a page of another site.
    ForeignOrigin(WrongOrigin),
    /// The request is for a host other than that of the public URL; contains advice for the
    /// operator.
    UnknownHost(String),
    /// The request, as it arrived, is not a WebSocket handshake.
    NotASocket,
    /// The handshake does not offer the expected subprotocol.
    Subprotocol,
    /// The rate limit for that address is exceeded; contains the time until the next request may
    /// succeed.
    TooMany(Duration),
    /// The server is at its limit of connections, sockets or rooms.
    Full,
    /// Too many requests of the kind are in progress at the same time.
    Busy,
    /// The request took longer than its timeout.
    Timeout,
    /// The server failed through a fault of its own.
    Internal,
}

/// The time after which a client retries when the server was full.
const FULL_AGAIN: Duration = Duration::from_secs(30);

/// The time after which a client retries when too many requests came at once.
const BUSY_AGAIN: Duration = Duration::from_secs(2);

/// The time after which a client retries when the disk was full or failed. The server itself
/// retries more often.
const STORAGE_AGAIN: Duration = Duration::from_secs(5);

impl Problem {
    /// Returns the response of each problem. The compiler demands a row for each new one.
    #[rustfmt::skip]
    fn row(&self) -> Row {
        use StatusCode as S;
        match self {
            Self::NotFound => row(S::NOT_FOUND, "not_found", "There is nothing at this path"),
            Self::MethodNotAllowed => row(S::METHOD_NOT_ALLOWED, "method_not_allowed", "Not by this method"),
            Self::BadJson(detail) => row(S::BAD_REQUEST, "bad_json", "The body can't be read")
                .with("detail", detail.as_str()),
            Self::NotJson => row(S::UNSUPPORTED_MEDIA_TYPE, "not_json", "The body must be application/json"),
            Self::TooLarge => row(S::PAYLOAD_TOO_LARGE, "too_large", "The body is too large"),
            Self::BadName => row(S::UNPROCESSABLE_ENTITY, "bad_name", "The name can't be shown or is too long"),
            Self::BadSettings(which) => row(S::UNPROCESSABLE_ENTITY, "bad_settings", "A setting is out of its range")
                .with("which", which.as_str()),
            Self::RatedNeeds(need) => row(S::UNPROCESSABLE_ENTITY, "rated_needs", "The settings contradict rated games")
                .with("need", serde_json::json!(need)),
            Self::NeedsCreateCode => row(S::FORBIDDEN, "needs_create_code", "Opening a room needs the code that the operator shares"),
            Self::WrongCreateCode => row(S::FORBIDDEN, "wrong_create_code", "The code for opening rooms is wrong"),
            Self::NoNewRooms => row(S::FORBIDDEN, "no_new_rooms", "This server opens no new rooms"),
            Self::Draining => row(S::SERVICE_UNAVAILABLE, "draining", "This server is about to stop, and opens no new rooms")
                .after(FULL_AGAIN),
            Self::Banned => row(S::FORBIDDEN, "banned", "The operator of this server has banned you or your network"),
            Self::RoomClosed => row(S::FORBIDDEN, "room_closed", "The operator of this server has closed this room"),
            Self::NoSuchRoom => row(S::NOT_FOUND, "no_such_room", "There is no such room"),
            Self::NoSuchGame => row(S::NOT_FOUND, "no_such_game", "There is no such finished game"),
            Self::NoSuchLesson => row(S::NOT_FOUND, "no_such_lesson", "There is no such lesson"),
            Self::NoSuchPuzzle => row(S::NOT_FOUND, "no_such_puzzle", "There is no such puzzle"),
            Self::LessonEnded => row(S::UNPROCESSABLE_ENTITY, "lesson_ended", "The lesson ends before the last of these decisions"),
            Self::BadGameFile(detail) => row(S::UNPROCESSABLE_ENTITY, "bad_game_file", "The file is no finished game that this server can replay")
                .with("detail", detail.as_str()),
            Self::Illegal(refusal) => row(S::UNPROCESSABLE_ENTITY, "illegal", "The rules refuse one of these decisions")
                .with("refusal", refusal.clone()),
            Self::Removed => row(S::FORBIDDEN, "removed", "The host of this room has removed you"),
            Self::RoomUnavailable(fault) => row(S::SERVICE_UNAVAILABLE, "room_unavailable", "This room can't be continued")
                .with("reason", fault.code()).after(limits::QUARANTINED),
            Self::Elsewhere => row(S::SERVICE_UNAVAILABLE, "elsewhere", "Another server has this room")
                .after(BUSY_AGAIN),
            Self::NoStorage => row(S::SERVICE_UNAVAILABLE, "no_storage", "Nothing can be stored just now")
                .after(STORAGE_AGAIN),
            Self::Damaged => row(S::SERVICE_UNAVAILABLE, "damaged", "What is stored here is damaged: the server's log says where")
                .after(limits::QUARANTINED),
            Self::NoSession => row(S::UNAUTHORIZED, "no_session", "Nobody is known here yet"),
            Self::UnknownSession => row(S::UNAUTHORIZED, "unknown_session", "The cookie is nobody's"),
            Self::BadCode => row(S::UNPROCESSABLE_ENTITY, "bad_code", "The code is wrong, has expired, or has been used"),
            Self::BadPasskey => row(S::UNPROCESSABLE_ENTITY, "bad_passkey", "The passkey is nobody's here, or was shown too late"),
            Self::TooManyPasskeys => row(S::UNPROCESSABLE_ENTITY, "too_many_passkeys", "No more passkeys can be kept: remove one first"),
            Self::NoPasskeys => row(S::UNPROCESSABLE_ENTITY, "no_passkeys", "Browsers have passkeys for https and a name only"),
            Self::BadSubscription => row(S::UNPROCESSABLE_ENTITY, "bad_subscription", "Nothing is sent to this browser's push service"),
            Self::UnknownPushService => row(S::UNPROCESSABLE_ENTITY, "unknown_push_service", "This server doesn't send to this browser's push service; --push-hosts allows more"),
            Self::BadWebhook(why) => row(S::UNPROCESSABLE_ENTITY, webhook_code(*why), "Nothing is posted to this address"),
            Self::NoWebhook => row(S::NOT_FOUND, "no_webhook", "This room doesn't post anywhere"),
            Self::WebhookOfAnother => row(S::FORBIDDEN, "webhook_of_another", "The host for whom you stand in has set this channel, and only they may change it"),
            Self::NotHost => row(S::FORBIDDEN, "not_host", "Only the host of this room may do that"),
            Self::NotPossible(why) => row(S::UNPROCESSABLE_ENTITY, "not_possible", "That can't be done")
                .with("detail", why.to_string()).with("reason", why.code().0).with("values", why.code().1),
            Self::NoSuchPerson => row(S::NOT_FOUND, "no_such_person", "There is no such person"),
            Self::NoSuchReport => row(S::NOT_FOUND, "no_such_report", "There is no such report"),
            Self::NoOperator => row(S::UNAUTHORIZED, "no_operator", "The request does not have the operator's token: Authorization: Bearer TOKEN"),
            Self::NotProtected => row(S::FORBIDDEN, "not_protected", "The operator's token is accepted over https alone, or from the machine itself; behind a proxy set --public-url and --trust-proxy"),
            Self::BadQuery => row(S::BAD_REQUEST, "bad_query", "The query must be epoch and version, each a number"),
            Self::ForeignOrigin(wrong) => row(S::FORBIDDEN, "foreign_origin", "The request comes from another site")
                .with("detail", wrong.advice()).with("reason", wrong.code()).with("expected", json!(wrong.expected)),
            Self::UnknownHost(detail) => row(S::MISDIRECTED_REQUEST, "unknown_host", "The request is for another host")
                .with("detail", detail.as_str()),
            Self::NotASocket => row(S::UPGRADE_REQUIRED, "not_a_socket", "Here is a WebSocket, and the header Upgrade that asks for it has not arrived"),
            Self::Subprotocol => row(S::BAD_REQUEST, "subprotocol", "The subprotocol must be senda.v2"),
            Self::TooMany(again) => row(S::TOO_MANY_REQUESTS, "too_many", "Too many from this address")
                .after(*again),
            Self::Full => row(S::SERVICE_UNAVAILABLE, "full", "The server is full")
                .after(FULL_AGAIN),
            Self::Busy => row(S::SERVICE_UNAVAILABLE, "busy", "Too many have come at once")
                .after(BUSY_AGAIN),
            Self::Timeout => row(S::SERVICE_UNAVAILABLE, "timeout", "It took too long")
                .after(FULL_AGAIN),
            Self::Internal => row(S::INTERNAL_SERVER_ERROR, "internal", "The server failed"),
        }
    }
}

/// The response for a problem.
struct Row {
    status: StatusCode,
    code: &'static str,
    /// The explanation for developers.
    title: &'static str,
    /// The fields of the body that only this problem has.
    fields: Vec<(&'static str, Value)>,
    /// The time after which the same request may succeed, if it may.
    again: Option<Duration>,
}

fn row(status: StatusCode, code: &'static str, title: &'static str) -> Row {
    Row {
        status,
        code,
        title,
        fields: Vec::new(),
        again: None,
    }
}

impl Row {
    fn with(mut self, key: &'static str, value: impl Into<Value>) -> Self {
        self.fields.push((key, value.into()));
        self
    }

    fn after(mut self, again: Duration) -> Self {
        self.again = Some(again);
        self
    }
}

fn webhook_code(why: BadTarget) -> &'static str {
    match why {
        BadTarget::NoAddress => "webhook_no_address",
        BadTarget::NotHttps => "webhook_not_https",
        BadTarget::NotPublic | BadTarget::NotListed => "webhook_not_public",
    }
}

/// The code of the problem that a response reports, for the layers around the handlers.
#[derive(Copy, Clone, Debug)]
pub struct ProblemCode(pub &'static str);

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let Row {
            status,
            code,
            title,
            fields,
            again,
        } = self.row();
        let mut body = json!({
            "type": format!("urn:senda:problem:{code}"),
            "title": title,
            "status": status.as_u16(),
            "code": code,
        });
        for (key, value) in fields {
            body[key] = value;
        }
        let json = HeaderValue::from_static("application/problem+json");
        let store = HeaderValue::from_static("no-store");
        let headers = [(header::CONTENT_TYPE, json), (header::CACHE_CONTROL, store)];
        let mut response = (status, headers, body.to_string()).into_response();
        response.extensions_mut().insert(ProblemCode(code));
        if self == Self::NotASocket {
            // RFC 9110: a 426 response names the protocol.
            let websocket = HeaderValue::from_static("websocket");
            response.headers_mut().insert(header::UPGRADE, websocket);
        }
        if let Some(again) = again {
            // The header has whole seconds: round up, so that it is never 0.
            let seconds = again.as_secs() + u64::from(again.subsec_nanos() > 0);
            response
                .headers_mut()
                .insert(header::RETRY_AFTER, seconds.into());
        }
        response
    }
}

/// Returns the first [`limits::DETAIL_CHARACTERS`] characters of an explanation for developers.
pub fn shortened(text: &str) -> String {
    text.chars().take(limits::DETAIL_CHARACTERS).collect()
}
