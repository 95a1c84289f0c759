//! The alarms of rooms, which have to be restored at that time without any client.

use senda_room::Time;

use crate::{ReadError, Store, limits, rooms::RoomCursor};

impl Store {
    /// Returns some of the rooms whose alarms are due after the row `behind`, with their times, the
    /// earliest first.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn alarms(
        &self,
        now: Time,
        behind: &RoomCursor,
    ) -> Result<Vec<RoomCursor>, ReadError> {
        let alarms = "select at, room from alarm where at <= $1 and (at, room) > ($2, $3)
            order by at, room limit $4";
        let parameters = (now, behind.0, &behind.1, limits::ALARMS_TOGETHER);
        self.database.all(alarms, parameters).await
    }
}
