//! Tests of bots at the table: adding them, the questions to them, and their answers.

use senda_room::{
    ConnectionId, Input,
    game_file::{Check, GameFile, Noted, Replay},
    limits::{SEAT_KEPT_MS, STAND_IN_MS},
    protocol::{Clock, Command, Level, Settings, StandIn},
};
use senda_rules::GameKind;
use serde_json::Value;

use crate::table::{Answer, QUICK, Table, seat, settings};

#[track_caller]
fn bot(table: &mut Table, host: ConnectionId, number: Option<u8>, level: Option<Level>) -> Answer {
    let seat = number.map(seat);
    table.send(host, Command::Bot { seat, level })
}

/// Seats the host with a number of bots, before the game.
fn with_bots(game: GameKind, bots: u8, clock: Clock) -> (Table, ConnectionId) {
    let (mut table, tabs) = Table::seated_for(game, 1, clock, 1);
    for _ in 0..bots {
        bot(&mut table, tabs[0], None, Some(Level::Easy)).expect_ack();
    }
    (table, tabs[0])
}

fn seats(table: &Table, tab: ConnectionId) -> &Vec<Value> {
    table.tabs[&tab].view["seats"].as_array().unwrap()
}

#[test]
fn the_host_adds_changes_and_removes_bots() {
    let (mut table, host) = with_bots(GameKind::Tsuro, 2, QUICK);
    let guest = table.join(2);
    assert_eq!(seats(&table, guest)[1]["bot"], "easy");
    assert_eq!(seats(&table, guest)[1]["ready"], true);
    assert_ne!(
        seats(&table, guest)[1]["name"],
        seats(&table, guest)[2]["name"]
    );
    assert_eq!(
        table.tabs[&guest].presence["seats"],
        serde_json::json!([0, 1, 2])
    );
    assert_eq!(
        bot(&mut table, guest, None, Some(Level::Hard)).code(),
        "not_host"
    );

    let name = seats(&table, host)[1]["name"].clone();
    bot(&mut table, host, Some(1), Some(Level::Hard));
    assert_eq!(seats(&table, host)[1]["bot"], "hard");
    assert_eq!(seats(&table, host)[1]["name"], name);
    bot(&mut table, host, Some(1), None);
    assert_eq!(seats(&table, host)[1], Value::Null);
    assert_eq!(bot(&mut table, host, Some(1), None).code(), "no_such_bot");
    assert_eq!(bot(&mut table, host, Some(0), None).code(), "no_such_bot");
    assert_eq!(
        bot(&mut table, host, Some(0), Some(Level::Easy)).code(),
        "seat_taken"
    );
}

#[test]
fn players_never_wait_for_a_bot_to_be_ready_or_to_come_back() {
    let (mut table, host) = with_bots(GameKind::Tsuro, 1, QUICK);
    table.set(host, settings(Clock::Turn { seconds: 60 }));
    assert_eq!(seats(&table, host)[1]["ready"], true);
    table.wait(2 * SEAT_KEPT_MS);
    assert_eq!(seats(&table, host)[1]["bot"], "easy");
    table.start(host).expect_ack();
}

#[test]
fn seven_bots_play_two_games_with_one_person() {
    let (mut table, host) = with_bots(GameKind::Tsuro, 7, QUICK);
    for _ in 0..2 {
        table.start(host).expect_ack();
        table.play_out();
        assert_eq!(table.tabs[&host].phase(), "over");
    }
    let played = table.tabs[&host].types();
    assert!(played.contains(&"ended"));
    let file = GameFile::of(&table.log, 2).unwrap();
    let text = file.write();
    assert!(text.contains(r#""bot":"easy""#) && text.contains(r#""by":"bot""#));
    assert_eq!(GameFile::read(text.as_bytes()).as_ref(), Ok(&file));
    assert_eq!(Check::of(&file, &Noted::default()).findings, []);
    assert!(Replay::begin(&file).unwrap().finish().is_ok());
}

#[test]
fn a_person_alone_plays_every_game_to_its_end() {
    for &game in GameKind::ALL {
        let (mut table, host) = with_bots(game, 1, Clock::None {});
        table.start(host).expect_ack();
        table.play_out_within(80);
        assert_eq!(table.tabs[&host].phase(), "over", "{game:?}");
    }
}

#[test]
fn bots_alone_play_only_while_a_spectator_is_connected() {
    let (mut table, host) = with_bots(GameKind::Tsuro, 3, Clock::None {});
    table.stand(host);
    table.start(host).expect_ack();
    assert!(table.bot_decides());
    assert_eq!(table.questions.len(), 1);
    table.leave(host);
    let before = table.version();
    table.wait(60_000);
    table.bot_decides();
    table.questions.clear();
    let deserted = table.version();
    table.wait(600_000);
    assert!(table.questions.is_empty() && table.version() == deserted);
    assert!(
        deserted > before,
        "it is written down that everybody has left"
    );
    let host = table.join(1);
    table.play_out();
    assert_eq!(table.tabs[&host].phase(), "over");
}

#[test]
fn a_bot_is_asked_again_after_a_restart() {
    let (mut table, host) = with_bots(GameKind::Tsuro, 3, QUICK);
    table.start(host);
    while table.questions.is_empty() {
        table.move_on();
    }
    table.crash(None, 0, 1_000);
    assert!(table.questions.is_empty());
    table.join(1);
    assert_eq!(table.questions.len(), 1);
}

#[test]
fn a_late_or_missing_answer_of_a_bot_is_harmless() {
    let (mut table, host) = with_bots(GameKind::Tsuro, 3, QUICK);
    table.start(host);
    while table.questions.is_empty() {
        table.move_on();
    }
    let question = table.questions[0].clone();
    let answer = |action| Input::Thought {
        seat: question.seat,
        version: question.version,
        action,
    };
    // An action of another game counts as no answer, and the first legal action is taken.
    let other = serde_json::from_str(r#"{"game":"tortus","type":"resign"}"#).unwrap();
    let before = table.version();
    table.step(answer(Some(other)));
    assert_eq!(table.version(), before + 1);
    assert_eq!(table.tabs[&host].last("played")["by"], "bot");
    table.step(answer(None));
    assert_eq!(table.version(), before + 1);
}

#[test]
fn a_bot_that_times_out_is_not_away() {
    let (mut table, host) = with_bots(GameKind::Tsuro, 1, QUICK);
    table.start(host);
    let mut turns = 0;
    while table.tabs[&host].phase() == "playing" && turns < 4 {
        if table.questions.is_empty() {
            table.move_on();
        } else {
            table.questions.clear();
            table.wait(15_000);
            assert_eq!(seats(&table, host)[1]["away"], false);
            turns += 1;
        }
    }
    assert!(turns > 2, "more than people who are away then may miss");
}

/// Starts a game of two people with a stand-in, in which the player whose turn it is is away.
/// Returns the tab of the other player and the seat of the absent one.
fn stood_in_for(game: GameKind) -> (Table, ConnectionId, usize) {
    let (mut table, tabs) = Table::seated_for(game, 2, Clock::None {}, 2);
    let with_stand_in = Settings {
        stand_in: Some(StandIn::Bot(Level::Medium)),
        ..crate::table::settings_of(game, Clock::None {})
    };
    table.set(tabs[0], with_stand_in);
    table.begin(&tabs);
    let gone = table.acting().unwrap();
    let seat = table.tabs[&gone].seat().unwrap();
    let other = tabs.into_iter().find(|&tab| tab != gone).unwrap();
    table.leave(gone);
    table.wait(300_000);
    table.vote_to_skip(other, seat);
    table.wait(0);
    (table, other, seat)
}

#[test]
fn a_bot_plays_for_an_away_player_until_the_player_is_back() {
    let mut in_a_turn = 0;
    for &game in GameKind::ALL {
        let (mut table, other, seat) = stood_in_for(game);
        assert_eq!(seats(&table, other)[seat]["away"], true, "{game:?}");
        assert_eq!(table.questions.len(), 1);
        assert_eq!(table.questions[0].level, Level::Medium);
        assert!(table.bot_decides());
        assert_eq!(table.tabs[&other].last("played")["by"], "stand_in");
        if table.questions.is_empty() {
            continue;
        }
        // The stand-in is in the middle of the turn.
        in_a_turn += 1;
        let back = table.join(seat as u128 + 1);
        table.send(back, Command::Back {});
        let before = table.version();
        table.bot_decides();
        assert_eq!(table.version(), before, "it is theirs again");
        table.move_on().expect_ack();
        assert_eq!(table.tabs[&other].last("played")["by"], Value::Null);
    }
    assert!(in_a_turn > 0, "a turn of several decisions");
}

#[test]
fn the_clock_decides_if_the_stand_in_does_not_answer() {
    let (mut table, other, _) = stood_in_for(GameKind::Tsuro);
    table.questions.clear();
    table.wait(STAND_IN_MS - 1);
    assert!(!table.tabs[&other].types().contains(&"played"));
    table.wait(1);
    assert_eq!(table.tabs[&other].last("played")["by"], "away");
}
