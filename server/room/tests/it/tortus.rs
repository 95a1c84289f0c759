//! Tests of a room that plays Tortus. A turn has many decisions, and the other player may have to
//! make one of them.

use senda_room::{
    ConnectionId, LogEvent,
    game_file::{Check, GameFile, Noted, Replay},
    protocol::{Clock, Command},
};
use senda_rules::GameKind;
use serde_json::{Value, json};

use crate::table::{Answer, QUICK, Table, resignation, settings, settings_of};

const BANK: Clock = Clock::Bank {
    seconds: 60,
    increment: 3,
};

fn game(table: &Table, tab: ConnectionId) -> &Value {
    &table.tabs[&tab].view["game"]
}

/// Returns the seats whose clocks run, and the times at which they time out.
fn running(table: &Table, tab: ConnectionId) -> Vec<(u64, u64)> {
    let running = table.tabs[&tab].view["clock"]["running"]
        .as_array()
        .unwrap();
    running
        .iter()
        .map(|one| {
            (
                one["seat"].as_u64().unwrap(),
                one["until"].as_u64().unwrap(),
            )
        })
        .collect()
}

fn bank(table: &Table, tab: ConnectionId, seat: u64) -> u64 {
    let banks = &table.tabs[&tab].view["clock"]["banks_ms"];
    banks[usize::try_from(seat).unwrap()].as_u64().unwrap()
}

/// Plays randomly until `holds` is true of the game in the first tab's view. Each decision takes
/// `think_ms`. To make more happen, the players prefer moves and follow-ups to other actions.
#[track_caller]
fn play_until(
    table: &mut Table,
    tabs: &[ConnectionId],
    think_ms: u64,
    holds: impl Fn(&Value) -> bool,
) {
    for _ in 0..3_000 {
        if holds(game(table, tabs[0])) {
            return;
        }
        assert_eq!(table.tabs[&tabs[0]].phase(), "playing", "another seed");
        let connection = table.acting().unwrap();
        let actions = table.tabs[&connection].actions();
        let moves: Vec<Value> = actions
            .iter()
            .filter(|action| action["type"] == "move" || action["type"] == "follow")
            .cloned()
            .collect();
        let action = if moves.is_empty() || table.dice.once_in(3) {
            table.dice.pick(&actions).clone()
        } else {
            table.dice.pick(&moves).clone()
        };
        table.later(think_ms);
        let answer = table.act(connection, &action);
        assert!(matches!(answer, Answer::Ack(_)), "{action}: {answer:?}");
    }
    panic!("it never comes to that");
}

/// Returns whether the player who is not on turn has to fill a gap.
fn is_asked(game: &Value) -> bool {
    game["phase"]["type"] == "fill" && game["acting"] != game["turn"]
}

/// Finds a game in which the other player has to fill a gap in the mover's turn, and the mover has
/// further actions.
fn asked(clock: Clock, think_ms: u64) -> (Table, Vec<ConnectionId>) {
    for seed in 0..200 {
        let (mut table, tabs) = Table::playing_a(GameKind::Tortus, seed, clock, 2);
        for _ in 0..600 {
            let now = game(&table, tabs[0]);
            if is_asked(now) && now["actions"].as_u64() > Some(1) {
                return (table, tabs);
            }
            if table.tabs[&tabs[0]].phase() != "playing" {
                break;
            }
            let connection = table.acting().unwrap();
            let actions = table.tabs[&connection].actions();
            let moves = actions.iter().filter(|action| action["type"] == "move");
            let moves: Vec<Value> = moves.cloned().collect();
            let action = if moves.is_empty() || table.dice.once_in(4) {
                table.dice.pick(&actions).clone()
            } else {
                table.dice.pick(&moves).clone()
            };
            table.later(think_ms);
            table.act(connection, &action);
        }
    }
    panic!("no seed in which the other is asked");
}

/// Returns the seat on turn, and the seat that has to fill the gap.
fn seats(table: &Table, tabs: &[ConnectionId]) -> (u64, u64) {
    let game = game(table, tabs[0]);
    (
        game["turn"].as_u64().unwrap(),
        game["acting"].as_u64().unwrap(),
    )
}

#[test]
fn the_time_of_a_turn_covers_all_its_decisions() {
    let (mut table, tabs) = Table::playing_a(GameKind::Tortus, 3, QUICK, 2);
    play_until(&mut table, &tabs, 10, |game| game["phase"]["type"] == "act");
    let mover = game(&table, tabs[0])["turn"].as_u64().unwrap();
    let until = running(&table, tabs[0])[0].1;
    // The turn has two actions. The second one has the time that the first one left.
    let tab = tabs[usize::try_from(mover).unwrap()];
    let rotate = |table: &Table| {
        let actions = table.tabs[&tab].actions();
        actions
            .into_iter()
            .find(|action| action["type"] == "rotate")
            .unwrap()
    };
    table.wait(8_000);
    let action = rotate(&table);
    assert!(matches!(table.act(tab, &action), Answer::Ack(_)));
    assert_eq!(running(&table, tabs[0]), [(mover, until)]);
    assert_eq!(game(&table, tabs[0])["actions"], 1);
    // The next turn has a full turn's time again.
    let action = rotate(&table);
    table.act(tab, &action);
    let next = running(&table, tabs[0])[0];
    assert_eq!(next, (1 - mover, table.now.0 + 15_000));
    // However late it is, there is time for one more tap.
    let tab = tabs[usize::try_from(1 - mover).unwrap()];
    table.wait(14_000);
    let action = table.tabs[&tab]
        .actions()
        .into_iter()
        .find(|action| action["type"] == "rotate");
    table.act(tab, &action.unwrap());
    assert_eq!(running(&table, tabs[0]), [(1 - mover, table.now.0 + 5_000)]);
}

#[test]
fn a_timed_out_turn_counts_once_and_ends() {
    for seed in 0..20 {
        let (mut table, tabs) = Table::playing_a(GameKind::Tortus, seed, QUICK, 2);
        play_until(&mut table, &tabs, 10, |game| {
            game["phase"]["type"] == "push" && game["actions"] == 2
        });
        let (mover, _) = seats(&table, &tabs);
        let turns = game(&table, tabs[0])["turns"].as_u64().unwrap();
        let version = table.version();
        table.wait(15_000);
        if table.tabs[&tabs[0]].phase() != "playing" || is_asked(game(&table, tabs[0])) {
            continue; // the push has ended the game, or the other player has to fill a gap
        }
        assert!(
            table.version() > version + 1,
            "a push, and the end of the turn"
        );
        assert_eq!(game(&table, tabs[0])["turns"], turns + 1);
        let seats = &table.tabs[&tabs[0]].view["seats"];
        assert_eq!(seats[usize::try_from(mover).unwrap()]["away"], false);
        return;
    }
    panic!("no push that goes on");
}

#[test]
fn while_the_other_player_fills_a_gap_only_their_clock_runs() {
    let (mut table, tabs) = asked(QUICK, 10);
    let (mover, other) = seats(&table, &tabs);
    assert_eq!(running(&table, tabs[0]), [(other, table.now.0 + 15_000)]);
    table.wait(14_000);
    assert_eq!(seats(&table, &tabs), (mover, other));
    let fill = table.move_on();
    assert!(matches!(fill, Answer::Ack(_)));
    // The mover continues with the time that was left: nearly all of it.
    let (who, until) = running(&table, tabs[0])[0];
    assert_eq!(who, mover);
    let left = until - table.now.0;
    assert!((5_000..=15_000).contains(&left), "{left} ms");
    let seats = &table.tabs[&tabs[0]].view["seats"];
    assert!(
        seats
            .as_array()
            .unwrap()
            .iter()
            .all(|seat| seat["away"] == false)
    );
}

#[test]
fn filling_a_gap_is_charged_to_no_bank() {
    let (mut table, tabs) = asked(BANK, 10);
    let (mover, other) = seats(&table, &tabs);
    let banks = [bank(&table, tabs[0], mover), bank(&table, tabs[0], other)];
    assert_eq!(running(&table, tabs[0]), [(other, table.now.0 + 60_000)]);
    table.wait(30_000);
    table.move_on();
    assert_eq!(
        [bank(&table, tabs[0], mover), bank(&table, tabs[0], other)],
        banks
    );
    // The increment is added once, at the end of the turn.
    let until = |table: &Table| running(table, tabs[0])[0].1;
    assert_eq!(until(&table), table.now.0 + banks[0].max(5_000));
    table.later(2_000);
    let end = json!({"game": "tortus", "type": "end_turn"});
    table.act(tabs[usize::try_from(mover).unwrap()], &end);
    assert_eq!(bank(&table, tabs[0], mover), banks[0] - 2_000 + 3_000);
}

#[test]
fn an_absent_player_loses_nothing_by_not_filling_a_gap() {
    for clock in [QUICK, BANK] {
        let (mut table, tabs) = asked(clock, 10);
        let (mover, other) = seats(&table, &tabs);
        let asked = tabs[usize::try_from(other).unwrap()];
        let stays = tabs[usize::try_from(mover).unwrap()];
        let before = table.tabs[&asked].clone();
        let number = u128::from(other) + 1;
        let bank_ms = (clock == BANK).then(|| bank(&table, stays, other));
        let pawns = game(&table, stays)["pawns"].clone();
        let hand = game(&table, asked)["hands"][usize::try_from(other).unwrap()].clone();
        let first = hand
            .as_array()
            .unwrap()
            .iter()
            .find(|held| !["hole", "pit"].contains(&held["tile"].as_str().unwrap()))
            .unwrap()["tile"]
            .clone();
        table.leave(asked);
        let due = running(&table, stays)[0].1;
        table.wait_until(senda_room::Time(due));
        // The clock fills the gap by the rules: with the first tile that fits, without a rotation.
        let played = table.tabs[&stays].last("played").clone();
        assert_eq!(
            (&played["by"], &played["seat"]),
            (&json!("clock"), &json!(other))
        );
        let filled = &played["events"][0];
        assert_eq!(
            (&filled["type"], &filled["tile"], &filled["rotation"]),
            (&json!("filled"), &first, &json!(0))
        );
        // The mover's turn continues, and neither player has paid for the delay.
        assert_eq!(game(&table, stays)["acting"], json!(mover));
        assert_eq!(game(&table, stays)["turn"], json!(mover));
        assert_eq!(game(&table, stays)["pawns"], pawns);
        if let Some(bank_ms) = bank_ms {
            assert_eq!(bank(&table, stays, other), bank_ms);
        }
        let seats = &table.tabs[&stays].view["seats"];
        assert_eq!(seats[usize::try_from(other).unwrap()]["away"], false);
        // A player who comes back receives the missed events one by one, and has a full turn.
        let again = table.come_back(number, &before);
        assert_eq!(table.tabs[&again].version, table.version());
        assert_eq!(table.tabs[&again].last("played"), &played);
        let end = json!({"game": "tortus", "type": "end_turn"});
        assert!(matches!(table.act(stays, &end), Answer::Ack(_)));
        let whole = if clock == QUICK {
            15_000
        } else {
            bank_ms.unwrap()
        };
        assert_eq!(running(&table, stays), [(other, table.now.0 + whole)]);
    }
}

/// A timeout in another player's turn does not count as a timeout of a turn.
#[test]
fn timing_out_on_a_gap_does_not_count_towards_away() {
    let (mut table, tabs) = asked(QUICK, 10);
    let (_, other) = seats(&table, &tabs);
    // Two turns of the player's own time out as well. The seat is away only after a third one.
    let chair = usize::try_from(other).unwrap();
    table.wait(15_000);
    let is_away = |table: &Table| table.tabs[&tabs[0]].view["seats"][chair]["away"] == true;
    for turn in 1..=3 {
        while game(&table, tabs[0])["acting"] != json!(other) {
            // A tile is rotated each time, so that no position repeats.
            let connection = table.acting().unwrap();
            let mut actions = table.tabs[&connection].actions();
            actions.retain(|action| action["type"] == "rotate");
            let turned = table.dice.pick(&actions).clone();
            table.act(connection, &turned);
        }
        assert!(!is_away(&table), "turn {turn}");
        table.wait(15_000);
    }
    assert!(is_away(&table));
}

/// A player who reloads the page during a chain continues in it, and a spectator receives each of
/// its steps.
#[test]
fn a_chain_continues_after_a_reload_and_a_restart_and_spectators_see_each_step() {
    let (mut table, tabs) = Table::playing_a(GameKind::Tortus, 5, QUICK, 2);
    let watcher = table.join(9);
    play_until(&mut table, &tabs, 10, |game| {
        game["phase"]["type"] == "flow" && game["steps"].as_array().unwrap().len() > 1
    });
    let (mover, _) = seats(&table, &tabs);
    let tab = tabs[usize::try_from(mover).unwrap()];
    let before = table.tabs[&tab].clone();
    table.leave(tab);
    let again = table.come_back(u128::from(mover) + 1, &before);
    assert_eq!(table.tabs[&again].view, before.view);
    assert!(table.tabs[&again].frames.iter().any(|frame| {
        let told: Value = serde_json::from_str(frame).unwrap();
        told["from"] == before.version && told["version"] == before.version
    }));
    assert_eq!(game(&table, watcher)["steps"], before.view["game"]["steps"]);
    assert_eq!(game(&table, watcher)["choices"], Value::Null);
    // The spectator received each decision as a separate update.
    let records = table
        .log
        .iter()
        .filter(|record| record.version > table.tabs[&watcher].whole_at);
    assert_eq!(table.tabs[&watcher].updates() - 1, records.count());
    let view = table.tabs[&again].view["game"].clone();
    table.crash(None, 0, 60_000);
    let back = table.join(u128::from(mover) + 1);
    assert_eq!(table.tabs[&back].view["game"], view);
    let follow = table.tabs[&back].actions()[0].clone();
    assert!(matches!(table.act(back, &follow), Answer::Ack(_)));
}

#[test]
fn a_draw_offer_lapses_at_the_end_of_the_turn_or_is_accepted() {
    let (mut table, tabs) = Table::playing_a(GameKind::Tortus, 7, QUICK, 2);
    let draw = json!({"game": "tortus", "type": "draw"});
    assert_eq!(table.act(tabs[0], &draw).code(), "wrong_phase");
    play_until(&mut table, &tabs, 10, |game| game["phase"]["type"] == "act");
    let until = running(&table, tabs[0]);
    // The player who is not on turn may offer a draw too. All viewers see the offer, and it affects
    // no clock.
    let mover = game(&table, tabs[0])["turn"].as_u64().unwrap();
    let (on_turn, other) = (
        tabs[usize::try_from(mover).unwrap()],
        tabs[usize::try_from(1 - mover).unwrap()],
    );
    table.later(1_000);
    assert!(matches!(table.act(other, &draw), Answer::Ack(_)));
    let watcher = table.join(9);
    for tab in [on_turn, other, watcher] {
        assert_eq!(game(&table, tab)["draw"], json!(1 - mover));
    }
    assert_eq!(running(&table, tabs[0]), until);
    assert_eq!(table.act(other, &draw).code(), "draw_already_offered");
    let chat = table.join(8);
    assert_eq!(table.act(chat, &draw).code(), "no_seat");
    // The offer lapses at the end of the turn.
    let end = json!({"game": "tortus", "type": "end_turn"});
    table.act(on_turn, &end);
    assert_eq!(game(&table, tabs[0])["draw"], Value::Null);
    table.act(on_turn, &draw);
    table.act(other, &draw);
    assert_eq!(table.tabs[&tabs[0]].phase(), "over");
    assert_eq!(table.finished[0].outcome.places, [1, 1]);
    // No single player has won, so the first player of the next game is drawn at random.
    let mut winner_first = settings_of(GameKind::Tortus, QUICK);
    winner_first.first = senda_room::protocol::First::Winner {};
    table.set(tabs[0], winner_first);
    table.begin(&tabs);
    assert_eq!(table.tabs[&tabs[0]].phase(), "playing");
}

#[test]
fn a_player_who_resigns_loses_in_any_turn() {
    for number in [0, 1] {
        let (mut table, tabs) = Table::playing_a(GameKind::Tortus, 7, QUICK, 2);
        let resignation = resignation(game(&table, tabs[0]));
        table.act(tabs[number], &resignation);
        assert_eq!(table.tabs[&tabs[0]].phase(), "over");
        assert_eq!(table.finished[0].outcome.places[number], 2);
    }
}

#[test]
fn a_room_for_eight_becomes_one_for_two() {
    let (mut table, tabs) = Table::seated(1, QUICK, 3);
    let tortus = settings_of(GameKind::Tortus, QUICK);
    let refused = table.set(tabs[0], tortus.clone());
    let Answer::Nak { code, whole, .. } = refused else {
        panic!("three can't play Tortus");
    };
    assert_eq!((&*code, &whole["most"]), ("too_many_seated", &json!(2)));
    // A player whose seat the game does not have moves to a free seat and keeps their colour.
    table.stand(tabs[1]);
    let colour = table.tabs[&tabs[2]].view["seats"][2]["colour"].clone();
    assert!(matches!(table.set(tabs[0], tortus), Answer::Ack(_)));
    let view = &table.tabs[&tabs[0]].view;
    assert_eq!(view["seats"].as_array().unwrap().len(), 2);
    assert_eq!(view["seats"][1]["colour"], colour);
    assert_eq!(table.tabs[&tabs[2]].seat(), Some(1));
    assert_eq!(table.sit(tabs[1], None).code(), "room_full");
    assert_eq!(table.sit(tabs[1], Some(5)).code(), "no_such_seat");
    table.ready(tabs[2], true);
    assert!(matches!(table.start(tabs[0]), Answer::Ack(_)));
    assert_eq!(game(&table, tabs[0])["game"], "tortus");
    table.play_out();
    // The host changes back to the larger game.
    assert!(matches!(
        table.set(tabs[0], settings(QUICK)),
        Answer::Ack(_)
    ));
    assert!(matches!(table.sit(tabs[1], Some(7)), Answer::Ack(_)));
    let other = table.send(
        tabs[0],
        Command::Act {
            version: 1,
            action: serde_json::from_value(json!({"game": "tortus", "type": "stop"})).unwrap(),
        },
    );
    assert_eq!(other.code(), "stale");
}

/// A decision of another game is rejected.
#[test]
fn a_decision_of_another_game_is_refused() {
    let (mut table, tabs) = Table::playing_a(GameKind::Tortus, 7, QUICK, 2);
    let start = json!({"game": "tsuro", "type": "start", "mark": "a1:0"});
    assert_eq!(table.act(tabs[0], &start).code(), "other_game");
}

/// Without a clock, the mover may vote not to wait for the player who has to fill the gap.
#[test]
fn without_a_clock_a_gap_is_filled_after_the_mover_votes_to_skip() {
    let (mut table, tabs) = asked(Clock::None {}, 10);
    let (mover, other) = seats(&table, &tabs);
    let waits = tabs[usize::try_from(mover).unwrap()];
    let seat = usize::try_from(other).unwrap();
    assert_eq!(table.vote_to_skip(waits, seat).code(), "too_early");
    table.wait(300_000);
    assert!(matches!(table.vote_to_skip(waits, seat), Answer::Ack(_)));
    table.wait(1_500);
    assert_eq!(table.tabs[&waits].last("played")["by"], "away");
    assert_eq!(game(&table, waits)["acting"], json!(mover));
}

#[test]
fn a_game_whose_players_are_both_away_stands_still_instead_of_ending_in_a_draw() {
    let (mut table, tabs) = Table::playing_a(GameKind::Tortus, 7, QUICK, 2);
    play_until(&mut table, &tabs, 10, |game| game["phase"]["type"] == "act");
    let pawns = game(&table, tabs[0])["pawns"].clone();
    // Each player times out three times, and the room notices that both are away.
    table.wait(6 * 15_000 + 10_000);
    let view = &table.tabs[&tabs[0]].view;
    assert_eq!(view["phase"], "playing");
    assert_eq!(
        [&view["seats"][0]["away"], &view["seats"][1]["away"]],
        [&json!(true); 2]
    );
    assert_eq!(view["paused"], "everybody_left");
    let version = table.version();
    table.wait(3_600_000);
    assert_eq!(table.version(), version, "nothing is decided for them");
    // One of them is back, and the game goes on. The clock plays for the other only.
    assert!(matches!(
        table.send(tabs[1], Command::Back {}),
        Answer::Ack(_)
    ));
    let view = &table.tabs[&tabs[0]].view;
    assert_eq!(
        (&view["paused"], &view["phase"]),
        (&Value::Null, &json!("playing"))
    );
    assert_eq!(
        [&view["seats"][0]["away"], &view["seats"][1]["away"]],
        [true, false].map(Value::from).each_ref()
    );
    table.wait(2_000);
    assert_eq!(game(&table, tabs[0])["turn"], 1);
    assert_eq!(game(&table, tabs[0])["pawns"], pawns);
}

#[test]
fn a_pause_of_players_who_are_away_ends_for_the_one_who_resumes() {
    let (mut table, tabs) = Table::playing_a(GameKind::Tortus, 7, QUICK, 2);
    play_until(&mut table, &tabs, 10, |game| game["phase"]["type"] == "act");
    table.wait(6 * 15_000 + 10_000);
    assert_eq!(table.move_on().code(), "paused");
    assert!(matches!(
        table.send(tabs[0], Command::GoOn {}),
        Answer::Ack(_)
    ));
    let view = &table.tabs[&tabs[0]].view;
    assert_eq!(
        (&view["paused"], &view["seats"][0]["away"]),
        (&Value::Null, &json!(false))
    );
}

#[test]
fn stand_ins_play_on_for_players_who_are_away() {
    let mut by_bots = settings_of(GameKind::Tortus, QUICK);
    by_bots.stand_in = Some(senda_room::protocol::StandIn::Bot(
        senda_room::protocol::Level::Easy,
    ));
    let (mut table, tabs) = Table::seated_for(GameKind::Tortus, 7, QUICK, 2);
    table.set(tabs[0], by_bots);
    table.begin(&tabs);
    play_until(&mut table, &tabs, 10, |game| game["phase"]["type"] == "act");
    table.wait(6 * 15_000 + 30_000);
    assert_eq!(table.tabs[&tabs[0]].view["paused"], Value::Null);
}

/// Returns the game as each of the tabs sees it.
fn games(table: &Table, tabs: &[ConnectionId]) -> Vec<Value> {
    tabs.iter().map(|&tab| game(table, tab).clone()).collect()
}

#[test]
fn a_step_that_is_taken_back_leaves_no_trace_in_any_view() {
    let mut undone = Vec::new();
    for seed in 0..6 {
        let (mut table, mut tabs) = Table::playing_a(GameKind::Tortus, seed, QUICK, 2);
        tabs.push(table.join(9));
        while table.tabs[&tabs[0]].phase() == "playing" && table.version() < 400 {
            let connection = table.acting().unwrap();
            let seat = table.tabs[&connection].seat();
            let action = table.dice.pick(&table.tabs[&connection].actions()).clone();
            let (before, clocks) = (games(&table, &tabs), running(&table, tabs[0]));
            assert!(matches!(table.act(connection, &action), Answer::Ack(_)));
            let view = &table.tabs[&tabs[0]].view;
            if view["phase"] != "playing" {
                break;
            }
            let kind = action["type"].as_str().unwrap();
            let goes_on = before[0]["turns"] == view["game"]["turns"]
                && view["game"]["turn"] == json!(seat)
                && view["game"]["acting"] == json!(seat);
            let count = view["take_back"].as_u64().unwrap();
            if kind == "open" || !goes_on {
                assert_eq!(count, 0, "{action}");
                continue;
            }
            if kind == "place" || before[0]["acting"] != before[0]["turn"] {
                continue;
            }
            assert!(count > 0, "{action}");
            let after = games(&table, &tabs);
            assert!(matches!(table.take_back(connection), Answer::Ack(_)));
            assert_eq!(games(&table, &tabs), before, "{action}");
            // The clock runs on as if nothing had happened, but leaves time for one more tap.
            let [(one, until)] = running(&table, tabs[0])[..] else {
                panic!("one clock");
            };
            assert_eq!(one, clocks[0].0);
            assert!(until >= clocks[0].1, "{until}");
            assert!(matches!(table.act(connection, &action), Answer::Ack(_)));
            assert_eq!(games(&table, &tabs), after, "{action}");
            undone.push(kind.to_owned());
        }
    }
    for kind in ["rotate", "swap", "move", "push", "follow", "stop"] {
        assert!(
            undone.iter().any(|one| one == kind),
            "no {kind} in {undone:?}"
        );
    }
}

#[test]
fn a_game_of_tortus_with_undone_steps_is_checked_and_replayed_from_its_file() {
    let (mut table, tabs) = Table::playing_a(GameKind::Tortus, 7, QUICK, 2);
    play_until(&mut table, &tabs, 10, |game| game["phase"]["type"] == "act");
    for _ in 0..20 {
        let connection = table.acting().unwrap();
        let actions = table.tabs[&connection].actions();
        let action = table.dice.pick(&actions).clone();
        table.act(connection, &action);
        if table.tabs[&tabs[0]].view["take_back"].as_u64() > Some(0) {
            assert!(matches!(table.take_back(connection), Answer::Ack(_)));
            table.act(connection, &action);
        }
    }
    let log = table.log.clone();
    assert!(
        log.iter()
            .flat_map(|record| &record.happened)
            .any(|event| matches!(event, LogEvent::TookBack(_)))
    );
    table.act(tabs[0], &json!({"game": "tortus", "type": "resign"}));
    let file = GameFile::of(&table.log, 1).unwrap();
    assert!(file.write().contains("senda-game/2"));
    assert_eq!(Check::of(&file, &Noted::default()).findings, []);
    assert!(Replay::begin(&file).unwrap().finish().is_ok());
}
