//! What outlives the process: the state that the log tells of, changed by nothing but records.

use std::fmt;

use senda_rules::{
    AnyGame, Commitment, Game, GameEvent, GameKind, Nonce, Outcome, Seat, Seats, Secret, Shuffler,
};
use sha2::{Digest, Sha256};

use super::{
    Finished, Person, PlayerId,
    commands::Answers,
    history::{self, History},
    names::Names,
    play::completes_turn,
    seats::{self, SeatState},
};
use crate::{
    LogEvent, Record, Time, limits,
    protocol::{By, Clock, PauseReason, PersonId, Phase, Settings},
};

/// Everything of a room that its log tells. Two rooms with equal logs are equal in this.
#[derive(Clone, Eq, PartialEq)]
pub struct RoomState {
    pub(super) epoch: u32,
    /// When the room was opened.
    opened: Time,
    pub(super) version: u32,
    pub(super) phase: Phase,
    pub(super) settings: Settings,
    pub(super) host: Person,
    /// Who has opened the room.
    pub(super) creator: PlayerId,
    /// Whether the host stands in for one who was gone, until the creator is back.
    pub(super) stands_in: bool,
    pub(super) locked: bool,
    pub(super) chairs: Vec<Option<SeatState>>,
    pub(super) names: Names,
    pub(super) barred: Vec<Bar>,
    pub(super) bars: u32,
    pub(super) round: u32,
    pub(super) next: Option<Sealed>,
    pub(super) play: Option<Play>,
    /// A game in place of that one whose rules this program does not know.
    pub(super) unknown: Option<Unknown>,
    /// The version of the last record that changed a game.
    pub(super) moved: u32,
    /// Why the game stands still, if it does.
    pub(super) paused: Option<PauseReason>,
    /// Who ask for a pause, or have agreed to the one that is, in that order.
    pub(super) pause_asked_by: Vec<Seat>,
    /// Who alone won the last game.
    pub(super) winner: Option<PlayerId>,
    pub(super) answers: Answers,
    pub(super) history: History,
}

/// Someone who may not come back.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Bar {
    pub number: u32,
    pub person: Person,
}

/// A secret that nobody may know yet, and what can be known of it.
#[derive(Clone, Eq, PartialEq)]
pub(super) struct Sealed {
    pub commitment: Commitment,
    pub secret: Secret,
}

/// A game that runs by rules which this program does not know, so that nothing of it can be told.
#[derive(Copy, Clone, Eq, PartialEq)]
pub(super) struct Unknown {
    pub game: GameKind,
    /// The version of its rules.
    pub rules: u16,
    pub secret: Secret,
}

/// A game and the chance that it is played with.
#[derive(Clone, Eq, PartialEq)]
pub(super) struct Play {
    pub game: AnyGame,
    /// The version of the rules that it goes on by.
    pub rules: u16,
    pub sealed: Sealed,
    pub nonces: Vec<Option<Nonce>>,
    pub shuffles: u32,
}

impl Play {
    /// The shuffles that are still to come.
    pub fn chance(&self) -> Shuffler {
        Shuffler::new(&self.sealed.secret, &self.nonces, self.shuffles)
    }
}

/// Only what may stand in a log line: hands and secrets are none of its business.
impl fmt::Debug for RoomState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RoomState")
            .field("epoch", &self.epoch)
            .field("version", &self.version)
            .field("phase", &self.phase)
            .field("round", &self.round)
            .finish_non_exhaustive()
    }
}

/// Why a record can't follow the ones before it.
pub(super) type Wrong = &'static str;

impl RoomState {
    /// The state after a room's first record.
    pub(super) fn begin(record: &Record) -> Result<Self, Wrong> {
        let Some(LogEvent::Created {
            epoch,
            rules: _,
            settings,
            host,
        }) = record.happened.first()
        else {
            return Err("the first record does not create the room");
        };
        let mut lasting = Self {
            epoch: *epoch,
            opened: record.at,
            version: 0,
            phase: Phase::Lobby,
            settings: settings.clone(),
            host: host.clone(),
            creator: host.player,
            stands_in: false,
            locked: false,
            chairs: seats::free(settings),
            names: Names::default(),
            barred: Vec::new(),
            bars: 0,
            round: 0,
            next: None,
            play: None,
            unknown: None,
            moved: 0,
            paused: None,
            pause_asked_by: Vec::new(),
            winner: None,
            answers: Answers::default(),
            history: History::default(),
        };
        lasting.apply(record)?;
        Ok(lasting)
    }

    /// Makes a record happen. The only thing that changes this state.
    pub(super) fn apply(&mut self, record: &Record) -> Result<(), Wrong> {
        if record.version != self.version + 1 {
            return Err("its version does not follow the one before");
        }
        self.version = record.version;
        let mut told = Vec::with_capacity(record.happened.len());
        for happened in &record.happened {
            self.number_names(happened);
            told.extend(history::told(self, happened)?);
            self.happen(happened)?;
        }
        self.forget_names();
        if self.play.is_none() {
            told.retain(|happening| !happening.is_of_events());
        }
        let eyes = self.eyes();
        self.history.keep(record, told, eyes);
        if let Some(cause) = &record.cause {
            self.answers.remember(cause, record.version);
        }
        Ok(())
    }

    fn happen(&mut self, happened: &LogEvent) -> Result<(), Wrong> {
        match happened {
            LogEvent::Created { .. } => {
                if self.version != 1 {
                    return Err("the room is created twice");
                }
            }
            LogEvent::Numbered { .. } => {} // its name follows
            LogEvent::Sat {
                seat,
                person,
                colour,
            } => self.sit(*seat, person, *colour)?,
            LogEvent::Stood { seat, .. } => self.stand(*seat)?,
            LogEvent::Named { player, name } => {
                let owners = self
                    .chairs
                    .iter_mut()
                    .flatten()
                    .map(|chair| &mut chair.owner);
                for person in owners.chain([&mut self.host]) {
                    if person.player == *player {
                        person.name = name.clone();
                    }
                }
            }
            LogEvent::Coloured { seat, colour } => self.chair_mut(*seat)?.colour = *colour,
            LogEvent::Readied { seat, ready, nonce } => {
                let chair = self.chair_mut(*seat)?;
                (chair.ready, chair.nonce) = (*ready, *nonce);
                chair.changed.clear();
            }
            LogEvent::Set { settings, unready } => {
                let changed = self.settings.changed(settings);
                self.settings = settings.clone();
                self.chairs
                    .resize_with(seats::free(settings).len(), || None);
                self.ask_again(*unready, &changed);
            }
            LogEvent::Host { person, gone, .. } => {
                self.host = person.clone();
                self.stands_in = person.player != self.creator && (*gone || self.stands_in);
            }
            LogEvent::Locked { locked } => self.locked = *locked,
            LogEvent::Barred { barred, person } => {
                self.bars = *barred;
                self.barred.push(Bar {
                    number: *barred,
                    person: person.clone(),
                });
                if self.barred.len() > limits::BARRED {
                    self.barred.remove(0);
                }
            }
            LogEvent::Readmitted { barred } => self.barred.retain(|bar| bar.number != *barred),
            LogEvent::Committed { commitment, secret } => {
                self.next = Some(Sealed {
                    commitment: *commitment,
                    secret: *secret,
                });
            }
            LogEvent::Started { .. } => self.start(happened)?,
            LogEvent::Played { .. } => self.play(happened)?,
            LogEvent::Away { seat, away } => {
                let chair = self.chair_mut(*seat)?;
                chair.away = *away;
                chair.timeouts = 0;
                chair.urged_by = Seats::NONE;
            }
            LogEvent::VotedToSkip { seat, by } => {
                let chair = self.chair_mut(*seat)?;
                chair.urged_by = chair.urged_by.with(*by);
            }
            LogEvent::PauseAsked { seat } => {
                self.chair_mut(*seat)?;
                self.pause_asked_by.push(*seat);
            }
            LogEvent::PauseDeclined { .. } => self.pause_asked_by.clear(),
            LogEvent::Paused { reason } => {
                if self.phase != Phase::Playing {
                    return Err("a pause without a game");
                }
                self.paused = Some(*reason);
                if *reason == PauseReason::EverybodyLeft {
                    self.pause_asked_by.clear();
                }
            }
            LogEvent::Resumed { .. } => self.resume(),
            LogEvent::Revised { rules } => {
                let play = self.play.as_mut().ok_or("rules without a game")?;
                play.rules = *rules;
            }
            LogEvent::Ended { outcome, .. } => self.end(outcome),
            LogEvent::Abandoned { .. } => {
                self.winner = None;
                self.close(Phase::Lobby);
            }
        }
        Ok(())
    }

    fn start(&mut self, started: &LogEvent) -> Result<(), Wrong> {
        let LogEvent::Started {
            round,
            nonces,
            options,
            first,
            players,
            events,
            shuffles,
            ..
        } = started
        else {
            unreachable!("only called for a start");
        };
        let sealed = self.next.take().ok_or("nothing was committed to")?;
        let rules = events.iter().find_map(GameEvent::rules);
        let rules = rules.ok_or("it is not dealt")?;
        let kind = options.kind();
        (self.play, self.unknown) = (None, None);
        if kind.continues(rules) {
            let seats = u8::try_from(players.len()).map_err(|_| "too many players")?;
            let game = AnyGame::new(options, seats, *first);
            let mut play = Play {
                game: game.map_err(|_| "its options are impossible")?,
                rules,
                sealed,
                nonces: nonces.clone(),
                shuffles: *shuffles,
            };
            for event in events {
                play.game.apply(event);
            }
            self.play = Some(play);
        } else {
            self.unknown = Some(Unknown {
                game: kind,
                rules,
                secret: sealed.secret,
            });
        }
        self.phase = Phase::Playing;
        self.round = *round;
        self.moved = self.version;
        let bank_ms = match self.settings.clock {
            Clock::Bank { seconds, .. } => u64::from(seconds) * 1_000,
            Clock::None {} | Clock::Turn { .. } => 0,
        };
        self.chairs = seats::free(&self.settings);
        let ids = players
            .iter()
            .map(|(person, _)| self.person_id(person.player));
        let ids: Vec<PersonId> = ids.collect();
        for ((chair, (person, colour)), id) in self.chairs.iter_mut().zip(players).zip(ids) {
            *chair = Some(SeatState {
                bank_ms,
                ..SeatState::new(person.clone(), id, *colour)
            });
        }
        Ok(())
    }

    fn play(&mut self, played: &LogEvent) -> Result<(), Wrong> {
        let LogEvent::Played {
            seat,
            by,
            events,
            shuffles,
            bank_ms,
            ..
        } = played
        else {
            unreachable!("only called for a decision");
        };
        if self.phase != Phase::Playing {
            return Err("a decision without a game");
        }
        if self.unknown.is_some() {
            return Ok(());
        }
        let play = self.play.as_mut().ok_or("a decision without a game")?;
        let mover = play.game.mover();
        for event in events {
            play.game.apply(event);
        }
        play.shuffles = *shuffles;
        let completes = completes_turn(*seat, mover, events, &play.game);
        self.moved = self.version;
        let chair = self.chair_mut(*seat)?;
        chair.urged_by = Seats::NONE;
        if let Some(bank_ms) = bank_ms {
            chair.bank_ms = *bank_ms;
        }
        match by {
            By::Player => chair.timeouts = 0,
            By::Clock if completes => chair.timeouts = chair.timeouts.saturating_add(1),
            By::Clock | By::Away => {}
        }
        Ok(())
    }

    fn resume(&mut self) {
        self.paused = None;
        self.pause_asked_by.clear();
    }

    fn end(&mut self, outcome: &Outcome) {
        let places = outcome.places.iter().zip(&self.chairs);
        let mut winners = places.filter(|(place, _)| **place == 1);
        let (winner, another) = (winners.next(), winners.next());
        self.winner = winner
            .filter(|_| another.is_none())
            .and_then(|(_, chair)| chair.as_ref())
            .filter(|chair| !chair.vacant)
            .map(|chair| chair.owner.player);
        // Of a game that this program does not know there is nothing to look at.
        self.close(if self.unknown.is_some() {
            Phase::Lobby
        } else {
            Phase::Over
        });
    }

    /// The game that ran is over.
    fn close(&mut self, phase: Phase) {
        self.resume();
        self.phase = phase;
        if phase == Phase::Lobby {
            (self.play, self.unknown) = (None, None);
            self.history.forget_game();
        }
        self.moved = self.version;
        for chair in &mut self.chairs {
            if chair.as_ref().is_some_and(|chair| chair.vacant) {
                *chair = None;
            }
            if let Some(chair) = chair {
                (chair.away, chair.timeouts) = (false, 0);
                chair.urged_by = Seats::NONE;
            }
        }
        self.unready();
    }

    /// The game that these happenings end, for the tables beside the log.
    pub(super) fn finished(&self, happened: &[LogEvent]) -> Option<Finished> {
        happened.iter().find_map(|happened| match happened {
            LogEvent::Ended { outcome, .. } => Some(Finished {
                round: self.round,
                kind: self.settings.options.kind(),
                players: self
                    .chairs
                    .iter()
                    .flatten()
                    .map(|chair| (!chair.vacant).then(|| chair.owner.clone()))
                    .collect(),
                outcome: outcome.clone(),
            }),
            _ => None,
        })
    }

    /// Who someone is to the others of this room: SHA-256("senda-person-1", the room's epoch and the
    /// time of its first record as bytes from the highest, the player's id), cut off. Two of the three
    /// tell rooms apart, and of the third 122 bits are chance.
    pub(super) fn person_id(&self, player: PlayerId) -> PersonId {
        let mut hash = Sha256::new();
        hash.update(b"senda-person-1");
        hash.update(self.epoch.to_be_bytes());
        hash.update(self.opened.0.to_be_bytes());
        hash.update(player.0.as_bytes());
        PersonId::of(hash.finalize().into())
    }

    /// Whether anybody has a seat.
    pub(super) fn has_players(&self) -> bool {
        self.seated().next().is_some()
    }

    /// Whether the log is as long as one may be.
    pub(super) fn is_used_up(&self) -> bool {
        self.version >= limits::RECORDS
    }

    /// Whether not even the host can have anything more written.
    pub(super) fn is_full(&self) -> bool {
        self.version >= limits::RECORDS + limits::RECORDS_OF_HOST
    }

    /// The chair of that seat, if somebody has or had it.
    pub(super) fn chair(&self, seat: Seat) -> Option<&SeatState> {
        self.chairs.get(seat.index())?.as_ref()
    }

    pub(super) fn chair_mut(&mut self, seat: Seat) -> Result<&mut SeatState, Wrong> {
        let chair = self.chairs.get_mut(seat.index());
        chair.and_then(Option::as_mut).ok_or("nobody sits there")
    }
}
