//! The certificate with which the server speaks https itself. It is read again when its files
//! change, since ACME clients renew it every few weeks.

use std::{
    fmt, fs, io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
};

use rustls::{
    ServerConfig,
    crypto::ring,
    pki_types::{CertificateDer, PrivateKeyDer, pem, pem::PemObject},
    server::{ClientHello, ResolvesServerCert},
    sign::CertifiedKey,
};
use senda_store::process::lock;
use tokio::signal::unix::{SignalKind, signal};
use tokio_rustls::TlsAcceptor;

use crate::{limits, settings::TlsSettings};

/// A certificate that can't be used.
#[derive(Debug, thiserror::Error)]
pub enum BadCertificate {
    /// A file can't be read.
    #[error("{path} can't be read: {error}")]
    Unreadable {
        /// The path of the file.
        path: String,
        /// The error of the system.
        error: io::Error,
    },
    /// A file does not contain the expected part in PEM.
    #[error("{path} contains no {part} in PEM")]
    NoPem {
        /// The path of the file.
        path: String,
        /// The expected part.
        part: &'static str,
    },
    /// The certificate or the key is of an unknown kind, or they don't belong together.
    #[error("the certificate {path} can't be used with its key: {error}")]
    Unusable {
        /// The path of the certificate.
        path: String,
        /// The reason.
        error: rustls::Error,
    },
}

/// The certificate of the server; cheap to clone.
#[derive(Clone)]
pub struct Tls {
    certificate: Arc<Certificate>,
    acceptor: TlsAcceptor,
}

impl fmt::Debug for Tls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tls").finish_non_exhaustive()
    }
}

impl Tls {
    /// Reads the certificate, if the settings name one.
    ///
    /// # Errors
    /// Returns [`BadCertificate`] if it can't be used.
    ///
    /// # Panics
    /// Panics if the cryptography does not support the default versions of TLS.
    pub fn of(settings: &TlsSettings) -> Result<Option<Self>, BadCertificate> {
        let (Some(certificate), Some(key)) = (&settings.certificate, &settings.key) else {
            return Ok(None);
        };
        let files = Files {
            certificate: certificate.clone(),
            key: key.clone(),
        };
        let contents = files.read()?;
        let current = Mutex::new(Arc::new(files.certified(&contents)?));
        let certificate = Arc::new(Certificate { files, current });
        let mut config = ServerConfig::builder_with_provider(ring::default_provider().into())
            .with_safe_default_protocol_versions()
            .expect("versions of TLS that ring supports")
            .with_no_client_auth()
            .with_cert_resolver(certificate.clone());
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(Some(Self {
            certificate,
            acceptor: Arc::new(config).into(),
        }))
    }

    /// Returns the acceptor of connections.
    pub(super) fn acceptor(&self) -> &TlsAcceptor {
        &self.acceptor
    }

    /// Reads the certificate again when its files have changed, and at once on SIGHUP. Never
    /// returns. Connections that are open keep their certificate.
    pub async fn keep_current(self) {
        let mut asked = signal(SignalKind::hangup()).ok();
        let mut known = self.certificate.files.read().ok();
        loop {
            let is_asked = tokio::select! {
                () = tokio::time::sleep(limits::CERTIFICATE_EVERY) => false,
                Some(()) = received(&mut asked) => true,
            };
            let found = self.certificate.files.read();
            if !is_asked && found.as_ref().ok() == known.as_ref() {
                continue;
            }
            known = found.as_ref().ok().cloned();
            match found.and_then(|contents| self.certificate.replace(&contents)) {
                Ok(()) => tracing::info!("the certificate was read again"),
                // The two files of a renewed certificate are not replaced in the same moment.
                Err(error) => {
                    tracing::warn!(%error, "the certificate was not replaced; the former one is in use");
                }
            }
        }
    }
}

/// Waits for a signal. Without a handler, that takes forever.
async fn received(signal: &mut Option<tokio::signal::unix::Signal>) -> Option<()> {
    match signal {
        Some(signal) => signal.recv().await,
        None => std::future::pending().await,
    }
}

/// The contents of the two files.
#[derive(Clone, Eq, PartialEq)]
struct Contents {
    certificate: Vec<u8>,
    key: Vec<u8>,
}

#[derive(Debug)]
struct Files {
    certificate: PathBuf,
    key: PathBuf,
}

impl Files {
    fn read(&self) -> Result<Contents, BadCertificate> {
        let read = |path: &Path| {
            fs::read(path).map_err(|error| BadCertificate::Unreadable {
                path: path.display().to_string(),
                error,
            })
        };
        Ok(Contents {
            certificate: read(&self.certificate)?,
            key: read(&self.key)?,
        })
    }

    fn certified(&self, contents: &Contents) -> Result<CertifiedKey, BadCertificate> {
        let no_pem = |path: &Path, part| BadCertificate::NoPem {
            path: path.display().to_string(),
            part,
        };
        let chain: Result<Vec<_>, pem::Error> =
            CertificateDer::pem_slice_iter(&contents.certificate).collect();
        let chain = chain.ok().filter(|chain| !chain.is_empty());
        let chain = chain.ok_or_else(|| no_pem(&self.certificate, "certificate"))?;
        let key = PrivateKeyDer::from_pem_slice(&contents.key);
        let key = key.map_err(|_| no_pem(&self.key, "private key"))?;
        let certified = CertifiedKey::from_der(chain, key, &ring::default_provider());
        certified.map_err(|error| BadCertificate::Unusable {
            path: self.certificate.display().to_string(),
            error,
        })
    }
}

/// The certificate that is in use, and its files.
#[derive(Debug)]
struct Certificate {
    files: Files,
    current: Mutex<Arc<CertifiedKey>>,
}

impl Certificate {
    fn replace(&self, contents: &Contents) -> Result<(), BadCertificate> {
        let certified = Arc::new(self.files.certified(contents)?);
        *lock(&self.current) = certified;
        Ok(())
    }
}

impl ResolvesServerCert for Certificate {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(lock(&self.current).clone())
    }
}
