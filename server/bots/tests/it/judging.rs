//! Tests of judgements: the cost of a decision compared with a hard bot's.

mod blunders;
mod reasons;

use senda_bots::{Budget, Dice, Effort, Judgement, Level, Player, chances, effort, judge};
use senda_rules::{AnyAction, AnyGame, AnyView, Game, GameKind, Seat, Viewer};

use crate::games::{every_options, game};

/// An effort that is small enough for a test of many positions.
const GLANCE: Effort = Effort {
    iterations: 6,
    worlds: 6,
    playouts: 2,
};

fn judged(
    view: &AnyView,
    seat: Seat,
    action: &AnyAction,
    effort: Effort,
    seed: u64,
) -> Option<Judgement> {
    let budget = Budget::iterations(u32::MAX);
    judge(view, seat, action, (effort, &budget), seed)
}

/// Passes one in `one_in` positions of some games with each options between easy bots.
fn moments(games: u32, one_in: usize, mut each: impl FnMut(&AnyGame, Seat)) {
    for (number, options) in (0_u64..).zip(every_options()) {
        let mut dice = Dice::new(number);
        let (fewest, _) = options.kind().seats();
        let players = vec![Player::Bot(Level::Easy); fewest.into()];
        for _ in 0..games {
            game(&options, &players, dice.number(), 1, |moment| {
                if dice.below(one_in) == 0 {
                    each(moment.game, moment.seat);
                }
            });
        }
    }
}

/// A different game that looks the same to the seat, and a view that was sent over the wire, give
/// the same judgement: no decision is judged by information that the seat did not have.
#[test]
fn equal_views_give_equal_judgements() {
    let mut dice = Dice::new(3);
    let mut met = 0;
    moments(3, 120, |game, seat| {
        let view = game.view(Viewer::Seat(seat));
        let twin = AnyGame::determinize(&view, &mut dice).view(Viewer::Seat(seat));
        let json = serde_json::to_string(&view).unwrap();
        let sent: AnyView = serde_json::from_str(&json).unwrap();
        let legal = game.legal_actions(seat);
        let action = dice.any(&legal).clone();
        let known = judged(&view, seat, &action, GLANCE, 9);
        for other in [twin, sent] {
            assert_eq!(judged(&other, seat, &action, GLANCE, 9), known);
        }
        assert_eq!(
            known.is_some(),
            legal.len() > 1,
            "a choice of {}",
            legal.len()
        );
        if let Some(Judgement { loss, better, .. }) = known {
            assert!(legal.contains(&better.action) && loss <= 100);
            let own = judged(&view, seat, &better.action, GLANCE, 9).unwrap();
            assert_eq!((own.better.action, own.loss), (better.action, 0));
        }
        met += 1;
    });
    assert!(met > 8, "{met} moments");
}

#[test]
fn a_seat_without_a_decision_gets_no_judgement() {
    let mut dice = Dice::new(1);
    let mut game = AnyGame::new(&GameKind::Tsuro.options(), 2, None).unwrap();
    for event in game.open(&mut dice) {
        game.apply(&event);
    }
    let acting = game.acting().iter().next().unwrap();
    let waits = Seat::first(2).find(|&seat| seat != acting).unwrap();
    let action = game.legal_actions(acting).swap_remove(0);
    let view = game.view(Viewer::Seat(waits));
    assert_eq!(judged(&view, waits, &action, GLANCE, 1), None);
}

/// The win chances of all seats add up, a spectator's view is enough for them, and they follow what
/// happens: before the last decision the winners have most of them in most games.
#[test]
fn the_win_chances_of_all_seats_follow_the_game() {
    let (mut of_winners, mut games) = (0, 0);
    for options in every_options() {
        let (fewest, most) = options.kind().seats();
        for seats in [fewest, most.min(4)] {
            let players = vec![Player::Bot(Level::Easy); seats.into()];
            let mut late = Vec::new();
            let mut number = 0;
            let end = game(&options, &players, 2, 1, |moment| {
                number += 1;
                // The last of these is the position before the last decision.
                let view = moment.game.view(Viewer::Spectator);
                if number % 40 == 1 {
                    let found = chances(&view, seats, &Budget::iterations(4), 1);
                    assert_eq!(found.len(), usize::from(seats));
                    let sum: u32 = found.iter().map(|&one| u32::from(one)).sum();
                    assert!((96..=104).contains(&sum), "{options:?}: {found:?}");
                }
                late = vec![view];
            });
            let last = chances(&late[0], seats, &Budget::iterations(30), 1);
            let places = end.places;
            let best = |of: u8| (places[usize::from(of)] == 1).then_some(last[usize::from(of)]);
            of_winners += (0..seats).filter_map(best).map(u32::from).sum::<u32>();
            games += 1;
        }
    }
    assert!(of_winners >= 65 * games, "{of_winners} % in {games} games");
}

/// Judging all decisions of the longest reviewed game costs no more than a few times the iterations
/// and worlds that they share.
#[test]
fn decisions_of_a_longer_game_get_less_effort() {
    for &kind in GameKind::ALL {
        let whole = effort(kind, 1);
        assert_eq!(effort(kind, 0), whole);
        let many = effort(kind, 1_000);
        assert!(
            many.iterations < whole.iterations && many.worlds < whole.worlds,
            "{kind:?}"
        );
        assert!(many.iterations > 0 && many.worlds > 1, "{kind:?}");
    }
}
