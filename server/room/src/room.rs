//! The room itself: what comes in, what is to be done, and the step between them.

mod budget;
mod chat;
mod clock;
mod commands;
mod crowd;
mod history;
mod host;
mod names;
mod pace;
mod pause;
mod play;
mod presence;
mod restore;
mod rules;
mod seats;
mod skip;
mod state;
mod tell;

use std::collections::BTreeMap;

use senda_rules::{GameKind, Outcome, Seat};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

pub use self::state::RoomState;
use self::{
    budget::Budget,
    chat::Chat,
    clock::{Stopped, Turn},
    commands::Answers,
    pause::Standstill,
    presence::People,
};
use crate::{
    Cause, LogEvent, Record, Time,
    protocol::{ClientMessage, CloseCode, Colour, Name, Phase, ServerMessage, Settings, Since},
    record::RULES_OF_ALL,
};

/// Who a person is, on every device that has their cookie. Never told to others.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PlayerId(pub Uuid);

/// Someone and their name.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct Person {
    /// Who.
    pub player: PlayerId,
    /// The name they go by.
    pub name: Name,
}

/// A connection, numbered by the caller; never reused while a room is in memory.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd)]
pub struct ConnectionId(pub u64);

/// What comes to a room.
#[derive(Clone, Debug)]
pub enum Input {
    /// A connection has been made.
    Joined {
        /// Its number.
        link: ConnectionId,
        /// Whose.
        person: Person,
        /// What they have of the room from before, if they return.
        since: Option<Since>,
    },
    /// A connection has ended.
    Left {
        /// Its number.
        link: ConnectionId,
    },
    /// A message has come.
    Message {
        /// From which connection.
        link: ConnectionId,
        /// What.
        up: ClientMessage,
    },
    /// Time has passed: [`Room::deadline`] is reached.
    Tick,
}

/// What is to be done, in this order; `Append` must be durable before what follows it.
#[derive(Clone, Debug, PartialEq)]
#[allow(clippy::large_enum_variant)] // carried out at once and dropped, never stored
pub enum Effect {
    /// Store the record, and the finished game if it ended one.
    Append {
        /// The record.
        record: Record,
        /// The game that it ended.
        finished: Option<Finished>,
    },
    /// Send a message. It is the same for all: serialise it once.
    Tell {
        /// To which connections.
        to: Vec<ConnectionId>,
        /// What.
        down: ServerMessage,
    },
    /// End a connection.
    Close {
        /// Which.
        link: ConnectionId,
        /// Why.
        code: CloseCode,
    },
}

/// A finished game, for the tables beside the log.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Finished {
    /// The game's number in its room, from 1.
    pub round: u32,
    /// Which game.
    pub kind: GameKind,
    /// Who played, seat by seat; `None` for a seat that had been given up.
    pub players: Vec<Option<Person>>,
    /// The places.
    pub outcome: Outcome,
}

/// How a room is shown in the lobby.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Listing {
    /// Which game.
    pub game: GameKind,
    /// Whether a game runs.
    pub state: ListingState,
    /// The host's name.
    pub host: Name,
    /// Seats taken.
    pub seated: u8,
    /// Seats there are.
    pub seats: u8,
    /// How many watch.
    pub watching: u32,
}

/// Whether a listed room can be joined.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum ListingState {
    /// It waits for players.
    Open,
    /// A game runs.
    Running,
}

/// Where a room gets the secrets of its games from.
pub trait Entropy {
    /// 256 bits that nobody else can know.
    fn secret(&mut self) -> senda_rules::Secret;
}

/// The log can't be continued.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum NotRestored {
    /// It makes no sense.
    #[error("record {version}: {reason}")]
    Corrupt {
        /// Where.
        version: u32,
        /// Why.
        reason: String,
    },
    /// A game runs that only a later version of this program knows the rules of.
    #[error("it plays {game:?} by version {rules} of the rules, which is newer than this program")]
    Newer {
        /// Which game.
        game: GameKind,
        /// The version of its rules.
        rules: u16,
    },
}

/// A room: a value that steps.
#[derive(Clone, Debug)]
pub struct Room {
    /// What the log tells.
    lasting: RoomState,
    people: People,
    /// Since when the host and the owners of seats are gone, those of them who are.
    absent: BTreeMap<PlayerId, Time>,
    turns: Vec<Turn>,
    /// The turn that goes on when another seat has decided what it is asked in it.
    stopped: Option<Stopped>,
    standstill: Standstill,
    budget: Budget,
    chat: Chat,
    /// The answers to those who only watch and changed their name: the one command that is in no
    /// record. Lost with the process: sent once more after that, it sets the same name once more.
    unlogged: Answers,
    /// The latest time that the room has been told.
    seen: Time,
}

impl Room {
    /// A new room of `host`, who takes its first seat; the effects hold its first record. The
    /// settings are ones that [`Settings::check`] has let pass.
    #[allow(clippy::missing_panics_doc)] // its own first record can be applied
    pub fn create(
        now: Time,
        epoch: u32,
        settings: Settings,
        host: Person,
        entropy: &mut dyn Entropy,
    ) -> (Self, Vec<Effect>) {
        let record = Record {
            version: 1,
            at: now,
            cause: None,
            happened: vec![
                LogEvent::Created {
                    epoch,
                    rules: RULES_OF_ALL,
                    settings,
                    host: host.clone(),
                },
                LogEvent::Sat {
                    seat: Seat::first(1).next().expect("a first seat"),
                    person: host,
                    colour: Colour::ALL[0],
                },
                play::committed(entropy),
            ],
        };
        let lasting = RoomState::begin(&record).expect("a room's own first record");
        let append = Effect::Append {
            record,
            finished: None,
        };
        (Self::of(now, lasting), vec![append])
    }

    /// A room in that state, with nobody connected.
    fn of(now: Time, lasting: RoomState) -> Self {
        let mut room = Self {
            lasting,
            people: People::default(),
            absent: BTreeMap::new(),
            turns: Vec::new(),
            stopped: None,
            standstill: Standstill::default(),
            budget: Budget::default(),
            chat: Chat::default(),
            unlogged: Answers::default(),
            seen: now,
        };
        room.note_absences(now);
        room
    }

    /// What follows from an input at a time. What the clock has made due is done before the input is
    /// looked at, so that no flood of messages can put it off.
    pub fn step(&mut self, now: Time, input: Input, entropy: &mut dyn Entropy) -> Vec<Effect> {
        let now = now.max(self.seen);
        self.seen = now;
        let mut out = Vec::new();
        self.go_on_after_update(now, entropy, &mut out);
        self.do_what_is_due(now, entropy, &mut out);
        match input {
            Input::Joined {
                link,
                person,
                since,
            } => self.joined(now, link, person, since, &mut out),
            Input::Left { link } => self.left(now, link, &mut out),
            Input::Message { link, up } => self.message(now, link, up, entropy, &mut out),
            Input::Tick => {}
        }
        // Somebody who comes may be the first who can become host.
        self.do_what_is_due(now, entropy, &mut out);
        self.tell_presence(now, &mut out);
        self.tell_crowd(now, &mut out);
        out
    }

    /// When the room wants a [`Input::Tick`].
    pub fn deadline(&self) -> Option<Time> {
        let turn = self.next_turn_due().map(|(due, _)| due);
        let host = self.succession().map(|(due, _)| due);
        let seat = self.seat_given_up().map(|(due, _)| due);
        let stalled = self.given_up_waiting().map(|(due, _)| due);
        let told = [self.presence_due(), self.crowd_due()];
        let deserted = self.desertion_due();
        let updated = self.is_of_other_rules().then_some(self.seen);
        let dues = [turn, host, seat, stalled, deserted, updated]
            .into_iter()
            .chain(told);
        dues.flatten().min()
    }

    fn do_what_is_due(&mut self, now: Time, entropy: &mut dyn Entropy, out: &mut Vec<Effect>) {
        // Each turn that ends here begins the next one at `now`, which is not due before later.
        while let Some((_, seat)) = self.next_turn_due().filter(|(due, _)| *due <= now) {
            match self.decide_for(now, seat, entropy) {
                Some(happened) => self.commit(now, None, happened, out),
                None => self.wait_again(now, seat),
            }
        }
        if let Some(happened) = self.pause_due(now) {
            self.commit(now, None, vec![happened], out);
        }
        while let Some((_, seat)) = self.given_up_waiting().filter(|(due, _)| *due <= now) {
            let away = true;
            self.commit(now, None, vec![LogEvent::Away { seat, away }], out);
        }
        while let Some((_, seat)) = self.seat_given_up().filter(|(due, _)| *due <= now) {
            let removed = false;
            self.commit(now, None, vec![LogEvent::Stood { seat, removed }], out);
        }
        if let Some((_, person)) = self.succession().filter(|(due, _)| *due <= now) {
            let happened = LogEvent::Host {
                person,
                gone: true,
                back: false,
            };
            self.commit(now, None, vec![happened], out);
        }
    }

    /// Makes it happen: one record, and after it all who hear of it.
    fn commit(
        &mut self,
        now: Time,
        by: Option<(ConnectionId, Cause)>,
        happened: Vec<LogEvent>,
        out: &mut Vec<Effect>,
    ) {
        let happened = self.numbered(happened);
        let finished = self.lasting.finished(&happened);
        let (asker, cause) = by.unzip();
        let record = Record {
            version: self.lasting.version + 1,
            at: now,
            cause,
            happened,
        };
        self.lasting
            .apply(&record)
            .expect("a record of the room's own");
        for happened in &record.happened {
            if let LogEvent::Resumed { seat } = happened {
                let owner = seat.and_then(|seat| self.lasting.chair(seat));
                let back = owner.map(|chair| chair.owner.player).into_iter().collect();
                self.go_on(now, back);
            }
        }
        self.turn(now, &record.happened);
        let mut cut = Vec::new();
        for happened in &record.happened {
            if let LogEvent::Barred { person, .. } = happened {
                cut.extend(self.cut(person.player));
            }
        }
        self.note_absences(now);
        let changes_people = record.happened.iter().any(changes_presence);
        let answer = asker
            .zip(record.cause.as_ref())
            .map(|(link, cause)| commands::ack(link, cause.id.clone(), record.version));
        out.push(Effect::Append { record, finished });
        out.extend(answer);
        if changes_people {
            // Before the seat is shown: nobody who has just sat down may look absent.
            self.tell_presence_now(now, out);
        }
        self.tell_update(now, asker, out);
        if changes_people {
            self.tell_you(out);
        }
        let code = CloseCode::Removed;
        out.extend(cut.into_iter().map(|link| Effect::Close { link, code }));
    }

    /// How the room is shown in the lobby; `None` if it is private or locked, or nobody is in it.
    #[allow(clippy::missing_panics_doc)] // there are at most eight seats
    pub fn listing(&self) -> Option<Listing> {
        let lasting = &self.lasting;
        if !lasting.settings.public || lasting.locked || self.is_deserted() {
            return None;
        }
        let game = lasting.settings.options.kind();
        let (_, seats) = game.seats();
        Some(Listing {
            game,
            state: match lasting.phase {
                Phase::Lobby | Phase::Over => ListingState::Open,
                Phase::Playing => ListingState::Running,
            },
            host: lasting.host.name.clone(),
            seated: u8::try_from(lasting.seated().count()).expect("at most eight seats"),
            seats,
            watching: self.watching(),
        })
    }

    /// Whether nobody is connected.
    pub fn is_deserted(&self) -> bool {
        self.people.is_empty()
    }

    /// Whether a game runs that this person plays in, or hosts.
    pub fn awaits(&self, player: PlayerId) -> bool {
        let lasting = &self.lasting;
        lasting.phase == Phase::Playing
            && (lasting.host.player == player || lasting.seat_of(player).is_some())
    }

    /// What the log tells of this room: equal for a room that has lived on and one that was restored.
    pub fn lasting(&self) -> &RoomState {
        &self.lasting
    }
}

/// Whether it may change what is told of who is here, and what each is told of themselves.
fn changes_presence(happened: &LogEvent) -> bool {
    match happened {
        LogEvent::Sat { .. }
        | LogEvent::Stood { .. }
        | LogEvent::Named { .. }
        | LogEvent::Host { .. }
        | LogEvent::Barred { .. }
        | LogEvent::Started { .. }
        | LogEvent::Abandoned { .. }
        | LogEvent::Ended { .. } => true,
        LogEvent::Created { .. }
        | LogEvent::Numbered { .. }
        | LogEvent::Coloured { .. }
        | LogEvent::Readied { .. }
        | LogEvent::Set { .. }
        | LogEvent::Readmitted { .. }
        | LogEvent::Locked { .. }
        | LogEvent::Committed { .. }
        | LogEvent::Played { .. }
        | LogEvent::Away { .. }
        | LogEvent::Revised { .. }
        | LogEvent::VotedToSkip { .. }
        | LogEvent::PauseAsked { .. }
        | LogEvent::PauseDeclined { .. }
        | LogEvent::Paused { .. }
        | LogEvent::Resumed { .. } => false,
    }
}
