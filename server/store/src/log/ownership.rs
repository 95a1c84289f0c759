//! The ownership of rooms among processes that share a database. A process with a database of its
//! own owns all of its rooms.

use tokio::{sync::watch, time::timeout};
use tokio_util::sync::CancellationToken;

use super::{Lease, LeaseTimes, ReadError};
use crate::{Database, Store, limits, room_id::RoomId};

/// This process among those that share a database.
#[derive(Clone, Debug)]
pub struct Member {
    /// The unique name of the process. A process that registers by the same name replaces it.
    pub name: String,
    /// The address at which the other processes reach it; empty if they can't.
    pub address: String,
    /// The intervals and timeouts of its heartbeats.
    pub times: LeaseTimes,
    /// Cancelled when the process stops, which ends everything that depends on its lease.
    pub shutdown: CancellationToken,
}

impl Member {
    /// The name of a process that was given none. Without names there is only one process.
    pub const NAME: &str = "senda";
}

impl Default for Member {
    fn default() -> Self {
        Self {
            name: Self::NAME.to_owned(),
            address: String::new(),
            times: LeaseTimes::default(),
            shutdown: CancellationToken::new(),
        }
    }
}

/// Another process that owns a room.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Holder {
    /// The address at which it is reached.
    pub address: String,
    /// Whether it is about to release all of its rooms.
    pub is_leaving: bool,
}

/// The lease of this process on one room, with the token that fences earlier owners.
#[derive(Clone, Debug)]
pub struct RoomLease {
    /// The lease of the process, without which the lease on the room is void.
    pub lease: Lease,
    /// The number of times that the room had been acquired. A release with an older token has no
    /// effect.
    pub token: i64,
}

impl RoomLease {
    /// Returns the lease on a room in a database that belongs to this process alone.
    pub fn always() -> Self {
        Self {
            lease: Lease::always(),
            token: 0,
        }
    }
}

/// The result of acquiring a room.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Ownership {
    /// This process owns the room, unless the room does not exist. Contains the fencing token.
    Mine(i64),
    /// Another living process owns the room.
    Elsewhere,
    /// A later version of this program has played the room.
    Newer,
    /// The lease has ended, so this process owns no room any more.
    LeaseEnded,
}

impl Store {
    /// Returns whether other processes may own rooms of the same database.
    pub fn is_shared(&self) -> bool {
        matches!(self.database, Database::Postgres(_))
    }

    /// Returns the present lease of this process. Rooms that are restored from now on may send to
    /// clients while it holds.
    pub fn lease(&self) -> Lease {
        match &self.database {
            Database::Sqlite(_) => Lease::always(),
            Database::Postgres(database) => database.node.lease(),
        }
    }

    /// Acquires a room for this process while its lease holds. Only the owner may read the log of a
    /// room in order to continue it.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn acquire(&self, room: RoomId, lease: &Lease) -> Result<Ownership, ReadError> {
        match &self.database {
            // The lock on the folder covers all rooms.
            Database::Sqlite(_) => Ok(Ownership::Mine(0)),
            Database::Postgres(database) => database.acquire(room, lease).await,
        }
    }

    /// Releases a room so that other processes can acquire it, unless it was acquired again since.
    pub async fn release(&self, room: RoomId, RoomLease { lease, token }: &RoomLease) {
        if let Database::Postgres(database) = &self.database {
            // If that fails, this process still owns the room, and can acquire it again.
            let _ = database.release(room, lease, *token).await;
        }
    }

    /// Returns the other living process that owns a room, if there is one that can be reached.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn holder(&self, room: RoomId) -> Result<Option<Holder>, ReadError> {
        if !self.is_shared() {
            return Ok(None);
        }
        let holder =
            "select node.address, node.draining from placement join node on node.instance = placement.holder
            where placement.room = $1 and node.instance <> $2 and node.address <> ''";
        let lease = self.lease();
        let parameters = (room, lease.instance());
        let holder: Option<(String, i64)> = self.database.first(holder, parameters).await?;
        Ok(holder.map(|(address, draining)| Holder {
            address,
            is_leaving: draining != 0,
        }))
    }

    /// Returns the addresses of the other processes, with all later changes; `None` for a database
    /// that is not shared.
    pub fn others(&self) -> Option<watch::Receiver<Vec<String>>> {
        match &self.database {
            Database::Sqlite(_) => None,
            Database::Postgres(database) => Some(database.node.others()),
        }
    }

    /// Waits while the process at that address sends no heartbeat, until it does or its rooms are
    /// free. Returns whether it was silent at all.
    pub async fn wait_for_recovery(&self, address: &str) -> bool {
        let Database::Postgres(database) = &self.database else {
            return false;
        };
        let mut silent = database.node.silent();
        let is_silent = |silent: &Vec<String>| silent.iter().any(|other| other == address);
        if !is_silent(&silent.borrow()) {
            return false;
        }
        let recovered = silent.wait_for(|silent| !is_silent(silent));
        // It may be this process that does not reach the database.
        let _ = timeout(limits::GONE, recovered).await;
        true
    }

    /// Announces to the other processes that this one is about to release all of its rooms.
    pub async fn drain(&self) {
        if let Database::Postgres(database) = &self.database {
            database.drain().await;
        }
    }

    /// Releases all rooms at once. After that, this process can't write to them any more.
    pub async fn leave(&self) {
        if let Database::Postgres(database) = &self.database {
            database.leave().await;
        }
    }
}
