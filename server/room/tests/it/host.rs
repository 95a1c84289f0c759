//! What only the host may do, and who is host when the host is gone.

use senda_room::protocol::{Clock, CloseCode, First, Settings, Up, Who};
use senda_rules::Seat;
use serde_json::json;

use crate::table::{Answer, QUICK, Table, seat, settings};

#[test]
fn only_the_host_may() {
    let (mut table, tabs) = Table::seated(1, QUICK, 3);
    let guest = tabs[1];
    assert_eq!(table.set(guest, settings(QUICK)).code(), "not_host");
    assert_eq!(table.start(guest).code(), "not_host");
    assert_eq!(table.remove(guest, Who::Seat(seat(2))).code(), "not_host");
    assert_eq!(
        table.send(guest, |id| Up::Readmit { id, barred: 1 }).code(),
        "not_host"
    );
    let who = Who::Seat(seat(1));
    assert_eq!(
        table.send(guest, |id| Up::Host { id, who }).code(),
        "not_host"
    );
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
        assert!(matches!(table.set(tabs[0], good.clone()), Answer::Ack(_)));
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
fn one_who_is_removed_is_gone_and_may_not_come_back() {
    let (mut table, tabs) = Table::seated(1, QUICK, 3);
    let second_tab = table.join(2);
    assert_eq!(
        table.remove(tabs[0], Who::Seat(seat(0))).code(),
        "not_yourself"
    );
    assert_eq!(
        table.remove(tabs[0], Who::Seat(seat(6))).code(),
        "no_such_person"
    );
    assert_eq!(
        table.remove(tabs[0], Who::Person(66)).code(),
        "no_such_person"
    );
    table.remove(tabs[0], Who::Seat(seat(1)));
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
    // Also after a restart, until the host lets them.
    table.crash(None, 0, 1_000);
    let host = table.join(1);
    let again = table.join(2);
    assert_eq!(table.tabs[&again].closed, Some(CloseCode::Removed));
    assert_eq!(
        table.send(host, |id| Up::Readmit { id, barred: 9 }).code(),
        "no_such_person"
    );
    table.send(host, |id| Up::Readmit { id, barred: 1 });
    assert_eq!(table.tabs[&host].last("readmitted")["name"], "Wind 2");
    assert_eq!(table.tabs[&host].view["barred"], json!([]));
    let again = table.join(2);
    assert_eq!(table.tabs[&again].closed, None);
}

#[test]
fn one_who_is_removed_is_gone_from_every_tab() {
    let (mut table, tabs) = Table::seated(1, QUICK, 3);
    let others = [table.join(2), table.join(2)];
    table.remove(tabs[0], Who::Seat(seat(1)));
    for tab in [tabs[1], others[0], others[1]] {
        assert_eq!(table.tabs[&tab].closed, Some(CloseCode::Removed));
    }
    // What such a tab still sends is nobody's.
    let version = table.version();
    let up = Up::Sit {
        id: table.new_id(),
        seat: None,
        colour: None,
    };
    let link = others[1];
    let message = senda_room::Input::Message { link, up };
    assert_eq!(table.room.step(table.now, message, &mut table.dice), []);
    assert_eq!(table.version(), version);
}

#[test]
fn a_spectator_can_be_removed_by_number() {
    let (mut table, tabs) = Table::seated(1, QUICK, 2);
    let watcher = table.join(3);
    table.wait(1_000);
    let number = table.tabs[&tabs[0]].presence["people"][0]["person"]
        .as_u64()
        .unwrap();
    table.remove(tabs[0], Who::Person(u32::try_from(number).unwrap()));
    assert_eq!(table.tabs[&watcher].closed, Some(CloseCode::Removed));
    table.wait(1_000);
    assert_eq!(table.tabs[&tabs[0]].presence["watching"], 0);
}

#[test]
fn one_removed_from_a_game_leaves_a_vacant_seat() {
    let (mut table, tabs) = Table::playing(1, QUICK, 3);
    table.remove(tabs[0], Who::Seat(seat(2)));
    assert_eq!(table.tabs[&tabs[0]].view["seats"][2]["vacant"], true);
    table.play_out();
    assert_eq!(table.finished[0].players[2], None);
    assert_eq!(table.tabs[&tabs[0]].view["seats"][2], json!(null));
}

#[test]
fn bars_are_limited() {
    let (mut table, tabs) = Table::seated(1, QUICK, 1);
    for number in 0..201 {
        let tab = table.join(1_000 + number);
        let person = table.tabs[&tab].you["person"].as_u64().unwrap();
        table.remove(tabs[0], Who::Person(u32::try_from(person).unwrap()));
    }
    let barred = table.tabs[&tabs[0]].view["barred"].as_array().unwrap();
    assert_eq!(
        (barred.len(), &barred[0]["barred"]),
        (200, &json!(2)),
        "the oldest is dropped"
    );
}

#[test]
fn the_role_is_passed_on() {
    let (mut table, tabs) = Table::seated(1, QUICK, 2);
    let watcher = table.join(3);
    let person = u32::try_from(table.tabs[&watcher].you["person"].as_u64().unwrap()).unwrap();
    let pass = |who| move |id| Up::Host { id, who };
    table.send(tabs[0], pass(Who::Person(person)));
    assert_eq!(table.tabs[&watcher].you["host"], true);
    assert_eq!(table.tabs[&tabs[0]].you["host"], false);
    assert_eq!(
        table.tabs[&tabs[0]].view["host"],
        json!({"name": "Wind 3", "seat": null})
    );
    let told = json!({"type": "host", "name": "Wind 3", "gone": false});
    assert_eq!(*table.tabs[&tabs[1]].last("host"), told);
    // Not to somebody who is not here.
    table.leave(tabs[1]);
    assert_eq!(
        table.send(watcher, pass(Who::Seat(seat(1)))).code(),
        "no_such_person"
    );
    table.send(watcher, pass(Who::Seat(seat(0))));
    assert_eq!(table.tabs[&tabs[0]].view["host"]["seat"], 0);
}

#[test]
fn a_host_who_is_gone_is_followed_by_a_seated_person() {
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
    // They came back: too late.
    let back = table.join(1);
    assert_eq!(table.tabs[&back].you["host"], false);
    assert_eq!(
        table.tabs[&back].seat(),
        Some(0),
        "the seat is still theirs"
    );
}

#[test]
fn with_nobody_seated_it_is_who_has_been_here_longest() {
    let (mut table, tabs) = Table::seated(1, QUICK, 1);
    let watchers = [table.join(8), table.join(7)];
    table.leave(tabs[0]);
    table.wait(60_000);
    assert_eq!(table.tabs[&watchers[0]].you["host"], true);
    assert_eq!(table.tabs[&watchers[1]].you["host"], false);
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
fn where_nobody_is_the_first_who_comes_becomes_host() {
    let mut table = Table::new(1, QUICK);
    table.wait(60_000);
    assert_eq!(table.version(), 1);
    let first = table.join(5);
    assert_eq!(table.tabs[&first].you["host"], true);
    assert_eq!(table.tabs[&first].last("host")["gone"], true);
    // After a restart the host counts as gone from then.
    table.crash(None, 0, 3_600_000);
    let other = table.join(6);
    assert_eq!(table.tabs[&other].you["host"], false);
    table.wait(60_000);
    assert_eq!(table.tabs[&other].you["host"], true);
}
