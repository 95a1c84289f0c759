//! Tests of who may be in a room: games without spectators, and requests to come in to a locked
//! room.

use senda_room::{
    ConnectionId, Input,
    limits::{ENTRY_PAUSE_MS, ENTRY_REQUESTS, HOST_GRACE_MS, PRESENCE_EVERY_MS},
    protocol::{ClientMessage, Clock, CloseCode, Command, Level, PersonId},
};
use serde_json::{Value, json};

use crate::table::{Answer, QUICK, Table, player, seat, settings};

#[track_caller]
fn done(answer: Answer) {
    if let Answer::Nak { code, .. } = answer {
        panic!("{code}");
    }
}

/// A room of two seated players whose games have no spectators.
fn without_spectators() -> (Table, [ConnectionId; 2]) {
    let mut table = Table::new(1, Clock::None {});
    let tabs = [table.join(1), table.join(2)];
    table.sit(tabs[1], None);
    let mut wanted = settings(Clock::None {});
    wanted.no_spectators = true;
    wanted.public = true;
    done(table.send(tabs[0], Command::Set { settings: wanted }));
    (table, tabs)
}

#[test]
fn a_game_without_spectators_closes_the_room_to_them_while_it_runs() {
    let (mut table, tabs) = without_spectators();
    assert_eq!(
        table.tabs[&tabs[1]].last("set")["changed"],
        json!(["spectators"])
    );
    let watcher = table.join(7);
    assert_eq!(
        table.tabs[&watcher].closed, None,
        "a seat may still be free"
    );
    assert!(table.room.listing().is_some());
    table.begin(&tabs);
    assert_eq!(
        table.tabs[&watcher].closed,
        Some(CloseCode::NoSpectators),
        "the game has started"
    );
    assert!(table.room.listing().is_none(), "there is nothing to see");
    let late = table.join(8);
    assert_eq!(table.tabs[&late].closed, Some(CloseCode::NoSpectators));
    assert_eq!(table.tabs[&late].frames, [""; 0], "not a byte");
    table.crash(None, 0, 1_000);
    let back = [table.join(1), table.join(2)];
    assert!(back.iter().all(|tab| table.tabs[tab].closed.is_none()));
    let late = table.join(8);
    assert_eq!(table.tabs[&late].closed, Some(CloseCode::NoSpectators));
}

#[test]
fn a_player_who_leaves_such_a_game_leaves_the_room() {
    let (mut table, tabs) = without_spectators();
    table.begin(&tabs);
    table.stand(tabs[1]).expect_ack();
    assert_eq!(table.tabs[&tabs[1]].closed, Some(CloseCode::NoSpectators));
    assert_eq!(table.tabs[&tabs[0]].closed, None);
    // The creator has no seat any more, but the room is still theirs.
    table.stand(tabs[0]).expect_ack();
    assert_eq!(table.tabs[&tabs[0]].closed, None);
}

#[test]
fn replicas_close_to_spectators_as_well() {
    let (mut table, tabs) = without_spectators();
    let replica = table.add_replica();
    let watcher = table.watch(replica, 9);
    assert_eq!(table.tabs[&watcher].closed, None);
    table.begin(&tabs);
    assert_eq!(table.tabs[&watcher].closed, Some(CloseCode::NoSpectators));
    let late = table.watch(replica, 10);
    assert_eq!(table.tabs[&late].closed, Some(CloseCode::NoSpectators));
}

#[test]
fn spectators_may_watch_by_default() {
    let (mut table, _) = Table::playing(1, QUICK, 2);
    let watcher = table.join(7);
    assert_eq!(table.tabs[&watcher].closed, None);
}

/// A locked room with two seated players, the first of them the host.
fn locked() -> (Table, Vec<ConnectionId>) {
    let (mut table, tabs) = Table::seated(1, QUICK, 2);
    done(table.send(tabs[0], Command::Lock { locked: true }));
    (table, tabs)
}

/// Returns the people who ask to come in, as a tab is shown them.
fn asking(table: &mut Table, tab: ConnectionId) -> Vec<(PersonId, String)> {
    table.wait(2 * PRESENCE_EVERY_MS);
    let asking = table.tabs[&tab].presence["entry_requests"].as_array();
    let one = |one: &Value| {
        let person = serde_json::from_value(one["person"].clone()).unwrap();
        (person, one["name"].as_str().unwrap().to_owned())
    };
    asking.into_iter().flatten().map(one).collect()
}

fn admit(table: &mut Table, tab: ConnectionId, person: PersonId) -> Answer {
    table.send(tab, Command::Admit { person })
}

fn turn_away(table: &mut Table, tab: ConnectionId, person: PersonId) -> Option<Answer> {
    table.remark(tab, ClientMessage::TurnAway { person })
}

#[test]
fn the_host_lets_in_a_person_who_asks_and_who_may_come_back() {
    let (mut table, tabs) = locked();
    let guest = table.ask_to_enter(8);
    assert_eq!(table.tabs[&guest].closed, None, "the host decides");
    let asks = asking(&mut table, tabs[0]);
    assert_eq!(asks.len(), 1);
    assert_eq!(asks[0].1, "Wind 8");
    assert_eq!(table.tabs[&guest].frames, [""; 0], "not a byte");
    assert_eq!(admit(&mut table, tabs[1], asks[0].0).code(), "not_host");
    done(admit(&mut table, tabs[0], asks[0].0));
    assert_eq!(table.tabs[&guest].closed, Some(CloseCode::Admitted));
    assert_eq!(
        table.tabs[&tabs[1]].last("admitted"),
        &json!({"type": "admitted"})
    );
    assert_eq!(asking(&mut table, tabs[0]), []);
    let inside = table.join(8);
    assert_eq!(table.tabs[&inside].closed, None);
    table.leave(inside);
    table.crash(None, 0, 1_000);
    let inside = table.join(8);
    assert_eq!(table.tabs[&inside].closed, None, "the log knows");
    // Others still can't come in, and a new lock is for everybody.
    let other = table.join(9);
    assert_eq!(table.tabs[&other].closed, Some(CloseCode::Locked));
    table.leave(inside);
    let host = table.join(1);
    for locked in [false, true] {
        done(table.send(host, Command::Lock { locked }));
    }
    let outside = table.join(8);
    assert_eq!(table.tabs[&outside].closed, Some(CloseCode::Locked));
}

#[test]
fn a_person_who_is_turned_away_has_to_wait() {
    let (mut table, tabs) = locked();
    let guest = table.ask_to_enter(8);
    let asks = asking(&mut table, tabs[0]);
    let refused = turn_away(&mut table, tabs[1], asks[0].0).unwrap();
    assert_eq!(refused.code(), "not_host");
    assert_eq!(turn_away(&mut table, tabs[0], asks[0].0), None);
    assert_eq!(table.tabs[&guest].closed, Some(CloseCode::TurnedAway));
    assert_eq!(asking(&mut table, tabs[0]), []);
    let again = table.ask_to_enter(8);
    assert_eq!(table.tabs[&again].closed, Some(CloseCode::TurnedAway));
    let plain = table.join(8);
    assert_eq!(table.tabs[&plain].closed, Some(CloseCode::Locked));
    table.wait(ENTRY_PAUSE_MS);
    let again = table.ask_to_enter(8);
    assert_eq!(table.tabs[&again].closed, None);
}

#[test]
fn a_person_asks_once_and_few_ask_at_a_time() {
    let (mut table, tabs) = locked();
    let first = table.ask_to_enter(8);
    let second = table.ask_to_enter(8);
    assert_eq!(table.tabs[&first].closed, Some(CloseCode::TooManyTabs));
    assert_eq!(table.tabs[&second].closed, None);
    assert_eq!(asking(&mut table, tabs[0]).len(), 1);
    for number in 0..ENTRY_REQUESTS - 1 {
        let tab = table.ask_to_enter(20 + number as u128);
        assert_eq!(table.tabs[&tab].closed, None);
    }
    let many = table.ask_to_enter(30);
    assert_eq!(table.tabs[&many].closed, Some(CloseCode::Locked));
    // A person who goes makes room for another.
    table.leave(second);
    assert_eq!(asking(&mut table, tabs[0]).len(), ENTRY_REQUESTS - 1);
    let another = table.ask_to_enter(30);
    assert_eq!(table.tabs[&another].closed, None);
    // Unlocking the room answers all of them.
    done(table.send(tabs[0], Command::Lock { locked: false }));
    assert_eq!(table.tabs[&another].closed, Some(CloseCode::Admitted));
    assert_eq!(asking(&mut table, tabs[0]), []);
}

#[test]
fn asking_is_for_people_who_are_kept_out_by_the_lock() {
    let (mut table, tabs) = locked();
    let player = table.ask_to_enter(2);
    assert_eq!(table.tabs[&player].closed, Some(CloseCode::Admitted));
    done(table.send(tabs[0], Command::Lock { locked: false }));
    let watcher = table.join(7);
    let who = table.who(watcher);
    done(table.remove(tabs[0], who));
    done(table.send(tabs[0], Command::Lock { locked: true }));
    let banned = table.ask_to_enter(7);
    assert_eq!(table.tabs[&banned].closed, Some(CloseCode::Removed));
    // A person who only asks sends nothing into the room.
    let guest = table.ask_to_enter(8);
    assert_eq!(
        table.remark(guest, ClientMessage::AskSeat { seat: None }),
        None
    );
    assert!(!table.room.is_deserted());
}

/// Forgets a player, as a server does when it restores the room.
fn never_back(table: &mut Table, number: u128) {
    table.step(Input::NeverBack {
        player: player(number),
    });
}

#[test]
fn the_seat_of_a_person_who_never_returns_is_free_at_once() {
    let (mut table, tabs) = Table::playing(1, Clock::Days { days: 3 }, 3);
    for &tab in &tabs {
        table.leave(tab);
    }
    // The creator is the host, and all players are disconnected.
    never_back(&mut table, 1);
    let heir = table.join(2);
    let tab = &table.tabs[&heir];
    assert_eq!(tab.view["seats"][0]["vacant"], true);
    assert_eq!(tab.you["host"], true, "the seat can be given away");
    let version = table.version();
    never_back(&mut table, 1);
    assert_eq!(table.version(), version, "once");
    let bot = Command::Bot {
        seat: Some(seat(0)),
        level: Some(Level::Easy),
    };
    done(table.send(heir, bot));
    assert_eq!(table.tabs[&heir].view["seats"][0]["bot"], "easy");
}

#[test]
fn the_host_replaces_an_absent_player_by_a_bot() {
    let (mut table, tabs) = Table::playing(1, Clock::None {}, 3);
    let bot = |number| Command::Bot {
        seat: Some(seat(number)),
        level: Some(Level::Hard),
    };
    let here = table.send(tabs[0], bot(1));
    assert_eq!(here.code(), "seat_taken", "its owner is here");
    table.leave(tabs[1]);
    done(table.send(tabs[0], bot(1)));
    assert_eq!(table.tabs[&tabs[0]].view["seats"][1]["bot"], "hard");
    // The creator of the room keeps their seat.
    table.leave(tabs[0]);
    table.wait(HOST_GRACE_MS);
    assert_eq!(table.tabs[&tabs[2]].you["host"], true);
    assert_eq!(table.send(tabs[2], bot(0)).code(), "seat_taken");
}
