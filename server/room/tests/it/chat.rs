//! What people say.

use serde_json::json;

use crate::table::{Answer, QUICK, Table};

#[test]
fn what_is_said_is_heard_by_all_and_remembered_for_those_who_come() {
    let (mut table, tabs) = Table::seated(1, QUICK, 2);
    let watcher = table.join(3);
    table.chat(tabs[1], "  Boa   sorte! <b>");
    table.chat(watcher, "thanks");
    let expected = [
        json!({"at": table.now.0, "name": "Wind 2", "colour": "blue", "text": "Boa sorte! <b>"}),
        json!({"at": table.now.0, "name": "Wind 3", "colour": null, "text": "thanks"}),
    ];
    let late = table.join(4);
    for tab in [tabs[0], tabs[1], watcher, late] {
        assert_eq!(table.tabs[&tab].chat, expected);
    }
    assert_eq!(table.version(), 2, "nothing of it is in the log");
}

#[test]
fn nobody_may_say_too_much() {
    let (mut table, tabs) = Table::seated(1, QUICK, 2);
    for _ in 0..6 {
        assert_eq!(table.chat(tabs[0], "x"), None);
    }
    let too_fast = table.chat(tabs[0], "x").unwrap();
    let Answer::Nak {
        whole,
        temporary: true,
        ..
    } = &too_fast
    else {
        panic!("{too_fast:?}");
    };
    assert_eq!(*whole, json!({"code": "too_fast", "again_ms": 2_000}));
    // The limit is the person's: another tab, or coming back, is no way round it.
    let second = table.join(1);
    assert_eq!(table.chat(second, "x").unwrap().code(), "too_fast");
    table.leave(second);
    table.leave(tabs[0]);
    let again = table.join(1);
    assert_eq!(table.chat(again, "x").unwrap().code(), "too_fast");
    assert_eq!(table.chat(tabs[1], "x"), None, "and nobody else's");
    table.later(1_999);
    assert_eq!(table.chat(again, "x").unwrap().code(), "too_fast");
    table.later(1);
    assert_eq!(table.chat(again, "x"), None);
    assert_eq!(table.chat(again, "x").unwrap().code(), "too_fast");
    table.later(60_000);
    for _ in 0..6 {
        assert_eq!(table.chat(again, "x"), None);
    }
    assert_eq!(table.chat(again, "x").unwrap().code(), "too_fast");
}

#[test]
fn only_the_last_lines_are_remembered() {
    let (mut table, tabs) = Table::seated(1, QUICK, 1);
    for line in 0..130 {
        table.later(2_000);
        assert_eq!(table.chat(tabs[0], &format!("line {line}")), None);
    }
    let late = table.join(2);
    let chat = &table.tabs[&late].chat;
    assert_eq!(chat.len(), 100);
    assert_eq!(
        (&chat[0]["text"], &chat[99]["text"]),
        (&json!("line 30"), &json!("line 129"))
    );
}
