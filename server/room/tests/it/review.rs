//! Tests of the review of a finished game: the judged decisions, the view that they are judged by,
//! and the worst moments.

use senda_bots::{Budget, Effort, Level, choose};
use senda_room::{
    ConnectionId,
    limits::{WORST_LOSS, WORST_MOMENTS},
    protocol::{By, Clock, Command, Settings, StandIn},
    review::{Course, GameReplay, Judged, Review, WorstMoment},
};
use senda_rules::{AnyAction, AnyGame, AnyView, Game, GameKind, Seat, Viewer};
use serde::Deserialize;
use serde_json::Value;

use crate::table::{Answer, Dice, QUICK, Table, resignation, seat, settings_of};

/// The computing effort that a test can afford.
const GLANCE: Effort = Effort {
    iterations: 4,
    worlds: 4,
    playouts: 2,
};

fn judged(table: &Table, round: u32, effort: Effort) -> Review {
    let course = Course::of(&table.log, round).unwrap();
    let mut judged = 0;
    let review = course.review(effort, &Budget::iterations(u32::MAX), || judged += 1);
    assert_eq!(
        (judged, review.decisions.len()),
        (course.reviewed(), judged)
    );
    review
}

fn reviewed(table: &Table, round: u32) -> Review {
    judged(table, round, GLANCE)
}

fn legal(view: &AnyView, seat: Seat) -> Vec<AnyAction> {
    AnyGame::determinize(view, &mut Dice::new(0)).legal_actions(seat)
}

/// Lets medium bots decide for people a number of times. Returns the view before each decision,
/// with the version after it.
fn played(table: &mut Table, moves: usize) -> Vec<(u32, Value)> {
    let mut saw = Vec::new();
    for number in 0..moves {
        let Some(tab) = table.acting() else { break };
        let told = table.tabs[&tab].view["game"].clone();
        let view = AnyView::deserialize(&told).unwrap();
        let own = u8::try_from(table.tabs[&tab].seat().unwrap()).unwrap();
        let budget = Budget::iterations(1);
        let choice = choose(&view, seat(own), Level::Medium, &budget, number as u64);
        let action = serde_json::to_value(choice.unwrap().action).unwrap();
        let Answer::Ack(version) = table.act(tab, &action) else {
            panic!("{action}");
        };
        saw.push((version, told));
    }
    saw
}

/// Resigns for the player who decides next.
fn give_up(table: &mut Table) {
    let tab = table.acting().unwrap();
    let gives_up = resignation(&table.tabs[&tab].view["game"]);
    table.act(tab, &gives_up).expect_ack();
}

#[test]
fn every_game_is_judged_on_what_its_players_saw() {
    for &game in GameKind::ALL {
        let (mut table, _) = Table::playing_a(game, 5, Clock::None {}, 2);
        let saw = played(&mut table, 10);
        give_up(&mut table);
        let review = reviewed(&table, 1);
        assert_eq!(review.decisions.len(), saw.len() + 1);
        let last = review.decisions.last().unwrap();
        assert_eq!(last.loss, None, "giving up is nobody's mistake");
        for (one, (version, told)) in review.decisions.iter().zip(&saw) {
            let view = AnyView::deserialize(told).unwrap();
            assert_eq!((one.version, one.by), (*version, By::Player));
            let choices = legal(&view, one.seat).len();
            assert_eq!(one.loss.is_some(), choices > 1, "{game:?}: {choices}");
        }
        for moment in &review.worst {
            let (_, told) = saw
                .iter()
                .find(|(version, _)| *version == moment.version)
                .unwrap();
            let view = serde_json::to_value(&moment.view).unwrap();
            assert_eq!(view, *told, "{game:?}");
            let legal = legal(&moment.view, moment.seat);
            assert!(legal.contains(&moment.better.action) && moment.action != moment.better.action);
        }
        // The same game gives the same review.
        assert_eq!(reviewed(&table, 1), review);
    }
}

/// The win chances lead to the result of the game.
#[test]
fn a_review_leads_from_the_first_chances_to_the_result() {
    for &game in GameKind::ALL {
        let (mut table, _) = Table::playing_a(game, 6, Clock::None {}, 2);
        played(&mut table, 14);
        give_up(&mut table);
        let review = reviewed(&table, 1);
        let replay = GameReplay::of(&table.log, 1, Viewer::Spectator).unwrap();
        let shares = |at: usize| -> Vec<u8> { review.decisions[at].chances.clone() };
        let places = &replay.outcome.places;
        let won: Vec<u8> = places
            .iter()
            .map(|&place| if place == 1 { 100 } else { 0 })
            .collect();
        assert_eq!(shares(review.decisions.len() - 1), won, "{game:?}");
        for all in [review.chances.clone(), shares(3), shares(10)] {
            let sum: u32 = all.iter().map(|&one| u32::from(one)).sum();
            assert!(
                all.len() == 2 && (99..=101).contains(&sum),
                "{game:?}: {all:?}"
            );
        }
        // Each judged decision is a step of the replay.
        let versions: Vec<u32> = review.decisions.iter().map(|one| one.version).collect();
        assert_eq!(versions, replay.steps[1..], "{game:?}");
    }
}

/// Randomly drawn decisions cost much, again and again.
#[test]
fn the_worst_moments_of_each_seat_are_listed_worst_first() {
    let (mut table, _) = Table::playing(5, Clock::None {}, 3);
    table.play_out();
    let effort = Effort {
        iterations: 200,
        worlds: 200,
        playouts: 20,
    };
    let review = judged(&table, 1, effort);
    let worst = &review.worst;
    assert!(worst.is_sorted_by_key(|moment| std::cmp::Reverse(moment.loss)));
    assert!(worst.len() > 1, "{worst:?}");
    let loss = |moment: &WorstMoment| {
        let mut known = review.decisions.iter();
        known
            .find(|one| one.version == moment.version)
            .unwrap()
            .loss
    };
    for moment in worst {
        let of_seat = worst.iter().filter(|one| one.seat == moment.seat);
        assert!(of_seat.count() <= WORST_MOMENTS && moment.loss >= WORST_LOSS);
        assert_eq!(loss(moment), Some(moment.loss));
    }
    let least = worst.iter().map(|moment| moment.loss).min().unwrap();
    let left_out = |one: &&Judged| {
        let known = worst.iter().any(|moment| moment.version == one.version);
        !known && one.loss > Some(least)
    };
    for one in review.decisions.iter().filter(left_out) {
        let of_seat = worst.iter().filter(|moment| moment.seat == one.seat);
        assert_eq!(of_seat.count(), WORST_MOMENTS, "{one:?}");
    }
}

#[test]
fn decisions_that_were_taken_back_are_not_judged() {
    let (mut table, tabs) = Table::seated_for(GameKind::SectionX, 3, QUICK, 1);
    let level = Some(Level::Easy);
    table.send(tabs[0], Command::Bot { seat: None, level });
    table.start(tabs[0]);
    while table.acting().is_none() {
        assert!(table.bot_decides());
    }
    let act = |table: &mut Table, kind: &str| {
        let actions = table.tabs[&tabs[0]].actions();
        let wanted = actions.iter().find(|action| action["type"] == kind);
        table.act(tabs[0], &wanted.unwrap().clone())
    };
    act(&mut table, "draw");
    act(&mut table, "place");
    table.take_back(tabs[0]);
    let Answer::Ack(stays) = act(&mut table, "place") else {
        panic!("refused");
    };
    give_up(&mut table);
    let review = reviewed(&table, 1);
    let own = review.decisions.iter().filter(|one| one.by == By::Player);
    let own: Vec<&Judged> = own.collect();
    assert_eq!(own.len(), 3, "a draw, a tile and the end");
    assert_eq!(own[1].version, stays);
    // The decisions of the bot are judged too.
    let bots = review.decisions.iter().filter(|one| one.by == By::Bot);
    assert!(bots.clone().count() == review.decisions.len() - 3);
}

#[test]
fn decisions_of_the_clock_or_a_stand_in_are_not_blamed_on_players() {
    let with_stand_in = Settings {
        stand_in: Some(StandIn::Bot(Level::Easy)),
        ..settings_of(GameKind::Tsuro, QUICK)
    };
    let (mut table, tabs) = Table::seated_for(GameKind::Tsuro, 2, QUICK, 3);
    table.set(tabs[0], with_stand_in);
    table.begin(&tabs);
    // One player times out and is then played for by the stand-in. The next player is not
    // connected.
    table.wait(20_000);
    let gone: ConnectionId = table.acting().unwrap();
    table.leave(gone);
    for _ in 0..60 {
        if !table.bot_decides() {
            table.wait(15_000);
        }
    }
    while table.acting().is_some() {
        give_up(&mut table);
    }
    while table.bot_decides() {}
    let review = reviewed(&table, 1);
    let by = |wanted: fn(By) -> bool| {
        let found = review.decisions.iter().filter(move |one| wanted(one.by));
        found.collect::<Vec<_>>()
    };
    let (clock, stand_in) = (by(By::is_clock), by(|by| by == By::StandIn));
    assert!(!clock.is_empty() && !stand_in.is_empty(), "{review:?}");
    for one in clock.iter().chain(&stand_in) {
        assert_eq!(one.loss, None);
        assert!(
            review
                .worst
                .iter()
                .all(|moment| moment.version != one.version)
        );
    }
}

#[test]
fn only_finished_games_of_an_evening_are_reviewed() {
    let (mut table, tabs) = Table::playing(2, QUICK, 2);
    assert!(Course::of(&table.log, 1).is_none());
    table.play_out();
    let first = reviewed(&table, 1);
    assert!(Course::of(&table.log, 2).is_none());
    table.begin(&tabs);
    played(&mut table, 5);
    assert!(Course::of(&table.log, 2).is_none());
    give_up(&mut table);
    assert_eq!(reviewed(&table, 1), first);
    let second = reviewed(&table, 2);
    assert_eq!(second.decisions.len(), 6);
    assert!(second.decisions[0].version > first.decisions.last().unwrap().version);
}
