//! Tests of who sees all hands while a game runs: spectators some turns later, and players who are
//! out at once.

use std::collections::BTreeMap;

use senda_room::{
    ConnectionId,
    limits::CROWD,
    protocol::{ClientMessage, Command, Emote, Settings},
};
use senda_rules::GameKind;
use serde_json::{Value, json};

use crate::table::{Answer, QUICK, Table, resignation, settings_of};

/// The number of turns after which the spectators of these tests see a position.
const TURNS: u8 = 3;

#[track_caller]
fn done(answer: &Answer) {
    answer.expect_ack();
}

/// Starts a game with changed settings, with the players on the seats in order.
fn playing(
    game: GameKind,
    seed: u64,
    count: u128,
    change: impl FnOnce(&mut Settings),
) -> (Table, Vec<ConnectionId>) {
    let (mut table, tabs) = Table::seated_for(game, seed, QUICK, count);
    let mut settings = settings_of(game, QUICK);
    change(&mut settings);
    done(&table.set(tabs[0], settings));
    table.begin(&tabs);
    (table, tabs)
}

/// Starts a game whose spectators see all hands three turns later.
fn shown_later(game: GameKind, seed: u64, count: u128) -> (Table, Vec<ConnectionId>) {
    playing(game, seed, count, |settings| {
        settings.hands_after = Some(TURNS);
    })
}

/// Returns the game as the players know it together: each hand as its owner sees it.
fn known_together(table: &Table, tabs: &[ConnectionId]) -> Value {
    let mut game = table.tabs[&tabs[0]].view["game"].clone();
    game["choices"] = Value::Null;
    for tab in tabs {
        let tab = &table.tabs[tab];
        if let Some(seat) = tab.seat() {
            game["hands"][seat] = tab.view["game"]["hands"][seat].clone();
        }
    }
    game
}

/// Returns the hands in the last view of a tab that are hidden from it.
fn hidden(table: &Table, tab: ConnectionId) -> usize {
    let game = &table.tabs[&tab].view["game"];
    let hands = game["hands"].as_array().unwrap().iter();
    hands.filter(|hand| hand["tiles"].is_null()).count()
}

/// In Tsuro each decision is a turn, so the frames of a spectator can be compared with the position
/// of three decisions ago.
#[test]
fn a_spectator_sees_the_position_of_three_turns_ago_with_all_hands() {
    let (mut table, tabs) = shown_later(GameKind::Tsuro, 1, 3);
    let watcher = table.join(9);
    let mut positions = vec![(table.version(), known_together(&table, &tabs))];
    for turn in 1..12 {
        done(&table.move_on());
        positions.push((table.version(), known_together(&table, &tabs)));
        let tab = &table.tabs[&watcher];
        let (version, position) = &positions[usize::saturating_sub(turn, TURNS.into())];
        assert_eq!(tab.version, *version, "after {turn} turns");
        if turn < TURNS.into() {
            assert_eq!(hidden(&table, watcher), 3, "the deal is too recent");
            assert_eq!(tab.view["game"]["board"], json!([]));
        } else {
            assert_eq!(tab.view["game"], *position, "after {turn} turns");
        }
        assert_eq!(tab.view["clock"], json!(null), "no clock of another turn");
    }
    // A later spectator, and one after a restart, receives the same.
    let late = table.join(10);
    assert_eq!(table.tabs[&late].view, table.tabs[&watcher].view);
    assert_eq!(table.tabs[&late].version, table.tabs[&watcher].version);
    let before = table.tabs[&watcher].clone();
    table.crash(None, 0, 1_000);
    for number in 1..=3 {
        table.join(number);
    }
    let back = table.come_back(9, &before);
    assert_eq!(table.tabs[&back].view["game"], before.view["game"]);
    assert_eq!(table.tabs[&back].version, before.version);
}

#[test]
fn the_delay_runs_out_at_the_end_of_the_game() {
    for game in GameKind::ALL {
        let (mut table, tabs) = shown_later(*game, 2, 2);
        let watcher = table.join(9);
        table.play_out_within(60);
        let (watcher, player) = (&table.tabs[&watcher], &table.tabs[&tabs[0]]);
        assert_eq!(watcher.phase(), "over");
        assert_eq!(watcher.version, table.version());
        assert_eq!(watcher.view, player.view);
        // The timeline goes on without a gap.
        let since = |tab: &crate::table::Tab| -> Vec<u64> {
            let told = tab.happenings.iter();
            let versions = told.map(|told| told["version"].as_u64().unwrap());
            versions
                .filter(|version| *version > u64::from(watcher.whole_at))
                .collect()
        };
        assert_eq!(since(watcher), since(player), "{game:?}");
        assert!(since(watcher).len() > 3, "{game:?}");
    }
}

/// Plays on from the same log, with other decisions for each `which`, until a spectator has
/// received that many updates. Returns the bytes of the updates.
fn played_on(log: &Table, which: usize, players: u128, updates: usize) -> Vec<String> {
    let mut table = Table::of_log(log.log.clone());
    for number in 1..=players {
        table.join(number);
    }
    let watcher = table.join(9);
    // The first update is the position of the log.
    let first = table.tabs[&watcher].updates();
    let mut before = BTreeMap::new();
    for moves in 0..400 {
        if table.tabs[&watcher].updates() - first >= updates {
            return table.tabs[&watcher].bytes.clone();
        }
        let acting = table.acting().expect("somebody whose turn it is");
        let actions = table.tabs[&acting].actions();
        let place = if which == 0 {
            0
        } else {
            actions.len() - 1 - moves % actions.len().min(2)
        };
        // Some decisions of Section X could be repeated for ever.
        let count = before.entry(actions[place].to_string()).or_insert(0);
        *count += 1;
        let place = if *count > 1 {
            (place + moves) % actions.len()
        } else {
            place
        };
        let action = actions[place].clone();
        done(&table.act(acting, &action));
    }
    panic!("the turns do not end");
}

/// Two games that differ in the last three turns only look the same to a spectator, byte by byte.
/// One turn later they do not.
#[test]
fn no_byte_depends_on_the_last_three_turns() {
    for game in GameKind::ALL {
        let mut differ = 0;
        for (seed, moves) in [(1, 0), (2, 3), (3, 7)] {
            let (mut table, _) = shown_later(*game, seed, 2);
            let watcher = table.join(9);
            // The deal, the deal with all hands, and the first turn.
            while table.tabs[&watcher].updates() < 3 {
                done(&table.move_on());
            }
            for _ in 0..moves {
                done(&table.move_on());
            }
            for updates in 1..=usize::from(TURNS) {
                let [one, other] = [0, 1].map(|which| played_on(&table, which, 2, updates));
                assert_eq!(one, other, "{game:?} {seed} {updates}");
            }
            let [one, other] =
                [0, 1].map(|which| played_on(&table, which, 2, usize::from(TURNS) + 1));
            differ += usize::from(one != other);
        }
        assert!(differ > 1, "{game:?}: the decisions differ");
    }
}

#[test]
fn spectators_at_replicas_see_what_those_at_the_room_see() {
    for count in [2, CROWD + 10] {
        let (mut table, _) = shown_later(GameKind::Tsuro, 3, 4);
        let replica = table.add_replica();
        let beside = table.join(9);
        let elsewhere: Vec<_> = (0..count)
            .map(|number| table.watch(replica, 100 + number as u128))
            .collect();
        for _ in 0..9 {
            done(&table.move_on());
            table.wait(600);
            let beside = &table.tabs[&beside];
            for tab in [elsewhere[0], elsewhere[count - 1]] {
                let tab = &table.tabs[&tab];
                assert_eq!((tab.version, &tab.view), (beside.version, &beside.view));
            }
            assert!(beside.version < table.version());
        }
        table.play_out();
        table.wait(600);
        for tab in elsewhere {
            assert_eq!(table.tabs[&tab].view, table.tabs[&beside].view);
            assert_eq!(table.tabs[&tab].version, table.version());
        }
    }
}

#[test]
fn a_player_who_stands_up_sees_the_game_later_and_cannot_take_a_seat() {
    let (mut table, tabs) = shown_later(GameKind::Tsuro, 1, 4);
    for _ in 0..8 {
        done(&table.move_on());
    }
    done(&table.stand(tabs[3]));
    let tab = &table.tabs[&tabs[3]];
    assert!(tab.version < table.version() - 3);
    assert_eq!(hidden(&table, tabs[3]), 0);
    assert_eq!(table.sit(tabs[3], Some(3)).code(), "hands_shown");
    let watcher = table.join(9);
    assert_eq!(table.sit(watcher, None).code(), "hands_shown");
    let asks = ClientMessage::AskSeat {
        seat: Some(crate::table::seat(3)),
    };
    assert_eq!(table.send_message(watcher, asks).code(), "hands_shown");
    // The host vouches for a person who takes over a seat, for example from a new device.
    let who = table.who(watcher);
    let seat = crate::table::seat(3);
    done(&table.send(tabs[0], Command::Hand { seat, person: who }));
    assert_eq!(table.tabs[&watcher].version, table.version());
    assert_eq!(
        hidden(&table, watcher),
        3,
        "a player sees their own hand only"
    );
}

/// Plays until a player is out and the game goes on. Returns the tab of that player.
fn until_one_is_out(table: &mut Table, tabs: &[ConnectionId]) -> ConnectionId {
    for _ in 0..6 {
        done(&table.move_on());
    }
    let gone = table.acting().expect("somebody whose turn it is");
    let resigns = resignation(&table.tabs[&gone].view["game"]);
    done(&table.act(gone, &resigns));
    assert_eq!(table.tabs[&tabs[0]].phase(), "playing");
    gone
}

#[test]
fn a_player_who_is_out_sees_all_hands_if_the_host_allows_it() {
    for game in [GameKind::Tsuro, GameKind::SectionX] {
        let (mut table, tabs) = playing(game, 4, 3, |settings| settings.out_see_hands = true);
        let out = until_one_is_out(&mut table, &tabs);
        let field = if game == GameKind::Tsuro {
            "hands"
        } else {
            "players"
        };
        for _ in 0..4 {
            let own = &table.tabs[&out].view["game"];
            for tab in tabs.iter().filter(|tab| **tab != out) {
                let tab = &table.tabs[tab];
                let seat = tab.seat().unwrap();
                let theirs = &tab.view["game"][field];
                assert_eq!(own[field][seat], theirs[seat], "{game:?}");
                assert_ne!(own[field], *theirs, "players see their own hand only");
            }
            assert_eq!(own["choices"], json!(null));
            done(&table.move_on());
        }
        // They can't tell the players what they see, and can't come back.
        assert_eq!(table.chat(out, "b2").unwrap().code(), "hands_shown");
        let emote = ClientMessage::Emote { emote: Emote::Wow };
        assert_eq!(table.remark(out, emote).unwrap().code(), "hands_shown");
        let other = tabs.iter().find(|tab| **tab != out).unwrap();
        assert_eq!(table.chat(*other, "b2"), None);
        done(&table.stand(out));
        assert!(hidden_somewhere(&table.tabs[&out].view["game"][field]));
        assert_eq!(table.sit(out, None).code(), "hands_shown");
        table.play_out_within(60);
        assert_eq!(table.chat(out, "b2"), None, "the game is over");
    }
}

fn hidden_somewhere(hands: &Value) -> bool {
    hands.to_string().contains("null")
}

#[test]
fn a_player_who_is_out_sees_no_hands_by_default() {
    let (mut table, tabs) = playing(GameKind::Tsuro, 4, 3, |_| {});
    let out = until_one_is_out(&mut table, &tabs);
    done(&table.move_on());
    assert_eq!(hidden(&table, out), 2);
    assert_eq!(table.chat(out, "b2"), None);
}

#[test]
fn no_take_back_brings_a_player_back_who_has_seen_all_hands() {
    let (mut table, tabs) = playing(GameKind::Tsuro, 4, 3, |settings| {
        settings.out_see_hands = true;
    });
    done(&table.move_on());
    let asks = |table: &mut Table, tab: ConnectionId| {
        let version = table.tabs[&tab].version;
        table.send(tab, Command::AskTakeBack { version })
    };
    let first = tabs.iter().copied().find(|tab| {
        let seat = table.tabs[tab].seat().unwrap() as u64;
        table.tabs[tab].last("played")["seat"] == json!(seat)
    });
    let first = first.expect("the player who has decided");
    done(&asks(&mut table, first));
    done(&table.send(first, Command::DeclineTakeBack {}));
    let out = until_one_is_out(&mut table, &tabs);
    let other = tabs.iter().copied().find(|tab| *tab != out).unwrap();
    assert_eq!(asks(&mut table, other).code(), "hands_shown");
}

#[test]
fn the_settings_of_hands_have_bounds_and_are_announced() {
    let (mut table, tabs) = Table::seated(1, QUICK, 2);
    table.ready(tabs[1], true);
    let mut settings = settings_of(GameKind::Tsuro, QUICK);
    for turns in [0, 21] {
        settings.hands_after = Some(turns);
        let refused = table.set(tabs[0], settings.clone());
        assert_eq!(refused.code(), "bad_settings");
    }
    settings.hands_after = Some(20);
    done(&table.set(tabs[0], settings.clone()));
    assert_eq!(
        table.tabs[&tabs[1]].last("set")["changed"],
        json!(["hands"])
    );
    assert_eq!(table.tabs[&tabs[1]].view["seats"][1]["ready"], json!(false));
    settings.hands_after = None;
    let written = serde_json::to_string(&settings).unwrap();
    assert!(
        !written.contains("hands_after") && !written.contains("see_hands"),
        "older rooms are written as before"
    );
}
