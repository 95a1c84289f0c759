//! The actions of people at the table, and the passage of time.

use senda_bots::{Budget, hint};
use senda_room::{
    ConnectionId, Input, Person, ReplicaInput, Time,
    protocol::{ClientMessage, Colour, Command, CommandId, PersonId, Settings, Since},
};
use senda_rules::{AnyAction, AnyGame, Game};
use serde_json::Value;

use super::{
    Answer, Dice, Fault, Tab, Table, game::decisions_of_bot, id, name, person, resignation, seat,
};

/// The number of decisions after which the next player resigns. No game of Tsuro has as many.
const LONG: usize = 300;

impl Table {
    pub fn join(&mut self, number: u128) -> ConnectionId {
        self.join_as(person(number))
    }

    pub fn join_as(&mut self, person: Person) -> ConnectionId {
        let tab = Tab {
            player: Some(person.player),
            ..Tab::default()
        };
        self.connect(person, tab, None)
    }

    /// Reconnects a tab that was open before. The tab sends the version that it has.
    pub fn come_back(&mut self, number: u128, before: &Tab) -> ConnectionId {
        let since = Since {
            epoch: before.epoch.try_into().unwrap(),
            version: before.version,
        };
        self.come_back_with(number, before, since)
    }

    /// Reconnects a tab that claims to have another state than it has.
    pub fn come_back_with(&mut self, number: u128, before: &Tab, since: Since) -> ConnectionId {
        self.connect(person(number), before.returning(), Some(since))
    }

    fn connect(&mut self, person: Person, tab: Tab, since: Option<Since>) -> ConnectionId {
        self.last_connection += 1;
        let connection = ConnectionId(self.last_connection);
        self.comings += usize::from(self.owners.values().any(|owner| *owner == person.player));
        self.tabs.insert(connection, tab);
        self.step(Input::Joined {
            connection,
            person,
            since,
        });
        connection
    }

    /// Asks to come in to the locked room. The connection receives nothing but a close code.
    pub fn ask_to_enter(&mut self, number: u128) -> ConnectionId {
        self.last_connection += 1;
        let connection = ConnectionId(self.last_connection);
        let person = person(number);
        let tab = Tab {
            player: Some(person.player),
            asks: true,
            ..Tab::default()
        };
        self.tabs.insert(connection, tab);
        self.step(Input::EntryRequested { connection, person });
        connection
    }

    pub fn leave(&mut self, connection: ConnectionId) {
        let player = self.tabs[&connection].player;
        self.comings += usize::from(self.owners.values().any(|owner| Some(*owner) == player));
        // A tab that is closing must not count as visible when the notifications are checked.
        self.tabs
            .get_mut(&connection)
            .expect("the tab that goes")
            .hidden = true;
        let effects = self
            .room
            .step(self.now, Input::Left { connection }, &mut self.dice);
        // The leaving tab still receives effects that were due before it left, and no later ones.
        self.do_all(effects);
        self.tabs.remove(&connection);
        self.carry_out(Vec::new());
    }

    /// Sends a command with a new id, and returns the answer.
    #[track_caller]
    pub fn send(&mut self, connection: ConnectionId, command: Command) -> Answer {
        let id = self.new_id();
        self.send_message(connection, ClientMessage::Command { id, command })
    }

    pub fn new_id(&mut self) -> CommandId {
        self.last_id += 1;
        id(&format!("c{}", self.last_id))
    }

    #[track_caller]
    pub fn send_message(&mut self, connection: ConnectionId, message: ClientMessage) -> Answer {
        let before = self.tabs[&connection].answers.len();
        self.step(Input::Message {
            connection,
            message,
        });
        let answers = &self.tabs[&connection].answers[before..];
        assert_eq!(answers.len(), 1, "one answer to one command");
        answers[0].1.clone()
    }

    #[track_caller]
    pub fn take_back(&mut self, connection: ConnectionId) -> Answer {
        let version = self.tabs[&connection].version;
        self.send(connection, Command::TakeBack { version })
    }

    /// Requests a hint, and returns the answer.
    #[track_caller]
    pub fn ask_for_hint(&mut self, connection: ConnectionId) -> Answer {
        let version = self.tabs[&connection].version;
        self.send(connection, Command::Hint { version })
    }

    /// Answers the oldest open hint request. Returns whether there was one.
    pub fn think_of_hint(&mut self) -> bool {
        if self.hints.is_empty() {
            return false;
        }
        let (to, question) = self.hints.remove(0);
        let hint = hint(&question.view, question.seat, &Budget::iterations(2), 1);
        self.step(Input::Hint {
            to,
            seat: question.seat,
            version: question.version,
            hint,
        });
        true
    }

    #[track_caller]
    pub fn sit(&mut self, connection: ConnectionId, number: Option<u8>) -> Answer {
        self.send(
            connection,
            Command::Sit {
                seat: number.map(seat),
                colour: None,
                nonce: None,
            },
        )
    }

    #[track_caller]
    pub fn stand(&mut self, connection: ConnectionId) -> Answer {
        self.send(connection, Command::Stand {})
    }

    #[track_caller]
    pub fn colour(&mut self, connection: ConnectionId, colour: Colour) -> Answer {
        self.send(connection, Command::Colour { colour })
    }

    #[track_caller]
    pub fn ready(&mut self, connection: ConnectionId, ready: bool) -> Answer {
        self.send(connection, Command::Ready { ready, nonce: None })
    }

    #[track_caller]
    pub fn start(&mut self, connection: ConnectionId) -> Answer {
        self.send(connection, Command::Start { nonce: None })
    }

    #[track_caller]
    pub fn set(&mut self, connection: ConnectionId, settings: Settings) -> Answer {
        self.send(connection, Command::Set { settings })
    }

    #[track_caller]
    pub fn remove(&mut self, connection: ConnectionId, person: PersonId) -> Answer {
        self.send(connection, Command::Remove { person })
    }

    #[track_caller]
    pub fn pass_host(&mut self, connection: ConnectionId, person: PersonId) -> Answer {
        self.send(connection, Command::Host { person })
    }

    /// Returns the public id of the person of a tab, as the tab received it.
    pub fn who(&self, connection: ConnectionId) -> PersonId {
        serde_json::from_value(self.tabs[&connection].you["person"].clone()).unwrap()
    }

    /// Returns the public id of the person on a seat, as a tab received it.
    pub fn at(&self, connection: ConnectionId, seat: usize) -> PersonId {
        serde_json::from_value(self.tabs[&connection].view["seats"][seat]["person"].clone())
            .unwrap()
    }

    /// Votes to skip a seat.
    #[track_caller]
    pub fn vote_to_skip(&mut self, connection: ConnectionId, number: usize) -> Answer {
        let seat = seat(u8::try_from(number).unwrap());
        self.send(connection, Command::VoteToSkip { seat })
    }

    /// Ends a pause for all connected players.
    pub fn all_go_on(&mut self) {
        let open = self.tabs.iter().filter(|(_, tab)| tab.closed.is_none());
        let seated = open.filter(|(_, tab)| tab.seat().is_some());
        let connections: Vec<_> = seated.map(|(&connection, _)| connection).collect();
        for connection in connections {
            if !self.tabs[&connection].view["paused"].is_null() {
                self.go_on(connection);
            }
        }
    }

    /// Requests a pause, or agrees to one.
    #[track_caller]
    pub fn pause(&mut self, connection: ConnectionId) -> Answer {
        self.send(connection, Command::Pause { until_all: false })
    }

    /// Ends a pause, or declines one.
    #[track_caller]
    pub fn go_on(&mut self, connection: ConnectionId) -> Answer {
        self.send(connection, Command::GoOn {})
    }

    /// Sends an action that the view of the tab offers.
    #[track_caller]
    pub fn act(&mut self, connection: ConnectionId, action: &Value) -> Answer {
        self.decide(connection, serde_json::from_value(action.clone()).unwrap())
    }

    #[track_caller]
    fn decide(&mut self, connection: ConnectionId, action: AnyAction) -> Answer {
        let version = self.tabs[&connection].version;
        self.send(connection, Command::Act { version, action })
    }

    /// Adds a guest of a tab's owner, and returns the seat.
    #[track_caller]
    pub fn guest(&mut self, connection: ConnectionId, number: u128) -> u8 {
        let before = self.owners.clone();
        let guest = Command::Guest {
            seat: None,
            name: Some(name(number)),
            colour: None,
        };
        self.send(connection, guest).expect_ack();
        let mut new = self.owners.keys().filter(|seat| !before.contains_key(seat));
        u8::try_from(*new.next().expect("a new seat")).unwrap()
    }

    /// Passes the device of a tab to the player at a seat. Returns the rejection, if there is one.
    pub fn pass(&mut self, connection: ConnectionId, number: Option<u8>) -> Option<Answer> {
        let holder = number.and_then(|number| self.owners.get(&number.into()).copied());
        let tab = self.tabs.get_mut(&connection).unwrap();
        let before = tab.holder;
        tab.holder = holder.filter(|holder| Some(*holder) != tab.player);
        let seat = number.map(seat);
        let answer = self.remark(connection, ClientMessage::Pass { seat });
        if answer.is_some() {
            self.tabs.get_mut(&connection).unwrap().holder = before;
        }
        answer
    }

    /// Requests a full update for a tab.
    pub fn send_sync(&mut self, connection: ConnectionId) {
        let message = ClientMessage::Sync { since: None };
        self.step(Input::Message {
            connection,
            message,
        });
    }

    /// Sends a chat message. Returns the rejection, if there is one.
    pub fn chat(&mut self, connection: ConnectionId, text: &str) -> Option<Answer> {
        let text = senda_room::protocol::ChatText::new(text).unwrap();
        self.remark(connection, ClientMessage::Chat { text })
    }

    /// Sends a chat message or an emote. Returns the rejection, if there is one.
    pub fn remark(&mut self, connection: ConnectionId, message: ClientMessage) -> Option<Answer> {
        let before = self.tabs[&connection].answers.len();
        self.step(Input::Message {
            connection,
            message,
        });
        self.tabs[&connection]
            .answers
            .get(before)
            .map(|answer| answer.1.clone())
    }

    /// Returns a tab whose owner may decide something now.
    pub fn acting(&self) -> Option<ConnectionId> {
        let mut tabs = self.tabs.iter().filter(|(_, tab)| tab.closed.is_none());
        tabs.find(|(_, tab)| {
            let choices = &tab.view["game"]["choices"];
            tab.version > 0 && tab.phase() == "playing" && !choices.is_null()
        })
        .map(|(&connection, _)| connection)
    }

    /// Makes a random move for the player whose turn it is.
    #[track_caller]
    pub fn move_on(&mut self) -> Answer {
        let connection = self.acting().expect("somebody whose turn it is");
        let decisions = self.tabs[&connection].decisions();
        let action = self.dice.pick(&decisions).clone();
        self.decide(connection, action)
    }

    /// Answers the last question to a bot with a random decision. Returns whether there was a
    /// question.
    pub fn bot_decides(&mut self) -> bool {
        let Some(question) = self.questions.pop() else {
            return false;
        };
        let decisions = decisions_of_bot(&question);
        let action = Some(self.dice.decision(&decisions));
        self.step(Input::Thought {
            seat: question.seat,
            version: question.version,
            action,
        });
        true
    }

    /// Plays until the game is over. A player resigns if the game takes too long.
    #[track_caller]
    pub fn play_out(&mut self) {
        self.play_out_within(LONG);
    }

    /// Plays until the game is over. A player resigns after `long` decisions.
    #[track_caller]
    pub fn play_out_within(&mut self, long: usize) {
        for moves in 0..long + 100 {
            if !self.playing {
                return;
            }
            if let Some(connection) = self.acting() {
                if !self.tabs[&connection].view["paused"].is_null() {
                    self.all_go_on();
                }
                let answer = if moves < long {
                    self.move_on()
                } else {
                    let resignation = resignation(&self.tabs[&connection].view["game"]);
                    self.act(connection, &resignation)
                };
                answer.expect_ack();
            } else if moves >= long && !self.questions.is_empty() {
                let question = self.questions.pop().expect("a question");
                let action = AnyGame::determinize(&question.view, &mut Dice::new(0)).resignation();
                self.step(Input::Thought {
                    seat: question.seat,
                    version: question.version,
                    action: Some(action),
                });
            } else if !self.bot_decides() {
                match self.room.deadline() {
                    Some(due) => self.wait_until(due),
                    None => self.all_come_back(),
                }
            }
        }
        panic!("the game does not end");
    }

    /// Lets every player come back whose game stands still because all of them are away.
    fn all_come_back(&mut self) {
        let seated = |tab: &Tab| tab.closed.is_none() && tab.seat().is_some();
        let tabs = self.tabs.iter().filter(|(_, tab)| seated(tab));
        let tabs: Vec<ConnectionId> = tabs.map(|(&connection, _)| connection).collect();
        for connection in tabs {
            self.send(connection, Command::Back {});
        }
    }
}

impl Table {
    /// Advances the time without a tick.
    pub fn later(&mut self, milliseconds: u64) {
        self.now = self.now.plus(milliseconds);
    }

    /// Advances the time, with a tick at each deadline of the room.
    pub fn wait(&mut self, milliseconds: u64) {
        self.wait_until(self.now.plus(milliseconds));
    }

    pub fn wait_until(&mut self, until: Time) {
        for _ in 0..10_000 {
            let due = self.room.deadline();
            if let Some((at, replica)) = self.due_of_replicas()
                && at <= until
                && due.is_none_or(|due| at < due)
            {
                self.now = self.now.max(at);
                self.step_replica(replica, ReplicaInput::Tick);
                continue;
            }
            match due {
                Some(due) if due <= until && self.fault != Some(Fault::NeverTicks) => {
                    self.now = self.now.max(due);
                    self.step(Input::Tick);
                }
                _ => {
                    self.now = self.now.max(until);
                    return;
                }
            }
        }
        panic!("the room wants to be ticked for ever");
    }
}
