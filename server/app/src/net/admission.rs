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
    process::metrics::{Limit, Metrics},
    settings::Settings,
};

/// The remaining shares of each address, and of all clients together.
#[derive(Debug)]
pub struct Admission {
    /// The figures that count refusals.
    metrics: Metrics,
    /// The distribution of the files that the process may open.
    pub shares: Shares,
    /// The requests to `/api`, counted by address.
    pub requests: Allowances,
    /// The created identities, counted by address.
    pub sessions: Allowances,
    /// The created rooms, counted by address.
    pub rooms: Allowances,
    /// The opened sockets, counted by address.
    pub socket_opens: Allowances,
    /// The requests to be let in to locked rooms, counted by address.
    pub entry_requests: Allowances,
    /// The commands, counted by address.
    pub commands: Allowances,
    /// The hints, counted by address.
    pub hints: Allowances,
    /// The wrong tokens of the operator, counted by address.
    pub operators: Allowances,
    /// The reports of players, counted by address.
    pub reports: Allowances,
    /// The reviews of finished games, counted by address.
    pub reviews: Allowances,
    /// The channels at other services that are set or tested, counted by address.
    pub webhooks: Allowances,
    /// The full snapshots of rooms that are sent again, counted by address.
    pub syncs: Allowances,
    /// The sockets that are open.
    pub sockets: Gate,
    /// The requests to `/api` in progress.
    pub requests_at_once: Gate,
    /// The identities and rooms that are being created.
    pub creations_at_once: Gate,
    /// The files of games that are being received and replayed.
    pub game_files_at_once: Gate,
    /// The sockets that have not joined their room yet.
    pub handshakes_at_once: Gate,
    /// The identities and rooms that all clients together may still create.
    pub all_creations: Mutex<Bucket>,
    /// The rooms that all clients together may still create.
    all_rooms: Mutex<Bucket>,
}

/// The allowances of addresses by one limit, which counts its refusals.
#[derive(Debug)]
pub struct Allowances {
    buckets: Buckets,
    limit: Limit,
    metrics: Metrics,
}

impl Allowances {
    /// Takes one token of the source, as [`Buckets::take`].
    ///
    /// # Errors
    /// Returns [`TooFast`] if the source or its site has no token.
    pub fn take(&self, source: Source) -> Result<(), TooFast> {
        let taken = self.buckets.take(source);
        self.metrics.refusals.counted(self.limit, taken)
    }

    /// Checks whether the source has a token, as [`Buckets::look`].
    ///
    /// # Errors
    /// Returns [`TooFast`] if the source or its site has no token.
    pub fn look(&self, source: Source) -> Result<(), TooFast> {
        let has = self.buckets.look(source);
        self.metrics.refusals.counted(self.limit, has)
    }
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
    pub fn new(settings: &Settings, metrics: Metrics) -> Self {
        let each = |limit, burst: u32, per_hour| Allowances {
            buckets: Buckets::each(Rate::per_hour(burst.min(per_hour), per_hour)),
            limit,
            metrics: metrics.clone(),
        };
        let at_once = |most| Gate::new(most, most);
        let together =
            |burst, per_second| Mutex::new(Bucket::new(burst, per_second, Duration::from_secs(1)));
        let shares = Shares::of(files::allowed(), settings);
        Self {
            shares,
            requests: each(
                Limit::RequestsOfAddress,
                limits::REQUESTS_BURST,
                limits::REQUESTS_PER_HOUR,
            ),
            sessions: each(
                Limit::SessionsOfAddress,
                limits::SESSIONS_BURST,
                settings.sessions_per_hour,
            ),
            rooms: each(
                Limit::RoomsOfAddress,
                limits::ROOMS_CREATED_BURST,
                settings.rooms_per_hour,
            ),
            socket_opens: each(
                Limit::SocketOpensOfAddress,
                limits::SOCKET_OPENS_BURST,
                limits::SOCKET_OPENS_PER_HOUR,
            ),
            entry_requests: each(
                Limit::EntryRequestsOfAddress,
                limits::ENTRY_REQUESTS_BURST,
                limits::ENTRY_REQUESTS_PER_HOUR,
            ),
            commands: each(
                Limit::CommandsOfAddress,
                limits::COMMANDS_BURST,
                settings.commands_per_hour,
            ),
            hints: each(
                Limit::HintsOfAddress,
                limits::HINTS_BURST,
                limits::HINTS_PER_HOUR,
            ),
            operators: each(
                Limit::WrongTokensOfAddress,
                limits::WRONG_TOKENS_BURST,
                limits::WRONG_TOKENS_PER_HOUR,
            ),
            reports: each(
                Limit::ReportsOfAddress,
                limits::REPORTS_BURST,
                limits::REPORTS_PER_HOUR,
            ),
            reviews: each(
                Limit::ReviewsOfAddress,
                limits::REVIEWS_BURST,
                limits::REVIEWS_PER_HOUR,
            ),
            webhooks: each(
                Limit::WebhooksOfAddress,
                limits::WEBHOOKS_BURST,
                limits::WEBHOOKS_PER_HOUR,
            ),
            syncs: each(
                Limit::SyncsOfAddress,
                limits::SYNCS_EACH_BURST,
                limits::SYNCS_EACH_PER_HOUR,
            ),
            sockets: Gate::new(shares.sockets, shares.sockets_each),
            requests_at_once: at_once(limits::REQUESTS_AT_ONCE),
            creations_at_once: at_once(limits::CREATIONS_AT_ONCE),
            game_files_at_once: at_once(limits::GAME_FILES_AT_ONCE),
            handshakes_at_once: at_once(limits::HANDSHAKES_AT_ONCE),
            all_creations: together(limits::CREATIONS_BURST, limits::CREATIONS_PER_SECOND),
            all_rooms: together(
                limits::ALL_ROOMS_CREATED_BURST,
                limits::ALL_ROOMS_CREATED_PER_SECOND,
            ),
            metrics,
        }
    }

    /// Admits a request to the API. Its place is released when the permit is dropped.
    ///
    /// # Errors
    /// Returns [`Refused`] if there are too many requests at once, or too many from the address. A
    /// client that is rejected because of the total keeps its own share.
    pub fn request(&self, source: Source) -> Result<Permit, Refused> {
        let asking = self.busy(Limit::RequestsAtOnce, self.requests_at_once.enter(source))?;
        self.requests.take(source)?;
        Ok(asking)
    }

    /// Admits the file of a game, before anything of it is received.
    ///
    /// # Errors
    /// As [`Admission::request`].
    pub fn game_file(&self, source: Source) -> Result<Permit, Refused> {
        let entered = self.game_files_at_once.enter(source);
        self.busy(Limit::GameFilesAtOnce, entered)
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
        self.busy(Limit::RoomsCreated, lock(&self.all_rooms).look())?;
        let creation = self.creation(source, &self.rooms)?;
        self.busy(Limit::RoomsCreated, lock(&self.all_rooms).take())?;
        Ok(creation)
    }

    /// Admits the creation of an identity or a room, charged to the address's own `share`. A client
    /// that is rejected because of the total keeps its own share, and the other way round.
    fn creation(&self, source: Source, share: &Allowances) -> Result<Permit, Refused> {
        let creation = self.busy(Limit::CreationsAtOnce, self.creations_at_once.enter(source))?;
        let mut together = lock(&self.all_creations);
        self.busy(Limit::Creations, together.look())?;
        share.take(source)?;
        self.busy(Limit::Creations, together.take())?;
        Ok(creation)
    }

    /// Admits a handshake for a socket, before anything is looked up for it. The permit is the
    /// client's place among those that have not joined their room yet.
    ///
    /// # Errors
    /// As [`Admission::request`].
    pub fn handshake(&self, source: Source) -> Result<Permit, Refused> {
        let waiting = self.busy(
            Limit::HandshakesAtOnce,
            self.handshakes_at_once.enter(source),
        )?;
        self.socket_opens.take(source)?;
        Ok(waiting)
    }

    /// Admits a socket, which counts as open until the permit is dropped.
    ///
    /// # Errors
    /// Returns [`Refused`] if too many sockets are open, from that address or in total.
    pub fn socket(&self, source: Source) -> Result<Permit, Refused> {
        self.sockets.enter(source).map_err(|crowded| {
            self.metrics.refusals.count(match crowded {
                Crowded::All => Limit::Sockets,
                Crowded::Source => Limit::SocketsOfAddress,
            });
            crowded.into()
        })
    }

    /// Reports an exhausted limit of all clients together as [`Refused::Busy`], since it is free
    /// again soon.
    fn busy<T, E>(&self, limit: Limit, entered: Result<T, E>) -> Result<T, Refused> {
        let entered = self.metrics.refusals.counted(limit, entered);
        entered.map_err(|_| Refused::Busy)
    }
}
