//! Tests of the serialized messages and records, frozen in `tests/golden`. Browsers that were
//! loaded before an update, and logs that were written before it, must still work.

use std::{collections::BTreeSet, fs, path::Path};

use senda_room::{
    ConnectionId, LogEvent, Record,
    protocol::{
        ChatText, ClientMessage, Colour, Command, CommandId, Name, OperatorNotice, Problem,
        RoomProblem, ServerMessage,
    },
};
use senda_rules::GameKind;
use serde::Serialize;
use serde_json::{Value, json, value::RawValue};

use crate::table::{QUICK, Table, name, seat, settings, settings_of};

/// Compares values with a file of one JSON value per line. `SENDA_GOLDEN=write` rewrites the file.
fn golden<T: Serialize>(file: &str, values: &[T]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/golden")
        .join(file);
    let lines = values
        .iter()
        .map(|value| serde_json::to_string(value).unwrap() + "\n");
    let text: String = lines.collect();
    if std::env::var("SENDA_GOLDEN").is_ok_and(|value| value == "write") {
        fs::write(&path, &text).unwrap();
    }
    assert_eq!(
        fs::read_to_string(&path).unwrap(),
        text,
        "{}",
        path.display()
    );
}

#[test]
fn messages_to_browsers_match_the_golden_file() {
    let (mut table, tabs) = Table::seated(1, QUICK, 2);
    table.chat(tabs[0], "olá");
    table.stand(tabs[1]);
    table.stand(tabs[1]);
    table.sit(tabs[1], None);
    table.begin(&tabs);
    table.wait(15_000);
    let mut lines = table.tabs[&tabs[1]].frames.clone();
    let of_socket = [
        ServerMessage::Closing { again_ms: 500 },
        ServerMessage::OperatorNotice {
            notice: Some(OperatorNotice {
                text: Some("Half an hour without games tonight.".to_owned()),
                restart_in_ms: None,
                for_ms: 60_000,
            }),
        },
        ServerMessage::OperatorNotice {
            notice: Some(OperatorNotice {
                text: None,
                restart_in_ms: Some(600_000),
                for_ms: 600_000,
            }),
        },
        ServerMessage::OperatorNotice { notice: None },
        ServerMessage::Pong { now: Some(1_000) },
        ServerMessage::Pong { now: None },
    ];
    lines.extend(of_socket.map(|message| serde_json::to_string(&message).unwrap()));
    let lines: Vec<_> = lines
        .into_iter()
        .map(|line| RawValue::from_string(line).unwrap())
        .collect();
    golden("down.jsonl", &lines);
}

/// The types of the events in games of Tortus, except a new deal, which is too rare.
const OF_TORTUS: [&str; 16] = [
    "acted",
    "captured",
    "draw_offered",
    "exchanged",
    "fell",
    "filled",
    "misopened",
    "moved",
    "opened",
    "over",
    "penalised",
    "placed",
    "revealed",
    "rotated",
    "swapped",
    "turn",
];

/// Returns a decision that is offered, or one that is legal but not offered: a draw, or the opening
/// of a tile that is not in line.
fn any_of_tortus(table: &mut Table, tab: ConnectionId) -> Value {
    let view = table.tabs[&tab].view["game"].clone();
    let actions = table.tabs[&tab].actions();
    if view["choices"]["type"] == "act" && table.dice.once_in(20) {
        if view["draw"].is_null() {
            return json!({"game": "tortus", "type": "draw"});
        }
        let listed = |list: &Value, square: &Value| list.as_array().unwrap().contains(square);
        let has_pawn = |square: &Value| {
            let mut pawns = view["pawns"].as_array().unwrap().iter();
            pawns.any(|pawn| pawn["at"] == *square)
        };
        let closed = view["board"].as_array().unwrap().iter();
        let mut closed = closed.filter(|field| field["open"] == false);
        let wrong = closed.find(|field| {
            let square = &field["square"];
            !has_pawn(square) && !listed(&view["choices"]["open"], square)
        });
        if let Some(field) = wrong {
            return json!({"game": "tortus", "type": "open", "square": field["square"]});
        }
    }
    let of_kind = |kind: &str| {
        let all = actions.iter().filter(|action| action["type"] == kind);
        all.cloned().collect::<Vec<Value>>()
    };
    let kinds: BTreeSet<String> = actions
        .iter()
        .map(|action| action["type"].as_str().unwrap().to_owned())
        .collect();
    let kinds: Vec<String> = kinds.into_iter().collect();
    let kind: &String = table.dice.pick(&kinds);
    table.dice.pick(&of_kind(kind)).clone()
}

/// Collects one record and one message of each type of event of Tortus, under its strict rules.
#[test]
fn records_and_messages_of_tortus_match_the_golden_files() {
    let mut kinds = BTreeSet::new();
    let (mut records, mut frames) = (Vec::new(), Vec::new());
    for seed in 0..40 {
        let (mut table, tabs) = Table::seated_for(GameKind::Tortus, seed, QUICK, 2);
        let mut strict = settings_of(GameKind::Tortus, QUICK);
        strict.options =
            serde_json::from_value(json!({"game": "tortus", "strict_open": true})).unwrap();
        table.set(tabs[0], strict);
        table.begin(&tabs);
        for _ in 0..400 {
            let record = table.log.last().unwrap();
            let stored = serde_json::to_value(record).unwrap();
            let happened = stored["happened"].as_array().unwrap().iter();
            let events = happened
                .filter_map(|one| one["events"].as_array())
                .flatten();
            let mut is_new = false;
            for event in events {
                is_new |= kinds.insert(event["type"].as_str().unwrap().to_owned());
            }
            if is_new {
                let again: Record = serde_json::from_value(stored).unwrap();
                assert_eq!(again, *record);
                records.push(record.clone());
                let mut told = table.tabs[&tabs[1]].frames.iter();
                let update = told.rfind(|frame| frame.contains(r#""type":"update""#));
                frames.push(RawValue::from_string(update.unwrap().clone()).unwrap());
            }
            let Some(tab) = table.acting() else { break };
            let action = any_of_tortus(&mut table, tab);
            table.act(tab, &action).expect_ack();
        }
        if OF_TORTUS.iter().all(|kind| kinds.contains(*kind)) {
            golden("records-of-tortus.jsonl", &records);
            golden("down-of-tortus.jsonl", &frames);
            return;
        }
    }
    panic!("in no game, of all kinds: {kinds:?}");
}

/// Collects the records of a declined pause, an agreed one, and one because all players have left,
/// and the messages that a spectator receives.
#[test]
fn records_and_messages_of_pauses_match_the_golden_files() {
    let (mut table, tabs) = Table::playing(1, QUICK, 2);
    let watcher = table.join(9);
    let (before, had) = (table.log.len(), table.tabs[&watcher].frames.len());
    table.pause(tabs[0]);
    table.go_on(tabs[1]);
    table.pause(tabs[1]);
    table.pause(tabs[0]);
    table.wait(1_000);
    table.go_on(tabs[0]);
    for tab in tabs {
        table.leave(tab);
    }
    table.wait(10_000);
    table.join(1);
    let records = &table.log[before..];
    for record in records {
        let stored = serde_json::to_string(record).unwrap();
        assert_eq!(serde_json::from_str::<Record>(&stored).unwrap(), *record);
    }
    golden("records-of-pauses.jsonl", records);
    let told = &table.tabs[&watcher].frames[had..];
    let told: Vec<_> = told
        .iter()
        .map(|frame| RawValue::from_string(frame.clone()).unwrap())
        .collect();
    golden("down-of-pauses.jsonl", &told);
}

#[test]
fn codes_of_rejections_match_the_golden_file() {
    let problems = [
        RoomProblem::BadMessage {
            detail: "expected value at line 1 column 1".to_owned(),
        },
        RoomProblem::Stale,
        RoomProblem::NothingToTakeBack,
        RoomProblem::NoTakeBack,
        RoomProblem::NoEarlyEnd,
        RoomProblem::NoHint,
        RoomProblem::NoSeat,
        RoomProblem::AlreadySeated,
        RoomProblem::SeatTaken,
        RoomProblem::NoSuchSeat,
        RoomProblem::RoomFull,
        RoomProblem::ColourTaken,
        RoomProblem::NotHost,
        RoomProblem::NoSuchPerson,
        RoomProblem::NoSuchBot,
        RoomProblem::OnlyPlays,
        RoomProblem::NotYourself,
        RoomProblem::CreatorStays,
        RoomProblem::GameRunning,
        RoomProblem::NoGame,
        RoomProblem::Draining,
        RoomProblem::UsedUp,
        RoomProblem::TooFew { fewest: 2 },
        RoomProblem::TooManySeated { most: 2 },
        RoomProblem::NotReady {
            seats: vec![seat(1), seat(4)],
        },
        RoomProblem::BadSettings {
            which: "clock".to_owned(),
        },
        RoomProblem::NotAwaited,
        RoomProblem::TooEarly { again_ms: 180_000 },
        RoomProblem::Paused,
        RoomProblem::BadName,
        RoomProblem::BadChat,
        RoomProblem::Hushed,
        RoomProblem::TooFast { again_ms: 2_000 },
        RoomProblem::NoSuchLine,
        RoomProblem::NotReported,
        RoomProblem::NoSuchGuest,
    ];
    let temporary = problems
        .iter()
        .filter(|problem| problem.is_temporary())
        .count();
    assert_eq!(temporary, 3);
    golden("problems.jsonl", &problems.map(Problem::Room));
}

/// Collects one record of each type of event, from rooms in which all of them occurred.
#[test]
fn records_match_the_golden_file() {
    let (mut table, tabs) = Table::seated(1, QUICK, 3);
    table.colour(tabs[1], Colour::White);
    table.send(tabs[1], Command::Name { name: name(22) });
    table.set(
        tabs[0],
        settings(senda_room::protocol::Clock::Bank {
            seconds: 30,
            increment: 1,
        }),
    );
    table.pass_host(tabs[0], table.who(tabs[1]));
    table.pass_host(tabs[1], table.who(tabs[0]));
    table.remove(tabs[0], table.who(tabs[2]));
    table.send(tabs[0], Command::Readmit { barred: 1 });
    table.begin(&tabs[..2]);
    while table.tabs[&tabs[0]].phase() == "playing" {
        table.wait(1_000);
        if table.acting() == Some(tabs[0]) {
            table.move_on();
        }
    }
    let mut kinds = Vec::new();
    let mut kept: Vec<Record> = Vec::new();
    // Votes to skip are possible only without a running clock.
    let (mut patient, tabs) = Table::playing(1, senda_room::protocol::Clock::None {}, 2);
    let turn = patient.acting().and_then(|tab| patient.tabs[&tab].seat());
    patient.wait(300_000);
    patient.vote_to_skip(tabs[1 - turn.unwrap()], turn.unwrap());
    for record in table.log.iter().chain(&patient.log) {
        let new: Vec<String> = record
            .happened
            .iter()
            .map(kind)
            .filter(|kind| !kinds.contains(kind))
            .collect();
        if !new.is_empty() {
            kept.push(record.clone());
            kinds.extend(new);
        }
    }
    kinds.sort();
    assert_eq!(
        kinds,
        [
            "away",
            "barred",
            "coloured",
            "committed",
            "created",
            "ended",
            "host",
            "named",
            "played",
            "readied",
            "readmitted",
            "sat",
            "set",
            "started",
            "stood",
            "urged",
        ]
    );
    for record in &kept {
        let again: Record = serde_json::from_str(&serde_json::to_string(record).unwrap()).unwrap();
        assert_eq!(again, *record);
    }
    golden("records.jsonl", &kept);
}

/// These records are from before each option was stored. `golden/records-of-presets.jsonl` is never
/// rewritten.
#[test]
fn records_that_name_a_preset_alone_are_still_read() {
    let before = include_str!("../golden/records-of-presets.jsonl");
    let mut read = 0;
    for line in before.lines() {
        assert!(!line.contains("suicide_rule"));
        let record: Record = serde_json::from_str(line).unwrap();
        for happened in &record.happened {
            let options = match happened {
                LogEvent::Created(created) => &created.settings.options,
                LogEvent::SettingsChanged(changed) => &changed.settings.options,
                LogEvent::Started(started) => &started.options,
                _ => continue,
            };
            assert_eq!(*options, GameKind::Tsuro.options());
            read += 1;
        }
        let again = serde_json::to_string(&record).unwrap();
        assert_eq!(serde_json::from_str::<Record>(&again).unwrap(), record);
    }
    assert_eq!(read, 3);
}

fn kind(happened: &LogEvent) -> String {
    serde_json::to_value(happened).unwrap()["type"]
        .as_str()
        .unwrap()
        .to_owned()
}

#[test]
fn text_is_tidied_and_limited() {
    assert_eq!(
        Name::new("  Ana \t Maria ").unwrap().to_string(),
        "Ana Maria"
    );
    assert_eq!(
        Name::new("José da Conceição ☀").unwrap().to_string(),
        "José da Conceição ☀"
    );
    assert!(Name::new(&"ã".repeat(24)).is_ok(), "characters, not bytes");
    for bad in [
        "",
        "   ",
        "a\u{0}b",
        "a\u{7}",
        "\u{202e}anA",
        "\u{200b}",
        "a\u{2066}b",
        "\u{feff}a",
        "\u{3164}",
        "\u{115f}",
        "\u{1160}\u{ffa0}",
        "\u{ad} \u{180e}",
        "\u{34f}",
        "\u{2800} \u{2800}",
        "\u{fe0f}",
        "\u{e0041}",
    ] {
        assert!(Name::new(bad).is_err(), "{bad:?}");
        assert!(ChatText::new(bad).is_err(), "{bad:?}");
        let name = json!({"type": "name", "id": "1", "name": bad});
        assert!(
            name.to_string().parse::<ClientMessage>().is_err(),
            "{bad:?}"
        );
    }
    assert!(Name::new(&"a".repeat(25)).is_err());
    assert!(ChatText::new(&"a".repeat(400)).is_ok());
    assert!(ChatText::new(&"a".repeat(401)).is_err());
    // Next to visible letters these characters stay, because some scripts need them.
    for seen in [
        "Ma\u{ad}ria",
        "\u{1112}\u{1160}",
        "a\u{34f}b",
        "\u{2764}\u{fe0f}",
    ] {
        assert_eq!(ChatText::new(seen).unwrap().to_string(), seen);
    }
    assert!(CommandId::new(&"a".repeat(64)).is_ok());
    assert!(CommandId::new(&"ã".repeat(32)).is_ok());
    for bad in ["", "a\u{0}", &"a".repeat(65), &"ã".repeat(33)] {
        assert!(CommandId::new(bad).is_err(), "{bad:?}");
        let stand = json!({"type": "stand", "id": bad});
        assert!(
            stand.to_string().parse::<ClientMessage>().is_err(),
            "{bad:?}"
        );
    }
    // The id is returned byte by byte.
    assert_eq!(CommandId::new(" a  b ").unwrap().to_string(), " a  b ");
}
