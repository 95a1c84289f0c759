//! The place at which the server listens for clients.

use std::{fmt, net::SocketAddr, path::PathBuf, str::FromStr};

/// The beginning of the path of a Unix socket.
const UNIX: &str = "unix:";

/// A network address, or a Unix socket for a proxy on the same machine.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Listen {
    /// An IP address and a port.
    Tcp(SocketAddr),
    /// The path of a Unix socket.
    Unix(PathBuf),
}

/// The error for text that names no place to listen at.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error(
    "expected an IP address and a port: 127.0.0.1:{port} for this machine alone, or 0.0.0.0:{port} for all; or \
     unix:/run/senda/senda.sock for a proxy on this machine"
)]
pub struct BadListen {
    /// The port that the text seems to mean.
    port: u16,
}

impl FromStr for Listen {
    type Err = BadListen;

    fn from_str(text: &str) -> Result<Self, BadListen> {
        let port = || {
            let port = text.rsplit(':').next()?;
            port.parse().ok()
        };
        match text.strip_prefix(UNIX) {
            Some(path) if !path.is_empty() => Ok(Self::Unix(path.into())),
            _ => text.parse().map(Self::Tcp).map_err(|_| BadListen {
                port: port().unwrap_or(8080),
            }),
        }
    }
}

impl fmt::Display for Listen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tcp(address) => write!(f, "{address}"),
            Self::Unix(path) => write!(f, "{UNIX}{}", path.display()),
        }
    }
}

impl Listen {
    /// Returns whether only programs on the same machine can connect.
    pub fn is_local(&self) -> bool {
        match self {
            Self::Tcp(address) => address.ip().is_loopback(),
            Self::Unix(_) => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_or_a_socket_is_accepted() {
        for text in [
            "127.0.0.1:8080",
            "[::]:80",
            "unix:/run/senda.sock",
            "unix:here",
        ] {
            assert_eq!(text.parse::<Listen>().unwrap().to_string(), text);
        }
        for (text, is_local) in [
            ("127.0.0.1:1", true),
            ("[::1]:1", true),
            ("0.0.0.0:1", false),
            ("unix:/run/senda.sock", true),
        ] {
            assert_eq!(
                text.parse::<Listen>().unwrap().is_local(),
                is_local,
                "{text}"
            );
        }
    }

    #[test]
    fn a_bad_address_is_answered_with_a_good_one() {
        for (text, meant) in [
            ("9000", "127.0.0.1:9000"),
            ("localhost:9000", "127.0.0.1:9000"),
            ("127.0.0.1", "127.0.0.1:8080"),
            ("unix:", "unix:/run/"),
            ("/run/senda.sock", "unix:/run/"),
        ] {
            let error = text.parse::<Listen>().unwrap_err().to_string();
            assert!(error.contains(meant), "{text}: {error}");
        }
    }
}
