//! Tests of the results of the games in a room: the number of games that each person has won.

use std::collections::BTreeMap;

use senda_room::{ConnectionId, Room, limits, protocol::Command};
use senda_rules::{AnyEvent, GameKind};
use serde_json::{Value, json};

use crate::{
    frozen,
    table::{QUICK, Table, name, resignation},
};

/// The numbers of games, of wins and of shared wins, by name.
type Tallies = BTreeMap<String, [u64; 3]>;

fn told(table: &Table, tab: ConnectionId) -> Tallies {
    let standing = table.tabs[&tab].view["standing"].as_array().unwrap();
    let tally = |told: &Value| {
        let count = |key: &str| told[key].as_u64().unwrap();
        let name = told["name"].as_str().unwrap().to_owned();
        (name, [count("games"), count("wins"), count("shared")])
    };
    standing.iter().map(tally).collect()
}

/// Counts the finished game by the places in its public view.
fn count(tallies: &mut Tallies, view: &Value) {
    let places = view["game"]["outcome"]["places"].as_array().unwrap();
    let firsts = places.iter().filter(|place| **place == 1).count();
    for (place, seat) in places.iter().zip(view["seats"].as_array().unwrap()) {
        let Some(name) = seat["name"].as_str() else {
            continue;
        };
        let tally = tallies.entry(name.to_owned()).or_default();
        tally[0] += 1;
        tally[1] += u64::from(*place == 1 && firsts == 1);
        tally[2] += u64::from(*place == 1 && firsts > 1);
    }
}

#[test]
fn each_finished_game_counts_for_players_who_stayed_to_its_end() {
    let (mut table, tabs) = Table::seated(4, QUICK, 3);
    assert_eq!(told(&table, tabs[0]), Tallies::new());
    let mut tallies = Tallies::new();
    for game in 0..12 {
        table.begin(&tabs);
        assert_eq!(
            told(&table, tabs[1]),
            tallies,
            "a game that runs is none yet"
        );
        if game == 3 {
            table.stand(tabs[2]);
        }
        table.play_out();
        count(&mut tallies, &table.tabs[&tabs[1]].view);
        assert_eq!(told(&table, tabs[1]), tallies);
        if game == 3 {
            assert_eq!(
                tallies["Wind 3"][0], 3,
                "who has left has not played it to its end"
            );
            table.sit(tabs[2], None);
        }
        let restored = Room::restore(table.now, table.log.clone()).unwrap();
        assert!(restored.state() == table.room.state());
    }
    let [games, wins, shared] = tallies["Wind 1"];
    assert!(games == 12 && wins < games, "{wins} and {shared}");
    // The person with the most wins comes first.
    let standing = table.tabs[&tabs[0]].view["standing"].as_array().unwrap();
    let wins = standing.iter().map(|told| told["wins"].as_u64().unwrap());
    assert!(wins.is_sorted_by(|a, b| a >= b));
}

#[test]
fn a_draw_is_no_win() {
    let (mut table, tabs) = Table::playing_a(GameKind::Tortus, 1, QUICK, 2);
    while table.tabs[&tabs[0]].view["game"]["phase"]["type"] != "act" {
        table.move_on();
    }
    for tab in &tabs {
        table.act(*tab, &json!({"game": "tortus", "type": "draw"}));
    }
    assert_eq!(table.tabs[&tabs[0]].phase(), "over");
    let both = ["Wind 1", "Wind 2"].map(|name| (name.to_owned(), [1, 0, 1]));
    assert_eq!(told(&table, tabs[0]), both.into());
}

#[test]
fn a_player_who_has_left_keeps_their_name() {
    let (mut table, tabs) = Table::playing(1, QUICK, 2);
    table.play_out();
    table.send(tabs[1], Command::Name { name: name(20) });
    assert!(told(&table, tabs[0]).contains_key("Wind 20"));
    table.stand(tabs[1]);
    table.leave(tabs[1]);
    assert!(told(&table, tabs[0]).contains_key("Wind 20"));
    // A later person cannot impersonate them.
    let other = table.join(20);
    table.sit(other, None);
    assert_eq!(table.tabs[&tabs[0]].view["seats"][1]["name"], "Wind 20 (2)");
}

#[test]
fn the_person_whose_last_game_is_oldest_is_forgotten_first() {
    let (mut table, tabs) = Table::seated(1, QUICK, 1);
    let guests = u128::try_from(limits::STANDING).unwrap();
    for guest in 2..=guests + 1 {
        let tab = table.join(guest);
        table.sit(tab, None);
        table.begin(&[tabs[0], tab]);
        let view = table.tabs[&tab].view["game"].clone();
        table.act(tab, &resignation(&view));
        table.stand(tab);
        table.leave(tab);
    }
    let tallies = told(&table, tabs[0]);
    assert_eq!(tallies.len(), limits::STANDING);
    assert_eq!(tallies["Wind 1"][..2], [guests as u64, guests as u64]);
    assert!(!tallies.contains_key("Wind 2") && tallies.contains_key("Wind 3"));
}

/// A log from before the results existed has them too, because they follow from the games.
#[test]
fn the_games_of_old_logs_count() {
    let log = frozen::records(include_str!("../cases/rules_1/tsuro-over.jsonl"));
    let over = |event: &AnyEvent| {
        matches!(
            event,
            AnyEvent::Tsuro(senda_rules::tsuro::Event::Over { .. })
        )
    };
    let games = log.iter().flat_map(|record| &record.happened);
    let games = games.filter(|happened| match happened {
        senda_room::LogEvent::Played(played) => played.events.iter().any(over),
        _ => false,
    });
    let games = games.count() as u64;
    let mut table = Table::of_log(log);
    let tab = table.join(1);
    let tallies = told(&table, tab);
    assert!(games > 1);
    assert_eq!(
        tallies.values().map(|[games, ..]| *games).max(),
        Some(games)
    );
}
