//! Tests of notifications to people who do not have the room in view.

use senda_room::{
    Announced, ConnectionId, NotificationKind,
    protocol::{ClientMessage, Clock, Command},
};
use senda_rules::GameKind;
use serde_json::json;

use crate::table::{Answer, QUICK, Table, name, player};

fn look(table: &mut Table, tab: ConnectionId, visible: bool) {
    assert_eq!(table.remark(tab, ClientMessage::Look { visible }), None);
}

/// Takes the notifications since the last call, by the number of the person.
fn told(table: &mut Table, people: u128) -> Vec<(u128, NotificationKind)> {
    let notifications = std::mem::take(&mut table.notifications);
    let number = |to| (1..=people).find(|&number| player(number) == to).unwrap();
    let told = notifications
        .into_iter()
        .map(|notifications| (number(notifications.to), notifications.what));
    let mut told: Vec<_> = told.collect();
    told.sort_by_key(|(to, _)| *to);
    told
}

fn acting(table: &Table, tabs: &[ConnectionId]) -> u128 {
    let acting = table.acting();
    let at = tabs.iter().position(|&tab| Some(tab) == acting).unwrap();
    at as u128 + 1
}

#[test]
fn notifies_of_the_start_and_of_each_turn() {
    let (mut table, tabs) = Table::seated(1, QUICK, 3);
    for &tab in &tabs[1..] {
        look(&mut table, tab, false);
    }
    table.begin(&tabs);
    let first = acting(&table, &tabs);
    let what = |number| {
        if number == first {
            NotificationKind::Turn
        } else {
            NotificationKind::Start
        }
    };
    assert_eq!(told(&mut table, 3), [(2, what(2)), (3, what(3))]);
    for _ in 0..6 {
        table.move_on();
        let next = acting(&table, &tabs);
        let expected = (next > 1).then_some((next, NotificationKind::Turn));
        assert_eq!(told(&mut table, 3), Vec::from_iter(expected));
    }
}

#[test]
fn a_visible_page_suppresses_notifications() {
    let (mut table, tabs) = Table::playing(1, QUICK, 2);
    for &tab in &tabs {
        look(&mut table, tab, false);
    }
    let phone = table.join(1);
    for _ in 0..4 {
        table.move_on();
    }
    let told_now = told(&mut table, 2);
    assert_eq!(told_now, [(2, NotificationKind::Turn); 2]);
    // This holds until the page is hidden or closed.
    look(&mut table, phone, false);
    for _ in 0..2 {
        table.move_on();
    }
    assert_eq!(told(&mut table, 2).len(), 2);
    look(&mut table, phone, true);
    table.leave(phone);
    for _ in 0..2 {
        table.move_on();
    }
    assert_eq!(told(&mut table, 2).len(), 2);
}

#[test]
fn a_turn_of_several_decisions_notifies_once() {
    let (mut table, tabs) = Table::playing_a(GameKind::SectionX, 3, QUICK, 2);
    for &tab in &tabs {
        look(&mut table, tab, false);
    }
    let _ = told(&mut table, 2);
    let mut last = None;
    let mut turns = 0;
    for _ in 0..60 {
        if table.acting().is_none() {
            break;
        }
        table.move_on();
        for (to, what) in told(&mut table, 2) {
            assert_eq!(what, NotificationKind::Turn);
            turns += 1;
            last = Some(to);
        }
    }
    assert!(last.is_some());
    assert!((2..40).contains(&turns), "{turns} in 60 decisions");
}

#[test]
fn a_player_who_is_played_for_is_not_notified_of_turns() {
    let (mut table, tabs) = Table::playing(1, QUICK, 2);
    let gone = tabs[1];
    table.leave(gone);
    while acting_number(&table) == Some(0) {
        table.move_on();
    }
    let before = told(&mut table, 2);
    assert_eq!(
        before,
        [(2, NotificationKind::Turn)],
        "nobody knows yet that they are away"
    );
    table.play_out();
    let mut turns = told(&mut table, 2);
    // The end concerns an away player too.
    assert_eq!(turns.pop(), Some((2, NotificationKind::End)));
    assert!(turns.len() <= 3, "{turns:?}");
}

#[test]
fn notifies_of_the_end_of_the_game() {
    let (mut table, tabs) = Table::playing(1, QUICK, 3);
    look(&mut table, tabs[1], false);
    table.leave(tabs[2]);
    table.play_out();
    let mut last = told(&mut table, 3);
    last.retain(|(_, what)| *what == NotificationKind::End);
    assert_eq!(
        last,
        [(2, NotificationKind::End), (3, NotificationKind::End)]
    );
}

#[track_caller]
fn done(answer: Answer) {
    if let Answer::Nak { code, .. } = answer {
        panic!("{code}");
    }
}

/// Returns the people who have to answer a request according to the summary, by their numbers.
fn asked(table: &Table) -> Vec<u128> {
    let seated = table.room.summary().seated;
    (1..)
        .zip(seated)
        .filter_map(|(number, of)| of.asked.then_some(number))
        .collect()
}

#[test]
fn notifies_of_a_requested_pause_in_a_game_with_turns_of_days() {
    let (mut table, tabs) = Table::playing(1, Clock::Days { days: 3 }, 3);
    look(&mut table, tabs[1], false);
    table.leave(tabs[2]);
    let _ = told(&mut table, 3);
    let pause = || Command::Pause { until_all: true };
    done(table.send(tabs[0], pause()));
    let question = NotificationKind::Question;
    assert_eq!(told(&mut table, 3), [(2, question), (3, question)]);
    assert_eq!(asked(&table), [2, 3]);
    // The notification is sent once, regardless of the order of the answers.
    done(table.send(tabs[1], pause()));
    assert_eq!(told(&mut table, 3), []);
    assert_eq!(asked(&table), [3]);
    let late = table.join(3);
    done(table.send(late, pause()));
    assert_eq!(asked(&table), []);
    // Repeated requests notify again only those who have viewed the room in the meantime.
    done(table.send(tabs[0], Command::GoOn {}));
    done(table.send(tabs[1], Command::GoOn {}));
    done(table.send(late, Command::GoOn {}));
    let _ = told(&mut table, 3);
    look(&mut table, late, false);
    done(table.send(tabs[0], pause()));
    assert_eq!(told(&mut table, 3), [(3, question)]);
    table.later(60_000);
    done(table.send(tabs[0], Command::GoOn {}));
    done(table.send(tabs[0], pause()));
    assert_eq!(told(&mut table, 3), [(2, question), (3, question)]);
}

#[test]
fn absent_players_are_not_asked_for_a_pause_of_short_turns() {
    let (mut table, tabs) = Table::playing(1, QUICK, 3);
    look(&mut table, tabs[1], false);
    table.leave(tabs[2]);
    let _ = told(&mut table, 3);
    done(table.pause(tabs[0]));
    assert_eq!(told(&mut table, 3), [(2, NotificationKind::Question)]);
    assert_eq!(asked(&table), [2]);
}

#[test]
fn notifies_of_a_requested_take_back() {
    let (mut table, tabs) = Table::playing(1, Clock::Days { days: 3 }, 3);
    let mover = acting(&table, &tabs);
    table.move_on();
    for (number, &tab) in (1..).zip(&tabs) {
        look(&mut table, tab, number == mover);
    }
    let _ = told(&mut table, 3);
    let tab = tabs[usize::try_from(mover).unwrap() - 1];
    let version = table.tabs[&tab].version;
    done(table.send(tab, Command::AskTakeBack { version }));
    let others: Vec<u128> = (1..=3).filter(|&number| number != mover).collect();
    let expected: Vec<_> = others
        .iter()
        .map(|&number| (number, NotificationKind::Question))
        .collect();
    assert_eq!(told(&mut table, 3), expected);
    assert_eq!(asked(&table), others);
    done(table.send(tab, Command::DeclineTakeBack {}));
    assert_eq!(asked(&table), []);
}

#[test]
fn notifies_of_a_draw_offer() {
    let (mut table, tabs) = Table::playing_a(GameKind::Tortus, 3, Clock::Days { days: 3 }, 2);
    let draw = json!({ "game": "tortus", "type": "draw" });
    // A draw cannot be offered before all pawns are placed.
    for _ in 0..20 {
        let mover = acting(&table, &tabs);
        let (tab, other) = (tabs[usize::from(mover == 2)], tabs[usize::from(mover == 1)]);
        look(&mut table, other, false);
        let _ = told(&mut table, 2);
        if matches!(table.act(tab, &draw), Answer::Ack(_)) {
            assert_eq!(
                told(&mut table, 2),
                [(3 - mover, NotificationKind::Question)]
            );
            assert_eq!(asked(&table), [3 - mover]);
            let decline = json!({ "game": "tortus", "type": "decline" });
            done(table.act(other, &decline));
            assert_eq!(asked(&table), []);
            return;
        }
        look(&mut table, other, true);
        table.move_on();
    }
    panic!("nobody could offer a draw");
}

/// Returns the seat that may decide something now.
fn acting_number(table: &Table) -> Option<usize> {
    let summary = table.room.summary();
    summary.seated.iter().position(|seated| seated.awaited)
}

#[test]
fn notifies_of_a_mention_once_a_minute() {
    let (mut table, tabs) = Table::seated(1, QUICK, 3);
    let renamed = table.send(tabs[2], Command::Name { name: name(22) });
    renamed.expect_ack();
    for &tab in &tabs {
        look(&mut table, tab, false);
    }
    // "Wind 2" and "Wind 22" are different names. A person's own messages do not notify them.
    table.chat(tabs[0], "@wind 22, your turn; @Wind 1 as well");
    assert_eq!(told(&mut table, 3), [(3, NotificationKind::Mention)]);
    table.chat(tabs[0], "Wind 2 and me@Wind 22");
    assert_eq!(told(&mut table, 3), [], "once a minute");
    table.chat(tabs[0], "@WIND 2!");
    assert_eq!(told(&mut table, 3), [(2, NotificationKind::Mention)]);
    table.later(60_000);
    table.chat(tabs[0], "@Wind 22");
    assert_eq!(told(&mut table, 3), [(3, NotificationKind::Mention)]);
    look(&mut table, tabs[1], true);
    table.later(60_000);
    table.chat(tabs[0], "@Wind 2");
    assert_eq!(told(&mut table, 3), []);
    // The notification names the host of the room.
    look(&mut table, tabs[1], false);
    table.chat(tabs[0], "@Wind 2");
    assert_eq!(table.notifications[0].host, "Wind 1");
}

fn announced(table: &mut Table) -> Vec<Announced> {
    let announced = std::mem::take(&mut table.announced);
    let what = announced.into_iter().map(|announcement| {
        assert_eq!(announcement.host, "Wind 1");
        assert_eq!(announcement.game, GameKind::Tsuro);
        announcement.what
    });
    what.collect()
}

#[test]
fn announces_games_and_turns_of_absent_players_to_the_channel() {
    let (mut table, tabs) = Table::seated(1, QUICK, 3);
    look(&mut table, tabs[1], false);
    table.begin(&tabs);
    let first = name_of(acting(&table, &tabs));
    let start = Announced::Start {
        players: (1..=3).map(name_of).collect(),
        first: vec![first],
    };
    // The start of a game includes its first turn, so that turn is not announced separately.
    assert_eq!(announced(&mut table), [start]);
    let mut turns = 0;
    while table.acting().is_some() {
        table.move_on();
        let told = announced(&mut table);
        if table.acting().is_none() {
            let [Announced::End(places)] = &told[..] else {
                panic!("{told:?}");
            };
            assert!(places.is_sorted_by_key(|(place, _)| *place));
            let mut names: Vec<_> = places.iter().map(|(_, name)| name.clone()).collect();
            names.sort();
            assert_eq!(names, (1..=3).map(name_of).collect::<Vec<_>>());
            break;
        }
        let next = acting(&table, &tabs);
        let expected = (next == 2).then(|| Announced::Turn(vec![name_of(2)]));
        assert_eq!(told, Vec::from_iter(expected));
        turns += usize::from(next == 2);
    }
    assert!(turns > 0);
}

fn name_of(number: u128) -> String {
    name(number).to_string()
}
