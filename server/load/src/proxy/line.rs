//! The way between two programs that both keep their promises: to a database, or from one server to another. It passes
//! everything, until it is cut or held up in one direction or in both.

use std::{io, net::SocketAddr};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{
        TcpListener, TcpStream,
        tcp::{OwnedReadHalf, OwnedWriteHalf},
    },
    sync::watch,
    task::{JoinHandle, JoinSet},
};

/// Bytes read at once.
const READ_BYTES: usize = 64 * 1024;

/// What becomes of what is on its way.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub enum Way {
    /// It passes.
    #[default]
    Open,
    /// Connections end, and no new ones are made.
    Cut,
    /// Nothing passes in either direction, and nobody is told.
    Held,
    /// Nothing passes to the one that is called.
    HeldThere,
    /// Nothing passes to the one that calls.
    HeldBack,
}

/// A way. It ends when it is dropped.
#[derive(Debug)]
pub struct Line {
    address: SocketAddr,
    target: watch::Sender<SocketAddr>,
    way: watch::Sender<Way>,
    accepting: JoinHandle<()>,
}

impl Line {
    /// To what listens there, now or later.
    ///
    /// # Errors
    /// There is no port to listen on.
    pub async fn to(target: SocketAddr) -> io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let (way, ways) = watch::channel(Way::Open);
        let (target, targets) = watch::channel(target);
        let accepting = tokio::spawn(accept(listener, targets, ways));
        Ok(Self {
            address,
            target,
            way,
            accepting,
        })
    }

    /// Where it begins.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// New connections go there from now on.
    pub fn turn(&self, target: SocketAddr) {
        self.target.send_replace(target);
    }

    /// Changes it for all connections, those that are open included.
    pub fn set(&self, way: Way) {
        self.way.send_replace(way);
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

async fn accept(
    listener: TcpListener,
    targets: watch::Receiver<SocketAddr>,
    ways: watch::Receiver<Way>,
) {
    let mut open = JoinSet::new();
    loop {
        tokio::select! {
            accepted = listener.accept() => {
                // Whoever gave up before being accepted needs nothing.
                let Ok((client, _)) = accepted else { continue };
                if *ways.borrow() != Way::Cut {
                    let target = *targets.borrow();
                    open.spawn(connect(client, target, ways.clone()));
                }
            }
            Some(_) = open.join_next() => {}
        }
    }
}

/// One connection, until either side ends it or the way is cut.
async fn connect(client: TcpStream, target: SocketAddr, mut ways: watch::Receiver<Way>) {
    // One that is down refuses; the other side sees its connection end.
    let Ok(server) = TcpStream::connect(target).await else {
        return;
    };
    if client.set_nodelay(true).is_err() || server.set_nodelay(true).is_err() {
        return;
    }
    let (from_client, to_client) = client.into_split();
    let (from_server, to_server) = server.into_split();
    let there = carry(from_client, to_server, ways.clone(), Way::HeldThere);
    let back = carry(from_server, to_client, ways.clone(), Way::HeldBack);
    tokio::select! {
        _ = there => {}
        _ = back => {}
        _ = ways.wait_for(|way| *way == Way::Cut) => {}
    }
}

/// Carries what comes, unless nothing may pass; then it waits.
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

    use tokio::time::timeout;

    use super::*;

    const SOON: Duration = Duration::from_secs(5);
    const A_WHILE: Duration = Duration::from_millis(50);

    /// Something that answers each byte with the next one.
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
    async fn what_is_held_up_comes_later_and_what_is_cut_ends() {
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
