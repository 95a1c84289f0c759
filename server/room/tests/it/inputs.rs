//! Tests of inputs that are repeated, too early or from an unknown connection.

use senda_room::{ConnectionId, Input, Time, protocol::Command};

use crate::table::{Answer, QUICK, Table, command, id, name, person};

/// A message from a connection that the room does not know, or no longer knows, changes nothing.
#[test]
fn messages_of_unknown_connections_are_ignored() {
    let (mut table, tabs) = Table::seated(1, QUICK, 2);
    table.wait(5_000);
    let left = tabs[1];
    table.leave(left);
    table.wait(5_000);
    let version = table.version();
    let id = id("x");
    for connection in [left, ConnectionId(99)] {
        let message = command(id.clone(), Command::Stand {});
        let effects = table.room.step(
            table.now,
            Input::Message {
                connection,
                message,
            },
            &mut table.dice,
        );
        assert_eq!(effects, []);
        let effects = table
            .room
            .step(table.now, Input::Left { connection }, &mut table.dice);
        assert_eq!(effects, []);
    }
    // A repeated `Joined` of the same connection is a mistake of the caller, and is ignored.
    let again = Input::Joined {
        connection: tabs[0],
        person: person(1),
        since: None,
    };
    assert_eq!(table.room.step(table.now, again, &mut table.dice), []);
    assert_eq!(table.version(), version);
}

/// A tick before the deadline does nothing, and time never goes back.
#[test]
fn a_tick_before_the_deadline_does_nothing() {
    let (mut table, _) = Table::playing(3, QUICK, 3);
    table.wait(2_000);
    let due = table.room.deadline().unwrap();
    let early = [table.now, Time(due.0 - 1), Time(0)];
    for now in early {
        assert_eq!(table.room.step(now, Input::Tick, &mut table.dice), []);
    }
    assert_ne!(table.room.step(due, Input::Tick, &mut table.dice), []);
}

/// A repeated command gets the same answer, even after a restart, and has no effect.
#[test]
fn a_repeated_command_counts_once() {
    let (mut table, tabs) = Table::seated(4, QUICK, 2);
    let ready = command(
        id("mine"),
        Command::Ready {
            ready: true,
            nonce: None,
        },
    );
    let first = table.send_message(tabs[1], ready.clone());
    let version = table.version();
    assert_eq!(first, Answer::Ack(version));
    // Another command has cleared ready in the meantime. The repeated one must not undo that.
    table.ready(tabs[1], false);
    assert_eq!(table.send_message(tabs[1], ready.clone()), first);
    // The same id from another person belongs to another command.
    let other = table.send_message(tabs[0], ready.clone());
    assert_eq!(other, Answer::Ack(version + 2));
    table.crash(None, 0, 1_000);
    let tab = table.join(2);
    assert_eq!(table.send_message(tab, ready), first);
    assert_eq!(table.version(), version + 2);
    assert_eq!(table.tabs[&tab].view["seats"][1]["ready"], false);
}

/// The room does not remember a rejected command, so it may succeed later.
#[test]
fn a_rejected_command_may_be_sent_again() {
    let (mut table, tabs) = Table::seated(4, QUICK, 2);
    table.ready(tabs[1], false);
    let start = command(id("go"), Command::Start { nonce: None });
    assert_eq!(
        table.send_message(tabs[0], start.clone()).code(),
        "not_ready"
    );
    table.ready(tabs[1], true);
    table.send_message(tabs[0], start).expect_ack();
}

/// This includes a command that changed nothing. Its repeat must not undo later changes, even after
/// a restart.
#[test]
fn a_command_that_changed_nothing_counts_once() {
    let (mut table, tabs) = Table::seated(4, QUICK, 2);
    let unready = command(
        id("mine"),
        Command::Ready {
            ready: false,
            nonce: None,
        },
    );
    let first = table.send_message(tabs[1], unready.clone());
    assert_eq!(first, Answer::Ack(table.version()));
    table.ready(tabs[1], true);
    assert_eq!(table.send_message(tabs[1], unready.clone()), first);
    table.crash(None, 0, 1_000);
    let tab = table.join(2);
    assert_eq!(table.send_message(tab, unready), first);
    assert_eq!(table.tabs[&tab].view["seats"][1]["ready"], true);
}

/// Spectators may rename themselves as often as they like. It costs the others neither a record nor
/// an update.
#[test]
fn the_name_of_a_spectator_leaves_no_record() {
    let (mut table, _) = Table::seated(4, QUICK, 2);
    let watcher = table.join(3);
    let version = table.version();
    let named = command(id("n"), Command::Name { name: name(33) });
    assert_eq!(
        table.send_message(watcher, named.clone()),
        Answer::Ack(version)
    );
    table.send(watcher, Command::Name { name: name(34) });
    assert_eq!(table.send_message(watcher, named), Answer::Ack(version));
    assert_eq!(table.tabs[&watcher].you["name"], "Wind 34");
    assert_eq!(table.version(), version);
}
