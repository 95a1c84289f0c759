//! A server for a single test.

use std::{
    ffi::OsStr,
    net::SocketAddr,
    path::PathBuf,
    sync::atomic::{AtomicU32, Ordering},
};

use clap::Parser;
use senda::{Server, settings::CommandLine};
use tokio::{net::TcpListener, task::JoinHandle};
use tokio_util::sync::CancellationToken;

/// A folder that is deleted when the test ends.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new() -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("senda-load-test-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // A folder that can't be deleted stays in the system's temporary folder.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A server that runs inside the test.
pub struct World {
    pub address: SocketAddr,
    stop: CancellationToken,
    running: JoinHandle<()>,
}

impl World {
    /// Starts a server on a free port.
    pub async fn start(folder: &Folder) -> Self {
        Self::at("127.0.0.1:0".parse().unwrap(), folder).await
    }

    /// Starts a server at that address.
    pub async fn at(address: SocketAddr, folder: &Folder) -> Self {
        Self::run(&["senda", "--trust-proxy", "--data"], address, folder).await
    }

    /// Starts a server on a free port, with those arguments before the folder.
    pub async fn with(words: &[&str], folder: &Folder) -> Self {
        Self::run(words, "127.0.0.1:0".parse().unwrap(), folder).await
    }

    async fn run(words: &[&str], address: SocketAddr, folder: &Folder) -> Self {
        let words = words.iter().map(OsStr::new).chain([folder.0.as_os_str()]);
        let settings = CommandLine::try_parse_from(words).unwrap().settings;
        let server = Server::open(settings).await.unwrap();
        let listener = TcpListener::bind(address).await.unwrap();
        let address = listener.local_addr().unwrap();
        let stop = CancellationToken::new();
        let running = tokio::spawn(server.run(listener, stop.clone().cancelled_owned()));
        Self {
            address,
            stop,
            running,
        }
    }

    /// Stops the server and returns its address.
    pub async fn stop(self) -> SocketAddr {
        self.stop.cancel();
        self.running.await.unwrap();
        self.address
    }
}
