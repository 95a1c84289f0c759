//! Tests of the reasons of judgements and hints.

use std::collections::BTreeMap;

use senda_bots::{Budget, Dice, Effort, Reason, explain, hint};
use senda_rules::{Game, GameKind, Seat, Viewer};

use super::{judged, moments};

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
