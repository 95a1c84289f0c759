//! An HTTP client for a single purpose: one POST request to a checked address, with limits on time
//! and size.

use std::{net::IpAddr, sync::Arc, time::Duration};

use bytes::Bytes;
use http_body_util::{BodyExt, Full, Limited};
use hyper::{StatusCode, client::conn::http1, header};
use hyper_util::rt::TokioIo;
use rustls::{ClientConfig, RootCertStore, pki_types::ServerName};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::TcpStream,
    time::timeout,
};
use tokio_rustls::TlsConnector;

use crate::{
    address::is_public,
    names::Names,
    not_sent::NotSent,
    target::{Reach, Target},
};

/// The timeout of a request as a whole.
const TIME: Duration = Duration::from_secs(10);
/// The number of bytes of a response's body that are read at most.
const ANSWER: usize = 4096;
/// The number of a name's addresses that are tried at most.
const ADDRESSES: usize = 4;
/// The timeout of one connection attempt, so that time remains for the next address.
const CONNECT_TIME: Duration = Duration::from_secs(3);

/// A client that sends requests; cheap to clone.
#[derive(Clone, Debug)]
pub struct Client {
    config: Arc<ClientConfig>,
    reach: Reach,
    names: Names,
}

/// A POST request with these headers and this body.
#[derive(Clone, Debug)]
pub struct Request {
    /// The headers with lower-case names.
    pub headers: Vec<(&'static str, String)>,
    /// The body of the request.
    pub body: Vec<u8>,
}

/// The response, without its body.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Answer {
    /// The HTTP status code of the response.
    pub status: u16,
    /// The time after which the server allows a retry, if it sent one in `Retry-After`.
    pub again: Option<Duration>,
}

impl Client {
    /// Creates a client that trusts the certificate authorities of this machine.
    pub fn new(reach: Reach, names: Names) -> Self {
        let mut roots = RootCertStore::empty();
        let found = rustls_native_certs::load_native_certs();
        roots.add_parsable_certificates(found.certs);
        if roots.is_empty() {
            tracing::warn!(
                "this machine trusts no certificates, so nobody can be told anything by https"
            );
        }
        Self::trusting(roots, reach, names)
    }

    /// Creates a client that trusts these certificate authorities.
    ///
    /// # Panics
    /// Panics only if the provider lacks the default TLS versions, which it has.
    pub fn trusting(roots: RootCertStore, reach: Reach, names: Names) -> Self {
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .expect("versions that the provider has")
            .with_root_certificates(roots)
            .with_no_client_auth();
        Self {
            config: Arc::new(config),
            reach,
            names,
        }
    }

    /// Returns the addresses that the client may connect to.
    pub fn reach(&self) -> Reach {
        self.reach
    }

    /// Sends one request and waits for the response.
    ///
    /// # Errors
    /// Returns [`NotSent`] if there is no response.
    pub async fn post(&self, target: &Target, request: Request) -> Result<Answer, NotSent> {
        let sent = timeout(TIME, self.exchange(target, request)).await;
        sent.unwrap_or(Err(NotSent::TooSlow))
    }

    async fn exchange(&self, target: &Target, request: Request) -> Result<Answer, NotSent> {
        let stream = self.connect(target).await?;
        if !target.is_encrypted() {
            return converse(stream, target, request).await;
        }
        let name =
            ServerName::try_from(target.host().to_owned()).map_err(|_| NotSent::NoSuchHost)?;
        let connector = TlsConnector::from(self.config.clone());
        let stream = connector.connect(name, stream).await;
        converse(stream.map_err(|_| NotSent::NotTrusted)?, target, request).await
    }

    /// Connects to a checked address instead of the name. The name could resolve to another address
    /// the next moment.
    async fn connect(&self, target: &Target) -> Result<TcpStream, NotSent> {
        let found = self.names.look_up(target.host()).await?;
        if found.is_empty() {
            return Err(NotSent::NoSuchHost);
        }
        let may_be_reached = |address: &IpAddr| match self.reach {
            Reach::Anything => !(target.is_private_only() && is_public(*address)),
            Reach::Public => is_public(*address),
        };
        let mut outcome = NotSent::NotPublic;
        for address in found.into_iter().filter(may_be_reached).take(ADDRESSES) {
            let connecting = TcpStream::connect((address, target.port()));
            match timeout(CONNECT_TIME, connecting).await {
                Ok(Ok(stream)) => return Ok(stream),
                Ok(Err(_)) => outcome = NotSent::NotReached,
                Err(_) => outcome = NotSent::TooSlow,
            }
        }
        Err(outcome)
    }
}

async fn converse<S>(stream: S, target: &Target, request: Request) -> Result<Answer, NotSent>
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let no_answer = |_| NotSent::NoAnswer;
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream))
        .await
        .map_err(no_answer)?;
    let mut head = hyper::Request::post(target.path())
        .header(header::HOST, target.authority())
        .header(header::USER_AGENT, "senda")
        .header(header::CONNECTION, "close");
    for (name, value) in request.headers {
        head = head.header(name, value);
    }
    let request = head.body(Full::new(Bytes::from(request.body)));
    let request = request.map_err(|_| NotSent::NoAnswer)?;
    let exchange = async {
        let answer = sender.send_request(request).await.map_err(no_answer)?;
        let status = answer.status();
        let again = answer.headers().get(header::RETRY_AFTER);
        let again = again.and_then(|seconds| seconds.to_str().ok()?.parse().ok());
        // Some servers count a request as finished only when its response was read.
        let _ = Limited::new(answer.into_body(), ANSWER).collect().await;
        Ok(Answer {
            status: StatusCode::as_u16(&status),
            again: again.map(Duration::from_secs),
        })
    };
    let (answer, ()) = tokio::join!(exchange, async {
        // The connection ends when the sender is dropped. The exchange has the result, so an error
        // here adds nothing.
        let _ = connection.await;
    });
    answer
}
