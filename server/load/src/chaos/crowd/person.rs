//! Somebody at a table: comes, plays or watches, comes back whatever happens.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::Result;
use rand::{Rng, RngExt};
use rand_chacha::ChaCha8Rng;
use serde::Deserialize;
use serde_json::{Value, json, value::RawValue};
use tokio::time::{sleep, sleep_until};

use super::{
    GAMES, Meeting, PLAYERS, Table,
    wire::{Browser, Socket},
};
use crate::ledger::{Book, Deed, Facts, Phase, Rule, Told, lock};

/// Without an answer for so long, a command is sent once more, as a browser does after a return.
const UNANSWERED: Duration = Duration::from_secs(12);

/// What somebody does whose evening is over.
pub(super) const GONE: &str = "gone";

struct Person {
    table: Arc<Table>,
    /// 0 is the host; the last one watches.
    place: usize,
    name: String,
    browser: Browser,
    chance: ChaCha8Rng,
    commands: u64,
    /// In a row, to reach the server.
    failures: u32,
    pending: Option<Pending>,
    facts: Option<Arc<Facts>>,
    version: u32,
    /// The highest version that was acknowledged to them.
    acked: u32,
}

/// A command whose answer has not come.
struct Pending {
    id: String,
    text: String,
}

/// A message, its kind first: raw text can't be in one that is tagged inside.
#[derive(Deserialize)]
struct Kind<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
}

enum Down<'a> {
    Ack(Ack),
    Nak(Nak),
    Update(Update<'a>),
    Other,
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

fn read(text: &str) -> serde_json::Result<Down<'_>> {
    let Kind { kind } = serde_json::from_str(text)?;
    Ok(match kind {
        "ack" => Down::Ack(serde_json::from_str(text)?),
        "nak" => Down::Nak(serde_json::from_str(text)?),
        "update" => Down::Update(serde_json::from_str(text)?),
        _ => Down::Other,
    })
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

/// Lives until their last game has ended.
pub(super) async fn live(table: Arc<Table>, place: usize, chance: ChaCha8Rng) {
    let number = table.number;
    let mut person = Person {
        place,
        name: format!("T{number} P{place}"),
        browser: Browser {
            server: table.server,
            from: format!("10.{place}.{}.{}", number / 250, 1 + number % 250),
            cookie: String::new(),
        },
        table,
        chance,
        commands: 0,
        failures: 0,
        pending: None,
        facts: None,
        version: 0,
        acked: 0,
    };
    while person.browser.arrive(&person.name).await.is_err() {
        person.pause().await;
    }
    let mut last = Meeting::NotYet;
    loop {
        let meeting = person.meet(&last).await;
        let Meeting::In(room) = &meeting else {
            person.does(GONE.to_owned());
            return;
        };
        let book = person.table.ledger.room(room);
        (person.pending, person.facts) = (None, None);
        (person.version, person.acked) = (0, 0);
        while !person.has_enough(&book) {
            // A connection that ends is nothing special.
            if let Err(reason) = person.visit(&book).await {
                person.does(format!("comes back to {room}: {reason:#}"));
            }
            person.pause().await;
        }
        if place == 0 {
            let over = *person.table.finishing.borrow();
            let next = if over { Meeting::Over } else { Meeting::NotYet };
            person.table.meeting.send_replace(next);
        }
        last = meeting;
    }
}

impl Person {
    fn does(&self, what: String) {
        lock(&self.table.doing)[self.place] = what;
    }

    /// Before trying once more: longer each time, and never with everybody else at once.
    async fn pause(&mut self) {
        let most = 200 << self.failures.min(3);
        self.failures += 1;
        sleep(Duration::from_millis(self.chance.random_range(20..most))).await;
    }

    /// Where everybody at this table meets after they have been there; the host opens it.
    async fn meet(&mut self, last: &Meeting) -> Meeting {
        let mut meetings = self.table.meeting.subscribe();
        while self.place == 0 && *self.table.meeting.borrow() == Meeting::NotYet {
            if let Some(room) = self.open().await {
                self.table.meeting.send_replace(Meeting::In(room));
            } else {
                self.pause().await;
            }
        }
        let next = meetings.wait_for(|next| *next != Meeting::NotYet && next != last);
        next.await.map_or(Meeting::Over, |next| next.clone())
    }

    async fn open(&self) -> Option<String> {
        let clock = match self.table.number % 3 {
            0 => json!({ "type": "bank", "seconds": 300, "increment": 2 }),
            1 => json!({ "type": "turn", "seconds": 60 }),
            _ => json!({ "type": "none" }),
        };
        let settings = json!({
            "options": { "game": "tsuro", "preset": "2020" },
            "clock": clock,
            "first": { "type": "draw" },
            "public": self.table.number.is_multiple_of(2),
        });
        let body = json!({ "settings": settings });
        let (status, _, body) = self.browser.ask("POST", "/api/rooms", &body).await.ok()?;
        let room = body["room"].as_str().filter(|_| status == 201)?.to_owned();
        self.table.ledger.room(&room).opened(&self.name);
        Some(room)
    }

    /// Whether the evening in this room is over: the host says so, and only who has been told all
    /// that was acknowledged to them can leave.
    fn has_enough(&self, book: &Book) -> bool {
        let Some(facts) = &self.facts else {
            return false;
        };
        let is_over = if self.place == 0 {
            let last = facts.round >= GAMES || *self.table.finishing.borrow();
            facts.phase == Phase::Over && last
        } else {
            let here = Meeting::In(book.name().to_string());
            *self.table.meeting.borrow() != here
        };
        is_over && self.pending.is_none() && self.version >= self.acked
    }

    /// One connection, until it ends.
    async fn visit(&mut self, book: &Book) -> Result<()> {
        let floor = book.floor();
        let life = self.table.ledger.life();
        let mut socket = self.browser.enter(book.name()).await?;
        self.failures = 0;
        if let Some(pending) = &self.pending {
            socket.say(&pending.text).await?;
        }
        let mut finishing = self.table.finishing.clone();
        let mut meeting = self.table.meeting.subscribe();
        let mut next = Instant::now();
        self.facts = None;
        while !self.has_enough(book) {
            let idle = self.pending.is_some();
            let due = if idle { next + UNANSWERED } else { next };
            tokio::select! {
                text = socket.hear() => {
                    let text = text?;
                    let same = self.table.ledger.life().map(|life| life.number);
                    let life = life.filter(|life| Some(life.number) == same);
                    if self.take(book, &text, floor, life) {
                        next = Instant::now() + self.thinking();
                    }
                }
                () = sleep_until(due.into()) => {
                    self.act(book, &mut socket).await?;
                    next = Instant::now() + self.thinking();
                }
                _ = finishing.changed() => {}
                // The table outlives its people.
                Ok(()) = meeting.changed() => {}
            }
        }
        Ok(())
    }

    fn thinking(&mut self) -> Duration {
        let most = self.table.think_ms * 2;
        Duration::from_millis(self.chance.random_range(0..=most))
    }

    /// Hears something; whether it is something to think about.
    fn take(
        &mut self,
        book: &Book,
        text: &str,
        floor: u32,
        life: Option<crate::ledger::Life>,
    ) -> bool {
        let heard = Instant::now();
        match read(text) {
            Err(error) => {
                book.ledger().violated(
                    Rule::Readable,
                    book.name(),
                    &self.name,
                    format!("{error}: {text}"),
                );
                false
            }
            Ok(Down::Ack(Ack { id, version })) => {
                book.acked(&self.name, &id, version);
                self.acked = self.acked.max(version);
                self.pending.take_if(|pending| pending.id == id);
                false
            }
            Ok(Down::Nak(Nak {
                id: Some(id),
                problem,
                temporary,
            })) => {
                if !temporary {
                    book.refused(&self.name, &id, &problem);
                    self.pending.take_if(|pending| pending.id == id);
                }
                true
            }
            Ok(Down::Update(update)) => {
                let happenings = update.happenings.iter().map(|one| {
                    let number = serde_json::from_str(one.get()).map(|one: Numbered| one.version);
                    (number.unwrap_or(0), one.get())
                });
                let told = Told {
                    person: &self.name,
                    life,
                    heard,
                    floor,
                    epoch: update.epoch,
                    from: update.from,
                    version: update.version,
                    now: update.now,
                    happenings: happenings.collect(),
                    view: update.view.get(),
                };
                if let Some(news) = book.told(&told) {
                    self.facts = Some(news.facts);
                    self.version = update.version;
                }
                true
            }
            Ok(Down::Nak(_) | Down::Other) => false,
        }
    }

    /// Does what there is to do, or asks again for the answer to what was done.
    async fn act(&mut self, book: &Book, socket: &mut Socket) -> Result<()> {
        if let Some(pending) = &self.pending {
            self.does(format!("asks once more: {}", pending.text));
            return socket.say(&pending.text).await;
        }
        let Some((deed, mut command)) = self.choose() else {
            let turn = self.facts.as_ref().map(|facts| (facts.phase, facts.turn));
            self.does(format!("waits at version {}: {turn:?}", self.version));
            return Ok(());
        };
        self.commands += 1;
        let id = format!("{}-{}", self.name, self.commands);
        command["id"] = json!(id);
        let text = command.to_string();
        book.sent(&self.name, &id, deed);
        self.pending = Some(Pending {
            id,
            text: text.clone(),
        });
        socket.say(&text).await?;
        if self.chance.random_ratio(1, 4) {
            // Two messages at once, so that one can overtake the other.
            socket.say(r#"{"type":"sync"}"#).await?;
        }
        Ok(())
    }

    fn choose(&mut self) -> Option<(Deed, Value)> {
        let facts = self.facts.clone().filter(|_| self.place < PLAYERS)?;
        let mine = facts.seat_of(&self.name);
        let Some(seat) = mine else {
            let name = self.name.clone();
            let free = facts.phase != Phase::Playing;
            return free.then(|| (Deed::Sat { name }, json!({ "type": "sit" })));
        };
        let (chair, seat) = (facts.seats[usize::from(seat)].as_ref()?, u64::from(seat));
        if facts.phase == Phase::Playing {
            if chair.away {
                return Some((Deed::Back, json!({ "type": "back" })));
            }
            return self.decide(&facts, seat);
        }
        if facts.phase == Phase::Over && (facts.round >= GAMES || *self.table.finishing.borrow()) {
            return None;
        }
        let nonce = format!("{:032x}", self.chance.random::<u128>());
        if self.place > 0 {
            let ready = json!({ "type": "ready", "ready": true, "nonce": nonce });
            return (!chair.ready).then_some((Deed::Readied { seat, ready: true }, ready));
        }
        let others = facts
            .taken()
            .filter(|(other, chair)| *other != seat && chair.ready);
        let start = json!({ "type": "start", "nonce": nonce });
        (others.count() + 1 == PLAYERS).then_some((Deed::Began, start))
    }

    /// Any of the choices that the server offers.
    fn decide(&mut self, facts: &Facts, seat: u64) -> Option<(Deed, Value)> {
        let choices = &facts.choices;
        let (deed, mut action) = if choices["type"] == "start" {
            let mark = pick(&choices["marks"], &mut self.chance)?.as_str()?;
            let action = json!({ "type": "start", "mark": mark });
            let mark = mark.to_owned();
            (Deed::Marked { seat, mark }, action)
        } else {
            let placement = pick(&choices["placements"], &mut self.chance)?;
            let tile = placement["tile"].as_u64()?;
            let rotation = placement["rotation"].as_u64()?;
            let action = json!({ "type": "place", "tile": tile, "rotation": rotation });
            let deed = Deed::Placed {
                seat,
                tile,
                rotation,
            };
            (deed, action)
        };
        action["game"] = json!("tsuro");
        let act = json!({ "type": "act", "version": self.version, "action": action });
        Some((deed, act))
    }
}

fn pick<'a>(of: &'a Value, chance: &mut impl Rng) -> Option<&'a Value> {
    let of = of.as_array().filter(|of| !of.is_empty())?;
    of.get(chance.random_range(0..of.len()))
}
