//! Tests of judgements: the cost of a decision compared with a hard bot's.

use std::collections::BTreeMap;

use senda_bots::{
    Budget, Dice, Effort, Judgement, Level, Player, Reason, chances, choose, effort, explain, hint,
    judge,
};
use senda_rules::{AnyAction, AnyGame, AnyOptions, AnyView, Game, GameKind, Seat, Viewer};
use serde_json::Value;

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

/// Returns how much a reason speaks for a decision: more is better for its seat.
fn worth(reason: &Reason) -> f32 {
    let number = |seats: &[Seat]| u8::try_from(seats.len()).expect("at most eight seats");
    match reason {
        Reason::Only {} => 0.0,
        Reason::Wins {} => 1.0,
        Reason::Leaves {} => -1.0,
        Reason::ThrowsOut { seats } => number(seats).into(),
        Reason::Exposes { seats } => -f32::from(number(seats)),
        Reason::KeepsWays { ways: many }
        | Reason::Takes { count: many }
        | Reason::BringsHome { count: many }
        | Reason::Endangers { count: many }
        | Reason::Shelters { count: many }
        | Reason::Advances { steps: many }
        | Reason::Nears { steps: many } => (*many).into(),
        Reason::Loses { count } | Reason::Risks { count } => -f32::from(*count),
    }
}

/// Returns how much better one decision is than another in the point that the reason makes.
fn lead(reason: &Reason, one: &[Reason], other: &[Reason]) -> f32 {
    let is_like =
        |known: &&Reason| std::mem::discriminant(*known) == std::mem::discriminant(reason);
    let of = |all: &[Reason]| all.iter().find(is_like).map_or(0.0, worth);
    of(one) - of(other)
}

fn margin(reason: &Reason) -> f32 {
    if matches!(reason, Reason::KeepsWays { .. }) {
        15.0
    } else {
        1.0
    }
}

/// In random decisions of all games, each reason that is shown holds and favours the better
/// decision by a noticeable margin. A decision that cost nothing has no reasons.
#[test]
fn every_reason_of_a_judgement_favours_the_better_decision() {
    let mut dice = Dice::new(8);
    let mut shown: BTreeMap<&str, u32> = BTreeMap::new();
    moments(4, 3, |game, seat| {
        // Games end in Tsuro after few decisions, and its many worlds take little time.
        let is_quick = game.kind() == GameKind::Tsuro;
        if !is_quick && dice.below(5) > 0 {
            return;
        }
        let view = game.view(Viewer::Seat(seat));
        let legal = game.legal_actions(seat);
        let action = dice.any(&legal).clone();
        let worlds = if is_quick { 300 } else { 10 };
        let effort = Effort {
            iterations: worlds,
            worlds,
            playouts: 0,
        };
        let Some(found) = judged(&view, seat, &action, effort, 4) else {
            return;
        };
        let [better, played] = [&found.better.action, &action];
        let [better, played] = [better, played].map(|action| explain(&view, seat, action));
        for reason in found.better.reasons.iter().chain(&found.reasons) {
            let lead = lead(reason, &better, &played);
            assert!(lead >= margin(reason), "{reason:?}: {better:?} {played:?}");
        }
        assert!(
            found
                .better
                .reasons
                .iter()
                .all(|reason| better.contains(reason))
        );
        assert!(found.reasons.iter().all(|reason| played.contains(reason)));
        let count = u32::try_from(found.better.reasons.len() + found.reasons.len()).unwrap();
        if found.loss == 0 {
            assert_eq!(count, 0, "{found:?}");
        } else {
            assert!(found.better.share >= Some(found.loss), "{found:?}");
        }
        *shown.entry(game.kind().word()).or_default() += count;
    });
    for word in ["tsuro", "tortus", "section_x"] {
        assert!(shown.get(word) > Some(&3), "{shown:?}");
    }
}

/// A hint names only what speaks for the advised decision, compared with the others.
#[test]
fn every_reason_of_a_hint_favours_the_advised_decision() {
    let (mut shown, mut only) = (0, 0);
    moments(2, 12, |game, seat| {
        let view = game.view(Viewer::Seat(seat));
        let advice = hint(&view, seat, &Budget::iterations(8), 5).expect("a decision");
        let legal = game.legal_actions(seat);
        if legal.len() == 1 {
            assert_eq!(advice.reasons, [Reason::Only {}]);
            only += 1;
            return;
        }
        let facts = explain(&view, seat, &advice.action);
        let mut others: Vec<_> = legal
            .iter()
            .filter(|other| **other != advice.action)
            .collect();
        others.truncate(40);
        for reason in &advice.reasons {
            assert!(facts.contains(reason) && worth(reason) > 0.0, "{reason:?}");
            let mut others = others.iter().map(|other| explain(&view, seat, other));
            assert!(
                others.any(|other| lead(reason, &facts, &other) > 0.0),
                "{reason:?}"
            );
            shown += 1;
        }
    });
    assert!(
        shown > 20 && only > 0,
        "{shown} reasons, {only} without a choice"
    );
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

/// A decision of a game, with the view of its seat.
struct Made {
    view: AnyView,
    seat: Seat,
    action: AnyAction,
}

/// Plays a game of medium bots in which `other` may replace one decision. Returns the decisions up
/// to [`AFTER`] moves later, and the index of the replaced one.
fn played(
    options: &AnyOptions,
    seed: u64,
    mut other: impl FnMut(&AnyGame, Seat, &AnyAction) -> Option<AnyAction>,
) -> (Vec<Made>, Option<usize>) {
    let mut dice = Dice::new(seed);
    let mut game = AnyGame::new(options, 2, None).expect("a game for two");
    for event in game.open(&mut dice) {
        game.apply(&event);
    }
    let (mut made, mut at): (Vec<Made>, Option<usize>) = (Vec::new(), None);
    while let Some(seat) = game.acting().iter().next()
        && at.is_none_or(|at| made.len() < at + AFTER)
    {
        let view = game.view(Viewer::Seat(seat));
        let budget = Budget::iterations(1);
        let choice = choose(&view, seat, Level::Medium, &budget, dice.number());
        let mut action = choice.expect("something to decide").action;
        if at.is_none()
            && let Some(worse) = other(&game, seat, &action)
        {
            (action, at) = (worse, Some(made.len()));
        }
        let events = game.decide(seat, &action, &mut dice);
        let events = events.expect("a legal decision");
        for event in &events {
            game.apply(event);
        }
        made.push(Made { view, seat, action });
    }
    (made, at)
}

/// The number of decisions before a blunder that are judged as well.
const BEFORE: usize = 12;
/// The number of decisions from the blunder on that are judged.
const AFTER: usize = 3;

/// Asserts that a decision that throws something away is the worst of all around it, for any seed
/// of the judgement.
fn is_the_worst(
    options: &str,
    least: u8,
    blunder: impl FnMut(&AnyGame, Seat, &AnyAction) -> Option<AnyAction>,
) {
    let options: AnyOptions = serde_json::from_str(options).expect("options");
    let (made, at) = played(&options, 5, blunder);
    let at = at.expect("an occasion");
    let first = at.saturating_sub(BEFORE);
    let effort = effort(options.kind(), 400);
    for seed in [1_000, 2_000] {
        let of = |(number, made): (u64, &Made)| {
            let judged = judged(&made.view, made.seat, &made.action, effort, seed + number);
            judged.map_or(0, |judged| judged.loss)
        };
        let losses: Vec<u8> = (0..).zip(&made[first..]).map(of).collect();
        let worst = losses.iter().max().expect("a decision");
        assert_eq!(losses[at - first], *worst, "{options:?}: {losses:?}");
        assert!(*worst >= least, "{options:?}: {losses:?}");
    }
}

fn reasons(game: &AnyGame, seat: Seat, action: &AnyAction) -> Vec<Reason> {
    explain(&game.view(Viewer::Seat(seat)), seat, action)
}

/// The rules of the leaflet allow players to lead their own marker off the board although they
/// could stay.
#[test]
fn walking_off_the_board_is_the_worst_moment_of_tsuro() {
    let mut seen = 0;
    is_the_worst(
        r#"{"game":"tsuro","preset":"leaflet"}"#,
        20,
        |game, seat, _| {
            seen += 1;
            if seen <= BEFORE {
                return None;
            }
            let legal = game.legal_actions(seat);
            let leaves = |action: &AnyAction| reasons(game, seat, action) == [Reason::Leaves {}];
            let (bad, good): (Vec<_>, Vec<_>) = legal.into_iter().partition(leaves);
            bad.into_iter().next().filter(|_| good.len() > 3)
        },
    );
}

/// A position in which one decision throws the seat's pieces away.
struct Prepared {
    game: AnyGame,
    /// The terrible action as JSON.
    terrible: &'static str,
    why: Reason,
    fine: &'static [&'static str],
}

fn prepared() -> [Prepared; 2] {
    // The flow of the straight tile leads the last pawn into the hole, or on to a closed one.
    let tortus = "phase flow 0\nactions 1\nopen d3 I1 e3 O0\npawns 0 d3\npawns 1 a7\nsteps 0 d4-d3";
    // After the last tile every prisoner outside the hide-out is lost with the tunnels.
    let section_x = "phase act\nlast_turn\naside\n\
                     tiles i7 straight0 j7 hide_out_straight0 k7 straight0 e7 straight0\n\
                     prisoners 0 i7:0 k7:0\nprisoners 1 e7:0";
    [
        Prepared {
            game: AnyGame::Tortus(tortus.parse().expect("a position")),
            terrible: r#"{"type":"follow","to":"e3"}"#,
            why: Reason::Loses { count: 1 },
            fine: &[r#"{"type":"stop"}"#],
        },
        Prepared {
            game: AnyGame::SectionX(section_x.parse().expect("a position")),
            terrible: r#"{"type":"end_turn"}"#,
            why: Reason::Loses { count: 2 },
            fine: &[
                r#"{"type":"step","prisoner":0,"to":"j7:0"}"#,
                r#"{"type":"step","prisoner":1,"to":"j7:0"}"#,
            ],
        },
    ]
}

/// All other decisions are compared, with two seeds. Resigning is not a mistake, and there are too
/// many doors.
#[test]
fn a_terrible_decision_is_judged_worst_and_a_fine_one_costs_little() {
    for prepared in prepared() {
        let (game, seat) = (&prepared.game, Seat::ZERO);
        let view = game.view(Viewer::Seat(seat));
        let effort = effort(game.kind(), 100);
        let (mut terrible, mut others, mut fine) = (Vec::new(), Vec::new(), 0);
        for action in game.legal_actions(seat) {
            let mut known = serde_json::to_value(&action).unwrap();
            known.as_object_mut().unwrap().remove("game");
            if known["type"] == "resign" || known["type"] == "door" {
                continue;
            }
            let is = |text: &str| known == serde_json::from_str::<Value>(text).unwrap();
            for seed in [1_000, 2_000] {
                let judged = judged(&view, seat, &action, effort, seed).expect("a choice");
                if is(prepared.terrible) {
                    assert!(judged.reasons.contains(&prepared.why), "{judged:?}");
                    terrible.push(judged.loss);
                    continue;
                }
                others.push(judged.loss);
                if prepared.fine.iter().any(|text| is(text)) {
                    assert!(judged.loss < 5, "{known}: {judged:?}");
                    fine += 1;
                }
            }
        }
        assert_eq!((terrible.len(), fine), (2, 2 * prepared.fine.len()));
        let (least, most) = (terrible.iter().min(), others.iter().max());
        assert!(
            least >= Some(&10) && least > most,
            "{terrible:?} {others:?}"
        );
    }
}

/// Returns the costs of some decisions of a game, judged with two seeds.
fn judged_twice(
    kind: GameKind,
    level: Level,
    from: usize,
    step: usize,
    count: usize,
) -> Vec<[u8; 2]> {
    let mut made = Vec::new();
    game(&kind.options(), &[Player::Bot(level); 2], 0, 1, |moment| {
        made.push((
            moment.game.view(Viewer::Seat(moment.seat)),
            moment.seat,
            moment.action.clone(),
        ));
    });
    let effort = effort(kind, made.len());
    let some = made.iter().skip(from).step_by(step).take(count);
    some.map(|(view, seat, action)| {
        [1_000, 2_000]
            .map(|seed| judged(view, *seat, action, effort, seed).map_or(0, |judged| judged.loss))
    })
    .collect()
}

/// A blunder is recognised as one with every seed of the judgement.
#[test]
fn a_clear_blunder_is_found_with_every_seed() {
    for (word, level, from, step, count) in [
        ("tortus", Level::Easy, 0, 11, 30),
        ("section_x", Level::Easy, 0, 1, 300),
    ] {
        let mut kinds = GameKind::ALL.iter();
        let kind = *kinds.find(|kind| kind.word() == word).unwrap();
        let both = judged_twice(kind, level, from, step, count);
        for chance in 0..2 {
            let worst = both.iter().max_by_key(|losses| losses[chance]).unwrap();
            assert!(
                worst[chance] >= 20 && worst[1 - chance] >= 10,
                "{word}: {both:?}"
            );
        }
    }
}

/// Decisions that hard bots make with another seed cost nothing, apart from chance.
#[test]
fn decisions_of_hard_bots_cost_next_to_nothing() {
    for (options, one_in) in [
        (r#"{"game":"tsuro","preset":"2020"}"#, 3),
        (r#"{"game":"tortus"}"#, 25),
        (r#"{"game":"section_x"}"#, 30),
    ] {
        let options: AnyOptions = serde_json::from_str(options).unwrap();
        let (made, _) = played(&options, 3, |_, _, _| None);
        let effort = effort(options.kind(), 100);
        let budget = Budget::iterations(effort.iterations);
        let (mut all, mut costly) = (0, 0);
        for Made { view, seat, .. } in made.iter().step_by(one_in) {
            let choice = choose(view, *seat, Level::Hard, &budget, 77).unwrap();
            if let Some(known) = judged(view, *seat, &choice.action, effort, 1) {
                all += 1;
                costly += usize::from(known.loss >= 5);
            }
        }
        assert!(
            all >= 3 && costly * 10 <= all,
            "{options:?}: {costly} of {all}"
        );
    }
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
