//! Settings for https without a proxy.

use std::path::PathBuf;

use clap::Args;

/// Settings for https without a proxy.
#[derive(Clone, Debug, Default, Args)]
pub struct TlsSettings {
    /// File with the certificate of the server and those of its issuers, in PEM, such as the
    /// `fullchain.pem` of an ACME client: the server then speaks https itself. The file is read
    /// again within a minute when it has changed, and at once on SIGHUP.
    #[arg(
        id = "tls_certificate",
        long = "tls-certificate",
        env = "SENDA_TLS_CERTIFICATE",
        value_name = "FILE",
        requires = "tls_key"
    )]
    pub certificate: Option<PathBuf>,

    /// File with the private key of that certificate, in PEM.
    #[arg(
        id = "tls_key",
        long = "tls-key",
        env = "SENDA_TLS_KEY",
        value_name = "FILE",
        requires = "tls_certificate"
    )]
    pub key: Option<PathBuf>,
}

impl TlsSettings {
    /// Returns whether the server speaks https itself.
    pub fn is_on(&self) -> bool {
        self.certificate.is_some()
    }
}
