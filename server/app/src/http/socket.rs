//! WebSockets of clients: their handshakes, the messages that they may send, and how they end.

mod handshake;
mod pace;
mod presence;
mod why;

use std::{
    future::poll_fn,
    ops::ControlFlow,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
    time::Duration,
};

use axum::{
    extract::{Path, State},
    response::Response,
};
use futures_util::{SinkExt, StreamExt};
use senda_room::{
    Time,
    protocol::{
        ClientMessage, CloseCode, Command, CommandId, Problem as Refusal, RoomProblem,
        ServerMessage,
    },
};
use senda_store::RoomId;
use serde::Deserialize;
use tokio::{
    io::AsyncWriteExt,
    time::{Instant, Sleep, sleep_until, timeout},
};
use tokio_tungstenite::tungstenite::{self, Message, Utf8Bytes, protocol::CloseFrame};

pub use self::why::{why_no_lobby, why_no_room};
use self::{
    handshake::{Handshake, Returning, SocketRequest},
    pace::{Pace, TooMuch, milliseconds},
    presence::{Coming, Presence},
};
use crate::{
    app::App,
    http::{
        problem::{Problem, shortened},
        request::Guest,
    },
    limits,
    live::registry::Unavailable,
    net::{
        open_sockets::OpenSocket,
        rate::{Bucket, Source, TooFast},
        transport::{Ended as Broken, Framed, Transport},
    },
    process::chance,
};

/// Opens the socket of a room. A player removed by the host is accepted and then informed by
/// the close code, since a browser does not show a page why a handshake is rejected.
///
/// # Errors
/// Returns [`Problem`] if the room is unavailable, or if too many sockets are open.
pub async fn room(
    State(app): State<App>,
    handshake: Handshake,
    SocketRequest { source, waiting }: SocketRequest,
    Returning(since): Returning,
    Guest {
        person,
        socket: mut device,
    }: Guest,
    Path(room): Path<String>,
) -> Result<Response, Problem> {
    let room: RoomId = room.parse().map_err(|_| Problem::NoSuchRoom)?;
    let pass = app.admission.socket(source)?;
    if !handshake.is_current {
        let task = app.tasks.token();
        return Ok(handshake.accept(async move |transport| {
            let _inside = (pass, task);
            let socket = Socket::new(transport);
            let again = limits::RECONNECT_MS;
            socket.end(Some(CloseCode::Outdated), again).await;
        }));
    }
    let coming = Coming {
        room,
        person,
        since,
        source,
    };
    let waiting = coming.look(&app, waiting).await?;
    let task = app.tasks.token();
    Ok(handshake.accept(async move |transport| {
        let mut socket = Socket::new(transport);
        let joined = if device.is_ended() {
            Err(Unavailable::NoSuchRoom)
        } else {
            coming.join(&app, &socket.transport).await
        };
        drop(waiting);
        let again = app.reconnect_ms();
        let conversation = match joined {
            Ok(presence) => Ok(Talk {
                presence,
                device,
                pace: Pace::new(app.settings.messages_per_second),
                app,
                source,
                syncs: Bucket::new(
                    limits::SYNCS_BURST,
                    limits::SYNCS_PER_MINUTE,
                    Duration::from_mins(1),
                ),
            }),
            Err(_) if app.shutdown.is_cancelled() => Err(CloseCode::Restarting),
            Err(_) => Err(CloseCode::RoomReset),
        };
        // In a new task: joining takes several times the memory of an open socket, and is soon
        // over.
        tokio::spawn(async move {
            let _inside = (pass, task);
            let code = match conversation {
                Ok(mut both) => both.run(&mut socket).await,
                Err(code) => Some(code),
            };
            // Boxed, so that the space is reserved only from then on.
            Box::pin(socket.end(code, again)).await;
        });
    }))
}

/// Opens the socket of the lobby, which only sends the list of rooms.
///
/// # Errors
/// Returns [`Problem`] if too many sockets are open.
pub async fn lobby(
    State(app): State<App>,
    handshake: Handshake,
    SocketRequest { source, .. }: SocketRequest,
) -> Result<Response, Problem> {
    let pass = app.admission.socket(source)?;
    let task = app.tasks.token();
    Ok(handshake.accept(async move |transport| {
        let _inside = (pass, task);
        let mut socket = Socket::new(transport);
        let code = watch(&app, &mut socket).await;
        Box::pin(socket.end(code, app.reconnect_ms())).await;
    }))
}

/// Sends the list of rooms until either side ends the socket. Returns the close code if this side
/// ends it.
async fn watch(app: &App, socket: &mut Socket) -> Option<CloseCode> {
    let mut list = app.lobby.watch();
    list.mark_changed();
    let mut pace = Pace::new(app.settings.messages_per_second);
    loop {
        let event = tokio::select! {
            () = app.shutdown.cancelled() => return Some(CloseCode::Restarting),
            // The list outlives its subscribers: the application holds it.
            Ok(()) = list.changed() => {
                let text = list.borrow_and_update().clone();
                tokio::select! {
                    biased;
                    sent = socket.send(text) => sent,
                    () = app.shutdown.cancelled() => return Some(CloseCode::Restarting),
                }
            }
            heard = socket.hear() => match heard {
                // Other messages have no answer here, but they count for the rate limit.
                ControlFlow::Continue(Heard::Text(text)) => match pace.take() {
                    Ok(()) if is_ping(&text) => pong(socket, None).await,
                    Ok(()) | Err(TooMuch::Again(_)) => ControlFlow::Continue(()),
                    Err(TooMuch::Flood) => ControlFlow::Break(Some(CloseCode::Flood)),
                },
                ControlFlow::Continue(Heard::Sign) => count(&mut pace),
                ControlFlow::Break(code) => ControlFlow::Break(code),
            },
        };
        if let ControlFlow::Break(code) = event {
            return code;
        }
    }
}

/// The conversation between a client and a room.
struct Talk {
    presence: Presence,
    /// The socket's entry in the list of open sockets. It ends when the device is signed out.
    device: OpenSocket,
    app: App,
    source: Source,
    pace: Pace,
    syncs: Bucket,
}

impl Talk {
    /// Runs until either side ends the socket. Returns the close code if this side ends it. The
    /// room writes its messages to the socket itself.
    async fn run(&mut self, socket: &mut Socket) -> Option<CloseCode> {
        loop {
            let event = tokio::select! {
                biased;
                // The page reconnects, and is rejected unless it has signed in again.
                () = self.device.ended() => return Some(CloseCode::RoomReset),
                code = self.presence.closing() => {
                    let code = code.unwrap_or(CloseCode::RoomReset);
                    return Some(code);
                }
                heard = socket.hear() => match heard {
                    // Boxed, since clients rarely send messages.
                    ControlFlow::Continue(Heard::Text(text)) => {
                        Box::pin(self.take(socket, &text)).await
                    }
                    ControlFlow::Continue(Heard::Sign) => count(&mut self.pace),
                    ControlFlow::Break(code) => ControlFlow::Break(code),
                },
            };
            if let ControlFlow::Break(code) = event {
                return code;
            }
        }
    }

    async fn take(&mut self, socket: &mut Socket, text: &str) -> Ended {
        let problem = match self.pace.take() {
            Err(TooMuch::Flood) => return ControlFlow::Break(Some(CloseCode::Flood)),
            Err(TooMuch::Again(again_ms)) => RoomProblem::TooFast { again_ms },
            Ok(()) => match text.parse::<ClientMessage>() {
                Ok(ClientMessage::Ping {}) => {
                    let here = self.presence.is_here();
                    return pong(socket, here.then(|| self.app.clock.now())).await;
                }
                Ok(up) => match self.pay(&up) {
                    Ok(()) => return self.say(up, text).await,
                    Err(TooFast { again }) => RoomProblem::TooFast {
                        again_ms: milliseconds(again),
                    },
                },
                Err(error) => RoomProblem::BadMessage {
                    detail: shortened(&error.to_string()),
                },
            },
        };
        let temporary = matches!(problem, RoomProblem::TooFast { .. });
        // The id may be readable even if the message is not.
        let id = serde_json::from_str::<OnlyId>(text)
            .ok()
            .and_then(|only| only.id);
        let nak = ServerMessage::Nak {
            id,
            problem: Refusal::Room(problem),
            temporary,
        };
        socket
            .send(serde_json::to_string(&nak).expect("plain values").into())
            .await
    }

    /// Charges the client's address for a message: a command may be stored; a full snapshot of the
    /// room is a thousand times longer than its request; a hint takes a core's time.
    fn pay(&mut self, up: &ClientMessage) -> Result<(), TooFast> {
        match up {
            ClientMessage::Sync { .. } => {
                self.syncs.take()?;
                self.app.admission.syncs.take(self.source)
            }
            ClientMessage::Chat { .. }
            | ClientMessage::Emote { .. }
            | ClientMessage::Look { .. }
            | ClientMessage::AskSeat { .. }
            | ClientMessage::Ping {} => Ok(()),
            ClientMessage::Command {
                command: Command::Hint { .. },
                ..
            } => {
                self.app.admission.commands.take(self.source)?;
                self.app.admission.hints.take(self.source)
            }
            ClientMessage::Command { .. } => self.app.admission.commands.take(self.source),
        }
    }

    async fn say(&mut self, up: ClientMessage, text: &str) -> Ended {
        match self.presence.say(&self.app, up, text).await {
            Ok(()) => ControlFlow::Continue(()),
            // The client is informed when it reconnects, or finds its message executed.
            Err(_) => ControlFlow::Break(Some(CloseCode::RoomReset)),
        }
    }
}

/// Returns whether the message is a ping.
fn is_ping(text: &str) -> bool {
    matches!(text.parse(), Ok(ClientMessage::Ping {}))
}

/// Answers a [`ClientMessage::Ping`], with the time of the room's clock if this server has the
/// room.
async fn pong(socket: &mut Socket, now: Option<Time>) -> Ended {
    let pong = ServerMessage::Pong {
        now: now.map(|Time(now)| now),
    };
    let text = serde_json::to_string(&pong).expect("plain values");
    socket.send(text.into()).await
}

#[derive(Deserialize)]
struct OnlyId {
    id: Option<CommandId>,
}

/// The outcome of handling an event. `Break` ends the socket, with a close code if this side ends
/// it.
type Ended = ControlFlow<Option<CloseCode>>;

/// Counts a message that needs no answer, even if it came too fast.
fn count(pace: &mut Pace) -> Ended {
    match pace.take() {
        Ok(()) | Err(TooMuch::Again(_)) => ControlFlow::Continue(()),
        Err(TooMuch::Flood) => ControlFlow::Break(Some(CloseCode::Flood)),
    }
}

/// Something that the client has sent.
enum Heard {
    /// A text message of the client.
    Text(Utf8Bytes),
    /// A sign of life: a pong, or a ping.
    Sign,
}

/// A socket that sends pings and detects a silent client.
struct Socket {
    transport: Arc<Transport>,
    /// The timer of the next possible deadline. It never fires later than the deadline, but it may
    /// fire earlier.
    timer: Pin<Box<Sleep>>,
    ping: Instant,
    heard: Instant,
}

impl Socket {
    fn new(transport: Transport) -> Self {
        let now = Instant::now();
        let ping = now + limits::PING_EVERY;
        Self {
            transport: Arc::new(transport),
            timer: Box::pin(sleep_until(ping)),
            ping,
            heard: now,
        }
    }

    async fn send(&mut self, text: Utf8Bytes) -> Ended {
        self.transport.push(Framed::of(text));
        poll_fn(|cx| self.poll_sent(cx)).await
    }

    /// Waits for a message or another sign of life, and meanwhile sends the waiting data. Cancel
    /// safe.
    async fn hear(&mut self) -> ControlFlow<Option<CloseCode>, Heard> {
        poll_fn(|cx| self.poll_hear(cx)).await
    }

    fn poll_hear(&mut self, cx: &mut Context<'_>) -> Poll<ControlFlow<Option<CloseCode>, Heard>> {
        loop {
            // A client that receives nothing is not read either: its requests could only add to the
            // waiting data.
            if let ControlFlow::Break(code) = ready!(self.poll_sent(cx)) {
                return Poll::Ready(ControlFlow::Break(code));
            }
            if let Poll::Ready(message) = self.transport.poll_next(cx) {
                self.heard = Instant::now();
                return Poll::Ready(understood(message));
            }
            let silent = self.heard + limits::SILENCE;
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
    async fn end(mut self, code: Option<CloseCode>, (soon, late): (u32, u32)) {
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
fn understood(
    message: Option<Result<Message, tungstenite::Error>>,
) -> ControlFlow<Option<CloseCode>, Heard> {
    match message {
        Some(Ok(Message::Text(text))) => ControlFlow::Continue(Heard::Text(text)),
        Some(Ok(Message::Ping(_) | Message::Pong(_))) => ControlFlow::Continue(Heard::Sign),
        // The message is too large or not text, or the stream is no longer a WebSocket. The last
        // case can't be distinguished, and need not be.
        Some(Ok(Message::Binary(_) | Message::Frame(_)) | Err(_)) => {
            ControlFlow::Break(Some(CloseCode::BadFrame))
        }
        Some(Ok(Message::Close(_))) | None => ControlFlow::Break(None),
    }
}
