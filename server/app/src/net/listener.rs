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
use tokio_rustls::server::TlsStream;
use tokio_util::either::Either;

use crate::{net::tls::Tls, settings::Listen};

/// The permissions of a Unix socket: its owner and group may connect. A proxy that runs as another
/// user has to be in the server's group.
const SOCKET_MODE: u32 = 0o660;

/// The first byte of a connection over TLS: a handshake message.
const HANDSHAKE: u8 = 22;

/// A connection without TLS.
type Plain = Either<TcpStream, UnixStream>;

/// A connection of a client, ready for its first request.
pub type Connection = Either<Plain, Box<TlsStream<Plain>>>;

/// A listening socket.
#[derive(Debug)]
pub struct Listener {
    socket: Socket,
    tls: Option<Tls>,
}

#[derive(Debug)]
enum Socket {
    /// A socket for a network address.
    Tcp(TcpListener),
    /// A Unix socket.
    Unix(UnixListener),
}

impl From<Socket> for Listener {
    fn from(socket: Socket) -> Self {
        Self { socket, tls: None }
    }
}

impl From<TcpListener> for Listener {
    fn from(listener: TcpListener) -> Self {
        Socket::Tcp(listener).into()
    }
}

/// A connection that has been accepted, before its handshake.
#[derive(Debug)]
pub struct Accepted {
    stream: Plain,
    tls: Option<Tls>,
}

/// A connection after its handshake.
#[derive(Debug)]
pub enum Arrival {
    /// The connection is as the server offers it.
    Served(Connection),
    /// A client speaks plain http to a server that speaks https.
    WithoutTls(Connection),
}

impl Accepted {
    /// Performs the handshake of TLS, if the server speaks https.
    ///
    /// # Errors
    /// Returns an error if the client closes the connection, or makes no valid handshake.
    pub async fn handshake(self) -> io::Result<Arrival> {
        let Some(tls) = self.tls else {
            return Ok(Arrival::Served(Either::Left(self.stream)));
        };
        if let Either::Left(stream) = &self.stream {
            let mut first = [0];
            if stream.peek(&mut first).await? == 1 && first != [HANDSHAKE] {
                return Ok(Arrival::WithoutTls(Either::Left(self.stream)));
            }
        }
        let stream = tls.acceptor().accept(self.stream).await?;
        Ok(Arrival::Served(Either::Right(Box::new(stream))))
    }
}

/// Shows the address in the form of a URL where it has one.
impl fmt::Display for Listener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.socket {
            Socket::Tcp(listener) => {
                let address = listener.local_addr().map_err(|_| fmt::Error)?;
                let scheme = if self.tls.is_some() { "https" } else { "http" };
                write!(f, "{scheme}://{address}")
            }
            Socket::Unix(listener) => {
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
            Listen::Tcp(address) => Ok(TcpListener::bind(address).await?.into()),
            Listen::Unix(path) => Ok(Socket::Unix(bind_unix(path, SOCKET_MODE)?).into()),
        }
    }

    /// Returns what an operator can do about an address that can't be listened on.
    pub fn advice(listen: &Listen, error: &io::Error) -> &'static str {
        match (error.kind(), listen) {
            (io::ErrorKind::AddrInUse, Listen::Tcp(_)) => {
                ": another program listens there; end it, or choose another port with --listen"
            }
            (io::ErrorKind::AddrNotAvailable, _) => {
                ": this machine has no such address; choose 127.0.0.1, or 0.0.0.0 for all of its addresses"
            }
            (io::ErrorKind::PermissionDenied, Listen::Tcp(address)) if address.port() < 1_024 => {
                ": a port below 1024 needs the right CAP_NET_BIND_SERVICE; choose another port, or put a proxy in front"
            }
            _ => "",
        }
    }

    /// Makes the server speak https on this socket, if there is a certificate.
    #[must_use]
    pub fn with_tls(self, tls: Option<Tls>) -> Self {
        Self { tls, ..self }
    }

    fn of_service_manager() -> io::Result<Option<Self>> {
        let mut passed = ListenFd::from_env();
        if passed.len() == 0 {
            return Ok(None);
        }
        if let Ok(Some(listener)) = passed.take_tcp_listener(0) {
            listener.set_nonblocking(true)?;
            return TcpListener::from_std(listener).map(|listener| Some(listener.into()));
        }
        let listener = passed.take_unix_listener(0)?;
        let listener = listener.expect("a descriptor that was not taken");
        listener.set_nonblocking(true)?;
        UnixListener::from_std(listener).map(|listener| Some(Socket::Unix(listener).into()))
    }

    /// Waits for the next connection, and returns it with the client's address. Programs that use
    /// the Unix socket run on this machine, so their address is that of the machine itself.
    ///
    /// # Errors
    /// Returns an error if no connection can be accepted.
    pub async fn accept(&self) -> io::Result<(Accepted, SocketAddr)> {
        let (stream, peer) = match &self.socket {
            Socket::Tcp(listener) => {
                let (stream, peer) = listener.accept().await?;
                // TCP_NODELAY: a small move must not wait for more data. If setting it fails, that
                // costs only milliseconds.
                let _ = stream.set_nodelay(true);
                (Either::Left(stream), peer)
            }
            Socket::Unix(listener) => {
                let (stream, _) = listener.accept().await?;
                (Either::Right(stream), (Ipv4Addr::LOCALHOST, 0).into())
            }
        };
        let tls = self.tls.clone();
        Ok((Accepted { stream, tls }, peer))
    }
}

/// Opens a Unix socket with those permissions, in place of one that a server has left behind.
///
/// # Errors
/// Returns an error if the path can't be used, or if another server listens there.
pub fn bind_unix(path: &Path, mode: u32) -> io::Result<UnixListener> {
    remove_stale(path)?;
    let listener = UnixListener::bind(path)?;
    fs::set_permissions(path, fs::Permissions::from_mode(mode))?;
    Ok(listener)
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
