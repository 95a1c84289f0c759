//! Tests of rated games: their conditions, and whether they count.

use senda_room::{
    ConnectionId, Finished, Input, LogEvent, NetworkTag, PlayerId, Record,
    log::{RatedGame, RatedGameReader},
    protocol::{Clock, Command, Rated, Settings, StandIn},
};
use senda_rules::GameKind;
use serde_json::{Value, json};

use crate::table::{Answer, QUICK, Table, player, resignation, seat, settings_of};

const GAME: GameKind = GameKind::ALL[0];

fn rated_settings() -> Settings {
    Settings {
        rated: true,
        ..settings_of(GAME, QUICK)
    }
}

/// Seats people in a room with rated games, each from a network of their own.
fn seated(count: u128) -> (Table, Vec<ConnectionId>) {
    let (mut table, tabs) = Table::seated_for(GAME, 1, QUICK, count);
    for number in 1..=count {
        from(&mut table, number, number);
    }
    table.set(tabs[0], rated_settings()).expect_ack();
    (table, tabs)
}

fn from(table: &mut Table, number: u128, network: u128) {
    table.step(Input::CameFrom {
        player: player(number),
        network: NetworkTag(network.try_into().unwrap()),
    });
}

#[track_caller]
fn needs(answer: &Answer, need: &str) {
    let Answer::Nak { whole, .. } = answer else {
        panic!("accepted");
    };
    assert_eq!(*whole, json!({"code": "rated_needs", "need": need}));
}

fn started(table: &Table) -> Option<Rated> {
    let mut events = table.log.iter().flat_map(|record| &record.happened);
    events.find_map(|event| match event {
        LogEvent::Started(started) => started.rated,
        _ => None,
    })
}

fn games(log: &[Record]) -> Vec<RatedGame> {
    let mut reader = RatedGameReader::default();
    log.iter()
        .filter_map(|record| reader.read(record))
        .collect()
}

fn of_finished(finished: &Finished) -> Vec<(PlayerId, u8)> {
    let players = finished.rated.clone().unwrap_or_default();
    players
        .into_iter()
        .zip(finished.outcome.places.iter().copied())
        .collect()
}

#[test]
fn settings_that_contradict_rated_games_are_refused() {
    let (mut table, tabs) = Table::seated_for(GAME, 1, QUICK, 2);
    let with = |change: &dyn Fn(&mut Settings)| {
        let mut settings = rated_settings();
        change(&mut settings);
        settings
    };
    for (need, settings) in [
        ("clock", with(&|to| to.clock = Clock::None {})),
        ("no_hints", with(&|to| to.hints = true)),
        (
            "no_stand_in",
            with(&|to| to.stand_in = Some(StandIn::Bot(senda_bots::Level::Easy))),
        ),
    ] {
        needs(&table.set(tabs[0], settings), need);
    }
    table.set(tabs[0], rated_settings()).expect_ack();
    let view = &table.tabs[&tabs[0]].view;
    assert_eq!(view["settings"]["rated"], true);
    assert_eq!(view["seats"][1]["ready"], false, "the game changes");
    // The game can wait for a player who is away.
    let waits = with(&|to| to.stand_in = Some(StandIn::Wait));
    table.set(tabs[0], waits).expect_ack();
}

#[test]
fn rated_games_begin_with_a_new_deal() {
    let mut settings = serde_json::to_value(rated_settings()).unwrap();
    settings["start"] = json!({"game": "k7m2p9qx4t", "seats": 2});
    let settings: Settings = serde_json::from_value(settings).unwrap();
    let refused = serde_json::to_value(settings.check().unwrap_err()).unwrap();
    assert_eq!(refused, json!({"code": "rated_needs", "need": "new_deal"}));
}

#[test]
fn a_bot_never_plays_in_a_rated_game() {
    let (mut table, tabs) = Table::seated_for(GAME, 1, QUICK, 2);
    let bot = Command::Bot {
        seat: Some(seat(2)),
        level: Some(senda_bots::Level::Easy),
    };
    table.send(tabs[0], bot.clone()).expect_ack();
    table.set(tabs[0], rated_settings()).expect_ack();
    table.ready(tabs[1], true);
    needs(&table.start(tabs[0]), "no_bots");
    assert_eq!(table.tabs[&tabs[0]].presence["rated"], Value::Null);
    let (mut table, tabs) = seated(2);
    needs(&table.send(tabs[0], bot), "no_bots");
}

#[test]
fn a_game_of_people_from_different_networks_counts() {
    let (mut table, tabs) = seated(3);
    assert_eq!(table.tabs[&tabs[2]].presence["rated"], "counts");
    table.begin(&tabs);
    assert_eq!(started(&table), Some(Rated::Counts));
    table.play_out();
    let finished = &table.finished[0];
    let players = finished.rated.clone().unwrap();
    assert_eq!(players, [player(1), player(2), player(3)]);
    let of_log = games(&table.log);
    assert_eq!(of_log.len(), 1);
    assert_eq!(of_log[0].players, of_finished(finished));
    assert_eq!((of_log[0].round, of_log[0].kind), (1, GAME));
    assert_eq!(of_log[0].ended_at, table.log.last().unwrap().at);
}

#[test]
fn a_game_of_two_people_from_one_network_does_not_count() {
    let (mut table, tabs) = seated(3);
    from(&mut table, 3, 1);
    // The presence says it before the game.
    let late = table.join(4);
    assert_eq!(table.tabs[&late].presence["rated"], "same_network");
    table.begin(&tabs);
    assert_eq!(started(&table), Some(Rated::SameNetwork));
    let later = table.join(5);
    assert_eq!(table.tabs[&later].presence["rated"], "same_network");
    table.play_out();
    assert_eq!(table.finished[0].rated, None);
    assert_eq!(games(&table.log), []);
}

#[test]
fn a_game_of_a_person_from_an_unknown_network_does_not_count() {
    let (mut table, tabs) = Table::seated_for(GAME, 1, QUICK, 2);
    from(&mut table, 1, 1);
    table.set(tabs[0], rated_settings()).expect_ack();
    assert_eq!(table.tabs[&tabs[0]].presence["rated"], "unknown_network");
    table.begin(&tabs);
    assert_eq!(started(&table), Some(Rated::UnknownNetwork));
}

#[test]
fn the_log_contains_no_network() {
    let (mut table, tabs) = seated(2);
    from(&mut table, 1, 987_654_321);
    table.begin(&tabs);
    let log = serde_json::to_string(&table.log).unwrap();
    assert!(log.contains(r#""rated":"counts""#));
    assert!(!log.contains("987654321"));
}

#[test]
fn a_room_without_rated_games_says_nothing_about_ratings() {
    let (mut table, tabs) = Table::seated_for(GAME, 1, QUICK, 2);
    from(&mut table, 1, 1);
    from(&mut table, 2, 1);
    table.begin(&tabs);
    assert!(!serde_json::to_string(&table.log).unwrap().contains("rated"));
    assert_eq!(table.tabs[&tabs[0]].presence["rated"], Value::Null);
    table.play_out();
    assert_eq!(table.finished[0].rated, None);
}

#[test]
fn nothing_is_taken_back_and_no_hint_given_in_a_rated_game() {
    let (mut table, tabs) = seated(2);
    table.begin(&tabs);
    let version = table.log.last().unwrap().version;
    let acting = table.acting().unwrap();
    needs(
        &table.send(acting, Command::TakeBack { version }),
        "no_take_back",
    );
    needs(
        &table.send(acting, Command::AskTakeBack { version }),
        "no_take_back",
    );
    assert_eq!(
        table.send(acting, Command::Hint { version }).code(),
        "no_hint"
    );
    assert_eq!(table.tabs[&acting].view["take_back"], 0);
}

#[test]
fn a_seat_belongs_to_the_player_who_started_the_game() {
    let (mut table, tabs) = seated(3);
    table.begin(&tabs);
    table.stand(tabs[1]);
    let other = table.join(9);
    needs(&table.sit(other, Some(1)), "own_seat");
    needs(&table.sit(other, None), "own_seat");
    let person = table.who(other);
    let hand = Command::Hand {
        seat: seat(1),
        person,
    };
    needs(&table.send(tabs[0], hand), "own_seat");
    table.sit(tabs[1], None).expect_ack();
    table.stand(tabs[1]);
    table.play_out();
    // A player who has left gets the place that the rules give to the seat.
    let finished = &table.finished[0];
    assert_eq!(finished.players[1], None);
    assert_eq!(finished.rated.clone().unwrap()[1], player(2));
    assert_eq!(games(&table.log)[0].players, of_finished(finished));
}

#[test]
fn a_resignation_counts_with_the_place_that_the_rules_give() {
    let (mut table, tabs) = seated(2);
    table.begin(&tabs);
    let acting = table.acting().unwrap();
    let own = table.tabs[&acting].seat().unwrap();
    table
        .act(
            acting,
            &resignation(&table.tabs[&acting].view["game"].clone()),
        )
        .expect_ack();
    let players = &games(&table.log)[0].players;
    assert_eq!(players[own].1, 2);
    assert_eq!(players[1 - own].1, 1);
}

#[test]
fn a_restored_room_still_knows_that_its_game_counts() {
    let (mut table, tabs) = seated(2);
    table.begin(&tabs);
    let room = senda_room::Room::restore(table.now, table.log.clone()).unwrap();
    assert_eq!(room.state(), table.room.state());
    table.play_out();
    assert!(table.finished[0].rated.is_some());
}

#[test]
fn an_abandoned_game_does_not_count() {
    let (mut table, tabs) = seated(3);
    table.begin(&tabs);
    table.stand(tabs[2]);
    for tab in &tabs[..2] {
        let vote = Command::VoteToEnd { wanted: true };
        table.send(*tab, vote).expect_ack();
    }
    assert_eq!(table.tabs[&tabs[0]].view["phase"], "over");
    assert_eq!(games(&table.log), []);
}
