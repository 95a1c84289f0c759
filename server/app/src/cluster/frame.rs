//! What two servers say to each other: frames of a kind, the number of the socket that they are about, and a body.

use senda_room::protocol::CloseCode;

use crate::limits;

/// What a frame says.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
#[repr(u8)]
pub(super) enum Kind {
    /// Which protocol is spoken here: the first frame of either side.
    Hello = 1,
    /// Whether the other side lives.
    Ping = 2,
    /// It does.
    Pong = 3,
    /// Somebody comes to a room.
    Join = 4,
    /// They are in.
    Joined = 5,
    /// They can't come in here. The body is empty if the room may be elsewhere by now.
    Refused = 6,
    /// What somebody says in their room.
    Say = 7,
    /// The room has heard one thing that they said.
    Heard = 8,
    /// They have gone.
    Leave = 9,
    /// A text that some are told; the place in the row of texts that it takes is the next one.
    Text = 10,
    /// One socket is told the texts in those places.
    Tell = 11,
    /// The room ends a socket, with that code.
    Close = 12,
    /// The public rooms of a server.
    Lines = 13,
    /// Which devices were signed out: their sockets end. Answered when that is done.
    SignedOut = 14,
    /// What is a room in short?
    Ask = 15,
    /// That; an empty body if it is not known, and where nothing was asked but that something be done.
    Answer = 16,
    /// The log of a room is about to change: the room leaves memory. Answered when that is done.
    Reread = 17,
}

const KINDS: [Kind; 17] = [
    Kind::Hello,
    Kind::Ping,
    Kind::Pong,
    Kind::Join,
    Kind::Joined,
    Kind::Refused,
    Kind::Say,
    Kind::Heard,
    Kind::Leave,
    Kind::Text,
    Kind::Tell,
    Kind::Close,
    Kind::Lines,
    Kind::SignedOut,
    Kind::Ask,
    Kind::Answer,
    Kind::Reread,
];

/// Bytes before a body: the length of what follows the length, the kind, and the number.
#[cfg(test)]
pub(super) const HEAD: usize = 4 + 1 + 8;

/// One frame.
#[derive(Debug, Eq, PartialEq)]
pub(super) struct Frame<'a> {
    pub kind: Kind,
    /// Of the socket, or of the question.
    pub link: u64,
    pub body: &'a [u8],
}

/// What came is none.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) struct NotAFrame;

/// Writes a frame behind others.
pub(super) fn put(into: &mut Vec<u8>, kind: Kind, link: u64, body: &[u8]) {
    let length = u32::try_from(1 + 8 + body.len()).expect("what fits into memory twice over");
    into.extend_from_slice(&length.to_le_bytes());
    into.push(kind as u8);
    into.extend_from_slice(&link.to_le_bytes());
    into.extend_from_slice(body);
}

/// The first frame of what came, and how many bytes it takes; `None` if its end has not come yet.
pub(super) fn first(bytes: &[u8]) -> Result<Option<(Frame<'_>, usize)>, NotAFrame> {
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
    let kind = KINDS.into_iter().find(|known| *known as u8 == kind);
    let (link, body) = frame.split_first_chunk::<8>().ok_or(NotAFrame)?;
    let frame = Frame {
        kind: kind.ok_or(NotAFrame)?,
        link: u64::from_le_bytes(*link),
        body,
    };
    Ok(Some((frame, 4 + length)))
}

const CODES: [CloseCode; 12] = [
    CloseCode::Restarting,
    CloseCode::TooSlow,
    CloseCode::Silent,
    CloseCode::RoomReset,
    CloseCode::NoStorage,
    CloseCode::Flood,
    CloseCode::BadFrame,
    CloseCode::Removed,
    CloseCode::TooManyTabs,
    CloseCode::RoomFull,
    CloseCode::Locked,
    CloseCode::Outdated,
];

/// The code in a body. Whoever is told one that this version does not know comes back and asks again.
pub(super) fn code(body: &[u8]) -> CloseCode {
    let known = CODES
        .into_iter()
        .find(|known| (*known as u16).to_le_bytes() == body);
    known.unwrap_or(CloseCode::RoomReset)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_come_as_they_went() {
        let mut bytes = Vec::new();
        for (link, kind) in (0..).zip(KINDS) {
            put(
                &mut bytes,
                kind,
                link,
                &[7; 3][..usize::from(link % 2 == 0) * 3],
            );
        }
        let mut rest = &bytes[..];
        for (link, kind) in (0..).zip(KINDS) {
            for part in 0..HEAD {
                assert_eq!(first(&rest[..part]), Ok(None), "the rest has not come");
            }
            let (frame, length) = first(rest).unwrap().unwrap();
            assert_eq!((frame.kind, frame.link), (kind, link));
            assert_eq!(frame.body.len(), usize::from(link % 2 == 0) * 3);
            rest = &rest[length..];
        }
        assert!(rest.is_empty());
    }

    #[test]
    fn what_is_no_frame_is_not_waited_for() {
        for length in [0, 8, u32::try_from(limits::LINK_FRAME_BYTES).unwrap() + 1] {
            assert_eq!(first(&length.to_le_bytes()), Err(NotAFrame));
        }
        let mut unknown = Vec::new();
        put(&mut unknown, Kind::Ping, 0, &[]);
        unknown[4] = 99;
        assert_eq!(first(&unknown), Err(NotAFrame));
    }

    #[test]
    fn every_close_code_crosses_a_link() {
        for known in CODES {
            assert_eq!(code(&(known as u16).to_le_bytes()), known);
        }
        assert_eq!(code(&[]), CloseCode::RoomReset);
    }
}
