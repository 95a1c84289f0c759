//! WebSockets: who may open one, what may come through it, and how it ends.

mod handshake;
mod pace;

use std::{ops::ControlFlow, time::Duration};

use axum::{
    extract::{
        Path, State,
        ws::{CloseFrame, Message, Utf8Bytes, WebSocket},
    },
    response::Response,
};
use senda_room::{
    PlayerId,
    protocol::{
        ClientMessage, CloseCode, Command, CommandId, Problem as Refusal, RoomProblem,
        ServerMessage,
    },
};
use serde::Deserialize;
use tokio::time::{Instant, MissedTickBehavior, interval_at, sleep_until, timeout};

use self::{
    handshake::{Handshake, Returning, SocketRequest},
    pace::{Pace, TooMuch, milliseconds},
};
use crate::{
    actor::Connection,
    app::App,
    chance, limits,
    problem::{Problem, shortened},
    rate::{Bucket, Source, TooFast},
    request::Known,
    room_id::RoomId,
};

/// The socket of a room. Someone whom the host has removed is let in and told so by the close code,
/// since a browser can't see why a handshake is refused; so is a page of a former version.
///
/// # Errors
/// The room can't be had, or too many sockets are open.
pub async fn room(
    State(app): State<App>,
    Handshake {
        upgrade,
        is_current,
    }: Handshake,
    SocketRequest { source, waiting }: SocketRequest,
    Returning(since): Returning,
    Known(person): Known,
    Path(room): Path<String>,
) -> Result<Response, Problem> {
    let room: RoomId = room.parse().map_err(|_| Problem::NoSuchRoom)?;
    let pass = app.admission.socket(source)?;
    if !is_current {
        let task = app.tasks.token();
        return Ok(upgrade.on_upgrade(async move |socket| {
            let _inside = (pass, task);
            Socket::new(socket).end(Some(CloseCode::Outdated)).await;
        }));
    }
    app.registry.get(room, person.player, source).await?;
    let task = app.tasks.token();
    Ok(upgrade.on_upgrade(async move |socket| {
        let _inside = (pass, task);
        let mut socket = Socket::new(socket);
        let joined = app.registry.join(room, &person, since, source).await;
        drop(waiting);
        let code = match joined {
            Ok(connection) => {
                Talk {
                    connection,
                    player: person.player,
                    app: app.clone(),
                    source,
                    pace: Pace::new(),
                    syncs: Bucket::new(
                        limits::SYNCS_BURST,
                        limits::SYNCS_PER_MINUTE,
                        Duration::from_mins(1),
                    ),
                }
                .run(&mut socket)
                .await
            }
            Err(_) if app.shutdown.is_cancelled() => Some(CloseCode::Restarting),
            Err(_) => Some(CloseCode::RoomReset),
        };
        socket.end(code).await;
    }))
}

/// The socket of the lobby, which only listens. Its list is the same in the former version of the protocol.
///
/// # Errors
/// Too many sockets are open.
pub async fn lobby(
    State(app): State<App>,
    Handshake { upgrade, .. }: Handshake,
    SocketRequest { source, .. }: SocketRequest,
) -> Result<Response, Problem> {
    let pass = app.admission.socket(source)?;
    let task = app.tasks.token();
    Ok(upgrade.on_upgrade(async move |socket| {
        let _inside = (pass, task);
        let mut socket = Socket::new(socket);
        let code = watch(&app, &mut socket).await;
        socket.end(code).await;
    }))
}

/// Sends the list of rooms until either side has enough; says why, if it is this side.
async fn watch(app: &App, socket: &mut Socket) -> Option<CloseCode> {
    let mut list = app.lobby.watch();
    list.mark_changed();
    let mut pace = Pace::new();
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
                ControlFlow::Continue(Heard::Nothing) => ControlFlow::Continue(()),
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
    connection: Connection,
    player: PlayerId,
    app: App,
    source: Source,
    pace: Pace,
    syncs: Bucket,
}

impl Talk {
    /// Goes on until either side has enough; says why, if it is this side.
    async fn run(mut self, socket: &mut Socket) -> Option<CloseCode> {
        loop {
            let event = tokio::select! {
                biased;
                Some(text) = self.connection.inbox.recv() => tokio::select! {
                    biased;
                    sent = socket.send(text) => sent,
                    // One who can't take what comes before the end returns to all of it.
                    code = &mut self.connection.closing => {
                        return Some(code.unwrap_or(CloseCode::RoomReset));
                    }
                },
                // Only when everything that was to be sent has been, or the reader is too slow for it.
                code = &mut self.connection.closing => {
                    let code = code.unwrap_or(CloseCode::RoomReset);
                    if code != CloseCode::TooSlow {
                        // Whoever is too slow for the rest returns to it.
                        let _ = timeout(limits::CLOSE_TIME, self.finish(socket)).await;
                    }
                    return Some(code);
                }
                heard = socket.hear() => match heard {
                    ControlFlow::Continue(Heard::Text(text)) => self.take(socket, &text).await,
                    ControlFlow::Continue(Heard::Sign) => count(&mut self.pace),
                    ControlFlow::Continue(Heard::Nothing) => ControlFlow::Continue(()),
                    ControlFlow::Break(code) => ControlFlow::Break(code),
                },
            };
            if let ControlFlow::Break(code) = event {
                return code;
            }
        }
    }

    /// Sends what the room has said before it ended the connection.
    async fn finish(&mut self, socket: &mut Socket) {
        while let Ok(text) = self.connection.inbox.try_recv() {
            if socket.send(text).await.is_break() {
                return;
            }
        }
    }

    async fn take(&mut self, socket: &mut Socket, text: &str) -> Ended {
        let problem = match self.pace.take() {
            Err(TooMuch::Flood) => return ControlFlow::Break(Some(CloseCode::Flood)),
            Err(TooMuch::Again(again_ms)) => RoomProblem::TooFast { again_ms },
            Ok(()) => match text.parse::<ClientMessage>() {
                Ok(up) => match self.pay(&up) {
                    Ok(()) => return self.say(up).await,
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
    /// room once more that it is a thousand times longer than the question.
    fn pay(&mut self, up: &ClientMessage) -> Result<(), TooFast> {
        match up {
            ClientMessage::Sync { .. } => {
                self.syncs.take()?;
                self.app.admission.syncs.take(self.source)
            }
            ClientMessage::Chat { .. } => Ok(()),
            ClientMessage::Command { .. } => self.app.admission.commands.take(self.source),
        }
    }

    async fn say(&self, up: ClientMessage) -> Ended {
        if let ClientMessage::Command {
            command: Command::Name { name },
            ..
        } = &up
        {
            // The name is the person's, not only the room's.
            if let Err(reason) = self
                .app
                .store
                .writer()
                .name(self.player, name.clone())
                .await
            {
                tracing::warn!(%reason, "a name was not stored");
            }
        }
        // A room that is gone has said why, or the end of its connection says it.
        let _ = self.connection.say(up).await;
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
    /// Nothing: a ping was sent.
    Nothing,
}

/// A socket that pings, and notices silence.
struct Socket {
    stream: WebSocket,
    ping: tokio::time::Interval,
    heard: Instant,
}

impl Socket {
    fn new(stream: WebSocket) -> Self {
        let now = Instant::now();
        let mut ping = interval_at(now + limits::PING_EVERY, limits::PING_EVERY);
        ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Self {
            stream,
            ping,
            heard: now,
        }
    }

    async fn send(&mut self, text: Utf8Bytes) -> Ended {
        match timeout(limits::SEND_TIME, self.stream.send(Message::Text(text))).await {
            Ok(Ok(())) => ControlFlow::Continue(()),
            Ok(Err(_)) => ControlFlow::Break(None),
            Err(_) => ControlFlow::Break(Some(CloseCode::TooSlow)),
        }
    }

    /// Waits for a message, or something else that was worth waking up for. Can be given up at any
    /// point.
    async fn hear(&mut self) -> ControlFlow<Option<CloseCode>, Heard> {
        let message = tokio::select! {
            message = self.stream.recv() => message,
            () = sleep_until(self.heard + limits::SILENCE) => {
                return ControlFlow::Break(Some(CloseCode::Silent));
            }
            _ = self.ping.tick() => {
                let ping = self.stream.send(Message::Ping(axum::body::Bytes::new()));
                return match timeout(limits::SEND_TIME, ping).await {
                    Ok(Ok(())) => ControlFlow::Continue(Heard::Nothing),
                    Ok(Err(_)) => ControlFlow::Break(None),
                    Err(_) => ControlFlow::Break(Some(CloseCode::Silent)),
                };
            }
        };
        self.heard = Instant::now();
        match message {
            Some(Ok(Message::Text(text))) => ControlFlow::Continue(Heard::Text(text)),
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => ControlFlow::Continue(Heard::Sign),
            // Too large, not text, or not a WebSocket any more; the last can't be told, and needn't.
            Some(Ok(Message::Binary(_)) | Err(_)) => ControlFlow::Break(Some(CloseCode::BadFrame)),
            Some(Ok(Message::Close(_))) | None => ControlFlow::Break(None),
        }
    }

    /// Says why, if there is a reason, and waits a moment for the other side to have heard.
    async fn end(mut self, code: Option<CloseCode>) {
        let Some(code) = code else { return };
        let farewell = async {
            if code == CloseCode::Restarting {
                let (soon, late) = limits::RECONNECT_MS;
                let closing = ServerMessage::Closing {
                    again_ms: chance::between(soon, late),
                };
                let text = serde_json::to_string(&closing).expect("plain values");
                self.stream.send(Message::Text(text.into())).await?;
            }
            let frame = CloseFrame {
                code: code as u16,
                reason: Utf8Bytes::default(),
            };
            self.stream.send(Message::Close(Some(frame))).await?;
            // What still comes is not looked at; a connection that is reset would lose the reason.
            while let Some(Ok(_)) = self.stream.recv().await {}
            Ok::<(), axum::Error>(())
        };
        // Whoever does not listen to the reason misses it.
        let _ = timeout(limits::CLOSE_TIME, farewell).await;
    }
}
