//! The frames of the protocol between two servers. A frame has a kind, the number of the socket or
//! request that it belongs to, and a body.

use senda_room::protocol::CloseCode;

use crate::limits;

senda_room::listed_enum! {
    /// The kind of a frame, which is its first byte after the length.
    #[derive(Copy, Clone, Debug, Eq, PartialEq)]
    #[repr(u8)]
    pub enum Kind {
        /// The protocol version of the sender: the first frame of either side.
        Hello = 1,
        /// A heartbeat, which the other side answers with [`Kind::Pong`].
        Ping = 2,
        /// The answer to a [`Kind::Ping`] frame.
        Pong = 3,
        /// A client or a replica joins a room.
        Join = 4,
        /// The room has accepted the client.
        Joined = 5,
        /// The room has rejected the client. The body is empty if the room may be on another server
        /// by now.
        Refused = 6,
        /// A client's message to its room, or a replica's report.
        Message = 7,
        /// The room has handled one message of the client.
        Handled = 8,
        /// The client has left its room.
        Leave = 9,
        /// A text for one or more sockets. It takes the next place in the ring of recent texts.
        Text = 10,
        /// The texts at those places in the ring are sent to one socket.
        Deliver = 11,
        /// The room closes a socket with the code in the body.
        Close = 12,
        /// The public rooms of a server.
        Lines = 13,
        /// A notice of devices that were signed out. Their sockets end; the answer follows when
        /// that is done.
        SignedOut = 14,
        /// A request for the summary of a room.
        Ask = 15,
        /// The answer to a request: the summary, or an empty body if the summary is not known or
        /// the request was not [`Kind::Ask`].
        Answer = 16,
        /// A notice that the log of a room is about to change. The room leaves memory; the answer
        /// follows when that is done.
        Reread = 17,
    }
}

/// The number of bytes before a body: the length of the rest, the kind, and the number.
#[cfg(test)]
pub(super) const HEAD: usize = 4 + 1 + 8;

/// A received frame.
#[derive(Debug, Eq, PartialEq)]
pub struct Frame<'a> {
    /// The kind of the frame.
    pub kind: Kind,
    /// The number of the socket or of the request.
    pub id: u64,
    /// The bytes after the number.
    pub body: &'a [u8],
}

/// The received bytes are not a valid frame.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct NotAFrame;

/// Appends a frame to a buffer.
///
/// # Panics
/// Panics only if the body is longer than 4 GiB.
pub fn put(into: &mut Vec<u8>, kind: Kind, id: u64, body: &[u8]) {
    let length = u32::try_from(1 + 8 + body.len()).expect("what fits into memory twice over");
    into.extend_from_slice(&length.to_le_bytes());
    into.push(kind as u8);
    into.extend_from_slice(&id.to_le_bytes());
    into.extend_from_slice(body);
}

/// Returns the first frame of the received bytes and its length in bytes, or `None` if it is not
/// complete yet.
///
/// # Errors
/// Returns [`NotAFrame`] if the length is out of bounds or the kind is unknown.
pub fn first(bytes: &[u8]) -> Result<Option<(Frame<'_>, usize)>, NotAFrame> {
    let Some((length, rest)) = bytes.split_first_chunk::<4>() else {
        return Ok(None);
    };
    let length = u32::from_le_bytes(*length) as usize;
    if !(9..=limits::LINK_FRAME_BYTES).contains(&length) {
        return Err(NotAFrame);
    }
    let Some(frame) = rest.get(..length) else {
        return Ok(None);
    };
    let (&kind, frame) = frame.split_first().ok_or(NotAFrame)?;
    let kind = Kind::ALL.iter().copied().find(|known| *known as u8 == kind);
    let (id, body) = frame.split_first_chunk::<8>().ok_or(NotAFrame)?;
    let frame = Frame {
        kind: kind.ok_or(NotAFrame)?,
        id: u64::from_le_bytes(*id),
        body,
    };
    Ok(Some((frame, 4 + length)))
}

/// Returns the close code in a body. A code that this version does not know becomes
/// [`CloseCode::RoomReset`], which makes the client reconnect.
pub(super) fn code(body: &[u8]) -> CloseCode {
    let mut codes = CloseCode::ALL.iter().copied();
    let known = codes.find(|known| (*known as u16).to_le_bytes() == body);
    known.unwrap_or(CloseCode::RoomReset)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_round_trip() {
        let mut bytes = Vec::new();
        for (id, kind) in (0..).zip(Kind::ALL.iter().copied()) {
            put(
                &mut bytes,
                kind,
                id,
                &[7; 3][..usize::from(id % 2 == 0) * 3],
            );
        }
        let mut rest = &bytes[..];
        for (id, kind) in (0..).zip(Kind::ALL.iter().copied()) {
            for part in 0..HEAD {
                assert_eq!(first(&rest[..part]), Ok(None), "the rest has not come");
            }
            let (frame, length) = first(rest).unwrap().unwrap();
            assert_eq!((frame.kind, frame.id), (kind, id));
            assert_eq!(frame.body.len(), usize::from(id % 2 == 0) * 3);
            rest = &rest[length..];
        }
        assert!(rest.is_empty());
    }

    #[test]
    fn rejects_an_invalid_frame_at_once() {
        for length in [0, 8, u32::try_from(limits::LINK_FRAME_BYTES).unwrap() + 1] {
            assert_eq!(first(&length.to_le_bytes()), Err(NotAFrame));
        }
        let mut unknown = Vec::new();
        put(&mut unknown, Kind::Ping, 0, &[]);
        unknown[4] = 99;
        assert_eq!(first(&unknown), Err(NotAFrame));
    }

    #[test]
    fn every_close_code_round_trips_over_a_link() {
        for known in CloseCode::ALL {
            assert_eq!(code(&(known as u16).to_le_bytes()), known);
        }
        assert_eq!(code(&[]), CloseCode::RoomReset);
    }
}
