//! Tests of reconnecting clients. They receive exactly what they missed, or the whole state.

use senda_room::{
    ConnectionId, Input,
    protocol::{ClientMessage, Clock, Since},
};
use serde_json::{Value, json};

use crate::table::{QUICK, Tab, Table, person};

/// Returns the last update that a tab received.
fn update(tab: &Tab) -> Value {
    let mut frames = tab.frames.iter().rev();
    let frame = frames.find(|frame| frame.contains(r#""type":"update""#));
    serde_json::from_str(frame.expect("an update")).unwrap()
}

/// Returns the versions that an update starts from and leads to.
fn span(tab: &Tab) -> (u64, u64) {
    let update = update(tab);
    (
        update["from"].as_u64().unwrap(),
        update["version"].as_u64().unwrap(),
    )
}

fn moves(table: &mut Table, count: usize) {
    (0..count).for_each(|_| drop(table.move_on()));
}

#[test]
fn a_returning_client_receives_what_it_missed() {
    for missed in 0..6 {
        // Persons 2 and 9 have a second tab that stays connected, for comparison.
        let (mut table, tabs) = Table::playing(3, QUICK, 3);
        let watcher = table.join(9);
        let stays = [(2, table.join(2)), (9, table.join(9))];
        moves(&mut table, 4);
        let left = [table.tabs[&tabs[1]].clone(), table.tabs[&watcher].clone()];
        table.leave(tabs[1]);
        table.leave(watcher);
        moves(&mut table, missed);
        for ((number, stays), left) in stays.into_iter().zip(&left) {
            let back = table.come_back(number, left);
            let (tab, stayed) = (&table.tabs[&back], &table.tabs[&stays]);
            let missed = u64::try_from(missed).unwrap();
            assert_eq!(
                span(tab),
                (left.version.into(), u64::from(left.version) + missed)
            );
            let told = update(tab)["happenings"].as_array().unwrap().len();
            assert_eq!(told as u64, missed, "one for each decision");
            assert_eq!(tab.view, stayed.view);
            assert_eq!(tab.happenings.last(), stayed.happenings.last());
        }
    }
}

#[test]
fn a_returning_client_receives_what_it_missed_after_a_restart() {
    let (mut table, tabs) = Table::playing(3, QUICK, 3);
    moves(&mut table, 4);
    let before: Vec<Tab> = tabs.iter().map(|tab| table.tabs[tab].clone()).collect();
    table.leave(tabs[2]);
    moves(&mut table, 2);
    let stayed = table.tabs[&tabs[0]].clone();
    table.crash(None, 0, 60_000);
    let back = table.come_back(3, &before[2]);
    let tab = &table.tabs[&back];
    assert_eq!(span(tab).0, u64::from(before[2].version));
    let versions = |tab: &Tab| -> Vec<Value> {
        let told = tab.happenings.iter();
        told.map(|told| told["version"].clone()).collect()
    };
    assert_eq!(versions(tab), versions(&stayed));
    // A tab that missed nothing receives no events.
    let back = table.come_back(1, &stayed);
    assert_eq!(update(&table.tabs[&back])["happenings"], json!([]));
    assert_eq!(table.tabs[&back].happenings, stayed.happenings);
}

#[test]
fn a_version_that_cannot_be_continued_gets_the_whole_state() {
    let (mut table, tabs) = Table::playing(3, QUICK, 2);
    moves(&mut table, 3);
    let tab = table.tabs[&tabs[1]].clone();
    let fresh = table.join(2);
    let whole = update(&table.tabs[&fresh]);
    let now = table.version();
    for (epoch, version) in [
        (7, 0),
        (7, now + 1),
        (7, u32::MAX),
        (8, now),
        (0, now),
        (8, 1),
    ] {
        let since = Since { epoch, version };
        // A version of another history counts as none.
        let back = table.come_back_with(
            2,
            &Tab {
                player: tab.player,
                ..Tab::default()
            },
            since,
        );
        assert_eq!(update(&table.tabs[&back]), whole, "{since:?}");
        table.leave(back);
    }
}

#[test]
fn a_forgotten_version_gets_the_whole_state() {
    let (mut table, tabs) = Table::seated(1, QUICK, 2);
    let early = table.tabs[&tabs[1]].clone();
    for round in 0..64 {
        table.ready(tabs[1], round % 2 == 1);
        // The wait respects the limit on records of one person.
        table.wait(60_000);
    }
    // Versions 1 and 2 are forgotten. From the second version on, there is no gap.
    assert_eq!(early.version, 2);
    let back = table.come_back(2, &early);
    assert_eq!(span(&table.tabs[&back]).0, 2);
    table.ready(tabs[1], false);
    let back = table.come_back(2, &early);
    assert_eq!(span(&table.tabs[&back]).0, 0);
    assert_eq!(table.tabs[&back].happenings.len(), 64);
}

#[test]
fn a_new_game_forgets_the_one_before() {
    let (mut table, tabs) = Table::playing(1, QUICK, 2);
    moves(&mut table, 2);
    let during = table.tabs[&tabs[1]].clone();
    table.play_out();
    let over = table.tabs[&tabs[1]].clone();
    table.begin(&tabs);
    let back = table.come_back(2, &during);
    assert_eq!(span(&table.tabs[&back]).0, 0);
    let back = table.come_back(2, &over);
    assert_eq!(span(&table.tabs[&back]).0, u64::from(over.version));
    assert_eq!(table.tabs[&back].last("started")["round"], 2);
}

/// A viewer whose seat has changed must not continue from events that were redacted for the old
/// seat. A person who has sat down or stood up during the game receives the whole state.
#[test]
fn a_changed_seat_gets_the_whole_state() {
    let (mut table, tabs) = Table::playing(3, Clock::None {}, 3);
    moves(&mut table, 3);
    let seated = table.tabs[&tabs[1]].clone();
    table.stand(tabs[1]);
    // The tab is from before the person stood up. Their hand of that time is hidden now.
    let back = table.come_back(2, &seated);
    let tab = &table.tabs[&back];
    assert_eq!(span(tab).0, 0);
    assert!(tab.last("started")["events"][0]["hands"][1][0].is_null());
    // A former spectator has the seat now.
    let watcher = table.join(9);
    let standing = table.tabs[&watcher].clone();
    table.sit(watcher, Some(1));
    let back = table.come_back(9, &standing);
    let tab = &table.tabs[&back];
    assert_eq!(span(tab).0, 0);
    assert!(tab.last("started")["events"][0]["hands"][1][0].is_number());
    assert_eq!(tab.happenings, table.tabs[&watcher].happenings);
    // From then on, updates continue, also for the person who watches now.
    let (now, other) = (table.tabs[&watcher].clone(), table.tabs[&tabs[1]].clone());
    moves(&mut table, 2);
    for (number, before) in [(9, now), (2, other)] {
        let back = table.come_back(number, &before);
        assert_eq!(span(&table.tabs[&back]).0, u64::from(before.version));
    }
}

/// A person who stood up and has the same seat again was a spectator in between.
#[test]
fn a_temporarily_changed_seat_gets_the_whole_state() {
    let (mut table, tabs) = Table::playing(3, Clock::None {}, 3);
    let before = table.tabs[&tabs[1]].clone();
    table.stand(tabs[1]);
    table.sit(tabs[1], Some(1));
    let back = table.come_back(2, &before);
    assert_eq!(span(&table.tabs[&back]).0, 0);
}

#[test]
fn after_a_return_each_move_is_sent_separately() {
    let (mut table, tabs) = Table::playing(3, QUICK, 2);
    moves(&mut table, 2);
    let before = table.tabs[&tabs[1]].clone();
    table.leave(tabs[1]);
    let back = [table.come_back(2, &before), table.join(2), table.join(9)];
    for _ in 0..2 {
        let version = u64::from(table.version());
        table.move_on();
        for tab in back {
            assert_eq!(span(&table.tabs[&tab]), (version, version + 1));
        }
    }
}

/// Information that was hidden in a game is open after its end, and a return continues the game as
/// usual.
#[test]
fn an_end_that_was_missed_continues_the_game() {
    let (mut table, tabs) = Table::playing(5, QUICK, 2);
    let stays = table.join(2);
    moves(&mut table, 5);
    let before = table.tabs[&tabs[1]].clone();
    table.leave(tabs[1]);
    table.play_out();
    let back = table.come_back(2, &before);
    let (tab, stayed) = (&table.tabs[&back], &table.tabs[&stays]);
    assert_eq!(span(tab).0, u64::from(before.version));
    assert_eq!(tab.view, stayed.view);
    assert!(table.tabs[&stays].types().contains(&"ended"));
    assert!(tab.types().contains(&"ended"));
}

#[test]
fn a_sync_request_is_answered_like_a_return() {
    let (mut table, tabs) = Table::playing(3, QUICK, 2);
    moves(&mut table, 3);
    let tab = table.tabs[&tabs[0]].clone();
    let ask = |since| Input::Message {
        connection: tabs[0],
        message: ClientMessage::Sync { since },
    };
    let since = Since {
        epoch: 7,
        version: tab.version,
    };
    table.step(ask(Some(since)));
    let known = update(&table.tabs[&tabs[0]]);
    assert_eq!(known["from"], tab.version);
    assert_eq!(known["happenings"], json!([]));
    assert_eq!(known["view"], tab.view);
    table.step(ask(None));
    assert_eq!(span(&table.tabs[&tabs[0]]).0, 0);
    assert_eq!(table.tabs[&tabs[0]].happenings, tab.happenings);
}

#[test]
fn a_command_that_changes_nothing_increments_the_version() {
    let (mut table, tabs) = Table::seated(1, QUICK, 2);
    let before = table.tabs[&tabs[0]].clone();
    table.ready(tabs[1], true);
    assert_eq!(span(&table.tabs[&tabs[0]]), (2, 3));
    let back = table.come_back(1, &before);
    assert_eq!(span(&table.tabs[&back]), (2, 3));
    assert_eq!(update(&table.tabs[&back])["happenings"], json!([]));
}

#[test]
fn people_receive_the_number_of_their_own_tabs() {
    let (mut table, tabs) = Table::seated(1, QUICK, 2);
    let told = |table: &Table, tab: ConnectionId| table.tabs[&tab].you["tabs"].clone();
    let yous = |table: &Table, tab: ConnectionId| {
        let frames = table.tabs[&tab].frames.iter();
        let yous = frames.filter(|frame| frame.contains(r#""type":"you""#));
        yous.count()
    };
    assert_eq!(told(&table, tabs[1]), 1);
    let before = yous(&table, tabs[0]);
    let second = table.join(2);
    assert_eq!([told(&table, tabs[1]), told(&table, second)], [2, 2]);
    assert_eq!(yous(&table, second), 1, "told once");
    let third = table.join(2);
    for tab in [tabs[1], second, third] {
        assert_eq!(told(&table, tab), 3);
    }
    table.leave(second);
    assert_eq!([told(&table, tabs[1]), told(&table, third)], [2, 2]);
    table.leave(third);
    assert_eq!(told(&table, tabs[1]), 1);
    assert_eq!(
        yous(&table, tabs[0]),
        before,
        "it is nobody else's business"
    );
    // The ninth tab closes the first one, so eight remain.
    let last = (0..9).map(|_| table.join(2)).last().unwrap();
    assert_eq!(told(&table, last), 8);
    assert_eq!(person(2).player, table.tabs[&last].player.unwrap());
}
