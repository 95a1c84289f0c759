//! Tests of players who are away.

use senda_room::protocol::{Command, Level, StandIn};
use senda_rules::GameKind;
use serde_json::{Value, json};

use super::{game, play_until};
use crate::table::{QUICK, Table, settings_of};

#[test]
fn a_game_whose_players_are_both_away_stands_still_instead_of_ending_in_a_draw() {
    let (mut table, tabs) = Table::playing_a(GameKind::Tortus, 7, QUICK, 2);
    play_until(&mut table, &tabs, |game| game["phase"]["type"] == "act");
    let pawns = game(&table, tabs[0])["pawns"].clone();
    // Each player times out three times, and the room notices that both are away.
    table.wait(6 * 15_000 + 10_000);
    let view = &table.tabs[&tabs[0]].view;
    assert_eq!(view["phase"], "playing");
    assert_eq!(
        [&view["seats"][0]["away"], &view["seats"][1]["away"]],
        [&json!(true); 2]
    );
    assert_eq!(view["paused"], "everybody_left");
    let version = table.version();
    table.wait(3_600_000);
    assert_eq!(table.version(), version, "nothing is decided for them");
    // One of them is back, and the game goes on. The clock plays for the other only.
    table.send(tabs[1], Command::Back {}).expect_ack();
    let view = &table.tabs[&tabs[0]].view;
    assert_eq!(
        (&view["paused"], &view["phase"]),
        (&Value::Null, &json!("playing"))
    );
    assert_eq!(
        [&view["seats"][0]["away"], &view["seats"][1]["away"]],
        [true, false].map(Value::from).each_ref()
    );
    table.wait(2_000);
    assert_eq!(game(&table, tabs[0])["turn"], 1);
    assert_eq!(game(&table, tabs[0])["pawns"], pawns);
}

#[test]
fn a_pause_of_players_who_are_away_ends_for_the_one_who_resumes() {
    let (mut table, tabs) = Table::playing_a(GameKind::Tortus, 7, QUICK, 2);
    play_until(&mut table, &tabs, |game| game["phase"]["type"] == "act");
    table.wait(6 * 15_000 + 10_000);
    assert_eq!(table.move_on().code(), "paused");
    table.send(tabs[0], Command::GoOn {}).expect_ack();
    let view = &table.tabs[&tabs[0]].view;
    assert_eq!(
        (&view["paused"], &view["seats"][0]["away"]),
        (&Value::Null, &json!(false))
    );
}

#[test]
fn stand_ins_play_on_for_players_who_are_away() {
    let mut by_bots = settings_of(GameKind::Tortus, QUICK);
    by_bots.stand_in = Some(StandIn::Bot(Level::Easy));
    let (mut table, tabs) = Table::seated_for(GameKind::Tortus, 7, QUICK, 2);
    table.set(tabs[0], by_bots);
    table.begin(&tabs);
    play_until(&mut table, &tabs, |game| game["phase"]["type"] == "act");
    table.wait(6 * 15_000 + 30_000);
    assert_eq!(table.tabs[&tabs[0]].view["paused"], Value::Null);
}
