//! A TCP proxy between two programs that are both reliable: from a server to its database, or
//! between two servers. It passes everything on, until it is cut or blocked in one or both
//! directions.

use std::{io, net::SocketAddr};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{
        TcpStream,
        tcp::{OwnedReadHalf, OwnedWriteHalf},
    },
    sync::watch,
    task::JoinSet,
};

use super::{accept, connect};

/// The size of the read buffer in bytes.
const READ_BYTES: usize = 64 * 1024;

/// The state of a line.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub enum Way {
    /// Everything passes.
    #[default]
    Open,
    /// Open connections end, and new ones are not accepted.
    Cut,
    /// Nothing passes in either direction, and neither side is notified.
    Held,
    /// Nothing passes from the client to the target.
    HeldThere,
    /// Nothing passes from the target to the client.
    HeldBack,
}

/// A TCP proxy to one target. It ends when it is dropped.
#[derive(Debug)]
pub struct Line {
    address: SocketAddr,
    target: watch::Sender<SocketAddr>,
    way: watch::Sender<Way>,
    _accepting: JoinSet<()>,
}

impl Line {
    /// Starts a proxy to a target, which may start to listen later.
    ///
    /// # Errors
    /// Returns an error if there is no port to listen on.
    pub async fn to(target: SocketAddr) -> io::Result<Self> {
        let (way, ways) = watch::channel(Way::Open);
        let (target, targets) = watch::channel(target);
        let carry = move |client| pass(client, *targets.borrow(), ways.clone());
        let (address, accepting) = accept(carry).await?;
        Ok(Self {
            address,
            target,
            way,
            _accepting: accepting,
        })
    }

    /// Returns the address that the proxy listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Directs new connections to another target.
    pub fn turn(&self, target: SocketAddr) {
        self.target.send_replace(target);
    }

    /// Changes the state of all connections, including those that are open.
    pub fn set(&self, way: Way) {
        self.way.send_replace(way);
    }
}

/// Passes one connection on until either side ends it or the line is cut.
async fn pass(client: TcpStream, target: SocketAddr, mut ways: watch::Receiver<Way>) {
    if *ways.borrow() == Way::Cut {
        return;
    }
    // A target that is down refuses; the client then sees its connection end.
    let Ok([(from_client, to_client), (from_server, to_server)]) = connect(client, &[target]).await
    else {
        return;
    };
    let there = carry(from_client, to_server, ways.clone(), Way::HeldThere);
    let back = carry(from_server, to_client, ways.clone(), Way::HeldBack);
    tokio::select! {
        _ = there => {}
        _ = back => {}
        _ = ways.wait_for(|way| *way == Way::Cut) => {}
    }
}

/// Passes bytes on in one direction, and waits while the line is blocked.
async fn carry(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    mut ways: watch::Receiver<Way>,
    held: Way,
) -> io::Result<()> {
    let mut bytes = vec![0; READ_BYTES];
    loop {
        let read = from.read(&mut bytes).await?;
        if read == 0 {
            return Ok(());
        }
        let passes = ways.wait_for(|way| *way != held && *way != Way::Held).await;
        passes.map_err(io::Error::other)?;
        to.write_all(&bytes[..read]).await?;
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::{net::TcpListener, time::timeout};

    use super::*;

    const SOON: Duration = Duration::from_secs(5);
    const A_WHILE: Duration = Duration::from_millis(50);

    /// Starts a server that answers each byte with the next one.
    async fn counter() -> SocketAddr {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                tokio::spawn(async move {
                    while let Ok(byte) = stream.read_u8().await {
                        stream.write_u8(byte + 1).await.unwrap();
                    }
                });
            }
        });
        address
    }

    #[tokio::test]
    async fn delays_held_bytes_and_ends_cut_connections() {
        let line = Line::to(counter().await).await.unwrap();
        let mut stream = TcpStream::connect(line.address()).await.unwrap();
        stream.write_u8(1).await.unwrap();
        assert_eq!(timeout(SOON, stream.read_u8()).await.unwrap().unwrap(), 2);
        for way in [Way::Held, Way::HeldThere, Way::HeldBack] {
            line.set(way);
            stream.write_u8(5).await.unwrap();
            assert!(timeout(A_WHILE, stream.read_u8()).await.is_err(), "{way:?}");
            line.set(Way::Open);
            assert_eq!(timeout(SOON, stream.read_u8()).await.unwrap().unwrap(), 6);
        }
        line.set(Way::Cut);
        assert!(timeout(SOON, stream.read_u8()).await.unwrap().is_err());
        let mut refused = TcpStream::connect(line.address()).await.unwrap();
        let _ = refused.write_u8(1).await;
        assert!(timeout(SOON, refused.read_u8()).await.unwrap().is_err());
        line.set(Way::Open);
        let mut again = TcpStream::connect(line.address()).await.unwrap();
        again.write_u8(8).await.unwrap();
        assert_eq!(timeout(SOON, again.read_u8()).await.unwrap().unwrap(), 9);
        line.turn("127.0.0.1:1".parse().unwrap());
        again.write_u8(2).await.unwrap();
        assert_eq!(timeout(SOON, again.read_u8()).await.unwrap().unwrap(), 3);
        let mut nowhere = TcpStream::connect(line.address()).await.unwrap();
        assert!(timeout(SOON, nowhere.read_u8()).await.unwrap().is_err());
    }
}
