//! Stores the reports of players to the operator of the server.

use senda_room::{ConnectionId, Input, PlayerReport, log::Cause};
use senda_store::Log;

use super::Actor;

impl<L: Log> Actor<L> {
    /// Stores a report, and logs it without the names and the words in it. Returns the room's next
    /// input.
    pub(super) async fn report(
        &self,
        report: Box<PlayerReport>,
        (connection, cause): (ConnectionId, Cause),
    ) -> Input {
        let (room, reason) = (self.room_id, report.reason.word());
        let stored = self.context.log.keep_report(room, report).await;
        let room = room.short();
        match &stored {
            Ok(()) => tracing::info!(%room, reason, "a player was reported to the operator"),
            Err(error) => tracing::warn!(%room, %error, "a report of a player was not stored"),
        }
        Input::Reported {
            connection,
            cause,
            is_stored: stored.is_ok(),
        }
    }
}
