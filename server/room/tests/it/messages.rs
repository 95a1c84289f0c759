//! Tests of the messages that browsers send, frozen in `tests/golden/up.jsonl`, and of the answers
//! to messages that cannot be parsed.

use senda_room::protocol::ClientMessage;
use serde_json::{Value, json};

use crate::table::{QUICK, settings};

fn messages() -> Vec<Value> {
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
        json!({"type": "bot", "id": "22", "seat": 1, "level": "easy"}),
        json!({"type": "token", "id": "23", "seat": 2, "token": "00".repeat(31) + "0f"}),
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
    .chain([
        json!({"type": "hush", "id": "24", "hushed": true}),
        json!({"type": "emote", "emote": "good_luck"}),
        json!({"type": "sit", "id": "25", "seat": null, "colour": null, "nonce": "07".repeat(16)}),
        json!({"type": "look", "visible": false}),
        json!({"type": "ping"}),
        json!({"type": "admit", "id": "26", "person": "000102030405060708090a0b"}),
        json!({"type": "turn_away", "person": "000102030405060708090a0b"}),
        json!({"type": "vote_to_end", "id": "27", "wanted": true}),
        json!({"type": "report", "id": "28", "person": "000102030405060708090a0b", "reason": "name"}),
        json!({"type": "report", "id": "29", "person": "000102030405060708090a0b",
            "at": 1_800_000_000_000_u64, "reason": "insult", "note": "twice"}),
        json!({"type": "guest", "id": "30", "seat": null, "name": "Bia", "colour": "green"}),
        json!({"type": "guest", "id": "31", "seat": 2, "name": null, "colour": null}),
        json!({"type": "pass", "seat": 2}),
    ])
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

/// The lines of `golden/up.jsonl` are never rewritten, because browsers that were loaded before an
/// update send them.
#[test]
fn messages_of_browsers_match_the_golden_file() {
    let golden: Vec<&str> = include_str!("../golden/up.jsonl").lines().collect();
    assert_eq!(golden.len(), messages().len());
    for (line, message) in golden.into_iter().zip(messages()) {
        assert_eq!(serde_json::from_str::<Value>(line).unwrap(), message);
        let read: ClientMessage = line.parse().unwrap();
        assert_eq!(message.to_string().parse::<ClientMessage>().unwrap(), read);
        // The parser has read all fields and invented none.
        let again = match read {
            ClientMessage::Command { id, command } => {
                let mut again = serde_json::to_value(command).unwrap();
                again["id"] = json!(id);
                again
            }
            ClientMessage::Chat { text } => json!({"type": "chat", "text": text}),
            ClientMessage::Emote { emote } => json!({"type": "emote", "emote": emote}),
            ClientMessage::Sync { since: None } => json!({"type": "sync"}),
            ClientMessage::Sync { since } => json!({"type": "sync", "since": since}),
            ClientMessage::AskSeat { seat } => json!({"type": "ask_seat", "seat": seat}),
            ClientMessage::Pass { seat } => json!({"type": "pass", "seat": seat}),
            ClientMessage::Look { visible } => json!({"type": "look", "visible": visible}),
            ClientMessage::TurnAway { person } => json!({"type": "turn_away", "person": person}),
            ClientMessage::Ping {} => json!({"type": "ping"}),
        };
        assert_eq!(again, message);
    }
    let short = r#"{"type": "sit", "id": "5"}"#.parse::<ClientMessage>();
    let long = r#"{"type": "sit", "id": "5", "seat": null, "colour": null}"#;
    assert_eq!(short.unwrap(), long.parse().unwrap());
}

#[test]
fn rejects_messages_that_cannot_be_parsed() {
    for mut message in messages() {
        message["unknown"] = json!(1);
        assert!(
            message.to_string().parse::<ClientMessage>().is_err(),
            "{message}"
        );
        let fields: Vec<String> = message.as_object().unwrap().keys().cloned().collect();
        for field in fields
            .iter()
            .filter(|field| !["nonce", "since", "unknown"].contains(&field.as_str()))
        {
            let may_be_left_out: &[&str] = match message["type"].as_str() {
                Some("sit") => &["seat", "colour"],
                Some("bot") => &["seat", "level"],
                Some("token" | "pass") => &["seat"],
                Some("guest") => &["seat", "name", "colour"],
                Some("report") => &["at", "note"],
                _ => &[],
            };
            if may_be_left_out.contains(&field.as_str()) {
                continue;
            }
            let mut without = message.clone();
            without.as_object_mut().unwrap().remove("unknown");
            without.as_object_mut().unwrap().remove(field);
            assert!(
                without.to_string().parse::<ClientMessage>().is_err(),
                "{message} without {field}"
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
        r#"{"type":"token","id":"1","token":"00"}"#,
        r#"{"type":"bot","id":"1","level":"outside"}"#,
        r#"{"type":"act","id":"1","version":-1,"action":{"game":"tsuro","type":"resign"}}"#,
        r#"{"type":"act","id":"1","version":1,"action":{"game":"chess","type":"resign"}}"#,
        "[]",
        "",
    ] {
        assert!(bad.parse::<ClientMessage>().is_err(), "{bad}");
    }
}

/// The author of a client learns the error in a frame.
#[test]
fn an_error_names_the_fault_of_a_message() {
    for (bad, said) in [
        ("", "EOF while parsing a value at line 1 column 0"),
        ("{}", "missing field `type` at line 1 column 2"),
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
        problem.starts_with("unknown variant `nothing`, expected one of `act`, `take_back`"),
        "{problem}"
    );
}
