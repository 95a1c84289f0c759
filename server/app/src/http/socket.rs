//! WebSockets of clients: their handshakes, the messages that they may send, and how they end.

mod client_socket;
mod handshake;
mod pace;
mod room_connection;
mod why;

use std::{ops::ControlFlow, sync::Arc, time::Duration};

use axum::{
    extract::{Path, State},
    response::Response,
};
use senda_room::{
    PlayerId, Time,
    protocol::{
        ClientMessage, CloseCode, Command, CommandId, Problem as Refusal, RoomProblem,
        ServerMessage,
    },
};
use senda_store::RoomId;
use serde::Deserialize;

use self::{
    client_socket::{Ended, Received, Socket},
    handshake::{Handshake, Returning, SocketRequest},
    pace::{Pace, TooMuch, milliseconds},
    room_connection::{JoinRequest, RoomConnection},
};
pub use self::{
    handshake::SUBPROTOCOL,
    why::{why_no_lobby, why_no_room, why_no_screen},
};
use crate::{
    app::App,
    http::{
        problem::{Problem, shortened},
        request::Guest,
    },
    limits,
    live::actor::Arrival,
    net::{
        moderation::Watch,
        open_sockets::OpenSocket,
        rate::{Bucket, Source, TooFast},
        transport::Transport,
    },
};

/// Opens the socket of a room. A player removed by the host is accepted and then informed by
/// the close code, since a browser does not show a page why a handshake is rejected.
///
/// # Errors
/// Returns [`Problem`] if the room is unavailable, or if too many sockets are open.
pub async fn room(
    State(app): State<App>,
    handshake: Handshake,
    socket: SocketRequest,
    Returning(since): Returning,
    guest: Guest,
    Path(room): Path<String>,
) -> Result<Response, Problem> {
    let room: RoomId = room.parse().map_err(|_| Problem::NoSuchRoom)?;
    open(app, handshake, socket, guest, (room, Arrival::Join(since))).await
}

/// Opens the socket of a person who asks the host of a locked room to be let in. It is sent nothing
/// but a close code. A client that asks too often is answered like one that does not ask.
///
/// # Errors
/// As [`room`].
pub async fn entry(
    State(app): State<App>,
    handshake: Handshake,
    socket: SocketRequest,
    guest: Guest,
    Path(room): Path<String>,
) -> Result<Response, Problem> {
    let room: RoomId = room.parse().map_err(|_| Problem::NoSuchRoom)?;
    let arrival = match app.admission.entry_requests.take(socket.source) {
        Ok(()) => Arrival::Request,
        Err(_) => Arrival::Join(None),
    };
    open(app, handshake, socket, guest, (room, arrival)).await
}

/// Opens the socket of a screen that only shows a room, such as a television or a frame of another
/// site. It needs no session, because browsers send no cookies from frames. The screen is a
/// spectator that can say nothing.
///
/// # Errors
/// As [`room`].
pub async fn screen(
    State(app): State<App>,
    handshake: Handshake,
    socket: SocketRequest,
    Returning(since): Returning,
    Path(room): Path<String>,
) -> Result<Response, Problem> {
    let room: RoomId = room.parse().map_err(|_| Problem::NoSuchRoom)?;
    let guest = Guest::screen(&app);
    open(app, handshake, socket, guest, (room, Arrival::Join(since))).await
}

/// Accepts the handshake of a socket for a room, and joins the room.
async fn open(
    app: App,
    handshake: Handshake,
    SocketRequest { source, joining }: SocketRequest,
    guest: Guest,
    (room, arrival): (RoomId, Arrival),
) -> Result<Response, Problem> {
    let permit = app.admission.socket(source)?;
    if !handshake.is_current {
        let guards = (permit, app.tasks.token());
        return Ok(handshake.accept(async move |transport| {
            let _guards = guards;
            let socket = Socket::new(transport);
            let again = limits::RECONNECT_MS;
            socket.end(Some(CloseCode::Outdated), again).await;
        }));
    }
    let request = JoinRequest {
        room,
        person: guest.person,
        arrival,
        source,
    };
    let joining = request.wait_until_reachable(&app, joining).await?;
    let guards = (permit, app.tasks.token());
    Ok(handshake.accept(async move |transport| {
        let mut socket = Socket::new(transport);
        let again = app.reconnect_ms();
        let device = (guest.socket, guest.is_screen);
        let conversation = begin(app, &request, device, &socket.transport).await;
        drop(joining);
        // In a new task: joining takes several times the memory of an open socket, and is soon
        // over.
        tokio::spawn(async move {
            let _guards = guards;
            let code = match conversation {
                Ok(mut conversation) => conversation.run(&mut socket).await,
                Err(code) => Some(code),
            };
            // Boxed, so that the space is reserved only from then on.
            Box::pin(socket.end(code, again)).await;
        });
    }))
}

/// Joins the room. Returns the close code if the client can't join.
async fn begin(
    app: App,
    request: &JoinRequest,
    (mut device, is_screen): (OpenSocket, bool),
    transport: &Arc<Transport>,
) -> Result<Conversation, CloseCode> {
    // The page reconnects, and is rejected unless it has signed in again.
    let joined = if device.is_ended() {
        None
    } else {
        request.join(&app, transport).await.ok()
    };
    match joined {
        Some(connection) => Ok(Conversation {
            connection,
            device,
            is_screen,
            pace: Pace::new(app.settings.messages_per_second, app.metrics.clone()),
            player: request.person.player,
            moderation: app.moderation.watch(),
            source: request.source,
            syncs: Bucket::new(
                limits::SYNCS_BURST,
                limits::SYNCS_PER_MINUTE,
                Duration::from_mins(1),
            ),
            app,
        }),
        None if app.shutdown.is_cancelled() => Err(CloseCode::Restarting),
        None => Err(CloseCode::RoomReset),
    }
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
    let permit = app.admission.socket(source)?;
    let guards = (permit, app.tasks.token());
    Ok(handshake.accept(async move |transport| {
        let _guards = guards;
        let mut socket = Socket::new(transport);
        let code = watch(&app, source, &mut socket).await;
        Box::pin(socket.end(code, app.reconnect_ms())).await;
    }))
}

/// Sends the list of rooms until either side ends the socket. Returns the close code if this side
/// ends it.
async fn watch(app: &App, source: Source, socket: &mut Socket) -> Option<CloseCode> {
    let mut moderation = app.moderation.watch();
    if let Some(text) = moderation.news(app.clock.now())
        && let ControlFlow::Break(code) = socket.send(text).await
    {
        return code;
    }
    let mut list = app.lobby.watch();
    list.mark_changed();
    let mut pace = Pace::new(app.settings.messages_per_second, app.metrics.clone());
    loop {
        let event = tokio::select! {
            () = app.shutdown.cancelled() => return Some(CloseCode::Restarting),
            () = moderation.changed() => moderate(app, (&mut moderation, None, source), socket).await,
            // The list outlives its subscribers: the application holds it.
            Ok(()) = list.changed() => {
                let text = list.borrow_and_update().clone();
                tokio::select! {
                    biased;
                    sent = socket.send(text) => sent,
                    () = app.shutdown.cancelled() => return Some(CloseCode::Restarting),
                }
            }
            received = socket.receive() => match received {
                // Other messages have no answer here, but they count for the rate limit.
                ControlFlow::Continue(Received::Text(text)) => match pace.take() {
                    Ok(()) if is_ping(&text) => pong(socket, None).await,
                    Ok(()) | Err(TooMuch::Again(_)) => ControlFlow::Continue(()),
                    Err(TooMuch::Flood) => ControlFlow::Break(Some(CloseCode::Flood)),
                },
                ControlFlow::Continue(Received::SignOfLife) => count(&mut pace),
                ControlFlow::Break(code) => ControlFlow::Break(code),
            },
        };
        if let ControlFlow::Break(code) = event {
            return code;
        }
    }
}

/// The conversation between a client and a room.
struct Conversation {
    connection: RoomConnection,
    /// The socket's entry in the list of open sockets. It ends when the device is signed out.
    device: OpenSocket,
    /// Whether the client only shows the room, so that it has nothing to say.
    is_screen: bool,
    app: App,
    /// The player, and the bans and the notice of the operator.
    player: PlayerId,
    moderation: Watch,
    source: Source,
    pace: Pace,
    syncs: Bucket,
}

impl Conversation {
    /// Runs until either side ends the socket. Returns the close code if this side ends it. The
    /// room writes its messages to the socket itself.
    async fn run(&mut self, socket: &mut Socket) -> Option<CloseCode> {
        // The ban may have come while the client joined.
        if let ControlFlow::Break(code) = Box::pin(self.moderate(socket)).await {
            return code;
        }
        loop {
            let event = tokio::select! {
                biased;
                // The page reconnects, and is rejected unless it has signed in again.
                () = self.device.ended() => return Some(CloseCode::RoomReset),
                code = self.connection.closing() => {
                    let code = code.unwrap_or(CloseCode::RoomReset);
                    return Some(code);
                }
                () = self.moderation.changed() => Box::pin(self.moderate(socket)).await,
                received = socket.receive() => match received {
                    // Boxed, since clients rarely send messages.
                    ControlFlow::Continue(Received::Text(text)) => {
                        Box::pin(self.handle(socket, &text)).await
                    }
                    ControlFlow::Continue(Received::SignOfLife) => count(&mut self.pace),
                    ControlFlow::Break(code) => ControlFlow::Break(code),
                },
            };
            if let ControlFlow::Break(code) = event {
                return code;
            }
        }
    }

    /// Ends the socket of a banned client, and sends the notice of the operator if it is new.
    async fn moderate(&mut self, socket: &mut Socket) -> Ended {
        let watch = (&mut self.moderation, Some(self.player), self.source);
        moderate(&self.app, watch, socket).await
    }

    async fn handle(&mut self, socket: &mut Socket, text: &str) -> Ended {
        let problem = match self.pace.take() {
            Err(TooMuch::Flood) => return ControlFlow::Break(Some(CloseCode::Flood)),
            Err(TooMuch::Again(again_ms)) => RoomProblem::TooFast { again_ms },
            Ok(()) => match text.parse::<ClientMessage>() {
                Ok(ClientMessage::Ping {}) => {
                    let is_local = self.connection.is_local();
                    return pong(socket, is_local.then(|| self.app.clock.now())).await;
                }
                Ok(message) if self.is_screen && !matches!(message, ClientMessage::Sync { .. }) => {
                    return ControlFlow::Break(Some(CloseCode::BadFrame));
                }
                Ok(message) => match self.charge(&message) {
                    Ok(()) => return self.forward(message, text).await,
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
    /// room is a thousand times longer than its request; a hint takes a core's time, and a report
    /// the operator's.
    fn charge(&mut self, message: &ClientMessage) -> Result<(), TooFast> {
        match message {
            ClientMessage::Sync { .. } | ClientMessage::Pass { .. } => {
                self.syncs.take()?;
                self.app.admission.syncs.take(self.source)
            }
            ClientMessage::Chat { .. }
            | ClientMessage::Emote { .. }
            | ClientMessage::Look { .. }
            | ClientMessage::AskSeat { .. }
            | ClientMessage::TurnAway { .. }
            | ClientMessage::Ping {} => Ok(()),
            ClientMessage::Command {
                command: Command::Hint { .. },
                ..
            } => {
                self.app.admission.commands.take(self.source)?;
                self.app.admission.hints.take(self.source)
            }
            ClientMessage::Command {
                command: Command::Report { .. },
                ..
            } => self.app.admission.reports.take(self.source),
            ClientMessage::Command { .. } => self.app.admission.commands.take(self.source),
        }
    }

    async fn forward(&mut self, message: ClientMessage, text: &str) -> Ended {
        match self.connection.send(&self.app, message, text).await {
            Ok(()) => ControlFlow::Continue(()),
            // The client is informed when it reconnects, or finds its message executed.
            Err(_) => ControlFlow::Break(Some(CloseCode::RoomReset)),
        }
    }
}

/// Ends the socket of a banned client, and sends the notice of the operator if it is new.
async fn moderate(
    app: &App,
    (watch, player, source): (&mut Watch, Option<PlayerId>, Source),
    socket: &mut Socket,
) -> Ended {
    let now = app.clock.now();
    if watch.is_banned(player, source, now) {
        return ControlFlow::Break(Some(CloseCode::Banned));
    }
    match watch.news(now) {
        Some(text) => socket.send(text).await,
        None => ControlFlow::Continue(()),
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

/// Counts a message that needs no answer, even if it came too fast.
fn count(pace: &mut Pace) -> Ended {
    match pace.take() {
        Ok(()) | Err(TooMuch::Again(_)) => ControlFlow::Continue(()),
        Err(TooMuch::Flood) => ControlFlow::Break(Some(CloseCode::Flood)),
    }
}
