//! Commits events to the log and broadcasts them.

use super::{Room, notifications};
use crate::{
    audience::Moment,
    log::{Cause, LogEvent, Record},
    protocol::CloseCode,
    step::{Alarm, ConnectionId, Effect, Finished, ack},
};

/// A command that a client has sent and that is now carried out.
pub(super) struct IssuedCommand {
    pub sender: ConnectionId,
    pub cause: Cause,
}

/// A record that is not applied yet, with everything that only the state before it tells.
struct Prepared {
    record: Record,
    /// The game that the record ends.
    finished: Option<Finished>,
    before: notifications::Before,
    /// The alarm before the record.
    alarm: Alarm,
}

/// The messages that follow a record once it is stored.
struct Broadcast {
    changes_presence: bool,
    /// The record, if the room has replicas.
    fed: Option<Record>,
    /// The connections that the record excludes from the room, with their close codes.
    removed: Vec<(ConnectionId, CloseCode)>,
    /// The connections whose devices return from guests to their owners.
    returned: Vec<ConnectionId>,
    notifications: Vec<Effect>,
}

impl Room {
    /// Commits events as one record: prepares it, applies it, appends it to the log, and broadcasts
    /// its changes. No message about a record precedes the effect that stores it.
    pub(super) fn commit(&mut self, command: Option<IssuedCommand>, events: Vec<LogEvent>) {
        let (sender, cause) = command
            .map(|command| (command.sender, command.cause))
            .unzip();
        let prepared = self.prepare(cause, events);
        let broadcast = self.apply(&prepared);
        self.append(sender, prepared);
        self.broadcast(sender, broadcast);
    }

    fn prepare(&self, cause: Option<Cause>, events: Vec<LogEvent>) -> Prepared {
        let happened = self.audience.with_numbers(&self.state, events);
        Prepared {
            finished: self.state.finished(&happened),
            record: Record {
                version: self.state.version + 1,
                at: self.seen,
                cause,
                happened,
            },
            before: notifications::Before::of(&self.state, &self.audience),
            alarm: self.state.alarm(self.seen),
        }
    }

    /// Applies the record to the state, the clocks and the audience.
    fn apply(&mut self, prepared: &Prepared) -> Broadcast {
        let record = &prepared.record;
        self.state
            .apply(record)
            .expect("a record of the room's own");
        let here = self.audience.seats_here(&self.state);
        self.clock
            .apply(&self.state, here, self.seen, &record.happened);
        let removed = self.audience.disconnect_excluded(&self.state, record);
        let returned = self.audience.take_devices_back(&self.state);
        self.note_absences();
        let (state, audience) = (&self.state, &mut self.audience);
        let mut notifications = notifications::of_record(state, audience, prepared.before, record);
        let finished = prepared.finished.as_ref();
        notifications.extend(finished.map(|finished| notifications::of_end(state, finished)));
        Broadcast {
            changes_presence: record.happened.iter().any(LogEvent::changes_presence),
            fed: audience.has_replicas().then(|| record.clone()),
            removed,
            returned,
            notifications,
        }
    }

    /// Stores the record and acknowledges the command that caused it.
    fn append(&mut self, sender: Option<ConnectionId>, prepared: Prepared) {
        let Prepared {
            record,
            finished,
            alarm: before,
            ..
        } = prepared;
        let answer = sender
            .zip(record.cause.as_ref())
            .map(|(sender, cause)| ack(sender, cause.id.clone(), record.version));
        let alarm = Some(self.state.alarm(self.seen)).filter(|alarm| *alarm != before);
        self.out.push(Effect::Append {
            record,
            finished,
            alarm,
        });
        self.out.extend(answer);
    }

    /// Sends the changes of the record, closes the connections that it excludes, and notifies the
    /// people who do not have the room in view.
    fn broadcast(&mut self, sender: Option<ConnectionId>, broadcast: Broadcast) {
        let Broadcast {
            changes_presence,
            fed,
            removed,
            returned,
            notifications,
        } = broadcast;
        let moment = Moment::new(&self.state, &self.clock, self.seen);
        self.audience
            .send_record(&moment, sender, changes_presence, fed, &mut self.out);
        self.audience
            .send_returned(&self.state, &returned, &mut self.out);
        let close = |(connection, code)| Effect::Close { connection, code };
        self.out.extend(removed.into_iter().map(close));
        self.out.extend(notifications);
    }
}
