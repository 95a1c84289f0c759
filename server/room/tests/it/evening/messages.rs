//! The messages that the people of an evening send at random.

use senda_room::{
    ConnectionId,
    protocol::{
        ChatText, ClientMessage, Clock, Colour, Command, First, Level, PersonId, Settings, Since,
        StandIn,
    },
};
use senda_rules::GameKind;
use serde_json::json;

use super::{Evening, OUTSIDE};
use crate::table::{PROGRAMS, QUICK, any_action, command, name, seat, settings_of, token};

impl Evening {
    /// Returns a random message that a person at this tab may send, sensible or not.
    pub(super) fn something(&mut self, connection: ConnectionId) -> ClientMessage {
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
            29 => Command::GoOn {},
            30 => Command::VoteToEnd {
                wanted: !self.dice.once_in(3),
            },
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
                let text = ChatText::new("olá").unwrap();
                return ClientMessage::Chat { text };
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
}
