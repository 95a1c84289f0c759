//! A server: everything that runs around [`App`] until it is asked to stop.

use std::sync::Arc;

use senda_store::report;
use tokio::task::JoinSet;

use crate::{
    admin::{self, Socket},
    app::{App, StartError},
    cluster::SigningOut,
    http, limits,
    net::{
        files::Shares,
        listen::{self, Places, Routes},
        listener::Listener,
    },
    notifications::delivery,
    process::{
        metrics::Metrics,
        service,
        version::{VERSION, commit},
    },
    settings::{Settings, TrustedProxies, listed},
    upkeep::{alarms, backups, forgetting, hourly, moderation, retention},
};

/// A server with an open store that does not serve clients yet.
#[derive(Debug)]
pub struct Server(App);

impl Server {
    /// Opens the store and creates the server.
    ///
    /// # Errors
    /// Returns [`StartError`] if the settings can't be met: mostly if the database can't be used,
    /// or if another process uses its folder.
    pub async fn open(settings: Settings) -> Result<Self, StartError> {
        App::open(settings).await.map(Self)
    }

    /// Returns the state that every request handler can access.
    pub fn app(&self) -> &App {
        &self.0
    }

    /// Logs what runs here: the version and the settings that decide who reaches it. Then logs the
    /// number of connections that the server accepts, given the number of files that it may open.
    pub fn introduce(&self, files: u64) {
        let settings = &self.0.settings;
        let public_url = match &*settings.public_url {
            [] => "none".to_owned(),
            urls => listed(urls),
        };
        tracing::info!(
            version = VERSION,
            commit = commit(),
            database = self.0.store.kind(),
            %public_url,
            trust_proxy = %settings.trust_proxy,
            "Senda starts"
        );
        let Shares {
            sockets,
            sockets_each,
            connections,
            connections_each,
            ..
        } = self.0.admission.shares;
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
        if !settings.public_url.is_empty()
            && settings.listen.is_local()
            && !settings.trust_proxy.is_any()
        {
            tracing::warn!(
                "by --public-url and --listen a proxy stands before this server: without --trust-proxy \
                 all who come through it share what one address may do"
            );
        }
    }

    /// Offers the figures of the server to Prometheus on a listener of their own, until the server
    /// stops.
    pub fn serve_metrics(&self, listener: impl Into<Listener>) {
        let app = self.0.clone();
        let places = Places {
            all: limits::METRICS_CONNECTIONS,
            each: limits::METRICS_CONNECTIONS,
            proxies: TrustedProxies::None,
            turned_away: 0,
            health_checks: 0,
            // These connections are not those of clients.
            metrics: Metrics::default(),
        };
        let routes = http::metrics::routes(app.clone());
        let (shutdown, tasks) = (app.shutdown.clone(), app.tasks.clone());
        let accept = listen::accept(
            listener.into(),
            places,
            Routes {
                served: routes,
                ..Routes::default()
            },
            shutdown,
            tasks,
        );
        app.tasks.spawn(accept);
    }

    /// Accepts the operator's commands on their socket, until the server stops.
    pub fn serve_admin(&self, socket: Socket) {
        self.0.tasks.spawn(socket.serve(self.0.clone()));
    }

    /// Serves until `stop` is ready. Then all clients are asked to reconnect soon, rooms finish the
    /// writes that they have begun, other servers can take over the rooms, and the store is closed.
    pub async fn run(self, listener: impl Into<Listener>, stop: impl Future<Output = ()>) {
        let Self(app) = self;
        app.assets.prepare();
        let mut upkeep = JoinSet::new();
        // Without this, the list of rooms stays empty.
        if app.settings.public_lobby {
            upkeep.spawn(app.lobby.clone().run());
        }
        upkeep.spawn(retention::run(app.clone()));
        upkeep.spawn(forgetting::run(app.clone()));
        upkeep.spawn(backups::run(app.clone()));
        upkeep.spawn(alarms::run(app.clone()));
        upkeep.spawn(delivery::run(app.delivery_context()));
        upkeep.spawn(report::run(app.store.clone()));
        upkeep.spawn(hourly::run(app.clone()));
        upkeep.spawn(moderation::run(app.clone()));
        let linking = app.links.clone().zip(app.store.others());
        let linking = linking.map(|(links, others)| {
            let here = app.clone();
            let signing_out: SigningOut = Arc::new(move |signed_out| {
                let app = here.clone();
                tokio::spawn(async move { app.signed_out_here(&signed_out).await })
            });
            let serving = tokio::spawn(links.clone().serve(app.registry.clone(), signing_out));
            (tokio::spawn(links.clone().keep(others)), serving, links)
        });
        let routes = Routes {
            served: http::routes(app.clone(), admin::over_network(&app)),
            when_full: http::when_full(app.clone()),
            without_tls: http::to_https(),
        };
        let places = Places::of(
            &app.admission.shares,
            app.settings.trust_proxy.clone(),
            app.metrics.clone(),
        );
        let (shutdown, tasks) = (app.shutdown.clone(), app.tasks.clone());
        let accept = listen::accept(listener.into(), places, routes, shutdown, tasks);
        let accepting = tokio::spawn(accept);
        upkeep.spawn(service::keep_alive());
        service::ready();
        stop.await;
        tracing::info!("stopping");
        service::stopping();
        app.store.drain().await;
        app.shutdown.cancel();
        upkeep.abort_all();
        app.tasks.close();
        let farewell = async {
            // Clients that reconnect to another server need not wait until all clients here have
            // been closed.
            let freeing = async {
                app.registry.ended().await;
                app.store.leave().await;
                if let Some((keeping, serving, links)) = linking {
                    keeping.abort();
                    links.finish();
                    // A panic in the task has been logged.
                    let _ = serving.await;
                }
            };
            // A panic in the task has been logged, and there are no more connections to accept.
            let _ = tokio::join!(freeing, accepting, app.tasks.wait());
        };
        if tokio::time::timeout(limits::SHUTDOWN_TIME, farewell)
            .await
            .is_err()
        {
            tracing::warn!(left = app.tasks.len(), "not all connections ended in time");
        }
        app.store.close().await;
        report::log(app.store.writer().figures());
    }
}
