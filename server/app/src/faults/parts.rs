//! The parts of the process that tests of whole processes replace, in the version whose parts fail
//! on an order.

use std::{sync::Arc, time::Duration};

use senda_store::{Lease, MIGRATIONS, Member, OpenError, PlainDisk, Store, Writer};

pub use crate::faults::restore;
use crate::{
    faults::{FaultyClock, FaultyDisk, FaultyLog, Mutant, Point, die_within, start},
    process::time::Clock,
    settings::Settings,
};

/// The log that the rooms' records are written to.
pub type RoomLog = FaultyLog<Writer>;

/// A time longer than the migration of a new database to this version takes.
const OPENING: Duration = Duration::from_millis(15);

pub fn clock() -> Arc<dyn Clock> {
    Arc::new(FaultyClock::start())
}

/// Returns the lease that a room must hold in order to send anything: one that never ends, if that
/// is the broken promise.
pub fn lease(lease: &Lease) -> Lease {
    if Mutant::EndlessTrust.is_on() {
        return Lease::always();
    }
    lease.clone()
}

pub async fn store(settings: &Settings, member: Member) -> Result<Store, OpenError> {
    start();
    die_within(Point::Migration, OPENING);
    let disk = FaultyDisk(PlainDisk);
    match &settings.database {
        Some(url) => Store::connect(url, member, disk).await,
        None => Store::open_on(&settings.data, &MIGRATIONS, disk).await,
    }
}

pub fn log(store: &Arc<Store>) -> RoomLog {
    FaultyLog::new(store.writer().clone(), store.clone())
}
