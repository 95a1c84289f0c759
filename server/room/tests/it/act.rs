//! Tests the checks on actions: the acting player, and the version that the action answers.

use senda_room::protocol::Command;
use serde_json::json;

use crate::table::{Answer, QUICK, Table, command, id, name};

#[test]
fn rejects_stale_actions_and_actions_out_of_turn() {
    let (mut table, tabs) = Table::playing(1, QUICK, 2);
    let watcher = table.join(3);
    let acting = table.acting().unwrap();
    let other = if acting == tabs[0] { tabs[1] } else { tabs[0] };
    let action = table.tabs[&acting].actions()[0].clone();
    assert_eq!(table.act(watcher, &action).code(), "no_seat");
    assert_eq!(table.act(other, &action).code(), "not_your_turn");
    let place = json!({"game": "tsuro", "type": "place", "tile": 1, "rotation": 0});
    assert_eq!(table.act(acting, &place).code(), "wrong_phase");
    let resend = |version| {
        command(
            id(&format!("v{version}")),
            Command::Act {
                version,
                action: serde_json::from_value(action.clone()).unwrap(),
            },
        )
    };
    let version = table.version();
    assert_eq!(
        table.send_message(acting, resend(version + 1)).code(),
        "stale"
    );
    // People who connect, sit down or chat do not make an action stale. A move does.
    table.send(other, Command::Name { name: name(50) });
    assert_eq!(table.version(), version + 1);
    table.send_message(acting, resend(version)).expect_ack();
    let stale = table.send_message(other, resend(version - 1));
    assert!(matches!(&stale, Answer::Nak { code, temporary: false, .. } if code == "stale"));
    table.play_out();
    let over = table.act(tabs[0], &action);
    assert_eq!(over.code(), "no_game");
}
