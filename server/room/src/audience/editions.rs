//! The room as it was told: what the next step is a patch of.

use std::{collections::BTreeMap, fmt};

use senda_rules::{AnyPrivate, Seat, Viewer};
use senda_wire::{Packed, Snapshot, patch};

use crate::{moment::Moment, protocol::RoomView};

/// Which of the things that were told somebody was told last; 0 for nothing.
pub(super) type Serial = u64;

/// What receivers hold, as far as it can be continued. Kept while somebody is connected.
#[derive(Clone, Debug, Default)]
pub(super) struct Editions {
    current: Edition,
    /// The current one again, but for its game: what has not changed is not written down again.
    room: Option<Box<RoomView>>,
    /// What a crowd holds that waits to be told.
    crowd: Option<Edition>,
    /// What each seat was told besides.
    own: BTreeMap<Seat, (Serial, Known)>,
    last: Serial,
}

/// The room as everybody may know it, at some moment.
#[derive(Clone, Debug, Default)]
struct Edition {
    serial: Serial,
    view: Snapshot,
}

impl Editions {
    /// Nobody is connected any more.
    pub fn forget(&mut self) {
        *self = Self {
            last: self.last,
            ..Self::default()
        };
    }

    /// The number of the room as it was last told.
    pub fn current(&self) -> Serial {
        self.current.serial
    }

    /// Takes down how the room is now. What those were told who hold what was told before is kept, if a crowd does.
    pub fn advance(&mut self, moment: &Moment, keep_for_crowd: bool) -> Advance {
        let mut room = moment.public();
        let same = self.room.as_ref().map_or(0, |former| room.same_as(former));
        let view = self.current.view.next(&room, same);
        let change = patch(&self.current.view, &view);
        if self.current.serial > 0 && change.as_ref().is_some_and(Packed::is_no_change) {
            return Advance::none(self.current.serial);
        }
        room.game = None;
        self.room = Some(Box::new(room));
        self.last += 1;
        let serial = self.last;
        let before = std::mem::replace(&mut self.current, Edition { serial, view });
        let from = before.serial;
        if keep_for_crowd && self.crowd.is_none() {
            self.crowd = Some(before);
        }
        Advance { from, change }
    }

    /// What the crowd holds that waits, and what makes of it what was told last.
    pub fn catch_up(&mut self) -> Advance {
        match self.crowd.take() {
            Some(crowd) => Advance {
                from: crowd.serial,
                change: patch(&crowd.view, &self.current.view),
            },
            // What has happened since has changed nothing that is shown.
            None => Advance::none(self.current.serial),
        }
    }

    /// No crowd waits any more.
    pub fn drop_crowd(&mut self) {
        self.crowd = None;
    }

    /// The whole, as it was last told.
    pub fn whole(&self) -> Packed {
        self.current.view.packed().clone()
    }

    /// What a viewer knows of the game besides.
    pub fn own(&mut self, moment: &Moment, viewer: Viewer) -> Own {
        let private = moment.private(viewer);
        let (Viewer::Seat(seat), Some(private)) = (viewer, private) else {
            return Own::NOTHING;
        };
        let told = self.own.get(&seat);
        // Most seats know what they knew before, which is not worth writing down.
        if let Some((serial, Known::Private(known))) = told
            && **known == private
        {
            let (serial, what) = (*serial, What::Private(private.into()));
            return Own { serial, what };
        }
        let packed = Packed::of(&private);
        let serial = match told {
            Some((serial, Known::Packed(known))) if *known == packed => *serial,
            _ => {
                self.last += 1;
                let known = if private.has_choices() {
                    Known::Packed(packed.clone())
                } else {
                    Known::Private(private.into())
                };
                self.own.insert(seat, (self.last, known));
                self.last
            }
        };
        let what = What::Packed(packed);
        Own { serial, what }
    }
}

/// What a seat was told besides.
#[derive(Clone)]
enum Known {
    /// What is small, and compared quickly.
    Private(Box<AnyPrivate>),
    /// With what it may decide, which takes several times as much room as a value.
    Packed(Packed),
}

/// Only what may stand in a log line: it is somebody's hand.
impl fmt::Debug for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Known").finish_non_exhaustive()
    }
}

/// What a viewer knows of the game besides.
pub(super) struct Own {
    pub serial: Serial,
    what: What,
}

enum What {
    Nothing,
    Private(Box<AnyPrivate>),
    Packed(Packed),
}

impl Own {
    const NOTHING: Self = Self {
        serial: 0,
        what: What::Nothing,
    };

    /// As it is told.
    pub fn packed(self) -> Packed {
        match self.what {
            What::Nothing => Packed("null".to_owned()),
            What::Private(private) => Packed::of(&*private),
            What::Packed(packed) => packed,
        }
    }
}

/// What has become of the room since it was last told.
#[derive(Clone, Debug)]
pub(super) struct Advance {
    /// The number of what it was.
    pub from: Serial,
    /// What makes of it what it is now; `None` where only the whole helps.
    pub change: Option<Packed>,
}

impl Advance {
    /// Nothing.
    fn none(from: Serial) -> Self {
        let change = Some(Packed::no_change());
        Self { from, change }
    }

    /// What is to be changed by somebody who holds that; `None` if they are to be told the whole.
    pub fn of(&self, held: Serial) -> Option<&Packed> {
        let change = self.change.as_ref();
        change.filter(|_| held > 0 && held == self.from)
    }
}
