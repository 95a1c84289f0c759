//! Plays the room itself: its players join, sit down and decide, and the room returns the records
//! to store.

use anyhow::{Context, Result, ensure};
use senda::{
    people::identity::Token,
    process::time::{Clock as _, SteadyClock},
};
use senda_room::{
    ConnectionId, Effect, Entropy, Finished, Input, Person, PlayerId, Record, Room, Time,
    protocol::{First, Name, Settings},
};
use senda_rules::{AnyOptions, Secret};
use senda_store::RoomId;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::{Order, course::Decision};

/// The time between two events in milliseconds.
const PAUSE_MS: u64 = 1_000;

/// A room with everything that is to be stored of it.
pub struct Played {
    /// The id of the room.
    pub id: RoomId,
    /// The players with their session tokens.
    pub people: Vec<(Token, Person)>,
    /// The log. The record that ends a game comes with its result.
    pub log: Vec<(Record, Option<Finished>)>,
    /// The time at which the log begins.
    pub began: Time,
    /// The decisions that follow in the game.
    pub next: Vec<Decision>,
}

/// An entropy source that gives every game the same secret.
struct Known(Secret);

impl Entropy for Known {
    fn secret(&mut self) -> Secret {
        self.0
    }
}

/// A room in progress, with its log so far.
struct Doing {
    room: Room,
    now: Time,
    chance: Known,
    log: Vec<(Record, Option<Finished>)>,
}

/// Plays the room that the order describes.
pub fn play(order: &Order) -> Result<Played> {
    let settings = Settings {
        options: options(order)?,
        clock: order.clock,
        first: First::Draw {},
        public: false,
        stand_in: None,
        hints: false,
        starts_with: None,
        no_skips: false,
        no_spectators: false,
        start: None,
        hands_after: None,
        out_see_hands: false,
        day: None,
        rated: false,
    };
    settings.check().ok().context("settings that can't be")?;
    let seats = u8::try_from(order.people.len())?;
    let found = order.course.as_ref();
    let found = found.map(|course| course.find(&settings.options, seats));
    let found = found.transpose()?;
    let (secret, done, next) = found.map_or_else(
        || (Secret([0; 32]), None, Vec::new()),
        |found| (found.secret, Some(found.done), found.next),
    );
    let people = order.people.iter().map(|name| {
        let player = PlayerId(Uuid::new_v4());
        let name = Name::new(name).context("a name")?;
        Ok((Token::draw(), Person::human(player, name)))
    });
    let people: Vec<(Token, Person)> = people.collect::<Result<_>>()?;
    let steps = done.as_ref().map_or(0, Vec::len) + 4 * people.len();
    let began = SteadyClock::start()
        .now()
        .since(Time(steps as u64 * PAUSE_MS));
    let mut doing = Doing::begin(Time(began), settings, &people, Known(secret))?;
    if let Some(done) = done {
        doing.say(0, json!({ "type": "start" }))?;
        for Decision { seat, action } in done {
            let version = doing.log.len();
            doing.say(
                seat,
                json!({ "type": "act", "version": version, "action": action }),
            )?;
        }
    }
    Ok(Played {
        id: RoomId::draw(),
        people,
        log: doing.log,
        began: Time(began),
        next,
    })
}

/// Returns the game's options with the ordered ones applied.
fn options(order: &Order) -> Result<AnyOptions> {
    let mut options = serde_json::to_value(order.game.options())?;
    for (name, value) in &order.options {
        let known = options.get_mut(name);
        *known.with_context(|| format!("no option {name}"))? = value.clone();
    }
    Ok(serde_json::from_value(options)?)
}

impl Doing {
    /// Creates the room. All players join, sit down and are ready.
    fn begin(
        now: Time,
        settings: Settings,
        people: &[(Token, Person)],
        mut chance: Known,
    ) -> Result<Self> {
        let (_, host) = people.first().context("nobody")?;
        let (room, effects) = Room::create(now, 1, settings, host.clone(), &mut chance);
        let log = Vec::new();
        let mut doing = Self {
            room,
            now,
            chance,
            log,
        };
        doing.note(effects);
        for (number, (_, person)) in people.iter().enumerate() {
            doing.step(Input::Joined {
                connection: connection(number),
                person: person.clone(),
                since: None,
            });
            if number > 0 {
                doing.say(number, json!({ "type": "sit" }))?;
                doing.say(number, json!({ "type": "ready", "ready": true }))?;
            }
        }
        Ok(doing)
    }

    /// Sends a player's message to the room. Fails if the room rejects it.
    fn say(&mut self, number: usize, mut message: Value) -> Result<()> {
        let before = self.log.len();
        message["id"] = json!(format!("p{before}"));
        self.step(Input::Message {
            connection: connection(number),
            message: message.to_string().parse()?,
        });
        ensure!(self.log.len() > before, "the room refuses {message}");
        Ok(())
    }

    fn step(&mut self, input: Input) {
        self.now = self.now.plus(PAUSE_MS);
        let effects = self.room.step(self.now, input, &mut self.chance);
        self.note(effects);
    }

    fn note(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            if let Effect::Append {
                record, finished, ..
            } = effect
            {
                self.log.push((record, finished));
            }
        }
    }
}

fn connection(number: usize) -> ConnectionId {
    ConnectionId(number as u64)
}
