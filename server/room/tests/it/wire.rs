//! The messages and records as bytes: frozen in `tests/golden`, since browsers that were loaded
//! before an update, and logs that were written before it, must still be understood.

use std::{collections::BTreeSet, fs, path::Path};

use senda_room::{
    ConnectionId, LogEvent, Record,
    protocol::{
        ChatText, ClientMessage, Colour, Command, CommandId, Name, Problem, RoomProblem,
        ServerMessage,
    },
};
use senda_rules::GameKind;
use serde::Serialize;
use serde_json::{Value, json, value::RawValue};

use crate::table::{Answer, QUICK, Table, name, seat, settings, settings_of};

/// Compares with a file of one JSON value a line; `SENDA_GOLDEN=write` writes it anew.
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

fn ups() -> Vec<Value> {
    [
        json!({"type": "act", "id": "1", "version": 7, "action": {"game": "tsuro", "type": "start", "mark": "a1:0"}}),
        json!({"type": "act", "id": "2", "version": 8, "action": {"game": "tsuro", "type": "place", "tile": 17, "rotation": 2}}),
        json!({"type": "act", "id": "3", "version": 9, "action": {"game": "tsuro", "type": "resign"}}),
        json!({"type": "sit", "id": "4", "seat": 3, "colour": "green"}),
        json!({"type": "sit", "id": "5", "seat": null, "colour": null}),
        json!({"type": "stand", "id": "6"}),
        json!({"type": "name", "id": "7", "name": "Ana"}),
        json!({"type": "colour", "id": "8", "colour": "black"}),
        json!({"type": "ready", "id": "9", "ready": true, "nonce": "000102030405060708090a0b0c0d0e0f"}),
        json!({"type": "set", "id": "10", "settings": settings(QUICK)}),
        json!({"type": "start", "id": "11", "nonce": null}),
        json!({"type": "remove", "id": "12", "person": "000102030405060708090a0b"}),
        json!({"type": "readmit", "id": "14", "barred": 1}),
        json!({"type": "host", "id": "15", "person": "f0f1f2f3f4f5f6f7f8f9fafb"}),
        json!({"type": "lock", "id": "21", "locked": true}),
        json!({"type": "back", "id": "16"}),
        json!({"type": "urge", "id": "17", "seat": 2}),
        json!({"type": "pause", "id": "19"}),
        json!({"type": "go_on", "id": "20"}),
        json!({"type": "chat", "text": "olá"}),
        json!({"type": "sync"}),
        json!({"type": "sync", "since": {"epoch": 7, "version": 12}}),
    ]
    .into_iter()
    .chain(decisions_of_tortus().chain(decisions_of_section_x()).map(
        |action| json!({"type": "act", "id": "18", "version": 10, "action": action}),
    ))
    .collect()
}

fn decisions_of_tortus() -> impl Iterator<Item = Value> {
    let decisions = [
        json!({"type": "exchange", "hand": 1, "square": "d3"}),
        json!({"type": "place", "square": "a1"}),
        json!({"type": "rotate", "square": "d4", "rotation": 3}),
        json!({"type": "open", "square": "b2"}),
        json!({"type": "swap", "square": "d4", "hand": 0, "rotation": 1}),
        json!({"type": "move", "pawn": 2, "to": "c3"}),
        json!({"type": "end_turn"}),
        json!({"type": "push", "to": "c4"}),
        json!({"type": "follow", "to": "c5"}),
        json!({"type": "stop"}),
        json!({"type": "fill", "hand": 4, "rotation": 2}),
        json!({"type": "penalty", "pawn": 9}),
        json!({"type": "draw"}),
        json!({"type": "resign"}),
    ];
    decisions.into_iter().map(|mut action| {
        action["game"] = "tortus".into();
        action
    })
}

fn decisions_of_section_x() -> impl Iterator<Item = Value> {
    let decisions = [
        json!({"type": "draw", "pile": 2}),
        json!({"type": "place", "stock": 1, "cell": "c10", "rotation": 5}),
        json!({"type": "exchange", "a": "c10", "rotation_a": 1, "b": "f6", "rotation_b": 4}),
        json!({"type": "relocate", "from": "i3", "to": "h10", "rotation": 2}),
        json!({"type": "turn", "cell": "f6", "rotation": 3}),
        json!({"type": "skip_tile"}),
        json!({"type": "fight_choice", "keep": 1}),
        json!({"type": "step", "prisoner": 7, "to": "f6:0"}),
        json!({"type": "step", "prisoner": 0, "to": "block"}),
        json!({"type": "step", "prisoner": 3, "to": "green:3"}),
        json!({"type": "door", "from": null, "to": "f6:0"}),
        json!({"type": "door", "from": "f6:0", "to": "c10:2"}),
        json!({"type": "end_turn"}),
        json!({"type": "give_door", "section": "f6:0"}),
        json!({"type": "resign"}),
    ];
    decisions.into_iter().map(|mut action| {
        action["game"] = "section_x".into();
        action
    })
}

/// The lines of `golden/up.jsonl` are never written anew: browsers that were loaded before an update send them.
#[test]
fn what_browsers_send() {
    let golden: Vec<&str> = include_str!("../golden/up.jsonl").lines().collect();
    assert_eq!(golden.len(), ups().len());
    for (line, up) in golden.into_iter().zip(ups()) {
        assert_eq!(serde_json::from_str::<Value>(line).unwrap(), up);
        let read: ClientMessage = line.parse().unwrap();
        assert_eq!(up.to_string().parse::<ClientMessage>().unwrap(), read);
        // All of it has been read, and nothing else.
        let again = match read {
            ClientMessage::Command { id, command } => {
                let mut again = serde_json::to_value(command).unwrap();
                again["id"] = json!(id);
                again
            }
            ClientMessage::Chat { text } => json!({"type": "chat", "text": text}),
            ClientMessage::Sync { since: None } => json!({"type": "sync"}),
            ClientMessage::Sync { since } => json!({"type": "sync", "since": since}),
        };
        assert_eq!(again, up);
    }
    let short = r#"{"type": "sit", "id": "5"}"#.parse::<ClientMessage>();
    let long = r#"{"type": "sit", "id": "5", "seat": null, "colour": null}"#;
    assert_eq!(short.unwrap(), long.parse().unwrap());
}

#[test]
fn what_is_not_understood_is_refused() {
    for mut up in ups() {
        up["unknown"] = json!(1);
        assert!(up.to_string().parse::<ClientMessage>().is_err(), "{up}");
        let fields: Vec<String> = up.as_object().unwrap().keys().cloned().collect();
        for field in fields
            .iter()
            .filter(|field| !["nonce", "since", "unknown"].contains(&field.as_str()))
        {
            if up["type"] == "sit" && ["seat", "colour"].contains(&field.as_str()) {
                continue; // may be left out
            }
            let mut without = up.clone();
            without.as_object_mut().unwrap().remove("unknown");
            without.as_object_mut().unwrap().remove(field);
            assert!(
                without.to_string().parse::<ClientMessage>().is_err(),
                "{up} without {field}"
            );
        }
    }
    for bad in [
        r#"{"type":"nothing"}"#,
        r#"{"type":"stand","id":7}"#,
        r#"{"type":"sync","since":{"epoch":7}}"#,
        r#"{"type":"sync","since":{"epoch":7,"version":-1}}"#,
        r#"{"type":"sync","since":{"epoch":7,"version":1,"hand":true}}"#,
        r#"{"type":"sync","since":7}"#,
        r#"{"type":"chat","type":"stand","id":"2"}"#,
        r#"["stand","1"]"#,
        r#"{"type":"sit","id":"1","seat":8}"#,
        r#"{"type":"ready","id":"1","ready":true,"nonce":"00"}"#,
        r#"{"type":"act","id":"1","version":-1,"action":{"game":"tsuro","type":"resign"}}"#,
        r#"{"type":"act","id":"1","version":1,"action":{"game":"chess","type":"resign"}}"#,
        "[]",
        "",
    ] {
        assert!(bad.parse::<ClientMessage>().is_err(), "{bad}");
    }
}

/// Whoever writes a client is told what is wrong with a frame.
#[test]
fn what_is_wrong_with_a_message_is_said() {
    for (bad, said) in [
        ("", "EOF while parsing a value at line 1 column 0"),
        ("{}", "missing field `id` at line 1 column 2"),
        (r#"{"id":"1"}"#, "missing field `type`"),
        (r#"{"type":"stand"}"#, "missing field `id`"),
        (
            r#"{"type":"stand","id":7}"#,
            "invalid type: integer `7`, expected a string",
        ),
        (
            r#"{"type":"stand","id":null}"#,
            "invalid type: null, expected a string",
        ),
        (
            r#"{"type":"stand","id":""}"#,
            "the text is empty, too long or has characters that can't be shown",
        ),
        (
            r#"{"type":"stand","id":"1","id":"2"}"#,
            "duplicate field `id`",
        ),
        (
            r#"{"type":"stand","type":"stand","id":"2"}"#,
            "duplicate field `type`",
        ),
        (
            r#"{"type":"lock","id":"1","locked":true,"seat":1}"#,
            "unknown field `seat`, expected `locked`",
        ),
        (
            r#"{"type":"sit","id":"1","seat":8}"#,
            "a seat is a number from 0 to 7",
        ),
        (
            r#"{"type":"sit","id":"1","seat":1,"seat":1}"#,
            "duplicate field `seat`",
        ),
        (r#"{"type":"ready","id":"1"}"#, "missing field `ready`"),
        (
            r#"{"type":"act","id":"1","version":1,"action":{"game":"tsuro","type":"place","tile":1}}"#,
            "missing field `rotation`",
        ),
        (
            r#"{"type":"act","id":"1","version":1,"action":{"game":"tsuro","game":"tsuro","type":"resign"}}"#,
            "duplicate field `game`",
        ),
        (
            r#"{"type":"chat","text":"a","id":"1"}"#,
            "unknown field `id`, expected `text`",
        ),
        (
            r#"{"type":"chat","text":"a","text":"b"}"#,
            "duplicate field `text`",
        ),
        (
            r#"{"type":"sync","since":{"epoch":7}}"#,
            "missing field `version`",
        ),
        (
            r#"{"type":"stand","id":"1"} x"#,
            "trailing characters at line 1 column 27",
        ),
        (
            r#"{"type":"stand","id":"1",}"#,
            "trailing comma at line 1 column 26",
        ),
    ] {
        let problem = bad.parse::<ClientMessage>().unwrap_err().to_string();
        assert!(problem.starts_with(said), "{bad}: {problem}");
    }
    let unknown = r#"{"type":"nothing","id":"1"}"#.parse::<ClientMessage>();
    let problem = unknown.unwrap_err().to_string();
    assert!(
        problem.starts_with("unknown variant `nothing`, expected one of `act`, `sit`"),
        "{problem}"
    );
}

#[test]
fn what_browsers_are_told() {
    let (mut table, tabs) = Table::seated(1, QUICK, 2);
    table.chat(tabs[0], "olá");
    table.stand(tabs[1]);
    table.stand(tabs[1]);
    table.sit(tabs[1], None);
    table.begin(&tabs);
    table.wait(15_000);
    let mut lines = table.tabs[&tabs[1]].frames.clone();
    lines.push(serde_json::to_string(&ServerMessage::Closing { again_ms: 500 }).unwrap());
    let lines: Vec<_> = lines
        .into_iter()
        .map(|line| RawValue::from_string(line).unwrap())
        .collect();
    golden("down.jsonl", &lines);
}

/// What happens in games of Tortus; a new deal is too rare.
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

/// A decision that is offered, or one that is allowed beside: a draw, and the opening of a tile that is not in line.
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

/// One record and one message of each kind of event of Tortus, by its strict rules.
#[test]
fn what_is_stored_and_told_of_tortus() {
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
                let update = told.rfind(|frame| frame.starts_with(r#"{"type":"update""#));
                frames.push(RawValue::from_string(update.unwrap().clone()).unwrap());
            }
            let Some(tab) = table.acting() else { break };
            let action = any_of_tortus(&mut table, tab);
            let answer = table.act(tab, &action);
            assert!(matches!(answer, Answer::Ack(_)), "{action}: {answer:?}");
        }
        if OF_TORTUS.iter().all(|kind| kinds.contains(*kind)) {
            golden("records-of-tortus.jsonl", &records);
            golden("down-of-tortus.jsonl", &frames);
            return;
        }
    }
    panic!("in no game, of all kinds: {kinds:?}");
}

/// A pause that is not agreed to, one that is, and one because everybody has left: the records, and what one who
/// watches is told.
#[test]
fn what_is_stored_and_told_of_pauses() {
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
fn codes_of_refusals() {
    let problems = [
        RoomProblem::BadMessage {
            detail: "expected value at line 1 column 1".to_owned(),
        },
        RoomProblem::Stale,
        RoomProblem::NoSeat,
        RoomProblem::AlreadySeated,
        RoomProblem::SeatTaken,
        RoomProblem::NoSuchSeat,
        RoomProblem::RoomFull,
        RoomProblem::ColourTaken,
        RoomProblem::NotHost,
        RoomProblem::NoSuchPerson,
        RoomProblem::NotYourself,
        RoomProblem::CreatorStays,
        RoomProblem::GameRunning,
        RoomProblem::NoGame,
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
        RoomProblem::TooFast { again_ms: 2_000 },
    ];
    let temporary = problems
        .iter()
        .filter(|problem| problem.is_temporary())
        .count();
    assert_eq!(temporary, 2);
    golden("problems.jsonl", &problems.map(Problem::Room));
}

/// One record of each kind of happening, from rooms that lived through all of them.
#[test]
fn what_is_stored() {
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
        if table.tabs[&tabs[0]].seat() == Some(0) && table.acting() == Some(tabs[0]) {
            table.move_on();
        } else if table.tabs[&tabs[0]].phase() == "playing" {
            table.wait(31_000);
        }
    }
    let mut kinds = Vec::new();
    let mut kept: Vec<Record> = Vec::new();
    // Only where no clock runs can one ask not to wait.
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

/// Records of before each option was written: `golden/records-of-presets.jsonl` is never written anew.
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
    // Beside letters that can be seen they stay: some scripts need them.
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
    // It is given back byte by byte.
    assert_eq!(CommandId::new(" a  b ").unwrap().to_string(), " a  b ");
}
