//! Decodes rows of the log.

use rusqlite::{Row, types::FromSqlError};

use crate::log::{ReadError, RecordRow, corrupt};

/// Returns the columns of a row, without parsing them.
pub(super) fn read(row: &Row) -> Result<RecordRow, ReadError> {
    let version: i64 = row.get(0)?;
    // A column has another type than this program writes.
    let odd = |error: FromSqlError| corrupt(version, error.to_string());
    let text = |text: Option<&str>| text.map(str::to_owned);
    Ok(RecordRow {
        version,
        at: row.get_ref(1)?.as_i64().map_err(odd)?,
        cause_player: row.get_ref(2)?.as_str_or_null().map(text).map_err(odd)?,
        cause_id: row.get_ref(3)?.as_str_or_null().map(text).map_err(odd)?,
        format: row.get_ref(4)?.as_i64().map_err(odd)?,
        events: row.get_ref(5)?.as_bytes().map_err(odd)?.to_vec(),
    })
}
