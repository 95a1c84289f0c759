//! What can still be told to someone who comes later.

use std::collections::VecDeque;

use senda_rules::{AnyEvent, AnyGame, Game, Seat, Viewer};

use super::{
    Person, PlayerId,
    state::{RoomState, Wrong},
};
use crate::{
    LogEvent, Record, Time, limits,
    protocol::{Phase, Player, PublicEvent, TimelineEntry},
};

/// The records of the current or last game, whole, and the last others.
#[derive(Clone, Default, Eq, PartialEq)]
pub(super) struct History {
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
    happenings: Vec<PublicEvent>,
    /// Who looked at it with whose eyes.
    eyes: SeatOwners,
}

/// Who was who after a record.
#[derive(Clone, Eq, PartialEq)]
pub(super) struct SeatOwners {
    phase: Phase,
    /// Which game it is.
    round: u32,
    /// Seat by seat.
    owners: Vec<Option<PlayerId>>,
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

    /// Whether someone looks at the same game with other eyes later.
    fn differ(&self, later: &Self, player: PlayerId) -> bool {
        let playing = self.phase == Phase::Playing && later.phase == Phase::Playing;
        playing && self.round == later.round && self.of(player) != later.of(player)
    }
}

impl History {
    /// Keeps what is told of a record, and forgets what is too old.
    pub fn keep(&mut self, record: &Record, happenings: Vec<PublicEvent>, eyes: SeatOwners) {
        if happenings.is_empty() {
            // It has a number; there is nothing to tell of it, and no seat has changed hands.
            return;
        }
        let has = |which: fn(&LogEvent) -> bool| record.happened.iter().any(which);
        if has(|happened| matches!(happened, LogEvent::Started { .. })) {
            self.forget_game();
        }
        self.entries.push_back(Entry {
            version: record.version,
            at: record.at,
            of_game: has(|happened| {
                matches!(
                    happened,
                    LogEvent::Started { .. }
                        | LogEvent::Played { .. }
                        | LogEvent::Away { .. }
                        | LogEvent::VotedToSkip { .. }
                        | LogEvent::Revised { .. }
                        | LogEvent::Ended { .. }
                )
            }),
            happenings,
            eyes,
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
            entry.happenings.iter().map(|happening| TimelineEntry {
                version: entry.version,
                at: entry.at.0,
                happening: as_known(happening, game, viewer),
            })
        })
        .collect()
    }

    /// Whether someone who had been told everything up to version `from`, and had stayed, would have
    /// been told nothing but what came after it: it is all remembered, and they have looked at each
    /// game with the same eyes all the time.
    pub fn continues(&self, from: u32, player: PlayerId) -> bool {
        if from < self.forgotten {
            return false;
        }
        let later = self.entries.iter().filter(|entry| entry.version > from);
        let before = self.entries.iter().rfind(|entry| entry.version <= from);
        let eyes = before.into_iter().chain(later).map(|entry| &entry.eyes);
        let eyes: Vec<&SeatOwners> = eyes.collect();
        !eyes.windows(2).any(|two| two[0].differ(two[1], player))
    }
}

/// The happening without what the viewer may not know.
fn as_known(happening: &PublicEvent, game: Option<&AnyGame>, viewer: Viewer) -> PublicEvent {
    let known = |events: &[AnyEvent]| {
        let game = game.expect("its game is kept as long as a game's events are");
        let redact = |event| game.redact(event, viewer);
        events.iter().map(redact).collect()
    };
    match happening {
        PublicEvent::Started {
            round,
            commitment,
            nonces,
            options,
            players,
            events,
        } => PublicEvent::Started {
            round: *round,
            commitment: *commitment,
            nonces: nonces.clone(),
            options: options.clone(),
            players: players.clone(),
            events: known(events),
        },
        PublicEvent::Played { seat, by, events } => PublicEvent::Played {
            seat: *seat,
            by: *by,
            events: known(events),
        },
        PublicEvent::Created { .. }
        | PublicEvent::Sat { .. }
        | PublicEvent::Stood { .. }
        | PublicEvent::Named { .. }
        | PublicEvent::Coloured { .. }
        | PublicEvent::Readied { .. }
        | PublicEvent::Set { .. }
        | PublicEvent::Host { .. }
        | PublicEvent::Locked { .. }
        | PublicEvent::Barred { .. }
        | PublicEvent::Readmitted { .. }
        | PublicEvent::Committed { .. }
        | PublicEvent::Away { .. }
        | PublicEvent::VotedToSkip { .. }
        | PublicEvent::PauseAsked { .. }
        | PublicEvent::PauseDeclined { .. }
        | PublicEvent::Paused { .. }
        | PublicEvent::Resumed { .. }
        | PublicEvent::Revised { .. }
        | PublicEvent::Abandoned { .. }
        | PublicEvent::Ended { .. } => happening.clone(),
    }
}

/// What is told of a happening, before it has changed the state; nothing for a host without a seat
/// who has a new name (the view says it).
pub(super) fn told(before: &RoomState, happened: &LogEvent) -> Result<Option<PublicEvent>, Wrong> {
    Ok(Some(match happened {
        LogEvent::Created { host, .. } => PublicEvent::Created {
            name: before.shown(host),
        },
        LogEvent::Sat {
            seat,
            person,
            colour,
        } => PublicEvent::Sat {
            seat: *seat,
            name: before.shown(person),
            colour: *colour,
        },
        LogEvent::Stood { seat, removed } => PublicEvent::Stood {
            seat: *seat,
            name: before.shown(&before.chair(*seat).ok_or("nobody sits there")?.owner),
            removed: *removed,
        },
        LogEvent::Named { player, name } => {
            let Some(seat) = before.seat_of(*player) else {
                return Ok(None);
            };
            let chair = before.chair(seat).ok_or("nobody sits there")?;
            PublicEvent::Named {
                seat,
                before: before.shown(&chair.owner),
                name: before.shown(&Person {
                    player: *player,
                    name: name.clone(),
                }),
            }
        }
        LogEvent::Numbered { .. } => return Ok(None),
        LogEvent::Coloured { seat, colour } => PublicEvent::Coloured {
            seat: *seat,
            colour: *colour,
        },
        LogEvent::Readied { seat, ready, .. } => PublicEvent::Readied {
            seat: *seat,
            ready: *ready,
        },
        LogEvent::Set { settings, unready } => PublicEvent::Set {
            settings: settings.clone(),
            changed: before.settings.changed(settings),
            unready: unready.unwrap_or_else(|| before.ready_seats()),
        },
        LogEvent::Host { person, gone, back } => PublicEvent::Host {
            name: before.shown(person),
            gone: *gone,
            back: *back,
        },
        LogEvent::Locked { locked } => PublicEvent::Locked { locked: *locked },
        LogEvent::Barred { person, .. } => PublicEvent::Barred {
            name: before.shown(person),
        },
        LogEvent::Readmitted { barred } => {
            let bar = before.barred.iter().find(|bar| bar.number == *barred);
            PublicEvent::Readmitted {
                name: before.shown(&bar.ok_or("nobody was removed by that number")?.person),
            }
        }
        LogEvent::Committed { commitment, .. } => PublicEvent::Committed {
            commitment: *commitment,
        },
        LogEvent::PauseAsked { seat } => PublicEvent::PauseAsked { seat: *seat },
        LogEvent::PauseDeclined { seat } => PublicEvent::PauseDeclined { seat: *seat },
        LogEvent::Paused { reason } => PublicEvent::Paused { reason: *reason },
        LogEvent::Resumed { seat } => PublicEvent::Resumed { seat: *seat },
        LogEvent::Started { .. }
        | LogEvent::Played { .. }
        | LogEvent::Away { .. }
        | LogEvent::VotedToSkip { .. }
        | LogEvent::Revised { .. }
        | LogEvent::Abandoned { .. }
        | LogEvent::Ended { .. } => return Ok(told_of_game(before, happened)),
    }))
}

/// What is told of a happening in the game.
fn told_of_game(before: &RoomState, happened: &LogEvent) -> Option<PublicEvent> {
    Some(match happened {
        LogEvent::Started {
            round,
            commitment,
            nonces,
            options,
            players,
            events,
            first: _,
            shuffles: _,
        } => PublicEvent::Started {
            round: *round,
            commitment: *commitment,
            nonces: nonces.clone(),
            options: options.clone(),
            players: players
                .iter()
                .map(|(person, colour)| Player {
                    name: before.shown(person),
                    colour: *colour,
                })
                .collect(),
            events: events.clone(),
        },
        LogEvent::Played {
            seat,
            by,
            events,
            action: _,
            shuffles: _,
            bank_ms: _,
        } => PublicEvent::Played {
            seat: *seat,
            by: *by,
            events: events.clone(),
        },
        LogEvent::Away { seat, away } => PublicEvent::Away {
            seat: *seat,
            away: *away,
        },
        LogEvent::VotedToSkip { seat, by } => PublicEvent::VotedToSkip {
            seat: *seat,
            by: *by,
        },
        LogEvent::Revised { rules } => PublicEvent::Revised { rules: *rules },
        LogEvent::Abandoned { secret } => PublicEvent::Abandoned { secret: *secret },
        LogEvent::Ended { outcome, secret } => PublicEvent::Ended {
            outcome: outcome.clone(),
            secret: *secret,
        },
        LogEvent::Created { .. }
        | LogEvent::Numbered { .. }
        | LogEvent::Sat { .. }
        | LogEvent::Stood { .. }
        | LogEvent::Named { .. }
        | LogEvent::Coloured { .. }
        | LogEvent::Readied { .. }
        | LogEvent::Set { .. }
        | LogEvent::Host { .. }
        | LogEvent::Locked { .. }
        | LogEvent::Barred { .. }
        | LogEvent::Readmitted { .. }
        | LogEvent::Committed { .. }
        | LogEvent::PauseAsked { .. }
        | LogEvent::PauseDeclined { .. }
        | LogEvent::Paused { .. }
        | LogEvent::Resumed { .. } => return None,
    })
}

impl RoomState {
    /// Who is who now.
    pub(super) fn eyes(&self) -> SeatOwners {
        let owner = |chair: &super::seats::SeatState| (!chair.vacant).then_some(chair.owner.player);
        SeatOwners {
            phase: self.phase,
            round: self.round,
            owners: self
                .chairs
                .iter()
                .map(|chair| chair.as_ref().and_then(owner))
                .collect(),
        }
    }

    /// The seat that someone has now.
    pub(super) fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        self.seated()
            .find_map(|(seat, chair)| (chair.owner.player == player).then_some(seat))
    }
}
