//! Tests that blunders are found, and that decisions of hard bots are not taken for them.

use senda_bots::{Budget, Dice, Level, Player, Reason, choose, effort, explain};
use senda_rules::{AnyAction, AnyGame, AnyOptions, AnyView, Game, GameKind, Seat, Viewer};
use serde_json::Value;

use super::judged;
use crate::games::game;

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
        (r#"{"game":"section_x"}"#, 7),
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
