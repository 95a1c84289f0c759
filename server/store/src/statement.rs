//! SQL statements with their parameters, for either engine.

use senda_room::{
    PlayerId, Time,
    protocol::{Day, Name},
};
use serde::Serialize;
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

macro_rules! parameters {
    ($($type:ty: $value:ident => $parameter:expr;)+) => {
        $(impl From<$type> for Parameter {
            fn from($value: $type) -> Self {
                $parameter
            }
        })+
    };
}

parameters! {
    &str: text => Self::Text(text.to_owned());
    String: text => Self::Text(text);
    Option<String>: text => text.map_or(Self::NoText, Self::Text);
    RoomId: room => room.as_str().into();
    PlayerId: player => Self::Text(player.0.to_string());
    Name: name => Self::Text(name.to_string());
    Day: day => Self::Text(day.to_string());
    i64: whole => Self::Whole(whole);
    u32: whole => Self::Whole(whole.into());
    bool: flag => Self::Whole(flag.into());
    Time: time => Self::Whole(i64::try_from(time.0).unwrap_or(i64::MAX));
}

impl<T: Clone + Into<Self>> From<&T> for Parameter {
    fn from(value: &T) -> Self {
        value.clone().into()
    }
}

/// The parameters of a statement: one value, a tuple of values, or a list of parameters.
pub(crate) trait Parameters {
    /// Returns the values of `$1`, `$2`, and so on.
    fn list(self) -> Vec<Parameter>;
}

impl<P: Into<Parameter>> Parameters for P {
    fn list(self) -> Vec<Parameter> {
        vec![self.into()]
    }
}

impl Parameters for Vec<Parameter> {
    fn list(self) -> Self {
        self
    }
}

impl Parameters for () {
    fn list(self) -> Vec<Parameter> {
        Vec::new()
    }
}

macro_rules! tuples {
    ($(($($value:ident),+))+) => {
        $(impl<$($value: Into<Parameter>),+> Parameters for ($($value),+) {
            #[expect(non_snake_case, reason = "each value is named like its type")]
            fn list(self) -> Vec<Parameter> {
                let ($($value),+) = self;
                vec![$($value.into()),+]
            }
        })+
    };
}

tuples! {
    (A, B)
    (A, B, C)
    (A, B, C, D)
    (A, B, C, D, E)
    (A, B, C, D, E, F)
    (A, B, C, D, E, F, G)
    (A, B, C, D, E, F, G, H)
    (A, B, C, D, E, F, G, H, I)
    (A, B, C, D, E, F, G, H, I, J)
    (A, B, C, D, E, F, G, H, I, J, K, L, M)
}

/// A statement with its parameters.
#[derive(Clone, Debug)]
pub(crate) struct Statement {
    pub text: &'static str,
    /// The values of `$1`, `$2`, and so on.
    pub parameters: Vec<Parameter>,
}

impl Statement {
    pub fn new(text: &'static str, parameters: impl Parameters) -> Self {
        let parameters = parameters.list();
        Self { text, parameters }
    }
}

/// The statements of a write, in the order of their execution.
#[derive(Debug, Default)]
pub(crate) struct Statements(pub Vec<Statement>);

impl Statements {
    pub fn add(&mut self, text: &'static str, parameters: impl Parameters) {
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

/// Serializes a value to the text of a column.
pub(crate) fn json(value: &impl Serialize) -> Result<String, NotStored> {
    serde_json::to_string(value).map_err(|error| NotStored::Refused(error.to_string()))
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
