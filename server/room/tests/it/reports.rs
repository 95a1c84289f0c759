//! Tests of the reports of players to the operator of the server.

use senda_room::protocol::{ChatText, Clock, Command, PersonId, ReportReason};

use crate::table::{QUICK, Table, player};

fn report(person: PersonId, at: Option<u64>) -> Command {
    Command::Report {
        person,
        at,
        reason: ReportReason::Insult,
        note: ChatText::new("  twice   already ").ok(),
    }
}

#[test]
fn a_report_of_a_line_holds_the_line_and_the_five_before_it() {
    let (mut table, tabs) = Table::playing(1, QUICK, 2);
    for line in 0..7 {
        table.later(2_000);
        table.chat(tabs[line % 2], &format!("line {line}"));
    }
    let at = table.now.0;
    table.later(2_000);
    table.chat(tabs[1], "after it");
    let who = table.who(tabs[0]);
    let version = table.version();
    table.send(tabs[1], report(who, Some(at))).expect_ack();
    let [report] = &*table.player_reports else {
        panic!("one report")
    };
    assert_eq!(report.reported.0, player(1));
    assert_eq!(report.reporter.0, player(2));
    assert_eq!(report.reported.1.to_string(), "Wind 1");
    assert_eq!(report.note.as_ref().unwrap().to_string(), "twice already");
    let lines = report.lines.iter();
    let lines: Vec<_> = lines
        .map(|line| (line.author, line.text.as_ref().unwrap().to_string()))
        .collect();
    assert_eq!(lines.len(), 6);
    assert_eq!(lines[0], (Some(player(2)), "line 1".to_owned()));
    assert_eq!(lines[5], (Some(player(1)), "line 6".to_owned()));
    assert_eq!(table.version(), version, "nothing of it is in the log");
}

#[test]
fn a_line_can_be_reported_after_its_author_has_left() {
    let (mut table, tabs) = Table::seated(1, QUICK, 2);
    let watcher = table.join(3);
    table.chat(watcher, "bye");
    let (who, at) = (table.who(watcher), table.now.0);
    table.leave(watcher);
    assert_eq!(
        table.send(tabs[0], report(who, None)).code(),
        "no_such_person"
    );
    table.send(tabs[0], report(who, Some(at))).expect_ack();
    assert_eq!(table.player_reports[0].reported.0, player(3));
    // A line that the room does not hold proves nothing.
    let refused = table.send(tabs[0], report(who, Some(at + 1)));
    assert_eq!(refused.code(), "no_such_line");
}

#[test]
fn a_name_can_be_reported_without_a_line_and_never_ones_own() {
    let (mut table, tabs) = Table::seated(1, Clock::None {}, 2);
    let (own, other) = (table.who(tabs[0]), table.who(tabs[1]));
    table.send(tabs[0], report(other, None)).expect_ack();
    assert_eq!(table.player_reports[0].lines, []);
    assert_eq!(
        table.send(tabs[0], report(own, None)).code(),
        "no_such_person"
    );
}

#[test]
fn a_report_that_was_not_stored_is_refused_and_can_be_sent_again() {
    let (mut table, tabs) = Table::seated(1, QUICK, 2);
    let other = table.who(tabs[1]);
    table.loses_reports = true;
    assert_eq!(
        table.send(tabs[0], report(other, None)).code(),
        "not_reported"
    );
    table.loses_reports = false;
    table.send(tabs[0], report(other, None)).expect_ack();
}

#[test]
fn a_person_can_make_only_so_many_reports() {
    let (mut table, tabs) = Table::seated(1, QUICK, 2);
    let other = table.who(tabs[1]);
    for _ in 0..5 {
        table.send(tabs[0], report(other, None)).expect_ack();
    }
    assert_eq!(table.send(tabs[0], report(other, None)).code(), "too_fast");
    table.wait(120_000);
    table.send(tabs[0], report(other, None)).expect_ack();
}
