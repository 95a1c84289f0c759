//! Fixed workloads, the same on every machine. `cargo xtask test --only instructions` counts their
//! instructions. `work NAME` prepares a workload and then runs it in `measured`. Only the
//! instructions in `measured` count. `work rooms COUNT` keeps that many rooms in memory instead,
//! whose size is measured.

#![allow(clippy::unwrap_used)] // a workload that can't run is a failure

use std::hint::black_box;

use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};
use senda_room::{
    ConnectionId, Effect, Entropy, Input, LogEvent, Person, PlayerId, Record, Room, Time,
    protocol::{ClientMessage, Clock, Command, CommandId, First, Name, Settings},
};
use senda_rules::{AnyGame, AnyView, Chance, Game, GameKind, Secret, Viewer};
use senda_wire::{Snapshot, patch};
use uuid::Uuid;

/// A start time in January 2027.
const START: Time = Time(1_800_000_000_000);
/// The number of decisions of each player before the middle of a game.
const BEFORE: usize = 2;
/// The number of records in the log that a room is restored from: several games.
const RECORDS: usize = 300;
/// The number of repetitions of a small workload. The allocator does extra work now and then,
/// depending on the start address of the memory, which depends on the length of the program's path.
/// Repetitions reduce the weight of that work.
const TIMES: usize = 64;

fn main() {
    let name = std::env::args().nth(1);
    match name.as_deref() {
        Some("step") => step(),
        Some("view") => view(),
        Some("delta") => delta(),
        Some("playout") => playout(),
        Some("restore") => restore(),
        Some("rooms") => rooms(),
        _ => {
            eprintln!("work step | view | delta | playout | restore | rooms COUNT");
            std::process::exit(2);
        }
    }
}

/// Runs the part of a workload that is counted.
#[inline(never)]
fn measured(work: impl FnOnce()) {
    black_box(work)();
}

/// Measures one move in the middle of a game, with all players connected.
fn step() {
    let mut table = Table::in_mid_game();
    let input = table.decision();
    measured(|| {
        black_box(table.room.step(START, input, &mut table.dice));
    });
}

/// Measures the view of the seat whose turn it is, in the middle of a game, `TIMES` times.
fn view() {
    let game = Table::in_mid_game().game.unwrap();
    let seat = game.acting().iter().next().unwrap();
    measured(|| {
        for _ in 0..TIMES {
            black_box(game.view(Viewer::Seat(seat)));
        }
    });
}

/// Measures the diff of the public view after a move in the middle of a game, `TIMES` times.
fn delta() {
    let mut table = Table::in_mid_game();
    let before = Snapshot::of(&table.public());
    let decision = table.decision();
    table.does(decision);
    let view = table.public();
    measured(|| {
        for _ in 0..TIMES {
            black_box(patch(&before, &Snapshot::of(&view)));
        }
    });
}

/// Keeps `COUNT` rooms in memory, each in the middle of a game with all players connected.
fn rooms() {
    let count: usize = std::env::args().nth(2).unwrap().parse().unwrap();
    let tables = (0..count).map(|_| Table::in_mid_game());
    let rooms: Vec<Room> = tables.map(|table| table.room).collect();
    black_box(&rooms);
}

/// Measures a random game from its deal to its end.
fn playout() {
    let (kind, players) = largest();
    let mut dice = Dice::new(3);
    let mut game = AnyGame::new(&kind.options(), players, None).unwrap();
    measured(|| {
        for event in game.open(&mut dice) {
            game.apply(&event);
        }
        while let Some(seat) = game.acting().iter().next() {
            let mut actions = game.legal_actions(seat);
            let action = actions.swap_remove(dice.below(actions.len()));
            for event in game.decide(seat, &action, &mut dice).unwrap() {
                game.apply(&event);
            }
        }
        black_box(&game);
    });
}

/// Measures the restore of a room from the stored log of its first games.
fn restore() {
    let mut table = Table::in_mid_game();
    while table.log.len() < RECORDS {
        let before = table.log.len();
        table.goes_on();
        assert!(table.log.len() > before, "the room goes on");
    }
    let stored: Vec<(Record, String)> = std::mem::take(&mut table.log)
        .into_iter()
        .map(|mut record| {
            let happened = std::mem::take(&mut record.happened);
            (record, serde_json::to_string(&happened).unwrap())
        })
        .collect();
    measured(|| {
        let log = stored.into_iter().map(|(record, happened)| Record {
            happened: serde_json::from_str(&happened).unwrap(),
            ..record
        });
        black_box(Room::restore(START, log).unwrap());
    });
}

/// Returns the game with the most players, and their number.
fn largest() -> (GameKind, u8) {
    let games = GameKind::ALL.iter().copied();
    let most = games.max_by_key(|kind| kind.seats().1).unwrap();
    (most, most.seats().1)
}

/// A full room, and the state of its game.
struct Table {
    room: Room,
    game: Option<AnyGame>,
    dice: Dice,
    version: u32,
    commands: u32,
    log: Vec<Record>,
}

impl Table {
    fn in_mid_game() -> Self {
        let (kind, players) = largest();
        let settings = Settings {
            options: kind.options(),
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
        let mut dice = Dice::new(1);
        let (room, effects) = Room::create(START, 1, settings, person(0), &mut dice);
        let mut table = Self {
            room,
            game: None,
            dice,
            version: 0,
            commands: 0,
            log: Vec::new(),
        };
        table.follow(effects);
        for number in 0..players {
            let connection = ConnectionId(number.into());
            let person = person(number);
            table.does(Input::Joined {
                connection,
                person,
                since: None,
            });
            if number > 0 {
                let (seat, colour) = (None, None);
                table.says(
                    number,
                    Command::Sit {
                        seat,
                        colour,
                        nonce: None,
                    },
                );
                let (ready, nonce) = (true, None);
                table.says(number, Command::Ready { ready, nonce });
            }
        }
        table.says(0, Command::Start { nonce: None });
        for _ in 0..usize::from(players) * BEFORE {
            let decision = table.decision();
            table.does(decision);
        }
        table
    }

    /// Makes the next decision. After the end of a game all players are ready for the next one,
    /// which starts with the last of them.
    fn goes_on(&mut self) {
        let game = self.game.as_ref().unwrap();
        if game.acting().is_empty() {
            for number in 0..largest().1 {
                let (ready, nonce) = (true, None);
                self.says(number, Command::Ready { ready, nonce });
            }
        } else {
            let decision = self.decision();
            self.does(decision);
        }
    }

    fn public(&self) -> AnyView {
        self.game.as_ref().unwrap().view(Viewer::Spectator)
    }

    /// Returns a random decision of the player who decides next.
    fn decision(&mut self) -> Input {
        let game = self.game.as_ref().unwrap();
        let seat = game.acting().iter().next().unwrap();
        let mut actions = game.legal_actions(seat);
        let action = actions.swap_remove(self.dice.below(actions.len()));
        let version = self.version;
        self.message(seat.number(), Command::Act { version, action })
    }

    fn message(&mut self, connection: u8, command: Command) -> Input {
        self.commands += 1;
        let id = CommandId::new(&self.commands.to_string()).unwrap();
        Input::Message {
            connection: ConnectionId(connection.into()),
            message: ClientMessage::Command { id, command },
        }
    }

    fn says(&mut self, connection: u8, command: Command) {
        let message = self.message(connection, command);
        self.does(message);
    }

    fn does(&mut self, input: Input) {
        let effects = self.room.step(START, input, &mut self.dice);
        self.follow(effects);
    }

    fn follow(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            let Effect::Append { record, .. } = effect else {
                continue;
            };
            self.version = record.version;
            self.log.push(record.clone());
            for event in record.happened {
                let (begun, events) = match event {
                    LogEvent::Started(started) => {
                        let seats = u8::try_from(started.players.len()).unwrap();
                        let game = AnyGame::new(&started.options, seats, started.first);
                        (Some(game.unwrap()), started.events)
                    }
                    LogEvent::Played(played) => (None, played.events),
                    _ => continue,
                };
                self.game = begun.or(self.game.take());
                let game = self.game.as_mut().unwrap();
                for event in events {
                    game.apply(&event);
                }
            }
        }
    }
}

fn person(number: u8) -> Person {
    Person {
        player: PlayerId(Uuid::from_u128(u128::from(number) + 1)),
        name: Name::new(&format!("Wind {number}")).unwrap(),
        bot: None,
        guest_of: None,
    }
}

/// A seeded random number generator.
struct Dice(ChaCha8Rng);

impl Dice {
    fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    fn below(&mut self, count: usize) -> usize {
        let number = self.0.next_u64() % u64::try_from(count).unwrap();
        usize::try_from(number).unwrap()
    }
}

impl Chance for Dice {
    fn shuffle(&mut self, items: &mut [u32]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

impl Entropy for Dice {
    fn secret(&mut self) -> Secret {
        let mut bytes = [0; 32];
        self.0.fill_bytes(&mut bytes);
        Secret(bytes)
    }
}
