//! The clients of a room: the queued messages of each, and the order in which they are sent.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use senda_room::{
    ConnectionId,
    protocol::{CloseCode, You},
};
use tokio::{sync::oneshot, time::Instant};

use crate::{
    limits,
    net::transport::{Framed, Outlet},
};

/// A room's side of all its connections.
#[derive(Debug)]
pub struct Clients {
    handles: BTreeMap<ConnectionId, ClientHandle>,
    /// The connections with messages from this step, which are sent as soon as no record waits to
    /// be stored.
    pending: Vec<ConnectionId>,
    /// The members of a crowd with queued messages, in the order of their turns.
    waiting: VecDeque<ConnectionId>,
    /// The time of the next turn.
    turn: Instant,
    /// The connections that were too slow and have been closed.
    lost: Vec<ConnectionId>,
}

/// A room's side of one connection.
#[derive(Debug)]
pub struct ClientHandle {
    outlet: Arc<dyn Outlet>,
    closing: oneshot::Sender<CloseCode>,
    /// The queued messages. They are sent together at the end of a step, or at the client's turn in
    /// a crowd.
    later: VecDeque<Framed>,
    /// The number of shapes that the client has been sent.
    shapes: u32,
    /// Whether another server has sent the client other shapes, which have to be replaced.
    has_other_shapes: bool,
    has_part: Arc<AtomicBool>,
}

impl Clients {
    /// Creates an empty set of clients.
    pub fn new() -> Self {
        Self {
            handles: BTreeMap::new(),
            pending: Vec::new(),
            waiting: VecDeque::new(),
            turn: Instant::now(),
            lost: Vec::new(),
        }
    }

    /// Adds a client that has joined.
    pub fn insert(&mut self, connection: ConnectionId, client: ClientHandle) {
        self.handles.insert(connection, client);
    }

    /// Removes a client that has left.
    pub fn remove(&mut self, connection: ConnectionId) {
        self.handles.remove(&connection);
    }

    /// Returns the time of the next turn of a crowd, or `None` if no messages are queued for its
    /// members.
    pub fn turn(&self) -> Option<Instant> {
        (!self.waiting.is_empty()).then_some(self.turn)
    }

    /// Queues a message for those connections, to be sent by [`Clients::send`]. Each member of a
    /// crowd has to wait for their turn, unless they are sent a message of their own before.
    pub fn queue(&mut self, to: &[ConnectionId], text: &Framed, shapes: u32) {
        for &connection in to {
            let Some(client) = self.handles.get_mut(&connection) else {
                continue;
            };
            if to.len() <= limits::CROWD {
                self.pending.push(connection);
            } else if client.later.is_empty() {
                self.waiting.push_back(connection);
            }
            client.push(text, shapes);
            if client.later.len() > limits::OUTBOX {
                self.lose(connection);
            }
        }
    }

    /// Sends the messages of the step to each connection, in one write for each.
    pub fn send(&mut self) {
        let mut pending = std::mem::take(&mut self.pending);
        for connection in pending.drain(..) {
            let client = self.handles.get_mut(&connection);
            if !client.is_none_or(ClientHandle::catch_up) {
                self.lose(connection);
            }
        }
        self.pending = pending;
    }

    /// Sends the queued messages of some members of a crowd: only some, so that a crowd does not
    /// delay the players.
    pub fn send_to_some_of_the_crowd(&mut self) {
        self.turn = Instant::now() + limits::CROWD_PAUSE;
        for _ in 0..limits::CROWD_SENT_TOGETHER.min(self.waiting.len()) {
            let connection = self.waiting.pop_front().expect("one of them");
            let client = self.handles.get_mut(&connection);
            if !client.is_none_or(ClientHandle::catch_up) {
                self.lose(connection);
            }
        }
    }

    /// Returns the connections that were closed because they were too slow, since the last call.
    pub fn take_lost(&mut self) -> Vec<ConnectionId> {
        std::mem::take(&mut self.lost)
    }

    /// Closes the connection of a client that is too slow.
    fn lose(&mut self, connection: ConnectionId) {
        self.close(connection, CloseCode::TooSlow);
        self.lost.push(connection);
    }

    /// Notes whether clients have a seat or are the host. Their messages are handled before those
    /// of spectators.
    pub fn note_part(&self, connections: &[ConnectionId], you: &You) {
        let has_part = you.seat.is_some() || you.host;
        for client in connections
            .iter()
            .filter_map(|connection| self.handles.get(connection))
        {
            client.has_part.store(has_part, Ordering::Relaxed);
        }
    }

    /// Closes the connection of one client.
    pub fn close(&mut self, connection: ConnectionId, code: CloseCode) {
        if let Some(client) = self.handles.remove(&connection) {
            client.close(code);
        }
    }

    /// Closes the connections of all clients.
    pub fn close_all(&mut self, code: CloseCode) {
        for (_, client) in std::mem::take(&mut self.handles) {
            client.close(code);
        }
    }
}

impl ClientHandle {
    /// Creates the handle of a client that is sent its messages through `outlet` and its close code
    /// through `closing`.
    pub fn new(
        outlet: Arc<dyn Outlet>,
        closing: oneshot::Sender<CloseCode>,
        has_part: Arc<AtomicBool>,
    ) -> Self {
        Self {
            has_other_shapes: outlet.has_other_shapes(),
            outlet,
            closing,
            later: VecDeque::new(),
            shapes: 0,
            has_part,
        }
    }

    /// Queues a message that can be decoded only with `shapes` shapes, after those that the client
    /// does not have yet.
    fn push(&mut self, text: &Framed, shapes: u32) {
        if self.shapes < shapes {
            let announced = if std::mem::take(&mut self.has_other_shapes) {
                senda_wire::tell_shapes_anew(shapes)
            } else {
                senda_wire::tell_shapes(self.shapes, shapes)
            };
            self.later.push_back(Framed::of(announced));
            self.shapes = shapes;
        }
        self.later.push_back(text.clone());
    }

    /// Sends all queued messages. Returns whether the client can keep up.
    #[must_use]
    fn catch_up(&mut self) -> bool {
        if self.later.is_empty() {
            return true;
        }
        self.outlet.send(std::mem::take(&mut self.later))
    }

    fn close(mut self, code: CloseCode) {
        // A client that is too slow for the rest gets it when it reconnects.
        let _ = self.catch_up();
        // A client that is already gone needs no close code.
        let _ = self.closing.send(code);
    }
}
