//! A short evening of two players with an honest server. Tests alter its messages.

use std::{sync::Arc, time::Instant};

use senda_load::{
    ledger::{ActionKind, Book, Ledger, Rule},
    swarm::{CheckedMessage, Listener},
};
use senda_rules::{AnyAction, AnyEvent, AnyGame, Game, GameKind, Seat, Secret, Shuffler, Viewer};
use serde_json::{Value, json};

/// The version of the start. The versions after it are decisions, up to [`LAST`].
pub const START: u32 = 3;
/// The version of the last decision.
pub const LAST: u32 = 6;

/// The game of the evening: its states after the start and after each decision, with the decisions
/// and events that led to them.
#[derive(Clone)]
pub struct Story {
    games: Vec<AnyGame>,
    decisions: Vec<(Seat, AnyAction)>,
    events: Vec<Vec<AnyEvent>>,
}

fn viewer(own: Option<usize>) -> Viewer {
    let seat = |own| Seat::new(u8::try_from(own).unwrap()).unwrap();
    own.map_or(Viewer::Spectator, |own| Viewer::Seat(seat(own)))
}

impl Story {
    /// Creates a game in which each decision is the first legal one.
    pub fn of(kind: GameKind) -> Self {
        let mut game = AnyGame::new(&kind.options(), 2, Some(Seat::ZERO)).unwrap();
        let happens = |game: &mut AnyGame, events: Vec<AnyEvent>| {
            for event in &events {
                game.apply(event);
            }
            events
        };
        let mut chance = Shuffler::new(&Secret([7; 32]), &[], 0);
        let opened = game.open(&mut chance);
        let mut events = vec![happens(&mut game, opened)];
        let mut games = vec![game.clone()];
        let mut decisions = Vec::new();
        for _ in START..LAST {
            let seat = game.acting().iter().next().unwrap();
            let action = game.legal_actions(seat).swap_remove(0);
            let decided = game.decide(seat, &action, &mut chance).unwrap();
            events.push(happens(&mut game, decided));
            games.push(game.clone());
            decisions.push((seat, action));
        }
        Self {
            games,
            decisions,
            events,
        }
    }

    /// Returns each decision with the seat that makes it.
    fn asked(&self) -> impl Iterator<Item = (Seat, ActionKind)> {
        let kind = |(seat, action): &(Seat, AnyAction)| {
            (*seat, ActionKind::decided(seat.number().into(), action))
        };
        self.decisions.iter().map(kind)
    }

    /// Returns the happening of a version as the person at that seat receives it. `None` stands for
    /// a spectator.
    pub fn happening(&self, version: u32, own: Option<usize>) -> Value {
        self.told(version, viewer(own))
    }

    /// Returns the happening of a version as that viewer receives it.
    pub fn told(&self, version: u32, viewer: Viewer) -> Value {
        let at = (version.wrapping_sub(START)) as usize;
        let events = |at: usize| -> Vec<AnyEvent> {
            let redact = |event| self.games[at].redact(event, viewer);
            self.events[at].iter().map(redact).collect()
        };
        match version {
            1 => json!({ "type": "sat", "seat": 0, "name": "Ana" }),
            2 => json!({ "type": "sat", "seat": 1, "name": "Bo" }),
            START => json!({ "type": "started", "round": 1, "events": events(0) }),
            ..=LAST => json!({
                "type": "played", "seat": self.decisions[at - 1].0,
                "events": events(at),
            }),
            _ => json!({ "type": "away", "seat": 1, "away": version % 2 == 1 }),
        }
    }

    /// Returns the game at a version as that viewer sees it.
    pub fn game(&self, version: u32, viewer: Viewer) -> Value {
        let at = version.min(LAST).checked_sub(START);
        at.map_or(Value::Null, |at| {
            serde_json::to_value(self.games[at as usize].view(viewer)).unwrap()
        })
    }

    /// Returns the view of the room at a version for the person at that seat.
    fn view(&self, version: u32, own: Option<usize>) -> Value {
        let playing = version >= START;
        let seat =
            |name: &str| json!({ "name": name, "ready": false, "away": false, "vacant": false });
        json!({
            "phase": if playing { "playing" } else { "lobby" },
            "seats": [seat("Ana"), if version > 1 { seat("Bo") } else { Value::Null }],
            "host": { "name": "Ana", "seat": 0 },
            "round": u32::from(playing),
            "clock": null,
            "game": self.game(version, viewer(own)),
        })
    }

    /// Returns an update with all happenings after `from`.
    pub fn update(&self, from: u32, version: u32, own: Option<usize>) -> Value {
        let first = from + 1;
        let told = |version| json!({ "version": version, "at": 1_000 + version, "happening": self.happening(version, own) });
        json!({
            "type": "update", "epoch": 9, "from": from, "version": version, "now": 5_000,
            "happenings": (first..=version).map(told).collect::<Vec<_>>(),
            "view": self.view(version, own),
        })
    }
}

/// Returns such an update for the first of all games.
pub fn update(from: u32, version: u32, own: Option<usize>) -> Value {
    Story::of(GameKind::ALL[0]).update(from, version, own)
}

/// The room of the evening, and the ledger that checks its server.
pub struct Evening {
    pub ledger: Ledger,
    pub book: Arc<Book>,
}

impl Evening {
    /// Creates a room and records all commands that cause the happenings.
    pub fn new() -> Self {
        Self::of(Ledger::new(42))
    }

    /// Creates the same room with the test's own ledger.
    pub fn of(ledger: Ledger) -> Self {
        Self::telling(&Story::of(GameKind::ALL[0]), ledger)
    }

    /// Creates the room of another story with the test's own ledger.
    pub fn telling(story: &Story, ledger: Ledger) -> Self {
        let book = ledger.room("k7m2p9qx4t");
        book.opened("Ana", Instant::now());
        let name = "Bo".to_owned();
        book.sent("Bo", "sit", ActionKind::Sat { name });
        book.sent("Ana", "begin", ActionKind::Began);
        for (version, (seat, kind)) in (START + 1..).zip(story.asked()) {
            let name = ["Ana", "Bo"][seat.index()];
            book.sent(name, &format!("decide {version}"), kind);
        }
        Self { ledger, book }
    }

    /// Connects a person who has the version `held` from before, or none.
    pub fn comes(&self, name: &str, held: Option<u32>) -> Listener {
        let held = held.map(|version| (9, version));
        let mut listener = Listener::new(self.book.clone(), name, held);
        listener.connected();
        listener
    }

    /// Returns the promises that the ledger found broken.
    pub fn broken(&self) -> Vec<Rule> {
        let violations = self.ledger.violations();
        for violation in &violations {
            assert_eq!((violation.seed, &*violation.room), (42, "k7m2p9qx4t"));
            assert!(!violation.seen.is_empty() && !violation.person.is_empty());
        }
        violations.iter().map(|violation| violation.rule).collect()
    }
}

/// Sends a message to a person.
pub fn tell(listener: &mut Listener, message: &Value) -> CheckedMessage {
    listener.hear(&message.to_string(), Instant::now())
}

/// Returns the acknowledgement of a command.
pub fn ack(id: &str, version: u32) -> Value {
    json!({ "type": "ack", "id": id, "version": version })
}

/// Returns the rejection of a command.
pub fn nak(id: &str, code: &str) -> Value {
    json!({ "type": "nak", "id": id, "problem": { "code": code }, "temporary": false })
}
