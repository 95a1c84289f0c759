//! Tests of the conditions for the start of a game, and of its initial state.

mod nonces;

use senda_room::{
    ConnectionId,
    protocol::{Clock, First},
};
use senda_rules::GameKind;
use serde_json::{Value, json};

use crate::table::{Answer, QUICK, Table, seat, settings, settings_of};

#[test]
fn a_game_needs_enough_ready_players() {
    let (mut table, tabs) = Table::seated(1, QUICK, 1);
    let few = table.start(tabs[0]);
    assert!(matches!(&few, Answer::Nak { whole, temporary: false, .. }
        if *whole == json!({"code": "too_few", "fewest": 2})));
    let others = [table.join(2), table.join(3)];
    for other in others {
        table.sit(other, None);
    }
    table.ready(others[1], false);
    let Answer::Nak { whole, .. } = table.start(tabs[0]) else {
        panic!("started");
    };
    assert_eq!(whole, json!({"code": "not_ready", "seats": [2]}));
    assert_eq!(table.start(others[0]).code(), "not_host");
    let watcher = table.join(4);
    assert_eq!(table.ready(watcher, true).code(), "no_seat");
    table.ready(others[1], true);
    // A player who is ready may be disconnected for a moment.
    table.leave(others[1]);
    table.start(tabs[0]).expect_ack();
    assert_eq!(table.start(tabs[0]).code(), "game_running");
    assert_eq!(table.ready(others[0], true).code(), "game_running");
}

#[test]
fn seated_players_are_ready_until_the_settings_change() {
    let (mut table, tabs) = Table::seated(1, QUICK, 3);
    assert_eq!(table.tabs[&tabs[0]].view["seats"][1]["ready"], true);
    table.set(tabs[0], settings(Clock::Turn { seconds: 60 }));
    assert_eq!(table.tabs[&tabs[0]].view["seats"][1]["ready"], false);
    assert_eq!(table.start(tabs[0]).code(), "not_ready");
    table.begin(&tabs);
    table.leave(tabs[2]);
    table.play_out();
    let ready = |number: usize| table.tabs[&tabs[0]].view["seats"][number]["ready"].clone();
    assert_eq!(
        [ready(1), ready(2)],
        [false, false],
        "a rematch is asked for"
    );
    table.ready(tabs[1], true);
    // The absent player is back for a moment. The others wait for a minute from then on.
    let back = table.join(3);
    table.leave(back);
    let Answer::Nak { whole, .. } = table.start(tabs[0]) else {
        panic!("started");
    };
    assert_eq!(whole["seats"], json!([2]));
    assert_eq!(table.stand(tabs[1]), Answer::Ack(table.version()));
    table.sit(tabs[1], None);
    assert_eq!(table.tabs[&tabs[0]].view["seats"][1]["ready"], true);
}

/// Returns the readiness of seat 1 in the view of a tab, and the changed settings that its owner
/// has to confirm.
fn readiness(table: &Table, tab: ConnectionId) -> (bool, Value) {
    let seat = &table.tabs[&tab].view["seats"][1];
    (seat["ready"].as_bool().unwrap(), seat["changed"].clone())
}

#[test]
fn only_settings_of_the_game_clear_ready() {
    let (mut table, tabs) = Table::seated(1, QUICK, 3);
    let mut chosen = settings(QUICK);
    table.ready(tabs[2], false);
    chosen.public = !chosen.public;
    table.set(tabs[0], chosen.clone());
    assert_eq!(readiness(&table, tabs[1]), (true, json!([])));
    let told = table.tabs[&tabs[1]].last("set");
    assert_eq!(told["changed"], json!(["public"]));
    assert_eq!(told["unready"], json!([]));

    chosen.clock = Clock::Turn { seconds: 60 };
    table.set(tabs[0], chosen.clone());
    assert_eq!(readiness(&table, tabs[1]), (false, json!(["clock"])));
    let told = table.tabs[&tabs[1]].last("set");
    assert_eq!(told["changed"], json!(["clock"]));
    assert_eq!(told["unready"], json!([1]), "seat 2 was not ready before");
    assert_eq!(table.tabs[&tabs[0]].view["seats"][2]["changed"], json!([]));
    assert_eq!(table.start(tabs[0]).code(), "not_ready");
    // The host changes another setting before the players have answered.
    chosen.first = First::Seat { seat: seat(2) };
    chosen.public = !chosen.public;
    table.set(tabs[0], chosen.clone());
    let both = (false, json!(["clock", "first"]));
    assert_eq!(readiness(&table, tabs[1]), both);
    assert_eq!(table.tabs[&tabs[1]].last("set")["unready"], json!([]));
    // The state is the same after a restart.
    table.crash(None, 0, 1_000);
    let tabs = [table.join(1), table.join(2), table.join(3)];
    assert_eq!(readiness(&table, tabs[1]), both);
    table.ready(tabs[1], true);
    assert_eq!(readiness(&table, tabs[1]), (true, json!([])));
    // A player who moves to another seat for a smaller game has to confirm too.
    let (mut table, tabs) = Table::seated(1, QUICK, 1);
    let far = table.join(2);
    table.sit(far, Some(5));
    table.ready(far, true);
    table.set(tabs[0], settings_of(GameKind::Tortus, QUICK));
    let seen = readiness(&table, far);
    assert_eq!(seen, (false, json!(["game", "rules"])));
    assert_eq!(table.tabs[&far].last("set")["unready"], json!([1]));
}

#[test]
fn settings_in_old_logs_clear_ready_for_all() {
    let (mut table, tabs) = Table::seated(1, QUICK, 2);
    table.ready(tabs[1], true);
    let mut chosen = settings(QUICK);
    chosen.public = false;
    table.set(tabs[0], chosen);
    let mut log = table.log.clone();
    let last = log.last_mut().unwrap();
    let text = serde_json::to_string(last).unwrap();
    let before = text.replace(r#","unready":[]"#, "");
    assert_ne!(text, before);
    *last = serde_json::from_str(&before).unwrap();
    let mut room = senda_room::Room::restore(table.now, log).unwrap();
    std::mem::swap(&mut table.room, &mut room);
    let connection = ConnectionId(700);
    let joined = senda_room::Input::Joined {
        connection,
        person: crate::table::person(2),
        since: None,
    };
    let effects = table.room.step(table.now, joined, &mut table.dice);
    let mut reader = senda_client::PackedReader::default();
    let shapes = senda_wire::known_shapes();
    reader.read(&senda_wire::tell_shapes(0, shapes)).unwrap();
    let told: Vec<_> = effects
        .iter()
        .filter_map(|effect| match effect {
            senda_room::Effect::Send { message, .. } => {
                reader.read(&senda_wire::pack(message).0).unwrap()
            }
            _ => None,
        })
        .collect();
    let update = told
        .iter()
        .find(|message| message["type"] == "update")
        .unwrap();
    assert_eq!(update["view"]["seats"][1]["ready"], false);
}

#[test]
fn seats_are_moved_together_for_a_game() {
    let mut table = Table::new(2, QUICK);
    let tabs = [table.join(1), table.join(2), table.join(3)];
    table.sit(tabs[1], Some(5));
    table.sit(tabs[2], Some(3));
    let mut chosen = settings(QUICK);
    chosen.first = First::Seat { seat: seat(5) };
    table.set(tabs[0], chosen);
    table.begin(&tabs);
    let seats = tabs.map(|tab| table.tabs[&tab].seat());
    assert_eq!(seats, [Some(0), Some(2), Some(1)]);
    let started = table.tabs[&tabs[0]].last("started");
    let names: Vec<&str> = started["players"]
        .as_array()
        .unwrap()
        .iter()
        .map(|p| p["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["Wind 1", "Wind 3", "Wind 2"]);
    assert_eq!(
        table.tabs[&tabs[0]].view["game"]["first"], 2,
        "the seat was 5 before"
    );
}

#[test]
fn the_winner_plays_first_if_there_is_one() {
    let mut checked = 0;
    for seed in 0..12 {
        let (mut table, tabs) = Table::seated(seed, QUICK, 3);
        let mut chosen = settings(QUICK);
        chosen.first = First::Winner {};
        table.set(tabs[0], chosen);
        table.begin(&tabs);
        table.play_out();
        let places = &table.finished[0].outcome.places;
        let winners = places.iter().filter(|place| **place == 1).count();
        let winner = places.iter().position(|place| *place == 1).unwrap();
        table.begin(&tabs);
        if winners == 1 {
            assert_eq!(
                table.tabs[&tabs[0]].view["game"]["first"], winner,
                "seed {seed}"
            );
            checked += 1;
        }
    }
    assert!(checked > 3);
}

#[test]
fn the_first_game_starts_automatically_if_the_host_enables_it() {
    let (mut table, tabs) = Table::seated(1, QUICK, 2);
    let mut chosen = settings(QUICK);
    chosen.starts_with = Some(3);
    table.set(tabs[0], chosen.clone());
    let told = table.tabs[&tabs[1]].last("set");
    assert_eq!(told["changed"], json!(["start"]));
    assert_eq!(told["unready"], json!([]), "it is the same game");
    let third = table.join(3);
    table.ready(tabs[1], false);
    table.sit(third, None);
    let phase = |table: &Table| table.tabs[&tabs[0]].view["phase"].clone();
    assert_eq!(phase(&table), "lobby", "one is not ready");
    table.ready(tabs[1], true);
    assert_eq!(phase(&table), "playing");
    // Between games, people look at the result, and the host decides when to continue.
    table.play_out();
    assert_eq!(phase(&table), "over");
    table.wait(600_000);
    assert_eq!(phase(&table), "over");
    for (players, game) in [
        (1, GameKind::Tsuro),
        (9, GameKind::Tsuro),
        (3, GameKind::Tortus),
    ] {
        let mut chosen = settings_of(game, QUICK);
        chosen.starts_with = Some(players);
        let refused = table.set(tabs[0], chosen);
        assert_eq!(refused.code(), "bad_settings", "{players} at {game:?}");
    }
}

/// The time in milliseconds after which a game starts without a disconnected player.
const LONG_ABSENT: u64 = 60_000;

/// Creates a room of that many players. The last one is not ready and disconnects.
fn one_has_left(players: u128) -> (Table, Vec<ConnectionId>) {
    let (mut table, tabs) = Table::seated(1, QUICK, players);
    let (gone, others) = tabs.split_last().unwrap();
    for &tab in &others[1..] {
        table.ready(tab, true);
    }
    table.ready(*gone, false);
    table.leave(*gone);
    (table, tabs)
}

#[test]
fn a_game_starts_without_a_player_who_is_gone_for_a_minute() {
    let (mut table, tabs) = one_has_left(3);
    let host = tabs[0];
    assert_eq!(table.start(host).code(), "not_ready");
    let absent = |table: &Table| table.tabs[&host].presence["long_absent"].clone();
    table.wait(LONG_ABSENT - 1);
    assert_eq!(absent(&table), json!([]));
    table.wait(1);
    assert_eq!(absent(&table), json!([2]), "sent when the minute is over");
    table.start(host).expect_ack();
    let started = table.tabs[&host].last("started").clone();
    assert_eq!(started["players"].as_array().unwrap().len(), 2);
    assert_eq!(started["left_out"], json!(["Wind 3"]));
    assert_eq!(absent(&table), json!([]));

    // The player comes back as a spectator, receives the reason, and gets their seat back after the
    // game.
    let back = table.join(3);
    assert_eq!(table.tabs[&back].you["seat"], Value::Null);
    assert_eq!(table.tabs[&back].you["left_out"], true);
    table.play_out();
    assert_eq!(table.tabs[&back].you["seat"], 2);
    assert_eq!(table.tabs[&back].you["left_out"], false);
    let seat = &table.tabs[&host].view["seats"][2];
    assert_eq!(
        (&seat["ready"], &seat["colour"]),
        (&json!(false), &json!("yellow"))
    );
    table.ready(tabs[1], true);
    table.ready(back, true);
    table.start(host).expect_ack();
    assert_eq!(table.tabs[&back].you["seat"], 2);
}

#[test]
fn a_seat_is_kept_through_a_restart_during_the_game() {
    let (mut table, tabs) = one_has_left(3);
    table.wait(LONG_ABSENT);
    table.start(tabs[0]);
    table.crash(None, 0, 1_000);
    let tabs = [table.join(1), table.join(2)];
    table.play_out();
    assert_eq!(table.tabs[&tabs[0]].view["seats"][2]["name"], "Wind 3");
}

#[test]
fn a_start_waits_for_needed_connected_or_ready_players() {
    // The game needs two players, and there are only two.
    let (mut table, tabs) = one_has_left(2);
    table.wait(LONG_ABSENT);
    let Answer::Nak { whole, .. } = table.start(tabs[0]) else {
        panic!("started");
    };
    assert_eq!(whole, json!({"code": "not_ready", "seats": [1]}));
    // The player is back in time.
    let (mut table, tabs) = one_has_left(3);
    table.wait(LONG_ABSENT);
    let back = table.join(3);
    assert_eq!(table.tabs[&back].presence["long_absent"], json!([]));
    assert_eq!(table.start(tabs[0]).code(), "not_ready");
    // A player who is ready plays, connected or not.
    table.ready(back, true);
    table.leave(back);
    table.wait(2 * LONG_ABSENT);
    table.start(tabs[0]).expect_ack();
    let started = table.tabs[&tabs[0]].last("started");
    assert_eq!(started["players"].as_array().unwrap().len(), 3);
    assert_eq!(started["left_out"], Value::Null);
}

#[test]
fn a_removed_player_gets_no_seat_after_the_game() {
    let (mut table, tabs) = one_has_left(3);
    table.wait(LONG_ABSENT);
    table.start(tabs[0]);
    let back = table.join(3);
    let who = table.who(back);
    table.remove(tabs[0], who);
    table.play_out();
    assert_eq!(table.tabs[&tabs[0]].view["seats"][2], Value::Null);
}

#[test]
fn a_first_game_starts_automatically_without_an_absent_player() {
    let (mut table, tabs) = one_has_left(4);
    let mut chosen = settings(QUICK);
    chosen.starts_with = Some(3);
    table.set(tabs[0], chosen);
    let phase = |table: &Table| table.tabs[&tabs[0]].view["phase"].clone();
    assert_eq!(phase(&table), "lobby");
    table.wait(LONG_ABSENT);
    assert_eq!(phase(&table), "playing");
    // The game does not start with fewer players than the host wants.
    let (mut table, tabs) = one_has_left(3);
    let mut chosen = settings(QUICK);
    chosen.starts_with = Some(3);
    table.set(tabs[0], chosen);
    table.wait(5 * LONG_ABSENT);
    assert_eq!(table.tabs[&tabs[0]].view["phase"], "lobby");
}

#[test]
fn viewers_know_the_creator_whom_no_host_can_remove() {
    let (mut table, tabs) = Table::seated(1, QUICK, 2);
    let creator = table.at(tabs[0], 0);
    let other = table.at(tabs[1], 1);
    let told = |table: &Table| table.tabs[&tabs[1]].view["creator"].clone();
    assert_eq!(told(&table), json!(creator));
    table.pass_host(tabs[0], other);
    assert_eq!(told(&table), json!(creator));
    assert_eq!(table.remove(tabs[1], creator).code(), "creator_stays");
}
