//! One statement.

use rusqlite::{Connection, Params};

use super::failure::Failure;

/// Runs a statement, which is prepared once for each connection.
pub(super) fn run(
    connection: &Connection,
    statement: &str,
    parameters: impl Params,
) -> Result<(), Failure> {
    connection.prepare_cached(statement)?.execute(parameters)?;
    Ok(())
}
