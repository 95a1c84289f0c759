//! The Unix socket of the operator.

use std::{
    fs, io,
    net::Ipv4Addr,
    path::{Path, PathBuf},
    sync::Arc,
};

use axum::Extension;
use tokio::{net::UnixListener, sync::Semaphore};

use super::{audit::Operator, routes::routes};
use crate::{
    app::App,
    limits,
    net::{listen, listener},
};

/// The permissions of the socket: the user that runs the server, and the administrator of the
/// machine.
const MODE: u32 = 0o600;

/// The Unix socket of the operator, which does not accept connections yet.
#[derive(Debug)]
pub struct Socket {
    listener: UnixListener,
    path: PathBuf,
}

impl Socket {
    /// Opens the socket at that path, in place of one that an earlier process has left behind.
    ///
    /// # Errors
    /// Returns an error if the path can't be used, or if another server listens there.
    pub fn open(path: &Path) -> io::Result<Self> {
        Ok(Self {
            listener: listener::bind_unix(path, MODE)?,
            path: path.to_owned(),
        })
    }

    /// Accepts the operator's connections until the server stops, and removes the socket then.
    pub async fn serve(self, app: App) {
        self.accept(app).await;
        // If it can't be removed, the next start replaces it.
        let _ = fs::remove_file(&self.path);
    }

    async fn accept(&self, app: App) {
        let routes = routes(app.clone());
        let places = Arc::new(Semaphore::new(limits::ADMIN_CONNECTIONS));
        loop {
            let Ok(place) = places.clone().acquire_owned().await else {
                return;
            };
            let accepted = tokio::select! {
                accepted = self.listener.accept() => accepted,
                () = app.shutdown.cancelled() => return,
            };
            let Ok((stream, _)) = accepted else {
                // The process has no file left, or the client is gone.
                tokio::time::sleep(limits::ACCEPT_AGAIN_MOST).await;
                continue;
            };
            let user = stream.peer_cred().ok().map(|peer| peer.uid());
            let routes = routes.clone().layer(Extension(Operator::Socket { user }));
            let peer = (Ipv4Addr::LOCALHOST, 0).into();
            let serving = listen::serve(stream, peer, routes, app.shutdown.clone());
            app.tasks.spawn(async move {
                let _place = place;
                serving.await;
            });
        }
    }
}
