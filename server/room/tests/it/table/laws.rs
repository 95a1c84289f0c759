//! The invariants that hold at every step of every test.

use senda_room::{
    Cause, ConnectionId, Finished, LogEvent, PlayerId, Record, Time,
    limits::DAY_MS,
    log::{Created, Played, SecretCommitment, SettingsChanged, SetupFrom},
    protocol::{Abandoned, Away, Clock, CommandId, Ended, ServerMessage, StandIn, VotedToSkip},
};
use senda_rules::{GameEvent, Secret};
use senda_wire::tell_shapes;
use serde::Deserialize;
use serde_json::Value;

use super::{Answer, Table};

/// The facts that determine the view of a version. Viewers with the same facts must receive the
/// same view.
#[derive(Copy, Clone, Eq, Ord, PartialEq, PartialOrd)]
pub struct Eyes {
    /// The viewer's seat, while a game runs.
    own: Option<usize>,
    restored: Time,
    comings: usize,
}

/// The header of an update.
#[derive(Deserialize)]
struct Update {
    epoch: u32,
    from: u32,
    version: u32,
    happenings: Vec<Version>,
}

#[derive(Deserialize)]
struct Version {
    version: u32,
}

impl Table {
    pub fn version(&self) -> u32 {
        u32::try_from(self.log.len()).unwrap()
    }

    pub fn append(&mut self, record: Record, finished: Option<Finished>) {
        assert_eq!(record.version, self.version() + 1, "versions have no gaps");
        if let Some(Cause { player, id }) = &record.cause {
            let earlier = self.log.iter().filter_map(|record| record.cause.as_ref());
            assert!(
                !earlier
                    .into_iter()
                    .any(|cause| (&cause.player, &cause.id) == (player, id)),
                "a command counts once"
            );
        }
        let ended = record
            .happened
            .iter()
            .any(|happened| matches!(happened, LogEvent::Ended(_)));
        assert_eq!(ended, finished.is_some(), "a game's end goes to the tables");
        self.nobody_is_hurried(&record);
        for happened in &record.happened {
            self.follow(record.version, record.at, happened);
        }
        self.seen.clear();
        self.log.push(record);
        self.finished.extend(finished);
    }

    /// Checks that no seat becomes away too early. Without a clock, or if clocks wait for absent
    /// players, the others must have waited for long and one of them must have voted to skip the
    /// seat.
    fn nobody_is_hurried(&mut self, record: &Record) {
        for happened in &record.happened {
            match happened {
                LogEvent::VotedToSkip(VotedToSkip { seat, by }) => {
                    assert_ne!(seat, by, "nobody waits for themselves");
                    self.skip_votes.insert(seat.index());
                }
                LogEvent::Played(played) => {
                    self.skip_votes.remove(&played.seat.index());
                }
                LogEvent::Away(Away {
                    seat, away: true, ..
                }) if record.happened.len() == 1 => {
                    assert!(self.waits || self.clock == Clock::None {});
                    let waited = record.at.since(self.moved.max(self.restored));
                    assert!(waited >= 300_000, "only {waited} ms waited for");
                    assert!(self.skip_votes.remove(&seat.index()), "somebody has asked");
                }
                _ => {}
            }
        }
    }

    /// Applies an event to the test's own state: the owners of the seats, the secrets that are
    /// still sealed, and the clocks.
    pub fn follow(&mut self, version: u32, at: Time, happened: &LogEvent) {
        let hexadecimal = |secret: &Secret| serde_json::to_string(secret).unwrap();
        match happened {
            LogEvent::Created(Created {
                settings, setup, ..
            }) => {
                let from = setup.as_ref().map(|setup| &setup.from);
                if let (Some(SetupFrom::Deal { secret, .. }), None) = (from, &settings.day) {
                    self.repeated = Some(*secret);
                }
                self.clock = settings.clock;
                self.waits = settings.stand_in == Some(StandIn::Wait);
            }
            LogEvent::SettingsChanged(SettingsChanged { settings, .. }) => {
                self.clock = settings.clock;
                self.waits = settings.stand_in == Some(StandIn::Wait);
                self.shows_later = settings.hands_after.is_some();
                self.world.out_see_hands = settings.out_see_hands;
            }
            LogEvent::Sat(sat) => {
                self.owners.insert(sat.seat.index(), sat.person.player);
            }
            LogEvent::Stood(stood) => {
                self.owners.remove(&stood.seat.index());
            }
            LogEvent::Committed(SecretCommitment { secret, commitment }) => {
                assert_eq!(secret.commitment(), *commitment);
                // The secret of a repeated deal was published with the finished game, and that of
                // a day is published when its game ends.
                if self.repeated != Some(*secret) && !self.open.contains(&hexadecimal(secret)) {
                    self.sealed.insert(hexadecimal(secret));
                }
            }
            LogEvent::Started(started) => {
                let players = started.players.iter().enumerate();
                self.owners = players
                    .map(|(seat, (person, _))| (seat, person.player))
                    .collect();
                self.world.begin(version, started);
                self.playing = true;
                self.moved = at;
                self.banks = match self.clock {
                    Clock::Bank { seconds, .. } => {
                        vec![u64::from(seconds) * 1_000; self.owners.len()]
                    }
                    _ => Vec::new(),
                };
            }
            LogEvent::Played(played) => {
                self.world.go_on(version, played);
                let Played {
                    seat, bank_ms, by, ..
                } = played;
                if let Some(bank_ms) = bank_ms {
                    let ran = at.since(self.moved.max(self.restored));
                    let bank = &mut self.banks[seat.index()];
                    assert!(*bank_ms + ran >= *bank, "only time that ran is charged");
                    *bank = *bank_ms;
                }
                if *by == senda_room::protocol::By::Clock {
                    // Turns of days continue while the server is down.
                    let (since, least_ms) = match self.clock {
                        Clock::Days { days } => (self.moved, u64::from(days) * DAY_MS),
                        _ => (self.restored.max(self.moved), 5_000),
                    };
                    let ran = at.since(since);
                    assert!(
                        ran >= least_ms,
                        "nobody's time is up before it has run: {ran} ms"
                    );
                }
                // A player who resigns in another player's turn does not restart that turn.
                if played.events.iter().any(GameEvent::begins_turn) {
                    self.moved = at;
                }
            }
            LogEvent::TookBack(took) => self.world.go_back(*took),
            LogEvent::Ended(Ended { secret, .. })
            | LogEvent::Abandoned(Abandoned { secret, .. }) => {
                self.playing = false;
                assert!(
                    self.sealed.remove(&hexadecimal(secret)) || self.repeated == Some(*secret),
                    "the secret committed to"
                );
                self.open.insert(hexadecimal(secret));
            }
            _ => {}
        }
    }

    /// Checks that an acknowledged command is stored, and that every acknowledgement of it has the
    /// same version.
    fn hear_ack(&mut self, player: PlayerId, id: &CommandId, made: u32) {
        assert!(made <= self.version(), "an answer only when it is stored");
        let cause = Cause {
            player,
            id: id.clone(),
        };
        let by = |record: &&Record| record.cause.as_ref() == Some(&cause);
        if let Some(record) = self.log.iter().find(by) {
            assert_eq!(record.version, made, "the version that the command made");
        }
        // A command that changes nothing and has no record may be answered with another version
        // after a restart.
        let caused = |version: &u32| self.log.get(*version as usize - 1).is_some_and(|r| by(&r));
        let known = self.acked.insert((player, id.to_string()), made);
        if let Some(known) = known.filter(caused) {
            assert_eq!(known, made, "the same answer");
        }
    }

    pub fn receive(
        &mut self,
        connection: ConnectionId,
        message: &ServerMessage,
        frame: &str,
        shapes: u32,
    ) {
        let tab = self
            .tabs
            .get(&connection)
            .expect("a tab that is told something");
        if let ServerMessage::Ack { id, version: made } = message {
            self.hear_ack(tab.player.unwrap(), id, *made);
        }
        let tab = self.tabs.get_mut(&connection).expect("the same tab");
        assert_eq!(tab.closed, None, "nothing is told to one who is gone");
        for secret in &self.sealed {
            assert!(
                !frame.contains(secret.trim_matches('"')),
                "a secret that is still closed"
            );
        }
        tab.bytes.push(frame.to_owned());
        let known = u32::try_from(tab.reader.shapes()).unwrap();
        if known < shapes {
            let told = tab.reader.read(&tell_shapes(known, shapes));
            assert_eq!(told, Ok(None));
        }
        let mut value = tab.reader.read(frame).unwrap().expect("a message");
        tab.frames.push(value.to_string());
        match message {
            ServerMessage::You(_) => tab.you = value,
            ServerMessage::Presence(_) => tab.presence = value,
            ServerMessage::Chat { all, lines } => {
                assert!(lines.len() <= 100);
                let lines = value["lines"].as_array().unwrap();
                if *all {
                    tab.chat.clone_from(lines);
                } else {
                    tab.chat.extend(lines.iter().cloned());
                }
            }
            ServerMessage::Ack { id, version: made } => {
                tab.answers.push((Some(id.to_string()), Answer::Ack(*made)));
            }
            ServerMessage::Nak { id, temporary, .. } => {
                let problem = value["problem"].take();
                let answer = Answer::Nak {
                    code: problem["code"].as_str().unwrap().to_owned(),
                    temporary: *temporary,
                    whole: problem,
                };
                tab.answers
                    .push((id.as_ref().map(ToString::to_string), answer));
            }
            ServerMessage::Update(_) | ServerMessage::Step(_) => {
                self.hear_update(connection, value);
            }
            ServerMessage::Hint { .. } => tab.hints.push(value),
            ServerMessage::Closing { .. }
            | ServerMessage::OperatorNotice { .. }
            | ServerMessage::Pong { .. } => {
                panic!("not a room's message")
            }
        }
    }

    /// Applies an update as a client does, and checks that it is complete and contains nothing that
    /// the tab may not know.
    fn hear_update(&mut self, connection: ConnectionId, mut value: Value) {
        let update: Update = serde_json::from_value(value.clone()).unwrap();
        let version = self.version();
        let tab = self
            .tabs
            .get_mut(&connection)
            .expect("a tab that is told something");
        assert!(update.version <= version, "told only when it is stored");
        // A decision may arrive before the answer to a sync request.
        assert!(
            update.from == 0
                || update.from == tab.version
                || (tab.asked && update.from < tab.version),
            "continues {} or replaces, not from {}",
            tab.version,
            update.from
        );
        // A player who stands up sees the game later from then on.
        let stands_up = self.shows_later && update.from == 0;
        assert!(update.version >= tab.version || stands_up, "no way back");
        let told = update.happenings.iter().map(|told| told.version);
        assert!(
            told.clone()
                .all(|told| told > update.from && told <= update.version)
        );
        assert!(told.is_sorted());
        let had = tab.version;
        if update.from == 0 {
            tab.happenings.clear();
            tab.whole_at = update.version;
        }
        tab.version = update.version;
        tab.epoch = value["epoch"].as_u64().unwrap();
        let Value::Array(happenings) = value["happenings"].take() else {
            panic!("an update without a list of what happened");
        };
        tab.view = value["view"].take();
        let holds = |of: &PlayerId| self.playing && self.owners.values().any(|owner| owner == of);
        tab.holder = tab.holder.filter(holds);
        let holder = tab.holder.or(tab.player);
        let own = self.owners.iter().find(|owner| Some(*owner.1) == holder);
        let own = own.map(|(&seat, _)| seat);
        if version == update.version {
            let eyes = Eyes {
                own: own.filter(|_| self.playing),
                restored: self.restored,
                comings: self.comings,
            };
            let same = self.seen.entry(eyes).or_insert_with(|| tab.view.clone());
            assert_eq!(*same, tab.view, "the same for all who may know the same");
            let shown = self.shown.entry((version, own));
            shown.or_insert_with(|| tab.view["game"].clone());
            if self.playing {
                self.world.is_shown(&tab.view["game"], &happenings, own);
            }
        }
        let news = happenings.iter();
        let news =
            news.filter(|told| told["version"].as_u64() > Some(had.into()) || update.from == 0);
        tab.happenings.extend(news.cloned());
        if std::mem::take(&mut tab.returns) && had > 0 {
            self.compare_with_who_stayed(connection, had, &update, &happenings);
        }
    }

    /// Compares a returning tab with the tabs of the same person that stayed. The returning tab
    /// must receive exactly the events that the others received in the meantime. It may receive the
    /// whole state only if the room has forgotten one of those events.
    fn compare_with_who_stayed(
        &self,
        connection: ConnectionId,
        had: u32,
        update: &Update,
        told: &[Value],
    ) {
        let version_of = |told: &Value| told["version"].as_u64().unwrap();
        let player = self.tabs[&connection].player;
        let stayed = self.tabs.iter().filter(|(other, tab)| {
            let is_open = tab.closed.is_none() && tab.version == update.version;
            **other != connection && tab.player == player && is_open && tab.whole_at <= had
        });
        for (_, tab) in stayed {
            assert_eq!(tab.epoch, u64::from(update.epoch));
            assert_eq!(tab.view, self.tabs[&connection].view);
            let after = |told: &&Value| version_of(told) > u64::from(had);
            let missed: Vec<&Value> = tab.happenings.iter().filter(after).collect();
            if update.from > 0 {
                assert_eq!(missed.len(), told.len());
                let is_over = self.tabs[&connection].phase() == "over";
                for (missed, told) in missed.iter().zip(told) {
                    assert!(
                        is_as_told(missed, told, is_over),
                        "{missed} was missed: {told}"
                    );
                }
            } else {
                let is_told =
                    |one: &Value| told.iter().any(|told| version_of(told) == version_of(one));
                assert!(
                    missed.iter().any(|one| !is_told(one)),
                    "the whole for no reason"
                );
            }
        }
    }
}

/// Returns whether an event is the same as when it was first sent. After a game, information that
/// was hidden in it is open.
fn is_as_told(then: &Value, now: &Value, is_over: bool) -> bool {
    match (then, now) {
        (Value::Null, _) if is_over => true,
        (Value::Array(then), Value::Array(now)) => {
            let mut both = then.iter().zip(now);
            then.len() == now.len() && both.all(|(then, now)| is_as_told(then, now, is_over))
        }
        (Value::Object(then), Value::Object(now)) => {
            let mut keys = then.iter();
            then.len() == now.len()
                && keys.all(|(key, then)| {
                    let now = now.get(key);
                    now.is_some_and(|now| is_as_told(then, now, is_over))
                })
        }
        _ => then == now,
    }
}
