//! What people say.

use senda_room::protocol::{ClientMessage, Command, Emote};
use serde_json::{Value, json};

use crate::table::{Answer, QUICK, Table};

#[test]
fn what_is_said_is_heard_by_all_and_remembered_for_those_who_come() {
    let (mut table, tabs) = Table::seated(1, QUICK, 2);
    let watcher = table.join(3);
    table.chat(tabs[1], "  Boa   sorte! <b>");
    table.chat(watcher, "thanks");
    let person = |tab| json!(table.who(tab));
    let expected = [
        json!({"at": table.now.0, "name": "Wind 2", "colour": "blue", "person": person(tabs[1]),
            "text": "Boa sorte! <b>"}),
        json!({"at": table.now.0, "name": "Wind 3", "colour": null, "person": person(watcher),
            "text": "thanks"}),
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

#[test]
fn something_can_be_said_without_words() {
    let (mut table, tabs) = Table::seated(1, QUICK, 2);
    let emote = Emote::GoodLuck;
    assert_eq!(table.remark(tabs[1], ClientMessage::Emote { emote }), None);
    let heard = table.tabs[&tabs[0]].chat.last().unwrap();
    assert_eq!(
        (&heard["emote"], &heard["text"]),
        (&json!("good_luck"), &Value::Null)
    );
    // It counts as anything else that is said.
    for _ in 0..5 {
        assert_eq!(table.remark(tabs[1], ClientMessage::Emote { emote }), None);
    }
    let refused = table.chat(tabs[1], "x").unwrap();
    assert_eq!(refused.code(), "too_fast");
    assert_eq!(table.version(), 2, "nothing of it is in the log");
}

#[test]
fn a_host_can_close_the_chat_to_those_who_only_watch() {
    let (mut table, tabs) = Table::playing(1, QUICK, 2);
    let watcher = table.join(3);
    let hush = |hushed| Command::Hush { hushed };
    assert_eq!(table.send(tabs[1], hush(true)).code(), "not_host");
    table.send(tabs[0], hush(true));
    assert_eq!(table.tabs[&watcher].view["hushed"], true);
    assert_eq!(table.tabs[&watcher].last("hushed")["hushed"], true);
    assert_eq!(table.chat(watcher, "psst").unwrap().code(), "hushed");
    let emote = Emote::Wow;
    let refused = table.remark(watcher, ClientMessage::Emote { emote });
    assert_eq!(refused.unwrap().code(), "hushed");
    assert_eq!(table.chat(tabs[1], "mine"), None);
    // It is so after a restart, and until the host says otherwise.
    table.crash(None, 0, 1_000);
    let (host, watcher) = (table.join(1), table.join(3));
    assert_eq!(table.chat(watcher, "psst").unwrap().code(), "hushed");
    table.send(host, hush(false));
    assert_eq!(table.chat(watcher, "psst"), None);
}
