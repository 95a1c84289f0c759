//! Tests of the inputs of the server's operator: the lock, and the end of all starts before the
//! server stops.

use senda_room::{
    Input,
    protocol::{Clock, CloseCode, Command, RoomProblem},
};

use crate::table::{QUICK, Table};

fn set_lock(table: &mut Table, locked: bool) {
    table.step(Input::LockSet { locked });
}

#[test]
fn the_operator_locks_a_room_and_its_host_may_open_it() {
    let (mut table, tabs) = Table::seated(1, Clock::None {}, 2);
    set_lock(&mut table, true);
    assert_eq!(table.tabs[&tabs[1]].view["locked"], true);
    let stranger = table.join(9);
    assert_eq!(table.tabs[&stranger].closed, Some(CloseCode::Locked));
    let version = table.version();
    set_lock(&mut table, true);
    assert_eq!(table.version(), version, "once");
    let unlocked = table.send(tabs[0], Command::Lock { locked: false });
    unlocked.expect_ack();
    let stranger = table.join(9);
    assert_eq!(table.tabs[&stranger].closed, None);
}

#[test]
fn no_game_starts_before_the_server_stops_and_running_ones_go_on() {
    let (mut table, tabs) = Table::seated(1, QUICK, 2);
    table.room.set_may_start(false);
    for &tab in &tabs {
        table.ready(tab, true);
    }
    let refused = table.start(tabs[0]);
    assert_eq!(refused.code(), "draining");
    assert!(!RoomProblem::Draining.is_temporary());
    table.room.set_may_start(true);
    table.begin(&tabs);
    table.room.set_may_start(false);
    table.play_out();
    for &tab in &tabs {
        table.ready(tab, true);
    }
    table.wait(60_000);
    assert_eq!(table.tabs[&tabs[0]].phase(), "over", "no rematch");
    table.room.set_may_start(true);
    table.step(Input::Tick);
    assert_eq!(table.tabs[&tabs[0]].phase(), "playing");
}
