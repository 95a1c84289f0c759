//! One WebSocket, used by two tasks: that of the room writes to it, and the socket's own reads from it
//! and writes what the network did not take at once.

use std::{
    collections::VecDeque,
    fmt,
    future::poll_fn,
    io::{self, IoSlice},
    pin::{Pin, pin},
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

/// A text as it goes to a browser: framed once for all who are told it, since a server's frames are the same for all.
#[derive(Clone)]
pub struct Framed(Bytes);

impl Framed {
    /// That text.
    #[allow(clippy::missing_panics_doc)] // a vector takes everything
    pub fn of(text: impl Into<Utf8Bytes>) -> Self {
        let frame = Frame::message(text.into(), OpCode::Data(Data::Text), true);
        let mut bytes = Vec::with_capacity(frame.len());
        frame.format(&mut bytes).expect("a vector");
        Self(bytes.into())
    }
}

impl Framed {
    /// The frame as it goes over the network.
    pub fn bytes(&self) -> &Bytes {
        &self.0
    }

    /// A text that another server has framed.
    pub fn from_bytes(frame: Bytes) -> Self {
        Self(frame)
    }

    /// Whether it is the very same text, not only an equal one.
    pub fn is_same(&self, other: &Self) -> bool {
        self.0.as_ptr() == other.0.as_ptr() && self.0.len() == other.0.len()
    }
}

/// Where a room sends what it says to one socket.
pub trait Outlet: fmt::Debug + Send + Sync {
    /// Sends all of the texts; whether the other side can follow. Never waits.
    #[must_use]
    fn send(&self, texts: &mut VecDeque<Framed>) -> bool;
}

impl Outlet for Transport {
    fn send(&self, texts: &mut VecDeque<Framed>) -> bool {
        self.send(texts.drain(..))
    }
}

/// Only what may stand in a log line: it may be somebody's hand.
impl fmt::Debug for Framed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Framed({} bytes)", self.0.len())
    }
}

/// One WebSocket, which several tasks may send to and one reads from.
///
/// Whoever sends writes at once, without waking anybody. Only what the network does not take then is
/// left to the task that reads: it is woken, and everything later waits behind, [`limits::OUTBOX`]
/// messages at most.
///
/// Texts go past the stream's buffer, which would hold a copy of them for each socket and keep its size: the stream
/// writes what is its own, as answers to pings, between them.
pub struct Transport(Mutex<State>);

struct State {
    /// `None` when it has ended.
    stream: Option<Stream>,
    /// Texts that the network has not taken, or of the first one the rest.
    waiting: VecDeque<Framed>,
    /// Whether the network has taken a part of the first text. Nothing else may be sent before its rest.
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
            .write_buffer_size(0)
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
    pub fn send(&self, texts: impl IntoIterator<Item = Framed>) -> bool {
        let mut state = self.state();
        if state.stream.is_none() {
            return true;
        }
        state.waiting.extend(texts);
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
    pub fn push(&self, text: Framed) {
        self.state().waiting.push_back(text);
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
        let mut state = self.state();
        if state.begun {
            // Reading may answer a ping. The rest of a text is sent first, for which this task is woken.
            return Poll::Pending;
        }
        match &mut state.stream {
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

    /// Ends it for everybody else: nothing is sent any more. The stream, for a last word, and what is to be written
    /// before that: the rest of a text that the network has taken a part of.
    pub fn end(&self) -> Option<(Stream, Bytes)> {
        let mut state = self.state();
        let rest = std::mem::take(&mut state.waiting).into_iter().next();
        let rest = rest.filter(|_| state.begun).map(|text| text.0);
        state.reader.clone_from(Waker::noop());
        let stream = state.stream.take()?;
        Some((stream, rest.unwrap_or_default()))
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
            if !self.begun {
                // An answer to a ping may have been sent in part.
                ready!(stream.poll_flush_unpin(cx))?;
                if self.ping {
                    ready!(stream.poll_ready_unpin(cx))?;
                    stream.start_send_unpin(Message::Ping(Bytes::new()))?;
                    self.ping = false;
                    continue;
                }
                if self.waiting.is_empty() {
                    return Poll::Ready(Ok(()));
                }
            }
            let mut parts = [IoSlice::new(&[]); limits::WRITTEN_TOGETHER];
            let mut count = 0;
            for (part, text) in parts.iter_mut().zip(&self.waiting) {
                *part = IoSlice::new(&text.0);
                count += 1;
            }
            let io = Pin::new(stream.get_mut());
            match ready!(io.poll_write_vectored(cx, &parts[..count]))? {
                0 => return Poll::Ready(Err(io::Error::from(io::ErrorKind::WriteZero).into())),
                bytes => self.taken(bytes),
            }
        }
    }

    /// The network has taken so many bytes of what waits.
    fn taken(&mut self, mut bytes: usize) {
        while bytes > 0 {
            let text = self.waiting.front_mut().expect("what was written");
            if bytes < text.0.len() {
                drop(text.0.split_to(bytes));
                self.begun = true;
                return;
            }
            bytes -= text.0.len();
            self.begun = false;
            self.waiting.pop_front();
            if let Sending::Stalled(since) = &mut self.sending {
                *since = Instant::now();
            }
        }
    }
}

impl fmt::Debug for Transport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Transport").finish_non_exhaustive()
    }
}
