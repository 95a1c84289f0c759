//! Simulates an evening from a seed. People connect, disconnect, sit down, play, resign, stop
//! answering, are removed and resend commands. The process crashes at any point and restarts.

mod messages;

use senda_room::{
    ConnectionId, Input,
    protocol::{ClientMessage, Clock, Command, CommandId},
};
use senda_rules::GameKind;

use crate::replicas::Watchers;
use crate::table::{Dice, Fault, PROGRAMS, QUICK, Tab, Table, command, id, seat};

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

    fn command(&mut self, who: usize, tab: ConnectionId, wanted: Command) {
        let message = command(self.id(), wanted);
        self.send(who, tab, message);
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
        let who = who.expect("a tab of somebody's");
        let connection = *self.people[who].tabs.last().unwrap();
        self.command(who, connection, wanted);
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
            let nonce = Some(self.dice.nonce());
            if you["host"] == true {
                host = Some((who, connection));
                if self.table.tabs[&connection].view["locked"] == true {
                    self.command(who, connection, Command::Lock { locked: false });
                }
            }
            let wanted = if you["seat"].is_null() {
                Command::Sit {
                    seat: None,
                    colour: None,
                    nonce: None,
                }
            } else {
                Command::Ready { ready: true, nonce }
            };
            self.command(who, connection, wanted);
        }
        if let Some((who, connection)) =
            host.filter(|(who, connection)| self.people[*who].tabs.contains(connection))
        {
            self.command(who, connection, Command::Start { nonce: None });
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
            let Some(number) = awaited[0]["seat"].as_u64() else {
                return;
            };
            if !self.dice.once_in(4) {
                let seat = seat(number as u8);
                self.command(who, connection, Command::VoteToSkip { seat });
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
                let until_all = self.dice.once_in(2);
                self.command(who, connection, Command::Pause { until_all });
            }
        }
        let long = self.dice.roll(90_000) as u64;
        self.wait(long);
        let who = self.dice.roll(PEOPLE);
        if let Some(&connection) = self.people[who].tabs.last() {
            self.command(who, connection, Command::GoOn {});
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
        self.command(who, asker, Command::AskTakeBack { version });
        let Some(own) = own else {
            return;
        };
        for other in 0..PEOPLE {
            if let Some(&connection) = self.people[other].tabs.last() {
                let seat = seat(own as u8);
                self.command(other, connection, Command::AgreeTakeBack { seat });
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
