//! The listening socket: one for a network address, a Unix socket, or one that the service manager
//! has opened.

use std::{
    fmt, fs, io,
    net::{Ipv4Addr, SocketAddr},
    os::unix::{
        fs::{FileTypeExt, PermissionsExt},
        net::UnixStream as BlockingStream,
    },
    path::Path,
};

use listenfd::ListenFd;
use tokio::net::{TcpListener, TcpStream, UnixListener, UnixStream};
use tokio_util::either::Either;

use crate::settings::Listen;

/// The permissions of a Unix socket: its owner and group may connect. A proxy that runs as another
/// user has to be in the server's group.
const SOCKET_MODE: u32 = 0o660;

/// A connection of a client.
pub type Connection = Either<TcpStream, UnixStream>;

/// A listening socket.
#[derive(Debug)]
pub enum Listener {
    /// A socket for a network address.
    Tcp(TcpListener),
    /// A Unix socket.
    Unix(UnixListener),
}

impl From<TcpListener> for Listener {
    fn from(listener: TcpListener) -> Self {
        Self::Tcp(listener)
    }
}

/// Shows the address in the form of a URL where it has one.
impl fmt::Display for Listener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tcp(listener) => {
                let address = listener.local_addr().map_err(|_| fmt::Error)?;
                write!(f, "http://{address}")
            }
            Self::Unix(listener) => {
                let address = listener.local_addr().map_err(|_| fmt::Error)?;
                let path = address.as_pathname().unwrap_or(Path::new("?"));
                write!(f, "unix:{}", path.display())
            }
        }
    }
}

impl Listener {
    /// Returns the socket that the service manager has opened for the server; otherwise opens one.
    /// It closes with the process, and a Unix socket's file is left behind for the next start.
    ///
    /// # Errors
    /// As [`Self::bind`], and if the service manager has passed on something other than a listening
    /// socket.
    pub async fn open(listen: &Listen) -> io::Result<Self> {
        match Self::of_service_manager()? {
            Some(listener) => Ok(listener),
            None => Self::bind(listen).await,
        }
    }

    /// Opens a socket.
    ///
    /// # Errors
    /// Returns an error if the address can't be used, or if another server listens on the Unix
    /// socket.
    pub async fn bind(listen: &Listen) -> io::Result<Self> {
        match listen {
            Listen::Tcp(address) => Ok(Self::Tcp(TcpListener::bind(address).await?)),
            Listen::Unix(path) => {
                remove_stale(path)?;
                let listener = UnixListener::bind(path)?;
                fs::set_permissions(path, fs::Permissions::from_mode(SOCKET_MODE))?;
                Ok(Self::Unix(listener))
            }
        }
    }

    fn of_service_manager() -> io::Result<Option<Self>> {
        let mut passed = ListenFd::from_env();
        if passed.len() == 0 {
            return Ok(None);
        }
        if let Ok(Some(listener)) = passed.take_tcp_listener(0) {
            listener.set_nonblocking(true)?;
            return TcpListener::from_std(listener).map(|listener| Some(Self::Tcp(listener)));
        }
        let listener = passed.take_unix_listener(0)?;
        let listener = listener.expect("a descriptor that was not taken");
        listener.set_nonblocking(true)?;
        UnixListener::from_std(listener).map(|listener| Some(Self::Unix(listener)))
    }

    /// Waits for the next connection, and returns it with the client's address. Programs that use
    /// the Unix socket run on this machine, so their address is that of the machine itself.
    ///
    /// # Errors
    /// Returns an error if no connection can be accepted.
    pub async fn accept(&self) -> io::Result<(Connection, SocketAddr)> {
        match self {
            Self::Tcp(listener) => {
                let (stream, peer) = listener.accept().await?;
                // TCP_NODELAY: a small move must not wait for more data. If setting it fails, that
                // costs only milliseconds.
                let _ = stream.set_nodelay(true);
                Ok((Either::Left(stream), peer))
            }
            Self::Unix(listener) => {
                let (stream, _) = listener.accept().await?;
                Ok((Either::Right(stream), (Ipv4Addr::LOCALHOST, 0).into()))
            }
        }
    }
}

/// Removes the socket that a server has left behind, so that its path can be used again.
fn remove_stale(path: &Path) -> io::Result<()> {
    let Ok(found) = fs::symlink_metadata(path) else {
        return Ok(());
    };
    if !found.file_type().is_socket() {
        let why = "there is a file that is no socket";
        return Err(io::Error::new(io::ErrorKind::AlreadyExists, why));
    }
    match BlockingStream::connect(path) {
        Ok(_) => {
            let why = "another server listens there";
            Err(io::Error::new(io::ErrorKind::AddrInUse, why))
        }
        Err(error) if error.kind() == io::ErrorKind::ConnectionRefused => fs::remove_file(path),
        // The socket may be in use by a program that this user can't reach.
        Err(error) => Err(error),
    }
}
