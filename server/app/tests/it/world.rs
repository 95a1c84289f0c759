//! A server for the use of one test.

use std::{
    net::SocketAddr,
    path::{Path, PathBuf},
    sync::atomic::{AtomicU32, Ordering},
};

use clap::Parser;
use senda::{
    App, Server,
    settings::{CommandLine, Settings},
};
use senda_store::DatabaseUrl;
use tokio::{net::TcpListener, task::JoinHandle};
use tokio_util::sync::CancellationToken;

use crate::database::{self, Sql};

/// A folder that is removed with the test.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new() -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder =
            std::env::temp_dir().join(format!("senda-test-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        database::make(&folder);
        Self(folder)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        database::remove(&self.0);
        // A folder that can't be removed stays in the system's folder for temporary files.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A running server with its address, state and data folder.
pub struct World {
    pub address: SocketAddr,
    pub app: App,
    pub folder: Folder,
    stop: CancellationToken,
    running: JoinHandle<()>,
}

pub fn settings(folder: &Path) -> Settings {
    let arguments = ["senda", "--listen", "127.0.0.1:0", "--data"].map(std::ffi::OsStr::new);
    let line = CommandLine::try_parse_from(arguments.into_iter().chain([folder.as_os_str()]));
    let mut settings = line.unwrap().settings;
    settings.database = database::url(folder).map(DatabaseUrl::from);
    settings
}

impl World {
    pub async fn start() -> Self {
        Self::with(|_| ()).await
    }

    pub async fn with(change: impl FnOnce(&mut Settings)) -> Self {
        Self::in_folder(Folder::new(), change).await
    }

    /// Starts a server on a listener that the test provides.
    pub async fn on(listener: TcpListener) -> Self {
        Self::run(Folder::new(), |_| (), listener).await
    }

    pub async fn in_folder(folder: Folder, change: impl FnOnce(&mut Settings)) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        Self::run(folder, change, listener).await
    }

    async fn run(
        folder: Folder,
        change: impl FnOnce(&mut Settings),
        listener: TcpListener,
    ) -> Self {
        let mut settings = settings(folder.path());
        change(&mut settings);
        let server = Server::open(settings).await.unwrap();
        let app = server.app().clone();
        let address = listener.local_addr().unwrap();
        let stop = CancellationToken::new();
        let running = tokio::spawn(server.run(listener, stop.clone().cancelled_owned()));
        Self {
            address,
            app,
            folder,
            stop,
            running,
        }
    }

    /// Starts another server on the same data, which only a PostgreSQL database permits.
    pub async fn beside(&self, change: impl FnOnce(&mut Settings)) -> (SocketAddr, App) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let mut settings = settings(self.folder.path());
        change(&mut settings);
        let server = Server::open(settings).await.unwrap();
        let app = server.app().clone();
        tokio::spawn(server.run(listener, std::future::pending()));
        (address, app)
    }

    /// Stops the server and starts it again on the same data.
    pub async fn again(self) -> Self {
        let folder = self.stop().await;
        Self::in_folder(folder, |_| ()).await
    }

    pub async fn stop(self) -> Folder {
        self.stop.cancel();
        self.running.await.unwrap();
        drop(self.app);
        self.folder
    }

    /// Opens a connection to the server's database, of either kind.
    pub async fn sql(&self) -> Sql {
        Sql::of(self.folder.path()).await
    }

    /// Opens an additional connection to the SQLite database of the server.
    pub async fn database(&self) -> sqlx::SqliteConnection {
        database(self.folder.path()).await
    }
}

/// Opens a connection to the SQLite database in a folder.
pub async fn database(folder: &Path) -> sqlx::SqliteConnection {
    use sqlx::ConnectOptions;
    sqlx::sqlite::SqliteConnectOptions::new()
        .filename(folder.join("senda.sqlite"))
        .connect()
        .await
        .unwrap()
}
