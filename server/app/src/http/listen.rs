//! Connections: how many, how long they may take to ask, and how they end.

use std::{
    io,
    net::{IpAddr, SocketAddr},
    pin::pin,
};

use axum::{Router, body::Body, extract::ConnectInfo};
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::TcpListener,
    time::timeout,
};
use tokio_io_timeout::TimeoutStream;
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use tower::ServiceExt;

use crate::{
    files::Shares,
    limits,
    proxies::TrustedProxies,
    rate::{Crowded, Gate, Pass},
    telemetry::LogThrottle,
};

/// How many connections there may be at once. Those that have become a WebSocket are counted there.
#[derive(Clone, Debug)]
pub struct Places {
    /// In all; beyond, new ones are told that the server is full.
    pub all: u32,
    /// From one address; beyond, new ones are hung up on.
    pub each: u32,
    /// Proxies, whose connections may be anybody's: they have as many places as there are.
    pub proxies: TrustedProxies,
    /// Connections that are being told that the server is full; beyond, new ones are hung up on.
    pub turned_away: u32,
    /// Beyond all these, connections from this machine itself, for those who ask whether it is healthy.
    pub health_checks: u32,
}

impl Places {
    /// As the files are shared out.
    pub fn of(shares: &Shares, proxies: TrustedProxies) -> Self {
        Self {
            all: shares.connections,
            each: shares.connections_each,
            proxies,
            turned_away: shares.turned_away,
            health_checks: limits::HEALTH_CONNECTIONS,
        }
    }
}

/// Accepts connections until the server stops. Upgraded ones outlive this. Those for whom there is no
/// place are served by the second router, for a moment.
pub async fn accept(
    listener: TcpListener,
    places: Places,
    (routes, when_full): (Router, Router),
    shutdown: CancellationToken,
    tasks: TaskTracker,
) {
    static NO_FILE: LogThrottle = LogThrottle::new();
    let door = Door::new(places);
    let mut again = limits::ACCEPT_AGAIN;
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = shutdown.cancelled() => return,
        };
        match accepted {
            Ok((stream, peer)) => {
                again = limits::ACCEPT_AGAIN;
                let Some(place) = door.place(peer.ip()) else {
                    continue;
                };
                // A small move must not wait for more to send; a refusal costs only milliseconds.
                let _ = stream.set_nodelay(true);
                let routes = match place {
                    Place::Served(_) => routes.clone(),
                    Place::TurnedAway(_) => when_full.clone(),
                };
                let connection = serve(stream, peer, routes, shutdown.clone());
                tasks.spawn(async move {
                    match place {
                        Place::Served(_inside) => connection.await,
                        Place::TurnedAway(_inside) => {
                            // Whoever has not asked by then is not told.
                            let _ = timeout(limits::TURNING_AWAY_TIME, connection).await;
                        }
                    }
                });
            }
            Err(error) if is_peers_fault(&error) => {}
            Err(error) => {
                if NO_FILE.may_speak() {
                    tracing::error!(%error, "no connection can be accepted");
                }
                // Nothing is lost: who comes meanwhile waits in the system.
                tokio::select! {
                    () = tokio::time::sleep(again) => {}
                    () = shutdown.cancelled() => return,
                }
                again = (2 * again).min(limits::ACCEPT_AGAIN_MOST);
            }
        }
    }
}

/// Where places are given out.
struct Door {
    served: Gate,
    turned_away: Gate,
    health_checks: Gate,
    proxies: TrustedProxies,
}

/// A connection's place, for as long as it lasts.
enum Place {
    /// Among those who are served.
    Served(Pass),
    /// Among those who are only told that the server is full.
    TurnedAway(Pass),
}

impl Door {
    fn new(places: Places) -> Self {
        Self {
            served: Gate::new(places.all, places.each),
            turned_away: Gate::new(places.turned_away, places.each),
            health_checks: Gate::new(places.health_checks, places.health_checks),
            proxies: places.proxies,
        }
    }

    /// A place for one more; `None` if they have to be hung up on.
    fn place(&self, from: IpAddr) -> Option<Place> {
        let enter = |gate: &Gate| {
            if self.proxies.carry_many(from) {
                gate.enter_for_many(from.into())
            } else {
                gate.enter(from.into())
            }
        };
        let refusal = match enter(&self.served) {
            Ok(pass) => return Some(Place::Served(pass)),
            Err(refusal) => refusal,
        };
        if refusal == Crowded::All
            && let Ok(pass) = enter(&self.turned_away)
        {
            return Some(Place::TurnedAway(pass));
        }
        let is_own = from.to_canonical().is_loopback();
        let pass = is_own.then(|| self.health_checks.enter(from.into()).ok());
        pass.flatten().map(Place::TurnedAway)
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
    // Whoever takes nothing of what is written for them is not waited for.
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(limits::WRITE_TIME));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits::HEAD_TIME)
        .max_buf_size(limits::HEAD_BYTES)
        .max_headers(limits::HEAD_LINES)
        .serve_connection(TokioIo::new(Box::pin(stream)), service)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn behind_a_proxy_whoever_comes_past_it_has_a_share() {
        let taken = |proxies: &str, from: &str| {
            let door = Door::new(Places {
                all: 100,
                each: 5,
                proxies: proxies.parse().unwrap(),
                turned_away: 3,
                health_checks: 0,
            });
            let from: IpAddr = from.parse().unwrap();
            let places = (0..200).filter_map(|_| door.place(from));
            let places: Vec<Place> = places.collect();
            let served = places
                .iter()
                .filter(|place| matches!(place, Place::Served(_)));
            (served.count(), places.len())
        };
        for (proxy, stranger) in [
            ("127.0.0.1", "192.0.2.1"),
            ("::ffff:172.17.0.2", "2001:db8::1"),
        ] {
            assert_eq!(taken("true", proxy), (100, 103), "{proxy}");
            assert_eq!(taken("true", stranger), (5, 5), "{stranger}");
            assert_eq!(taken("false", proxy), (5, 5), "{proxy}");
            let named = format!("198.51.100.7,{stranger}");
            assert_eq!(taken(&named, stranger), (100, 103), "{stranger}");
            assert_eq!(taken(&named, proxy), (5, 5), "{proxy}");
        }
    }
}
