//! A network connection to another program, which a test can hold up or cut.

use std::{io, net::SocketAddr, path::Path};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{
        TcpListener, TcpStream,
        tcp::{OwnedReadHalf, OwnedWriteHalf},
    },
    sync::watch,
    task::JoinHandle,
};

use crate::database::url;

/// The state of the connections through a line.
#[derive(Copy, Clone, Default)]
struct State {
    held: bool,
    /// The number of times that all connections were cut.
    cut: u32,
}

/// A proxy between two programs.
pub struct Line {
    pub address: SocketAddr,
    state: watch::Sender<State>,
    accepting: JoinHandle<()>,
}

impl Line {
    /// Opens a line to a listening address.
    pub async fn to(target: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (state, states) = watch::channel(State::default());
        let accepting = tokio::spawn(async move {
            loop {
                let (client, _) = listener.accept().await.unwrap();
                let Ok(server) = TcpStream::connect(target).await else {
                    continue;
                };
                let (from_client, to_client) = client.into_split();
                let (from_server, to_server) = server.into_split();
                tokio::spawn(carry(from_client, to_server, states.clone()));
                tokio::spawn(carry(from_server, to_client, states.clone()));
            }
        });
        Self {
            address,
            state,
            accepting,
        }
    }

    /// Opens a line to the database of a test folder.
    pub async fn to_database(folder: &Path) -> Self {
        let url = url(folder).unwrap();
        let (_, place) = url.rsplit_once('@').unwrap();
        let (database, _) = place.split_once('/').unwrap();
        Self::to(database.parse().expect("an address of numbers")).await
    }

    /// Returns the URL of the database through this line.
    pub fn url(&self, folder: &Path) -> String {
        let url = url(folder).unwrap();
        let (before, place) = url.rsplit_once('@').unwrap();
        let (_, name) = place.split_once('/').unwrap();
        format!("{before}@{}/{name}", self.address)
    }

    /// Stops or resumes all traffic without closing connections.
    pub fn hold(&self, held: bool) {
        self.state.send_modify(|state| state.held = held);
    }

    /// Closes all connections that are open now.
    pub fn cut(&self) {
        self.state.send_modify(|state| state.cut += 1);
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

/// Forwards bytes in one direction, and waits while the line is held.
async fn carry(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    mut states: watch::Receiver<State>,
) {
    let cut = states.borrow().cut;
    let mut cuts = states.clone();
    let carrying = async {
        let mut bytes = vec![0; 64 * 1024];
        loop {
            let read = from.read(&mut bytes).await?;
            if read == 0 {
                return io::Result::Ok(());
            }
            let open = states.wait_for(|state| !state.held).await;
            open.map_err(io::Error::other)?;
            to.write_all(&bytes[..read]).await?;
        }
    };
    // When either direction ends, both sides see their connection end.
    tokio::select! {
        _ = carrying => {}
        _ = cuts.wait_for(|state| state.cut != cut) => {}
    }
}
