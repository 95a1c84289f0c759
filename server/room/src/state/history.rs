//! What can still be told to someone who comes later.

use std::{collections::VecDeque, slice, sync::Arc};

use senda_rules::{AnyEvent, AnyGame, AnyOptions, Game, Seat, Viewer};

use super::{checkpoints::Decided, decisions::Decisions};
use crate::{
    limits,
    log::{LogEvent, Record},
    person::PlayerId,
    protocol::{By, Phase, PublicEvent, Started, TimelineEntry},
    time::Time,
};

/// What can be told of a game's events takes the game.
const GAME_IS_KEPT: &str = "its game is kept as long as a game's events are";

/// For how many entries there is to be room when there is none left.
const ENTRIES_MORE: usize = 8;

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
    told: Few,
    /// As whom everybody looked at it: one value for all entries in a row with the same.
    owners: Arc<SeatOwners>,
}

/// What is told of one record: of most, one thing, which takes no space of its own then.
#[derive(Clone, Eq, PartialEq)]
enum Few {
    One(Told),
    More(Box<[Told]>),
}

impl Few {
    fn of(mut told: Vec<Told>) -> Self {
        match told.pop() {
            Some(one) if told.is_empty() => Self::One(one),
            last => {
                told.extend(last);
                Self::More(told.into())
            }
        }
    }

    fn iter(&self) -> slice::Iter<'_, Told> {
        match self {
            Self::One(one) => slice::from_ref(one).iter(),
            Self::More(more) => more.iter(),
        }
    }
}

/// What is told of something that happened. Most of what a room remembers are decisions, so these are small.
#[derive(Clone, Eq, PartialEq)]
pub(crate) enum Told {
    /// What hides nothing.
    Open(Box<PublicEvent>),
    /// How a game was dealt.
    Dealt(Box<Dealt>),
    /// A decision, with its events, whole.
    Played {
        seat: Seat,
        by: By,
        /// Whether it took shuffles.
        has_shuffled: bool,
        events: Box<[AnyEvent]>,
    },
}

/// How a game was dealt.
#[derive(Clone, Eq, PartialEq)]
pub(crate) struct Dealt {
    /// What everybody is told, without the events.
    pub started: Started,
    /// These, whole.
    pub events: Box<[AnyEvent]>,
}

impl Told {
    /// The events of a game, which only that game can tell anybody: of them each viewer is told what they may know.
    pub fn events(&self) -> Option<&[AnyEvent]> {
        match self {
            Self::Open(_) => None,
            Self::Dealt(dealt) => Some(&dealt.events),
            Self::Played { events, .. } => Some(events),
        }
    }

    /// What a viewer may know of it by now.
    fn to(&self, viewer: Viewer, game: Option<&AnyGame>) -> PublicEvent {
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

/// What has happened that not everybody may know.
pub(crate) struct Hidden<'a> {
    /// Each with its version.
    events: Vec<(u32, &'a AnyEvent)>,
    game: Option<&'a AnyGame>,
}

impl Hidden<'_> {
    /// Whether two viewers may know the same of what happened after version `from`.
    pub fn are_told_alike(&self, from: u32, [one, other]: [Viewer; 2]) -> bool {
        let mut later = self.events.iter().filter(|(version, _)| *version > from);
        let is_alike = |game: &AnyGame, event| game.redact(event, one) == game.redact(event, other);
        later.all(|(_, event)| is_alike(self.game.expect(GAME_IS_KEPT), event))
    }
}

/// Who had which seat after a record.
#[derive(Clone, Eq, PartialEq)]
pub(crate) struct SeatOwners {
    pub phase: Phase,
    /// The number of the game, from 1.
    pub round: u32,
    /// Seat by seat while a game runs; `None` for a seat that is free or whose owner has left. Nobody looks at
    /// anything as the owner of a seat at other times.
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
        let last = self.entries.back().map(|entry| &entry.owners);
        let same = last.filter(|last| ***last == owners).cloned();
        let owners = same.unwrap_or_else(|| Arc::new(owners));
        let of_game = record.happened.iter().any(LogEvent::is_of_game);
        if self.entries.len() == self.entries.capacity() {
            // A room keeps them for hours, so no place is taken for as many again as there are.
            self.entries.reserve_exact(ENTRIES_MORE);
        }
        self.entries.push_back(Entry {
            version: record.version,
            at: record.at,
            of_game,
            told: Few::of(told),
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

    /// The decisions of the game that is kept.
    pub fn decisions(&self) -> Decisions<'_> {
        let mut decisions = Decisions::default();
        for told in self.of_game() {
            match told {
                Told::Played {
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
                Told::Open(event) => {
                    if let PublicEvent::TookBack(took) = **event {
                        decisions.take_back(took);
                    }
                }
                Told::Dealt(..) => {}
            }
        }
        decisions
    }

    /// Whether only other seats have decided since that version, and nothing was taken back.
    pub fn last_decision_stands(&self, seat: Seat, version: u32) -> bool {
        let entries = self.entries.iter().rev();
        let since = entries.take_while(|entry| entry.version > version);
        let mut told = since.flat_map(|entry| entry.told.iter());
        told.all(|told| match told {
            Told::Played { seat: by, .. } => *by != seat,
            Told::Open(event) => !matches!(**event, PublicEvent::TookBack(_)),
            Told::Dealt(_) => false,
        })
    }

    /// The game that is kept, as it was dealt, out of what `begin` makes of its options and number of seats.
    pub fn dealt(&self, begin: impl Fn(&AnyOptions, u8) -> Option<AnyGame>) -> Option<AnyGame> {
        self.of_game().find_map(|told| {
            let Told::Dealt(dealt) = told else {
                return None;
            };
            let Started {
                options, players, ..
            } = &dealt.started;
            let mut game = begin(options, u8::try_from(players.len()).ok()?)?;
            dealt.events.iter().for_each(|event| game.apply(event));
            Some(game)
        })
    }

    /// What is kept of the game.
    fn of_game(&self) -> impl Iterator<Item = &Told> {
        let entries = self.entries.iter().filter(|entry| entry.of_game);
        entries.flat_map(|entry| entry.told.iter())
    }

    /// The last game is not told of any more.
    pub fn forget_game(&mut self) {
        let last = self.entries.iter().rfind(|entry| entry.of_game);
        self.forgotten = last.map_or(self.forgotten, |entry| entry.version.max(self.forgotten));
        self.entries.retain(|entry| !entry.of_game);
    }

    /// What happened after version `from`, as a viewer may know it by now.
    pub fn since(&self, from: u32, game: Option<&AnyGame>, viewer: Viewer) -> Vec<TimelineEntry> {
        self.after(from)
            .flat_map(|entry| {
                entry.told.iter().map(|told| TimelineEntry {
                    version: entry.version,
                    at: entry.at.0,
                    happening: told.to(viewer, game),
                })
            })
            .collect()
    }

    /// What of all that happened after version `from` not everybody may know.
    pub fn hidden<'a>(&'a self, from: u32, game: Option<&'a AnyGame>) -> Hidden<'a> {
        let told = self.after(from).flat_map(|entry| {
            let events = entry.told.iter().filter_map(Told::events);
            events.flatten().map(|event| (entry.version, event))
        });
        // Who has no seat may know least: what hides nothing from them hides nothing from anybody.
        let hides = |game: &AnyGame, event| game.redact(event, Viewer::Spectator) != *event;
        let hidden = told.filter(|(_, event)| hides(game.expect(GAME_IS_KEPT), event));
        Hidden {
            events: hidden.collect(),
            game,
        }
    }

    /// Whether someone who had been told everything up to version `from`, and had stayed, would have
    /// been told nothing but what came after it: it is all remembered, and they have looked at each
    /// game as the same viewer all the time.
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

    /// What happened after version `from`.
    fn after(&self, from: u32) -> impl Iterator<Item = &Entry> {
        self.entries.range(self.place_after(from)..)
    }

    /// The place of the first entry after version `from`; mostly the last one is asked for.
    fn place_after(&self, from: u32) -> usize {
        let last = self.entries.iter().rposition(|entry| entry.version <= from);
        last.map_or(0, |last| last + 1)
    }
}
