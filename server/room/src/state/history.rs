//! The history of a room that can still be sent to a client that connects later.

use std::{collections::VecDeque, slice, sync::Arc};

use senda_rules::{AnyEvent, AnyGame, AnyOptions, Game, Seat, Seats, Viewer};

use super::{decisions::Decisions, take_back::Decided};
use crate::{
    limits,
    log::{LogEvent, Record},
    person::PlayerId,
    protocol::{By, Phase, PublicEvent, Started, TimelineEntry},
    time::Time,
};

/// The reason why redaction never lacks the game: only the game can redact its events.
const GAME_IS_KEPT: &str = "its game is kept as long as a game's events are";

/// The number of entries to reserve memory for when none is left.
const ENTRIES_MORE: usize = 8;

/// All records of the current or last game, and the latest other records.
#[derive(Clone, Default, Eq, PartialEq)]
pub(crate) struct History {
    entries: VecDeque<HistoryEntry>,
    /// The last version that is at least partly forgotten, or 0 if nothing is.
    forgotten: u32,
}

/// The public events of one record, before redaction.
#[derive(Clone, Eq, PartialEq)]
struct HistoryEntry {
    version: u32,
    at: Time,
    of_game: bool,
    items: OneOrMany,
    /// The owners of the seats after the record, which determine what each player may see.
    /// Consecutive entries with equal owners share one value.
    owners: Arc<SeatOwners>,
}

/// The public events of one record. Most records have exactly one, which then needs no allocation
/// of its own.
#[derive(Clone, Eq, PartialEq)]
enum OneOrMany {
    One(HistoryItem),
    More(Box<[HistoryItem]>),
}

impl OneOrMany {
    fn of(mut items: Vec<HistoryItem>) -> Self {
        match items.pop() {
            Some(one) if items.is_empty() => Self::One(one),
            last => {
                items.extend(last);
                Self::More(items.into())
            }
        }
    }

    fn iter(&self) -> slice::Iter<'_, HistoryItem> {
        match self {
            Self::One(one) => slice::from_ref(one).iter(),
            Self::More(more) => more.iter(),
        }
    }
}

/// A public event before redaction. Most of a room's history are decisions, so this type is small.
#[derive(Clone, Eq, PartialEq)]
pub(crate) enum HistoryItem {
    /// An event that hides nothing.
    Open(Box<PublicEvent>),
    /// The deal of a game.
    Dealt(Box<Dealt>),
    /// A decision with all its events, unredacted.
    Played {
        seat: Seat,
        by: By,
        /// Whether the decision used shuffles.
        has_shuffled: bool,
        events: Box<[AnyEvent]>,
    },
}

/// The deal of a game.
#[derive(Clone, Eq, PartialEq)]
pub(crate) struct Dealt {
    /// The public part, without the game's events.
    pub started: Started,
    /// The events of the game, unredacted.
    pub events: Box<[AnyEvent]>,
}

impl HistoryItem {
    /// Returns the events that only the game itself can redact for a viewer.
    pub fn events(&self) -> Option<&[AnyEvent]> {
        match self {
            Self::Open(_) => None,
            Self::Dealt(dealt) => Some(&dealt.events),
            Self::Played { events, .. } => Some(events),
        }
    }

    /// Redacts the event for a viewer, by what the viewer may know now.
    fn redacted_for(&self, viewer: Viewer, game: Option<&AnyGame>) -> PublicEvent {
        let redacted = || {
            let game = game.expect(GAME_IS_KEPT);
            let whole = self.events().unwrap_or_default();
            whole
                .iter()
                .map(|event| game.redact(event, viewer))
                .collect()
        };
        match self {
            Self::Open(event) => (**event).clone(),
            Self::Dealt(dealt) => {
                let mut started = dealt.started.clone();
                started.events = redacted();
                PublicEvent::Started(Box::new(started))
            }
            Self::Played { seat, by, .. } => PublicEvent::Played {
                seat: *seat,
                by: *by,
                events: redacted(),
            },
        }
    }
}

/// The events that are hidden from some viewers.
pub(crate) struct Hidden<'a> {
    /// The hidden events, each with its version.
    events: Vec<(u32, &'a AnyEvent)>,
    game: Option<&'a AnyGame>,
}

impl Hidden<'_> {
    /// Returns whether two viewers may know the same about the events after version `from`.
    pub fn are_alike_for(&self, one: Viewer, other: Viewer, from: u32) -> bool {
        let mut later = self.events.iter().filter(|(version, _)| *version > from);
        let is_alike = |game: &AnyGame, event| game.redact(event, one) == game.redact(event, other);
        later.all(|(_, event)| is_alike(self.game.expect(GAME_IS_KEPT), event))
    }
}

/// The owners of the seats after a record.
#[derive(Clone, Eq, PartialEq)]
pub(crate) struct SeatOwners {
    pub phase: Phase,
    /// The number of the game, counted from 1.
    pub round: u32,
    /// The owners while a game runs, indexed by seat. `None` is a seat that is free or whose owner
    /// has left. At other times the list is empty, because ownership then does not affect
    /// visibility.
    pub owners: Vec<Option<PlayerId>>,
    /// The seats whose owners see all hands.
    pub see_hands: Seats,
}

impl SeatOwners {
    /// Returns the viewer that a player sees the game as. When the game is over, all players may
    /// know everything. When there is no game, there is nothing to hide.
    pub fn of(&self, player: PlayerId) -> Viewer {
        match self.phase {
            Phase::Lobby => Viewer::Spectator,
            Phase::Over => Viewer::Omniscient,
            Phase::Playing => Seat::first(Seat::MOST)
                .zip(&self.owners)
                .find_map(|(seat, owner)| (*owner == Some(player)).then_some(seat))
                .map_or(Viewer::Spectator, |seat| {
                    if self.see_hands.contains(seat) {
                        Viewer::Hands
                    } else {
                        Viewer::Seat(seat)
                    }
                }),
        }
    }

    /// Returns whether a player sees the same game as another viewer in `later`, after changing
    /// seats.
    fn differ(&self, later: &Self, player: PlayerId) -> bool {
        let playing = self.phase == Phase::Playing && later.phase == Phase::Playing;
        playing && self.round == later.round && self.of(player) != later.of(player)
    }
}

impl History {
    /// Appends the public events of a record, and forgets the events that are too old.
    pub fn keep(&mut self, record: &Record, items: Vec<HistoryItem>, owners: SeatOwners) {
        if items.is_empty() {
            // The record has a version, but no public event, and no seat has changed its owner.
            return;
        }
        let mut happened = record.happened.iter();
        if happened.any(|event| matches!(event, LogEvent::Started(_))) {
            self.forget_game();
        }
        let last = self.entries.back().map(|entry| &entry.owners);
        let same = last.filter(|last| ***last == owners).cloned();
        let owners = same.unwrap_or_else(|| Arc::new(owners));
        let of_game = record.happened.iter().any(LogEvent::is_of_game);
        if self.entries.len() == self.entries.capacity() {
            // This avoids doubling the capacity, because a room keeps its history for hours.
            self.entries.reserve_exact(ENTRIES_MORE);
        }
        self.entries.push_back(HistoryEntry {
            version: record.version,
            at: record.at,
            of_game,
            items: OneOrMany::of(items),
            owners,
        });
        if of_game {
            return;
        }
        let others = self.entries.iter().filter(|entry| !entry.of_game).count();
        if others > limits::LOBBY_HISTORY {
            let oldest = self.entries.iter().position(|entry| !entry.of_game);
            let oldest = self.entries.remove(oldest.expect("one of the others"));
            self.forgotten =
                oldest.map_or(self.forgotten, |entry| entry.version.max(self.forgotten));
        }
    }

    /// Returns the decisions of the remembered game.
    pub fn decisions(&self) -> Decisions<'_> {
        let mut decisions = Decisions::default();
        for item in self.of_game() {
            match item {
                HistoryItem::Played {
                    seat,
                    by,
                    has_shuffled,
                    events,
                } => decisions.push(Decided {
                    seat: *seat,
                    by: *by,
                    has_shuffled: *has_shuffled,
                    events,
                }),
                HistoryItem::Open(event) => {
                    if let PublicEvent::TookBack(took) = **event {
                        decisions.take_back(took);
                    }
                }
                HistoryItem::Dealt(..) => {}
            }
        }
        decisions
    }

    /// Returns whether since that version only other seats have decided and nothing was taken back.
    pub fn last_decision_stands(&self, seat: Seat, version: u32) -> bool {
        let entries = self.entries.iter().rev();
        let since = entries.take_while(|entry| entry.version > version);
        let mut items = since.flat_map(|entry| entry.items.iter());
        items.all(|item| match item {
            HistoryItem::Played { seat: by, .. } => *by != seat,
            HistoryItem::Open(event) => !matches!(**event, PublicEvent::TookBack(_)),
            HistoryItem::Dealt(_) => false,
        })
    }

    /// Returns the remembered game as it was dealt. `begin` creates the game before the deal from
    /// its options and its number of seats.
    pub fn dealt(&self, begin: impl Fn(&AnyOptions, u8) -> Option<AnyGame>) -> Option<AnyGame> {
        self.of_game().find_map(|item| {
            let HistoryItem::Dealt(dealt) = item else {
                return None;
            };
            let Started {
                options, players, ..
            } = &dealt.started;
            let mut game = begin(options, u8::try_from(players.len()).ok()?)?;
            game.apply_all(&dealt.events);
            Some(game)
        })
    }

    /// Returns the public events of the remembered game.
    fn of_game(&self) -> impl Iterator<Item = &HistoryItem> {
        let entries = self.entries.iter().filter(|entry| entry.of_game);
        entries.flat_map(|entry| entry.items.iter())
    }

    /// Forgets the public events of the last game.
    pub fn forget_game(&mut self) {
        let last = self.entries.iter().rfind(|entry| entry.of_game);
        self.forgotten = last.map_or(self.forgotten, |entry| entry.version.max(self.forgotten));
        self.entries.retain(|entry| !entry.of_game);
    }

    /// Returns the events after version `from`, redacted for a viewer by what the viewer may know
    /// now.
    pub fn since(&self, from: u32, game: Option<&AnyGame>, viewer: Viewer) -> Vec<TimelineEntry> {
        self.after(from)
            .flat_map(|entry| {
                entry.items.iter().map(|item| TimelineEntry {
                    version: entry.version,
                    at: entry.at.0,
                    happening: item.redacted_for(viewer, game),
                })
            })
            .collect()
    }

    /// Returns the events after version `from` that are hidden from some viewers.
    pub fn hidden<'a>(&'a self, from: u32, game: Option<&'a AnyGame>) -> Hidden<'a> {
        let items = self.after(from).flat_map(|entry| {
            let events = entry.items.iter().filter_map(HistoryItem::events);
            events.flatten().map(|event| (entry.version, event))
        });
        // A spectator may know the least. An event that hides nothing from a spectator hides
        // nothing from any viewer.
        let hides = |game: &AnyGame, event| game.redact(event, Viewer::Spectator) != *event;
        let hidden = items.filter(|(_, event)| hides(game.expect(GAME_IS_KEPT), event));
        Hidden {
            events: hidden.collect(),
            game,
        }
    }

    /// Returns whether a client that has everything up to version `from` can be updated with only
    /// the later events. This is the case if all later events are remembered and the player has
    /// seen each game as the same viewer all the time.
    pub fn continues(&self, from: u32, player: PlayerId) -> bool {
        if from < self.forgotten {
            return false;
        }
        let at = self.place_after(from);
        let mut owners = self
            .entries
            .range(at.saturating_sub(1)..)
            .map(|entry| &entry.owners);
        let Some(mut before) = owners.next() else {
            return true;
        };
        owners.all(|later| {
            let before = std::mem::replace(&mut before, later);
            Arc::ptr_eq(before, later) || !before.differ(later, player)
        })
    }

    /// Returns the entries after version `from`.
    fn after(&self, from: u32) -> impl Iterator<Item = &HistoryEntry> {
        self.entries.range(self.place_after(from)..)
    }

    /// Returns the index of the first entry after version `from`. The search starts at the end,
    /// because callers mostly ask for the last entry.
    fn place_after(&self, from: u32) -> usize {
        let last = self.entries.iter().rposition(|entry| entry.version <= from);
        last.map_or(0, |last| last + 1)
    }
}
