//! The shell around the room. It carries out effects, and can crash at any of them.

use senda_room::{
    ConnectionId, Effect, Input, LogEvent, Record, Room, Time,
    limits::{CROWD, CROWD_EVERY_MS},
    protocol::{ClientMessage, ServerMessage},
};

use super::{Tab, Table};

/// A fault of the shell, to show that the invariants detect it.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum Fault {
    /// Sends messages before it stores the record.
    ToldFirst,
    /// Loses the last record in a crash, after clients have received it.
    LosesTheLast,
    /// Stores the log without the commands that caused the records.
    ForgetsCommands,
    /// Counts the downtime as playing time.
    ChargesDowntime,
    /// Drops some of the updates.
    DropsUpdates,
    /// Sends the messages of a seat to a spectator.
    MixesViewersUp,
    /// Stores a record twice at a restart.
    StoresTwice,
    /// Restarts from a log with a changed secret of the last game.
    ChangesTheSecret,
    /// Never sends a tick to the room.
    NeverTicks,
}

impl Table {
    pub fn step(&mut self, input: Input) {
        self.note_question(&input);
        let effects = self.room.step(self.now, input, &mut self.dice);
        self.carry_out(effects);
    }

    fn note_question(&mut self, input: &Input) {
        if let Input::Message {
            connection,
            message: ClientMessage::Look { visible },
        } = input
        {
            self.tabs
                .get_mut(connection)
                .expect("the tab that looks")
                .hidden = !visible;
        }
        if let Input::Message {
            connection,
            message: ClientMessage::Sync { since: Some(_) },
        } = input
        {
            let tab = self.tabs.get_mut(connection);
            tab.expect("the tab that asks").asked = true;
        }
    }

    /// Carries out the first `count` effects of a step. The process then crashes and restarts after
    /// `milliseconds`. All tabs are lost.
    pub fn crash(&mut self, input: Option<Input>, count: usize, milliseconds: u64) {
        if let Some(input) = input {
            self.note_question(&input);
            let mut effects = self.room.step(self.now, input, &mut self.dice);
            effects.truncate(count);
            self.do_all(effects);
        }
        let died = self.now;
        self.later(milliseconds);
        self.tabs.clear();
        self.replicas.clear();
        self.reports.clear();
        self.questions.clear();
        self.hints.clear();
        let mut stored = self.log.clone();
        let mut restored_at = self.now;
        match self.fault {
            Some(Fault::LosesTheLast) if stored.len() > 1 => {
                stored.pop();
            }
            Some(Fault::ForgetsCommands) => {
                for record in &mut stored {
                    record.cause = None;
                }
            }
            Some(Fault::StoresTwice) => stored.extend(stored.last().cloned()),
            Some(Fault::ChargesDowntime) => restored_at = died,
            Some(Fault::ChangesTheSecret) => {
                for happened in stored.iter_mut().flat_map(|record| &mut record.happened) {
                    if let LogEvent::Committed(committed) = happened {
                        committed.secret.0[0] ^= 1;
                    }
                }
            }
            _ => {}
        }
        // The log is restored from its serialized bytes.
        let stored: Vec<String> = stored
            .iter()
            .map(|record| serde_json::to_string(record).unwrap())
            .collect();
        let stored = stored
            .iter()
            .map(|record| serde_json::from_str::<Record>(record).unwrap());
        self.room = Room::restore(restored_at, stored).unwrap();
        self.restored = self.now;
        if self.fault == Some(Fault::ChargesDowntime) {
            // Simulates a player who was connected all the time.
            let stayed = self.owners.values().next().copied();
            if let Some(player) = stayed {
                self.now = died;
                self.join(player.0.as_u128());
                self.now = self.restored;
            }
            self.step(Input::Tick);
        }
    }

    /// Carries out effects as a correct shell does, and checks every invariant.
    pub fn carry_out(&mut self, effects: Vec<Effect>) {
        self.do_all(effects);
        self.hear_followers();
        let open = || {
            let tabs = self.tabs.iter();
            tabs.filter(|(_, tab)| tab.closed.is_none() && !tab.asks)
        };
        let has_crowd = open().filter(|(_, tab)| tab.only_watches()).count() > CROWD;
        // A crowd receives its updates together, and with a bounded delay only.
        let soon = |due: Time| due <= self.now.plus(CROWD_EVERY_MS);
        let due_elsewhere = self.due_of_replicas().map(|(due, _)| due);
        let due = self.room.deadline().into_iter().chain(due_elsewhere).min();
        let crowd_soon = has_crowd && due.is_some_and(soon);
        for (connection, tab) in open() {
            let waits = crowd_soon || (self.shows_later && self.playing);
            assert!(
                tab.version == self.version() || (tab.only_watches() && waits),
                "{connection:?} has been told everything"
            );
        }
        if self.fault.is_none() && self.log.len().is_multiple_of(8) {
            let version = self.version();
            let restored = match self.told_by_log.take() {
                Some((of, room)) if of == version => room,
                _ => Room::restore(self.now, self.log.clone()).unwrap(),
            };
            assert!(
                restored.state() == self.room.state(),
                "the log tells all that lasts"
            );
            self.told_by_log = Some((version, restored));
        }
    }

    pub fn do_all(&mut self, mut effects: Vec<Effect>) {
        if self.fault == Some(Fault::ToldFirst) {
            effects.sort_by_key(|effect| matches!(effect, Effect::Append { .. }));
        }
        let mut stored = Vec::new();
        let mut reported = Vec::new();
        for effect in effects {
            match effect {
                Effect::Append {
                    record,
                    finished,
                    alarm,
                } => {
                    self.alarm = alarm.unwrap_or(self.alarm);
                    self.append(record, finished);
                }
                Effect::Send { to, message } => {
                    assert!(!to.is_empty(), "a message for somebody");
                    let to = self.misdirect(to, &message);
                    let (frame, shapes) = senda_wire::pack(&message);
                    for connection in to {
                        self.receive(connection, &message, &frame, shapes);
                    }
                }
                Effect::Feed { to, feed } => self.feed(&to, &feed),
                Effect::Alarm(alarm) => self.alarm = alarm,
                Effect::Name {
                    player,
                    name,
                    reply_to,
                } => {
                    self.names.push((player, name));
                    stored.extend(reply_to);
                }
                Effect::Report {
                    report,
                    sender,
                    cause,
                } => {
                    reported.push(Input::Reported {
                        connection: sender,
                        cause,
                        is_stored: !self.loses_reports,
                    });
                    self.player_reports.push(*report);
                }
                Effect::Think(question) => {
                    self.world.is_asked(&question);
                    self.questions.push(question);
                }
                Effect::Hint { to, question } => {
                    self.world.is_asked(&question);
                    let asks = self.tabs[&to].seat();
                    assert_eq!(asks, Some(question.seat.index()), "their own seat");
                    self.hints.push((to, question));
                }
                Effect::Notify(notifications) => {
                    let tabs = self.tabs.values();
                    let mut own = tabs
                        .filter(|tab| tab.player == Some(notifications.to) && tab.closed.is_none());
                    assert!(own.all(|tab| tab.hidden), "who looks is told there");
                    self.notifications.push(notifications);
                }
                Effect::Announce(announcement) => self.announced.push(announcement),
                Effect::Close { connection, code } => {
                    let tab = self.tabs.get_mut(&connection).expect("a tab to close");
                    assert_eq!(tab.closed.replace(code), None, "closed once");
                }
            }
        }
        let named = stored.into_iter();
        let named = named.map(|(connection, id)| Input::Named { connection, id });
        for input in named.chain(reported) {
            let effects = self.room.step(self.now, input, &mut self.dice);
            self.do_all(effects);
        }
    }

    fn misdirect(
        &mut self,
        mut to: Vec<ConnectionId>,
        message: &ServerMessage,
    ) -> Vec<ConnectionId> {
        let continues = match message {
            ServerMessage::Update(update) => update.from > 0,
            ServerMessage::Step(_) => true,
            _ => false,
        };
        if !continues {
            return to;
        }
        match self.fault {
            Some(Fault::DropsUpdates) if self.dice.once_in(9) => {
                to.pop();
            }
            Some(Fault::MixesViewersUp) => {
                let watches =
                    |tab: &Tab| tab.closed.is_none() && tab.version > 0 && tab.seat().is_none();
                to.extend(
                    self.tabs
                        .iter()
                        .find(|(_, tab)| watches(tab))
                        .map(|(&connection, _)| connection),
                );
            }
            _ => {}
        }
        to
    }
}
