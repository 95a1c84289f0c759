//! What can still be told to someone who comes later.

use std::collections::VecDeque;

use senda_rules::{AnyEvent, AnyGame, Game, Seat, Viewer};

use crate::{
    limits,
    log::{LogEvent, Record},
    person::PlayerId,
    protocol::{Phase, PublicEvent, TimelineEntry},
    time::Time,
};

/// The records of the current or last game, whole, and the last others.
#[derive(Clone, Default, Eq, PartialEq)]
pub(crate) struct History {
    entries: VecDeque<Entry>,
    /// The last version of which something is not kept any more; 0 if all is.
    forgotten: u32,
}

/// What is told of one record, with nothing hidden yet.
#[derive(Clone, Eq, PartialEq)]
struct Entry {
    version: u32,
    at: Time,
    of_game: bool,
    told: Vec<Told>,
    /// As whom everybody looked at it.
    owners: SeatOwners,
}

/// What is told of something that happened.
#[derive(Clone, Eq, PartialEq)]
pub(crate) struct Told {
    /// To everybody alike; without the events of the game, if it has any.
    event: PublicEvent,
    /// Those, whole: of them each viewer is told what they may know.
    events: Option<Vec<AnyEvent>>,
}

impl Told {
    /// What hides nothing.
    pub fn open(event: PublicEvent) -> Self {
        let events = None;
        Self { event, events }
    }

    /// What happened with the game's events, which `event` is still without.
    pub fn of_game(event: PublicEvent, events: Vec<AnyEvent>) -> Self {
        let events = Some(events);
        Self { event, events }
    }

    /// Whether it has events of a game, which only that game can tell anybody.
    pub fn has_events(&self) -> bool {
        self.events.is_some()
    }

    /// What a viewer may know of it by now.
    fn to(&self, viewer: Viewer, game: Option<&AnyGame>) -> PublicEvent {
        let mut told = self.event.clone();
        if let Some(whole) = &self.events
            && let PublicEvent::Started { events, .. } | PublicEvent::Played { events, .. } =
                &mut told
        {
            let game = game.expect("its game is kept as long as a game's events are");
            let redact = |event| game.redact(event, viewer);
            *events = whole.iter().map(redact).collect();
        }
        told
    }
}

/// Who had which seat after a record.
#[derive(Clone, Eq, PartialEq)]
pub(crate) struct SeatOwners {
    pub phase: Phase,
    /// The number of the game, from 1.
    pub round: u32,
    /// Seat by seat; `None` for a seat that is free or whose owner has left.
    pub owners: Vec<Option<PlayerId>>,
}

impl SeatOwners {
    /// As whom someone looks at the game. When it is over, everybody may know everything; where
    /// there is none, there is nothing to know.
    pub fn of(&self, player: PlayerId) -> Viewer {
        match self.phase {
            Phase::Lobby => Viewer::Spectator,
            Phase::Over => Viewer::Omniscient,
            Phase::Playing => Seat::first(Seat::MOST)
                .zip(&self.owners)
                .find_map(|(seat, owner)| (*owner == Some(player)).then_some(seat))
                .map_or(Viewer::Spectator, Viewer::Seat),
        }
    }

    /// Whether someone looks at the same game as another one later.
    fn differ(&self, later: &Self, player: PlayerId) -> bool {
        let playing = self.phase == Phase::Playing && later.phase == Phase::Playing;
        playing && self.round == later.round && self.of(player) != later.of(player)
    }
}

impl History {
    /// Keeps what is told of a record, and forgets what is too old.
    pub fn keep(&mut self, record: &Record, told: Vec<Told>, owners: SeatOwners) {
        if told.is_empty() {
            // It has a number; there is nothing to tell of it, and no seat has changed hands.
            return;
        }
        let mut happened = record.happened.iter();
        if happened.any(|event| matches!(event, LogEvent::Started(_))) {
            self.forget_game();
        }
        self.entries.push_back(Entry {
            version: record.version,
            at: record.at,
            of_game: record.happened.iter().any(LogEvent::is_of_game),
            told,
            owners,
        });
        let others = self.entries.iter().filter(|entry| !entry.of_game).count();
        if others > limits::LOBBY_HISTORY {
            let oldest = self.entries.iter().position(|entry| !entry.of_game);
            let oldest = self.entries.remove(oldest.expect("one of the others"));
            self.forgotten =
                oldest.map_or(self.forgotten, |entry| entry.version.max(self.forgotten));
        }
    }

    /// The last game is not told of any more.
    pub fn forget_game(&mut self) {
        let last = self.entries.iter().rfind(|entry| entry.of_game);
        self.forgotten = last.map_or(self.forgotten, |entry| entry.version.max(self.forgotten));
        self.entries.retain(|entry| !entry.of_game);
    }

    /// What happened after version `from`, as a viewer may know it by now.
    pub fn since(&self, from: u32, game: Option<&AnyGame>, viewer: Viewer) -> Vec<TimelineEntry> {
        let late = self.entries.iter().filter(|entry| entry.version > from);
        late.flat_map(|entry| {
            entry.told.iter().map(|told| TimelineEntry {
                version: entry.version,
                at: entry.at.0,
                happening: told.to(viewer, game),
            })
        })
        .collect()
    }

    /// Whether someone who had been told everything up to version `from`, and had stayed, would have
    /// been told nothing but what came after it: it is all remembered, and they have looked at each
    /// game as the same viewer all the time.
    pub fn continues(&self, from: u32, player: PlayerId) -> bool {
        if from < self.forgotten {
            return false;
        }
        let later = self.entries.iter().filter(|entry| entry.version > from);
        let before = self.entries.iter().rfind(|entry| entry.version <= from);
        let owners = before.into_iter().chain(later).map(|entry| &entry.owners);
        let owners: Vec<&SeatOwners> = owners.collect();
        !owners.windows(2).any(|two| two[0].differ(two[1], player))
    }
}
