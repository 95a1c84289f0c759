//! Tests of replicas on other servers. They serve the same as the room itself serves to its
//! spectators. The invariants of the table check that no spectator receives hidden information,
//! misses anything or receives anything else than others.

use std::panic::{AssertUnwindSafe, catch_unwind};

use senda_room::{
    ConnectionId, Feed, FeedPayload, Replica, ReplicaEffect, ReplicaInput, Report, Time,
    limits::{CROWD, CROWD_EVERY_MS, PRESENCE_EVERY_MS},
    protocol::{ClientMessage, CloseCode, Command},
};
use senda_rules::GameKind;
use serde_json::json;

use crate::{
    effort::scaled,
    evening::{Evening, STEPS},
    table::{Dice, QUICK, START, Tab, Table, name, person},
};

/// The spectators of an evening: one who is connected to the room itself, and some at each of two
/// replicas.
#[derive(Default)]
pub struct Watchers {
    /// The spectator who is connected to the room itself.
    beside: Option<ConnectionId>,
    /// The last person number that was used.
    number: u128,
    /// The tab of a spectator who has disconnected.
    lost: Option<(u128, Tab)>,
    /// The number of comparisons of a spectator at a replica with the one at the room.
    pub compared: usize,
}

impl Watchers {
    pub fn one_step(&mut self, table: &mut Table, dice: &mut Dice) {
        let is_open = |table: &Table, tab: &ConnectionId| {
            table.tabs.get(tab).is_some_and(|tab| tab.closed.is_none())
        };
        if self.beside.is_none_or(|tab| !is_open(table, &tab)) {
            self.beside = Some(table.join(self.somebody()));
        }
        while table.replicas.len() < 2 {
            table.add_replica();
        }
        let replica = dice.roll(2);
        let tabs = table.replicas[replica].tabs.clone();
        match dice.roll(8) {
            0..=1 if tabs.len() < 4 => {
                if let Some((number, tab)) = self.lost.take() {
                    table.watch_again(replica, number, &tab);
                } else {
                    table.watch(replica, self.somebody());
                }
            }
            2 if !tabs.is_empty() => {
                let gone = *dice.pick(&tabs);
                let tab = table.tabs[&gone].clone();
                let number = tab.player.unwrap().0.as_u128();
                self.lost = Some((number, tab));
                table.unwatch(replica, gone);
            }
            3 if !tabs.is_empty() => {
                let (connection, since) = (*dice.pick(&tabs), None);
                table.step_replica(replica, ReplicaInput::Synced { connection, since });
            }
            _ => {}
        }
        self.compare(table);
    }

    fn somebody(&mut self) -> u128 {
        self.number += 1;
        5_000 + self.number
    }

    /// Checks that spectators at replicas have the same state as the spectator at the room.
    fn compare(&mut self, table: &Table) {
        let Some(beside) = self.beside.map(|tab| &table.tabs[&tab]) else {
            return;
        };
        if beside.closed.is_some() {
            return;
        }
        let elsewhere = table.replicas.iter().flat_map(|one| &one.tabs);
        for tab in elsewhere.map(|tab| &table.tabs[tab]) {
            assert_eq!(tab.version, beside.version);
            assert_eq!(tab.epoch, beside.epoch);
            assert_eq!(tab.view, beside.view);
            assert_eq!(tab.presence, beside.presence);
            assert_eq!(tab.you["seat"], json!(null));
            let said = tab.chat.iter().rev().zip(beside.chat.iter().rev());
            assert!(said.into_iter().all(|(one, other)| one == other));
            let from = tab.whole_at.max(beside.whole_at);
            let after = |tab: &Tab| -> Vec<_> {
                let told = tab.happenings.iter();
                let told = told.filter(|told| told["version"].as_u64() > Some(from.into()));
                told.cloned().collect()
            };
            assert_eq!(after(tab), after(beside));
            self.compared += 1;
        }
    }
}

#[test]
fn replicas_serve_the_same_as_the_room_in_every_game() {
    for game in GameKind::ALL {
        let mut compared = 0;
        for seed in 0..u64::from(scaled(2)) {
            let played = catch_unwind(AssertUnwindSafe(|| {
                let mut evening = Evening::watched(*game, seed);
                for _ in 0..STEPS {
                    evening.one_step();
                }
                evening.drive_to_the_end();
                evening.compared()
            }));
            match played {
                Ok(count) => compared += count,
                Err(cause) => {
                    eprintln!("{game:?}, seed {seed}");
                    std::panic::resume_unwind(cause);
                }
            }
        }
        println!("{game:?}: compared {compared} times");
        assert!(compared > 300, "{game:?}: only {compared} times");
    }
}

/// Starts a game of four players with that many spectators at a replica.
fn watched(count: usize) -> (Table, Vec<ConnectionId>, Vec<ConnectionId>) {
    let (mut table, players) = Table::playing(1, QUICK, 4);
    let replica = table.add_replica();
    let watchers = (0..count).map(|number| table.watch(replica, 100 + number as u128));
    let watchers = watchers.collect();
    table.wait(5_000);
    (table, players, watchers)
}

#[test]
fn a_crowd_on_another_server_costs_the_room_one_message() {
    let (mut table, players, watchers) = watched(CROWD + 20);
    let first = table.version();
    let before: Vec<_> = watchers
        .iter()
        .map(|tab| table.tabs[tab].updates())
        .collect();
    for _ in 0..4 {
        table.move_on();
        table.later(100);
    }
    table.wait(CROWD_EVERY_MS);
    for (tab, before) in watchers.iter().zip(before) {
        let tab = &table.tabs[tab];
        assert_eq!(tab.version, table.version());
        assert_eq!(
            tab.updates(),
            before + 2,
            "all together, as by the room itself"
        );
        let told = tab.happenings.iter();
        let told = told.filter(|told| told["version"].as_u64() > Some(first.into()));
        assert_eq!(told.count(), (table.version() - first) as usize);
        assert_eq!(tab.view["game"]["choices"], json!(null));
    }
    // All people receive the same presence.
    let presence = &table.tabs[&players[0]].presence;
    assert_eq!(presence["watching"], json!(CROWD + 20));
    assert_eq!(presence["people"].as_array().unwrap().len(), 60);
    assert_eq!(*presence, table.tabs[&watchers[3]].presence);
    table.unwatch(0, watchers[0]);
    table.wait(2 * PRESENCE_EVERY_MS);
    assert_eq!(
        table.tabs[&players[0]].presence["watching"],
        json!(CROWD + 19)
    );
    // When their server disconnects, its spectators are gone too.
    let connection = table.replicas.remove(0).connection;
    table.step(senda_room::Input::Left { connection });
    table.wait(2 * PRESENCE_EVERY_MS);
    assert_eq!(table.tabs[&players[0]].presence["watching"], json!(0));
}

#[test]
fn spectators_at_replicas_are_people_of_the_room() {
    let (mut table, players, watchers) = watched(3);
    let people = table.tabs[&players[0]].presence["people"].clone();
    assert_eq!(people[1]["name"], "Wind 101");
    let who = table.who(watchers[1]);
    assert_eq!(people[1]["person"], json!(who));
    // Two people with similar names are distinguished, wherever they watch.
    table.replicas.truncate(1);
    let other = table.add_replica();
    let alike = table.watch(other, 9);
    let renamed = senda_room::Person::human(person(10).player, name(9));
    let beside = table.join_as(renamed);
    table.wait(2 * PRESENCE_EVERY_MS);
    let presence = &table.tabs[&players[0]].presence;
    let names = presence["people"].as_array().unwrap().iter();
    let names: Vec<_> = names.map(|one| one["name"].as_str().unwrap()).collect();
    assert!(
        names.contains(&"Wind 9") && names.contains(&"Wind 9 (2)"),
        "{names:?}"
    );
    assert_eq!(*presence, table.tabs[&alike].presence);
    table.leave(beside);
    // A person who is removed is disconnected from the replica and cannot connect to it again.
    table.remove(players[0], who).expect_ack();
    assert_eq!(table.tabs[&watchers[1]].closed, Some(CloseCode::Removed));
    let again = table.watch(0, 101);
    assert_eq!(table.tabs[&again].closed, Some(CloseCode::Removed));
    table.send(players[0], Command::Lock { locked: true });
    let late = table.watch(0, 150);
    assert_eq!(table.tabs[&late].closed, Some(CloseCode::Locked));
    assert_eq!(table.tabs[&watchers[0]].closed, None);
}

#[test]
fn people_with_a_part_are_served_by_the_room_itself() {
    let (mut table, players, watchers) = watched(2);
    let replica = table.replicas[0].replica.clone().unwrap();
    assert!(!replica.takes(&person(1)) && !replica.takes(&person(3)));
    assert!(replica.takes(&person(100)));
    table.play_out();
    table.stand(players[3]);
    // A spectator of the replica sits down in another tab, which is connected to the room.
    let tab = table.join(100);
    table.sit(tab, None);
    assert_eq!(table.tabs[&watchers[0]].closed, Some(CloseCode::RoomReset));
    assert_eq!(table.tabs[&watchers[1]].closed, None);
    let message = ClientMessage::Chat {
        text: senda_room::protocol::ChatText::new("olá").unwrap(),
    };
    assert_eq!(table.remark(tab, message), None);
    assert_eq!(table.tabs[&watchers[1]].chat[0]["text"], "olá");
    // A room in which only bots play is not deserted as long as a spectator is connected anywhere.
    assert!(!table.room.is_deserted());
}

/// Starts a game and returns its replica, so that a test can feed it by hand.
fn alone() -> (Table, Replica) {
    let (mut table, _) = Table::playing(1, QUICK, 4);
    let number = table.add_replica();
    let replica = table.replicas.remove(number).replica.unwrap();
    (table, replica)
}

fn came(number: u64) -> ReplicaInput {
    ReplicaInput::Joined {
        connection: ConnectionId(number),
        person: person(900 + u128::from(number)),
        since: None,
    }
}

fn fed(payload: FeedPayload) -> ReplicaInput {
    ReplicaInput::Fed(Feed { at: START, payload })
}

/// Returns the connections that receive a message, and the questions to the room.
fn done(effects: &[ReplicaEffect]) -> (Vec<u64>, Vec<u64>) {
    let (mut told, mut asked) = (Vec::new(), Vec::new());
    for effect in effects {
        match effect {
            ReplicaEffect::Send { to, .. } => told.extend(to.iter().map(|link| link.0)),
            ReplicaEffect::Report(Report::IsItStillHere(question)) => asked.push(*question),
            _ => {}
        }
    }
    told.dedup();
    (told, asked)
}

#[test]
fn a_replica_sends_nothing_before_the_room_has_confirmed() {
    let (_, mut replica) = alone();
    let mut step = |input| done(&replica.step(START, input).unwrap());
    assert_eq!(step(came(1)), (vec![], vec![1]));
    // The question was asked before these spectators came, so its answer does not serve them.
    assert_eq!(step(came(2)), (vec![], vec![]));
    assert_eq!(step(came(3)), (vec![], vec![]));
    assert_eq!(step(fed(FeedPayload::StillHere(1))), (vec![1], vec![2]));
    // Only the spectator who has been served receives the message.
    let line = json!({ "at": 1, "name": "Ana", "colour": null, "person": "000000000000000000000000", "text": "x" });
    let line = serde_json::from_value(line).unwrap();
    assert_eq!(step(fed(FeedPayload::Chat(line))).0, [1]);
    let connection = ConnectionId(1);
    let asks = ReplicaInput::Synced {
        connection,
        since: None,
    };
    assert_eq!(step(asks.clone()), (vec![], vec![]));
    let connection = ConnectionId(3);
    assert!(step(ReplicaInput::Left { connection }).0.is_empty());
    // A repeated answer has no effect, and neither has the answer to a question that was not asked.
    assert_eq!(step(fed(FeedPayload::StillHere(1))), (vec![], vec![]));
    assert_eq!(step(fed(FeedPayload::StillHere(9))).0, [2]);
    assert_eq!(step(fed(FeedPayload::StillHere(3))), (vec![1], vec![]));
    assert_eq!(step(asks), (vec![], vec![4]));
}

#[test]
fn a_replica_rejects_another_history() {
    let (mut table, players) = Table::playing(1, QUICK, 4);
    let mut beginnings = Vec::new();
    table.move_on();
    table.room.clone().step(
        table.now,
        senda_room::Input::ReplicaJoined {
            connection: ConnectionId(77),
        },
        &mut table.dice,
    );
    let effects = table.room.clone().step(
        table.now,
        senda_room::Input::ReplicaJoined {
            connection: ConnectionId(77),
        },
        &mut table.dice,
    );
    for effect in effects {
        if let senda_room::Effect::Feed { feed, .. } = effect {
            beginnings.push(feed);
        }
    }
    let Some(FeedPayload::Beginning(beginning)) = beginnings.pop().map(|feed| feed.payload) else {
        panic!("a beginning");
    };
    let begin = |log, beginning| Replica::begin(START, log, table.now, beginning);
    let log = table.log.clone();
    assert!(begin(log.clone(), (*beginning).clone()).is_ok());
    // Later records are ignored, because the room feeds them.
    let mut longer = log.clone();
    longer.push(log.last().unwrap().clone());
    assert!(begin(longer, (*beginning).clone()).is_ok());
    let shorter = log[..log.len() - 1].to_vec();
    assert!(begin(shorter, (*beginning).clone()).is_err());
    assert!(begin(Vec::new(), (*beginning).clone()).is_err());
    let (mut other, _) = Table::playing(2, QUICK, 4);
    other.move_on();
    assert!(
        begin(other.log.clone(), (*beginning).clone()).is_err(),
        "another game"
    );
    // A missing record is detected.
    let mut replica = begin(log, *beginning).unwrap();
    table.move_on();
    table.move_on();
    let record = table.log.last().unwrap().clone();
    let clock_times = senda_room::ClockTimes::default();
    let late = fed(FeedPayload::Record {
        record,
        clock_times,
    });
    assert!(replica.step(Time(START.0 + 1), late).is_err());
    assert_eq!(players.len(), 4);
}
