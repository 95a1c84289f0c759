//! SQL statements with their parameters, for either engine.

use senda_room::{PlayerId, Time};
use sqlx::{Database, Encode, FromRow, Type, query::QueryAs};

use crate::{log::NotStored, room_id::RoomId};

/// A parameter of a statement: the value of `$1`, `$2`, and so on.
#[derive(Clone, Debug)]
pub enum Parameter {
    /// The value of a text column.
    Text(String),
    /// The null of a text column.
    NoText,
    /// The value of an integer column.
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

/// A statement with its parameters.
#[derive(Clone, Debug)]
pub(crate) struct Statement {
    pub text: &'static str,
    /// The values of `$1`, `$2`, and so on.
    pub parameters: Vec<Parameter>,
}

impl Statement {
    pub fn new<const COUNT: usize>(text: &'static str, parameters: [Parameter; COUNT]) -> Self {
        let parameters = parameters.into();
        Self { text, parameters }
    }
}

/// The statements of a write, in the order of their execution.
#[derive(Debug, Default)]
pub(crate) struct Statements(pub Vec<Statement>);

impl Statements {
    pub fn add<const COUNT: usize>(&mut self, text: &'static str, parameters: [Parameter; COUNT]) {
        self.0.push(Statement::new(text, parameters));
    }
}

/// Converts a number to the integers of the database.
pub(crate) fn whole(number: u64) -> Result<i64, NotStored> {
    i64::try_from(number).map_err(|error| NotStored::Refused(error.to_string()))
}

/// Converts an integer of the database to a time. A negative one was not written by this program.
pub(crate) fn stored_time(milliseconds: i64) -> Time {
    Time(u64::try_from(milliseconds).unwrap_or(0))
}

/// Prepares a query with its parameters, for either engine.
pub(crate) fn bound<'q, DB, R>(
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
