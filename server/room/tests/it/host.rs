//! Tests of the host's commands, and of the succession when the host is gone.

use senda_room::{
    ConnectionId,
    protocol::{Clock, CloseCode, Command, First, Settings},
};
use senda_rules::Seat;
use serde_json::json;

use crate::table::{Answer, QUICK, START, Table, command, settings};

#[test]
fn rejects_host_commands_of_other_people() {
    let (mut table, tabs) = Table::seated(1, QUICK, 3);
    let guest = tabs[1];
    assert_eq!(table.set(guest, settings(QUICK)).code(), "not_host");
    assert_eq!(table.start(guest).code(), "not_host");
    assert_eq!(table.remove(guest, table.at(guest, 2)).code(), "not_host");
    assert_eq!(
        table.send(guest, Command::Readmit { barred: 1 }).code(),
        "not_host"
    );
    let me = table.who(guest);
    assert_eq!(table.pass_host(guest, me).code(), "not_host");
    assert_eq!(table.version(), 3);
}

#[test]
fn settings_have_limits() {
    let (mut table, tabs) = Table::seated(1, QUICK, 2);
    let clock = |clock| settings(clock);
    let first = |number| Settings {
        first: First::Seat {
            seat: Seat::new(number).unwrap(),
        },
        ..settings(QUICK)
    };
    for bad in [
        clock(Clock::Turn { seconds: 14 }),
        clock(Clock::Turn { seconds: 601 }),
        clock(Clock::Bank {
            seconds: 29,
            increment: 0,
        }),
        clock(Clock::Bank {
            seconds: 7_201,
            increment: 0,
        }),
        clock(Clock::Bank {
            seconds: 30,
            increment: 61,
        }),
    ] {
        let Answer::Nak { whole, .. } = table.set(tabs[0], bad) else {
            panic!("taken");
        };
        assert_eq!(whole, json!({"code": "bad_settings", "which": "clock"}));
    }
    for good in [
        clock(Clock::Turn { seconds: 600 }),
        clock(Clock::Bank {
            seconds: 7_200,
            increment: 60,
        }),
        clock(Clock::None {}),
        first(7),
    ] {
        table.set(tabs[0], good.clone()).expect_ack();
        let view = &table.tabs[&tabs[1]].view["settings"];
        assert_eq!(*view, serde_json::to_value(good).unwrap());
    }
    let version = table.version();
    assert_eq!(
        table.set(tabs[0], first(7)),
        Answer::Ack(version + 1),
        "as they are"
    );
    table.begin(&tabs);
    assert_eq!(table.set(tabs[0], clock(QUICK)).code(), "game_running");
}

#[test]
fn a_removed_person_is_disconnected_and_banned() {
    let (mut table, tabs) = Table::seated(1, QUICK, 3);
    let second_tab = table.join(2);
    let host = table.who(tabs[0]);
    assert_eq!(table.remove(tabs[0], host).code(), "not_yourself");
    let stranger = serde_json::from_value(json!("0123456789abcdef01234567")).unwrap();
    assert_eq!(table.remove(tabs[0], stranger).code(), "no_such_person");
    let guest = table.at(tabs[0], 1);
    table.remove(tabs[0], guest);
    for tab in [tabs[1], second_tab] {
        assert_eq!(table.tabs[&tab].closed, Some(CloseCode::Removed));
    }
    let tab = &table.tabs[&tabs[0]];
    assert_eq!(tab.view["seats"][1], json!(null));
    assert_eq!(tab.view["barred"], json!([{"barred": 1, "name": "Wind 2"}]));
    assert_eq!(tab.types()[tab.types().len() - 2..], ["stood", "barred"]);
    assert_eq!(tab.last("stood")["removed"], true);
    let again = table.join(2);
    assert_eq!(table.tabs[&again].closed, Some(CloseCode::Removed));
    assert_eq!(table.tabs[&again].frames, [""; 0], "not a byte");
    // A ban survives a restart, and lasts until the host lifts it.
    table.crash(None, 0, 1_000);
    let host = table.join(1);
    let again = table.join(2);
    assert_eq!(table.tabs[&again].closed, Some(CloseCode::Removed));
    assert_eq!(
        table.send(host, Command::Readmit { barred: 9 }).code(),
        "no_such_person"
    );
    table.send(host, Command::Readmit { barred: 1 });
    assert_eq!(table.tabs[&host].last("readmitted")["name"], "Wind 2");
    assert_eq!(table.tabs[&host].view["barred"], json!([]));
    let again = table.join(2);
    assert_eq!(table.tabs[&again].closed, None);
}

#[test]
fn a_removed_person_is_disconnected_from_every_tab() {
    let (mut table, tabs) = Table::seated(1, QUICK, 3);
    let others = [table.join(2), table.join(2)];
    let guest = table.at(tabs[0], 1);
    table.remove(tabs[0], guest);
    for tab in [tabs[1], others[0], others[1]] {
        assert_eq!(table.tabs[&tab].closed, Some(CloseCode::Removed));
    }
    // Messages from a closed tab are ignored.
    let version = table.version();
    let message = command(
        table.new_id(),
        Command::Sit {
            seat: None,
            colour: None,
            nonce: None,
        },
    );
    let connection = others[1];
    let message = senda_room::Input::Message {
        connection,
        message,
    };
    assert_eq!(table.room.step(table.now, message, &mut table.dice), []);
    assert_eq!(table.version(), version);
}

#[test]
fn a_spectator_can_be_removed() {
    let (mut table, tabs) = Table::seated(1, QUICK, 2);
    let watcher = table.join(3);
    table.wait(1_000);
    let person = &table.tabs[&tabs[0]].presence["people"][0]["person"];
    let person = serde_json::from_value(person.clone()).unwrap();
    assert_eq!(table.who(watcher), person);
    table.remove(tabs[0], person);
    assert_eq!(table.tabs[&watcher].closed, Some(CloseCode::Removed));
    table.wait(1_000);
    assert_eq!(table.tabs[&tabs[0]].presence["watching"], 0);
}

#[test]
fn a_command_resent_after_a_restart_means_the_same_person() {
    let (mut table, tabs) = Table::seated(1, QUICK, 2);
    let watchers = [table.join(3), table.join(4), table.join(5)];
    let ids = watchers.map(|watcher| table.who(watcher));
    let seated = table.at(tabs[0], 1);
    // The people return in another order, and another person has taken the guest's seat.
    table.crash(None, 0, 1_000);
    let host = table.join(1);
    let guest = table.join(2);
    table.stand(guest);
    let [fifth, third] = [table.join(5), table.join(3)];
    table.sit(third, Some(1));
    assert_eq!(table.who(fifth), ids[2]);
    assert_eq!(table.at(host, 1), ids[0]);
    assert_eq!(table.who(guest), seated);
    let remove = |id, person| command(id, Command::Remove { person });
    // A person who is not back yet cannot be named, and no other person is removed in their place.
    assert_eq!(table.remove(host, ids[1]).code(), "no_such_person");
    assert!(table.tabs.values().all(|tab| tab.closed.is_none()));
    table.remove(host, seated);
    assert_eq!(table.tabs[&guest].closed, Some(CloseCode::Removed));
    assert_eq!(table.tabs[&third].closed, None, "who has the seat by now");
    // A repeated command has no effect, even after the person was readmitted.
    let id = table.new_id();
    table.send_message(host, remove(id.clone(), ids[2]));
    assert_eq!(table.tabs[&fifth].closed, Some(CloseCode::Removed));
    table.send(host, Command::Readmit { barred: 2 });
    table.crash(None, 0, 1_000);
    let (host, fifth) = (table.join(1), table.join(5));
    table.send_message(host, remove(id, ids[2])).expect_ack();
    assert_eq!(table.tabs[&fifth].closed, None);
    // The number of a ban is not reused.
    table.remove(host, ids[2]);
    let barred = &table.tabs[&host].view["barred"];
    assert_eq!(barred.as_array().unwrap().last().unwrap()["barred"], 3);
}

#[test]
fn a_person_has_another_id_in_each_room() {
    let who = |table: &mut Table| {
        let connection = table.join(5);
        table.who(connection)
    };
    let mut first = Table::new(1, QUICK);
    let id = who(&mut first);
    assert_eq!(who(&mut first), id, "on each tab the same");
    let other = senda_room::Time(START.0 + 1);
    let (room, _) = senda_room::Room::create(
        other,
        7,
        settings(QUICK),
        crate::table::person(1),
        &mut first.dice,
    );
    let mut second = Table::new(1, QUICK);
    second.room = room;
    second.now = other;
    let connection = second.join(5);
    assert_ne!(second.who(connection), id);
    let text = serde_json::to_string(&id).unwrap();
    assert!(!text.contains(&crate::table::player(5).0.simple().to_string()[16..]));
}

#[test]
fn a_player_removed_from_a_game_leaves_a_vacant_seat() {
    let (mut table, tabs) = Table::playing(1, QUICK, 3);
    let guest = table.at(tabs[0], 2);
    table.remove(tabs[0], guest);
    assert_eq!(table.tabs[&tabs[0]].view["seats"][2]["vacant"], true);
    table.play_out();
    assert_eq!(table.finished[0].players[2], None);
    assert_eq!(table.tabs[&tabs[0]].view["seats"][2], json!(null));
}

#[test]
fn the_number_of_bans_is_limited() {
    let (mut table, tabs) = Table::seated(1, QUICK, 1);
    for number in 0..201 {
        let tab = table.join(1_000 + number);
        table.remove(tabs[0], table.who(tab));
    }
    let barred = table.tabs[&tabs[0]].view["barred"].as_array().unwrap();
    assert_eq!(
        (barred.len(), &barred[0]["barred"]),
        (200, &json!(2)),
        "the oldest is dropped"
    );
}

#[test]
fn the_host_role_can_be_passed_on() {
    let (mut table, tabs) = Table::seated(1, QUICK, 2);
    let watcher = table.join(3);
    table.pass_host(tabs[0], table.who(watcher));
    assert_eq!(table.tabs[&watcher].you["host"], true);
    assert_eq!(table.tabs[&tabs[0]].you["host"], false);
    assert_eq!(
        table.tabs[&tabs[0]].view["host"],
        json!({"name": "Wind 3", "seat": null})
    );
    let told = json!({"type": "host", "name": "Wind 3", "gone": false, "back": false});
    assert_eq!(*table.tabs[&tabs[1]].last("host"), told);
    // The role cannot be passed on to an absent person.
    table.leave(tabs[1]);
    let gone = table.at(watcher, 1);
    assert_eq!(table.pass_host(watcher, gone).code(), "no_such_person");
    table.pass_host(watcher, table.at(watcher, 0));
    assert_eq!(table.tabs[&tabs[0]].view["host"]["seat"], 0);
}

#[test]
fn a_seated_person_succeeds_an_absent_host() {
    let (mut table, tabs) = Table::seated(1, QUICK, 1);
    let watcher = table.join(8);
    let seated = table.join(9);
    table.sit(seated, Some(4));
    table.leave(tabs[0]);
    table.wait(59_999);
    assert_eq!(table.tabs[&seated].you["host"], false);
    table.wait(1);
    assert_eq!(table.tabs[&seated].you["host"], true);
    assert_eq!(table.tabs[&watcher].last("host")["gone"], true);
    // The creator of the room gets the role back, and still has their seat.
    let back = table.join(1);
    assert_eq!(table.tabs[&back].you["host"], true);
    assert_eq!(table.tabs[&back].seat(), Some(0));
    let told = json!({"type": "host", "name": "Wind 1", "gone": false, "back": true});
    assert_eq!(*table.tabs[&watcher].last("host"), told);
    assert_eq!(table.tabs[&seated].you["host"], false);
}

#[test]
fn a_spectator_does_not_become_host() {
    let (mut table, tabs) = Table::seated(1, QUICK, 1);
    let watchers = [table.join(8), table.join(7)];
    table.leave(tabs[0]);
    table.wait(3_600_000);
    for tab in watchers {
        assert_eq!(table.tabs[&tab].you["host"], false);
    }
    // A spectator becomes host only after sitting down at the table.
    table.sit(watchers[1], None);
    assert_eq!(table.tabs[&watchers[1]].you["host"], true);
}

/// A stranger who is host for a while cannot keep the room.
#[test]
fn the_creator_cannot_be_banned() {
    let (mut table, tabs) = Table::seated(1, QUICK, 1);
    let stranger = table.join(9);
    table.sit(stranger, None);
    table.leave(tabs[0]);
    table.wait(60_000);
    assert_eq!(table.tabs[&stranger].you["host"], true);
    assert_eq!(
        table.remove(stranger, table.at(stranger, 0)).code(),
        "creator_stays"
    );
    lock(&mut table, stranger, true).expect_ack();
    table.crash(None, 0, 1_000);
    let creator = table.join(1);
    assert_eq!(table.tabs[&creator].you["host"], true);
    table.remove(creator, table.at(creator, 1));
    let again = table.join(9);
    assert_eq!(table.tabs[&again].closed, Some(CloseCode::Removed));
}

/// A creator who passes on the role does not get it back until the new host is gone.
#[test]
fn a_passed_on_host_role_does_not_return_to_the_creator() {
    let (mut table, tabs) = Table::seated(1, QUICK, 3);
    table.pass_host(tabs[0], table.who(tabs[2]));
    table.leave(tabs[0]);
    let creator = table.join(1);
    assert_eq!(table.tabs[&tabs[2]].you["host"], true);
    table.leave(tabs[2]);
    table.wait(60_000);
    assert_eq!(
        table.tabs[&creator].you["host"], true,
        "before who sits there"
    );
}

fn lock(table: &mut Table, tab: ConnectionId, locked: bool) -> Answer {
    table.send(tab, Command::Lock { locked })
}

#[test]
fn a_locked_room_admits_no_new_people() {
    let (mut table, tabs) = Table::seated(1, QUICK, 2);
    let watcher = table.join(7);
    assert_eq!(lock(&mut table, tabs[1], true).code(), "not_host");
    lock(&mut table, tabs[0], true);
    assert_eq!(table.tabs[&watcher].last("locked")["locked"], true);
    assert_eq!(table.tabs[&watcher].view["locked"], true);
    assert!(table.room.listing().is_none(), "nobody can come in");
    assert_eq!(table.tabs[&watcher].closed, None, "who is in may stay");
    table.crash(None, 0, 1_000);
    let stranger = table.join(8);
    assert_eq!(table.tabs[&stranger].closed, Some(CloseCode::Locked));
    assert_eq!(table.tabs[&stranger].frames, [""; 0], "not a byte");
    // The owner of a seat and the creator of the room can always enter. The creator needs no seat
    // for that.
    let tabs = [table.join(1), table.join(2)];
    table.stand(tabs[0]);
    table.pass_host(tabs[0], table.who(tabs[1]));
    table.leave(tabs[0]);
    table.leave(tabs[1]);
    for number in [1, 2] {
        let tab = table.join(number);
        assert_eq!(table.tabs[&tab].closed, None);
    }
    let host = *table.tabs.keys().last().unwrap();
    lock(&mut table, host, false);
    let stranger = table.join(8);
    assert_eq!(table.tabs[&stranger].closed, None);
}

#[test]
fn a_host_who_is_back_in_time_stays_host() {
    let (mut table, tabs) = Table::seated(1, QUICK, 2);
    table.leave(tabs[0]);
    table.wait(59_000);
    let back = table.join(1);
    table.wait(60_000);
    assert_eq!(table.tabs[&back].you["host"], true);
}

#[test]
fn in_an_empty_room_the_first_player_to_sit_down_becomes_host() {
    let mut table = Table::new(1, QUICK);
    table.wait(60_000);
    assert_eq!(table.version(), 1);
    let first = table.join(5);
    table.sit(first, None);
    assert_eq!(table.tabs[&first].you["host"], true);
    assert_eq!(table.tabs[&first].last("host")["gone"], true);
    // After a restart, the host counts as gone from then on.
    table.crash(None, 0, 3_600_000);
    let other = table.join(6);
    table.sit(other, None);
    assert_eq!(table.tabs[&other].you["host"], false);
    table.wait(60_000);
    assert_eq!(table.tabs[&other].you["host"], true);
}
