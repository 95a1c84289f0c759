//! The mutant that writes a record in two halves, outside of any transaction.

use std::time::Duration;

use sqlx::SqliteConnection;

use super::{Failure, Waiting, What, rows::insert};
use crate::faults::{self, Point};

pub(super) async fn transact(
    connection: &mut SqliteConnection,
    writes: &[Waiting],
) -> Result<(), Failure> {
    for write in writes {
        if let What::Record { room, record, .. } = &write.what {
            let key = (room.as_str(), i64::from(record.version));
            sqlx::query(
                "insert into record (room, version, at, events) values ($1, $2, 0, '[{\"ty')",
            )
            .bind(key.0)
            .bind(key.1)
            .execute(&mut *connection)
            .await?;
            faults::reach(Point::BeforeCommit);
            // A disk takes its time between two writes.
            tokio::time::sleep(Duration::from_millis(5)).await;
            sqlx::query("delete from record where room = $1 and version = $2")
                .bind(key.0)
                .bind(key.1)
                .execute(&mut *connection)
                .await?;
        }
        insert(connection, &write.what).await?;
    }
    Ok(())
}
