//! Admission control: the limits on concurrent and repeated requests, for one address and for all
//! clients together.

use std::{sync::Mutex, time::Duration};

use senda_store::process::lock;

use crate::{
    limits,
    net::{
        files::{self, Shares},
        rate::{Bucket, Buckets, Crowded, Gate, Permit, Rate, Source, TooFast},
    },
    settings::Settings,
};

/// The remaining shares of each address, and of all clients together.
#[derive(Debug)]
pub struct Admission {
    /// The distribution of the files that the process may open.
    pub shares: Shares,
    /// The requests to `/api`, counted by address.
    pub requests: Buckets,
    /// The created identities, counted by address.
    pub sessions: Buckets,
    /// The created rooms, counted by address.
    pub rooms: Buckets,
    /// The opened sockets, counted by address.
    pub socket_opens: Buckets,
    /// The requests to be let in to locked rooms, counted by address.
    pub entry_requests: Buckets,
    /// The commands, counted by address.
    pub commands: Buckets,
    /// The hints, counted by address.
    pub hints: Buckets,
    /// The reviews of finished games, counted by address.
    pub reviews: Buckets,
    /// The channels at other services that are set or tested, counted by address.
    pub webhooks: Buckets,
    /// The full snapshots of rooms that are sent again, counted by address.
    pub syncs: Buckets,
    /// The sockets that are open.
    pub sockets: Gate,
    /// The requests to `/api` in progress.
    pub requests_at_once: Gate,
    /// The identities and rooms that are being created.
    pub creations_at_once: Gate,
    /// The sockets that have not joined their room yet.
    pub handshakes_at_once: Gate,
    /// The identities and rooms that all clients together may still create.
    pub all_creations: Mutex<Bucket>,
    /// The rooms that all clients together may still create.
    all_rooms: Mutex<Bucket>,
}

/// The reason why a client is rejected for now.
#[derive(Copy, Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum Refused {
    /// Too many requests of all clients together. A retry soon succeeds.
    #[error("too many come at once")]
    Busy,
    /// Too many requests from that address.
    #[error(transparent)]
    TooFast(#[from] TooFast),
    /// Too many sockets are open.
    #[error("too many are inside")]
    Crowded(#[from] Crowded),
}

impl Admission {
    /// Creates the limits that the settings ask for, as far as the files that the process may open
    /// allow. No share is used yet.
    pub fn new(settings: &Settings) -> Self {
        let each =
            |burst: u32, per_hour| Buckets::each(Rate::per_hour(burst.min(per_hour), per_hour));
        let at_once = |most| Gate::new(most, most);
        let together =
            |burst, per_second| Mutex::new(Bucket::new(burst, per_second, Duration::from_secs(1)));
        let shares = Shares::of(files::allowed(), settings);
        Self {
            shares,
            requests: each(limits::REQUESTS_BURST, limits::REQUESTS_PER_HOUR),
            sessions: each(limits::SESSIONS_BURST, settings.sessions_per_hour),
            rooms: each(limits::ROOMS_CREATED_BURST, settings.rooms_per_hour),
            socket_opens: each(limits::SOCKET_OPENS_BURST, limits::SOCKET_OPENS_PER_HOUR),
            entry_requests: each(
                limits::ENTRY_REQUESTS_BURST,
                limits::ENTRY_REQUESTS_PER_HOUR,
            ),
            commands: each(limits::COMMANDS_BURST, settings.commands_per_hour),
            hints: each(limits::HINTS_BURST, limits::HINTS_PER_HOUR),
            reviews: each(limits::REVIEWS_BURST, limits::REVIEWS_PER_HOUR),
            webhooks: each(limits::WEBHOOKS_BURST, limits::WEBHOOKS_PER_HOUR),
            syncs: each(limits::SYNCS_EACH_BURST, limits::SYNCS_EACH_PER_HOUR),
            sockets: Gate::new(shares.sockets, shares.sockets_each),
            requests_at_once: at_once(limits::REQUESTS_AT_ONCE),
            creations_at_once: at_once(limits::CREATIONS_AT_ONCE),
            handshakes_at_once: at_once(limits::HANDSHAKES_AT_ONCE),
            all_creations: together(limits::CREATIONS_BURST, limits::CREATIONS_PER_SECOND),
            all_rooms: together(
                limits::ALL_ROOMS_CREATED_BURST,
                limits::ALL_ROOMS_CREATED_PER_SECOND,
            ),
        }
    }

    /// Admits a request to the API. Its place is released when the permit is dropped.
    ///
    /// # Errors
    /// Returns [`Refused`] if there are too many requests at once, or too many from the address. A
    /// client that is rejected because of the total keeps its own share.
    pub fn request(&self, source: Source) -> Result<Permit, Refused> {
        let asking = busy(self.requests_at_once.enter(source))?;
        self.requests.take(source)?;
        Ok(asking)
    }

    /// Admits the creation of an identity.
    ///
    /// # Errors
    /// As [`Admission::request`].
    pub fn session(&self, source: Source) -> Result<Permit, Refused> {
        self.creation(source, &self.sessions)
    }

    /// Admits the creation of a room. Rooms last longer than identities and cost more, so all
    /// clients together may create fewer of them.
    ///
    /// # Errors
    /// As [`Admission::request`].
    pub fn room(&self, source: Source) -> Result<Permit, Refused> {
        busy(lock(&self.all_rooms).look())?;
        let creation = self.creation(source, &self.rooms)?;
        busy(lock(&self.all_rooms).take())?;
        Ok(creation)
    }

    /// Admits the creation of an identity or a room, charged to the address's own `share`. A client
    /// that is rejected because of the total keeps its own share, and the other way round.
    fn creation(&self, source: Source, share: &Buckets) -> Result<Permit, Refused> {
        let creation = busy(self.creations_at_once.enter(source))?;
        let mut together = lock(&self.all_creations);
        busy(together.look())?;
        share.take(source)?;
        busy(together.take())?;
        Ok(creation)
    }

    /// Admits a handshake for a socket, before anything is looked up for it. The permit is the
    /// client's place among those that have not joined their room yet.
    ///
    /// # Errors
    /// As [`Admission::request`].
    pub fn handshake(&self, source: Source) -> Result<Permit, Refused> {
        let waiting = busy(self.handshakes_at_once.enter(source))?;
        self.socket_opens.take(source)?;
        Ok(waiting)
    }

    /// Admits a socket, which counts as open until the permit is dropped.
    ///
    /// # Errors
    /// Returns [`Refused`] if too many sockets are open, from that address or in total.
    pub fn socket(&self, source: Source) -> Result<Permit, Refused> {
        Ok(self.sockets.enter(source)?)
    }
}

/// Reports an exhausted limit of all clients together as [`Refused::Busy`], since it is free again
/// soon.
fn busy<T, E>(entered: Result<T, E>) -> Result<T, Refused> {
    entered.map_err(|_| Refused::Busy)
}
