//! Tests of games with turns of days. No player needs to be connected, and the log alone determines
//! timeouts.

use senda_room::{
    Alarm, Announced, ConnectionId, Input, LogEvent, NotificationKind, Time,
    limits::{DAY_MS, LEAST_OF_DAYS_MS, PAUSE_HELD_MS, STALLED_MS, VACATION_DAYS},
    protocol::{Away, By, Clock, Command, Level, PauseReason},
};
use senda_rules::GameKind;
use serde_json::{Value, json};

use crate::table::{Answer, Table, name, player, seat, settings};

const THREE: Clock = Clock::Days { days: 3 };

#[track_caller]
fn done(answer: Answer) {
    if let Answer::Nak { code, .. } = answer {
        panic!("{code}");
    }
}

/// Returns the number of the person whose turn it is in a game of two, and that of the other
/// person.
fn turns(table: &Table) -> (u128, u128) {
    let turn = table.tabs[&table.acting().unwrap()].seat().unwrap() as u128;
    (turn + 1, 2 - turn)
}

fn all_leave(table: &mut Table) {
    let open = table.tabs.iter().filter(|(_, tab)| tab.closed.is_none());
    let open: Vec<ConnectionId> = open.map(|(&connection, _)| connection).collect();
    for connection in open {
        table.leave(connection);
    }
}

/// Returns the time at which the turn times out.
fn due(table: &Table, tab: ConnectionId) -> Time {
    let running = &table.tabs[&tab].view["clock"]["running"];
    assert_eq!(running.as_array().unwrap().len(), 1);
    Time(running[0]["until"].as_u64().unwrap())
}

fn last(table: &Table) -> &LogEvent {
    let happened = table.log.iter().flat_map(|record| &record.happened);
    happened.last().unwrap()
}

fn vacation(table: &mut Table, tab: ConnectionId, days: u8) -> Answer {
    table.send(tab, Command::Vacation { days })
}

/// The server restarts between any two moves, no player is connected in between, and each player
/// uses most of their three days.
#[test]
fn a_whole_game_with_a_restart_between_every_move() {
    for kind in GameKind::ALL {
        let (mut table, tabs) = Table::playing_a(*kind, 11, THREE, 2);
        let start = table.now;
        let mut people = turns(&table);
        let mut tab = tabs[usize::try_from(people.0 - 1).unwrap()];
        let mut moves = 0;
        while table.tabs[&tab].view["phase"] == "playing" && moves < 40 {
            let begun = table.now;
            done(table.move_on());
            moves += 1;
            if table.tabs[&tab].view["phase"] != "playing" {
                break;
            }
            // A turn of several decisions has no more time than a turn of one.
            let goes_on = table.acting() == Some(tab);
            let gap = if goes_on { DAY_MS / 24 } else { DAY_MS };
            if !goes_on {
                std::mem::swap(&mut people.0, &mut people.1);
                assert_eq!(
                    table.alarm,
                    Alarm::At(begun.plus(3 * DAY_MS / 2)),
                    "half time"
                );
            }
            all_leave(&mut table);
            assert!(table.room.can_rest());
            table.crash(None, 0, 3 * gap / 2);
            let version = table.version();
            table.wait(3 * gap / 4);
            assert_eq!(table.version(), version, "nothing happens meanwhile");
            tab = table.join(people.0);
            assert_eq!(table.version(), version, "who comes changes nothing");
            assert_eq!(table.acting(), Some(tab));
            let until = due(&table, tab);
            assert!(
                until > table.now && until <= begun.plus(3 * DAY_MS),
                "{until:?}"
            );
            let Alarm::At(alarm) = table.alarm else {
                panic!("nobody brings the room back");
            };
            assert!(alarm <= until);
        }
        assert!(moves > 8, "{moves}");
        assert!(table.now.since(start) > 5 * DAY_MS);
        let by_clock = table.log.iter().flat_map(|record| &record.happened);
        let by_clock = by_clock
            .filter(|event| matches!(event, LogEvent::Played(played) if played.by != By::Player));
        assert_eq!(by_clock.count(), 0, "nobody was late");
    }
}

#[test]
fn a_timed_out_player_is_played_for_without_connections() {
    let (mut table, tabs) = Table::playing(3, THREE, 2);
    let (mover, other) = turns(&table);
    let until = due(&table, tabs[0]);
    assert_eq!(until, table.now.plus(3 * DAY_MS));
    all_leave(&mut table);
    table.crash(None, 0, 1_000);
    let before = table.version();
    table.wait(until.since(table.now) - 1);
    assert_eq!(table.version(), before);
    table.wait(1);
    let own = seat(u8::try_from(mover - 1).unwrap());
    let away = LogEvent::Away(Away {
        seat: own,
        away: true,
        skipped: false,
    });
    assert_eq!(last(&table), &away);
    let played = |event: &LogEvent| matches!(event, LogEvent::Played(played) if played.by == By::Clock && played.seat == own);
    assert!(table.log.last().unwrap().happened.iter().any(played));
    // The other player has three days of their own. The late player is played for until they are
    // back.
    assert_eq!(table.alarm, Alarm::At(until.plus(3 * DAY_MS / 2)));
    let tab = table.join(other);
    assert_eq!(due(&table, tab), until.plus(3 * DAY_MS));
    done(table.move_on());
    assert_eq!(
        table.alarm,
        Alarm::At(table.now),
        "as soon as the room is in memory"
    );
    table.wait(1_500);
    assert_eq!(table.acting(), Some(tab));
    let late = table.join(mover);
    done(table.send(late, Command::Back {}));
    assert_eq!(
        table.tabs[&late].view["seats"][usize::from(own.number())]["away"],
        false
    );
    table.play_out();
    assert_eq!(table.alarm, Alarm::Off);
}

#[test]
fn many_turns_that_ended_while_the_server_was_down_are_not_all_lost() {
    let (mut table, tabs) = Table::playing(4, Clock::Days { days: 1 }, 3);
    all_leave(&mut table);
    let before = table.version();
    table.crash(None, 0, 30 * DAY_MS);
    table.wait(0);
    assert_eq!(table.version(), before + 1, "the next has a day from now");
    let _ = tabs;
}

#[test]
fn a_vacation_stops_the_clock_and_survives_a_restart() {
    let (mut table, tabs) = Table::playing(5, THREE, 2);
    let (mover, _) = turns(&table);
    let tab = tabs[usize::try_from(mover - 1).unwrap()];
    let number = usize::try_from(mover - 1).unwrap();
    let until = due(&table, tab);
    done(vacation(&mut table, tab, 10));
    assert_eq!(due(&table, tab), until.plus(10 * DAY_MS));
    let told = &table.tabs[&tabs[0]].view["seats"][number]["vacation"];
    let ends = table.now.plus(10 * DAY_MS);
    assert_eq!(
        told,
        &json!({ "until": ends.0, "days_left": VACATION_DAYS - 10 })
    );
    all_leave(&mut table);
    table.crash(None, 0, 12 * DAY_MS);
    table.wait(0);
    let tab = table.join(mover);
    assert_eq!(due(&table, tab), until.plus(10 * DAY_MS));
    assert_eq!(table.acting(), Some(tab));
    // The rest of the vacation remains available, and no more.
    let refused = vacation(&mut table, tab, VACATION_DAYS - 9);
    assert_eq!(refused.code(), "no_vacation");
    done(vacation(&mut table, tab, VACATION_DAYS - 10));
    table.later(DAY_MS / 2);
    done(vacation(&mut table, tab, 0));
    let told = &table.tabs[&tab].view["seats"][number]["vacation"];
    assert_eq!(
        told,
        &json!({ "until": null, "days_left": VACATION_DAYS - 11 })
    );
    let left = due(&table, tab).since(table.now);
    assert!((LEAST_OF_DAYS_MS..=DAY_MS).contains(&left), "{left}");
}

#[test]
fn rejects_a_vacation_in_a_game_with_short_turns() {
    let (mut table, tabs) = Table::playing(6, Clock::Turn { seconds: 60 }, 2);
    assert_eq!(vacation(&mut table, tabs[0], 1).code(), "no_vacation");
}

#[test]
fn a_pause_needs_absent_players_too_and_lasts_until_all_are_back() {
    let (mut table, tabs) = Table::playing(7, THREE, 3);
    let pause = |until_all| Command::Pause { until_all };
    let until = due(&table, tabs[0]);
    table.leave(tabs[2]);
    done(table.send(tabs[0], pause(true)));
    done(table.send(tabs[1], pause(false)));
    assert_eq!(
        table.tabs[&tabs[0]].view["paused"],
        Value::Null,
        "the third is asked as well"
    );
    let third = table.join(3);
    done(table.send(third, pause(false)));
    let paused = LogEvent::Paused(senda_room::protocol::Paused {
        reason: PauseReason::UntilAllBack,
    });
    assert_eq!(last(&table), &paused);
    assert_eq!(table.alarm, Alarm::Off);
    let mover = table.acting().unwrap();
    assert_eq!(table.move_on().code(), "paused");
    table.wait(5 * DAY_MS);
    done(table.go_on(tabs[0]));
    done(table.go_on(third));
    assert_eq!(table.tabs[&third].view["go_on_asked_by"], json!([0, 2]));
    assert_eq!(table.tabs[&third].view["paused"], "until_all_back");
    done(table.go_on(tabs[1]));
    assert_eq!(table.tabs[&third].view["paused"], Value::Null);
    assert_eq!(due(&table, mover), until.plus(5 * DAY_MS));
    done(table.move_on());
}

#[test]
fn a_player_cannot_prolong_a_pause_until_all_are_back_for_ever() {
    let (mut table, tabs) = Table::playing(8, Clock::None {}, 2);
    for &tab in &tabs {
        done(table.send(tab, Command::Pause { until_all: true }));
    }
    done(table.go_on(tabs[0]));
    assert_eq!(table.tabs[&tabs[0]].view["paused"], "until_all_back");
    table.wait(PAUSE_HELD_MS - 1);
    assert_eq!(table.tabs[&tabs[0]].view["paused"], "until_all_back");
    table.wait(1);
    assert_eq!(table.tabs[&tabs[0]].view["paused"], Value::Null);
}

#[test]
fn the_host_can_disable_votes_to_skip() {
    let mut table = Table::new(9, Clock::None {});
    let tabs = [table.join(1), table.join(2)];
    done(table.send(
        tabs[1],
        Command::Sit {
            seat: None,
            colour: None,
            nonce: None,
        },
    ));
    let mut wanted = settings(Clock::None {});
    wanted.no_skips = true;
    done(table.send(tabs[0], Command::Set { settings: wanted }));
    table.begin(&tabs);
    let mover = table.acting().unwrap();
    let other = if mover == tabs[0] { tabs[1] } else { tabs[0] };
    let number = table.tabs[&mover].seat().unwrap();
    table.wait(3 * STALLED_MS);
    assert_eq!(table.tabs[&other].view["awaited"], json!([]));
    assert_eq!(table.vote_to_skip(other, number).code(), "not_awaited");
}

#[test]
fn a_bot_moves_when_its_room_is_loaded() {
    let mut table = Table::new(10, THREE);
    let tab = table.join(1);
    let bot = Command::Bot {
        seat: None,
        level: Some(Level::Easy),
    };
    done(table.send(tab, bot));
    table.begin(&[tab]);
    while table.acting() != Some(tab) {
        assert!(table.bot_decides());
    }
    done(table.move_on());
    // The only person leaves before the bot has decided.
    all_leave(&mut table);
    assert_eq!(table.alarm, Alarm::At(table.now));
    table.crash(None, 0, 60_000);
    table.wait(0);
    table.step(Input::Tick);
    assert!(table.bot_decides());
    assert_eq!(table.alarm, Alarm::At(table.now.plus(3 * DAY_MS / 2)));
}

#[test]
fn seats_and_host_are_kept_without_connections() {
    let mut table = Table::new(12, THREE);
    let tabs = [table.join(1), table.join(2)];
    done(table.send(
        tabs[1],
        Command::Sit {
            seat: None,
            colour: None,
            nonce: None,
        },
    ));
    table.leave(tabs[0]);
    table.wait(2 * DAY_MS);
    assert!(table.tabs[&tabs[1]].view["seats"][0].is_object());
    assert_eq!(table.tabs[&tabs[1]].view["host"]["seat"], 0);
}

#[test]
fn reminds_an_awaited_player_once_at_half_time_and_once_near_the_end() {
    let (mut table, tabs) = Table::playing(13, THREE, 2);
    let (mover, _) = turns(&table);
    let until = due(&table, tabs[0]);
    let before = |left_ms: u64| Time(until.0 - left_ms);
    let (half, tenth) = (before(3 * DAY_MS / 2), before(3 * DAY_MS / 10));
    all_leave(&mut table);
    table.notifications.clear();
    assert_eq!(table.alarm, Alarm::At(half));
    // The alarm rings a little late, in a server that restored the room from its log.
    table.crash(None, 0, half.since(table.now) + 20_000);
    table.step(Input::Rung { at: half });
    let told = std::mem::take(&mut table.notifications);
    let told: Vec<_> = told
        .iter()
        .map(|notifications| (notifications.to, notifications.what))
        .collect();
    assert_eq!(told, [(player(mover), NotificationKind::HalfTime)]);
    let told = table.announced.pop().unwrap().what;
    assert_eq!(told, Announced::HalfTime(vec![name(mover).to_string()]));
    assert_eq!(table.alarm, Alarm::At(tenth));
    // The room stays in memory until the next reminder.
    table.wait(tenth.since(table.now) - 1);
    assert!(table.notifications.is_empty());
    table.wait(1);
    let told = std::mem::take(&mut table.notifications);
    let told: Vec<_> = told
        .iter()
        .map(|notifications| (notifications.to, notifications.what))
        .collect();
    assert_eq!(told, [(player(mover), NotificationKind::LittleTime)]);
    let told = table.announced.pop().unwrap().what;
    assert_eq!(told, Announced::LittleTime(vec![name(mover).to_string()]));
    assert_eq!(table.alarm, Alarm::At(until));
}

#[test]
fn no_reminder_to_a_viewer_of_the_room_or_after_the_decision() {
    let (mut table, tabs) = Table::playing(14, THREE, 2);
    let until = due(&table, tabs[0]);
    table.notifications.clear();
    table.wait_until(Time(until.0 - DAY_MS));
    assert!(table.notifications.is_empty(), "both look at it");
    done(table.move_on());
    all_leave(&mut table);
    table.notifications.clear();
    table.wait_until(Time(until.0 - 1));
    assert!(
        table.notifications.is_empty(),
        "the other has a turn of their own"
    );
}
