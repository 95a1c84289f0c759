//! Tests of guests: players without a device of their own, who play on the device of another
//! person.

use senda_room::{
    ConnectionId, LogEvent, Opening,
    protocol::{Clock, Colour, Command, Day, Level, Name},
};
use senda_rules::GameKind;
use serde_json::{Value, json};

use crate::table::{QUICK, Table, name, player, seat, settings_of};

fn guest(number: Option<u8>, named: Option<u128>, colour: Option<Colour>) -> Command {
    Command::Guest {
        seat: number.map(seat),
        name: named.map(name),
        colour,
    }
}

/// Creates a room with two people, of whom the first has a guest.
fn with_guest(seed: u64, clock: Clock) -> (Table, Vec<ConnectionId>, u8) {
    let (mut table, tabs) = Table::seated(seed, clock, 2);
    let seat = table.guest(tabs[0], 7);
    (table, tabs, seat)
}

/// Starts a game of three: two people, and a guest of the first.
fn playing(seed: u64, clock: Clock) -> (Table, Vec<ConnectionId>, u8) {
    let (mut table, tabs, seat) = with_guest(seed, clock);
    table.begin(&tabs);
    (table, tabs, seat)
}

fn seats(table: &Table, tab: ConnectionId) -> &Vec<Value> {
    table.tabs[&tab].view["seats"].as_array().unwrap()
}

/// Passes the first tab to the player whose turn it is, and makes a move.
fn play_on(table: &mut Table, tabs: &[ConnectionId], guest: u8) {
    if table.acting().is_none() {
        let passed = table.tabs[&tabs[0]].seat() == Some(guest.into());
        let to = if passed { 0 } else { guest };
        assert!(table.pass(tabs[0], Some(to)).is_none());
    }
    table.move_on().expect_ack();
}

#[test]
fn a_guest_is_shown_with_the_person_whose_device_it_is() {
    let (table, tabs, at) = with_guest(1, QUICK);
    let guest = &seats(&table, tabs[1])[usize::from(at)];
    assert_eq!(guest["name"], "Wind 7");
    assert_eq!(guest["guest_of"], json!(table.who(tabs[0])));
    assert_eq!(guest["ready"], true);
    assert!(seats(&table, tabs[1])[0].get("guest_of").is_none());
    let here = &table.tabs[&tabs[1]].presence["seats"];
    assert_eq!(*here, json!([0, 1, 2]), "a guest is where the device is");
    assert_eq!(table.tabs[&tabs[0]].you["seat"], 0);
}

#[test]
fn guests_fill_the_seats_of_the_room_and_no_more() {
    let (mut table, tabs) = Table::seated_for(GameKind::Tortus, 1, QUICK, 1);
    table.guest(tabs[0], 7);
    let full = table.send(tabs[0], guest(None, Some(8), None));
    assert_eq!(full.code(), "room_full");
}

#[test]
fn a_spectator_may_add_guests() {
    let mut table = Table::new(1, QUICK);
    let host = table.join(1);
    table.stand(host).expect_ack();
    let at = table.guest(host, 7);
    table.guest(host, 8);
    table.begin(&[host]);
    assert_eq!(table.tabs[&host].seat(), None);
    while table.tabs[&host].phase() == "playing" {
        if table.acting().is_none() {
            let other = u8::from(table.tabs[&host].seat() == Some(at.into()));
            assert!(table.pass(host, Some(other)).is_none());
        }
        table.move_on().expect_ack();
    }
    assert_eq!(table.tabs[&host].seat(), None, "the device is returned");
}

#[test]
fn the_owner_of_the_device_names_colours_and_removes_a_guest() {
    let (mut table, tabs, at) = with_guest(1, QUICK);
    let changed = table.send(tabs[0], guest(Some(at), Some(9), Some(Colour::ALL[5])));
    changed.expect_ack();
    let shown = seats(&table, tabs[1])[usize::from(at)].clone();
    assert_eq!(shown["name"], "Wind 9");
    assert_eq!(shown["colour"], json!(Colour::ALL[5]));
    let taken = table.send(tabs[0], guest(Some(at), Some(9), Some(Colour::ALL[0])));
    assert_eq!(taken.code(), "colour_taken");
    table
        .send(tabs[0], guest(Some(at), None, None))
        .expect_ack();
    assert!(seats(&table, tabs[1])[usize::from(at)].is_null());
}

#[test]
fn no_other_person_changes_or_removes_a_guest() {
    let (mut table, tabs, at) = with_guest(1, QUICK);
    let removed = table.send(tabs[1], guest(Some(at), None, None));
    assert_eq!(removed.code(), "no_such_guest");
    let named = table.send(tabs[1], guest(Some(at), Some(9), None));
    assert_eq!(named.code(), "seat_taken");
    let own_seat = table.send(tabs[0], guest(Some(0), None, None));
    assert_eq!(own_seat.code(), "no_such_guest");
}

#[test]
fn a_guest_comes_only_between_games() {
    let (mut table, tabs, _) = playing(1, QUICK);
    let late = table.send(tabs[0], guest(None, Some(8), None));
    assert_eq!(late.code(), "game_running");
}

#[test]
fn rated_games_refuse_guests() {
    let mut settings = settings_of(GameKind::Tsuro, QUICK);
    settings.rated = true;
    let (mut table, tabs) = Table::seated(1, QUICK, 2);
    table.set(tabs[0], settings.clone()).expect_ack();
    let refused = table.send(tabs[0], guest(None, Some(7), None));
    assert_eq!(refused.code(), "rated_needs");
    // Guests who were there before keep the game from its start.
    let (mut table, tabs, _) = with_guest(1, QUICK);
    table.set(tabs[0], settings).expect_ack();
    for &tab in &tabs {
        table.ready(tab, true);
    }
    let refused = table.send(tabs[0], Command::Start { nonce: None });
    let need = json!({"code": "rated_needs", "need": "no_guests"});
    assert!(matches!(refused, crate::table::Answer::Nak { whole, .. } if whole == need));
}

#[test]
fn the_deal_of_a_day_refuses_guests() {
    let day = Day::try_from("2026-11-21".to_owned()).unwrap();
    let settings = senda_room::protocol::Settings::of_a_day(GameKind::Tsuro, day);
    let opening = Opening {
        bots: Some(Level::Hard),
        ..Opening::default()
    };
    let mut table = Table::opened(settings, opening, 1);
    let tab = table.join(1);
    let refused = table.send(tab, guest(None, Some(7), None));
    assert_eq!(refused.code(), "same_for_all");
}

#[test]
fn a_guest_is_ready_when_the_owner_of_the_device_is() {
    let (mut table, tabs, at) = with_guest(1, QUICK);
    table.ready(tabs[0], false).expect_ack();
    assert_eq!(seats(&table, tabs[1])[usize::from(at)]["ready"], false);
    table.ready(tabs[0], true).expect_ack();
    assert_eq!(seats(&table, tabs[1])[usize::from(at)]["ready"], true);
}

#[test]
fn two_on_one_device_and_one_on_another_play_to_the_end() {
    for seed in 0..6 {
        let (mut table, tabs, at) = playing(seed, QUICK);
        while table.tabs[&tabs[0]].phase() == "playing" {
            play_on(&mut table, &tabs, at);
        }
        let finished = table.finished.last().unwrap();
        assert_eq!(finished.players.len(), 3);
        assert_eq!(
            table.tabs[&tabs[0]].seat(),
            Some(0),
            "the device is returned"
        );
        // A second game needs no new guest.
        table.begin(&tabs);
        play_on(&mut table, &tabs, at);
    }
}

#[test]
fn a_device_is_passed_only_to_its_own_players() {
    let (mut table, tabs, at) = playing(1, QUICK);
    let code = |answer: Option<crate::table::Answer>| answer.unwrap().code().to_owned();
    assert_eq!(code(table.pass(tabs[1], Some(at))), "no_such_guest");
    assert_eq!(code(table.pass(tabs[0], Some(1))), "no_such_guest");
    assert_eq!(code(table.pass(tabs[0], None)), "no_such_guest");
    let watcher = table.join(9);
    assert_eq!(code(table.pass(watcher, Some(at))), "no_such_guest");
    assert!(table.pass(tabs[0], Some(at)).is_none());
    assert_eq!(table.tabs[&tabs[0]].seat(), Some(at.into()));
    assert_eq!(table.tabs[&tabs[0]].you["name"], "Wind 1");
    assert!(table.pass(tabs[0], Some(0)).is_none());
    assert_eq!(table.tabs[&tabs[0]].seat(), Some(0));
}

#[test]
fn a_device_is_not_passed_between_games() {
    let (mut table, tabs, at) = with_guest(1, QUICK);
    assert!(table.pass(tabs[0], Some(at)).is_some());
}

#[test]
fn a_new_connection_begins_with_the_owner_of_the_device() {
    let (mut table, tabs, at) = playing(1, QUICK);
    table.pass(tabs[0], Some(at));
    let second = table.join(1);
    assert_eq!(table.tabs[&second].seat(), Some(0));
    assert_eq!(table.tabs[&tabs[0]].seat(), Some(at.into()));
    let before = table.tabs[&tabs[0]].clone();
    table.leave(tabs[0]);
    let back = table.come_back(1, &before);
    assert_eq!(table.tabs[&back].seat(), Some(0));
    let hands = table.tabs[&back].view["game"]["hands"].clone();
    assert!(hands[usize::from(at)]["tiles"].is_null());
}

#[test]
fn a_guest_leaves_alone_while_holding_the_device() {
    let (mut table, tabs, at) = playing(1, QUICK);
    table.pass(tabs[0], Some(at));
    table.stand(tabs[0]).expect_ack();
    let left = seats(&table, tabs[1]);
    assert_eq!(left[usize::from(at)]["vacant"], true);
    assert_eq!(left[0]["vacant"], false);
    assert_eq!(table.tabs[&tabs[0]].seat(), Some(0));
}

#[test]
fn guests_go_with_the_seat_of_the_owner_of_the_device() {
    let (mut table, tabs, at) = with_guest(1, QUICK);
    table.stand(tabs[0]).expect_ack();
    assert!(seats(&table, tabs[1])[usize::from(at)].is_null());
    let (mut table, tabs, at) = playing(1, QUICK);
    table.stand(tabs[0]).expect_ack();
    for left in [0, usize::from(at)] {
        assert_eq!(seats(&table, tabs[1])[left]["vacant"], true);
    }
}

#[test]
fn the_host_removes_a_guest_alone_or_with_the_owner_of_the_device() {
    let (mut table, tabs) = Table::seated(1, QUICK, 2);
    let at = usize::from(table.guest(tabs[1], 7));
    let guest = table.at(tabs[0], at);
    table.remove(tabs[0], guest).expect_ack();
    assert!(seats(&table, tabs[0])[at].is_null());
    assert_eq!(table.tabs[&tabs[0]].view["barred"], json!([]));
    assert_eq!(table.tabs[&tabs[1]].closed, None);
    table.guest(tabs[1], 7);
    table.begin(&tabs);
    let owner = table.who(tabs[1]);
    table.remove(tabs[0], owner).expect_ack();
    for left in [1, at] {
        assert_eq!(seats(&table, tabs[0])[left]["vacant"], true);
    }
    assert!(table.tabs[&tabs[1]].closed.is_some());
    assert_eq!(
        table.tabs[&tabs[0]].view["barred"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
}

#[test]
fn one_player_of_a_device_answers_for_all() {
    let (mut table, tabs, at) = playing(1, QUICK);
    table.pass(tabs[0], Some(at));
    table.pause(tabs[0]).expect_ack();
    assert!(table.tabs[&tabs[0]].view["paused"].is_null());
    table.pause(tabs[1]).expect_ack();
    assert_eq!(table.tabs[&tabs[0]].view["paused"], "agreed");
}

#[test]
fn a_guest_is_absent_and_away_with_the_device() {
    let (mut table, tabs, at) = playing(1, Clock::None {});
    table.wait(1_000);
    let watcher = table.join(9);
    table.leave(tabs[0]);
    table.wait(1_000);
    let here = table.tabs[&watcher].presence["seats"].clone();
    assert_eq!(here, json!([1]));
    table.join(1);
    table.wait(1_000);
    let here = table.tabs[&watcher].presence["seats"].clone();
    assert_eq!(here, json!([0, 1, at]));
}

#[test]
fn a_game_is_restored_with_its_guests() {
    let (mut table, tabs, at) = playing(1, QUICK);
    play_on(&mut table, &tabs, at);
    let restored = Table::of_log(table.log.clone());
    assert!(*restored.room.state() == *table.room.state());
}

#[test]
fn the_names_of_guests_are_removed_with_the_person() {
    let (mut table, tabs, at) = playing(1, QUICK);
    let renamed = guest(Some(at), Some(8), None);
    table.send(tabs[0], renamed).expect_ack();
    let gone = Name::forgotten();
    for record in &mut table.log {
        let of: Vec<_> = record.people_named().collect();
        let names_guest = serde_json::to_string(&record.happened).unwrap();
        if ["Wind 7", "Wind 8"]
            .iter()
            .any(|name| names_guest.contains(name))
        {
            assert!(of.contains(&player(1)), "the person answers for the guest");
        }
        record.rename(player(1), &gone);
    }
    let log = serde_json::to_string(&table.log).unwrap();
    for name in ["Wind 1", "Wind 7", "Wind 8"] {
        assert!(!log.contains(name), "{name}");
    }
    assert!(log.contains("Wind 2"));
    let is_guest =
        |event: &LogEvent| matches!(event, LogEvent::Sat(sat) if sat.person.guest_of.is_some());
    let mut events = table.log.iter().flat_map(|record| &record.happened);
    assert!(events.any(is_guest), "who is a guest of whom stays");
}

#[test]
fn a_player_who_is_out_sees_no_hands_while_another_of_the_device_plays() {
    let (mut table, tabs, at) = with_guest(1, QUICK);
    let mut settings = settings_of(GameKind::Tsuro, QUICK);
    settings.out_see_hands = true;
    table.set(tabs[0], settings).expect_ack();
    table.ready(tabs[0], true);
    table.begin(&tabs);
    let game = table.tabs[&tabs[0]].view["game"].clone();
    let resign = crate::table::resignation(&game);
    table.act(tabs[0], &resign).expect_ack();
    let hands = table.tabs[&tabs[0]].view["game"]["hands"].clone();
    assert!(hands[usize::from(at)]["tiles"].is_null());
    assert!(hands[1]["tiles"].is_null());
}
