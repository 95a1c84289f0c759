//! One WebSocket, used by two tasks: that of the room writes to it, and the socket's own reads from it
//! and writes what the network did not take at once.

use std::{
    collections::VecDeque,
    fmt,
    future::poll_fn,
    pin::pin,
    sync::{Mutex, MutexGuard, PoisonError},
    task::{Context, Poll, Waker, ready},
};

use axum::body::Bytes;
use futures_util::{SinkExt, StreamExt};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    task::coop::unconstrained,
    time::Instant,
};
use tokio_tungstenite::{
    WebSocketStream,
    tungstenite::{
        self, Message, Utf8Bytes,
        protocol::{
            Role, WebSocketConfig,
            frame::{
                Frame,
                coding::{Data, OpCode},
            },
        },
    },
};

use crate::limits;

/// What a WebSocket runs over.
pub trait Io: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Io for T {}

/// A WebSocket over anything.
pub type Stream = WebSocketStream<Box<dyn Io>>;

/// One WebSocket, which several tasks may send to and one reads from.
///
/// Whoever sends writes at once, without waking anybody. Only what the network does not take then is
/// left to the task that reads: it is woken, and everything later waits behind, [`limits::OUTBOX`]
/// messages at most.
pub struct Transport(Mutex<State>);

struct State {
    /// `None` when it has ended.
    stream: Option<Stream>,
    /// Texts that the stream has not taken, or of the first one the rest.
    waiting: VecDeque<Bytes>,
    /// Whether the stream has taken a part of the first text.
    begun: bool,
    /// Whether a ping is to be sent before the next part.
    ping: bool,
    sending: Sending,
    /// The task that reads.
    reader: Waker,
}

/// How far what was to be sent has come.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
enum Sending {
    /// All of it has been taken.
    Done,
    /// The network has taken no message since then; the task that reads waits until it does.
    Stalled(Instant),
    /// It can't be sent.
    Failed,
}

impl Transport {
    /// For the server's side of a connection that has become a WebSocket.
    pub async fn accept(io: impl Io + 'static) -> Self {
        let config = WebSocketConfig::default()
            .max_message_size(Some(limits::MESSAGE_BYTES))
            .max_frame_size(Some(limits::MESSAGE_BYTES))
            .read_buffer_size(limits::READ_BUFFER_BYTES)
            .write_buffer_size(limits::WRITE_BUFFER_BYTES)
            .max_write_buffer_size(limits::WRITE_BUFFER_MOST_BYTES);
        let io: Box<dyn Io> = Box::new(io);
        let stream = WebSocketStream::from_raw_socket(io, Role::Server, Some(config)).await;
        Self(Mutex::new(State {
            stream: Some(stream),
            waiting: VecDeque::new(),
            begun: false,
            ping: false,
            sending: Sending::Done,
            reader: Waker::noop().clone(),
        }))
    }

    /// Sends texts in one write, as far as the network takes them; whether the other side can follow.
    /// One that has ended takes everything: whoever reads from it leaves, and says so.
    #[must_use]
    pub fn send(&self, texts: impl IntoIterator<Item = Utf8Bytes>) -> bool {
        let mut state = self.state();
        if state.stream.is_none() {
            return true;
        }
        state.waiting.extend(texts.into_iter().map(Bytes::from));
        let is_left_over = state.sending == Sending::Done && !state.send_now();
        let can_follow = state.waiting.len() <= limits::OUTBOX;
        let reader = is_left_over.then(|| state.reader.clone());
        drop(state);
        if let Some(reader) = reader {
            reader.wake();
        }
        can_follow
    }

    /// Leaves a text to be sent by [`Transport::poll_sent`].
    pub fn push(&self, text: Utf8Bytes) {
        self.state().waiting.push_back(text.into());
    }

    /// Leaves a ping to be sent by [`Transport::poll_sent`].
    pub fn push_ping(&self) {
        self.state().ping = true;
    }

    /// Ready when everything has been sent. Only the task that reads may ask.
    ///
    /// # Errors
    /// It can't be sent.
    pub fn poll_sent(&self, cx: &mut Context<'_>) -> Poll<Result<(), Ended>> {
        let mut state = self.state();
        state.reader.clone_from(cx.waker());
        state.poll_send(cx)
    }

    /// The next message; `None` at the end. Only one task may ask.
    pub fn poll_next(
        &self,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Message, tungstenite::Error>>> {
        match &mut self.state().stream {
            Some(stream) => stream.poll_next_unpin(cx),
            None => Poll::Ready(None),
        }
    }

    /// Since when the network has taken no message, if one waits.
    pub fn stalled_since(&self) -> Option<Instant> {
        match self.state().sending {
            Sending::Stalled(since) => Some(since),
            Sending::Done | Sending::Failed => None,
        }
    }

    /// Ends it for everybody else: nothing is sent any more. The stream, for a last word, and whether a
    /// text may be among that: not in the middle of one.
    pub fn end(&self) -> Option<(Stream, bool)> {
        let mut state = self.state();
        state.waiting = VecDeque::new();
        state.reader.clone_from(Waker::noop());
        let between_texts = !state.begun;
        state.stream.take().map(|stream| (stream, between_texts))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The connection has ended.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Ended;

impl State {
    /// Sends what waits, as far as the network takes it at once; whether that is everything.
    fn send_now(&mut self) -> bool {
        // What a room says in one step has an end, so the task that says it needn't be stopped.
        let sent = unconstrained(poll_fn(|cx| self.poll_send(cx)));
        // Nobody is woken when there is space again: the task that reads asks for that itself.
        let sent = pin!(sent).poll(&mut Context::from_waker(Waker::noop()));
        sent == Poll::Ready(Ok(()))
    }

    /// Sends what waits.
    fn poll_send(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), Ended>> {
        if self.sending == Sending::Done && self.waiting.is_empty() && !self.ping {
            return Poll::Ready(Ok(()));
        }
        if self.sending == Sending::Failed {
            return Poll::Ready(Err(Ended));
        }
        let sent = self.poll_flush(cx);
        match sent {
            Poll::Ready(Ok(())) => self.sending = Sending::Done,
            Poll::Ready(Err(_)) => self.sending = Sending::Failed,
            Poll::Pending if self.sending == Sending::Done => {
                self.sending = Sending::Stalled(Instant::now());
            }
            Poll::Pending => {}
        }
        sent.map_err(|_| Ended)
    }

    fn poll_flush(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), tungstenite::Error>> {
        loop {
            let Some(stream) = &mut self.stream else {
                return Poll::Ready(Err(tungstenite::Error::ConnectionClosed));
            };
            ready!(stream.poll_ready_unpin(cx))?;
            if self.ping {
                stream.start_send_unpin(Message::Ping(Bytes::new()))?;
                self.ping = false;
                continue;
            }
            let Some(text) = self.waiting.front_mut() else {
                return stream.poll_flush_unpin(cx);
            };
            // In parts, so that a long one does not leave a long buffer behind.
            let part = text.split_to(text.len().min(limits::PART_BYTES));
            let is_last = text.is_empty();
            let code = if self.begun {
                Data::Continue
            } else {
                Data::Text
            };
            let frame = Frame::message(part, OpCode::Data(code), is_last);
            self.begun = !is_last;
            if is_last {
                self.waiting.pop_front();
                if let Sending::Stalled(since) = &mut self.sending {
                    *since = Instant::now();
                }
            }
            stream.start_send_unpin(Message::Frame(frame))?;
        }
    }
}

impl fmt::Debug for Transport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Transport").finish_non_exhaustive()
    }
}
