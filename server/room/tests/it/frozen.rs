//! Logs as they were written under the first version of each game's rules, kept as bytes for ever: their rooms come
//! back and go on.
//!
//! Some of what happens in them is not by the rules of today: in the game of Tsuro, by the rules of 2005, there is one
//! round of draws only, and in that of Section X a round ends because a turn that was left by resigning counts as one
//! in which nothing was done.

use senda_room::{
    Record, Room,
    game_file::{Check, GameFile, Noted},
};

use crate::table::{START, Table};

/// A room whose second or only game runs, the same room when that game is over, and how many are seated.
type Frozen = (&'static str, &'static str, u128);

const TSURO: Frozen = (
    include_str!("../cases/rules_1/tsuro-running.jsonl"),
    include_str!("../cases/rules_1/tsuro-over.jsonl"),
    6,
);
const TORTUS: Frozen = (
    include_str!("../cases/rules_1/tortus-running.jsonl"),
    include_str!("../cases/rules_1/tortus-over.jsonl"),
    2,
);
const SECTION_X: Frozen = (
    include_str!("../cases/rules_1/section_x-running.jsonl"),
    include_str!("../cases/rules_1/section_x-over.jsonl"),
    3,
);

const ALL: [Frozen; 3] = [TSURO, TORTUS, SECTION_X];

pub fn records(lines: &str) -> Vec<Record> {
    let record = |line| serde_json::from_str(line).unwrap();
    lines.lines().map(record).collect()
}

#[test]
fn the_log_of_a_finished_game_of_the_first_rules_is_read() {
    for (_, over, _) in ALL {
        let log = records(over);
        Room::restore(START, log.clone()).unwrap();
        let file = GameFile::of(&log, 1).unwrap();
        assert_eq!(file.rules, 1);
        assert_eq!(Check::of(&file, &Noted::default()).findings, []);
    }
}

#[test]
fn a_running_game_of_the_first_rules_goes_on_to_its_end() {
    for (running, _, people) in ALL {
        let mut table = Table::of_log(records(running));
        let tabs: Vec<_> = (1..=people).map(|number| table.join(number)).collect();
        let view = &table.tabs[&tabs[0]].view;
        assert_eq!(view["phase"], "playing");
        table.move_on();
        table.play_out();
        let view = &table.tabs[&tabs[0]].view;
        assert_eq!(view["phase"], "over");
        let round = u32::try_from(view["round"].as_u64().unwrap()).unwrap();
        let file = GameFile::of(&table.log, round).unwrap();
        assert_eq!(Check::of(&file, &Noted::default()).findings, []);
    }
}
