//! What a statement is asked with.

use senda_room::{PlayerId, Time};
use sqlx::{Database, Encode, FromRow, Type, query::QueryAs};

use crate::room_id::RoomId;

/// What stands for `$1`, `$2`, ... in a statement.
#[derive(Clone, Debug)]
pub(crate) enum Parameter {
    Text(String),
    NoText,
    Whole(i64),
}

impl From<&str> for Parameter {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Parameter {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<Option<String>> for Parameter {
    fn from(text: Option<String>) -> Self {
        text.map_or(Self::NoText, Self::Text)
    }
}

impl From<RoomId> for Parameter {
    fn from(room: RoomId) -> Self {
        room.as_str().into()
    }
}

impl From<PlayerId> for Parameter {
    fn from(player: PlayerId) -> Self {
        Self::Text(player.0.to_string())
    }
}

impl From<i64> for Parameter {
    fn from(whole: i64) -> Self {
        Self::Whole(whole)
    }
}

impl From<u32> for Parameter {
    fn from(whole: u32) -> Self {
        Self::Whole(whole.into())
    }
}

impl From<Time> for Parameter {
    fn from(time: Time) -> Self {
        Self::Whole(i64::try_from(time.0).unwrap_or(i64::MAX))
    }
}

/// One statement.
#[derive(Clone, Debug)]
pub(super) struct Statement {
    pub text: &'static str,
    /// What stands for `$1`, `$2`, ...
    pub parameters: Vec<Parameter>,
}

impl Statement {
    pub fn new<const COUNT: usize>(text: &'static str, parameters: [Parameter; COUNT]) -> Self {
        let parameters = parameters.into();
        Self { text, parameters }
    }
}

/// A statement with what it is asked with, for either engine.
pub(super) fn bound<'q, DB, R>(
    statement: &'static str,
    parameters: Vec<Parameter>,
) -> QueryAs<'q, DB, R, DB::Arguments>
where
    DB: Database,
    R: for<'r> FromRow<'r, DB::Row>,
    String: Type<DB> + Encode<'q, DB>,
    Option<String>: Encode<'q, DB>,
    i64: Type<DB> + Encode<'q, DB>,
{
    let query = sqlx::query_as(statement);
    parameters
        .into_iter()
        .fold(query, |query, parameter| match parameter {
            Parameter::Text(text) => query.bind(text),
            Parameter::NoText => query.bind(None::<String>),
            Parameter::Whole(whole) => query.bind(whole),
        })
}
