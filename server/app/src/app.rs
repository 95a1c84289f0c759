//! The state that every request handler can access.

use std::sync::Arc;

use axum::http::HeaderMap;
use senda_room::{PlayerId, Summary};
use senda_store::{OpenError, ReadError, RoomId, Store, refuse_network_folder};
use tokio::sync::Mutex;
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use crate::{
    assets::{Assets, Site},
    cluster::{
        Links, NoLinks,
        replicas::{Replicas, ReplicasContext},
    },
    limits,
    live::{
        bots::Bots,
        day_key::DayKey,
        drain::Drain,
        lobby::Lobby,
        log_reads::LogReads,
        registry::{Registry, RegistryContext, Unavailable},
        reviews::Reviews,
    },
    net::{
        admission::Admission,
        moderation::Moderation,
        open_sockets::{OpenSockets, SignedOut},
        rate::Source,
    },
    notifications::{
        delivery::DeliveryContext,
        push::{Push, PushOptions},
    },
    people::identity::SessionCookie,
    process::{
        metrics::Metrics,
        parts::{self, RoomLog},
        time::Clock,
    },
    puzzles::{Books, NoBooks},
    settings::{PublicUrl, Settings},
};

/// The state that every request handler can access; cheap to clone.
#[derive(Clone, Debug)]
pub struct App(Arc<AppState>);

/// The parts of the process.
#[derive(Debug)]
pub struct AppState {
    /// The settings of the operator.
    pub settings: Settings,
    /// The clock of the process.
    pub clock: Arc<dyn Clock>,
    /// The store of everything that outlives the process.
    pub store: Arc<Store>,
    /// The rooms that are in memory.
    pub registry: Registry<RoomLog>,
    /// The links to the other servers of the same database, if the settings ask for them.
    pub links: Option<Links>,
    /// The replicas of other servers' rooms with many spectators here.
    pub replicas: Replicas,
    /// The list of public rooms.
    pub lobby: Lobby,
    /// The files of the client.
    pub assets: Assets,
    /// The figures of the process.
    pub metrics: Metrics,
    /// The computation of the bots' decisions.
    pub bots: Bots,
    /// The bans and the notice of the operator.
    pub moderation: Moderation,
    /// The switch that keeps rooms and games from being started.
    pub drain: Drain,
    /// The secret from which the deals of all days are derived.
    pub day_key: DayKey,
    /// The limits on clients' requests.
    pub admission: Admission,
    /// The reviews of finished games.
    pub reviews: Reviews,
    /// The books of puzzles.
    pub books: Books,
    /// The limits on reading logs.
    pub log_reads: Arc<LogReads>,
    /// The notifications of people who have no page of the room open and visible.
    pub push: Push,
    /// The open sockets of clients, by device.
    pub sockets: OpenSockets,
    /// Locked while the logs of rooms are rewritten.
    pub forgetting: Mutex<()>,
    /// Cancelled when the server stops.
    pub shutdown: CancellationToken,
    /// The tracker of all tasks that must have ended before the store is closed.
    pub tasks: TaskTracker,
}

impl std::ops::Deref for App {
    type Target = AppState;

    fn deref(&self) -> &AppState {
        &self.0
    }
}

/// The reason why a server can't start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The database can't be opened.
    #[error(transparent)]
    Store(#[from] OpenError),
    /// The server can't accept links from other servers.
    #[error(transparent)]
    Links(#[from] NoLinks),
    /// The operator's books of puzzles can't be used.
    #[error(transparent)]
    Puzzles(#[from] NoBooks),
    /// The bans of the operator can't be read.
    #[error(
        "the bans of the operator can't be read ({0}), and without them banned people could come in: repair the \
         database, or restore a backup with `senda restore FILE`"
    )]
    Bans(ReadError),
}

impl App {
    /// Opens the store, and creates all other parts around it.
    ///
    /// # Errors
    /// Returns [`StartError`] if the settings can't be met: mostly if the database can't be used,
    /// or if another process uses its folder.
    pub async fn open(settings: Settings) -> Result<Self, StartError> {
        let books = settings.puzzles.as_deref().map(Books::read).transpose()?;
        let shutdown = CancellationToken::new();
        let lobby = Lobby::default();
        let tasks = TaskTracker::new();
        let around = (lobby.clone(), shutdown.clone(), tasks.clone());
        let links = links(&settings, around).await?;
        let address = links.as_ref().map_or("", Links::address);
        let member = settings.cluster.member(address, &shutdown);
        if settings.database.is_none() && !settings.allow_network_folder {
            refuse_network_folder(&settings.data)?;
        }
        let store = Arc::new(parts::store(&settings, member).await?);
        let clock = parts::clock();
        let metrics = Metrics::default();
        let log_reads = Arc::new(LogReads::new(metrics.clone()));
        let bots = Bots::new(settings.bot_threads, settings.bot_pace);
        let push = Push::new(PushOptions {
            reach: settings.reach(),
            patience: settings.push_patience.clone(),
            hosts: settings.push_hosts.clone(),
            name_server: settings.name_server,
        });
        let drain = Drain::default();
        let registry = Registry::new(RegistryContext {
            log: parts::log(&store),
            restore: parts::restore,
            with_lease: parts::lease,
            store: store.clone(),
            lobby: lobby.clone(),
            bots: bots.clone(),
            push: push.clone(),
            drain: drain.clone(),
            clock: clock.clone(),
            log_reads: log_reads.clone(),
            most: settings.rooms,
            metrics: metrics.clone(),
            shutdown: shutdown.clone(),
            tasks: tasks.clone(),
        });
        let replicas = Replicas::new(ReplicasContext {
            store: store.clone(),
            log_reads: log_reads.clone(),
            clock: clock.clone(),
            shutdown: shutdown.clone(),
            tasks: tasks.clone(),
        });
        Ok(Self(Arc::new(AppState {
            moderation: Moderation::of(&store).await.map_err(StartError::Bans)?,
            drain,
            day_key: DayKey::default(),
            admission: Admission::new(&settings, metrics.clone()),
            metrics,
            assets: Assets::new(Site::of(&settings)),
            settings,
            clock,
            store: store.clone(),
            registry,
            links,
            replicas,
            lobby,
            reviews: Reviews::new(bots.clone(), store, shutdown.clone()),
            books: books.unwrap_or_default(),
            bots,
            log_reads,
            push,
            sockets: OpenSockets::default(),
            forgetting: Mutex::default(),
            shutdown,
            tasks,
        })))
    }

    /// Ends the sockets of devices that were signed out, on all servers. If their owner was
    /// forgotten, returns when no room in memory keeps any personal data of theirs.
    pub async fn signed_out(&self, signed_out: &SignedOut) {
        let elsewhere = async {
            if let Some(links) = &self.links {
                links.signed_out(signed_out).await;
            }
        };
        tokio::join!(self.signed_out_here(signed_out), elsewhere);
    }

    /// Ends the sockets of devices that were signed out, on this server only.
    pub async fn signed_out_here(&self, signed_out: &SignedOut) {
        self.sockets.end(signed_out);
        if signed_out.forgotten {
            let player = signed_out.player;
            tokio::join!(
                self.registry.forget_everywhere(player),
                self.replicas.forget(player)
            );
        }
    }

    /// Ends a room in memory, here or on another server, because its log is about to change.
    pub async fn reread(&self, room: RoomId) {
        self.registry.reread(room).await;
        let Some(links) = &self.links else { return };
        if let Ok(Some(holder)) = self.store.holder(room).await {
            links.reread(room, &holder.address).await;
        }
    }

    /// Returns the summary of a room that is in memory, here or on another server.
    pub async fn summary(&self, room: RoomId) -> Option<Summary> {
        if let Some(summary) = self.registry.summary(room).await {
            return Some(summary);
        }
        let links = self.links.as_ref()?;
        let address = self.store.holder(room).await.ok()??.address;
        links.summary(room, &address).await
    }

    /// Returns the summary of a room, which is restored for the player if it is in no server's
    /// memory.
    ///
    /// # Errors
    /// Returns [`Unavailable`] if the room can't be restored.
    pub async fn summary_for(
        &self,
        room: RoomId,
        who: PlayerId,
        source: Source,
    ) -> Result<Summary, Unavailable> {
        if let Some(summary) = self.summary(room).await {
            return Ok(summary);
        }
        let stub = self.registry.get(room, who, source).await?;
        stub.summary().await.ok_or(Unavailable::KeepsEnding)
    }

    /// Returns what the delivery of notifications needs.
    pub fn delivery_context(&self) -> DeliveryContext {
        DeliveryContext {
            push: self.push.clone(),
            store: self.store.clone(),
            clock: self.clock.clone(),
            assets: self.assets.clone(),
            public_url: self.settings.public_url.first().cloned(),
            tasks: self.tasks.clone(),
            metrics: self.metrics.clone(),
        }
    }

    /// Returns the range of milliseconds after which a client reconnects that this server has to
    /// disconnect.
    pub fn reconnect_ms(&self) -> (u32, u32) {
        match self.links {
            Some(_) => limits::RECONNECT_ELSEWHERE_MS,
            None => limits::RECONNECT_MS,
        }
    }

    /// Returns the cookie that identifies clients at the address that a request was sent to.
    pub fn cookie(&self, headers: &HeaderMap) -> SessionCookie<'_> {
        let url = self.settings.public_url(headers);
        let is_https = self.settings.tls.is_on() || url.is_some_and(PublicUrl::is_https);
        SessionCookie::of(is_https, self.settings.prefix())
    }
}

/// Creates the links to other servers, if the settings ask for them.
async fn links(
    settings: &Settings,
    around: (Lobby, CancellationToken, TaskTracker),
) -> Result<Option<Links>, NoLinks> {
    let Some(listen) = settings.cluster.listen else {
        return Ok(None);
    };
    let key = settings.cluster.key.clone().ok_or(NoLinks::Key)?;
    let address = settings.cluster.address.clone();
    Links::bind(listen, address, key, around).await.map(Some)
}
