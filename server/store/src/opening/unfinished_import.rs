//! Notices that an import into a database was not completed.

use sqlx::{ColumnIndex, Database, Decode, Executor, IntoArguments, Type};

use super::OpenError;

/// The query for the number of imports that are not complete.
pub(crate) const UNFINISHED: &str = "select count(*) from import";

/// Returns an error if the database holds only the beginning of an export.
pub(crate) async fn refuse_unfinished_import<'c, DB: Database>(
    database: impl Executor<'c, Database = DB>,
) -> Result<(), OpenError>
where
    DB::Arguments: IntoArguments<DB>,
    usize: ColumnIndex<DB::Row>,
    for<'r> i64: Decode<'r, DB> + Type<DB>,
{
    let count: i64 = sqlx::query_scalar(UNFINISHED).fetch_one(database).await?;
    if count == 0 {
        Ok(())
    } else {
        Err(OpenError::Importing)
    }
}
