//! A table for tests of a room: people with tabs that send and receive messages, the stored log,
//! and the invariants that hold at every step of every test.

mod dice;
mod doing;
mod game;
mod laws;
mod replica;
mod shell;
mod tab;

use std::collections::{BTreeMap, BTreeSet};

use senda_room::{
    Alarm, Announcement, ConnectionId, Finished, Notification, Opening, Person, PlayerId,
    PlayerReport, Question, Record, Room, Time,
    protocol::{
        BotKind, ClientMessage, Clock, Command, CommandId, First, Name, SeatToken, Settings,
    },
};
use senda_rules::{GameKind, Seat, Secret};
use serde_json::Value;
use uuid::Uuid;

pub use self::{
    dice::Dice,
    game::{any_action, resignation},
    shell::Fault,
    tab::{Answer, Tab},
};
use self::{
    game::World,
    laws::Eyes,
    replica::{ReplicaServer, Reports},
};

/// The start time of the tests: a day in January 2027.
pub const START: Time = Time(1_800_000_000_000);

/// A room and everything that is connected to it.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each flag is a state of its own"
)]
pub struct Table {
    pub room: Room,
    pub now: Time,
    pub dice: Dice,
    /// The records that have been stored.
    pub log: Vec<Record>,
    pub finished: Vec<Finished>,
    /// The current alarm of the room.
    pub alarm: Alarm,
    pub tabs: BTreeMap<ConnectionId, Tab>,
    /// The replicas of the room on other servers.
    pub replicas: Vec<ReplicaServer>,
    /// The reports of replicas that the room has not received yet.
    reports: Reports,
    /// The open questions to bots.
    pub questions: Vec<Question>,
    /// The open hint requests, and the connections that requested them.
    pub hints: Vec<(ConnectionId, Question)>,
    /// The notifications to people who do not have the room in view.
    pub notifications: Vec<Notification>,
    /// The names to store outside the log.
    pub names: Vec<(PlayerId, Name)>,
    /// The announcements to the external channel.
    pub announced: Vec<Announcement>,
    pub player_reports: Vec<PlayerReport>,
    /// Whether reports can't be stored.
    pub loses_reports: bool,
    pub fault: Option<Fault>,
    /// The acknowledged commands, each with its version.
    pub acked: BTreeMap<(PlayerId, String), u32>,
    owners: BTreeMap<usize, PlayerId>,
    playing: bool,
    open: BTreeSet<String>,
    sealed: BTreeSet<String>,
    /// The secret of the deal that the games repeat.
    repeated: Option<Secret>,
    /// The view of the newest version. Viewers who may know the same, since the same start, must
    /// receive the same.
    seen: BTreeMap<Eyes, Value>,
    /// The game that each viewer was shown after each version, by the version and the viewer's
    /// seat.
    pub shown: BTreeMap<(u32, Option<usize>), Value>,
    restored: Time,
    /// The number of times that a person with a seat has connected or disconnected. Their clock may
    /// wait for them, which is in no record.
    comings: usize,
    world: World,
    /// A room that was restored from the log alone, and its version.
    told_by_log: Option<(u32, Room)>,
    /// The time at which the current turn began.
    moved: Time,
    banks: Vec<u64>,
    /// The seats that another player has voted to skip.
    skip_votes: BTreeSet<usize>,
    clock: Clock,
    /// Whether clocks wait for absent players.
    waits: bool,
    /// Whether spectators see a running game later.
    shows_later: bool,
    last_connection: u64,
    last_id: u64,
}

pub fn player(number: u128) -> PlayerId {
    PlayerId(Uuid::from_u128(number))
}

pub fn name(number: u128) -> Name {
    Name::new(&format!("Wind {number}")).unwrap()
}

/// The first number of outside programs.
pub const PROGRAMS: u128 = 1_000_000;

/// Returns the token of an outside program.
pub fn token(number: u128) -> SeatToken {
    SeatToken::parse(&format!("{number:064x}")).unwrap()
}

pub fn person(number: u128) -> Person {
    if number >= PROGRAMS {
        return Person {
            player: PlayerId::of_token(&token(number)),
            name: name(number),
            bot: Some(BotKind::Outside),
            guest_of: None,
        };
    }
    Person {
        player: player(number),
        name: name(number),
        bot: None,
        guest_of: None,
    }
}

pub fn seat(number: u8) -> Seat {
    Seat::new(number).unwrap()
}

pub fn id(text: &str) -> CommandId {
    CommandId::new(text).unwrap()
}

pub fn command(id: CommandId, command: Command) -> ClientMessage {
    ClientMessage::Command { id, command }
}

pub fn settings(clock: Clock) -> Settings {
    settings_of(GameKind::Tsuro, clock)
}

/// Returns test settings for a game.
pub fn settings_of(game: GameKind, clock: Clock) -> Settings {
    Settings {
        options: game.options(),
        clock,
        first: First::Draw {},
        public: true,
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
    }
}

/// The shortest turn clock: 15 seconds.
pub const QUICK: Clock = Clock::Turn { seconds: 15 };

impl Table {
    /// Creates a room of person 1, without connections.
    pub fn new(seed: u64, clock: Clock) -> Self {
        Self::of(GameKind::Tsuro, seed, clock)
    }

    /// Creates a room of person 1 for a game, without connections.
    pub fn of(game: GameKind, seed: u64, clock: Clock) -> Self {
        let mut dice = Dice::new(seed);
        let settings = settings_of(game, clock);
        let (room, effects) = Room::create(START, 7, settings, person(1), &mut dice);
        let mut table = Self::around(room, START, dice, clock);
        table.carry_out(effects);
        table
    }

    /// Creates a room of person 1 whose games start from a finished one, without connections.
    pub fn opened(settings: Settings, opening: Opening, seed: u64) -> Self {
        let mut dice = Dice::new(seed);
        let clock = settings.clock;
        let (room, effects) = Room::open(START, 7, settings, person(1), opening, &mut dice);
        let mut table = Self::around(room, START, dice, clock);
        table.carry_out(effects);
        table
    }

    /// Restores a room from a stored log, without connections, as after a restart.
    pub fn of_log(log: Vec<Record>) -> Self {
        let now = log.last().expect("a record").at;
        let room = Room::restore(now, log.clone()).unwrap();
        let mut table = Self::around(room, now, Dice::new(1), QUICK);
        table.restored = log[0].at;
        for record in &log {
            for happened in &record.happened {
                table.follow(record.version, record.at, happened);
            }
        }
        table.restored = now;
        table.log = log;
        table.last_id = 1_000; // the log does not contain these ids
        table
    }

    fn around(room: Room, now: Time, dice: Dice, clock: Clock) -> Self {
        Self {
            room,
            now,
            dice,
            log: Vec::new(),
            finished: Vec::new(),
            alarm: Alarm::Off,
            tabs: BTreeMap::new(),
            replicas: Vec::new(),
            reports: Reports::new(),
            questions: Vec::new(),
            hints: Vec::new(),
            notifications: Vec::new(),
            names: Vec::new(),
            announced: Vec::new(),
            player_reports: Vec::new(),
            loses_reports: false,
            fault: None,
            acked: BTreeMap::new(),
            owners: BTreeMap::new(),
            playing: false,
            open: BTreeSet::new(),
            sealed: BTreeSet::new(),
            repeated: None,
            seen: BTreeMap::new(),
            shown: BTreeMap::new(),
            restored: now,
            comings: 0,
            world: World::default(),
            told_by_log: None,
            moved: now,
            banks: Vec::new(),
            skip_votes: BTreeSet::new(),
            clock,
            waits: false,
            shows_later: false,
            last_connection: 0,
            last_id: 0,
        }
    }

    /// Creates a room with persons 1 to `count`, each seated and connected with one tab.
    pub fn seated(seed: u64, clock: Clock, count: u128) -> (Self, Vec<ConnectionId>) {
        Self::seated_for(GameKind::Tsuro, seed, clock, count)
    }

    /// Creates a room for a game with persons 1 to `count`, each seated and connected with one tab.
    pub fn seated_for(
        game: GameKind,
        seed: u64,
        clock: Clock,
        count: u128,
    ) -> (Self, Vec<ConnectionId>) {
        let mut table = Self::of(game, seed, clock);
        let tabs = (1..=count)
            .map(|number| table.join(number))
            .collect::<Vec<_>>();
        for &tab in &tabs[1..] {
            table.sit(tab, None);
        }
        (table, tabs)
    }

    /// Creates a room with `count` players and a running game.
    pub fn playing(seed: u64, clock: Clock, count: u128) -> (Self, Vec<ConnectionId>) {
        Self::playing_a(GameKind::Tsuro, seed, clock, count)
    }

    /// Creates a room with `count` players and a running game of this kind.
    pub fn playing_a(
        game: GameKind,
        seed: u64,
        clock: Clock,
        count: u128,
    ) -> (Self, Vec<ConnectionId>) {
        let (mut table, tabs) = Self::seated_for(game, seed, clock, count);
        table.begin(&tabs);
        (table, tabs)
    }

    /// Marks all players as ready and starts the game. The host has the first of the tabs.
    pub fn begin(&mut self, tabs: &[ConnectionId]) {
        for &tab in &tabs[1..] {
            self.ready(tab, true);
        }
        let started = self.send(tabs[0], Command::Start { nonce: None });
        started.expect_ack();
    }
}
