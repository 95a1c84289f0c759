//! Senda, the process: sockets, HTTP, database and time around the rooms.
//!
//! The caller owns the listener and the end: [`Server::open`] reads and locks the store,
//! [`Server::run`] serves until it is told to stop.

pub mod actor;
pub mod assets;
pub mod chance;
#[cfg(feature = "failpoints")]
pub mod faults;
pub mod files;
pub mod game_file;
pub mod health;
pub mod http;
pub mod identity;
pub mod limits;
pub mod lobby;
pub mod quarantine;
pub mod rate;
pub mod reading;
pub mod registry;
pub mod retention;
pub mod room_id;
pub mod settings;
pub mod socket;
pub mod store;
pub mod telemetry;
pub mod time;

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use tokio::net::TcpListener;
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use crate::{
    assets::Assets,
    files::Shares,
    http::{Problem, listen::Places},
    identity::SessionCookie,
    lobby::Lobby,
    rate::{Bucket, Buckets, Gate, Pass, Rate, Source},
    reading::Reading,
    registry::Registry,
    settings::Settings,
    store::{OpenError, Store},
    time::Clock,
};

/// What every request can reach; cheap to clone.
#[derive(Clone, Debug)]
pub struct App(Arc<AppState>);

/// The parts of the process.
#[derive(Debug)]
pub struct AppState {
    /// What the person who runs the server decided.
    pub settings: Settings,
    /// What time it is.
    pub clock: Clock,
    /// What outlives the process.
    pub store: Arc<Store>,
    /// The rooms in memory.
    pub registry: Registry,
    /// The list of public rooms.
    pub lobby: Lobby,
    /// The client's files.
    pub assets: Assets,
    /// Requests to `/api`, by address.
    pub requests: Buckets,
    /// Identities made, by address.
    pub arrivals: Buckets,
    /// Rooms made, by address.
    pub openings: Buckets,
    /// Sockets opened, by address.
    pub socket_opens: Buckets,
    /// Commands, by address.
    pub commands: Buckets,
    /// Rooms told once more, by address.
    pub syncs: Buckets,
    /// Logs read.
    pub reading: Arc<Reading>,
    /// How many connections there may be.
    pub shares: Shares,
    /// Sockets that are open.
    pub gate: Gate,
    /// Requests to `/api` that are being answered.
    pub asking: Gate,
    /// Identities and rooms that are being made.
    pub makings: Gate,
    /// How many more of them may be made, whoever asks.
    pub making_pace: Mutex<Bucket>,
    /// How many more rooms may be made, whoever asks.
    pub opening_pace: Mutex<Bucket>,
    /// Sockets that are not in their room yet.
    pub handshakes: Gate,
    /// Cancelled when the server stops.
    pub shutdown: CancellationToken,
    /// Everything that must have ended before the store is closed.
    pub tasks: TaskTracker,
}

impl std::ops::Deref for App {
    type Target = AppState;

    fn deref(&self) -> &AppState {
        &self.0
    }
}

impl App {
    /// Whether browsers reach the server over TLS.
    pub fn is_https(&self) -> bool {
        self.settings
            .public_url
            .as_ref()
            .is_some_and(settings::PublicUrl::is_https)
    }

    /// The cookie that browsers are known by.
    pub fn cookie(&self) -> SessionCookie {
        SessionCookie::of(self.is_https())
    }
}

impl AppState {
    /// Lets someone make one more of what each address may make so many of. Whoever is refused for
    /// what all have made together keeps their share, and the other way round.
    fn make(&self, source: Source, share: &Buckets) -> Result<Pass, Problem> {
        let making = self.makings.enter(source).map_err(|_| Problem::Busy)?;
        let mut pace = self
            .making_pace
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        pace.look().map_err(|_| Problem::Busy)?;
        share.take(source)?;
        pace.take().map_err(|_| Problem::Busy)?;
        Ok(making)
    }

    /// Lets someone make one more room. They last longer than identities and cost more, so that all
    /// together make fewer of them.
    fn open(&self, source: Source) -> Result<Pass, Problem> {
        let pace = || {
            self.opening_pace
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
        };
        pace().look().map_err(|_| Problem::Busy)?;
        let making = self.make(source, &self.openings)?;
        pace().take().map_err(|_| Problem::Busy)?;
        Ok(making)
    }
}

/// A server that has its store and serves nobody yet.
#[derive(Debug)]
pub struct Server(App);

impl Server {
    /// Opens the store.
    ///
    /// # Errors
    /// The data folder can't be used, or another process uses it.
    pub async fn open(settings: Settings) -> Result<Self, OpenError> {
        let store = Arc::new(Store::open(&settings.data).await?);
        let clock = Clock::start();
        let shutdown = CancellationToken::new();
        let tasks = TaskTracker::new();
        let lobby = Lobby::new();
        let reading = Arc::new(Reading::new());
        let registry = Registry::new(
            store.clone(),
            store.writer().clone(),
            lobby.clone(),
            clock,
            reading.clone(),
            settings.rooms,
            shutdown.clone(),
            tasks.clone(),
        );
        let each =
            |burst: u32, per_hour| Buckets::each(Rate::per_hour(burst.min(per_hour), per_hour));
        let requests = each(limits::REQUESTS_BURST, limits::REQUESTS_PER_HOUR);
        let arrivals = each(limits::SESSIONS_BURST, settings.sessions_per_hour);
        let openings = each(limits::ROOMS_CREATED_BURST, settings.rooms_per_hour);
        let socket_opens = each(limits::SOCKET_OPENS_BURST, limits::SOCKET_OPENS_PER_HOUR);
        let commands = each(limits::COMMANDS_BURST, settings.commands_per_hour);
        let syncs = each(limits::SYNCS_EACH_BURST, limits::SYNCS_EACH_PER_HOUR);
        let shares = Shares::of(files::allowed(), &settings);
        let gate = Gate::new(shares.sockets, shares.sockets_each);
        let of_all = |most| Gate::new(most, most);
        Ok(Self(App(Arc::new(AppState {
            settings,
            clock,
            store,
            registry,
            lobby,
            assets: Assets::default(),
            requests,
            arrivals,
            openings,
            socket_opens,
            commands,
            syncs,
            reading,
            shares,
            gate,
            asking: of_all(limits::REQUESTS_AT_ONCE),
            makings: of_all(limits::MAKINGS_AT_ONCE),
            making_pace: Mutex::new(Bucket::new(
                limits::MAKINGS_BURST,
                limits::MAKINGS_PER_SECOND,
                Duration::from_secs(1),
            )),
            opening_pace: Mutex::new(Bucket::new(
                limits::ALL_ROOMS_CREATED_BURST,
                limits::ALL_ROOMS_CREATED_PER_SECOND,
                Duration::from_secs(1),
            )),
            handshakes: of_all(limits::HANDSHAKES_AT_ONCE),
            shutdown,
            tasks,
        }))))
    }

    /// What every request can reach.
    pub fn app(&self) -> &App {
        &self.0
    }

    /// Says in the log what the server can take, with so many files that it may open.
    pub fn introduce(&self, files: u64) {
        let Shares {
            sockets,
            sockets_each,
            connections,
            connections_each,
            ..
        } = self.0.shares;
        tracing::info!(
            files,
            sockets,
            sockets_each,
            connections,
            connections_each,
            "connections that there may be at once"
        );
        if sockets < self.0.settings.sockets / 2 {
            tracing::warn!(
                files,
                sockets,
                asked = self.0.settings.sockets,
                "far fewer sockets than asked for, since the system lets this process open few files: \
                 allow more with ulimit -n, LimitNOFILE (systemd) or ulimits (Docker)"
            );
        }
        let settings = &self.0.settings;
        if settings.public_url.is_some()
            && settings.listen.ip().is_loopback()
            && !settings.trust_proxy
        {
            tracing::warn!(
                "by --public-url and --listen a proxy stands before this server: without --trust-proxy \
                 all who come through it share what one address may do"
            );
        }
    }

    /// Serves until `stop` is ready. Then every socket is told to come back soon, rooms finish what
    /// they have begun to store, and the store is closed.
    pub async fn run(self, listener: TcpListener, stop: impl Future<Output = ()>) {
        let Self(app) = self;
        let listing = tokio::spawn(app.lobby.clone().run());
        let sweeping = tokio::spawn(retention::run(app.clone()));
        let routes = http::routes(app.clone());
        let places = Places::of(&app.shares, app.settings.trust_proxy);
        let (shutdown, tasks) = (app.shutdown.clone(), app.tasks.clone());
        let full = http::when_full(app.clone());
        let accept = http::listen::accept(listener, places, (routes, full), shutdown, tasks);
        let accepting = tokio::spawn(accept);
        stop.await;
        tracing::info!("stopping");
        app.shutdown.cancel();
        listing.abort();
        sweeping.abort();
        app.tasks.close();
        let farewell = async {
            // A panic there has been logged; there is nothing more to accept.
            let _ = accepting.await;
            app.tasks.wait().await;
        };
        if tokio::time::timeout(limits::FAREWELL, farewell)
            .await
            .is_err()
        {
            tracing::warn!(left = app.tasks.len(), "not all connections ended in time");
        }
        app.store.close().await;
    }
}
