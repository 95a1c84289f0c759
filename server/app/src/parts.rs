//! The parts of the process that tests of whole processes replace: with the feature `failpoints`
//! `faults/parts.rs` stands in this place, whose parts fail on order.

use std::sync::Arc;

use crate::{
    registry::Restore,
    settings::Settings,
    store::{Lease, Member, OpenError, PlainDisk, Store, Writer},
    time::{Clock, SteadyClock},
};
use senda_room::Room;

/// Where the records of the rooms go.
pub type RoomLog = Writer;

/// How a room is made of its records.
pub const RESTORE: Restore = Room::restore;

pub fn clock() -> Arc<dyn Clock> {
    Arc::new(SteadyClock::start())
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
