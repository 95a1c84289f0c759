//! Executes statements in SQL that every engine understands.

use rusqlite::{
    Connection, ToSql,
    types::{ToSqlOutput, ValueRef},
};

use crate::{
    rooms::RatedSeatRow,
    statement::{Parameter, Statement},
};

/// The names of the parameters. SQLite parses `$1` as a name and not as a number.
const NAMES: [&str; 13] = [
    "$1", "$2", "$3", "$4", "$5", "$6", "$7", "$8", "$9", "$10", "$11", "$12", "$13",
];

/// Executes a statement, which is prepared once for each connection.
pub(super) fn run(connection: &Connection, statement: &Statement) -> rusqlite::Result<()> {
    let mut prepared = connection.prepare_cached(statement.text)?;
    bind(&mut prepared, &statement.parameters)?;
    prepared.raw_execute()?;
    Ok(())
}

/// Executes a query for the players of rated games.
pub(super) fn rated_seats(
    connection: &Connection,
    query: &Statement,
) -> rusqlite::Result<Vec<RatedSeatRow>> {
    let mut prepared = connection.prepare_cached(query.text)?;
    bind(&mut prepared, &query.parameters)?;
    let rows = prepared.raw_query();
    rows.mapped(|row| row.try_into()).collect()
}

/// Binds the parameters of a statement.
pub(super) fn bind(
    prepared: &mut rusqlite::Statement<'_>,
    parameters: &[Parameter],
) -> rusqlite::Result<()> {
    debug_assert!(parameters.len() <= NAMES.len(), "a name for each parameter");
    for (name, parameter) in NAMES.iter().zip(parameters) {
        prepared.raw_bind_parameter(*name, parameter)?;
    }
    Ok(())
}

impl ToSql for Parameter {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Self::Text(text) => ValueRef::Text(text.as_bytes()),
            Self::NoText => ValueRef::Null,
            Self::Whole(whole) => ValueRef::Integer(*whole),
        }))
    }
}
