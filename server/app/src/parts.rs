//! The parts of the process that tests of whole processes replace: with the feature `failpoints`
//! `faults/parts.rs` stands in this place, whose parts fail on order.

use std::sync::Arc;

use crate::{
    settings::Settings,
    store::{Lease, Member, OpenError, PlainDisk, Store, Writer},
    time::{Clock, SteadyClock},
};
use senda_room::{NotRestored, Record, Room, Time};

/// Where the records of the rooms go.
pub type RoomLog = Writer;

pub fn clock() -> Arc<dyn Clock> {
    Arc::new(SteadyClock::start())
}

/// The room of a log, in that life of the database.
///
/// # Errors
/// As [`Room::restore`].
pub fn restore(
    now: Time,
    log: &mut dyn Iterator<Item = Record>,
    timeline: u32,
) -> Result<Room, NotRestored> {
    let mut room = Room::restore(now, log)?;
    room.set_timeline(timeline);
    Ok(room)
}

/// Under which a room tells what it has, where the process has that one.
pub fn lease(lease: &Lease) -> Lease {
    lease.clone()
}

pub async fn store(settings: &Settings, member: Member) -> Result<Store, OpenError> {
    match &settings.database {
        Some(url) => Store::connect(url, member, PlainDisk).await,
        None => Store::open(&settings.data).await,
    }
}

pub fn log(store: &Arc<Store>) -> RoomLog {
    store.writer().clone()
}
