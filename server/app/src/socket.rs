//! WebSockets: who may open one, what may come through it, and how it ends.

mod handshake;
mod pace;
mod presence;

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
    PlayerId,
    protocol::{
        ClientMessage, CloseCode, Command, CommandId, Problem as Refusal, RoomProblem,
        ServerMessage,
    },
};
use serde::Deserialize;
use tokio::{
    io::AsyncWriteExt,
    time::{Instant, Sleep, sleep_until, timeout},
};
use tokio_tungstenite::tungstenite::{self, Message, Utf8Bytes, protocol::CloseFrame};

use self::{
    handshake::{Handshake, Returning, SocketRequest},
    pace::{Pace, TooMuch, milliseconds},
    presence::{Coming, Presence},
};
use crate::{
    app::App,
    chance, limits,
    problem::{Problem, shortened},
    rate::{Bucket, Source, TooFast},
    request::Guest,
    room_id::RoomId,
    transport::{Ended as Broken, Framed, Transport},
};

/// The socket of a room. Someone whom the host has removed is let in and told so by the close code,
/// since a browser can't see why a handshake is refused.
///
/// # Errors
/// The room can't be had, or too many sockets are open.
pub async fn room(
    State(app): State<App>,
    handshake: Handshake,
    SocketRequest { source, waiting }: SocketRequest,
    Returning(since): Returning,
    Guest(person): Guest,
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
    coming.look(&app).await?;
    let task = app.tasks.token();
    Ok(handshake.accept(async move |transport| {
        let mut socket = Socket::new(transport);
        let joined = coming.join(&app, &socket.transport).await;
        drop(waiting);
        let again = app.reconnect_ms();
        let conversation = match joined {
            Ok(presence) => Ok(Talk {
                presence,
                player: coming.person.player,
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
        // In a task of its own: coming takes several times the memory of being there, and is over soon.
        tokio::spawn(async move {
            let _inside = (pass, task);
            let code = match conversation {
                Ok(mut both) => both.run(&mut socket).await,
                Err(code) => Some(code),
            };
            // In a place of its own, as most of the time it hasn't come to that.
            Box::pin(socket.end(code, again)).await;
        });
    }))
}

/// The socket of the lobby, which only listens.
///
/// # Errors
/// Too many sockets are open.
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

/// Sends the list of rooms until either side has enough; says why, if it is this side.
async fn watch(app: &App, socket: &mut Socket) -> Option<CloseCode> {
    let mut list = app.lobby.watch();
    list.mark_changed();
    let mut pace = Pace::new(app.settings.messages_per_second);
    loop {
        let event = tokio::select! {
            () = app.shutdown.cancelled() => return Some(CloseCode::Restarting),
            // The list outlives its watchers: the application holds it.
            Ok(()) = list.changed() => {
                let text = list.borrow_and_update().clone();
                tokio::select! {
                    biased;
                    sent = socket.send(text) => sent,
                    () = app.shutdown.cancelled() => return Some(CloseCode::Restarting),
                }
            }
            heard = socket.hear() => match heard {
                // It has nothing to say here; what it says still counts.
                ControlFlow::Continue(Heard::Text(_) | Heard::Sign) => count(&mut pace),
                ControlFlow::Break(code) => ControlFlow::Break(code),
            },
        };
        if let ControlFlow::Break(code) = event {
            return code;
        }
    }
}

/// What someone and a room say to each other.
struct Talk {
    presence: Presence,
    player: PlayerId,
    app: App,
    source: Source,
    pace: Pace,
    syncs: Bucket,
}

impl Talk {
    /// Goes on until either side has enough; says why, if it is this side. What the room says goes over
    /// the socket by itself.
    async fn run(&mut self, socket: &mut Socket) -> Option<CloseCode> {
        loop {
            let event = tokio::select! {
                biased;
                code = self.presence.closing() => {
                    let code = code.unwrap_or(CloseCode::RoomReset);
                    return Some(code);
                }
                heard = socket.hear() => match heard {
                    // In a place of its own, as nobody says anything most of the time.
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
        // Of what can't be read as a whole, the id may still be readable.
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

    /// What is paid by the address besides: for a command that it may be kept, for being told the whole
    /// room once more that it is a thousand times longer than the question, for a hint that a core thinks about it.
    fn pay(&mut self, up: &ClientMessage) -> Result<(), TooFast> {
        match up {
            ClientMessage::Sync { .. } => {
                self.syncs.take()?;
                self.app.admission.syncs.take(self.source)
            }
            ClientMessage::Chat { .. }
            | ClientMessage::Emote { .. }
            | ClientMessage::Look { .. }
            | ClientMessage::AskSeat { .. } => Ok(()),
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

    async fn say(&self, up: ClientMessage, text: &str) -> Ended {
        if let ClientMessage::Command {
            command: Command::Name { name },
            ..
        } = &up
        {
            // The name is the person's, not only the room's.
            let writer = self.app.store.writer();
            if let Err(reason) = writer.name(self.player, name.clone()).await {
                tracing::warn!(%reason, "a name was not stored");
            }
        }
        // A room that is gone has said why, or the end of its connection says it.
        let _ = self.presence.say(up, text).await;
        ControlFlow::Continue(())
    }
}

#[derive(Deserialize)]
struct OnlyId {
    id: Option<CommandId>,
}

/// `Break` ends the socket: with a code if it is this side that ends it.
type Ended = ControlFlow<Option<CloseCode>>;

/// Counts something that needs no answer, even if it came too fast.
fn count(pace: &mut Pace) -> Ended {
    match pace.take() {
        Ok(()) | Err(TooMuch::Again(_)) => ControlFlow::Continue(()),
        Err(TooMuch::Flood) => ControlFlow::Break(Some(CloseCode::Flood)),
    }
}

/// What was worth waking up for.
enum Heard {
    /// A message.
    Text(Utf8Bytes),
    /// A sign of life: the answer to a ping, or a ping.
    Sign,
}

/// A socket that pings, and notices silence.
struct Socket {
    transport: Arc<Transport>,
    /// Goes off when there may be something to do; never later.
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

    /// Waits for a message, or another sign of life; sends meanwhile what is left to be sent. Can be
    /// given up at any point.
    async fn hear(&mut self) -> ControlFlow<Option<CloseCode>, Heard> {
        poll_fn(|cx| self.poll_hear(cx)).await
    }

    fn poll_hear(&mut self, cx: &mut Context<'_>) -> Poll<ControlFlow<Option<CloseCode>, Heard>> {
        loop {
            // One who takes nothing is not heard either: all they could do is to make it more.
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

    /// Ready when everything has been sent, or nobody has taken any of it for too long.
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

    /// Ready at that time. It is mostly put off before it comes, so the timer is left as it is if it
    /// goes off before.
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

    /// Says why, if there is a reason, with the time in which to come back, and waits a moment for the other side to have heard. First comes
    /// what was said before, unless they are too slow for it: they return to all of it.
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
            // What still comes is not looked at; a connection that is reset would lose the reason.
            while let Some(Ok(_)) = stream.next().await {}
            Ok::<(), tungstenite::Error>(())
        };
        // Whoever does not listen to the reason misses it.
        let _ = timeout(limits::CLOSE_TIME, farewell).await;
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        // The room has a share in it until it knows that they left.
        drop(self.transport.end());
    }
}

/// What a message means, or the end of all messages.
fn understood(
    message: Option<Result<Message, tungstenite::Error>>,
) -> ControlFlow<Option<CloseCode>, Heard> {
    match message {
        Some(Ok(Message::Text(text))) => ControlFlow::Continue(Heard::Text(text)),
        Some(Ok(Message::Ping(_) | Message::Pong(_))) => ControlFlow::Continue(Heard::Sign),
        // Too large, not text, or not a WebSocket any more; the last can't be told, and needn't.
        Some(Ok(Message::Binary(_) | Message::Frame(_)) | Err(_)) => {
            ControlFlow::Break(Some(CloseCode::BadFrame))
        }
        Some(Ok(Message::Close(_))) | None => ControlFlow::Break(None),
    }
}
