//! Accepts connections, limits their number and the time of a request, and closes them at
//! shutdown.

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
    time::timeout,
};
use tokio_io_timeout::TimeoutStream;
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use tower::ServiceExt;

use crate::{
    limits,
    net::{
        files::Shares,
        listener::{Accepted, Arrival, Listener},
        rate::{Crowded, Gate, Permit},
    },
    process::{
        metrics::{Limit, Metrics},
        telemetry::LogThrottle,
    },
    settings::TrustedProxies,
};

/// The limits on simultaneous connections. A connection that has become a WebSocket is counted by
/// the socket limits instead.
#[derive(Clone, Debug)]
pub struct Places {
    /// The limit on connections in total. A connection beyond it gets the response that the server
    /// is full.
    pub all: u32,
    /// The limit on connections from one address. A connection beyond it is closed.
    pub each: u32,
    /// The trusted proxies. Their connections may carry any client, so they are bound by the total
    /// limit only.
    pub proxies: TrustedProxies,
    /// The limit on connections that are getting the response that the server is full. A connection
    /// beyond it is closed.
    pub turned_away: u32,
    /// The number of further connections from this machine itself, beyond all other limits, for
    /// health probes.
    pub health_checks: u32,
    /// The figures that count refusals.
    pub metrics: Metrics,
}

impl Places {
    /// Returns the limits that follow from the division of the process's file descriptors.
    pub fn of(shares: &Shares, proxies: TrustedProxies, metrics: Metrics) -> Self {
        Self {
            all: shares.connections,
            each: shares.connections_each,
            proxies,
            turned_away: shares.turned_away,
            health_checks: limits::HEALTH_CONNECTIONS,
            metrics,
        }
    }
}

/// The routes of the kinds of connections.
#[derive(Clone, Debug, Default)]
pub struct Routes {
    /// The routes of the server.
    pub served: Router,
    /// The routes for connections beyond the limits, which are served only for a moment.
    pub when_full: Router,
    /// The routes for plain http to a server that speaks https.
    pub without_tls: Router,
}

/// Accepts connections until the server shuts down. Upgraded connections outlive this.
pub async fn accept(
    listener: Listener,
    places: Places,
    routes: Routes,
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
            Ok((accepted, peer)) => {
                again = limits::ACCEPT_AGAIN;
                let Some(place) = door.place(peer.ip()) else {
                    continue;
                };
                let served = match place {
                    Place::Served(_) => &routes.served,
                    Place::TurnedAway(_) => &routes.when_full,
                };
                let arriving = (served.clone(), routes.without_tls.clone());
                let connection = greet(accepted, peer, arriving, shutdown.clone());
                tasks.spawn(async move {
                    match place {
                        Place::Served(_inside) => connection.await,
                        Place::TurnedAway(_inside) => {
                            // A client that has not sent its request by then is not answered.
                            let _ = timeout(limits::TURNING_AWAY_TIME, connection).await;
                        }
                    }
                });
                // Moves go first: without this, a burst of new connections (128 of them, until
                // tokio makes a task yield) queues ahead of the rooms' tasks.
                tokio::task::yield_now().await;
            }
            Err(error) if is_peers_fault(&error) => {}
            Err(error) => {
                if NO_FILE.may_speak() {
                    tracing::error!(%error, "no connection can be accepted");
                }
                // No connection is lost: those that arrive meanwhile wait in the system's accept
                // queue.
                tokio::select! {
                    () = tokio::time::sleep(again) => {}
                    () = shutdown.cancelled() => return,
                }
                again = (2 * again).min(limits::ACCEPT_AGAIN_MOST);
            }
        }
    }
}

/// Gives out the slots for connections.
struct Door {
    served: Gate,
    turned_away: Gate,
    health_checks: Gate,
    proxies: TrustedProxies,
    metrics: Metrics,
}

/// The slot that a connection occupies for as long as it lasts.
enum Place {
    /// A slot among the connections that are served.
    Served(Permit),
    /// A slot among the connections that are only answered that the server is full.
    TurnedAway(Permit),
}

impl Door {
    fn new(places: Places) -> Self {
        Self {
            served: Gate::new(places.all, places.each),
            turned_away: Gate::new(places.turned_away, places.each),
            health_checks: Gate::new(places.health_checks, places.health_checks),
            proxies: places.proxies,
            metrics: places.metrics,
        }
    }

    /// Returns a slot for one more connection, or `None` if it has to be closed.
    fn place(&self, from: IpAddr) -> Option<Place> {
        let enter = |gate: &Gate| {
            if self.proxies.carry_many(from) {
                gate.enter_for_many(from.into())
            } else {
                gate.enter(from.into())
            }
        };
        let refusal = match enter(&self.served) {
            Ok(permit) => return Some(Place::Served(permit)),
            Err(refusal) => refusal,
        };
        self.metrics.refusals.count(match refusal {
            Crowded::All => Limit::Connections,
            Crowded::Source => Limit::ConnectionsOfAddress,
        });
        if refusal == Crowded::All
            && let Ok(permit) = enter(&self.turned_away)
        {
            return Some(Place::TurnedAway(permit));
        }
        let is_own = from.to_canonical().is_loopback();
        let permit = is_own.then(|| self.health_checks.enter(from.into()).ok());
        permit.flatten().map(Place::TurnedAway)
    }
}

/// Waits for the handshake of TLS, if there is one, and serves the connection by the first router,
/// or by the second one if it came without TLS to a server that speaks https.
async fn greet(
    accepted: Accepted,
    peer: SocketAddr,
    (served, without_tls): (Router, Router),
    shutdown: CancellationToken,
) {
    let handshake = tokio::select! {
        handshake = timeout(limits::HEAD_TIME, accepted.handshake()) => handshake,
        () = shutdown.cancelled() => return,
    };
    match handshake {
        Ok(Ok(Arrival::Served(stream))) => serve(stream, peer, served, shutdown).await,
        Ok(Ok(Arrival::WithoutTls(stream))) => serve(stream, peer, without_tls, shutdown).await,
        Ok(Err(error)) => tracing::trace!(%error, "a handshake failed"),
        Err(_) => tracing::trace!("a handshake took too long"),
    }
}

/// Serves one connection until it ends or has become a WebSocket. At shutdown, a request that has
/// already arrived is still answered if that takes at most [`limits::CLOSE_TIME`].
pub async fn serve<S>(stream: S, peer: SocketAddr, routes: Router, shutdown: CancellationToken)
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        routes.clone().oneshot(request)
    });
    // A client that reads nothing of its response is disconnected after this time.
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
    fn a_proxy_may_use_all_slots_and_other_addresses_their_share() {
        let taken = |proxies: &str, from: &str| {
            let door = Door::new(Places {
                all: 100,
                each: 5,
                proxies: proxies.parse().unwrap(),
                turned_away: 3,
                health_checks: 0,
                metrics: Metrics::default(),
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
