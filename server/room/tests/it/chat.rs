//! Tests of chat messages and emotes.

use senda_room::protocol::{ClientMessage, Command, Emote};
use serde_json::{Value, json};

use crate::table::{Answer, QUICK, Table};

#[test]
fn a_chat_message_reaches_all_and_is_kept_for_later_connections() {
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
fn chat_messages_are_throttled() {
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
    // The limit is per person. Neither a second tab nor a new connection bypasses it.
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
fn only_the_last_chat_lines_are_kept() {
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
fn an_emote_is_sent_without_text() {
    let (mut table, tabs) = Table::seated(1, QUICK, 2);
    let emote = Emote::GoodLuck;
    assert_eq!(table.remark(tabs[1], ClientMessage::Emote { emote }), None);
    let heard = table.tabs[&tabs[0]].chat.last().unwrap();
    assert_eq!(
        (&heard["emote"], &heard["text"]),
        (&json!("good_luck"), &Value::Null)
    );
    // An emote counts against the limit like a chat message.
    for _ in 0..5 {
        assert_eq!(table.remark(tabs[1], ClientMessage::Emote { emote }), None);
    }
    let refused = table.chat(tabs[1], "x").unwrap();
    assert_eq!(refused.code(), "too_fast");
    assert_eq!(table.version(), 2, "nothing of it is in the log");
}

#[test]
fn a_host_can_close_the_chat_to_spectators() {
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
    // The restriction survives a restart, and lasts until the host lifts it.
    table.crash(None, 0, 1_000);
    let (host, watcher) = (table.join(1), table.join(3));
    assert_eq!(table.chat(watcher, "psst").unwrap().code(), "hushed");
    table.send(host, hush(false));
    assert_eq!(table.chat(watcher, "psst"), None);
}
