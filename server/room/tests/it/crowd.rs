//! Tests of many spectators. They receive updates together, not at every move, and otherwise the
//! same as all others. The invariants of the table check that their versions have no gap and that
//! they receive no hidden information.

use senda_room::{
    ConnectionId,
    limits::{CROWD, CROWD_EVERY_MS},
    protocol::Command,
};
use serde_json::json;

use crate::table::{Answer, QUICK, Table, name};

/// Starts a game of four players with that many spectators.
fn watched(count: usize) -> (Table, Vec<ConnectionId>, Vec<ConnectionId>) {
    let (mut table, players) = Table::playing(1, QUICK, 4);
    let watchers = (0..count).map(|number| table.join(100 + number as u128));
    let watchers = watchers.collect();
    table.wait(5_000);
    (table, players, watchers)
}

fn updates(table: &Table, tabs: &[ConnectionId]) -> Vec<usize> {
    tabs.iter().map(|tab| table.tabs[tab].updates()).collect()
}

#[test]
fn a_crowd_receives_fast_moves_together_and_misses_none() {
    let (mut table, players, watchers) = watched(CROWD + 1);
    let before = updates(&table, &watchers);
    let of_player = table.tabs[&players[0]].updates();
    let first = table.version();
    for _ in 0..4 {
        table.move_on();
        table.later(100);
    }
    let moved = (table.version() - first) as usize;
    assert_eq!(table.tabs[&players[0]].updates(), of_player + moved);
    // The first update comes at once, since none was sent for a while. The others come together.
    let once = |times: usize| before.iter().map(move |before| before + times);
    assert!(once(1).eq(updates(&table, &watchers)));
    table.wait(CROWD_EVERY_MS);
    assert!(once(2).eq(updates(&table, &watchers)));
    for tab in &watchers {
        let tab = &table.tabs[tab];
        assert_eq!(tab.version, table.version());
        let told = tab
            .happenings
            .iter()
            .filter(|told| told["version"].as_u64() > Some(first.into()));
        assert_eq!(told.count(), moved, "nothing is left out");
        assert_eq!(tab.whole_at, table.tabs[&watchers[0]].whole_at);
    }
    // After that, no update is left to send.
    table.wait(5_000);
    assert!(once(2).eq(updates(&table, &watchers)));
}

#[test]
fn a_few_spectators_receive_every_move_separately() {
    let (mut table, _, watchers) = watched(CROWD);
    let before = updates(&table, &watchers);
    for _ in 0..4 {
        table.move_on();
    }
    let now = before.iter().map(|before| before + 4);
    assert!(now.eq(updates(&table, &watchers)));
}

#[test]
fn a_whole_game_before_a_crowd_that_comes_and_goes() {
    let (mut table, players, mut watchers) = watched(CROWD + 20);
    let mut number = 1_000;
    for round in 0..2 {
        while table.tabs[&players[0]].phase() == "playing" {
            if table.acting().is_some() {
                table.move_on();
            }
            table.wait(90);
            // Some spectators connect between two updates of the crowd, some request an update, and
            // some come back.
            number += 1;
            watchers.push(table.join(number));
            let gone = watchers.remove(0);
            let lost = table.tabs[&gone].clone();
            let who = lost.player.unwrap().0.as_u128();
            table.leave(gone);
            watchers.push(table.come_back(who, &lost));
            table.send_sync(watchers[3]);
        }
        if round == 0 {
            table.begin(&players);
        }
    }
    table.wait(CROWD_EVERY_MS);
    for tab in &watchers {
        assert_eq!(table.tabs[tab].view, table.tabs[&players[0]].view);
    }
}

#[test]
fn a_member_of_a_crowd_sees_the_effect_of_their_command_at_once() {
    let (mut table, players, watchers) = watched(CROWD + 1);
    table.play_out();
    table.wait(5_000);
    table.stand(players[2]);
    table.stand(players[3]);
    table.sit(watchers[0], None);
    let version = table.version();
    for tab in [players[0], watchers[0]] {
        let tab = &table.tabs[&tab];
        assert_eq!(tab.version, version);
        assert_eq!(tab.presence["seats"], json!([0, 1, 2]));
    }
    assert_eq!(
        table.tabs[&players[3]].version,
        version - 1,
        "what they did"
    );
    assert!(table.tabs[&watchers[1]].version < version);
    // The room now has fewer spectators than a crowd. They still receive the pending update.
    table.leave(watchers[2]);
    table.wait(CROWD_EVERY_MS);
    assert_eq!(table.tabs[&watchers[1]].version, version);
    assert_eq!(table.tabs[&watchers[1]].presence["seats"], json!([0, 1, 2]));
}

#[test]
fn fast_renames_do_not_each_send_a_crowd_a_presence_message() {
    let (mut table, players, watchers) = watched(CROWD + 1);
    let before = table.tabs[&watchers[0]].frames.len();
    for number in 0..20 {
        table.send(players[1], Command::Name { name: name(number) });
        table.wait(10);
    }
    table.wait(CROWD_EVERY_MS);
    let frames = table.tabs[&watchers[0]].frames.len() - before;
    assert!(frames <= 6, "{frames} frames");
    assert_eq!(table.tabs[&watchers[0]].view["seats"][1]["name"], "Wind 19");
}

#[test]
fn a_crowd_shares_one_chat_limit_and_players_keep_their_own() {
    let (mut table, players, watchers) = watched(CROWD + 10);
    for tab in &watchers[..6] {
        assert_eq!(table.chat(*tab, "x"), None);
    }
    assert_eq!(table.chat(watchers[6], "x").unwrap().code(), "too_fast");
    table.later(1_000);
    assert_eq!(table.chat(watchers[7], "x"), None);
    let Some(Answer::Nak {
        whole, temporary, ..
    }) = table.chat(watchers[8], "x")
    else {
        panic!("it was said");
    };
    assert!(temporary);
    assert_eq!(whole["again_ms"], 1_000);
    for _ in 0..6 {
        assert_eq!(table.chat(players[1], "y"), None);
    }
    let said = &table.tabs[&watchers[9]].chat;
    assert_eq!(said.len(), 13, "all of it is heard by all");
}
