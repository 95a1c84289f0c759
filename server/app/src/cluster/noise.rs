//! An encrypted and authenticated connection between two servers: Noise `NNpsk0` with their shared
//! key.

use std::{
    io::{self, ErrorKind},
    sync::Arc,
    time::Duration,
};

use snow::{Builder, HandshakeState, StatelessTransportState};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt, BufReader},
    net::{
        TcpStream,
        tcp::{OwnedReadHalf, OwnedWriteHalf},
    },
    time::timeout,
};

use super::frame::{self, Frame};
use crate::{limits, settings::ClusterKey};

const PATTERN: &str = "Noise_NNpsk0_25519_ChaChaPoly_BLAKE2s";
/// The maximum length of an encrypted message in bytes, which includes the tag.
const MOST: usize = 65_535;
const TAG: usize = 16;

/// The receiving half of the connection.
pub(super) struct Reader {
    half: BufReader<OwnedReadHalf>,
    state: Arc<StatelessTransportState>,
    nonce: u64,
    encrypted: Vec<u8>,
    /// The decrypted bytes; those before `read` have been read.
    decrypted: Vec<u8>,
    read: usize,
}

/// The sending half of the connection.
pub(super) struct Writer {
    half: OwnedWriteHalf,
    state: Arc<StatelessTransportState>,
    nonce: u64,
    encrypted: Vec<u8>,
}

/// Performs the handshake with a server that this one has connected to. Each proves to the other
/// that it has the key.
pub(super) async fn call(mut stream: TcpStream, key: &ClusterKey) -> io::Result<(Reader, Writer)> {
    let mut handshake = builder(key)?
        .build_initiator()
        .map_err(|error| refused(&error))?;
    send(&mut stream, &mut handshake).await?;
    receive(&mut stream, &mut handshake).await?;
    finish(stream, handshake)
}

/// Performs the handshake with a server that has connected. An attacker that replays a recorded
/// handshake gets this far as well: the key is proved only by the next message.
pub(super) async fn answer(
    mut stream: TcpStream,
    key: &ClusterKey,
) -> io::Result<(Reader, Writer)> {
    let mut handshake = builder(key)?
        .build_responder()
        .map_err(|error| refused(&error))?;
    receive(&mut stream, &mut handshake).await?;
    send(&mut stream, &mut handshake).await?;
    finish(stream, handshake)
}

fn builder(key: &ClusterKey) -> io::Result<Builder<'_>> {
    let pattern = PATTERN.parse().map_err(|error| refused(&error))?;
    Builder::new(pattern)
        .psk(0, key.bytes())
        .map_err(|error| refused(&error))
}

fn refused(error: &snow::Error) -> io::Error {
    io::Error::new(ErrorKind::PermissionDenied, error.to_string())
}

async fn send(stream: &mut TcpStream, handshake: &mut HandshakeState) -> io::Result<()> {
    let mut bytes = [0; 2 + 128];
    let written = handshake.write_message(&[], &mut bytes[2..]);
    let written = written.map_err(|error| refused(&error))?;
    let length = u16::try_from(written).map_err(io::Error::other)?;
    bytes[..2].copy_from_slice(&length.to_le_bytes());
    stream.write_all(&bytes[..2 + written]).await
}

async fn receive(stream: &mut TcpStream, handshake: &mut HandshakeState) -> io::Result<()> {
    let mut bytes = [0; 128];
    let length = usize::from(stream.read_u16_le().await?);
    let message = bytes.get_mut(..length).ok_or(ErrorKind::InvalidData)?;
    stream.read_exact(message).await?;
    let read = handshake.read_message(message, &mut [0; 128]);
    read.map(drop).map_err(|error| refused(&error))
}

fn finish(stream: TcpStream, handshake: HandshakeState) -> io::Result<(Reader, Writer)> {
    stream.set_nodelay(true)?;
    let state = handshake.into_stateless_transport_mode();
    let state = Arc::new(state.map_err(|error| refused(&error))?);
    let (reading, writing) = stream.into_split();
    let reader = Reader {
        half: BufReader::with_capacity(limits::LINK_READ_BYTES, reading),
        state: state.clone(),
        nonce: 0,
        encrypted: Vec::new(),
        decrypted: Vec::new(),
        read: 0,
    };
    let writer = Writer {
        half: writing,
        state,
        nonce: 0,
        encrypted: Vec::new(),
    };
    Ok((reader, writer))
}

impl Reader {
    /// Returns the next frame, or an error if none arrives within `silence`.
    pub async fn next(&mut self, silence: Duration) -> io::Result<Frame<'_>> {
        loop {
            match frame::first(&self.decrypted[self.read..]) {
                Ok(Some(_)) => break,
                Ok(None) => timeout(silence, self.decrypt_more()).await??,
                Err(frame::NotAFrame) => return Err(ErrorKind::InvalidData.into()),
            }
        }
        let first = frame::first(&self.decrypted[self.read..]);
        let (frame, length) = first.ok().flatten().expect("what has just been seen");
        self.read += length;
        Ok(frame)
    }

    async fn decrypt_more(&mut self) -> io::Result<()> {
        let length = usize::from(self.half.read_u16_le().await?);
        self.encrypted.resize(length, 0);
        self.half.read_exact(&mut self.encrypted).await?;
        self.decrypted.drain(..self.read);
        self.read = 0;
        let before = self.decrypted.len();
        self.decrypted.resize(before + length, 0);
        let text = &mut self.decrypted[before..];
        let written = self.state.read_message(self.nonce, &self.encrypted, text);
        let written = written.map_err(|error| refused(&error))?;
        self.decrypted.truncate(before + written);
        // The buffer of a long frame is not kept.
        self.decrypted.shrink_to(2 * limits::LINK_READ_BYTES);
        self.nonce += 1;
        Ok(())
    }
}

impl Writer {
    /// Writes frames, or returns an error if the other side accepts none of them within `silence`.
    pub async fn write(&mut self, frames: &[u8], silence: Duration) -> io::Result<()> {
        for part in frames.chunks(MOST - TAG) {
            self.encrypted.resize(2 + part.len() + TAG, 0);
            let (length, encrypted) = self.encrypted.split_at_mut(2);
            let written = self.state.write_message(self.nonce, part, encrypted);
            let written = u16::try_from(written.map_err(|error| refused(&error))?)
                .map_err(io::Error::other)?;
            length.copy_from_slice(&written.to_le_bytes());
            self.nonce += 1;
            timeout(silence, self.half.write_all(&self.encrypted)).await??;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use tokio::net::TcpListener;

    use super::{super::frame::Kind, *};

    const LONG: Duration = Duration::from_secs(20);

    fn key(text: &str) -> ClusterKey {
        text.repeat(limits::CLUSTER_KEY_LEAST).parse().unwrap()
    }

    async fn pair(key: ClusterKey, other: ClusterKey) -> [io::Result<(Reader, Writer)>; 2] {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let calling = async {
            let stream = TcpStream::connect(address).await.unwrap();
            call(stream, &key).await
        };
        let answering = async {
            let (stream, _) = listener.accept().await.unwrap();
            answer(stream, &other).await
        };
        tokio::join!(calling, answering).into()
    }

    #[tokio::test]
    async fn decrypts_frames_of_every_length() {
        let [calling, answering] = pair(key("a"), key("a")).await;
        let ((_, mut writer), (mut reader, _)) = (calling.unwrap(), answering.unwrap());
        let lengths = [0, 1, MOST - TAG - frame::HEAD, MOST, 1 << 20];
        let writing = tokio::spawn(async move {
            for length in lengths {
                let mut frames = Vec::new();
                frame::put(&mut frames, Kind::Text, length as u64, &vec![7; length]);
                frame::put(&mut frames, Kind::Ping, 0, &[]);
                writer.write(&frames, LONG).await.unwrap();
            }
        });
        for length in lengths {
            let text = reader.next(LONG).await.unwrap();
            assert_eq!((text.id, text.body.len()), (length as u64, length));
            assert!(text.body.iter().all(|byte| *byte == 7));
            assert_eq!(reader.next(LONG).await.unwrap().kind, Kind::Ping);
        }
        writing.await.unwrap();
        let end = reader.next(LONG).await.map(|frame| frame.kind);
        assert!(end.is_err(), "the other side has gone");
    }

    #[tokio::test]
    async fn rejects_a_server_with_another_key_at_once() {
        let [calling, answering] = pair(key("a"), key("b")).await;
        let refused = answering.err().unwrap();
        assert_eq!(refused.kind(), ErrorKind::PermissionDenied);
        assert!(calling.is_err());
    }
}
