//! Resolves host names without blocking a thread.
//!
//! The system's own resolver blocks a thread until a name server answers, for up to half a minute.
//! Guests choose the names, so this module queries the system's name servers itself
//! (`/etc/resolv.conf`, `/etc/hosts`), with a timeout and without a thread.

use std::{
    net::{IpAddr, Ipv4Addr, SocketAddr},
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use hickory_resolver::{
    ResolverBuilder, TokioResolver,
    config::{ConnectionConfig, LookupIpStrategy, NameServerConfig, ResolverConfig},
    net::{NetError, runtime::TokioRuntimeProvider},
};
use tokio::time::{Instant, timeout};

use crate::not_sent::NotSent;

/// The timeout of a look-up as a whole: two attempts, and some time for a slow machine.
const LOOK_UP_TIME: Duration = Duration::from_secs(5);
/// The timeout for the answer of one name server.
const ANSWER_TIME: Duration = Duration::from_secs(2);
/// The time after which the system's configuration is read again: a laptop changes its network.
const CONFIGURATION_LASTS: Duration = Duration::from_mins(1);

/// A resolver for host names; cheap to clone.
#[derive(Clone, Debug)]
pub struct Names(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    /// The name server to query instead of the system's.
    server: Option<SocketAddr>,
    resolver: Mutex<Option<(Instant, TokioResolver)>>,
}

impl Names {
    /// Creates a resolver that queries the name servers of the system.
    pub fn of_system() -> Self {
        Self::new(None)
    }

    /// Creates a resolver that queries one name server, for tests.
    pub fn of_server(server: SocketAddr) -> Self {
        Self::new(Some(server))
    }

    fn new(server: Option<SocketAddr>) -> Self {
        Self(Arc::new(Inner {
            server,
            resolver: Mutex::default(),
        }))
    }

    /// Returns the addresses of a host, alternating between both families, so that the first few
    /// include one of each.
    ///
    /// # Errors
    /// Returns [`NotSent`] if there is no such host, or if no name server answers in time.
    pub(crate) async fn look_up(&self, host: &str) -> Result<Vec<IpAddr>, NotSent> {
        if let Ok(address) = host.parse() {
            return Ok(vec![address]);
        }
        let resolver = self.0.resolver().map_err(|error| {
            tracing::debug!(%error, "no name server");
            NotSent::NoSuchHost
        })?;
        let found = timeout(LOOK_UP_TIME, resolver.lookup_ip(host)).await;
        let found = found.map_err(|_| NotSent::TooSlow)?;
        let found = found.map_err(|_| NotSent::NoSuchHost)?;
        let (four, six): (Vec<_>, Vec<_>) = found.iter().partition(IpAddr::is_ipv4);
        let (mut four, mut six) = (four.into_iter(), six.into_iter());
        let mut addresses = Vec::new();
        loop {
            let next = [six.next(), four.next()];
            if next == [None, None] {
                return Ok(addresses);
            }
            addresses.extend(next.into_iter().flatten());
        }
    }
}

impl Inner {
    fn resolver(&self) -> Result<TokioResolver, NetError> {
        let mut kept = self.resolver.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        if let Some((since, resolver)) = &*kept
            && now.duration_since(*since) < CONFIGURATION_LASTS
        {
            return Ok(resolver.clone());
        }
        let resolver = self.configured()?;
        *kept = Some((now, resolver.clone()));
        Ok(resolver)
    }

    fn configured(&self) -> Result<TokioResolver, NetError> {
        let mut builder = match self.server {
            Some(server) => asking(server),
            // A system without a name server in its configuration has one on this machine
            // (resolv.conf(5)), or knows only the names in its hosts file.
            None => TokioResolver::builder_tokio()
                .unwrap_or_else(|_| asking((Ipv4Addr::LOCALHOST, 53).into())),
        };
        let options = builder.options_mut();
        options.ip_strategy = LookupIpStrategy::Ipv4AndIpv6;
        options.timeout = options.timeout.min(ANSWER_TIME);
        options.attempts = 1;
        builder.build()
    }
}

/// Returns a builder for a resolver that queries one name server.
fn asking(server: SocketAddr) -> ResolverBuilder<TokioRuntimeProvider> {
    let mut connection = ConnectionConfig::udp();
    connection.port = server.port();
    let server = NameServerConfig::new(server.ip(), true, vec![connection]);
    let config = ResolverConfig::from_parts(None, Vec::new(), vec![server]);
    TokioResolver::builder_with_config(config, TokioRuntimeProvider::default())
}

#[cfg(test)]
mod tests {
    use tokio::net::UdpSocket;

    use super::*;

    #[tokio::test]
    async fn the_system_resolves_localhost() {
        let found = Names::of_system().look_up("localhost").await.unwrap();
        assert!(found.iter().all(IpAddr::is_loopback) && !found.is_empty());
        let literal = Names::of_system().look_up("::1").await;
        assert_eq!(literal, Ok(vec!["::1".parse().unwrap()]));
    }

    #[tokio::test]
    async fn look_ups_at_a_silent_name_server_time_out() {
        let silent = UdpSocket::bind("127.0.0.1:0").await.unwrap();
        let names = Names::of_server(silent.local_addr().unwrap());
        let began = Instant::now();
        let look_ups = (0..200).map(|number| {
            let names = names.clone();
            tokio::spawn(async move { names.look_up(&format!("push{number}.example")).await })
        });
        for look_up in look_ups.collect::<Vec<_>>() {
            assert!(look_up.await.unwrap().is_err());
        }
        assert!(began.elapsed() < 2 * LOOK_UP_TIME);
    }
}
