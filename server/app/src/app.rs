//! What every request can reach.

use std::sync::Arc;

use tokio_util::{sync::CancellationToken, task::TaskTracker};

use crate::{
    admission::Admission,
    assets::Assets,
    bots::Bots,
    identity::SessionCookie,
    lobby::Lobby,
    parts::{self, RoomLog},
    reading::Reading,
    registry::{Registry, RegistryContext},
    reviews::Reviews,
    settings::{PublicUrl, Settings},
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
    pub clock: Arc<dyn Clock>,
    /// What outlives the process.
    pub store: Arc<Store>,
    /// The rooms in memory.
    pub registry: Registry<RoomLog>,
    /// The list of public rooms.
    pub lobby: Lobby,
    /// The client's files.
    pub assets: Assets,
    /// Who is let in.
    pub admission: Admission,
    /// Finished games that are looked at again.
    pub reviews: Reviews,
    /// Logs read.
    pub reading: Arc<Reading>,
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
    /// Opens the store, and puts all else around it.
    ///
    /// # Errors
    /// The database can't be used, or another process uses its folder.
    pub async fn open(settings: Settings) -> Result<Self, OpenError> {
        let shutdown = CancellationToken::new();
        let store = Arc::new(parts::store(&settings, &shutdown).await?);
        let clock = parts::clock();
        let lobby = Lobby::new();
        let reading = Arc::new(Reading::new());
        let tasks = TaskTracker::new();
        let bots = Bots::new(settings.bot_threads, settings.bot_pace);
        let registry = Registry::new(RegistryContext {
            log: parts::log(&store),
            restore: parts::RESTORE,
            store: store.clone(),
            lobby: lobby.clone(),
            bots: bots.clone(),
            clock: clock.clone(),
            reading: reading.clone(),
            most: settings.rooms,
            shutdown: shutdown.clone(),
            tasks: tasks.clone(),
        });
        Ok(Self(Arc::new(AppState {
            admission: Admission::new(&settings),
            settings,
            clock,
            store: store.clone(),
            registry,
            lobby,
            assets: Assets::default(),
            reviews: Reviews::new(bots, store, shutdown.clone()),
            reading,
            shutdown,
            tasks,
        })))
    }

    /// Whether browsers reach the server over TLS.
    pub fn is_https(&self) -> bool {
        let url = self.settings.public_url.as_ref();
        url.is_some_and(PublicUrl::is_https)
    }

    /// The cookie that browsers are known by.
    pub fn cookie(&self) -> SessionCookie {
        SessionCookie::of(self.is_https())
    }
}
