//! Splits the bytes of a client into messages: the head of its request, then WebSocket frames (RFC
//! 6455, section 5.2).

/// The maximum length of a request head in bytes. Bytes after a longer one are passed on unparsed.
const HEAD_BYTES: usize = 16 * 1024;

/// A parser that splits the bytes of a client into pieces.
#[derive(Debug, Default)]
pub(super) struct Cutter {
    kept: Vec<u8>,
    speaks: Speaks,
}

#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
enum Speaks {
    /// The head of the request is not complete, so the protocol is not known.
    #[default]
    Unknown,
    /// The client sends HTTP requests and their bodies.
    Http,
    /// The client sends WebSocket frames.
    WebSocket,
}

/// Bytes that belong together.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) enum Piece {
    /// A text message in one frame.
    Text(Vec<u8>),
    /// Any other bytes, which are passed on.
    Other(Vec<u8>),
}

impl Cutter {
    /// Adds bytes that were read.
    pub fn feed(&mut self, bytes: &[u8]) {
        self.kept.extend_from_slice(bytes);
    }

    /// Returns the next piece if it is complete.
    pub fn next(&mut self) -> Option<Piece> {
        if self.kept.is_empty() {
            return None;
        }
        match self.speaks {
            Speaks::Unknown => self.head(),
            Speaks::Http => Some(Piece::Other(std::mem::take(&mut self.kept))),
            Speaks::WebSocket => {
                let length = frame_bytes(&self.kept).filter(|length| *length <= self.kept.len())?;
                let rest = self.kept.split_off(length);
                let frame = std::mem::replace(&mut self.kept, rest);
                // The frame has the final bit (0x80) and the opcode for text (1), so it is a whole
                // message.
                Some(if frame[0] == 0x81 {
                    Piece::Text(frame)
                } else {
                    Piece::Other(frame)
                })
            }
        }
    }

    fn head(&mut self) -> Option<Piece> {
        let end = self.kept.windows(4).position(|four| four == b"\r\n\r\n");
        let Some(end) = end else {
            if self.kept.len() > HEAD_BYTES {
                self.speaks = Speaks::Http;
            }
            return None;
        };
        let head = String::from_utf8_lossy(&self.kept[..end]).to_ascii_lowercase();
        if !head.contains("\r\nupgrade: websocket") {
            self.speaks = Speaks::Http;
            return Some(Piece::Other(std::mem::take(&mut self.kept)));
        }
        self.speaks = Speaks::WebSocket;
        let rest = self.kept.split_off(end + 4);
        Some(Piece::Other(std::mem::replace(&mut self.kept, rest)))
    }
}

/// Returns the length of the frame at the start of the bytes, once enough of it has arrived.
fn frame_bytes(bytes: &[u8]) -> Option<usize> {
    let second = *bytes.get(1)?;
    let mask = if second & 0x80 == 0 { 0 } else { 4 };
    let (head, payload) = match second & 0x7f {
        126 => {
            let length = bytes.get(2..4)?.try_into().expect("two bytes");
            (4, usize::from(u16::from_be_bytes(length)))
        }
        127 => {
            let length = bytes.get(2..10)?.try_into().expect("eight bytes");
            (10, usize::try_from(u64::from_be_bytes(length)).ok()?)
        }
        short => (2, usize::from(short)),
    };
    payload.checked_add(head + mask)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(first: u8, payload: usize) -> Vec<u8> {
        let mut frame = vec![first];
        match payload {
            0..126 => frame.push(0x80 | u8::try_from(payload).unwrap()),
            126..65_536 => {
                frame.push(0xfe);
                frame.extend(u16::try_from(payload).unwrap().to_be_bytes());
            }
            _ => {
                frame.push(0xff);
                frame.extend((payload as u64).to_be_bytes());
            }
        }
        frame.extend([1, 2, 3, 4]);
        frame.extend(vec![7; payload]);
        frame
    }

    #[test]
    fn splits_frames_from_chunks_of_any_size() {
        let head = b"GET / HTTP/1.1\r\nUpgrade: websocket\r\n\r\n".to_vec();
        let pieces = [
            Piece::Other(head),
            Piece::Text(frame(0x81, 3)),
            Piece::Text(frame(0x81, 300)),
            Piece::Text(frame(0x81, 70_000)),
            // These are a pong, and the first part of a message.
            Piece::Other(frame(0x8a, 0)),
            Piece::Other(frame(0x01, 5)),
        ];
        let bytes: Vec<u8> = pieces
            .iter()
            .flat_map(|piece| match piece {
                Piece::Text(bytes) | Piece::Other(bytes) => bytes.clone(),
            })
            .collect();
        for step in [1, 7, 4_096, bytes.len()] {
            let mut cutter = Cutter::default();
            let mut cut = Vec::new();
            for part in bytes.chunks(step) {
                cutter.feed(part);
                while let Some(piece) = cutter.next() {
                    cut.push(piece);
                }
            }
            assert_eq!(cut, pieces, "in steps of {step}");
        }
    }

    #[test]
    fn passes_http_requests_on_unparsed() {
        let mut cutter = Cutter::default();
        let request = b"POST /api/rooms HTTP/1.1\r\ncontent-length: 4\r\n\r\nab";
        cutter.feed(request);
        assert_eq!(cutter.next(), Some(Piece::Other(request.to_vec())));
        cutter.feed(b"\x81c");
        assert_eq!(cutter.next(), Some(Piece::Other(b"\x81c".to_vec())));
        assert_eq!(cutter.next(), None);
    }
}
