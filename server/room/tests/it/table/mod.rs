//! A table to test a room at: people with tabs who send and are told, the log that is stored, and
//! the laws that hold at every step, whatever is tested.

mod dice;
mod doing;
mod followed;
mod game;
mod laws;
mod shell;
mod tab;

use std::collections::{BTreeMap, BTreeSet};

use senda_room::{
    Alarm, Announcement, ConnectionId, Finished, News, Person, PlayerId, Question, Record, Room,
    Time,
    protocol::{
        BotKind, ClientMessage, Clock, Command, CommandId, First, Name, SeatToken, Settings,
    },
};
use senda_rules::{GameKind, Seat};
use serde_json::Value;
use uuid::Uuid;

pub use self::{
    dice::Dice,
    game::{any_action, resignation},
    shell::Fault,
    tab::{Answer, Tab},
};
use self::{
    followed::{Followed, Reports},
    game::World,
    laws::Eyes,
};

/// A moment to begin at: some day in 2026.
pub const START: Time = Time(1_800_000_000_000);

/// A room and all who deal with it.
pub struct Table {
    pub room: Room,
    pub now: Time,
    pub dice: Dice,
    /// What is stored.
    pub log: Vec<Record>,
    pub finished: Vec<Finished>,
    /// When the room has to be brought back.
    pub alarm: Alarm,
    pub tabs: BTreeMap<ConnectionId, Tab>,
    /// Other servers on which the room is watched.
    pub followers: Vec<Followed>,
    /// What these have reported, and the room has not heard.
    reports: Reports,
    /// What bots think about.
    pub questions: Vec<Question>,
    /// Hints that are thought out, and for whose connection.
    pub hints: Vec<(ConnectionId, Question)>,
    /// What those were told who did not look.
    pub news: Vec<News>,
    /// The names that were to be stored beside the log.
    pub names: Vec<(PlayerId, Name)>,
    /// What a channel elsewhere was told.
    pub announced: Vec<Announcement>,
    pub fault: Option<Fault>,
    /// Each command that was said to be carried out, with the version that was said.
    pub acked: BTreeMap<(PlayerId, String), u32>,
    owners: BTreeMap<usize, PlayerId>,
    playing: bool,
    open: BTreeSet<String>,
    sealed: BTreeSet<String>,
    /// What of the newest version is told: to whom may know the same, since the same start, the same.
    seen: BTreeMap<Eyes, Value>,
    restored: Time,
    /// How often somebody with a seat has come or gone: their clock may wait for them, which is in no record.
    comings: usize,
    world: World,
    /// A room that is made of the log alone, and of how many records.
    told_by_log: Option<(u32, Room)>,
    /// When the turn began that runs.
    moved: Time,
    banks: Vec<u64>,
    /// Seats for whose turn somebody would not wait any more.
    skip_votes: BTreeSet<usize>,
    clock: Clock,
    /// Whether clocks wait for who is gone.
    waits: bool,
    last_connection: u64,
    last_id: u64,
}

pub fn player(number: u128) -> PlayerId {
    PlayerId(Uuid::from_u128(number))
}

pub fn name(number: u128) -> Name {
    Name::new(&format!("Wind {number}")).unwrap()
}

/// Programs from outside have the numbers from here on.
pub const PROGRAMS: u128 = 1_000_000;

/// The token of a program.
pub fn token(number: u128) -> SeatToken {
    SeatToken::parse(&format!("{number:064x}")).unwrap()
}

pub fn person(number: u128) -> Person {
    if number >= PROGRAMS {
        return Person {
            player: PlayerId::of_token(&token(number)),
            name: name(number),
            bot: Some(BotKind::Outside),
        };
    }
    Person {
        player: player(number),
        name: name(number),
        bot: None,
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

/// The same for any game.
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
    }
}

/// A turn clock of 15 seconds, the shortest.
pub const QUICK: Clock = Clock::Turn { seconds: 15 };

impl Table {
    /// A room of person 1, where nobody is connected yet.
    pub fn new(seed: u64, clock: Clock) -> Self {
        Self::of(GameKind::Tsuro, seed, clock)
    }

    /// The same, to play that game.
    pub fn of(game: GameKind, seed: u64, clock: Clock) -> Self {
        let mut dice = Dice::new(seed);
        let settings = settings_of(game, clock);
        let (room, effects) = Room::create(START, 7, settings, person(1), &mut dice);
        let mut table = Self::around(room, START, dice, clock);
        table.carry_out(effects);
        table
    }

    /// The room of a log that is stored, where nobody is connected yet; the process has just started.
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
        table.last_id = 1_000; // other commands than those of the log
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
            followers: Vec::new(),
            reports: Reports::new(),
            questions: Vec::new(),
            hints: Vec::new(),
            news: Vec::new(),
            names: Vec::new(),
            announced: Vec::new(),
            fault: None,
            acked: BTreeMap::new(),
            owners: BTreeMap::new(),
            playing: false,
            open: BTreeSet::new(),
            sealed: BTreeSet::new(),
            seen: BTreeMap::new(),
            restored: now,
            comings: 0,
            world: World::default(),
            told_by_log: None,
            moved: now,
            banks: Vec::new(),
            skip_votes: BTreeSet::new(),
            clock,
            waits: false,
            last_connection: 0,
            last_id: 0,
        }
    }

    /// A room with persons 1 to `count` connected by one tab each, and seated.
    pub fn seated(seed: u64, clock: Clock, count: u128) -> (Self, Vec<ConnectionId>) {
        Self::seated_for(GameKind::Tsuro, seed, clock, count)
    }

    /// The same, to play that game.
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

    /// The same, with a game begun.
    pub fn playing(seed: u64, clock: Clock, count: u128) -> (Self, Vec<ConnectionId>) {
        Self::playing_a(GameKind::Tsuro, seed, clock, count)
    }

    /// The same of that game.
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

    /// All are ready, and the host, who has the first of the tabs, starts.
    pub fn begin(&mut self, tabs: &[ConnectionId]) {
        for &tab in &tabs[1..] {
            self.ready(tab, true);
        }
        let started = self.send(tabs[0], Command::Start { nonce: None });
        assert!(matches!(started, Answer::Ack(_)), "{started:?}");
    }
}
