//! Which rooms have to be brought back though nobody comes.

use senda_room::Time;

use crate::{ReadError, Store, limits, rooms::RowPlace};

impl Store {
    /// Some of the rooms for which that time has come, behind one, the first ones first.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn alarms(&self, now: Time, behind: &RowPlace) -> Result<Vec<RowPlace>, ReadError> {
        self.database
            .all(
                "select at, room from alarm where at <= $1 and (at, room) > ($2, $3)
                 order by at, room limit $4",
                vec![
                    now.into(),
                    behind.0.into(),
                    behind.1.as_str().into(),
                    limits::ALARMS_TOGETHER.into(),
                ],
            )
            .await
    }
}
