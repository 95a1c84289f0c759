//! Those to whom a room says something: what waits for each, and whose turn it is.

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
    transport::{Framed, Outlet},
};

/// A room's side of all its connections.
#[derive(Debug)]
pub struct Clients {
    handles: BTreeMap<ConnectionId, ClientHandle>,
    /// Those for whom this step has something, and who are told it as soon as nothing is to be stored.
    told: Vec<ConnectionId>,
    /// Those of a crowd for whom something waits, in the order of their turns.
    waiting: VecDeque<ConnectionId>,
    /// When the next of them have theirs.
    turn: Instant,
    /// Those who could not follow, and are gone.
    lost: Vec<ConnectionId>,
}

/// A room's side of a connection.
#[derive(Debug)]
pub struct ClientHandle {
    outlet: Arc<dyn Outlet>,
    closing: oneshot::Sender<CloseCode>,
    /// What they are told together: at the end of a step, or one of a crowd when it is their turn.
    later: VecDeque<Framed>,
    /// How many shapes they have been told.
    shapes: u32,
    /// Whether they were told others by another server.
    anew: bool,
    has_part: Arc<AtomicBool>,
}

impl Clients {
    /// Nobody is there.
    pub fn new() -> Self {
        Self {
            handles: BTreeMap::new(),
            told: Vec::new(),
            waiting: VecDeque::new(),
            turn: Instant::now(),
            lost: Vec::new(),
        }
    }

    /// Somebody has come.
    pub fn insert(&mut self, link: ConnectionId, client: ClientHandle) {
        self.handles.insert(link, client);
    }

    /// Somebody has gone.
    pub fn remove(&mut self, link: ConnectionId) {
        self.handles.remove(&link);
    }

    /// When the next of a crowd have their turn, if something waits for any of them.
    pub fn turn(&self) -> Option<Instant> {
        (!self.waiting.is_empty()).then_some(self.turn)
    }

    /// Has something for those connections, which [`Clients::send`] sends. Each of a crowd has to wait for
    /// their turn, unless they are told something of their own before.
    pub fn tell(&mut self, to: &[ConnectionId], text: &Framed, shapes: u32) {
        for &link in to {
            let Some(client) = self.handles.get_mut(&link) else {
                continue;
            };
            if to.len() <= limits::CROWD {
                self.told.push(link);
            } else if client.later.is_empty() {
                self.waiting.push_back(link);
            }
            client.push(text, shapes);
            if client.later.len() > limits::OUTBOX {
                self.lose(link);
            }
        }
    }

    /// Sends what the step has for each connection, in one write for all of it.
    pub fn send(&mut self) {
        let mut told = std::mem::take(&mut self.told);
        for link in told.drain(..) {
            let client = self.handles.get_mut(&link);
            if !client.is_none_or(ClientHandle::catch_up) {
                self.lose(link);
            }
        }
        self.told = told;
    }

    /// Tells some of those for whom something waits, so that a crowd holds up nobody who plays.
    pub fn tell_some_of_the_crowd(&mut self) {
        self.turn = Instant::now() + limits::CROWD_PAUSE;
        for _ in 0..limits::CROWD_TOLD_TOGETHER.min(self.waiting.len()) {
            let link = self.waiting.pop_front().expect("one of them");
            let client = self.handles.get_mut(&link);
            if !client.is_none_or(ClientHandle::catch_up) {
                self.lose(link);
            }
        }
    }

    /// Those who could not follow, and are gone, since this was asked last.
    pub fn take_lost(&mut self) -> Vec<ConnectionId> {
        std::mem::take(&mut self.lost)
    }

    /// Ends the connection of one who can't follow.
    fn lose(&mut self, link: ConnectionId) {
        self.close(link, CloseCode::TooSlow);
        self.lost.push(link);
    }

    /// Those who have a part in the room are heard before those who only watch.
    pub fn note_part(&self, links: &[ConnectionId], you: &You) {
        let has_part = you.seat.is_some() || you.host;
        for client in links.iter().filter_map(|link| self.handles.get(link)) {
            client.has_part.store(has_part, Ordering::Relaxed);
        }
    }

    /// Ends a connection.
    pub fn close(&mut self, link: ConnectionId, code: CloseCode) {
        if let Some(client) = self.handles.remove(&link) {
            client.close(code);
        }
    }

    /// Ends all of them.
    pub fn close_all(&mut self, code: CloseCode) {
        for (_, client) in std::mem::take(&mut self.handles) {
            client.close(code);
        }
    }
}

impl ClientHandle {
    /// Of one who is told what there is through `outlet`, and why it ends by `closing`.
    pub fn new(
        outlet: Arc<dyn Outlet>,
        closing: oneshot::Sender<CloseCode>,
        has_part: Arc<AtomicBool>,
    ) -> Self {
        Self {
            anew: outlet.was_told_by_another(),
            outlet,
            closing,
            later: VecDeque::new(),
            shapes: 0,
            has_part,
        }
    }

    /// Has that for them, which only one who knows so many shapes can read.
    fn push(&mut self, text: &Framed, shapes: u32) {
        if self.shapes < shapes {
            let told = if std::mem::take(&mut self.anew) {
                senda_wire::tell_shapes_anew(shapes)
            } else {
                senda_wire::tell_shapes(self.shapes, shapes)
            };
            self.later.push_back(Framed::of(told));
            self.shapes = shapes;
        }
        self.later.push_back(text.clone());
    }

    /// Sends all that waits; whether they can follow.
    #[must_use]
    fn catch_up(&mut self) -> bool {
        if self.later.is_empty() {
            return true;
        }
        self.outlet.send(std::mem::take(&mut self.later))
    }

    fn close(mut self, code: CloseCode) {
        // Whoever is too slow for the rest returns to it.
        let _ = self.catch_up();
        // Whoever has gone already needs no reason.
        let _ = self.closing.send(code);
    }
}
