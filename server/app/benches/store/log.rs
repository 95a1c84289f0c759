//! Generates the log of a room with eight players, game after game.

use rand::{RngExt, SeedableRng, rngs::StdRng};
use senda_room::{
    ConnectionId, Effect, Entropy, Input, LogEvent, Person, PlayerId, Record, Room, Time,
    protocol::{Clock, First, Name, Settings},
};
use senda_rules::{AnyGame, Game, GameKind, Secret};
use serde_json::{Value, json};
use uuid::Uuid;

/// The number of players in the room.
const PEOPLE: usize = 8;
/// The time between two events in milliseconds.
const PAUSE_MS: u64 = 1_000;

struct Known(StdRng);

impl Entropy for Known {
    fn secret(&mut self) -> Secret {
        Secret(self.0.random())
    }
}

struct Doing {
    room: Room,
    now: Time,
    chance: Known,
    log: Vec<Record>,
    /// The running game, rebuilt from the log's events.
    game: Option<AnyGame>,
}

/// Generates that many records of a room with eight players. The last game is unfinished.
pub fn of_eight(records: usize) -> Vec<Record> {
    let mut chance = Known(StdRng::seed_from_u64(1));
    let settings = Settings {
        options: GameKind::Tsuro.options(),
        clock: Clock::None {},
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
    let (room, effects) = Room::create(Time(0), 1, settings, person(0), &mut chance);
    let mut doing = Doing {
        room,
        now: Time(1_800_000_000_000),
        chance,
        log: Vec::new(),
        game: None,
    };
    doing.note(effects);
    for number in 0..PEOPLE {
        doing.step(Input::Joined {
            connection: connection(number),
            person: person(number),
            since: None,
        });
        if number > 0 {
            doing.say(number, json!({ "type": "sit" }));
        }
    }
    while doing.log.len() < records {
        if !doing.decide() {
            for number in 1..PEOPLE {
                doing.say(number, json!({ "type": "ready", "ready": true }));
            }
            doing.say(0, json!({ "type": "start" }));
        }
    }
    doing.log
}

impl Doing {
    /// Makes one seat that may decide take a random legal action. Returns whether there was one.
    fn decide(&mut self) -> bool {
        let Some(game) = &self.game else { return false };
        let Some(seat) = game.acting().iter().next() else {
            return false;
        };
        let mut actions = game.legal_actions(seat);
        let action = actions.swap_remove(self.chance.0.random_range(0..actions.len()));
        let version = self.log.len();
        let act = json!({ "type": "act", "version": version, "action": action });
        self.say(seat.index(), act);
        true
    }

    fn say(&mut self, number: usize, mut message: Value) {
        let before = self.log.len();
        message["id"] = json!(Uuid::from_u128(self.chance.0.random()).to_string());
        self.step(Input::Message {
            connection: connection(number),
            message: message.to_string().parse().expect("a message"),
        });
        assert!(self.log.len() > before, "the room refuses {message}");
    }

    fn step(&mut self, input: Input) {
        self.now = self.now.plus(PAUSE_MS);
        let effects = self.room.step(self.now, input, &mut self.chance);
        self.note(effects);
    }

    fn note(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            if let Effect::Append { record, .. } = effect {
                record.happened.iter().for_each(|event| self.follow(event));
                self.log.push(record);
            }
        }
    }

    fn follow(&mut self, event: &LogEvent) {
        match event {
            LogEvent::Started(started) => {
                let seats = u8::try_from(started.players.len()).expect("a few");
                let game = AnyGame::new(&started.options, seats, started.first);
                let mut game = game.expect("options that are possible");
                started.events.iter().for_each(|event| game.apply(event));
                self.game = Some(game);
            }
            LogEvent::Played(played) => {
                let game = self.game.as_mut().expect("the game that runs");
                played.events.iter().for_each(|event| game.apply(event));
            }
            _ => {}
        }
    }
}

fn connection(number: usize) -> ConnectionId {
    ConnectionId(number as u64)
}

fn person(number: usize) -> Person {
    Person {
        player: PlayerId(Uuid::from_u128(
            0x0123_4567_89ab_4def_8123_4567_89ab_cde0 + number as u128,
        )),
        name: Name::new(&format!("Player {number}")).expect("a name"),
        bot: None,
        guest_of: None,
    }
}
