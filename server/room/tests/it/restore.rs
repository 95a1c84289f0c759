//! Tests of the restore of a room from its log.

use senda_room::{ConnectionId, Input, NotRestored, Room, Time, protocol::Clock};
use serde_json::json;

use crate::table::{QUICK, START, Table, person};

#[test]
fn the_log_restores_the_whole_state() {
    let (mut table, tabs) = Table::playing(
        1,
        Clock::Bank {
            seconds: 60,
            increment: 5,
        },
        3,
    );
    for round in 0..2 {
        while table.tabs[&tabs[0]].phase() == "playing" {
            table.wait(1_000);
            table.move_on();
            let restored = Room::restore(table.now, table.log.clone()).unwrap();
            assert!(restored.state() == table.room.state());
        }
        if round == 0 {
            table.begin(&tabs);
        }
    }
    let mut shorter = table.log.clone();
    shorter.pop();
    let restored = Room::restore(table.now, shorter).unwrap();
    assert!(restored.state() != table.room.state());
}

#[test]
fn all_players_come_back_to_the_same_position() {
    let (mut table, tabs) = Table::playing(1, QUICK, 2);
    for _ in 0..7 {
        table.move_on();
    }
    let games: Vec<_> = tabs
        .iter()
        .map(|tab| table.tabs[tab].view["game"].clone())
        .collect();
    let happenings = table.tabs[&tabs[0]].happenings.clone();
    table.crash(None, 0, 3_600_000);
    let again = [table.join(1), table.join(2)];
    for (tab, game) in again.iter().zip(games) {
        assert_eq!(table.tabs[tab].view["game"], game);
    }
    assert_eq!(table.tabs[&again[0]].happenings, happenings);
    table.play_out();
}

#[test]
fn no_clock_is_charged_for_downtime() {
    let clock = Clock::Bank {
        seconds: 60,
        increment: 0,
    };
    let (mut table, _) = Table::playing(1, clock, 2);
    let turn = table.tabs[&table.acting().unwrap()].seat().unwrap();
    table.wait(20_000);
    table.move_on();
    table.wait(10_000);
    table.crash(None, 0, 3_600_000);
    // No player is connected, however long the server has been running again.
    table.wait(3_600_000);
    // The turn restarts, after a grace period.
    let tab = table.join(turn as u128 + 1);
    let view = &table.tabs[&tab].view["clock"];
    assert_eq!(
        view["running"],
        json!([{"seat": 1 - turn, "until": table.now.0 + 120_000}])
    );
    assert_eq!(view["banks_ms"][turn], 40_000);
    // Until the player is back, their bank is not charged.
    table.wait(50_000);
    table.join(2 - turn as u128);
    table.wait(9_000);
    table.move_on();
    assert_eq!(table.tabs[&tab].view["clock"]["banks_ms"][1 - turn], 51_000);
    // After that, the clock runs again.
    table.wait(40_000);
    assert_eq!(table.tabs[&tab].last("played")["by"], "clock");
}

#[test]
fn a_seat_that_is_played_for_waits_too() {
    let (mut table, _) = Table::playing(1, QUICK, 2);
    let acting = table.acting().unwrap();
    let stays = 2 - table.tabs[&acting].seat().unwrap() as u128;
    table.stand(acting);
    table.crash(None, 0, 100_000);
    table.wait(86_400_000);
    let tab = table.join(stays);
    assert!(!table.tabs[&tab].types().contains(&"played"));
    table.wait(1_499);
    assert!(!table.tabs[&tab].types().contains(&"played"));
    table.wait(1);
    assert_eq!(table.tabs[&tab].last("played")["by"], "away");
}

#[test]
fn rejects_an_impossible_log() {
    let (table, _) = Table::playing(1, QUICK, 2);
    let refused = |change: fn(&mut Vec<senda_room::Record>)| {
        let mut log = table.log.clone();
        change(&mut log);
        match Room::restore(START, log) {
            Err(NotRestored::Corrupt { version, .. }) => version,
            other => panic!("a corrupt log: {other:?}"),
        }
    };
    assert_eq!(refused(Vec::clear), 1);
    assert_eq!(refused(|log| drop(log.remove(0))), 2);
    assert_eq!(refused(|log| drop(log.remove(1))), 3);
    assert_eq!(refused(|log| log.swap(1, 2)), 3);
    assert_eq!(refused(|log| log.push(log[1].clone())), 2);
    let created_twice = refused(|log| {
        let created = log[0].happened[0].clone();
        log[1].happened.push(created);
    });
    assert_eq!(created_twice, 2);
}

#[test]
fn a_system_clock_that_goes_back_does_not_stop_the_game() {
    let (mut table, _) = Table::playing(1, QUICK, 2);
    table.wait(5_000);
    let earlier = Time(START.0 - 3_600_000);
    let mut room = Room::restore(earlier, table.log.clone()).unwrap();
    let acting = table.acting().unwrap();
    let number = table.tabs[&acting].seat().unwrap() as u128 + 1;
    let joined = Input::Joined {
        connection: ConnectionId(99),
        person: person(number),
        since: None,
    };
    room.step(earlier, joined, &mut table.dice);
    assert_eq!(room.deadline(), Some(earlier.plus(15_000)));
}

#[test]
fn the_history_for_new_connections_is_limited() {
    let (mut table, tabs) = Table::seated(1, QUICK, 2);
    for round in 0..200 {
        table.ready(tabs[1], round % 2 == 0);
        // The wait respects the limit on records of one person.
        table.wait(60_000);
    }
    let late = table.join(3);
    assert_eq!(table.tabs[&late].happenings.len(), 64);
    table.begin(&tabs);
    let version = table.version();
    table.play_out();
    for round in 0..200 {
        table.ready(tabs[1], round % 2 == 0);
        // The wait respects the limit on records of one person.
        table.wait(60_000);
    }
    let late = table.join(4);
    let tab = &table.tabs[&late];
    assert_eq!(
        tab.types()
            .iter()
            .filter(|kind| **kind == "readied")
            .count(),
        64
    );
    let game = tab
        .happenings
        .iter()
        .filter(|told| told["happening"]["events"].is_array());
    assert_eq!(
        game.clone().count(),
        tab.types().iter().filter(|kind| **kind == "played").count() + 1
    );
    assert_eq!(
        game.clone().next().unwrap()["version"],
        version,
        "the game is whole"
    );
    // After the game, nothing is hidden.
    let opened = &game.clone().next().unwrap()["happening"]["events"][0];
    assert!(opened["hands"][0][0].is_number() && opened["pile"][0].is_number());
    // The next game replaces the previous one.
    table.begin(&tabs);
    let late = table.join(5);
    let types = table.tabs[&late].types();
    assert_eq!(types.iter().filter(|kind| **kind == "started").count(), 1);
    assert!(!types.contains(&"ended"));
}
