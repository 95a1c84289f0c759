//! The parts of the process that tests of whole processes replace. With the feature `failpoints`,
//! `faults/parts.rs` takes the place of this file; its parts fail on demand.

use std::sync::Arc;

use senda_room::{NotRestored, Record, Room, Time};
use senda_store::{Lease, Member, OpenError, PlainDisk, Store, Writer};

use crate::{
    process::time::{Clock, SteadyClock},
    settings::Settings,
};

/// The log that the rooms' records are written to.
pub type RoomLog = Writer;

pub fn clock() -> Arc<dyn Clock> {
    Arc::new(SteadyClock::start())
}

/// Restores a room from its log, on that timeline of the database.
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

/// Returns the lease that a room must hold in order to send anything, given the lease of the
/// process.
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
