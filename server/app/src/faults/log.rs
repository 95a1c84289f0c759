//! A log that kills the process after its answer, or that answers before it has stored anything.

use std::{sync::Arc, time::Duration};

use senda_room::{
    Alarm, FORMAT, Finished, PlayerId, PlayerReport, Record, Summary, protocol::Name,
};
use senda_store::{Log, NotStored, PendingWrite, ReadError, RoomId, Store};

use super::{
    given::{die_within, reach},
    mutant::Mutant,
    order::Point,
};

/// The approximate time for sending a message to everyone in a room.
const TELLING: Duration = Duration::from_millis(1);
/// The delay after which a record is stored that was acknowledged at once.
const LATE: Duration = Duration::from_millis(100);
/// The time for which only half of a record is on the disk.
const HALF_WRITTEN: Duration = Duration::from_millis(5);

/// A log that fails on an order.
#[derive(Clone, Debug)]
pub struct FaultyLog<L> {
    log: L,
    /// The store for writes outside of the writer's transactions.
    store: Arc<Store>,
}

impl<L: Log> FaultyLog<L> {
    /// Wraps the log of that store.
    pub fn new(log: L, store: Arc<Store>) -> Self {
        Self { log, store }
    }

    /// Writes the first half of a record, and deletes it again.
    async fn write_half(&self, room: RoomId, version: u32) -> Result<(), ReadError> {
        let half = "insert into record (room, version, at, events) values ($1, $2, 0, '[{\"ty')";
        let parameters = vec![room.into(), version.into()];
        self.store.write_apart(half, parameters.clone()).await?;
        reach(Point::BeforeCommit);
        tokio::time::sleep(HALF_WRITTEN).await;
        let back = "delete from record where room = $1 and version = $2";
        self.store.write_apart(back, parameters).await
    }

    /// Writes a record whether or not the records before it are stored.
    async fn write_headless(&self, room: RoomId, record: &Record) -> Result<(), NotStored> {
        let write = "insert into record (room, version, at, events, cause_player, cause_id, format)
            values ($1, $2, $3, $4, $5, $6, $7)";
        let events = serde_json::to_string(&record.happened);
        let events = events.map_err(|error| NotStored::Refused(error.to_string()))?;
        let cause = record.cause.as_ref();
        let parameters = vec![
            room.into(),
            record.version.into(),
            record.at.into(),
            events.into(),
            cause.map(|cause| cause.player.0.to_string()).into(),
            cause.map(|cause| cause.id.to_string()).into(),
            FORMAT.into(),
        ];
        let written = self.store.write_apart(write, parameters).await;
        written.map_err(|error| NotStored::Unable(error.to_string()))
    }
}

impl<L: Log> Log for FaultyLog<L> {
    async fn append(
        &self,
        room: RoomId,
        record: Record,
        finished: Option<Finished>,
        alarm: Option<Alarm>,
    ) -> Result<(), NotStored> {
        // No client could join a room without any stored record.
        if Mutant::EarlyAck.is_on() && record.version > 1 {
            let log = self.log.clone();
            tokio::spawn(async move {
                tokio::time::sleep(LATE).await;
                // The client that should be informed of a failure has already been informed of
                // success.
                let _ = log.append(room, record, finished, alarm).await;
            });
            return Ok(());
        }
        if Mutant::HalfCommit.is_on() {
            let half = self.write_half(room, record.version).await;
            half.map_err(|error| NotStored::Unable(error.to_string()))?;
        }
        let headless = Mutant::HeadlessAppend.is_on().then(|| record.clone());
        let answer = self.log.append(room, record, finished, alarm).await;
        match (answer, headless) {
            (Err(NotStored::Taken | NotStored::Ended), Some(record)) => {
                self.write_headless(room, &record).await?;
            }
            (answer, _) => answer?,
        }
        reach(Point::BeforeTell);
        die_within(Point::BetweenTells, TELLING);
        Ok(())
    }

    async fn keep_alarm(&self, room: RoomId, alarm: Alarm) {
        self.log.keep_alarm(room, alarm).await;
    }

    async fn keep_name(&self, player: PlayerId, name: Name) -> PendingWrite {
        self.log.keep_name(player, name).await
    }

    async fn keep_report(&self, room: RoomId, report: Box<PlayerReport>) -> Result<(), NotStored> {
        self.log.keep_report(room, report).await
    }

    async fn keep_summary(&self, room: RoomId, summary: Summary) {
        self.log.keep_summary(room, summary).await;
    }
}
