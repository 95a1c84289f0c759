//! An attack with request heads as large as the server lets them become.

use std::{net::SocketAddr, time::Duration};

use anyhow::Result;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::sleep,
};

use super::guests::{Admission, Counts};

/// The number of guests, each with one connection.
pub(super) const GUESTS: u32 = 1_000;
/// The part of an endless head that one guest sends.
static HEAD: [u8; 350 << 10] = [b'a'; 350 << 10];
/// The delay between two connections of a guest.
const AGAIN: Duration = Duration::from_secs(1);

/// Sends heads without end. After the server rejects one, it waits a moment and sends the next.
/// The guests, by their numbers, are spread evenly over that moment: a thousand in the same
/// millisecond would stall this process, which also measures the players.
pub(super) async fn fill(server: SocketAddr, number: u32, counts: &Counts) {
    let filling = async {
        sleep(AGAIN * number / GUESTS).await;
        loop {
            counts.count(&send(server).await);
            sleep(AGAIN).await;
        }
    };
    counts.while_active(filling).await;
}

async fn send(server: SocketAddr) -> Result<Admission> {
    let mut stream = TcpStream::connect(server).await?;
    stream
        .write_all(b"GET / HTTP/1.1\r\nhost: senda\r\nx: ")
        .await?;
    // One call instead of one per KiB: guests share the machine with the server and the players,
    // and only the server's cost is to be measured.
    if stream.write_all(&HEAD).await.is_err() {
        // The server has rejected the head and closed the connection.
        return Ok(Admission::Later);
    }
    let read = stream.read(&mut [0; 64]).await;
    Ok(if read.is_ok() {
        Admission::Later
    } else {
        Admission::Given
    })
}
