//! Tests of games that start from a finished one: its deal, or a position of it.

use senda_room::{
    LogEvent, Opening, StartsFrom,
    game_file::{Check, Format, GameFile, Noted, Replay},
    log::{SetupFrom, Started},
    protocol::{Clock, Settings, Start},
    review::{GameReplay, Origin},
};
use senda_rules::{AnyGame, AnyView, Game, GameKind, Seat, Viewer};
use serde_json::json;

use crate::{
    effort::scaled,
    replay::steps,
    table::{Answer, QUICK, START, Table, person, resignation, seat, settings_of},
};

/// Returns a table with a finished game of that kind, in which at most so many decisions were made
/// before a player resigned.
fn finished(game: GameKind, seed: u64, players: u128, decisions: u32) -> Table {
    let (mut table, _) = Table::playing_a(game, seed, QUICK, players);
    for _ in 0..decisions {
        if table.acting().is_some() {
            table.move_on();
        }
    }
    resign_all(&mut table);
    table
}

fn resign_all(table: &mut Table) {
    while let Some(acting) = table.acting() {
        let resign = resignation(&table.tabs[&acting].view["game"]);
        table.act(acting, &resign);
    }
}

fn started(table: &Table) -> &Started {
    let mut events = table.log.iter().flat_map(|record| &record.happened);
    let started = events.find_map(|event| match event {
        LogEvent::Started(started) => Some(started),
        _ => None,
    });
    started.expect("a game")
}

/// Returns the start from a finished game with so many players.
fn start(seats: u8, step: Option<u32>, viewer: Option<Seat>) -> Start {
    Start {
        game: "0123456789abcdef0123".to_owned(),
        seats,
        step,
        viewer,
    }
}

/// Returns a table at which all players of the origin sit, the host in that seat, and its game.
fn begun(table: &Table, start: &Start, host: u8) -> Table {
    let origin = Origin::of(&table.log, 1, start).expect("a finished game");
    assert_eq!(origin.seats, start.seats);
    let settings = Settings {
        options: origin.options,
        start: Some(start.clone()),
        ..settings_of(GameKind::Tsuro, QUICK)
    };
    settings.check().unwrap();
    let opening = Opening {
        seat: seat(host),
        setup: Some(origin.setup),
        ..Opening::default()
    };
    let mut further = Table::opened(settings, opening, 99);
    let tabs: Vec<_> = (1..=u128::from(start.seats))
        .map(|number| further.join(number))
        .collect();
    for &tab in &tabs[1..] {
        further.sit(tab, None).expect_ack();
    }
    further.begin(&tabs);
    further
}

/// Returns the game as the log of its room has it.
fn game_of(table: &Table) -> AnyGame {
    let started = started(table);
    let seats = u8::try_from(started.players.len()).unwrap();
    let mut game = AnyGame::new(&started.options, seats, started.first).unwrap();
    game.apply_all(&started.events);
    game
}

#[test]
fn a_repeated_deal_has_the_same_tiles_and_the_same_chance() {
    for &kind in GameKind::ALL {
        let (mut table, _) = Table::playing_a(kind, 5, Clock::None {}, 2);
        table.play_out_within(400);
        resign_all(&mut table);
        let again = begun(&table, &start(2, None, None), 1);
        assert_eq!(started(&again).events, started(&table).events, "{kind:?}");
        assert_eq!(again.log[0].happened.len(), 3);
        let listing = again.room.listing().unwrap();
        assert_eq!(listing.starts_from, Some(StartsFrom::Deal));
        // The host of the further room has the other seat. The seats keep their colours.
        assert_eq!(started(&again).players[1].0, person(1));
        let colours = |table: &Table| {
            let players = started(table).players.iter();
            players.map(|(_, colour)| *colour).collect::<Vec<_>>()
        };
        assert_eq!(colours(&again), colours(&table));
        // The same decisions lead to the same chance until the end.
        let first = GameFile::of(&table.log, 1).unwrap();
        let mut game = game_of(&again);
        for event in table.log.iter().flat_map(|record| &record.happened) {
            if let LogEvent::Played(played) = event {
                game.apply_all(&played.events);
            }
        }
        assert_eq!(game.outcome(), Some(first.outcome.clone()));
        let mut again = again;
        resign_all(&mut again);
        let file = GameFile::of(&again.log, 1).unwrap();
        assert_eq!(file.format, Format::Four);
        assert_eq!((file.secret, &file.nonces), (first.secret, &first.nonces));
        assert!(Check::of(&file, &Noted::default()).findings.is_empty());
        Replay::begin(&file).unwrap().finish().unwrap();
    }
}

#[test]
fn a_game_continues_from_every_position_as_its_viewer_knew_it() {
    for &kind in GameKind::ALL {
        for seed in 0..scaled(4) {
            let players = if kind == GameKind::Tortus { 2 } else { 3 };
            let table = finished(kind, seed.into(), players, 10 + 7 * seed);
            let seats = u8::try_from(players).unwrap();
            let all = GameReplay::of(&table.log, 1, Viewer::Omniscient).unwrap();
            let count = all.steps.len();
            for (at, viewer) in [
                (0, None),
                (count / 2, Some(1)),
                (count / 2, None),
                (count - 2, Some(0)),
            ] {
                let viewer = viewer.map(seat);
                let step = u32::try_from(at).unwrap();
                let seen = viewer.map_or(Viewer::Omniscient, Viewer::Seat);
                let replay = GameReplay::of(&table.log, 1, seen).unwrap();
                let shown = &steps(&replay)[at].1;
                let further = begun(&table, &start(seats, Some(step), viewer), 0);
                let listing = further.room.listing().unwrap();
                assert_eq!(listing.starts_from, Some(StartsFrom::Position));
                let game = game_of(&further);
                assert_eq!(
                    serde_json::to_value(game.view_without_choices(seen)).unwrap(),
                    *shown,
                    "{kind:?}"
                );
                assert!(game.is_sound());
                let mut further = further;
                for _ in 0..6 {
                    if further.acting().is_some() {
                        further.move_on();
                    }
                }
                resign_all(&mut further);
                let file = GameFile::of(&further.log, 1).unwrap();
                assert!(Check::of(&file, &Noted::default()).findings.is_empty());
                Replay::begin(&file).unwrap().finish().unwrap();
                assert!(GameReplay::of(&further.log, 1, Viewer::Spectator).is_some());
            }
        }
    }
}

#[test]
fn a_position_of_one_player_holds_nothing_that_the_player_did_not_know() {
    for &kind in GameKind::ALL {
        let table = finished(kind, 3, 2, 12);
        let replay = GameReplay::of(&table.log, 1, Viewer::Seat(seat(1))).unwrap();
        let (_, shown) = steps(&replay).swap_remove(5);
        let origin = Origin::of(&table.log, 1, &start(2, Some(5), Some(seat(1)))).unwrap();
        let SetupFrom::Position { view } = origin.setup.from else {
            panic!("a position");
        };
        assert_eq!(serde_json::to_value::<&AnyView>(&view).unwrap(), shown);
    }
}

#[test]
fn a_position_after_the_end_or_of_no_version_starts_no_game() {
    let table = finished(GameKind::Tsuro, 1, 2, 4);
    let replay = GameReplay::of(&table.log, 1, Viewer::Spectator).unwrap();
    let last = u32::try_from(replay.steps.len()).unwrap() - 1;
    for step in [last, last + 1, u32::MAX] {
        assert_eq!(Origin::of(&table.log, 1, &start(2, Some(step), None)), None);
    }
    assert_eq!(Origin::of(&table.log, 2, &start(2, None, None)), None);
}

#[test]
fn neither_the_start_nor_the_options_of_such_a_room_can_be_changed() {
    let table = finished(GameKind::Tsuro, 1, 3, 4);
    let mut again = begun(&table, &start(3, None, None), 0);
    let host = *again.tabs.keys().next().unwrap();
    resign_all(&mut again);
    let current: Settings =
        serde_json::from_value(again.tabs[&host].view["settings"].clone()).unwrap();
    let refused = |answer: Answer, which: &str| {
        assert!(
            matches!(&answer, Answer::Nak { whole, .. }
            if *whole == json!({ "code": "bad_settings", "which": which })),
            "{answer:?}"
        );
    };
    let dealt = Settings {
        start: None,
        ..current.clone()
    };
    refused(again.set(host, dealt), "start");
    let tortus = Settings {
        options: GameKind::SectionX.options(),
        ..current.clone()
    };
    refused(again.set(host, tortus), "options");
    let slow = Settings {
        clock: Clock::None {},
        ..current
    };
    again.set(host, slow).expect_ack();
    // Every seat of the game is needed again.
    let stands = *again.tabs.keys().last().unwrap();
    again.stand(stands).expect_ack();
    assert_eq!(again.start(host).code(), "too_few");
    assert!(again.log[0].at >= START);
}
