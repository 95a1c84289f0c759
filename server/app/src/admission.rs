//! Who is let in: how many at once, and how often, from one address and from all together.

use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use crate::{
    files::{self, Shares},
    limits,
    rate::{Bucket, Buckets, Crowded, Gate, Pass, Rate, Source, TooFast},
    settings::Settings,
};

/// What each address has left of its shares, and all together of theirs.
#[derive(Debug)]
pub struct Admission {
    /// How the files that the process may open are shared out.
    pub shares: Shares,
    /// Requests to `/api`, by address.
    pub requests: Buckets,
    /// Identities created, by address.
    pub sessions: Buckets,
    /// Rooms created, by address.
    pub rooms: Buckets,
    /// Sockets opened, by address.
    pub socket_opens: Buckets,
    /// Commands, by address.
    pub commands: Buckets,
    /// Hints, by address.
    pub hints: Buckets,
    /// Reviews of finished games, by address.
    pub reviews: Buckets,
    /// Channels elsewhere named or tried, by address.
    pub webhooks: Buckets,
    /// Rooms told once more, by address.
    pub syncs: Buckets,
    /// Sockets that are open.
    pub sockets: Gate,
    /// Requests to `/api` that are being answered.
    pub requests_at_once: Gate,
    /// Identities and rooms that are being created.
    pub creations_at_once: Gate,
    /// Sockets that are not in their room yet.
    pub handshakes_at_once: Gate,
    /// Identities and rooms that all together may still create.
    pub all_creations: Mutex<Bucket>,
    /// Rooms that all together may still create.
    all_rooms: Mutex<Bucket>,
}

/// Why somebody is not let in now.
#[derive(Copy, Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum Refused {
    /// Too many have just come at once.
    #[error("too many come at once")]
    Busy,
    /// Too often from that address.
    #[error(transparent)]
    TooFast(#[from] TooFast),
    /// Too many are inside.
    #[error("too many are inside")]
    Crowded(#[from] Crowded),
}

impl Admission {
    /// As the settings say, and as the files that the process may open allow. Nobody has come yet.
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

    /// Lets someone ask the API something; they are out when the pass is dropped.
    ///
    /// # Errors
    /// Too many ask, or they ask too often. Whoever is refused for what all ask keeps their share.
    pub fn request(&self, source: Source) -> Result<Pass, Refused> {
        let asking = busy(self.requests_at_once.enter(source))?;
        self.requests.take(source)?;
        Ok(asking)
    }

    /// Lets someone create an identity.
    ///
    /// # Errors
    /// As [`Admission::request`].
    pub fn session(&self, source: Source) -> Result<Pass, Refused> {
        self.creation(source, &self.sessions)
    }

    /// Lets someone create a room. They last longer than identities and cost more, so that all
    /// together create fewer of them.
    ///
    /// # Errors
    /// As [`Admission::request`].
    pub fn room(&self, source: Source) -> Result<Pass, Refused> {
        busy(locked(&self.all_rooms).look())?;
        let creation = self.creation(source, &self.rooms)?;
        busy(locked(&self.all_rooms).take())?;
        Ok(creation)
    }

    /// Lets someone create one more of what each address may create so many of. Whoever is refused for
    /// what all have created together keeps their share, and the other way round.
    fn creation(&self, source: Source, share: &Buckets) -> Result<Pass, Refused> {
        let creation = busy(self.creations_at_once.enter(source))?;
        let mut together = locked(&self.all_creations);
        busy(together.look())?;
        share.take(source)?;
        busy(together.take())?;
        Ok(creation)
    }

    /// Lets someone ask for a socket, before anything is looked up for them; the pass is their place
    /// among those who are not in their room yet.
    ///
    /// # Errors
    /// As [`Admission::request`].
    pub fn handshake(&self, source: Source) -> Result<Pass, Refused> {
        let waiting = busy(self.handshakes_at_once.enter(source))?;
        self.socket_opens.take(source)?;
        Ok(waiting)
    }

    /// Lets someone have a socket, for as long as they keep the pass.
    ///
    /// # Errors
    /// Too many are open, from that address or in all.
    pub fn socket(&self, source: Source) -> Result<Pass, Refused> {
        Ok(self.sockets.enter(source)?)
    }
}

/// What all together have used up is free again soon.
fn busy<T, E>(entered: Result<T, E>) -> Result<T, Refused> {
    entered.map_err(|_| Refused::Busy)
}

fn locked(bucket: &Mutex<Bucket>) -> MutexGuard<'_, Bucket> {
    bucket.lock().unwrap_or_else(PoisonError::into_inner)
}
