//! Connections: how many, how long they may take to ask, and how they end.

use std::{io, net::SocketAddr, pin::pin, sync::Arc, time::Duration};

use axum::{Router, body::Body, extract::ConnectInfo};
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::TcpListener,
    sync::Semaphore,
    time::timeout,
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use tower::ServiceExt;

use super::impatient::Impatient;
use crate::{limits, rate::Gate};

/// How many connections there may be at once. Those that have become a WebSocket are counted there.
#[derive(Debug)]
pub struct Places {
    /// In all; beyond, new ones are told that the server is full.
    pub all: usize,
    /// From one address; beyond, new ones are hung up on. `None` behind a proxy, from which all come.
    pub each: Option<u32>,
}

/// After which accepting is tried again, when the process has no file left for a connection.
const ACCEPT_AGAIN: Duration = Duration::from_millis(200);

/// Accepts connections until the server stops. Upgraded ones outlive this. Those for whom there is no
/// place are served by the second router, for a moment.
pub async fn accept(
    listener: TcpListener,
    places: Places,
    (routes, when_full): (Router, Router),
    shutdown: CancellationToken,
    tasks: TaskTracker,
) {
    let gate = Gate::new(u32::MAX, places.each.unwrap_or(u32::MAX));
    let places = Arc::new(Semaphore::new(places.all));
    let turned_away = Arc::new(Semaphore::new(limits::TURNED_AWAY));
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = shutdown.cancelled() => return,
        };
        match accepted {
            Ok((stream, peer)) => {
                let Ok(pass) = gate.enter(peer.ip().into()) else {
                    continue;
                };
                // A small move must not wait for more to send; a refusal costs only milliseconds.
                let _ = stream.set_nodelay(true);
                if let Ok(place) = places.clone().try_acquire_owned() {
                    let connection = serve(stream, peer, routes.clone(), shutdown.clone());
                    tasks.spawn(async move {
                        let _inside = (place, pass);
                        connection.await;
                    });
                } else if let Ok(place) = turned_away.clone().try_acquire_owned() {
                    let connection = serve(stream, peer, when_full.clone(), shutdown.clone());
                    tasks.spawn(async move {
                        let _inside = (place, pass);
                        // Whoever has not asked by then is not told.
                        let _ = timeout(limits::TURNING_AWAY_TIME, connection).await;
                    });
                }
            }
            Err(error) if is_peers_fault(&error) => {}
            Err(error) => {
                tracing::error!(%error, "no connection can be accepted");
                tokio::time::sleep(ACCEPT_AGAIN).await;
            }
        }
    }
}

/// Serves one connection until it ends or has become a WebSocket. When the server stops, what has
/// been asked is answered, if it is soon.
pub async fn serve<S>(stream: S, peer: SocketAddr, routes: Router, shutdown: CancellationToken)
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        routes.clone().oneshot(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits::HEAD_TIME)
        .serve_connection(TokioIo::new(Impatient::new(stream)), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = shutdown.cancelled() => {
            connection.as_mut().graceful_shutdown();
            let Ok(ended) = timeout(limits::CLOSE_TIME, connection).await else {
                return;
            };
            ended
        }
    };
    if let Err(error) = ended {
        tracing::trace!(%error, "a connection ended");
    }
}

fn is_peers_fault(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(
        error.kind(),
        ConnectionAborted | ConnectionRefused | ConnectionReset
    )
}
