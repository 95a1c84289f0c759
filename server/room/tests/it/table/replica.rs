//! Replicas of the room, as other servers have them. They receive feed messages through their
//! serialized bytes. Their spectators have tabs like all others, and the same invariants hold for
//! them.

use std::collections::VecDeque;

use senda_room::{
    ConnectionId, Feed, FeedPayload, Input, Replica, ReplicaEffect, ReplicaInput, Report,
    protocol::Since,
};

use super::{Tab, Table, person};

/// The first connection number of the tabs at replicas.
const ELSEWHERE: u64 = 1 << 40;

/// A replica of the room on another server.
pub struct ReplicaServer {
    pub connection: ConnectionId,
    /// The replica; `None` until it has received its initial state.
    pub replica: Option<Replica>,
    /// The number of milliseconds that the clock of its server is behind.
    pub behind_ms: u64,
    /// The tabs of the spectators that it serves.
    pub tabs: Vec<ConnectionId>,
}

impl Table {
    /// Connects a replica to the room and returns its number.
    pub fn add_replica(&mut self) -> usize {
        self.last_connection += 1;
        let connection = ConnectionId(self.last_connection);
        self.replicas.push(ReplicaServer {
            connection,
            replica: None,
            behind_ms: 7_777 * self.replicas.len() as u64,
            tabs: Vec::new(),
        });
        self.step(Input::ReplicaJoined { connection });
        self.replicas.len() - 1
    }

    /// Connects a spectator to a replica.
    pub fn watch(&mut self, replica: usize, number: u128) -> ConnectionId {
        let tab = Tab {
            player: Some(person(number).player),
            ..Tab::default()
        };
        self.watch_with(replica, number, tab, None)
    }

    /// Connects a returning spectator to a replica. The spectator sends the version that it has.
    pub fn watch_again(&mut self, replica: usize, number: u128, before: &Tab) -> ConnectionId {
        let since = Since {
            epoch: before.epoch.try_into().unwrap(),
            version: before.version,
        };
        let tab = before.returning();
        self.watch_with(replica, number, tab, Some(since))
    }

    fn watch_with(
        &mut self,
        replica: usize,
        number: u128,
        tab: Tab,
        since: Option<Since>,
    ) -> ConnectionId {
        self.last_connection += 1;
        let connection = ConnectionId(ELSEWHERE + self.last_connection);
        self.tabs.insert(connection, tab);
        self.replicas[replica].tabs.push(connection);
        let person = person(number);
        self.step_replica(
            replica,
            ReplicaInput::Joined {
                connection,
                person,
                since,
            },
        );
        connection
    }

    /// Disconnects a spectator from a replica.
    pub fn unwatch(&mut self, replica: usize, connection: ConnectionId) {
        self.replicas[replica].tabs.retain(|tab| *tab != connection);
        self.feed_one(replica, ReplicaInput::Left { connection });
        self.tabs.remove(&connection);
        self.carry_out(Vec::new());
    }

    /// Performs a step of a replica, and the steps of the room that follow from it.
    pub fn step_replica(&mut self, number: usize, input: ReplicaInput) {
        self.feed_one(number, input);
        self.carry_out(Vec::new());
    }

    /// Performs a step of a replica only. Its reports are queued.
    fn feed_one(&mut self, number: usize, input: ReplicaInput) {
        let one = &mut self.replicas[number];
        let now = senda_room::Time(self.now.0 - one.behind_ms);
        let connection = one.connection;
        let replica = one.replica.as_mut().expect("one that has begun");
        for effect in replica.step(now, input).unwrap() {
            match effect {
                ReplicaEffect::Send { to, message } => {
                    let (frame, shapes) = senda_wire::pack(&message);
                    for connection in to {
                        self.receive(connection, &message, &frame, shapes);
                    }
                }
                ReplicaEffect::Close { connection, code } => {
                    let tab = self.tabs.get_mut(&connection).expect("a tab to close");
                    assert_eq!(tab.closed.replace(code), None, "closed once");
                    self.replicas[number].tabs.retain(|tab| *tab != connection);
                }
                ReplicaEffect::Report(report) => {
                    let report = serde_json::to_string(&report).unwrap();
                    let report: Report = serde_json::from_str(&report).unwrap();
                    self.reports.push_back((connection, report));
                }
            }
        }
    }

    /// Feeds replicas, through the bytes that would go to other servers.
    pub fn feed(&mut self, to: &[ConnectionId], feed: &Feed) {
        let text = serde_json::to_string(feed).unwrap();
        for connection in to {
            let feed: Feed = serde_json::from_str(&text).unwrap();
            let mut all = self.replicas.iter();
            let number = all.position(|one| one.connection == *connection).unwrap();
            match feed.payload {
                FeedPayload::Beginning(beginning) => {
                    let log = serde_json::to_string(&self.log).unwrap();
                    let log = serde_json::from_str(&log).unwrap();
                    let one = &mut self.replicas[number];
                    let now = senda_room::Time(self.now.0 - one.behind_ms);
                    let replica = Replica::begin(now, log, feed.at, *beginning);
                    one.replica = Some(replica.unwrap());
                }
                _ => self.feed_one(number, ReplicaInput::Fed(feed)),
            }
        }
    }

    /// Delivers the queued reports of replicas to the room.
    pub fn hear_followers(&mut self) {
        while let Some((connection, report)) = self.reports.pop_front() {
            let input = Input::ReplicaReported { connection, report };
            let effects = self.room.step(self.now, input, &mut self.dice);
            self.do_all(effects);
        }
    }

    /// Returns the earliest deadline of the replicas, and the number of that replica.
    pub fn due_of_replicas(&self) -> Option<(senda_room::Time, usize)> {
        let replicas = self.replicas.iter().enumerate();
        let due = replicas.filter_map(|(number, one)| {
            let due = one.replica.as_ref()?.deadline()?;
            Some((due.plus(one.behind_ms), number))
        });
        due.min()
    }
}

/// The reports of replicas that the room has not received yet.
pub type Reports = VecDeque<(ConnectionId, Report)>;
