//! The WebSocket of a client: it sends pings, detects a silent or slow client, and closes.

use std::{
    future::poll_fn,
    ops::ControlFlow,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
};

use futures_util::{SinkExt, StreamExt};
use senda_room::protocol::{CloseCode, ServerMessage};
use tokio::{
    io::AsyncWriteExt,
    time::{Instant, Sleep, sleep_until, timeout},
};
use tokio_tungstenite::tungstenite::{self, Message, Utf8Bytes, protocol::CloseFrame};

use crate::{
    limits,
    net::transport::{Ended as Broken, Framed, Transport},
    process::chance,
};

/// The outcome of handling an event. `Break` ends the socket, with a close code if this side ends
/// it.
pub(super) type Ended = ControlFlow<Option<CloseCode>>;

/// Something that the client has sent.
pub(super) enum Received {
    /// A text message of the client.
    Text(Utf8Bytes),
    /// A sign of life: a pong, or a ping.
    SignOfLife,
}

/// A socket that sends pings and detects a silent client.
pub(super) struct Socket {
    pub transport: Arc<Transport>,
    /// The timer of the next possible deadline. It never fires later than the deadline, but it may
    /// fire earlier.
    timer: Pin<Box<Sleep>>,
    ping: Instant,
    last_received: Instant,
}

impl Socket {
    /// Creates the socket of a client that has just connected.
    pub fn new(transport: Transport) -> Self {
        let now = Instant::now();
        let ping = now + limits::PING_EVERY;
        Self {
            transport: Arc::new(transport),
            timer: Box::pin(sleep_until(ping)),
            ping,
            last_received: now,
        }
    }

    /// Sends a text after those that are waiting.
    pub async fn send(&mut self, text: Utf8Bytes) -> Ended {
        self.transport.push(Framed::of(text));
        poll_fn(|cx| self.poll_sent(cx)).await
    }

    /// Waits for a message or another sign of life, and meanwhile sends the waiting data. Cancel
    /// safe.
    pub async fn receive(&mut self) -> ControlFlow<Option<CloseCode>, Received> {
        poll_fn(|cx| self.poll_receive(cx)).await
    }

    fn poll_receive(
        &mut self,
        cx: &mut Context<'_>,
    ) -> Poll<ControlFlow<Option<CloseCode>, Received>> {
        loop {
            // A client that receives nothing is not read either: its requests could only add to the
            // waiting data.
            if let ControlFlow::Break(code) = ready!(self.poll_sent(cx)) {
                return Poll::Ready(ControlFlow::Break(code));
            }
            if let Poll::Ready(message) = self.transport.poll_next(cx) {
                self.last_received = Instant::now();
                return Poll::Ready(parsed(message));
            }
            let silent = self.last_received + limits::SILENCE;
            ready!(self.poll_timer(self.ping.min(silent), cx));
            if silent <= Instant::now() {
                return Poll::Ready(ControlFlow::Break(Some(CloseCode::Silent)));
            }
            self.transport.push_ping();
            self.ping = Instant::now() + limits::PING_EVERY;
        }
    }

    /// Returns ready when everything has been sent, or when nothing has been accepted for too long.
    fn poll_sent(&mut self, cx: &mut Context<'_>) -> Poll<Ended> {
        match self.transport.poll_sent(cx) {
            Poll::Ready(Ok(())) => return Poll::Ready(ControlFlow::Continue(())),
            Poll::Ready(Err(Broken)) => return Poll::Ready(ControlFlow::Break(None)),
            Poll::Pending => {}
        }
        let since = self.transport.stalled_since().unwrap_or_else(Instant::now);
        ready!(self.poll_timer(since + limits::SEND_TIME, cx));
        Poll::Ready(ControlFlow::Break(Some(CloseCode::TooSlow)))
    }

    /// Returns ready at the time `at`. The time is usually postponed before it comes, so a timer
    /// that fires earlier is left as it is.
    fn poll_timer(&mut self, at: Instant, cx: &mut Context<'_>) -> Poll<()> {
        loop {
            if at < self.timer.deadline() {
                self.timer.as_mut().reset(at);
            }
            ready!(self.timer.as_mut().poll(cx));
            if at <= self.timer.deadline() {
                return Poll::Ready(());
            }
            self.timer.as_mut().reset(at);
        }
    }

    /// Sends the close code, if there is one, with the time after which to reconnect, and waits a
    /// moment for the client to receive it. Earlier messages are sent first, unless the client is
    /// too slow for them: it gets everything when it reconnects.
    pub async fn end(mut self, code: Option<CloseCode>, (soon, late): (u32, u32)) {
        let Some(code) = code else { return };
        if code != CloseCode::TooSlow && self.transport.stalled_since().is_none() {
            let sent = poll_fn(|cx| self.poll_sent(cx));
            let _ = timeout(limits::CLOSE_TIME, sent).await;
        }
        let Some((mut stream, rest)) = self.transport.end() else {
            return;
        };
        let farewell = async {
            stream.get_mut().write_all(&rest).await?;
            if code == CloseCode::Restarting {
                let closing = ServerMessage::Closing {
                    again_ms: chance::between(soon, late),
                };
                let text = serde_json::to_string(&closing).expect("plain values");
                stream.send(Message::text(text)).await?;
            }
            let frame = CloseFrame {
                code: (code as u16).into(),
                reason: Utf8Bytes::default(),
            };
            stream.send(Message::Close(Some(frame))).await?;
            // Messages that still arrive are ignored. If the connection were reset instead, the
            // close code would be lost.
            while let Some(Ok(_)) = stream.next().await {}
            Ok::<(), tungstenite::Error>(())
        };
        // A client that does not read the close code misses it.
        let _ = timeout(limits::CLOSE_TIME, farewell).await;
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        // The room holds a reference to the transport until it knows that the client has left.
        drop(self.transport.end());
    }
}

/// Interprets a message, or the end of the stream.
fn parsed(
    message: Option<Result<Message, tungstenite::Error>>,
) -> ControlFlow<Option<CloseCode>, Received> {
    match message {
        Some(Ok(Message::Text(text))) => ControlFlow::Continue(Received::Text(text)),
        Some(Ok(Message::Ping(_) | Message::Pong(_))) => {
            ControlFlow::Continue(Received::SignOfLife)
        }
        // The message is too large or not text, or the stream is no longer a WebSocket. The last
        // case can't be distinguished, and need not be.
        Some(Ok(Message::Binary(_) | Message::Frame(_)) | Err(_)) => {
            ControlFlow::Break(Some(CloseCode::BadFrame))
        }
        Some(Ok(Message::Close(_))) | None => ControlFlow::Break(None),
    }
}
