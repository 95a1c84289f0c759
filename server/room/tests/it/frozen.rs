//! Logs that were written under the first version of each game's rules, kept forever as bytes.
//! Their rooms can be restored and continue.
//!
//! Some of their events do not follow today's rules. The game of Tsuro, played by the rules of
//! 2005, has only one round of draws. In the game of Section X, a round ends because a turn that
//! ended by resigning counts as one without an action.

use senda_room::{
    Input, LogEvent, NotRestored, Record, Room,
    game_file::{Check, Fault, GameFile, Inconsistent, Noted, Replay, Step},
};
use senda_rules::{AnyEvent, GameKind};

use crate::table::{START, Table, person};

/// A room whose second or only game is running, the same room when that game is over, and the
/// number of seated people.
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

/// Returns the log with its last game marked as started by that version of the rules.
fn of_rules(lines: &str, version: u16) -> Vec<Record> {
    let mut log = records(lines);
    let happened = log.iter_mut().flat_map(|record| &mut record.happened);
    let mut started = happened.filter_map(|happened| match happened {
        LogEvent::Started(started) => Some(&mut started.events),
        _ => None,
    });
    let (AnyEvent::Tsuro(senda_rules::tsuro::Event::Opened { rules, .. })
    | AnyEvent::Tortus(senda_rules::tortus::Event::Opened { rules, .. })
    | AnyEvent::SectionX(senda_rules::section_x::Event::Opened { rules, .. })) =
        &mut started.next_back().unwrap()[0]
    else {
        panic!("a game begins with its deal");
    };
    *rules = version;
    log
}

fn kind(log: &[Record]) -> GameKind {
    let LogEvent::Created(created) = &log[0].happened[0] else {
        panic!("the first");
    };
    created.settings.options.kind()
}

#[test]
fn reads_the_log_of_a_finished_game_of_the_first_rules() {
    for (_, over, _) in ALL {
        let log = records(over);
        Room::restore(START, log.clone()).unwrap();
        let file = GameFile::of(&log, 1).unwrap();
        assert_eq!(file.rules, 1);
        assert_eq!(Check::of(&file, &Noted::default()).findings, []);
    }
}

#[test]
fn game_files_of_the_first_rules_are_unchanged() {
    let kept: [(&str, u32, &str); 4] = [
        (TSURO.1, 1, include_str!("../cases/rules_1/tsuro-2020.json")),
        (TSURO.1, 2, include_str!("../cases/rules_1/tsuro-2005.json")),
        (TORTUS.1, 1, include_str!("../cases/rules_1/tortus.json")),
        (
            SECTION_X.1,
            1,
            include_str!("../cases/rules_1/section_x.json"),
        ),
    ];
    for (over, round, file) in kept {
        let made = GameFile::of(&records(over), round).unwrap();
        assert_eq!(made.write(), file);
        assert_eq!(GameFile::read(file.as_bytes()), Ok(made));
    }
}

/// A game under older rules that contradicts today's rules is not reported as faulty: the error
/// names the older rules. A game that still follows today's rules replays without an error.
#[test]
fn a_replay_does_not_report_changed_rules_as_cheating() {
    let replay = |file: &str| {
        let file = GameFile::read(file.as_bytes()).unwrap();
        Replay::begin(&file).and_then(Replay::finish).map(drop)
    };
    for same in [
        include_str!("../cases/rules_1/tsuro-2020.json"),
        include_str!("../cases/rules_1/tortus.json"),
    ] {
        replay(same).unwrap();
    }
    for changed in [
        include_str!("../cases/rules_1/tsuro-2005.json"),
        include_str!("../cases/rules_1/section_x.json"),
    ] {
        let Inconsistent {
            fault, other_rules, ..
        } = replay(changed).unwrap_err();
        assert!(matches!(fault, Fault::Event { .. }), "{fault:?}");
        assert_eq!(other_rules, Some(1));
    }
    // The replay of a game under an unknown version of the rules reports that version only.
    let later =
        include_str!("../cases/rules_1/tortus.json").replacen("\"rules\": 1", "\"rules\": 99", 1);
    let Inconsistent {
        fault, other_rules, ..
    } = replay(&later).unwrap_err();
    assert_eq!(fault, Fault::Rules { rules: 99 });
    assert_eq!(other_rules, Some(99));
    // Under today's rules, the same game is faulty.
    let lie =
        include_str!("../cases/rules_1/section_x.json").replacen("\"rules\": 1", "\"rules\": 2", 1);
    assert_eq!(replay(&lie).unwrap_err().other_rules, None);
}

#[test]
fn a_running_game_of_the_first_rules_continues_to_its_end() {
    for (running, _, people) in ALL {
        let log = records(running);
        let game = kind(&log);
        let mut table = Table::of_log(log);
        let tabs: Vec<_> = (1..=people).map(|number| table.join(number)).collect();
        let tab = &table.tabs[&tabs[0]];
        assert_eq!(tab.view["phase"], "playing");
        let changed = game.rules() > 1;
        assert_eq!(tab.types().contains(&"revised"), changed, "{game:?}");
        table.move_on();
        table.crash(None, 0, 1);
        let tabs: Vec<_> = (1..=people).map(|number| table.join(number)).collect();
        table.play_out();
        let tab = &table.tabs[&tabs[0]];
        assert_eq!(tab.phase(), "over");
        let told = tab.types().into_iter().filter(|kind| *kind == "revised");
        assert_eq!(told.count(), usize::from(changed), "told once");
        let round = u32::try_from(tab.view["round"].as_u64().unwrap()).unwrap();
        let file = GameFile::of(&table.log, round).unwrap();
        assert_eq!(file.rules, 1);
        assert_eq!(Check::of(&file, &Noted::default()).findings, []);
        assert_eq!(GameFile::read(file.write().as_bytes()), Ok(file.clone()));
        let mut revised = file.steps.iter().filter_map(|step| match step {
            Step::Revised { rules, .. } => Some(*rules),
            _ => None,
        });
        assert_eq!(revised.next(), changed.then_some(game.rules()));
    }
}

#[test]
fn a_running_game_of_later_rules_waits_for_a_later_program() {
    for (running, over, _) in ALL {
        let game = kind(&records(running));
        let later = game.rules() + 1;
        assert_eq!(
            Room::restore(START, of_rules(running, later)).unwrap_err(),
            NotRestored::Newer { game, rules: later }
        );
        // Once the game is over, the room continues as usual.
        let mut table = Table::of_log(of_rules(over, later));
        let host = table.join(1);
        let tab = &table.tabs[&host];
        assert_eq!(tab.phase(), "lobby");
        assert!(tab.view["game"].is_null());
        assert_eq!(
            GameFile::of(&table.log, tab.view["round"].as_u64().unwrap() as u32),
            None
        );
    }
}

#[test]
fn a_running_game_of_unsupported_rules_is_abandoned_and_the_room_continues() {
    for (running, _, people) in ALL {
        let log = of_rules(running, 0);
        let records = log.len();
        let mut table = Table::of_log(log);
        // The room does it by itself, without a connection.
        assert!(table.room.deadline().is_some_and(|due| due <= table.now));
        table.step(Input::Tick);
        assert_eq!(table.log.len(), records + 1);
        let tabs: Vec<_> = (1..=people).map(|number| table.join(number)).collect();
        let tab = &table.tabs[&tabs[0]];
        assert_eq!(tab.phase(), "lobby");
        let told = tab.last("abandoned");
        assert!(
            told["secret"].is_string(),
            "what the shuffles came from: {told}"
        );
        table.crash(None, 0, 1);
        assert_eq!(table.log.len(), records + 1, "it ends once");
        let tabs: Vec<_> = (1..=people)
            .map(|number| table.join_as(person(number)))
            .collect();
        table.begin(&tabs);
        assert_eq!(table.tabs[&tabs[0]].phase(), "playing");
    }
}

#[test]
fn a_running_game_that_contradicts_the_rules_is_abandoned() {
    let mut log = of_rules(TSURO.0, 1);
    // One tile comes back twice.
    let happened = log.iter_mut().rev().flat_map(|record| &mut record.happened);
    let mut piles = happened.filter_map(|happened| match happened {
        LogEvent::Played(played) => played.events.iter_mut().find_map(|event| match event {
            AnyEvent::Tsuro(senda_rules::tsuro::Event::Returned { pile, .. }) => Some(pile),
            _ => None,
        }),
        _ => None,
    });
    let pile = piles.next().unwrap();
    pile.push(pile[0]);
    let mut table = Table::of_log(log);
    let host = table.join(1);
    let tab = &table.tabs[&host];
    assert_eq!(tab.phase(), "lobby");
    tab.last("abandoned");
}
