//! Tests of the deal of a day: one person plays it against hard bots, once, under the same
//! conditions as everyone else.

use senda_room::{
    LogEvent, Opening,
    game_file::{Check, GameFile, Noted, Replay},
    log::{Setup, Started},
    protocol::{Clock, Command, Day, Level, SeatToken, Settings},
};
use senda_rules::{GameKind, Secret};

use crate::table::{QUICK, Table, person, resignation, seat, settings_of};

fn day() -> Day {
    Day::try_from("2026-11-21".to_owned()).unwrap()
}

/// Returns a room of person 1 with the deal that the secret makes.
fn opened(game: GameKind, secret: Secret, seed: u64) -> Table {
    let settings = Settings::of_a_day(game, day());
    settings.check().unwrap();
    let opening = Opening {
        bots: Some(Level::Hard),
        setup: Some(Setup::of_a_day(secret, Settings::seats_of_a_day(game))),
        ..Opening::default()
    };
    Table::opened(settings, opening, seed)
}

fn started(table: &Table) -> Vec<&Started> {
    let events = table.log.iter().flat_map(|record| &record.happened);
    let started = events.filter_map(|event| match event {
        LogEvent::Started(started) => Some(started),
        _ => None,
    });
    started.collect()
}

/// Plays until the game is over. The person resigns.
fn finish(table: &mut Table) {
    let is_over = |table: &Table| {
        let mut events = table.log.iter().flat_map(|record| &record.happened);
        events.any(|event| matches!(event, LogEvent::Ended(_)))
    };
    while !is_over(table) {
        if let Some(acting) = table.acting() {
            let resign = resignation(&table.tabs[&acting].view["game"]);
            table.act(acting, &resign).expect_ack();
        } else {
            assert!(table.bot_decides());
        }
    }
}

const SECRET: Secret = Secret([7; 32]);

#[test]
fn the_game_starts_with_hard_bots_as_soon_as_the_player_is_there() {
    for (game, seats) in [
        (GameKind::Tsuro, 4),
        (GameKind::Tortus, 2),
        (GameKind::SectionX, 2),
    ] {
        let mut table = opened(game, SECRET, 1);
        assert!(started(&table).is_empty());
        let tab = table.join(1);
        table.later(1);
        assert_eq!(started(&table).len(), 1, "{game:?}");
        let players = &started(&table)[0].players;
        assert_eq!(players.len(), seats);
        assert_eq!(players[0].0, person(1));
        let bots = &table.tabs[&tab].view["seats"].as_array().unwrap()[1..seats];
        assert!(bots.iter().all(|bot| bot["bot"] == "hard"), "{bots:?}");
        assert_eq!(table.tabs[&tab].view["settings"]["day"], "2026-11-21");
        assert_eq!(table.tabs[&tab].view["hints"], false);
    }
}

#[test]
fn all_people_get_the_same_deal_and_the_secret_tells_it_afterwards() {
    for &game in GameKind::ALL {
        let begin = |secret, seed| {
            let mut table = opened(game, secret, seed);
            table.join(1);
            table.later(1);
            table
        };
        let (mut table, again) = (begin(SECRET, 1), begin(SECRET, 2));
        assert_eq!(started(&table)[0].events, started(&again)[0].events);
        assert_eq!(started(&table)[0].commitment, SECRET.commitment());
        let other = begin(Secret([8; 32]), 1);
        assert_ne!(started(&table)[0].events, started(&other)[0].events);

        finish(&mut table);
        let file = GameFile::of(&table.log, 1).unwrap();
        assert_eq!(file.secret, SECRET);
        assert!(Check::of(&file, &Noted::default()).findings.is_empty());
        assert!(Replay::begin(&file).unwrap().finish().is_ok());
    }
}

#[test]
fn the_conditions_are_fixed_and_there_is_no_help() {
    let mut table = opened(GameKind::Tsuro, SECRET, 1);
    let tab = table.join(1);
    table.later(1);
    let version = table.version();
    let level = Some(Level::Easy);
    for command in [
        Command::Hint { version },
        Command::AskTakeBack { version },
        Command::Stand {},
        Command::Set {
            settings: settings_of(GameKind::Tsuro, QUICK),
        },
        Command::Bot {
            seat: Some(seat(1)),
            level,
        },
        Command::Bot {
            seat: Some(seat(1)),
            level: None,
        },
        Command::Token {
            seat: Some(seat(1)),
            token: SeatToken::parse(&"0".repeat(64)).unwrap(),
        },
        Command::Hand {
            seat: seat(1),
            person: table.at(tab, 1),
        },
    ] {
        let answer = table.send(tab, command.clone());
        assert_eq!(answer.code(), "same_for_all", "{command:?}");
    }
    assert_eq!(table.version(), version);
}

#[test]
fn the_deal_is_played_once() {
    let mut table = opened(GameKind::Tortus, SECRET, 1);
    let tab = table.join(1);
    table.later(1);
    finish(&mut table);
    assert_eq!(table.ready(tab, true).code(), "same_for_all");
    assert_eq!(table.start(tab).code(), "same_for_all");
    table.later(60_000);
    assert_eq!(started(&table).len(), 1);
    let friend = table.join(2);
    assert_eq!(table.sit(friend, None).code(), "same_for_all");
}

#[test]
fn all_settings_follow_from_the_day() {
    let settings = Settings::of_a_day(GameKind::Tsuro, day());
    let changes: [&dyn Fn(&mut Settings); 5] = [
        &|settings| settings.hints = true,
        &|settings| settings.clock = Clock::Turn { seconds: 60 },
        &|settings| settings.no_spectators = false,
        &|settings| settings.starts_with = None,
        &|settings| settings.public = true,
    ];
    for change in changes {
        let mut other = settings.clone();
        change(&mut other);
        assert!(other.check().is_err(), "{other:?}");
    }
    let text = serde_json::to_string(&settings).unwrap();
    assert_eq!(serde_json::from_str::<Settings>(&text).unwrap(), settings);
    let wrong = text.replace("2026-11-21", "2026-11-32");
    assert!(serde_json::from_str::<Settings>(&wrong).is_err());
}
