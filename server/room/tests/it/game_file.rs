//! Tests of the file of a finished game. It holds the whole game, and the check detects every
//! manipulation.

use std::collections::BTreeSet;

use senda_room::{
    Entropy, LogEvent, Record, Room,
    game_file::{Check, Fault, Finding, GameFile, Noted, Replay, Step, Unreadable},
    limits,
    log::{Played, Started},
    protocol::{By, Colour, Command, Ended},
};
use senda_rules::{AnyGame, AnyIllegal, AnyOptions, Game, GameKind, Shuffler};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::table::{Dice, QUICK, START, Table, person};

/// A change to an honest game, and the findings that the check must return. The check in the
/// browser has the same cases.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    /// The name of the honest game's file.
    file: String,
    /// The changed places in the file, as JSON pointers, and the new values.
    change: Vec<(String, Value)>,
    #[serde(default)]
    noted: NotedBefore,
    /// The exact findings, or only their types if there are many.
    found: Expected,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct NotedBefore {
    commitment: Option<senda_rules::Commitment>,
    nonce: Option<senda_rules::Nonce>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Expected {
    Types { types: BTreeSet<String> },
    Exactly(Vec<Value>),
}

const TWO: &str = include_str!("../cases/game_file/two.json");
const FOUR: &str = include_str!("../cases/game_file/four.json");
/// A game of Tortus with a second deal, exchanged holes of hands, and filled gaps.
const TORTUS: &str = include_str!("../cases/game_file/tortus.json");
/// A game of Section X with a resignation and a second round, in which one hide-out stays on the
/// board.
const SECTION_X: &str = include_str!("../cases/game_file/section_x.json");

/// A game of Section X with take-backs.
const TAKE_BACK: &str = include_str!("../cases/game_file/take_back.json");

/// A game of Tsuro with agreed take-backs.
const AGREED: &str = include_str!("../cases/game_file/agreed.json");

fn honest(name: &str) -> &'static str {
    match name {
        "two" => TWO,
        "four" => FOUR,
        "tortus" => TORTUS,
        "section_x" => SECTION_X,
        "take_back" => TAKE_BACK,
        "agreed" => AGREED,
        // This file does not follow the rules. Only its shuffles matter.
        "doubles" => include_str!("../cases/game_file/doubles.json"),
        other => panic!("no file {other}"),
    }
}

fn changed(file: &str, change: &[(String, Value)]) -> GameFile {
    let mut value: Value = serde_json::from_str(honest(file)).unwrap();
    for (pointer, now) in change {
        *value.pointer_mut(pointer).expect(pointer) = now.clone();
    }
    GameFile::read(value.to_string().as_bytes()).unwrap()
}

fn findings(check: &Check) -> Vec<Value> {
    let json = |finding: &Finding| serde_json::to_value(finding).unwrap();
    check.findings.iter().map(json).collect()
}

#[test]
fn the_check_detects_every_manipulation() {
    let cases: Vec<Case> =
        serde_json::from_str(include_str!("../cases/game_file/cases.json")).unwrap();
    assert!(cases.len() > 12);
    for case in cases {
        let noted = Noted {
            commitment: case.noted.commitment,
            nonce: case.noted.nonce,
        };
        let check = Check::of(&changed(&case.file, &case.change), &noted);
        let found = findings(&check);
        match case.found {
            Expected::Exactly(expected) => assert_eq!(found, expected, "{}", case.name),
            Expected::Types { types } => {
                let type_of = |finding: &Value| finding["type"].as_str().unwrap().to_owned();
                let found: BTreeSet<String> = found.iter().map(type_of).collect();
                assert_eq!(found, types, "{}", case.name);
            }
        }
    }
}

#[test]
fn kept_games_can_still_be_replayed() {
    for text in [TWO, FOUR, TORTUS, SECTION_X, TAKE_BACK, AGREED] {
        let file = GameFile::read(text.as_bytes()).unwrap();
        assert_eq!(file.write(), text);
        let check = Check::of(&file, &Noted::default());
        assert_eq!(findings(&check), [Value::Null; 0]);
        assert!(check.draws > 0 && check.shuffles.len() > 1);
        let game = Replay::begin(&file).unwrap().finish().unwrap();
        assert_eq!(game.outcome(), Some(file.outcome));
    }
}

/// Plays a number of games at a table. All players but the last send a nonce.
fn played(seed: u64, players: u128, games: u32) -> Table {
    let (mut table, tabs) = Table::seated(seed, QUICK, players);
    for _ in 0..games {
        for (number, &tab) in tabs.iter().enumerate().skip(1) {
            let nonce = (number + 1 < tabs.len()).then(|| table.dice.nonce());
            table.send(tab, Command::Ready { ready: true, nonce });
        }
        let nonce = Some(table.dice.nonce());
        // A late or missing nonce does not delay the game.
        let started = table.send(tabs[0], Command::Start { nonce });
        started.expect_ack();
        while table.acting().is_some() {
            if table.dice.once_in(9) {
                let due = table.room.deadline().unwrap();
                table.wait_until(due);
            } else {
                table.move_on();
            }
        }
    }
    table
}

#[test]
fn the_file_of_a_game_holds_the_whole_game() {
    let mut returns = 0;
    let mut by_clock = 0;
    for players in 2..=8 {
        let table = played(u64::try_from(players).unwrap() + 40, players, 2);
        for round in [1, 2] {
            let file = GameFile::of(&table.log, round).unwrap();
            assert_eq!(file.round, round);
            assert_eq!(file.nonces.last(), Some(&None));
            assert_eq!(GameFile::read(file.write().as_bytes()), Ok(file.clone()));
            let check = Check::of(&file, &Noted::default());
            assert_eq!(findings(&check), [Value::Null; 0]);
            let game = Replay::begin(&file).unwrap().finish().unwrap();
            assert_eq!(game.outcome(), Some(file.outcome.clone()));
            let steps = serde_json::to_string(&file.steps).unwrap();
            returns += steps.matches("\"returned\"").count();
            by_clock += steps.matches("\"pick\"").count() - 1;
        }
        assert_eq!(GameFile::of(&table.log, 3), None);
        // The log holds everything: a room that was restored from it has the same games.
        Room::restore(table.now, table.log.clone()).unwrap();
        let log: Vec<Record> =
            serde_json::from_str(&serde_json::to_string(&table.log).unwrap()).unwrap();
        assert_eq!(GameFile::of(&log, 2), GameFile::of(&table.log, 2));
    }
    assert!(returns > 5 && by_clock > 5, "{returns} {by_clock}");
}

/// Returns the log of a game with those options, without a room. The clock makes every fourth
/// decision.
fn log(options: &Value, seed: u64, players: u8) -> Vec<Record> {
    let options: AnyOptions = serde_json::from_value(options.clone()).unwrap();
    let mut dice = Dice::new(seed);
    let secret = dice.secret();
    let nonces: Vec<_> = (0..players).map(|_| Some(dice.nonce())).collect();
    let mut chance = Shuffler::new(&secret, &nonces, 0);
    let mut game = AnyGame::new(&options, players, None).unwrap();
    let events = game.open(&mut chance);
    for event in &events {
        game.apply(event);
    }
    let mut happened = vec![LogEvent::Started(Started {
        round: 1,
        commitment: secret.commitment(),
        nonces: nonces.clone(),
        options,
        first: None,
        players: (0..players)
            .map(|seat| (person(seat.into()), Colour::ALL[usize::from(seat)]))
            .collect(),
        left_out: Vec::new(),
        start: None,
        position: None,
        rated: None,
        events,
        shuffles: chance.shuffles(),
    })];
    while let Some(seat) = game.acting().iter().next() {
        let by_clock = dice.once_in(4);
        let action = if by_clock {
            game.clock_action(seat, &mut chance).unwrap()
        } else {
            dice.pick(&game.legal_actions(seat)).clone()
        };
        let events = game.decide(seat, &action, &mut chance).unwrap();
        for event in &events {
            game.apply(event);
        }
        happened.push(LogEvent::Played(Played {
            seat,
            by: if by_clock { By::Clock } else { By::Player },
            action,
            events,
            shuffles: chance.shuffles(),
            bank_ms: None,
        }));
    }
    let outcome = game.outcome().unwrap();
    happened.push(LogEvent::Ended(Ended { outcome, secret }));
    let record = Record {
        version: 2,
        at: START,
        cause: None,
        happened,
    };
    vec![record]
}

#[test]
fn games_by_every_rulebook_can_be_checked_and_replayed() {
    let mut happened = String::new();
    for options in [
        json!({"game": "tsuro", "preset": "2005"}),
        json!({"game": "tsuro", "preset": "leaflet"}),
        json!({"game": "tsuro", "preset": "leaflet", "bonus": true, "open_hands": true}),
        json!({
            "game": "tsuro", "preset": "2020", "bonus": true, "tiles": 64, "edge": 8, "longest": true,
        }),
        json!({"game": "tortus", "strict_open": false}),
        json!({"game": "tortus", "strict_open": true}),
    ] {
        for players in [2, 4, 8] {
            if options["game"] == "tortus" && players > 2 {
                continue;
            }
            for seed in 1..=4 {
                let log = log(&options, seed, players);
                let file = GameFile::of(&log, 1).unwrap();
                assert_eq!(GameFile::read(file.write().as_bytes()), Ok(file.clone()));
                let check = Check::of(&file, &Noted::default());
                assert_eq!(
                    findings(&check),
                    [Value::Null; 0],
                    "{options} {players} {seed}"
                );
                let game = Replay::begin(&file).unwrap().finish().unwrap();
                assert_eq!(game.outcome(), Some(file.outcome.clone()));
                happened.push_str(&file.write());
            }
        }
    }
    for rare in [
        "swapped",
        "chose",
        "laid",
        "returned",
        "dragon",
        "exchanged",
        "revealed",
        "filled",
    ] {
        assert!(happened.contains(&format!("\"{rare}\"")), "no {rare}");
    }
    let mut gives = happened.split("\"give\":[").skip(1);
    assert!(gives.any(|given| !given.starts_with(']')), "no swap");
}

#[test]
fn a_running_game_has_no_file() {
    let (table, _) = Table::playing(3, QUICK, 2);
    assert_eq!(GameFile::of(&table.log, 1), None);
    assert_eq!(GameFile::of(&table.log, 0), None);
}

#[test]
fn a_file_names_the_player_who_took_over_a_seat() {
    let (mut table, tabs) = Table::playing(5, QUICK, 3);
    table.stand(tabs[1]);
    let other = table.join(9);
    table.sit(other, Some(1));
    table.play_out();
    let file = GameFile::of(&table.log, 1).unwrap();
    assert!(
        file.steps.iter().any(
            |step| matches!(step, Step::Seated { name, .. } if *name == crate::table::name(9))
        )
    );
    Replay::begin(&file).unwrap().finish().unwrap();
}

#[track_caller]
fn fault(file: &GameFile) -> (usize, Fault) {
    let replayed = Replay::begin(file).and_then(Replay::finish);
    let inconsistent = replayed.unwrap_err();
    (inconsistent.step, inconsistent.fault)
}

#[test]
fn a_replay_rejects_illegal_decisions() {
    let two = || GameFile::read(TWO.as_bytes()).unwrap();
    let last = two().steps.len();

    let mut file = two();
    let rules = GameKind::Tsuro.rules() + 1;
    file.rules = rules;
    assert_eq!(fault(&file), (0, Fault::Rules { rules }));

    let mut file = two();
    file.seats.truncate(1);
    assert!(matches!(fault(&file), (0, Fault::Opening(_))));

    let mut file = two();
    file.steps.remove(0);
    assert_eq!(fault(&file), (0, Fault::Deal));

    let mut file = two();
    file.steps.insert(1, file.steps[0].clone());
    assert_eq!(fault(&file), (1, Fault::Deal));

    // A player acts twice.
    let mut file = two();
    file.steps.insert(2, file.steps[1].clone());
    assert!(matches!(
        fault(&file),
        (2, Fault::Illegal(AnyIllegal::Tsuro(_)))
    ));

    let mut file = two();
    file.steps.truncate(last - 1);
    assert_eq!(fault(&file), (last - 1, Fault::Unfinished));

    let mut file = two();
    file.steps.push(file.steps[last - 1].clone());
    assert_eq!(fault(&file), (last, Fault::AfterTheEnd));

    let mut file = two();
    file.outcome.places.reverse();
    assert!(matches!(fault(&file), (step, Fault::Outcome { .. }) if step == last));

    let mut file = two();
    let Step::Dealt { events, .. } = &mut file.steps[0] else {
        panic!("no deal");
    };
    let dealt = events.pop();
    assert!(matches!(
        fault(&file),
        (0, Fault::Event { event: 0, expected: Some(expected), found: None }) if Some(&*expected) == dealt.as_ref()
    ));

    let mut file = two();
    let Step::Dealt { shuffles, .. } = &mut file.steps[0] else {
        panic!("no deal");
    };
    shuffles.pop();
    assert!(matches!(fault(&file), (0, Fault::Shuffles { expected }) if expected.len() == 2));
}

#[test]
fn a_replay_rejects_a_free_choice_of_the_clock() {
    let mut value: Value = serde_json::from_str(FOUR).unwrap();
    let steps = value["steps"].as_array_mut().unwrap();
    let at = steps.iter().position(|step| step["by"] == "clock").unwrap();
    steps[at]["by"] = json!("player");
    steps[at]["shuffles"] = json!([]);
    let free = GameFile::read(value.to_string().as_bytes()).unwrap();
    let steps = value["steps"].as_array_mut().unwrap();
    steps[at]["by"] = json!("clock");
    steps[at]["action"] = json!({"game": "tsuro", "type": "resign"});
    let file = GameFile::read(value.to_string().as_bytes()).unwrap();
    assert_eq!(fault(&file), (at, Fault::NotTheClocks));
    // A decision of the clock that is presented as a player's lacks its shuffle.
    let numbers = |finding: &Finding| matches!(finding, Finding::Number { .. });
    let check = Check::of(&free, &Noted::default());
    assert!(check.findings.iter().any(numbers), "{:?}", check.findings);
}

#[test]
fn an_unreadable_file_is_rejected_with_the_position() {
    let read = |text: &str| GameFile::read(text.as_bytes()).unwrap_err();
    assert!(matches!(read(""), Unreadable::Json { line: 1, .. }));
    assert!(matches!(
        read("{\n\"format\": oops"),
        Unreadable::Json { line: 2, .. }
    ));
    assert!(matches!(read("[1, 2]"), Unreadable::Json { .. }));
    assert_eq!(read("{}"), Unreadable::NoFormat);
    assert_eq!(read("{\"format\": 1}"), Unreadable::NoFormat);
    let later = "senda-game/5";
    assert_eq!(
        read(&format!("{{\"format\": \"{later}\", \"new\": true}}")),
        Unreadable::UnknownFormat(later.to_owned())
    );
    let misspelt = TWO.replacen("\"hands\"", "\"hens\"", 1);
    let Unreadable::Json { line, reason, .. } = read(&misspelt) else {
        panic!("another refusal");
    };
    let place = TWO.lines().position(|line| line.contains("\"hands\""));
    assert_eq!(Some(line - 1), place, "{reason}");
    assert!(reason.contains("hands"), "{reason}");
    let deep = format!("{{\"format\": {}", "[".repeat(100_000));
    assert!(matches!(read(&deep), Unreadable::Json { .. }));
    assert!(matches!(
        GameFile::read(&[b'"', 0xff, 0xfe, b'"']),
        Err(Unreadable::Json { .. })
    ));
}

#[test]
fn a_file_has_limits() {
    let large = " ".repeat(limits::GAME_FILE_BYTES + 1);
    assert_eq!(GameFile::read(large.as_bytes()), Err(Unreadable::TooLarge));
    let change = |pointer: &str, now: Value| {
        let mut value: Value = serde_json::from_str(TWO).unwrap();
        *value.pointer_mut(pointer).unwrap() = now;
        GameFile::read(value.to_string().as_bytes())
    };
    for count in [json!(20_001), json!(u32::MAX)] {
        assert_eq!(
            change("/steps/0/shuffles/0/count", count),
            Err(Unreadable::TooMuchShuffled)
        );
    }
    assert_eq!(
        change("/nonces", json!([])),
        Err(Unreadable::NotOneEach("nonces"))
    );
    assert_eq!(
        change("/outcome/places", json!([1])),
        Err(Unreadable::NotOneEach("places"))
    );
}
