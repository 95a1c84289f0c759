//! The queue of frames to be sent over a link. Senders never wait for it, except the tasks that
//! forward clients' messages.

use std::{
    collections::VecDeque,
    fmt,
    sync::{Mutex, MutexGuard},
};

use senda_store::process::lock;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use super::{
    frame::{self, Kind},
    sealed::Writer,
};
use crate::{limits, net::transport::Framed};

/// The queue of frames to be sent over a link, in order.
pub(super) struct Outbox {
    waiting: Mutex<Waiting>,
    /// Notified when there is a frame to send.
    news: Notify,
    /// Notified when all waiting frames have been taken to be written.
    taken: Notify,
    /// Cancelled when the link has ended.
    pub over: CancellationToken,
}

#[derive(Default)]
struct Waiting {
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
            waiting: Mutex::default(),
            news: Notify::new(),
            taken: Notify::new(),
            over,
        }
    }

    /// Queues a frame for the other side. A link whose queue grows too long ends.
    pub fn put(&self, kind: Kind, link: u64, body: &[u8]) {
        let mut waiting = self.waiting();
        frame::put(&mut waiting.frames, kind, link, body);
        self.check(&waiting);
    }

    /// Returns the number of bytes that wait to be written.
    #[cfg(test)]
    pub fn len(&self) -> usize {
        self.waiting().frames.len()
    }

    /// Sends texts to a socket of the other side. A text for several sockets crosses the link once
    /// if not too many other texts lie in between.
    pub fn tell(&self, link: u64, texts: VecDeque<Framed>) {
        let mut waiting = self.waiting();
        let mut places = Vec::with_capacity(texts.len());
        for text in texts {
            let Waiting {
                texts: row,
                count,
                frames,
                ..
            } = &mut *waiting;
            let first = *count - row.len();
            if let Some(at) = row.iter().rposition(|known| known.is_same(&text)) {
                places.push(place(first + at));
                continue;
            }
            if row.len() == limits::LINK_TEXTS {
                // The text that leaves the ring may be one of those for this socket.
                let leaving = place(first);
                if places.contains(&leaving) {
                    frame::put(frames, Kind::Tell, link, &places);
                    places.clear();
                }
                row.pop_front();
            }
            frame::put(frames, Kind::Text, 0, text.bytes());
            places.push(place(*count));
            row.push_back(text);
            *count += 1;
        }
        frame::put(&mut waiting.frames, Kind::Tell, link, &places);
        self.check(&waiting);
    }

    fn check(&self, waiting: &Waiting) {
        if waiting.frames.len() > limits::LINK_WAITING_BYTES {
            self.over.cancel();
        }
        self.news.notify_one();
    }

    /// Waits until the queue has space for clients' messages, or the link has ended.
    pub async fn space(&self) {
        loop {
            let mut taken = std::pin::pin!(self.taken.notified());
            taken.as_mut().enable();
            let is_full = self.waiting().frames.len() >= limits::LINK_SAID_BYTES;
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
        self.waiting().is_last = true;
        self.news.notify_one();
    }

    /// Writes the queued frames until the link ends.
    pub async fn write(&self, mut writer: Writer) {
        let mut frames = Vec::new();
        loop {
            let is_last = {
                let mut waiting = self.waiting();
                std::mem::swap(&mut waiting.frames, &mut frames);
                waiting.is_last
            };
            self.taken.notify_waiters();
            if frames.is_empty() {
                if is_last {
                    break;
                }
                tokio::select! {
                    () = self.news.notified() => continue,
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

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        lock(&self.waiting)
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
    row: Vec<Framed>,
    next: usize,
}

impl Texts {
    /// Adds the next text to the ring.
    pub fn push(&mut self, text: Framed) {
        if self.row.len() < limits::LINK_TEXTS {
            self.row.push(text);
        } else {
            self.row[self.next] = text;
        }
        self.next = (self.next + 1) % limits::LINK_TEXTS;
    }

    /// Returns the texts at these places, or `None` if one of the places is empty.
    pub fn get(&self, places: &[u8]) -> Option<VecDeque<Framed>> {
        let places = places.iter();
        places
            .map(|place| self.row.get(usize::from(*place)).cloned())
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the texts that the waiting frames send to each socket of the other side, and the
    /// number of texts that crossed the link.
    fn told(outbox: &Outbox, texts: &mut Texts) -> (Vec<(u64, Framed)>, usize) {
        let frames = std::mem::take(&mut outbox.waiting().frames);
        let (mut rest, mut told, mut count) = (&frames[..], Vec::new(), 0);
        while let Some((frame, length)) = frame::first(rest).unwrap() {
            match frame.kind {
                Kind::Text => {
                    texts.push(Framed::from_bytes(frame.body.to_vec().into()));
                    count += 1;
                }
                Kind::Tell => {
                    let all = texts.get(frame.body).unwrap();
                    told.extend(all.into_iter().map(|text| (frame.link, text)));
                }
                other => panic!("{other:?}"),
            }
            rest = &rest[length..];
        }
        (told, count)
    }

    #[test]
    fn sends_a_shared_text_once() {
        let (outbox, mut texts) = (Outbox::new(CancellationToken::new()), Texts::default());
        let text = |number: usize| Framed::of(format!("text {number}"));
        let shared = text(0);
        for link in 0..100 {
            outbox.tell(link, [shared.clone()].into());
        }
        let (all, count) = told(&outbox, &mut texts);
        assert_eq!((all.len(), count), (100, 1));
        // With more texts than the ring holds, each socket still gets its own texts in order.
        let many: Vec<_> = (1..200).map(text).collect();
        let mut expected = Vec::new();
        for (link, start) in [(1, 0), (2, 60), (3, 5)] {
            let own = [
                &many[start..start + 70],
                &many[start..start + 2],
                std::slice::from_ref(&shared),
            ]
            .concat();
            outbox.tell(link, own.clone().into());
            expected.extend(own.into_iter().map(|text| (link, text)));
        }
        let (all, _) = told(&outbox, &mut texts);
        assert_eq!(all.len(), expected.len());
        for ((link, text), (to, as_it_went)) in all.iter().zip(&expected) {
            assert_eq!((link, text.bytes()), (to, as_it_went.bytes()));
        }
    }

    #[test]
    fn ends_a_link_whose_queue_grows_too_long() {
        let outbox = Outbox::new(CancellationToken::new());
        let body = vec![0; limits::LINK_SAID_BYTES];
        for _ in 0..limits::LINK_WAITING_BYTES / body.len() - 1 {
            outbox.put(Kind::Say, 0, &body);
        }
        assert!(!outbox.over.is_cancelled());
        outbox.put(Kind::Say, 0, &body);
        outbox.put(Kind::Say, 0, &body);
        assert!(outbox.over.is_cancelled());
    }
}
