//! The error responses of the HTTP API: each has a stable code, a status and a body as RFC 9457
//! defines it. Some are logged where they arise.

use std::time::Duration;

use axum::{
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use senda_push::BadTarget;
use senda_store::{NotStored, ReadError};
use serde_json::{Value, json};

use crate::{
    limits,
    live::{quarantine::RoomFault, registry::Unavailable},
    net::{
        admission::Refused,
        origin::WrongOrigin,
        rate::{Crowded, TooFast},
    },
    process::telemetry::LogThrottle,
};

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
    /// No room has this id.
    NoSuchRoom,
    /// The room has no finished game of that number.
    NoSuchGame,
    /// There is no such game, or it has no lesson of that name.
    NoSuchLesson,
    /// The lesson ends before the last of the decisions, or there are more decisions than any
    /// lesson takes.
    LessonEnded,
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
    fn parts(&self) -> (StatusCode, &'static str, &'static str) {
        match self {
            Self::NotFound => (
                StatusCode::NOT_FOUND,
                "not_found",
                "There is nothing at this path",
            ),
            Self::MethodNotAllowed => (
                StatusCode::METHOD_NOT_ALLOWED,
                "method_not_allowed",
                "Not by this method",
            ),
            Self::BadJson(_) => (
                StatusCode::BAD_REQUEST,
                "bad_json",
                "The body can't be read",
            ),
            Self::NotJson => (
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "not_json",
                "The body must be application/json",
            ),
            Self::TooLarge => (
                StatusCode::PAYLOAD_TOO_LARGE,
                "too_large",
                "The body is too large",
            ),
            Self::BadName => (
                StatusCode::UNPROCESSABLE_ENTITY,
                "bad_name",
                "The name can't be shown or is too long",
            ),
            Self::BadSettings(_) => (
                StatusCode::UNPROCESSABLE_ENTITY,
                "bad_settings",
                "A setting is out of its range",
            ),
            Self::NoSuchRoom | Self::NoSuchGame | Self::Removed => self.parts_of_rooms(),
            Self::NoSuchLesson | Self::LessonEnded | Self::Illegal(_) => self.parts_of_lessons(),
            Self::NoSession
            | Self::UnknownSession
            | Self::BadCode
            | Self::BadPasskey
            | Self::TooManyPasskeys
            | Self::NoPasskeys
            | Self::BadSubscription
            | Self::UnknownPushService => self.parts_of_identity(),
            Self::BadWebhook(_) | Self::NoWebhook | Self::WebhookOfAnother | Self::NotHost => {
                self.parts_of_webhooks()
            }
            Self::ForeignOrigin(_) => (
                StatusCode::FORBIDDEN,
                "foreign_origin",
                "The request comes from another site",
            ),
            Self::UnknownHost(_) => (
                StatusCode::MISDIRECTED_REQUEST,
                "unknown_host",
                "The request is for another host",
            ),
            Self::BadQuery => (
                StatusCode::BAD_REQUEST,
                "bad_query",
                "The query must be epoch and version, each a number",
            ),
            Self::NotASocket => (
                StatusCode::UPGRADE_REQUIRED,
                "not_a_socket",
                "Here is a WebSocket, and the header Upgrade that asks for it has not arrived",
            ),
            Self::Subprotocol => (
                StatusCode::BAD_REQUEST,
                "subprotocol",
                "The subprotocol must be senda.v2",
            ),
            Self::TooMany(_) => (
                StatusCode::TOO_MANY_REQUESTS,
                "too_many",
                "Too many from this address",
            ),
            Self::RoomUnavailable(_)
            | Self::Elsewhere
            | Self::NoStorage
            | Self::Damaged
            | Self::Full
            | Self::Busy
            | Self::Timeout
            | Self::Internal => self.parts_of_own_fault(),
        }
    }

    /// Returns the parts of a problem about a room or a game that is not available.
    fn parts_of_rooms(&self) -> (StatusCode, &'static str, &'static str) {
        match self {
            Self::NoSuchRoom => (
                StatusCode::NOT_FOUND,
                "no_such_room",
                "There is no such room",
            ),
            Self::NoSuchGame => (
                StatusCode::NOT_FOUND,
                "no_such_game",
                "The room has no finished game of this number",
            ),
            _ => (
                StatusCode::FORBIDDEN,
                "removed",
                "The host of this room has removed you",
            ),
        }
    }

    /// Returns the parts of a problem about sessions, codes, passkeys and push subscriptions.
    fn parts_of_identity(&self) -> (StatusCode, &'static str, &'static str) {
        match self {
            Self::NoSession => (
                StatusCode::UNAUTHORIZED,
                "no_session",
                "Nobody is known here yet",
            ),
            Self::UnknownSession => (
                StatusCode::UNAUTHORIZED,
                "unknown_session",
                "The cookie is nobody's",
            ),
            Self::BadPasskey => (
                StatusCode::UNPROCESSABLE_ENTITY,
                "bad_passkey",
                "The passkey is nobody's here, or was shown too late",
            ),
            Self::TooManyPasskeys => (
                StatusCode::UNPROCESSABLE_ENTITY,
                "too_many_passkeys",
                "No more passkeys can be kept: remove one first",
            ),
            Self::NoPasskeys => (
                StatusCode::UNPROCESSABLE_ENTITY,
                "no_passkeys",
                "Browsers have passkeys for https and a name only",
            ),
            Self::BadSubscription => (
                StatusCode::UNPROCESSABLE_ENTITY,
                "bad_subscription",
                "Nothing is sent to this browser's push service",
            ),
            Self::UnknownPushService => (
                StatusCode::UNPROCESSABLE_ENTITY,
                "unknown_push_service",
                "This server doesn't send to this browser's push service; --push-hosts allows more",
            ),
            _ => (
                StatusCode::UNPROCESSABLE_ENTITY,
                "bad_code",
                "The code is wrong, has expired, or has been used",
            ),
        }
    }

    /// Returns the parts of a problem about webhooks.
    fn parts_of_webhooks(&self) -> (StatusCode, &'static str, &'static str) {
        match self {
            Self::BadWebhook(why) => (
                StatusCode::UNPROCESSABLE_ENTITY,
                match why {
                    BadTarget::NoAddress => "webhook_no_address",
                    BadTarget::NotHttps => "webhook_not_https",
                    BadTarget::NotPublic | BadTarget::NotListed => "webhook_not_public",
                },
                "Nothing is posted to this address",
            ),
            Self::NoWebhook => (
                StatusCode::NOT_FOUND,
                "no_webhook",
                "This room doesn't post anywhere",
            ),
            Self::WebhookOfAnother => (
                StatusCode::FORBIDDEN,
                "webhook_of_another",
                "The host for whom you stand in has set this channel, and only they may change it",
            ),
            _ => (
                StatusCode::FORBIDDEN,
                "not_host",
                "Only the host of this room may do that",
            ),
        }
    }

    /// Returns the parts of a problem that only a lesson has.
    fn parts_of_lessons(&self) -> (StatusCode, &'static str, &'static str) {
        match self {
            Self::NoSuchLesson => (
                StatusCode::NOT_FOUND,
                "no_such_lesson",
                "There is no such lesson",
            ),
            Self::LessonEnded => (
                StatusCode::UNPROCESSABLE_ENTITY,
                "lesson_ended",
                "The lesson ends before the last of these decisions",
            ),
            _ => (
                StatusCode::UNPROCESSABLE_ENTITY,
                "illegal",
                "The rules refuse one of these decisions",
            ),
        }
    }

    /// Returns the parts of a problem that is the server's fault, not the client's.
    fn parts_of_own_fault(&self) -> (StatusCode, &'static str, &'static str) {
        match self {
            Self::RoomUnavailable(_) => (
                StatusCode::SERVICE_UNAVAILABLE,
                "room_unavailable",
                "This room can't be continued",
            ),
            Self::Elsewhere => (
                StatusCode::SERVICE_UNAVAILABLE,
                "elsewhere",
                "Another server has this room",
            ),
            Self::NoStorage => (
                StatusCode::SERVICE_UNAVAILABLE,
                "no_storage",
                "Nothing can be stored just now",
            ),
            Self::Damaged => (
                StatusCode::SERVICE_UNAVAILABLE,
                "damaged",
                "What is stored here is damaged: the server's log says where",
            ),
            Self::Full => (
                StatusCode::SERVICE_UNAVAILABLE,
                "full",
                "The server is full",
            ),
            Self::Busy => (
                StatusCode::SERVICE_UNAVAILABLE,
                "busy",
                "Too many have come at once",
            ),
            Self::Timeout => (
                StatusCode::SERVICE_UNAVAILABLE,
                "timeout",
                "It took too long",
            ),
            _ => (
                StatusCode::INTERNAL_SERVER_ERROR,
                "internal",
                "The server failed",
            ),
        }
    }

    /// Returns the time after which the same request may succeed, if it may.
    fn again(&self) -> Option<Duration> {
        match self {
            Self::TooMany(again) => Some(*again),
            Self::Full | Self::Timeout => Some(FULL_AGAIN),
            Self::Busy | Self::Elsewhere => Some(BUSY_AGAIN),
            Self::NoStorage => Some(STORAGE_AGAIN),
            Self::RoomUnavailable(_) | Self::Damaged => Some(limits::QUARANTINED),
            _ => None,
        }
    }

    fn detail(&self) -> Option<(&'static str, Value)> {
        match self {
            Self::BadJson(detail) | Self::UnknownHost(detail) => {
                Some(("detail", detail.as_str().into()))
            }
            Self::BadSettings(which) => Some(("which", which.as_str().into())),
            Self::RoomUnavailable(fault) => Some(("reason", fault.code().into())),
            Self::Illegal(refusal) => Some(("refusal", refusal.clone())),
            _ => None,
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let (status, code, title) = self.parts();
        let mut body = json!({
            "type": format!("urn:senda:problem:{code}"),
            "title": title,
            "status": status.as_u16(),
            "code": code,
        });
        if let Some((key, value)) = self.detail() {
            body[key] = value;
        }
        if let Self::ForeignOrigin(wrong) = &self {
            body["detail"] = wrong.advice().into();
            body["reason"] = wrong.code().into();
            body["expected"] = json!(wrong.expected());
        }
        let json = HeaderValue::from_static("application/problem+json");
        let store = HeaderValue::from_static("no-store");
        let headers = [(header::CONTENT_TYPE, json), (header::CACHE_CONTROL, store)];
        let mut response = (status, headers, body.to_string()).into_response();
        if self == Self::NotASocket {
            // RFC 9110: a 426 response names the protocol.
            let websocket = HeaderValue::from_static("websocket");
            response.headers_mut().insert(header::UPGRADE, websocket);
        }
        if let Some(again) = self.again() {
            // The header has whole seconds: round up, so that it is never 0.
            let seconds = again.as_secs() + u64::from(again.subsec_nanos() > 0);
            response
                .headers_mut()
                .insert(header::RETRY_AFTER, seconds.into());
        }
        response
    }
}

impl From<TooFast> for Problem {
    fn from(TooFast { again }: TooFast) -> Self {
        Self::TooMany(again)
    }
}

impl From<WrongOrigin> for Problem {
    fn from(wrong: WrongOrigin) -> Self {
        Self::ForeignOrigin(wrong)
    }
}

impl From<Crowded> for Problem {
    fn from(crowded: Crowded) -> Self {
        match crowded {
            Crowded::Source => Self::TooMany(FULL_AGAIN),
            Crowded::All => Self::Full,
        }
    }
}

impl From<Refused> for Problem {
    fn from(reason: Refused) -> Self {
        match reason {
            Refused::Busy => Self::Busy,
            Refused::TooFast(too_fast) => too_fast.into(),
            Refused::Crowded(crowded) => crowded.into(),
        }
    }
}

impl From<Unavailable> for Problem {
    fn from(reason: Unavailable) -> Self {
        match reason {
            Unavailable::NoSuchRoom => Self::NoSuchRoom,
            Unavailable::Full => Self::Full,
            Unavailable::TooFast(too_fast) => too_fast.into(),
            Unavailable::NotStored(reason) => reason.into(),
            // The registry has logged the reason.
            Unavailable::NoStorage => Self::NoStorage,
            Unavailable::Quarantined(fault) => Self::RoomUnavailable(fault),
            Unavailable::Elsewhere => Self::Elsewhere,
            Unavailable::KeepsEnding => Self::Timeout,
        }
    }
}

impl Problem {
    /// Returns the problem for a read error of a room's data, and logs the error unless the
    /// database as a whole can't be read.
    pub fn of_room(reason: ReadError) -> Self {
        let fault = match &reason {
            ReadError::Database(_) => return reason.into(),
            ReadError::Newer { .. } => RoomFault::Newer,
            ReadError::Damaged(_) | ReadError::Corrupt { .. } => RoomFault::Corrupt,
        };
        tracing::error!(%reason, "what is stored of a room can't be read");
        Self::RoomUnavailable(fault)
    }
}

impl From<ReadError> for Problem {
    fn from(reason: ReadError) -> Self {
        static UNREAD: LogThrottle = LogThrottle::new();
        if let ReadError::Database(error) = &reason {
            if UNREAD.may_speak() {
                tracing::error!(%error, "requests fail");
            }
            return Self::NoStorage;
        }
        if !matches!(reason, ReadError::Damaged(_)) || UNREAD.may_speak() {
            tracing::error!(%reason, "a request failed");
        }
        Self::Damaged
    }
}

impl From<NotStored> for Problem {
    fn from(reason: NotStored) -> Self {
        // The writer logs this once for all failed writes.
        if let NotStored::Unable(_) | NotStored::Ended = reason {
            return Self::NoStorage;
        }
        tracing::error!(%reason, "a request failed");
        match reason {
            NotStored::Damaged(_) => Self::Damaged,
            _ => Self::Internal,
        }
    }
}

/// Returns the first [`limits::DETAIL_CHARACTERS`] characters of an explanation for developers.
pub fn shortened(text: &str) -> String {
    text.chars().take(limits::DETAIL_CHARACTERS).collect()
}
