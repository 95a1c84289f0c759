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

use crate::{limits, rate::Gate};

/// How many connections there may be at once. Those that have become a WebSocket are counted there.
#[derive(Debug)]
pub struct Places {
    /// In all; beyond, new ones wait in the kernel's queue.
    pub all: usize,
    /// From one address; beyond, new ones are hung up on. `None` behind a proxy, from which all come.
    pub each: Option<u32>,
}

/// After which accepting is tried again, when the process has no file left for a connection.
const ACCEPT_AGAIN: Duration = Duration::from_millis(200);

/// Accepts connections until the server stops. Upgraded ones outlive this.
///
/// # Panics
/// Never: its semaphore is not closed.
pub async fn accept(
    listener: TcpListener,
    places: Places,
    routes: Router,
    shutdown: CancellationToken,
    tasks: TaskTracker,
) {
    let gate = Gate::new(u32::MAX, places.each.unwrap_or(u32::MAX));
    let places = Arc::new(Semaphore::new(places.all));
    loop {
        let accepting = async {
            let place = places.clone().acquire_owned().await;
            let place = place.expect("a semaphore that is never closed");
            (place, listener.accept().await)
        };
        let (place, accepted) = tokio::select! {
            accepted = accepting => accepted,
            () = shutdown.cancelled() => return,
        };
        match accepted {
            Ok((stream, peer)) => {
                let Ok(pass) = gate.enter(peer.ip().into()) else {
                    continue;
                };
                // A small move must not wait for more to send; a refusal costs only milliseconds.
                let _ = stream.set_nodelay(true);
                let connection = serve(stream, peer, routes.clone(), shutdown.clone());
                tasks.spawn(async move {
                    let _inside = (place, pass);
                    connection.await;
                });
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
        .serve_connection(TokioIo::new(stream), service)
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
