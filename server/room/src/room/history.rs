//! What can still be told to someone who comes later.

use std::collections::VecDeque;

use senda_rules::{AnyEvent, AnyGame, Game, Seat, Viewer};

use super::{
    Person, PlayerId,
    lasting::{Lasting, Wrong},
};
use crate::{
    Happened, Record, Time, limits,
    protocol::{Happening, Phase, Player, Told},
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
    happenings: Vec<Happening>,
    /// Who looked at it with whose eyes.
    eyes: Eyes,
}

/// Who was who after a record.
#[derive(Clone, Eq, PartialEq)]
pub(super) struct Eyes {
    phase: Phase,
    /// Which game it is.
    round: u32,
    /// Seat by seat.
    owners: Vec<Option<PlayerId>>,
}

impl Eyes {
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
    pub fn keep(&mut self, record: &Record, happenings: Vec<Happening>, eyes: Eyes) {
        if happenings.is_empty() {
            // It has a number; there is nothing to tell of it, and no seat has changed hands.
            return;
        }
        let has = |which: fn(&Happened) -> bool| record.happened.iter().any(which);
        if has(|happened| matches!(happened, Happened::Started { .. })) {
            self.forget_game();
        }
        self.entries.push_back(Entry {
            version: record.version,
            at: record.at,
            of_game: has(|happened| {
                matches!(
                    happened,
                    Happened::Started { .. }
                        | Happened::Played { .. }
                        | Happened::Away { .. }
                        | Happened::Urged { .. }
                        | Happened::Revised { .. }
                        | Happened::Ended { .. }
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
    pub fn since(&self, from: u32, game: Option<&AnyGame>, viewer: Viewer) -> Vec<Told> {
        let late = self.entries.iter().filter(|entry| entry.version > from);
        late.flat_map(|entry| {
            entry.happenings.iter().map(|happening| Told {
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
        let eyes: Vec<&Eyes> = eyes.collect();
        !eyes.windows(2).any(|two| two[0].differ(two[1], player))
    }
}

/// The happening without what the viewer may not know.
fn as_known(happening: &Happening, game: Option<&AnyGame>, viewer: Viewer) -> Happening {
    let known = |events: &[AnyEvent]| {
        let game = game.expect("its game is kept as long as a game's events are");
        let redact = |event| game.redact(event, viewer);
        events.iter().map(redact).collect()
    };
    match happening {
        Happening::Started {
            round,
            commitment,
            nonces,
            options,
            players,
            events,
        } => Happening::Started {
            round: *round,
            commitment: *commitment,
            nonces: nonces.clone(),
            options: options.clone(),
            players: players.clone(),
            events: known(events),
        },
        Happening::Played { seat, by, events } => Happening::Played {
            seat: *seat,
            by: *by,
            events: known(events),
        },
        Happening::Created { .. }
        | Happening::Sat { .. }
        | Happening::Stood { .. }
        | Happening::Named { .. }
        | Happening::Coloured { .. }
        | Happening::Readied { .. }
        | Happening::Set { .. }
        | Happening::Host { .. }
        | Happening::Locked { .. }
        | Happening::Barred { .. }
        | Happening::Readmitted { .. }
        | Happening::Committed { .. }
        | Happening::Away { .. }
        | Happening::Urged { .. }
        | Happening::PauseAsked { .. }
        | Happening::PauseDeclined { .. }
        | Happening::Paused { .. }
        | Happening::Resumed { .. }
        | Happening::Revised { .. }
        | Happening::Abandoned { .. }
        | Happening::Ended { .. } => happening.clone(),
    }
}

/// What is told of a happening, before it has changed the state; nothing for a host without a seat
/// who has a new name (the view says it).
pub(super) fn told(before: &Lasting, happened: &Happened) -> Result<Option<Happening>, Wrong> {
    Ok(Some(match happened {
        Happened::Created { host, .. } => Happening::Created {
            name: before.shown(host),
        },
        Happened::Sat {
            seat,
            person,
            colour,
        } => Happening::Sat {
            seat: *seat,
            name: before.shown(person),
            colour: *colour,
        },
        Happened::Stood { seat, removed } => Happening::Stood {
            seat: *seat,
            name: before.shown(&before.chair(*seat).ok_or("nobody sits there")?.owner),
            removed: *removed,
        },
        Happened::Named { player, name } => {
            let Some(seat) = before.seat_of(*player) else {
                return Ok(None);
            };
            let chair = before.chair(seat).ok_or("nobody sits there")?;
            Happening::Named {
                seat,
                before: before.shown(&chair.owner),
                name: before.shown(&Person {
                    player: *player,
                    name: name.clone(),
                }),
            }
        }
        Happened::Numbered { .. } => return Ok(None),
        Happened::Coloured { seat, colour } => Happening::Coloured {
            seat: *seat,
            colour: *colour,
        },
        Happened::Readied { seat, ready, .. } => Happening::Readied {
            seat: *seat,
            ready: *ready,
        },
        Happened::Set { settings, unready } => Happening::Set {
            settings: settings.clone(),
            changed: before.settings.changed(settings),
            unready: unready.unwrap_or_else(|| before.ready_seats()),
        },
        Happened::Host { person, gone, back } => Happening::Host {
            name: before.shown(person),
            gone: *gone,
            back: *back,
        },
        Happened::Locked { locked } => Happening::Locked { locked: *locked },
        Happened::Barred { person, .. } => Happening::Barred {
            name: before.shown(person),
        },
        Happened::Readmitted { barred } => {
            let bar = before.barred.iter().find(|bar| bar.number == *barred);
            Happening::Readmitted {
                name: before.shown(&bar.ok_or("nobody was removed by that number")?.person),
            }
        }
        Happened::Committed { commitment, .. } => Happening::Committed {
            commitment: *commitment,
        },
        Happened::PauseAsked { seat } => Happening::PauseAsked { seat: *seat },
        Happened::PauseDeclined { seat } => Happening::PauseDeclined { seat: *seat },
        Happened::Paused { reason } => Happening::Paused { reason: *reason },
        Happened::Resumed { seat } => Happening::Resumed { seat: *seat },
        Happened::Started { .. }
        | Happened::Played { .. }
        | Happened::Away { .. }
        | Happened::Urged { .. }
        | Happened::Revised { .. }
        | Happened::Abandoned { .. }
        | Happened::Ended { .. } => return Ok(told_of_game(before, happened)),
    }))
}

/// What is told of a happening in the game.
fn told_of_game(before: &Lasting, happened: &Happened) -> Option<Happening> {
    Some(match happened {
        Happened::Started {
            round,
            commitment,
            nonces,
            options,
            players,
            events,
            first: _,
            shuffles: _,
        } => Happening::Started {
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
        Happened::Played {
            seat,
            by,
            events,
            action: _,
            shuffles: _,
            bank_ms: _,
        } => Happening::Played {
            seat: *seat,
            by: *by,
            events: events.clone(),
        },
        Happened::Away { seat, away } => Happening::Away {
            seat: *seat,
            away: *away,
        },
        Happened::Urged { seat, by } => Happening::Urged {
            seat: *seat,
            by: *by,
        },
        Happened::Revised { rules } => Happening::Revised { rules: *rules },
        Happened::Abandoned { secret } => Happening::Abandoned { secret: *secret },
        Happened::Ended { outcome, secret } => Happening::Ended {
            outcome: outcome.clone(),
            secret: *secret,
        },
        Happened::Created { .. }
        | Happened::Numbered { .. }
        | Happened::Sat { .. }
        | Happened::Stood { .. }
        | Happened::Named { .. }
        | Happened::Coloured { .. }
        | Happened::Readied { .. }
        | Happened::Set { .. }
        | Happened::Host { .. }
        | Happened::Locked { .. }
        | Happened::Barred { .. }
        | Happened::Readmitted { .. }
        | Happened::Committed { .. }
        | Happened::PauseAsked { .. }
        | Happened::PauseDeclined { .. }
        | Happened::Paused { .. }
        | Happened::Resumed { .. } => return None,
    })
}

impl Lasting {
    /// Who is who now.
    pub(super) fn eyes(&self) -> Eyes {
        let owner = |chair: &super::seats::Chair| (!chair.vacant).then_some(chair.owner.player);
        Eyes {
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
