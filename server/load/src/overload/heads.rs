//! Heads of requests that are as large as the server lets them become.

use std::{net::SocketAddr, time::Duration};

use anyhow::Result;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::sleep,
};

use super::guests::{Counts, Met};

/// Guests, with a connection each.
pub(super) const GUESTS: u32 = 1_000;
/// A head without end, as much of it as one guest sends.
static HEAD: [u8; 350 << 10] = [b'a'; 350 << 10];
/// Between two connections of a guest.
const AGAIN: Duration = Duration::from_secs(1);

/// Sends a head without end until the server refuses it, waits a moment, and does it again.
pub(super) async fn fill(server: SocketAddr, counts: &Counts) {
    let filling = async {
        loop {
            counts.count(&send(server).await);
            sleep(AGAIN).await;
        }
    };
    tokio::select! {
        () = filling => {}
        () = counts.until(false) => {}
    }
}

async fn send(server: SocketAddr) -> Result<Met> {
    let mut stream = TcpStream::connect(server).await?;
    stream
        .write_all(b"GET / HTTP/1.1\r\nhost: senda\r\nx: ")
        .await?;
    // In one call: what guests and players do shares the machine with the server, and only the
    // server's part is to be measured.
    if stream.write_all(&HEAD).await.is_err() {
        // The server has refused the head and closed the connection.
        return Ok(Met::Later);
    }
    let read = stream.read(&mut [0; 64]).await;
    Ok(if read.is_ok() { Met::Later } else { Met::Given })
}
