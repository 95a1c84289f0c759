//! What a room is in short to those who are not in it.

use senda_room::{
    Summary,
    protocol::{Command, Phase},
};

use crate::table::{QUICK, Table, name};

/// The seats that the game waits for.
fn awaited(summary: &Summary) -> Vec<usize> {
    let seated = summary.seated.iter().enumerate();
    seated
        .filter_map(|(seat, of)| of.awaited.then_some(seat))
        .collect()
}

#[test]
fn it_says_for_whom_a_game_waits_and_until_when() {
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
    // What is stored of it is the same, and so is that of a room that was brought back.
    let stored = serde_json::to_string(&summary).unwrap();
    assert_eq!(serde_json::from_str::<Summary>(&stored).unwrap(), summary);
    table.play_out();
    let summary = table.room.summary();
    assert_eq!((summary.phase, summary.due), (Phase::Over, None));
    assert_eq!(awaited(&summary), [0; 0]);
}

#[test]
fn who_shares_a_name_is_told_apart() {
    let (mut table, tabs) = Table::seated(1, QUICK, 2);
    let name = name(1);
    table.send(tabs[1], Command::Name { name });
    let summary = table.room.summary();
    let names: Vec<&str> = summary.seated.iter().map(|of| &*of.name).collect();
    assert_eq!(names, ["Wind 1", "Wind 1 (2)"]);
}
