//! Tests of steps that are taken back.

use senda_room::{
    ConnectionId, LogEvent,
    game_file::{Check, GameFile, Noted, Replay},
};
use senda_rules::GameKind;
use serde_json::{Value, json};

use super::{game, play_until, running};
use crate::table::{QUICK, Table};

/// Returns the game as each of the tabs sees it.
fn games(table: &Table, tabs: &[ConnectionId]) -> Vec<Value> {
    tabs.iter().map(|&tab| game(table, tab).clone()).collect()
}

#[test]
fn a_step_that_is_taken_back_leaves_no_trace_in_any_view() {
    let mut undone = Vec::new();
    for seed in 0..6 {
        let (mut table, mut tabs) = Table::playing_a(GameKind::Tortus, seed, QUICK, 2);
        tabs.push(table.join(9));
        while table.tabs[&tabs[0]].phase() == "playing" && table.version() < 400 {
            let connection = table.acting().unwrap();
            let seat = table.tabs[&connection].seat();
            let action = table.dice.pick(&table.tabs[&connection].actions()).clone();
            let (before, clocks) = (games(&table, &tabs), running(&table, tabs[0]));
            table.act(connection, &action).expect_ack();
            let view = &table.tabs[&tabs[0]].view;
            if view["phase"] != "playing" {
                break;
            }
            let kind = action["type"].as_str().unwrap();
            let goes_on = before[0]["turns"] == view["game"]["turns"]
                && view["game"]["turn"] == json!(seat)
                && view["game"]["acting"] == json!(seat);
            let count = view["take_back"].as_u64().unwrap();
            if kind == "open" || !goes_on {
                assert_eq!(count, 0, "{action}");
                continue;
            }
            if kind == "place" || before[0]["acting"] != before[0]["turn"] {
                continue;
            }
            assert!(count > 0, "{action}");
            let after = games(&table, &tabs);
            table.take_back(connection).expect_ack();
            assert_eq!(games(&table, &tabs), before, "{action}");
            // The clock runs on as if nothing had happened, but leaves time for one more tap.
            let [(one, until)] = running(&table, tabs[0])[..] else {
                panic!("one clock");
            };
            assert_eq!(one, clocks[0].0);
            assert!(until >= clocks[0].1, "{until}");
            table.act(connection, &action).expect_ack();
            assert_eq!(games(&table, &tabs), after, "{action}");
            undone.push(kind.to_owned());
        }
    }
    for kind in ["rotate", "swap", "move", "push", "follow", "stop"] {
        assert!(
            undone.iter().any(|one| one == kind),
            "no {kind} in {undone:?}"
        );
    }
}

#[test]
fn a_game_of_tortus_with_undone_steps_is_checked_and_replayed_from_its_file() {
    let (mut table, tabs) = Table::playing_a(GameKind::Tortus, 7, QUICK, 2);
    play_until(&mut table, &tabs, |game| game["phase"]["type"] == "act");
    for _ in 0..20 {
        let connection = table.acting().unwrap();
        let actions = table.tabs[&connection].actions();
        let action = table.dice.pick(&actions).clone();
        table.act(connection, &action);
        if table.tabs[&tabs[0]].view["take_back"].as_u64() > Some(0) {
            table.take_back(connection).expect_ack();
            table.act(connection, &action);
        }
    }
    let log = table.log.clone();
    assert!(
        log.iter()
            .flat_map(|record| &record.happened)
            .any(|event| matches!(event, LogEvent::TookBack(_)))
    );
    table.act(tabs[0], &json!({"game": "tortus", "type": "resign"}));
    let file = GameFile::of(&table.log, 1).unwrap();
    assert!(file.write().contains("senda-game/2"));
    assert_eq!(Check::of(&file, &Noted::default()).findings, []);
    assert!(Replay::begin(&file).unwrap().finish().is_ok());
}
