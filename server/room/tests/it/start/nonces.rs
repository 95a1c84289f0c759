//! Tests of the nonces that players add to the shuffle of a game.

use senda_room::{ConnectionId, protocol::Command};
use senda_rules::Nonce;
use serde_json::{Value, json};

use crate::table::{QUICK, Table};

/// Returns the nonces of the last game's players.
fn nonces(table: &Table, tab: ConnectionId) -> Value {
    table.tabs[&tab].last("started")["nonces"].clone()
}

fn hexadecimal(byte: u8) -> String {
    format!("{byte:02x}").repeat(16)
}

#[test]
fn each_player_adds_to_the_seed_and_only_to_the_next_game() {
    let (mut table, tabs) = Table::seated(1, QUICK, 3);
    let ready = |nonce: Option<u8>| {
        let nonce = nonce.map(|byte| Nonce([byte; 16]));
        Command::Ready { ready: true, nonce }
    };
    let start = |byte: u8| Command::Start {
        nonce: Some(Nonce([byte; 16])),
    };
    table.send(tabs[1], ready(Some(1)));
    table.send(tabs[2], ready(Some(2)));
    // The last nonce of a player counts, and it is not sent to any client before the start.
    table.send(tabs[2], ready(Some(3)));
    let told = |table: &Table| table.tabs[&tabs[0]].frames.concat();
    assert!(!told(&table).contains(&hexadecimal(3)));
    table.send(tabs[0], start(9));
    assert_eq!(
        nonces(&table, tabs[0]),
        json!([hexadecimal(9), hexadecimal(1), hexadecimal(3)])
    );
    table.play_out();
    // The next game uses none of the nonces of the last one.
    table.send(tabs[1], ready(None));
    table.send(tabs[2], ready(Some(4)));
    table.send(tabs[0], Command::Start { nonce: None });
    assert_eq!(nonces(&table, tabs[0]), json!([null, null, hexadecimal(4)]));
}

#[test]
fn a_player_who_is_no_longer_ready_withdraws_the_nonce() {
    let (mut table, tabs) = Table::seated(1, QUICK, 2);
    for (ready, byte) in [(true, 5), (false, 6)] {
        table.send(
            tabs[1],
            Command::Ready {
                ready,
                nonce: Some(Nonce([byte; 16])),
            },
        );
    }
    table.ready(tabs[1], true);
    // The host may have sent a nonce with ready as well. The nonce of the start command counts.
    table.send(
        tabs[0],
        Command::Ready {
            ready: true,
            nonce: Some(Nonce([7; 16])),
        },
    );
    table.start(tabs[0]).expect_ack();
    assert_eq!(nonces(&table, tabs[0]), json!([hexadecimal(7), null]));
}

#[test]
fn a_host_who_is_no_longer_ready_withdraws_the_nonce() {
    let (mut table, tabs) = Table::seated(1, QUICK, 2);
    table.ready(tabs[1], true);
    for (ready, byte) in [(true, 7), (false, 8)] {
        table.send(
            tabs[0],
            Command::Ready {
                ready,
                nonce: Some(Nonce([byte; 16])),
            },
        );
    }
    table.start(tabs[0]).expect_ack();
    assert_eq!(nonces(&table, tabs[0]), json!([null, null]));
}

#[test]
fn each_game_has_a_secret_of_its_own() {
    let (mut table, tabs) = Table::seated(2, QUICK, 2);
    let mut commitments = Vec::new();
    for _ in 0..3 {
        let next = table.tabs[&tabs[1]].view["commitment"].clone();
        assert!(!commitments.contains(&next), "known before, or used before");
        commitments.push(next);
        table.begin(&tabs);
        let started = table.tabs[&tabs[1]].last("started");
        assert_eq!(started["commitment"], *commitments.last().unwrap());
        table.play_out();
    }
}

#[test]
fn a_player_who_sits_down_adds_a_nonce_to_the_shuffle() {
    let (mut table, tabs) = Table::seated(1, QUICK, 1);
    let other = table.join(2);
    let sit = Command::Sit {
        seat: None,
        colour: None,
        nonce: Some(Nonce([7; 16])),
    };
    table.send(other, sit);
    table.start(tabs[0]);
    let nonces = table.tabs[&other].last("started")["nonces"].clone();
    assert_eq!(nonces, json!([null, "07".repeat(16)]));
}
