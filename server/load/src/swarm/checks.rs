//! What one connection may say, message by message.

use std::{sync::Arc, time::Instant};

use serde::Deserialize;
use serde_json::{Value, value::RawValue};

use crate::ledger::{Book, Facts, Life, Rule, Told};

/// Listens to one connection to a room, and holds it to the protocol and to the book.
#[derive(Debug)]
pub struct Listener {
    book: Arc<Book>,
    person: String,
    /// What the receiver has: epoch and version.
    held: Option<(u32, u32)>,
    opened: Instant,
    floor: u32,
    life: Option<Life>,
    is_first: bool,
}

/// What was heard.
#[derive(Debug)]
pub enum Heard {
    /// How it is now.
    News {
        /// What the view says.
        facts: Arc<Facts>,
        /// Its version.
        version: u32,
        /// Whether it came as one step after what was known, on a connection that was open.
        step: bool,
        /// Whether it is the first on this connection, and whole.
        whole: Option<bool>,
    },
    /// A command was carried out.
    Acked {
        /// Which.
        id: String,
        /// At which version.
        version: u32,
    },
    /// A command was refused.
    Refused {
        /// Which.
        id: String,
        /// Whether to send it again.
        temporary: bool,
    },
    /// Nothing to act on.
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

/// Refusals that somebody may get who was overtaken by what others did, or by the clock.
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
    /// Listens to a connection of somebody who has `held` from before; to be made before the
    /// connection is, since what was told before that must be in what it brings.
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

    /// The connection is made. If the server was stopped meanwhile, which one it reaches is not sure.
    pub fn connected(&mut self) {
        let now = self.book.ledger().life().map(|life| life.number);
        self.life = self.life.filter(|life| Some(life.number) == now);
    }

    /// What the receiver has: epoch and version.
    pub fn held(&self) -> Option<(u32, u32)> {
        self.held
    }

    fn violated(&self, rule: Rule, seen: impl Into<String>) {
        let room = self.book.name();
        self.book.ledger().violated(rule, room, &self.person, seen);
    }

    /// Takes a message in.
    pub fn hear(&mut self, text: &str, heard: Instant) -> Heard {
        match self.read(text, heard) {
            Ok(heard) => heard,
            Err(error) => {
                self.violated(Rule::Readable, format!("{error}: {text}"));
                Heard::Nothing
            }
        }
    }

    fn read(&mut self, text: &str, heard: Instant) -> serde_json::Result<Heard> {
        let Kind { kind } = serde_json::from_str(text)?;
        Ok(match kind {
            "update" => self.update(&serde_json::from_str(text)?, heard)?,
            "ack" => {
                let Ack { id, version } = serde_json::from_str(text)?;
                self.book.acked(&self.person, &id, version, self.opened);
                Heard::Acked { id, version }
            }
            "nak" => self.refused(serde_json::from_str(text)?),
            "you" | "presence" | "chat" | "closing" => Heard::Nothing,
            _ => {
                self.violated(Rule::Readable, text);
                Heard::Nothing
            }
        })
    }

    fn refused(&self, nak: Nak) -> Heard {
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
            return Heard::Nothing;
        };
        if !temporary {
            self.book.refused(&self.person, &id, &problem);
        }
        Heard::Refused { id, temporary }
    }

    fn update(&mut self, update: &Update, heard: Instant) -> serde_json::Result<Heard> {
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
        let told = Told {
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
        let Some(news) = self.book.told(&told) else {
            return Ok(Heard::Nothing);
        };
        self.held = Some((epoch, version));
        let is_first = std::mem::take(&mut self.is_first);
        Ok(Heard::News {
            facts: news.facts,
            version,
            step: continues && !is_first && version == from + 1,
            whole: is_first.then_some(from == 0),
        })
    }
}
