//! Sends the connections that are behind the changes that they have not received, as one message
//! for each distinct view.

use std::collections::BTreeMap;

use senda_rules::Viewer;
use senda_wire::Packed;

use super::{
    Audience, Course, Moment,
    delivery::send,
    people::Delivered,
    snapshots::{Diffs, SnapshotDiff},
};
use crate::{
    person::PlayerId,
    protocol::{ServerMessage, Step, TimelineEntry, Update},
    state::Hidden,
    step::{ConnectionId, Effect},
};

/// The connections that need the same message. The groups of the host and of players come before
/// those of spectators.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd)]
struct Group {
    only_watches: bool,
    viewer: Viewer,
    /// The state that the connections have. Its version is 0 if that state can't be continued.
    delivered: Delivered,
}

impl Audience {
    /// Sends each connection of these people the changes that it has not received yet. A connection
    /// whose owner has changed seats since gets the complete state, because other information was
    /// hidden from it before.
    pub(super) fn send_missed_changes(
        &mut self,
        moment: &Moment,
        players: &[PlayerId],
        diffs: &Diffs,
        out: &mut Vec<Effect>,
    ) {
        let sees_later = |player: &PlayerId| moment.state.sees_later(*player);
        let (later, now): (Vec<_>, Vec<_>) = players.iter().copied().partition(sees_later);
        self.send_changes(moment, &now, &diffs.live, out);
        if let Some((moment, diff)) = moment.delayed().zip(diffs.delayed.as_ref()) {
            self.send_changes(&moment, &later, diff, out);
        }
    }

    /// Sends the changes on one course of the room to the people who follow it.
    fn send_changes(
        &mut self,
        moment: &Moment,
        players: &[PlayerId],
        diff: &SnapshotDiff,
        out: &mut Vec<Effect>,
    ) {
        let groups = self.groups_behind(moment, players);
        for message in self.write_messages(moment, groups, diff) {
            let OutgoingMessage { from, viewer, .. } = message;
            let content = match message.change {
                Some(change) => {
                    ServerMessage::Step(step(moment, from, viewer, change, message.private))
                }
                None => self.whole(moment, from, viewer, message.private.unwrap_or_default()),
            };
            send(&message.to, content, out);
        }
    }

    /// Returns the connections of these people that have not received the last record.
    fn groups_behind(
        &self,
        moment: &Moment,
        players: &[PlayerId],
    ) -> BTreeMap<Group, Vec<ConnectionId>> {
        let (state, course) = (moment.state, moment.course);
        let viewer = moment.viewers();
        let mut groups: BTreeMap<Group, Vec<ConnectionId>> = BTreeMap::new();
        for here in players.iter().filter_map(|&player| self.people.get(player)) {
            let only_watches = !state.has_part(here.person.player);
            for &connection in &here.connections {
                let Some(player) = self.people.holder(connection) else {
                    continue;
                };
                let mut delivered = self.people.delivered(connection);
                let changes_course = delivered.course != course;
                if changes_course {
                    // The end of a delayed game continues what its viewers have seen. Any other
                    // change shows what was hidden before, so they need the complete state.
                    let version = match course {
                        Course::Live => delivered.version,
                        Course::Delayed(_) => 0,
                    };
                    delivered = Delivered {
                        version,
                        ..Delivered::default()
                    };
                }
                if delivered.version < state.version || changes_course {
                    delivered.version = state.continued(delivered.version, player);
                    let group = Group {
                        only_watches,
                        viewer: viewer(player),
                        delivered,
                    };
                    groups.entry(group).or_default().push(connection);
                }
            }
        }
        groups
    }

    /// Writes the message for each group, and marks it as delivered. Groups whose messages have the
    /// same content share one.
    fn write_messages<'a>(
        &mut self,
        moment: &Moment,
        groups: BTreeMap<Group, Vec<ConnectionId>>,
        diff: &'a SnapshotDiff,
    ) -> Vec<OutgoingMessage<'a>> {
        let version = moment.state.version;
        let public = self.snapshots_of(moment).current();
        let held = groups.keys().map(|group| group.delivered.version);
        let oldest = held.filter(|&version| version > 0).min();
        let hidden = moment.state.hidden(oldest.unwrap_or(version));
        let mut messages: Vec<OutgoingMessage> = Vec::new();
        for (group, to) in groups {
            let Group {
                only_watches,
                viewer,
                delivered,
            } = group;
            let part = self.snapshots_of(moment).private_part(moment, viewer);
            let private = part.serial;
            for &connection in &to {
                let now = Delivered {
                    version,
                    public,
                    private,
                    course: moment.course,
                };
                self.people.set_delivered(connection, now);
            }
            let continues = delivered.version > 0 && diff.of(delivered.public).is_some();
            let message = OutgoingMessage {
                only_watches,
                from: delivered.version,
                change: diff.of(delivered.public).filter(|_| continues),
                viewer,
                private: (private != delivered.private || !continues).then(|| part.packed()),
                to,
            };
            // Most seats know nothing about these events that the others do not, so one message
            // is enough for all of them.
            let mut others = messages.iter_mut();
            match others.find(|other| other.is_like(&message, &hidden)) {
                Some(other) => other.to.extend(message.to),
                None => messages.push(message),
            }
        }
        messages
    }

    /// Returns the complete state, with the events after version `from`.
    pub(super) fn whole(
        &mut self,
        moment: &Moment,
        from: u32,
        viewer: Viewer,
        private: Packed,
    ) -> ServerMessage {
        let state = moment.state;
        ServerMessage::Update(Update {
            epoch: state.epoch(),
            from,
            version: state.version,
            now: moment.now.0,
            happenings: state.timeline(from, viewer),
            view: self.snapshots_of(moment).whole(),
            own: private,
        })
    }
}

/// An outgoing message and its recipients.
struct OutgoingMessage<'a> {
    only_watches: bool,
    /// The last version that the recipients received, or 0 if none.
    from: u32,
    /// The public changes since that version, or `None` if the recipients need the complete state.
    change: Option<&'a Packed>,
    /// The viewer that the first recipient sees the game as.
    viewer: Viewer,
    /// The private part of the game, if it has to be sent.
    private: Option<Packed>,
    to: Vec<ConnectionId>,
}

impl OutgoingMessage<'_> {
    /// Returns whether both messages have the same content.
    fn is_like(&self, other: &Self, hidden: &Hidden) -> bool {
        self.only_watches == other.only_watches
            && self.from == other.from
            && self.change == other.change
            && self.private == other.private
            && (self.viewer == other.viewer
                || self.change.is_some()
                    && hidden.are_alike_for(self.viewer, other.viewer, self.from))
    }
}

/// Returns the step with the events after version `from` and the changes since.
fn step(
    moment: &Moment,
    from: u32,
    viewer: Viewer,
    change: &Packed,
    private: Option<Packed>,
) -> Step {
    let version = moment.state.version;
    let at = moment.now.0;
    let entries = moment.state.timeline(from, viewer);
    let is_just_now = |entry: &TimelineEntry| entry.version == version && entry.at == at;
    let (now, before): (Vec<_>, Vec<_>) = entries.into_iter().partition(is_just_now);
    Step {
        version,
        at,
        happenings: now.into_iter().map(|entry| entry.happening).collect(),
        before,
        change: change.clone(),
        own: private,
    }
}
