//! The queue of frames to be sent over a link, and the ring of recent texts on both of its sides.
//!
//! A text for many sockets crosses the link once. It takes the next place in the ring of both
//! sides, and each socket's frame names the places of its texts:
//!
//! ```text
//! deliver(7, [a, b]); deliver(8, [b]); put(Close, 7, code)
//!
//! Text 0 "a" | Text 0 "b" | Deliver 7 [0, 1] | Deliver 8 [1] | Close 7 code
//! ring:   0: a         1: b                                                 the next place: 2
//! ```
//!
//! Invariants:
//! * Frames are written in the order in which they were queued.
//! * Both sides have the same ring at each frame: a `Text` frame replaces the oldest of
//!   [`limits::LINK_TEXTS`] texts, and a `Deliver` frame is queued before a text that it names
//!   leaves the ring.
//! * The queue is bounded: beyond [`limits::LINK_WAITING_BYTES`] the link ends.
//! * Senders never wait, except the tasks that forward clients' messages: these wait in
//!   [`Outbox::space`] while [`limits::LINK_FULL_BYTES`] are queued.

use std::{collections::VecDeque, fmt, sync::Mutex};

use senda_store::process::lock;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use super::{
    frame::{self, Kind},
    noise::Writer,
};
use crate::{limits, net::transport::Framed};

/// The queue of frames to be sent over a link, in order.
pub(super) struct Outbox {
    queue: Mutex<Queue>,
    /// Notified when there is a frame to send.
    queued: Notify,
    /// Notified when all waiting frames have been taken to be written.
    taken: Notify,
    /// Cancelled when the link has ended.
    pub over: CancellationToken,
}

#[derive(Default)]
struct Queue {
    frames: Vec<u8>,
    /// The ring of the texts that went over the link last. The other side has the same ring.
    texts: VecDeque<Framed>,
    /// The number of texts that have been sent so far.
    count: usize,
    /// Whether no more frames follow.
    is_last: bool,
}

impl Outbox {
    pub fn new(over: CancellationToken) -> Self {
        Self {
            queue: Mutex::default(),
            queued: Notify::new(),
            taken: Notify::new(),
            over,
        }
    }

    /// Queues a frame for the other side. A link whose queue grows too long ends.
    pub fn put(&self, kind: Kind, id: u64, body: &[u8]) {
        let mut queue = lock(&self.queue);
        frame::put(&mut queue.frames, kind, id, body);
        self.check(&queue);
    }

    /// Returns the number of bytes that wait to be written.
    #[cfg(test)]
    pub fn len(&self) -> usize {
        lock(&self.queue).frames.len()
    }

    /// Sends texts to a socket of the other side. A text for several sockets crosses the link once
    /// if not too many other texts lie in between.
    pub fn deliver(&self, id: u64, texts: VecDeque<Framed>) {
        let mut queue = lock(&self.queue);
        let mut places = Vec::with_capacity(texts.len());
        for text in texts {
            let Queue {
                texts: ring,
                count,
                frames,
                ..
            } = &mut *queue;
            let first = *count - ring.len();
            if let Some(at) = ring.iter().rposition(|known| known.is_same(&text)) {
                places.push(place(first + at));
                continue;
            }
            if ring.len() == limits::LINK_TEXTS {
                // The text that leaves the ring may be one of those for this socket.
                let leaving = place(first);
                if places.contains(&leaving) {
                    frame::put(frames, Kind::Deliver, id, &places);
                    places.clear();
                }
                ring.pop_front();
            }
            frame::put(frames, Kind::Text, 0, &text.0);
            places.push(place(*count));
            ring.push_back(text);
            *count += 1;
        }
        frame::put(&mut queue.frames, Kind::Deliver, id, &places);
        self.check(&queue);
    }

    fn check(&self, queue: &Queue) {
        if queue.frames.len() > limits::LINK_WAITING_BYTES {
            self.over.cancel();
        }
        self.queued.notify_one();
    }

    /// Waits until the queue has space for clients' messages, or the link has ended.
    pub async fn space(&self) {
        loop {
            let mut taken = std::pin::pin!(self.taken.notified());
            taken.as_mut().enable();
            let is_full = lock(&self.queue).frames.len() >= limits::LINK_FULL_BYTES;
            if !is_full || self.over.is_cancelled() {
                return;
            }
            tokio::select! {
                () = taken => {}
                () = self.over.cancelled() => return,
            }
        }
    }

    /// Marks the queue as complete. The link ends when everything has been written.
    pub fn finish(&self) {
        lock(&self.queue).is_last = true;
        self.queued.notify_one();
    }

    /// Writes the queued frames until the link ends.
    pub async fn write(&self, mut writer: Writer) {
        let mut frames = Vec::new();
        loop {
            let is_last = {
                let mut queue = lock(&self.queue);
                std::mem::swap(&mut queue.frames, &mut frames);
                queue.is_last
            };
            self.taken.notify_waiters();
            if frames.is_empty() {
                if is_last {
                    break;
                }
                tokio::select! {
                    () = self.queued.notified() => continue,
                    () = self.over.cancelled() => break,
                }
            }
            let written = tokio::select! {
                written = writer.write(&frames, limits::LINK_SILENCE) => written,
                () = self.over.cancelled() => break,
            };
            if written.is_err() {
                break;
            }
            frames.clear();
            frames.shrink_to(limits::LINK_READ_BYTES);
        }
        self.over.cancel();
    }
}

/// Returns a text's place in the ring, which has the same size on both sides.
fn place(count: usize) -> u8 {
    u8::try_from(count % limits::LINK_TEXTS).expect("few texts")
}

impl fmt::Debug for Outbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Outbox").finish_non_exhaustive()
    }
}

/// The ring of recent texts on the receiving side.
#[derive(Debug, Default)]
pub(super) struct Texts {
    ring: Vec<Framed>,
    next: usize,
}

impl Texts {
    /// Adds the next text to the ring.
    pub fn push(&mut self, text: Framed) {
        if self.ring.len() < limits::LINK_TEXTS {
            self.ring.push(text);
        } else {
            self.ring[self.next] = text;
        }
        self.next = (self.next + 1) % limits::LINK_TEXTS;
    }

    /// Returns the texts at these places, or `None` if one of the places is empty.
    pub fn get(&self, places: &[u8]) -> Option<VecDeque<Framed>> {
        let places = places.iter();
        places
            .map(|place| self.ring.get(usize::from(*place)).cloned())
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the texts that the waiting frames send to each socket of the other side, and the
    /// number of texts that crossed the link.
    fn delivered(outbox: &Outbox, texts: &mut Texts) -> (Vec<(u64, Framed)>, usize) {
        let frames = std::mem::take(&mut lock(&outbox.queue).frames);
        let (mut rest, mut delivered, mut count) = (&frames[..], Vec::new(), 0);
        while let Some((frame, length)) = frame::first(rest).unwrap() {
            match frame.kind {
                Kind::Text => {
                    texts.push(Framed(frame.body.to_vec().into()));
                    count += 1;
                }
                Kind::Deliver => {
                    let all = texts.get(frame.body).unwrap();
                    delivered.extend(all.into_iter().map(|text| (frame.id, text)));
                }
                other => panic!("{other:?}"),
            }
            rest = &rest[length..];
        }
        (delivered, count)
    }

    #[test]
    fn sends_a_shared_text_once() {
        let (outbox, mut texts) = (Outbox::new(CancellationToken::new()), Texts::default());
        let text = |number: usize| Framed::of(format!("text {number}"));
        let shared = text(0);
        for id in 0..100 {
            outbox.deliver(id, [shared.clone()].into());
        }
        let (all, count) = delivered(&outbox, &mut texts);
        assert_eq!((all.len(), count), (100, 1));
        // With more texts than the ring holds, each socket still gets its own texts in order.
        let many: Vec<_> = (1..200).map(text).collect();
        let mut expected = Vec::new();
        for (id, start) in [(1, 0), (2, 60), (3, 5)] {
            let own = [
                &many[start..start + 70],
                &many[start..start + 2],
                std::slice::from_ref(&shared),
            ]
            .concat();
            outbox.deliver(id, own.clone().into());
            expected.extend(own.into_iter().map(|text| (id, text)));
        }
        let (all, _) = delivered(&outbox, &mut texts);
        assert_eq!(all.len(), expected.len());
        for ((id, text), (to, expected_text)) in all.iter().zip(&expected) {
            assert_eq!((id, &text.0), (to, &expected_text.0));
        }
    }

    #[test]
    fn ends_a_link_whose_queue_grows_too_long() {
        let outbox = Outbox::new(CancellationToken::new());
        let body = vec![0; limits::LINK_FULL_BYTES];
        for _ in 0..limits::LINK_WAITING_BYTES / body.len() - 1 {
            outbox.put(Kind::Message, 0, &body);
        }
        assert!(!outbox.over.is_cancelled());
        outbox.put(Kind::Message, 0, &body);
        outbox.put(Kind::Message, 0, &body);
        assert!(outbox.over.is_cancelled());
    }
}
