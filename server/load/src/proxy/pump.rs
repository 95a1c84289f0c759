//! Carries one direction of a connection, with the faults of the network.

use std::{io, time::Duration};

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::tcp::{OwnedReadHalf, OwnedWriteHalf},
    time::{sleep, timeout},
};

use super::{
    conditions::{Fate, Network},
    frame::{Cutter, Piece},
};
use crate::ledger::lock;

/// The range of a delay in milliseconds: a mobile network with weak reception.
const DELAY_MS: std::ops::Range<u64> = 5..250;
/// The range of a stall in milliseconds: a phone in a lift.
const STALL_MS: std::ops::Range<u64> = 1_000..6_000;
/// The time to wait for a next message that can overtake this one.
const OVERTAKE: Duration = Duration::from_millis(150);
/// The size of the read buffer in bytes.
const READ_BYTES: usize = 16 * 1024;

/// One direction of a connection.
pub(super) struct Stream {
    pub from: OwnedReadHalf,
    pub to: OwnedWriteHalf,
    pub chance: ChaCha8Rng,
    pub network: Network,
}

impl Stream {
    /// Carries messages from the client one by one until the end.
    pub async fn carry_up(mut self) {
        let mut cutter = Cutter::default();
        while let Ok(piece) = self.piece(&mut cutter).await {
            let done = match piece {
                Piece::Text(frame) => self.text(&mut cutter, frame).await,
                Piece::Other(bytes) => self.pass(&bytes).await,
            };
            if done.is_err() {
                break;
            }
        }
    }

    /// Carries bytes from the server as they arrive until the end.
    pub async fn carry_down(mut self) {
        let mut bytes = vec![0; READ_BYTES];
        while let Ok(count @ 1..) = self.from.read(&mut bytes).await {
            if self.pass(&bytes[..count]).await.is_err() {
                break;
            }
        }
    }

    fn draw(&mut self) -> Fate {
        let conditions = *self.network.conditions.borrow();
        conditions.draw(&mut self.chance)
    }

    /// Returns the next piece. It is cancel safe, since all bytes that were read are kept.
    async fn piece(&mut self, cutter: &mut Cutter) -> io::Result<Piece> {
        loop {
            if let Some(piece) = cutter.next() {
                return Ok(piece);
            }
            let mut bytes = Vec::with_capacity(READ_BYTES);
            if self.from.read_buf(&mut bytes).await? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            cutter.feed(&bytes);
        }
    }

    /// Passes on requests, control frames and what the server sends. They can be late or cut, but
    /// are neither repeated nor reordered.
    async fn pass(&mut self, bytes: &[u8]) -> io::Result<()> {
        let fate = match self.draw() {
            Fate::Duplicate | Fate::Reorder => Fate::Nothing,
            fate => fate,
        };
        self.meet(fate, bytes).await
    }

    async fn text(&mut self, cutter: &mut Cutter, frame: Vec<u8>) -> io::Result<()> {
        match self.draw() {
            Fate::Duplicate => {
                lock(&self.network.met).note(Fate::Duplicate);
                self.to.write_all(&frame).await?;
                // The answer to the first copy may have been sent by then, or not.
                let pause = self.chance.random_range(0..40);
                sleep(Duration::from_millis(pause)).await;
                self.to.write_all(&frame).await
            }
            Fate::Reorder => {
                let next = match timeout(OVERTAKE, self.piece(cutter)).await {
                    Ok(next) => Some(next?),
                    Err(_) => None,
                };
                match next {
                    Some(Piece::Text(next)) => {
                        lock(&self.network.met).note(Fate::Reorder);
                        self.to.write_all(&next).await?;
                        self.to.write_all(&frame).await
                    }
                    // Overtaking by a control frame would test nothing.
                    Some(Piece::Other(next)) => {
                        self.to.write_all(&frame).await?;
                        self.to.write_all(&next).await
                    }
                    None => self.to.write_all(&frame).await,
                }
            }
            fate => self.meet(fate, &frame).await,
        }
    }

    async fn meet(&mut self, fate: Fate, bytes: &[u8]) -> io::Result<()> {
        lock(&self.network.met).note(fate);
        match fate {
            Fate::Cut => return Err(io::ErrorKind::ConnectionAborted.into()),
            Fate::Torn => {
                self.to.write_all(&bytes[..bytes.len().div_ceil(2)]).await?;
                return Err(io::ErrorKind::ConnectionAborted.into());
            }
            Fate::Delay => {
                let delay = self.chance.random_range(DELAY_MS);
                sleep(Duration::from_millis(delay)).await;
            }
            Fate::Stall => {
                let stall = self.chance.random_range(STALL_MS);
                sleep(Duration::from_millis(stall)).await;
            }
            Fate::Nothing | Fate::Duplicate | Fate::Reorder => {}
        }
        self.to.write_all(bytes).await
    }
}
