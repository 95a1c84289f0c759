//! The last snapshots that were sent to connections. The next steps are diffs against them.

use std::{collections::BTreeMap, fmt};

use senda_rules::{AnyPrivate, Viewer};
use senda_wire::{Packed, Snapshot, patch};

use super::Moment;
use crate::protocol::RoomView;

/// The serial number of a snapshot or of a private part, or 0 for none.
pub(super) type Serial = u64;

/// The snapshots that connections hold and that diffs can be based on. They are kept while there
/// are connections.
#[derive(Clone, Debug, Default)]
pub(super) struct Snapshots {
    current: SerialSnapshot,
    /// The current view without its game. Fields that have not changed since need not be serialized
    /// again.
    room: Option<Box<RoomView>>,
    /// The snapshot that a crowd with pending updates holds.
    pub crowd: Option<SerialSnapshot>,
    /// The last private part that was sent to each viewer.
    private_parts: BTreeMap<Viewer, (Serial, SentPrivatePart)>,
    last: Serial,
}

/// The public view of the room at some moment, with its serial number.
#[derive(Clone, Debug, Default)]
pub(super) struct SerialSnapshot {
    serial: Serial,
    view: Snapshot,
}

impl Snapshots {
    /// Drops all snapshots after the last connection has closed.
    pub fn forget(&mut self) {
        *self = Self {
            last: self.last,
            ..Self::default()
        };
    }

    /// Returns the serial number of the current snapshot.
    pub fn current(&self) -> Serial {
        self.current.serial
    }

    /// Takes a snapshot of the current room. The previous snapshot is kept if a crowd still holds
    /// it.
    pub fn advance(&mut self, moment: &Moment, keep_for_crowd: bool) -> SnapshotDiff {
        let mut room = moment.public();
        let same = self.room.as_ref().map_or(0, |former| room.same_as(former));
        let view = self.current.view.next(&room, same);
        let change = patch(&self.current.view, &view);
        if self.current.serial > 0 && change.as_ref().is_some_and(Packed::is_no_change) {
            return SnapshotDiff::none(self.current.serial);
        }
        room.game = None;
        self.room = Some(Box::new(room));
        self.last += 1;
        let serial = self.last;
        let before = std::mem::replace(&mut self.current, SerialSnapshot { serial, view });
        let from = before.serial;
        if keep_for_crowd && self.crowd.is_none() {
            self.crowd = Some(before);
        }
        SnapshotDiff { from, change }
    }

    /// Returns the diff from the snapshot that the crowd holds to the current one.
    pub fn catch_up(&mut self) -> SnapshotDiff {
        match self.crowd.take() {
            Some(crowd) => SnapshotDiff {
                from: crowd.serial,
                change: patch(&crowd.view, &self.current.view),
            },
            // The events since then have not changed the view.
            None => SnapshotDiff::none(self.current.serial),
        }
    }

    /// Returns the complete current snapshot.
    pub fn whole(&self) -> Packed {
        self.current.view.packed().clone()
    }

    /// Returns the private part of the game for a viewer.
    pub fn private_part(&mut self, moment: &Moment, viewer: Viewer) -> PrivatePart {
        let private = moment.private(viewer);
        let Some(private) = private else {
            return PrivatePart::NOTHING;
        };
        let latest = self.private_parts.get(&viewer);
        // The private part of most seats does not change, so this avoids serializing it.
        if let Some((serial, SentPrivatePart::Private(sent_part))) = latest
            && **sent_part == private
        {
            let (serial, content) = (*serial, PrivateContent::Private(private.into()));
            return PrivatePart { serial, content };
        }
        let packed = Packed::of(&private);
        let serial = match latest {
            Some((serial, SentPrivatePart::Packed(sent_part))) if *sent_part == packed => *serial,
            _ => {
                self.last += 1;
                let sent_part = if private.has_choices() {
                    SentPrivatePart::Packed(packed.clone())
                } else {
                    SentPrivatePart::Private(private.into())
                };
                self.private_parts.insert(viewer, (self.last, sent_part));
                self.last
            }
        };
        let content = PrivateContent::Packed(packed);
        PrivatePart { serial, content }
    }
}

/// The last private part that was sent to a viewer.
#[derive(Clone)]
enum SentPrivatePart {
    /// A small value that is quick to compare.
    Private(Box<AnyPrivate>),
    /// A serialized private part that contains the possible decisions. As a value it would take
    /// several times as much memory.
    Packed(Packed),
}

/// Hides the content from log lines, because it contains the hand of a player.
impl fmt::Debug for SentPrivatePart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SentPrivatePart").finish_non_exhaustive()
    }
}

/// The private part of the game for a viewer.
pub(super) struct PrivatePart {
    pub serial: Serial,
    content: PrivateContent,
}

enum PrivateContent {
    Nothing,
    Private(Box<AnyPrivate>),
    Packed(Packed),
}

impl PrivatePart {
    const NOTHING: Self = Self {
        serial: 0,
        content: PrivateContent::Nothing,
    };

    /// Returns the private part in the form that is sent.
    pub fn packed(self) -> Packed {
        match self.content {
            PrivateContent::Nothing => Packed("null".to_owned()),
            PrivateContent::Private(private) => Packed::of(&*private),
            PrivateContent::Packed(packed) => packed,
        }
    }
}

/// The difference between the previous snapshot and the current one.
#[derive(Clone, Debug)]
pub(super) struct SnapshotDiff {
    /// The serial number of the previous snapshot.
    pub from: Serial,
    /// The diff, or `None` if the connections need the complete state.
    pub change: Option<Packed>,
}

/// The differences on both courses of the room. The one for people who see the game later is `None`
/// if there are no such people.
#[derive(Clone, Debug)]
pub(super) struct Diffs {
    pub live: SnapshotDiff,
    pub delayed: Option<SnapshotDiff>,
}

impl SnapshotDiff {
    /// Returns an advance without changes.
    fn none(from: Serial) -> Self {
        let change = Some(Packed::no_change());
        Self { from, change }
    }

    /// Returns the diff for a connection that holds the snapshot `held`, or `None` if it needs the
    /// complete state.
    pub fn of(&self, held: Serial) -> Option<&Packed> {
        let change = self.change.as_ref();
        change.filter(|_| held > 0 && held == self.from)
    }
}
