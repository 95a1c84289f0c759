//! A WebSocket that two tasks use: the room's task writes to it; the socket's own task reads from
//! it and writes the data that the network did not accept at once.

use std::{
    collections::VecDeque,
    fmt,
    future::poll_fn,
    io::{self, IoSlice},
    pin::{Pin, pin},
    sync::Mutex,
    task::{Context, Poll, Waker, ready},
};

use axum::body::Bytes;
use futures_util::{SinkExt, StreamExt};
use senda_store::process::lock;
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

/// The byte stream that a WebSocket runs over.
pub trait Io: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Io for T {}

/// A WebSocket over any byte stream.
pub type Stream = WebSocketStream<Box<dyn Io>>;

/// A text as it is sent to clients. It is framed once for all recipients, since a server's frames
/// are the same for all clients.
#[derive(Clone)]
pub struct Framed(pub Bytes);

impl Framed {
    /// Frames a text.
    #[expect(clippy::missing_panics_doc, reason = "writing to a vector never fails")]
    pub fn of(text: impl Into<Utf8Bytes>) -> Self {
        let frame = Frame::message(text.into(), OpCode::Data(Data::Text), true);
        let mut bytes = Vec::with_capacity(frame.len());
        frame.format(&mut bytes).expect("a vector");
        Self(bytes.into())
    }

    /// Returns whether both share the same memory; texts that are only equal do not count.
    pub fn is_same(&self, other: &Self) -> bool {
        self.0.as_ptr() == other.0.as_ptr() && self.0.len() == other.0.len()
    }
}

/// The outlet for a room's messages to one socket.
pub trait Outlet: fmt::Debug + Send + Sync {
    /// Sends all of the texts. Returns whether the client can keep up. Never waits.
    #[must_use]
    fn send(&self, texts: VecDeque<Framed>) -> bool;

    /// Returns whether another server has sent messages to the same socket before, with other
    /// shapes.
    fn has_other_shapes(&self) -> bool {
        false
    }
}

impl Outlet for Transport {
    fn send(&self, texts: VecDeque<Framed>) -> bool {
        self.send(texts)
    }
}

/// Shows only what may appear in a log: the text may contain a player's hand.
impl fmt::Debug for Framed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Framed({} bytes)", self.0.len())
    }
}

/// A WebSocket that several tasks may send to and one task reads from.
///
/// A sender writes at once, without waking any task. Only the data that the network does not accept
/// is left to the reading task: it is woken, and all later messages wait behind that data, at most
/// [`limits::OUTBOX`] of them.
///
/// Texts bypass the stream's buffer, which would copy them for each socket and keep its size. The
/// stream writes its own frames, such as pongs, between them.
pub struct Transport(Mutex<State>);

struct State {
    /// `None` after the end of the connection.
    stream: Option<Stream>,
    /// The texts that the network has not accepted yet. Of the first one, perhaps only the rest is
    /// left.
    waiting: VecDeque<Framed>,
    /// Whether the network has accepted part of the first text. No other data may be sent before
    /// the rest of it.
    begun: bool,
    /// Whether a ping has to be sent before the next text.
    ping: bool,
    sending: Sending,
    /// The waker of the reading task.
    reader: Waker,
}

/// The progress of sending.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
enum Sending {
    /// The network has accepted all texts.
    Done,
    /// The network has not completed any message since that time. The reading task waits for it.
    Stalled(Instant),
    /// Sending to the client has failed.
    Failed,
}

impl Transport {
    /// Creates the server's side of a connection that has been upgraded to a WebSocket.
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

    /// Sends texts in one write, as far as the network accepts them. Returns whether the client can
    /// keep up. After the end of the connection it accepts all texts: the reading task leaves the
    /// room and reports the end.
    #[must_use]
    pub fn send(&self, texts: VecDeque<Framed>) -> bool {
        let mut state = lock(&self.0);
        if state.stream.is_none() {
            return true;
        }
        if state.waiting.is_empty() {
            state.waiting = texts;
        } else {
            state.waiting.extend(texts);
        }
        let is_left_over = state.sending == Sending::Done && !state.send_now();
        let can_follow = state.waiting.len() <= limits::OUTBOX;
        let reader = is_left_over.then(|| state.reader.clone());
        drop(state);
        if let Some(reader) = reader {
            reader.wake();
        }
        can_follow
    }

    /// Queues a text to be sent by [`Transport::poll_sent`].
    pub fn push(&self, text: Framed) {
        lock(&self.0).waiting.push_back(text);
    }

    /// Queues a ping to be sent by [`Transport::poll_sent`].
    pub fn push_ping(&self) {
        lock(&self.0).ping = true;
    }

    /// Returns ready when everything has been sent. Only the reading task may call it.
    ///
    /// # Errors
    /// Returns [`Ended`] if sending has failed.
    pub fn poll_sent(&self, cx: &mut Context<'_>) -> Poll<Result<(), Ended>> {
        let mut state = lock(&self.0);
        state.reader.clone_from(cx.waker());
        state.poll_send(cx)
    }

    /// Returns the next message, or `None` at the end of the connection. Only one task may call it.
    pub fn poll_next(
        &self,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Message, tungstenite::Error>>> {
        let mut state = lock(&self.0);
        if state.begun {
            // Reading may send a pong. The rest of a text has to go first, and this task is woken
            // for that.
            return Poll::Pending;
        }
        match &mut state.stream {
            Some(stream) => stream.poll_next_unpin(cx),
            None => Poll::Ready(None),
        }
    }

    /// Returns the time since which the network has accepted no message, if one is waiting.
    pub fn stalled_since(&self) -> Option<Instant> {
        match lock(&self.0).sending {
            Sending::Stalled(since) => Some(since),
            Sending::Done | Sending::Failed => None,
        }
    }

    /// Ends the connection for all other users, so that nothing more is sent. Returns the stream,
    /// for a last message, and the bytes that have to be written first: the rest of a text that the
    /// network has accepted in part.
    pub fn end(&self) -> Option<(Stream, Bytes)> {
        let mut state = lock(&self.0);
        let rest = std::mem::take(&mut state.waiting).into_iter().next();
        let rest = rest.filter(|_| state.begun).map(|text| text.0);
        state.reader.clone_from(Waker::noop());
        let stream = state.stream.take()?;
        Some((stream, rest.unwrap_or_default()))
    }
}

/// The connection has ended.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Ended;

impl State {
    /// Sends the waiting data, as far as the network accepts it at once. Returns whether that is
    /// everything.
    fn send_now(&mut self) -> bool {
        // A step's messages are finite, so the room's task need not yield while it sends them.
        let sent = unconstrained(poll_fn(|cx| self.poll_send(cx)));
        // No task is woken when there is space again: the reading task polls for that itself.
        let sent = pin!(sent).poll(&mut Context::from_waker(Waker::noop()));
        sent == Poll::Ready(Ok(()))
    }

    /// Sends the waiting texts and ping.
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
                // A pong may have been sent in part.
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

    /// Removes this many bytes, which the network has accepted, from the waiting texts.
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
        if self.waiting.is_empty() {
            // Most sockets have nothing to send most of the time, and reserve no space for it.
            self.waiting = VecDeque::new();
        }
    }
}

impl fmt::Debug for Transport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Transport").finish_non_exhaustive()
    }
}
