//! A short evening of two players, told by hand: what an honest server says, to be spoilt by tests.

use std::{sync::Arc, time::Instant};

use senda_load::{
    ledger::{ActionKind, Book, Ledger, Rule},
    swarm::{Heard, Listener},
};
use serde_json::{Value, json};

/// Who holds which tiles at the start.
const HANDS: [[u8; 3]; 2] = [[1, 2, 3], [4, 5, 6]];

/// The version of the start; the versions after it are decisions.
pub const START: u32 = 3;

/// What happened at a version, as somebody at that seat is told; `None` watches.
pub fn happening(version: u32, own: Option<usize>) -> Value {
    let hand = |seat: usize| match own {
        Some(own) if own == seat => json!(HANDS[seat]),
        _ => json!([null, null, null]),
    };
    let played = |seat: u64, event: Value| json!({ "type": "played", "seat": seat, "by": "player", "events": [event] });
    let started = |seat: u64| json!({ "game": "tsuro", "type": "started", "seat": seat, "mark": format!("a{seat}") });
    match version {
        1 => json!({ "type": "sat", "seat": 0, "name": "Ana" }),
        2 => json!({ "type": "sat", "seat": 1, "name": "Bo" }),
        3 => json!({ "type": "started", "round": 1, "events": [
            { "game": "tsuro", "type": "opened", "hands": [hand(0), hand(1)], "pile": [null, null] }] }),
        4 => played(0, started(0)),
        5 => played(1, started(1)),
        6 => {
            let drawn = if own == Some(0) {
                json!(7)
            } else {
                Value::Null
            };
            json!({ "type": "played", "seat": 0, "by": "player", "events": [
                { "game": "tsuro", "type": "placed", "seat": 0, "tile": 1, "rotation": 2 },
                { "game": "tsuro", "type": "drew", "seat": 0, "tile": drawn }] })
        }
        _ => json!({ "type": "away", "seat": 1, "away": version % 2 == 1 }),
    }
}

/// How it is at a version, as somebody at that seat sees it.
pub fn view(version: u32, own: Option<usize>) -> Value {
    let playing = version >= START;
    let seat = |name: &str| json!({ "name": name, "ready": false, "away": false, "vacant": false });
    let hand = |seat: usize| {
        let faces: Vec<Value> = HANDS[seat]
            .iter()
            .map(|tile| json!({ "tile": tile }))
            .collect();
        json!({ "count": 3, "tiles": if own == Some(seat) { json!(faces) } else { Value::Null } })
    };
    let turn = u64::from(version.is_multiple_of(2));
    let mine = own.is_some_and(|own| own as u64 == turn);
    let choices = json!({ "type": "place", "placements": [{ "tile": 1, "rotation": 2 }] });
    json!({
        "phase": if playing { "playing" } else { "lobby" },
        "seats": [seat("Ana"), if version > 1 { seat("Bo") } else { Value::Null }],
        "host": { "name": "Ana", "seat": 0 },
        "round": u32::from(playing),
        "clock": null,
        "game": if playing { json!({
            "turn": turn, "acting": turn,
            "hands": [hand(0), hand(1)],
            "pile": 29,
            "choices": if mine { choices } else { Value::Null },
        }) } else { Value::Null },
    })
}

/// An update that says all that happened after `from`.
pub fn update(from: u32, version: u32, own: Option<usize>) -> Value {
    let first = from + 1;
    let told = |version| json!({ "version": version, "at": 1_000 + version, "happening": happening(version, own) });
    json!({
        "type": "update", "epoch": 9, "from": from, "version": version, "now": 5_000,
        "happenings": (first..=version).map(told).collect::<Vec<_>>(),
        "view": view(version, own),
    })
}

/// The room of the evening, and what is found out about its server.
pub struct Evening {
    pub ledger: Ledger,
    pub book: Arc<Book>,
}

impl Evening {
    /// With all commands asked for that make the happenings.
    pub fn new() -> Self {
        Self::of(Ledger::new(42))
    }

    /// With a ledger of the test's own.
    pub fn of(ledger: Ledger) -> Self {
        let book = ledger.room("k7m2p9qx4t");
        book.opened("Ana");
        let name = "Bo".to_owned();
        book.sent("Bo", "sit", ActionKind::Sat { name });
        book.sent("Ana", "begin", ActionKind::Began);
        for (seat, name) in [(0, "Ana"), (1, "Bo")] {
            let mark = format!("a{seat}");
            book.sent(
                name,
                &format!("mark {seat}"),
                ActionKind::Marked { seat, mark },
            );
        }
        book.sent("Ana", "place", PLACED);
        Self { ledger, book }
    }

    /// Somebody comes, who has something from before or not.
    pub fn comes(&self, name: &str, held: Option<u32>) -> Listener {
        let held = held.map(|version| (9, version));
        let mut listener = Listener::new(self.book.clone(), name, held);
        listener.connected();
        listener
    }

    /// The promises that were found broken.
    pub fn broken(&self) -> Vec<Rule> {
        let violations = self.ledger.violations();
        for violation in &violations {
            assert_eq!((violation.seed, &*violation.room), (42, "k7m2p9qx4t"));
            assert!(!violation.seen.is_empty() && !violation.person.is_empty());
        }
        violations.iter().map(|violation| violation.rule).collect()
    }
}

/// What the command `place` asks for.
pub const PLACED: ActionKind = ActionKind::Placed {
    seat: 0,
    tile: 1,
    rotation: 2,
};

/// Somebody is told something.
pub fn tell(listener: &mut Listener, down: &Value) -> Heard {
    listener.hear(&down.to_string(), Instant::now())
}

/// A command is acknowledged.
pub fn ack(id: &str, version: u32) -> Value {
    json!({ "type": "ack", "id": id, "version": version })
}

/// A command is refused.
pub fn nak(id: &str, code: &str) -> Value {
    json!({ "type": "nak", "id": id, "problem": { "code": code }, "temporary": false })
}
