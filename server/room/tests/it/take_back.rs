//! Tests of take-backs in Section X, where a turn has several decisions.

use senda_room::{
    ConnectionId,
    game_file::{Check, Fault, Finding, GameFile, Noted, Replay, Step},
    limits::TAKE_BACKS,
    protocol::Command,
};
use senda_rules::{GameKind, Seat};
use serde_json::{Value, json};

use crate::table::{QUICK, Table};

/// Starts a game of two. The first player is about to draw.
fn table() -> (Table, Vec<ConnectionId>) {
    let (mut table, tabs) = Table::playing_a(GameKind::SectionX, 3, QUICK, 2);
    let watcher = table.join(9);
    (table, [tabs, vec![watcher]].concat())
}

fn action(mut action: Value) -> Value {
    action["game"] = "section_x".into();
    action
}

/// Makes a decision of that type for the player whose turn it is.
#[track_caller]
fn act(table: &mut Table, kind: &str) -> ConnectionId {
    let connection = table.acting().unwrap();
    let actions = table.tabs[&connection].actions();
    let wanted = actions.iter().find(|action| action["type"] == kind);
    let wanted = wanted.unwrap_or_else(|| panic!("no {kind}")).clone();
    table.act(connection, &wanted).expect_ack();
    connection
}

#[track_caller]
fn can_take_back(table: &Table, tabs: &[ConnectionId], count: u64) {
    for tab in tabs {
        assert_eq!(table.tabs[tab].view["take_back"], count);
    }
}

#[test]
fn a_turn_can_be_taken_back_to_its_draw_and_no_further() {
    let (mut table, tabs) = table();
    let mover = act(&mut table, "draw");
    can_take_back(&table, &tabs, 0);
    let drawn = table.tabs[&mover].view["game"].clone();
    act(&mut table, "place");
    act(&mut table, "door");
    can_take_back(&table, &tabs, 2);

    let before = table.version();
    table.take_back(mover).expect_ack();
    can_take_back(&table, &tabs, 1);
    let seat = &table.tabs[&mover].you["seat"];
    assert_eq!(table.tabs[&tabs[2]].last("took_back")["seat"], *seat);
    // A decision that refers to a reverted state is stale.
    let late = Command::Act {
        version: before,
        action: serde_json::from_value(action(json!({ "type": "end_turn" }))).unwrap(),
    };
    assert_eq!(table.send(mover, late).code(), "stale");

    table.take_back(mover).expect_ack();
    can_take_back(&table, &tabs, 0);
    assert_eq!(table.tabs[&mover].view["game"], drawn);
    assert_eq!(table.take_back(mover).code(), "nothing_to_take_back");
}

#[test]
fn rejects_a_take_back_of_another_players_decision_or_of_a_finished_turn() {
    let (mut table, tabs) = table();
    act(&mut table, "draw");
    let mover = act(&mut table, "skip_tile");
    for &other in tabs.iter().filter(|&&tab| tab != mover) {
        let code = table.take_back(other);
        let expected = match table.tabs[&other].seat() {
            Some(_) => "nothing_to_take_back",
            None => "no_seat",
        };
        assert_eq!(code.code(), expected);
    }
    act(&mut table, "end_turn");
    can_take_back(&table, &tabs, 0);
    assert_eq!(table.take_back(mover).code(), "nothing_to_take_back");
}

#[test]
fn a_decision_of_the_clock_cannot_be_taken_back() {
    let (mut table, tabs) = table();
    act(&mut table, "draw");
    act(&mut table, "skip_tile");
    can_take_back(&table, &tabs, 1);
    table.wait(60_000);
    can_take_back(&table, &tabs, 0);
}

#[test]
fn take_backs_work_as_before_after_a_restart() {
    let (mut table, tabs) = table();
    act(&mut table, "draw");
    act(&mut table, "place");
    let mover = act(&mut table, "door");
    table.take_back(mover).expect_ack();
    let game = table.tabs[&mover].view["game"].clone();
    table.crash(None, 0, 1_000);
    let number = 1 + tabs.iter().position(|&tab| tab == mover).unwrap();
    let mover = table.join(number as u128);
    assert_eq!(table.tabs[&mover].view["game"], game);
    can_take_back(&table, &[mover], 1);
    table.take_back(mover).expect_ack();
}

#[test]
fn the_number_of_take_backs_is_limited() {
    let (mut table, tabs) = table();
    act(&mut table, "draw");
    for _ in 0..TAKE_BACKS {
        let mover = act(&mut table, "skip_tile");
        table.take_back(mover).expect_ack();
    }
    let mover = act(&mut table, "skip_tile");
    can_take_back(&table, &tabs, 0);
    assert_eq!(table.take_back(mover).code(), "nothing_to_take_back");
}

#[test]
fn a_game_with_take_backs_is_checked_and_replayed_from_its_file() {
    let (mut table, _) = table();
    for _ in 0..3 {
        act(&mut table, "draw");
        act(&mut table, "place");
        let mover = act(&mut table, "door");
        table.take_back(mover).expect_ack();
        table.take_back(mover).expect_ack();
        act(&mut table, "place");
        act(&mut table, "end_turn");
    }
    let mover = table.acting().unwrap();
    let resign = action(json!({ "type": "resign" }));
    table.act(mover, &resign).expect_ack();
    let file = GameFile::of(&table.log, 1).unwrap();
    let text = file.write();
    assert!(text.contains("senda-game/2"), "{text}");
    assert_eq!(GameFile::read(text.as_bytes()).as_ref(), Ok(&file));
    let check = Check::of(&file, &Noted::default());
    assert_eq!(check.findings, []);
    let replay = Replay::begin(&file).unwrap();
    assert!(replay.finish().is_ok());

    // A take-back without a decision is detected.
    let mut wrong = file.clone();
    let at = file.steps[0].at();
    let seat = Seat::first(1).next().unwrap();
    let agreed = None;
    wrong.steps.insert(1, Step::TookBack { at, seat, agreed });
    let check = Check::of(&wrong, &Noted::default());
    assert_eq!(check.findings[0], Finding::TookBack { step: 1 });
    let replay = Replay::begin(&wrong).unwrap();
    let fault = replay.finish().unwrap_err().fault;
    assert_eq!(fault, Fault::NothingToTakeBack(seat));
}
