//! Checks each message that one connection receives.

use std::{sync::Arc, time::Instant};

use serde::Deserialize;
use serde_json::{Value, value::RawValue};

use crate::ledger::{Book, Facts, Life, ReceivedUpdate, Rule};

/// Checks the messages of one connection to a room against the protocol and against the ledger's
/// book of the room.
#[derive(Debug)]
pub struct Listener {
    book: Arc<Book>,
    person: String,
    /// The epoch and version that the client has.
    held: Option<(u32, u32)>,
    opened: Instant,
    floor: u32,
    life: Option<Life>,
    is_first: bool,
}

/// The meaning of a message for the person who receives it.
#[derive(Debug)]
pub enum CheckedMessage {
    /// An update of the room.
    Update {
        /// The facts that the view shows.
        facts: Arc<Facts>,
        /// The version of the view.
        version: u32,
        /// Whether it came as a single step after the version that was known, on an open
        /// connection.
        step: bool,
        /// Whether the first update of this connection is a whole view (`true`) or only what was
        /// missed (`false`). `None` for every later update.
        whole: Option<bool>,
    },
    /// The server acknowledged a command.
    Acked {
        /// The id of the command.
        id: String,
        /// The version that the command made.
        version: u32,
    },
    /// The server rejected a command.
    Refused {
        /// The id of the command.
        id: String,
        /// Whether the client may send the command again.
        temporary: bool,
    },
    /// A message that calls for no action.
    Nothing,
}

#[derive(Deserialize)]
struct Kind<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
}

#[derive(Deserialize)]
struct Ack {
    id: String,
    version: u32,
}

#[derive(Deserialize)]
struct Nak {
    id: Option<String>,
    problem: Value,
    temporary: bool,
}

#[derive(Deserialize)]
struct Update<'a> {
    epoch: u32,
    from: u32,
    version: u32,
    now: u64,
    #[serde(borrow)]
    happenings: Vec<&'a RawValue>,
    #[serde(borrow)]
    view: &'a RawValue,
}

#[derive(Deserialize)]
struct Numbered {
    version: u32,
}

/// The rejection codes that a legal command may get, since another player's command or the clock
/// overtook it.
const OVERTAKEN: [&str; 10] = [
    "stale",
    "no_game",
    "game_running",
    "no_seat",
    "seat_taken",
    "room_full",
    "not_ready",
    "too_few",
    "not_host",
    "too_fast",
];

impl Listener {
    /// Creates the checks of a connection whose client already has the version `held`. Call this
    /// before the connection is opened: the highest version that the book has now must be in the
    /// first update of the connection.
    pub fn new(book: Arc<Book>, person: &str, held: Option<(u32, u32)>) -> Self {
        Self {
            person: person.to_owned(),
            held,
            opened: Instant::now(),
            floor: book.floor(),
            life: book.ledger().life(),
            is_first: true,
            book,
        }
    }

    /// Records that the connection is open. If the server was stopped since [`Self::new`], it is
    /// unclear which process the connection reached, so the life of the server counts as unknown.
    pub fn connected(&mut self) {
        let now = self.book.ledger().life().map(|life| life.number);
        self.life = self.life.filter(|life| Some(life.number) == now);
    }

    /// Returns the epoch and version that the client has.
    pub fn held(&self) -> Option<(u32, u32)> {
        self.held
    }

    fn violated(&self, rule: Rule, seen: impl Into<String>) {
        let room = self.book.name();
        self.book.ledger().violated(rule, room, &self.person, seen);
    }

    /// Checks a message and returns its meaning. Every breach of a rule is entered as a violation.
    pub fn hear(&mut self, text: &str, heard: Instant) -> CheckedMessage {
        match self.read(text, heard) {
            Ok(heard) => heard,
            Err(error) => {
                self.violated(Rule::Readable, format!("{error}: {text}"));
                CheckedMessage::Nothing
            }
        }
    }

    fn read(&mut self, text: &str, heard: Instant) -> serde_json::Result<CheckedMessage> {
        let Kind { kind } = serde_json::from_str(text)?;
        Ok(match kind {
            "update" => self.update(&serde_json::from_str(text)?, heard)?,
            "ack" => {
                let Ack { id, version } = serde_json::from_str(text)?;
                self.book.acked(&self.person, &id, version, self.opened);
                CheckedMessage::Acked { id, version }
            }
            "nak" => self.refused(serde_json::from_str(text)?),
            "you" | "presence" | "chat" | "closing" => CheckedMessage::Nothing,
            _ => {
                self.violated(Rule::Readable, text);
                CheckedMessage::Nothing
            }
        })
    }

    fn refused(&self, nak: Nak) -> CheckedMessage {
        let Nak {
            id,
            problem,
            temporary,
        } = nak;
        let code = problem["code"].as_str().unwrap_or_default();
        if !OVERTAKEN.contains(&code) {
            self.violated(Rule::Carried, format!("{id:?} was refused: {problem}"));
        }
        let Some(id) = id else {
            return CheckedMessage::Nothing;
        };
        if !temporary {
            self.book.refused(&self.person, &id, &problem);
        }
        CheckedMessage::Refused { id, temporary }
    }

    fn update(&mut self, update: &Update, heard: Instant) -> serde_json::Result<CheckedMessage> {
        let (epoch, from, version) = (update.epoch, update.from, update.version);
        let continues = self.held == Some((epoch, from));
        if from > 0 && !continues {
            let held = self.held;
            let seen = format!("from {from} to {version} of {epoch}, where {held:?} was held");
            self.violated(Rule::Gapless, seen);
        }
        if let Some((before, had)) = self.held
            && before == epoch
            && version < had
        {
            let seen = format!("version {version} to one who had {had}");
            self.violated(Rule::Continued, seen);
        }
        let mut happenings = Vec::with_capacity(update.happenings.len());
        for one in &update.happenings {
            let number = serde_json::from_str::<Numbered>(one.get())?.version;
            happenings.push((number, one.get()));
        }
        let received = ReceivedUpdate {
            person: &self.person,
            life: self.life,
            heard,
            opened: self.opened,
            floor: self.floor,
            epoch,
            from,
            version,
            now: update.now,
            happenings,
            view: update.view.get(),
        };
        let Some(content) = self.book.receive(&received) else {
            return Ok(CheckedMessage::Nothing);
        };
        self.held = Some((epoch, version));
        let is_first = std::mem::take(&mut self.is_first);
        Ok(CheckedMessage::Update {
            facts: content.facts,
            version,
            step: continues && !is_first && version == from + 1,
            whole: is_first.then_some(from == 0),
        })
    }
}
