//! A server that records requests and responds to them with the given responses in order.

use std::sync::{Arc, Mutex};

use rustls::{
    ServerConfig,
    pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject},
};
use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt},
    net::TcpListener,
};
use tokio_rustls::TlsAcceptor;

/// A certificate for `localhost` and its key, created for the tests and trusted only by them.
const CERTIFICATE: &[u8] = include_bytes!("server.pem");
const KEY: &[u8] = include_bytes!("server.key.pem");

/// A received request.
#[derive(Clone, Debug)]
pub struct Heard {
    pub head: String,
    pub body: Vec<u8>,
}

type Log = Arc<Mutex<Vec<Heard>>>;

pub struct Receiver {
    pub port: u16,
    log: Log,
}

impl Receiver {
    pub async fn plain(answers: &[&'static str]) -> Self {
        Self::begin(answers, None).await
    }

    pub async fn encrypted(answers: &[&'static str]) -> Self {
        let certificate = CertificateDer::from_pem_slice(CERTIFICATE).unwrap();
        let key = PrivateKeyDer::from_pem_slice(KEY).unwrap();
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![certificate], key)
            .unwrap();
        Self::begin(answers, Some(TlsAcceptor::from(Arc::new(config)))).await
    }

    /// Creates a receiver whose response has no end.
    pub async fn endless() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.unwrap();
            let head = b"HTTP/1.1 200 OK\r\ncontent-length: 1000000000000\r\n\r\n";
            stream.write_all(head).await.unwrap();
            while stream.write_all(&[b'a'; 1024]).await.is_ok() {}
        });
        Self {
            port,
            log: Log::default(),
        }
    }

    pub fn heard(&self) -> Vec<Heard> {
        self.log.lock().unwrap().clone()
    }

    async fn begin(answers: &[&'static str], tls: Option<TlsAcceptor>) -> Self {
        let listener = TcpListener::bind("0.0.0.0:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let log = Log::default();
        let (own, answers) = (log.clone(), answers.to_vec());
        tokio::spawn(async move {
            let mut answers = answers.into_iter();
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                match &tls {
                    // A client that does not trust the certificate disconnects.
                    Some(tls) => match tls.accept(stream).await {
                        Ok(stream) => hear(stream, &own, &mut answers).await,
                        Err(_) => continue,
                    },
                    None => hear(stream, &own, &mut answers).await,
                };
            }
        });
        Self { port, log }
    }
}

/// Reads one request and responds to it; `None` if the client sends no request.
async fn hear<S: AsyncRead + AsyncWrite + Unpin>(
    mut stream: S,
    log: &Log,
    answers: &mut impl Iterator<Item = &'static str>,
) -> Option<()> {
    let mut text = Vec::new();
    let end = loop {
        if stream.read_buf(&mut text).await.ok()? == 0 {
            return None;
        }
        if let Some(end) = text.windows(4).position(|four| four == b"\r\n\r\n") {
            break end + 4;
        }
    };
    let head = String::from_utf8(text[..end].to_vec()).ok()?;
    let length = head.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        let is_length = name.eq_ignore_ascii_case("content-length");
        is_length.then(|| value.trim().parse::<usize>().ok())?
    });
    while text.len() < end + length.unwrap_or(0) {
        stream.read_buf(&mut text).await.ok()?;
    }
    let body = text[end..].to_vec();
    log.lock().unwrap().push(Heard { head, body });
    let answer = answers.next()?;
    let answer = format!("HTTP/1.1 {answer}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
    stream.write_all(answer.as_bytes()).await.ok()?;
    stream.shutdown().await.ok()
}
