//! Simulates an evening from a seed. People connect, disconnect, sit down, play, resign, stop
//! answering, are removed and resend commands. The process crashes at any point and restarts.

use senda_room::{
    ConnectionId, Input,
    protocol::{
        ClientMessage, Clock, Colour, Command, CommandId, First, Level, PersonId, Settings, Since,
        StandIn,
    },
};
use senda_rules::GameKind;
use serde_json::json;

use crate::replicas::Watchers;
use crate::table::{
    Dice, Fault, PROGRAMS, QUICK, Tab, Table, any_action, command, id, name, seat, settings_of,
    token,
};

/// The number of people of an evening.
const PEOPLE: usize = 9;
/// The number of outside programs, in addition to the people. Each takes part once the host has
/// given it a seat.
const OUTSIDE: usize = 2;

pub const STEPS: usize = 300;

/// The number of decisions at the end of an evening after which the last game is resigned: more
/// than a game of Tsuro has.
const LONG: usize = 60;

/// A person of the evening.
#[derive(Default)]
struct Someone {
    tabs: Vec<ConnectionId>,
    /// The last command, if its answer was lost. The person sends it again.
    last: Option<ClientMessage>,
    /// The state of a tab when it lost its connection.
    lost: Option<Tab>,
}

pub struct Evening {
    pub table: Table,
    people: Vec<Someone>,
    dice: Dice,
    commands: usize,
    /// The game that is played for most of the evening.
    game: GameKind,
    /// The spectators, if other servers have replicas of the room.
    watchers: Option<Watchers>,
}

fn seat_of(number: u64) -> senda_rules::Seat {
    seat(u8::try_from(number).unwrap())
}

fn number(who: usize) -> u128 {
    match who.checked_sub(PEOPLE) {
        Some(program) => PROGRAMS + program as u128,
        None => who as u128 + 1,
    }
}

impl Evening {
    pub fn new(seed: u64, fault: Option<Fault>) -> Self {
        let mut dice = Dice::new(seed ^ 0x5eed);
        let clock = *dice.pick(&[
            Clock::None {},
            QUICK,
            Clock::Turn { seconds: 60 },
            Clock::Bank {
                seconds: 30,
                increment: 2,
            },
        ]);
        let game = *dice.pick(GameKind::ALL);
        let mut table = Table::of(game, seed, clock);
        table.fault = fault;
        let people = (0..PEOPLE + OUTSIDE).map(|_| Someone::default()).collect();
        Self {
            table,
            people,
            dice,
            commands: 0,
            game,
            watchers: None,
        }
    }

    /// Creates an evening of a game that is also watched on other servers.
    pub fn watched(game: GameKind, seed: u64) -> Self {
        let mut evening = Self::new(seed, None);
        evening.table = Table::of(game, seed, QUICK);
        evening.game = game;
        evening.watchers = Some(Watchers::default());
        evening
    }

    fn id(&mut self) -> CommandId {
        self.commands += 1;
        id(&format!("e{}", self.commands))
    }

    /// Removes the tabs that the room has closed.
    fn forget_closed(&mut self) {
        for someone in &mut self.people {
            let table = &self.table;
            someone
                .tabs
                .retain(|tab| table.tabs.get(tab).is_some_and(|tab| tab.closed.is_none()));
        }
    }

    fn join(&mut self, who: usize) {
        let lost = self.people[who].lost.take();
        let tab = match lost.filter(|_| !self.dice.once_in(5)) {
            Some(lost) => self.table.come_back(number(who), &lost),
            None => self.table.join(number(who)),
        };
        self.people[who].tabs.push(tab);
        self.forget_closed();
        if !self.people[who].tabs.contains(&tab) {
            return;
        }
        // Like a client, it resends a command that got no answer.
        if let Some(message) = self.people[who].last.clone() {
            self.send(who, tab, message);
        }
    }

    fn send(&mut self, who: usize, tab: ConnectionId, message: ClientMessage) {
        self.people[who].last = Some(message.clone());
        self.table.step(Input::Message {
            connection: tab,
            message,
        });
        self.forget_closed();
        if !self.people[who].tabs.contains(&tab) || self.dice.once_in(6) {
            return;
        }
        self.people[who].last = None;
    }

    pub fn one_step(&mut self) {
        let who = self.dice.roll(self.people.len());
        match self.dice.roll(52) {
            45..=49 => {
                self.table.bot_decides();
            }
            50 => self.bot_is_late(),
            51 => self.bot_finds_nothing(),
            0 => {
                let long = self.dice.roll(70_000) as u64;
                self.wait(long);
            }
            1 => self.crash(),
            2 => self.leave(who),
            3 => {
                self.table.later(self.dice.roll(20_000) as u64);
            }
            4..=9 => self.join(who),
            10 | 30 | 31 => self.gather(),
            11..=26 => self.move_on(),
            27 => self.stall(),
            28 => self.all_leave(),
            29 => self.all_pause(),
            32 => self.all_go_back(),
            _ => {
                if let Some(&tab) = self.people[who].tabs.last() {
                    self.do_something(who, tab);
                }
            }
        }
        if self.dice.once_in(3) {
            let pause = self.dice.roll(3_000) as u64;
            self.wait(pause);
        }
        self.forget_closed();
        if let Some(mut watchers) = self.watchers.take() {
            watchers.one_step(&mut self.table, &mut self.dice);
            self.watchers = Some(watchers);
        }
    }

    /// Advances the time and checks that everything due is done.
    fn wait(&mut self, milliseconds: u64) {
        self.table.wait(milliseconds);
        let next = self.table.room.deadline();
        assert!(
            next.is_none_or(|next| next > self.table.now),
            "what is due is done"
        );
    }

    /// Repeats a bot's answer long after the decision was made.
    fn bot_is_late(&mut self) {
        if let Some(question) = self.table.questions.last().cloned() {
            self.table.bot_decides();
            self.table.questions.push(question);
            self.table.bot_decides();
        }
    }

    /// Answers a question to a bot with no decision.
    fn bot_finds_nothing(&mut self) {
        if let Some(question) = self.table.questions.pop() {
            self.table.step(Input::Thought {
                seat: question.seat,
                version: question.version,
                action: None,
            });
        }
    }

    /// Makes a move for the player whose turn it is, if that player is connected.
    fn move_on(&mut self) {
        let Some(tab) = self.table.acting() else {
            return;
        };
        let who = self
            .people
            .iter()
            .position(|someone| someone.tabs.contains(&tab));
        let tab = &self.table.tabs[&tab];
        let (version, decisions) = (tab.version, tab.decisions());
        let doubts = tab.view["take_back"] != 0 && self.dice.once_in(4);
        let wanted = if doubts {
            Command::TakeBack { version }
        } else {
            let action = self.dice.decision(&decisions);
            Command::Act { version, action }
        };
        let message = command(self.id(), wanted);
        let who = who.expect("a tab of somebody's");
        let connection = *self.people[who].tabs.last().unwrap();
        self.send(who, connection, message);
    }

    /// Marks all seated people as ready, and starts the game as the host.
    fn gather(&mut self) {
        let mut host = None;
        for who in 0..PEOPLE {
            if self.people[who].tabs.is_empty() {
                self.join(who);
            }
            let Some(&connection) = self.people[who].tabs.last() else {
                continue;
            };
            let you = self.table.tabs[&connection].you.clone();
            let id = self.id();
            let nonce = Some(self.dice.nonce());
            if you["host"] == true {
                host = Some((who, connection));
                if self.table.tabs[&connection].view["locked"] == true {
                    let id = self.id();
                    let locked = false;
                    self.send(who, connection, command(id, Command::Lock { locked }));
                }
            }
            if you["seat"].is_null() {
                self.send(
                    who,
                    connection,
                    command(
                        id,
                        Command::Sit {
                            seat: None,
                            colour: None,
                            nonce: None,
                        },
                    ),
                );
            } else {
                self.send(
                    who,
                    connection,
                    command(id, Command::Ready { ready: true, nonce }),
                );
            }
        }
        if let Some((who, connection)) =
            host.filter(|(who, connection)| self.people[*who].tabs.contains(connection))
        {
            let start = command(self.id(), Command::Start { nonce: None });
            self.send(who, connection, start);
        }
    }

    /// Lets the player whose turn it is stall for a long time. Some of the others then vote to
    /// skip.
    fn stall(&mut self) {
        let mut tabs = self.table.tabs.values();
        if !tabs.any(|tab| tab.view["awaited"][0].is_object()) {
            return;
        }
        self.wait(300_000);
        for who in 0..PEOPLE {
            let Some(&connection) = self.people[who].tabs.last() else {
                continue;
            };
            let awaited = &self.table.tabs[&connection].view["awaited"];
            let Some(seat) = awaited[0]["seat"].as_u64() else {
                return;
            };
            if !self.dice.once_in(4) {
                let (id, seat) = (self.id(), seat_of(seat));
                self.send(who, connection, command(id, Command::VoteToSkip { seat }));
            }
        }
    }

    /// Disconnects all people for a while, like a network failure.
    fn all_leave(&mut self) {
        for who in 0..PEOPLE {
            while !self.people[who].tabs.is_empty() {
                self.leave(who);
            }
        }
        let gone = self.dice.roll(30_000) as u64;
        self.wait(gone);
    }

    /// Requests a pause as all people. One of them ends it after a while.
    fn all_pause(&mut self) {
        for who in 0..PEOPLE {
            if let Some(&connection) = self.people[who].tabs.last() {
                let id = self.id();
                let until_all = self.dice.once_in(2);
                self.send(who, connection, command(id, Command::Pause { until_all }));
            }
        }
        let long = self.dice.roll(90_000) as u64;
        self.wait(long);
        let who = self.dice.roll(PEOPLE);
        if let Some(&connection) = self.people[who].tabs.last() {
            let id = self.id();
            self.send(who, connection, command(id, Command::GoOn {}));
        }
    }

    /// Requests a take-back as one person. All connected people agree.
    fn all_go_back(&mut self) {
        let who = self.dice.roll(PEOPLE);
        let Some(&asker) = self.people[who].tabs.last() else {
            return;
        };
        let tab = &self.table.tabs[&asker];
        let (version, own) = (tab.version, tab.seat());
        let id = self.id();
        self.send(who, asker, command(id, Command::AskTakeBack { version }));
        let Some(own) = own else {
            return;
        };
        for other in 0..PEOPLE {
            if let Some(&connection) = self.people[other].tabs.last() {
                let seat = seat(own as u8);
                let id = self.id();
                self.send(
                    other,
                    connection,
                    command(id, Command::AgreeTakeBack { seat }),
                );
            }
        }
    }

    fn leave(&mut self, who: usize) {
        if let Some(tab) = self.people[who].tabs.pop() {
            self.people[who].lost = Some(self.table.tabs[&tab].clone());
            self.table.leave(tab);
        }
    }

    /// Crashes the process while it carries out a message, or between two inputs.
    fn crash(&mut self) {
        let who = self.dice.roll(self.people.len());
        let doing = self.people[who].tabs.last().copied();
        let message = doing.map(|tab| self.something(tab));
        let count = self.dice.roll(6);
        let pause = self.dice.roll(100_000) as u64;
        let input = doing.zip(message).map(|(connection, message)| {
            self.people[who].last = Some(message.clone());
            Input::Message {
                connection,
                message,
            }
        });
        for someone in &mut self.people {
            if let Some(tab) = someone.tabs.last() {
                someone.lost = Some(self.table.tabs[tab].clone());
            }
        }
        self.table.crash(input, count, pause);
        self.forget_closed();
    }

    fn do_something(&mut self, who: usize, tab: ConnectionId) {
        let message = if self.dice.once_in(8) {
            // A duplicate, as an unreliable network causes it.
            self.people[who].last.clone()
        } else {
            None
        };
        let message = message.unwrap_or_else(|| self.something(tab));
        self.send(who, tab, message);
    }

    /// Returns a random message that a person at this tab may send, sensible or not.
    fn something(&mut self, connection: ConnectionId) -> ClientMessage {
        let id = self.id();
        let tab = &self.table.tabs[&connection];
        let (version, epoch) = (tab.version, tab.epoch);
        let decisions = tab.decisions();
        let asked_by = tab.view["take_back_asked_by"][0].as_u64();
        let asked_by = asked_by.map(|number| seat(number as u8));
        if !decisions.is_empty() && !self.dice.once_in(4) {
            let stale = u32::from(self.dice.once_in(12));
            let version = version - stale;
            let action = self.dice.decision(&decisions);
            return command(id, Command::Act { version, action });
        }
        let level = *self.dice.pick(&[Level::Easy, Level::Medium, Level::Hard]);
        let some_seat = seat(self.dice.roll(8) as u8);
        let wanted = match self.dice.roll(40) {
            38..=39 => Command::Token {
                seat: self.dice.once_in(2).then_some(some_seat),
                token: token(PROGRAMS + self.dice.roll(OUTSIDE) as u128),
            },
            33..=34 => Command::Bot {
                seat: self.dice.once_in(2).then_some(some_seat),
                level: (!self.dice.once_in(3)).then_some(level),
            },
            35 => Command::Bot {
                seat: Some(some_seat),
                level: None,
            },
            32 => match self.dice.roll(3) {
                0 => Command::TakeBack { version },
                1 => Command::AskTakeBack { version },
                _ => Command::DeclineTakeBack {},
            },
            26 => Command::AgreeTakeBack {
                seat: asked_by.unwrap_or(some_seat),
            },
            36..=37 => Command::Hint { version },
            31 => Command::Lock {
                locked: self.dice.once_in(3),
            },
            27 => Command::Pause {
                until_all: self.dice.once_in(2),
            },
            28 => Command::Vacation {
                days: self.dice.roll(9) as u8,
            },
            29 | 30 => Command::GoOn {},
            0..=3 => Command::Sit {
                seat: self.dice.once_in(2).then_some(some_seat),
                colour: self.dice.once_in(3).then(|| *self.dice.pick(&Colour::ALL)),
                nonce: None,
            },
            4 => Command::Stand {},
            5..=10 => Command::Ready {
                ready: !self.dice.once_in(8),
                nonce: self.dice.once_in(2).then(|| self.dice.nonce()),
            },
            11..=16 => Command::Start {
                nonce: Some(self.dice.nonce()),
            },
            17 => Command::Colour {
                colour: *self.dice.pick(&Colour::ALL),
            },
            18 => Command::Name {
                name: name(self.dice.roll(40) as u128),
            },
            19 => Command::Set {
                settings: self.some_settings(),
            },
            20 if self.dice.once_in(3) => Command::Remove {
                person: self.somebody(connection),
            },
            20 => Command::Readmit {
                barred: self.dice.roll(4) as u32,
            },
            21 => Command::Host {
                person: self.somebody(connection),
            },
            22 => Command::Back {},
            25 => Command::VoteToSkip { seat: some_seat },
            23 => Command::Act {
                version,
                action: serde_json::from_value(any_action(&mut self.dice)).unwrap(),
            },
            24 => {
                return ClientMessage::Sync {
                    since: self.dice.once_in(2).then(|| Since {
                        epoch: epoch.try_into().unwrap(),
                        version,
                    }),
                };
            }
            _ => {
                return ClientMessage::Chat {
                    text: senda_room::protocol::ChatText::new("olá").unwrap(),
                };
            }
        };
        command(id, wanted)
    }

    fn some_settings(&mut self) -> Settings {
        let clock = *self.dice.pick(&[
            QUICK,
            QUICK,
            Clock::None {},
            Clock::Turn { seconds: 3 },
            Clock::Days { days: 1 },
        ]);
        // Another game: for some games, most people would have to stand up.
        let game = if self.dice.once_in(3) {
            *self.dice.pick(GameKind::ALL)
        } else {
            self.game
        };
        let level = *self.dice.pick(&[Level::Easy, Level::Medium, Level::Hard]);
        let stand_ins = [None, Some(StandIn::Wait), Some(StandIn::Bot(level))];
        let seat = seat(self.dice.roll(8) as u8);
        let mut settings = settings_of(game, clock);
        settings.stand_in = *self.dice.pick(&stand_ins);
        settings.hints = self.dice.once_in(2);
        settings.no_skips = self.dice.once_in(4);
        settings.first = *self
            .dice
            .pick(&[First::Draw {}, First::Winner {}, First::Seat { seat }]);
        settings
    }

    /// Returns a person that a tab knows, or an id of no person.
    fn somebody(&mut self, connection: ConnectionId) -> PersonId {
        let tab = &self.table.tabs[&connection];
        let seats = tab.view["seats"].as_array().into_iter().flatten();
        let people = tab.presence["people"].as_array().into_iter().flatten();
        let ids = seats.chain(people).map(|person| &person["person"]);
        let nobody = json!("000000000000000000000000");
        let ids: Vec<_> = ids.filter(|id| id.is_string()).chain([&nobody]).collect();
        serde_json::from_value((*self.dice.pick(&ids)).clone()).unwrap()
    }

    /// Returns the number of comparisons with spectators on other servers.
    pub fn compared(&self) -> usize {
        self.watchers
            .as_ref()
            .map_or(0, |watchers| watchers.compared)
    }

    /// Reconnects all people who may come back, and plays the game to its end.
    pub fn drive_to_the_end(&mut self) {
        // The last step may have advanced the time without a tick.
        self.table.wait(0);
        for who in 0..PEOPLE {
            if self.people[who].tabs.is_empty() {
                self.people[who].last = None;
                self.join(who);
            }
        }
        self.table.play_out_within(LONG);
    }
}
