//! Tests of the summary of a room for people who are not in it.

use senda_room::{
    Summary,
    protocol::{Command, Phase},
};

use crate::table::{QUICK, Table, name};

/// Returns the seats that the game waits for.
fn awaited(summary: &Summary) -> Vec<usize> {
    let seated = summary.seated.iter().enumerate();
    seated
        .filter_map(|(seat, of)| of.awaited.then_some(seat))
        .collect()
}

#[test]
fn a_summary_names_the_awaited_seat_and_its_deadline() {
    let (mut table, tabs) = Table::seated(1, QUICK, 3);
    let summary = table.room.summary();
    assert_eq!(
        (summary.phase, summary.seated.len(), summary.seats),
        (Phase::Lobby, 3, 8)
    );
    assert_eq!(summary.host, "Wind 1");
    assert_eq!(awaited(&summary), [0; 0]);
    assert_eq!(summary.due, None);
    table.begin(&tabs);
    let summary = table.room.summary();
    assert_eq!(summary.phase, Phase::Playing);
    let acting = table.acting();
    let acting = tabs.iter().position(|&tab| Some(tab) == acting);
    assert_eq!(awaited(&summary), Vec::from_iter(acting));
    let until = &table.tabs[&tabs[0]].view["clock"]["running"][0]["until"];
    assert_eq!(summary.due.map(|due| due.0), until.as_u64());
    // The summary survives serialization, and a restored room has the same summary.
    let stored = serde_json::to_string(&summary).unwrap();
    assert_eq!(serde_json::from_str::<Summary>(&stored).unwrap(), summary);
    table.play_out();
    let summary = table.room.summary();
    assert_eq!((summary.phase, summary.due), (Phase::Over, None));
    assert_eq!(awaited(&summary), [0; 0]);
}

#[test]
fn people_with_the_same_name_are_distinguished() {
    let (mut table, tabs) = Table::seated(1, QUICK, 2);
    let name = name(1);
    table.send(tabs[1], Command::Name { name });
    let summary = table.room.summary();
    let names: Vec<&str> = summary.seated.iter().map(|of| &*of.name).collect();
    assert_eq!(names, ["Wind 1", "Wind 1 (2)"]);
}
