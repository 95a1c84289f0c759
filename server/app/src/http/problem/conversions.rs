//! The problems that errors of other parts of the server become.

use senda_rules::{AnyIllegal, lesson::NotPlayed};
use senda_store::{NotStored, ReadError};

use super::{FULL_AGAIN, Obstacle, Problem};
use crate::{
    live::{day_key::NoDayKey, quarantine::RoomFault, registry::Unavailable},
    net::{
        admission::Refused,
        moderation::NotDecided,
        origin::WrongOrigin,
        rate::{Crowded, TooFast},
    },
    process::telemetry::LogThrottle,
};

impl From<TooFast> for Problem {
    fn from(TooFast { again }: TooFast) -> Self {
        Self::TooMany(again)
    }
}

impl From<Obstacle> for Problem {
    fn from(obstacle: Obstacle) -> Self {
        Self::NotPossible(obstacle)
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

impl From<NotPlayed<AnyIllegal>> for Problem {
    fn from(reason: NotPlayed<AnyIllegal>) -> Self {
        match reason {
            NotPlayed::Ended => Self::LessonEnded,
            NotPlayed::Illegal(reason) => {
                serde_json::to_value(reason).map_or(Self::Internal, Self::Illegal)
            }
        }
    }
}

impl From<NoDayKey> for Problem {
    fn from(reason: NoDayKey) -> Self {
        match reason {
            NoDayKey::NotRead(error) => error.into(),
            NoDayKey::NotStored(error) => error.into(),
            NoDayKey::Damaged => {
                tracing::error!("{reason}");
                Self::Damaged
            }
        }
    }
}

impl From<Unavailable> for Problem {
    fn from(reason: Unavailable) -> Self {
        match reason {
            Unavailable::NoSuchRoom => Self::NoSuchRoom,
            Unavailable::Closed => Self::RoomClosed,
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

impl From<NotDecided> for Problem {
    fn from(reason: NotDecided) -> Self {
        match reason {
            NotDecided::NotStored(reason) => reason.into(),
            NotDecided::Unread(reason) => reason.into(),
        }
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
