//! Finds the reasons for or against a decision that hold in any game.

use senda_rules::Seat;

use crate::{Dice, Reason, plays::Plays, reason::advantages};

/// The maximum number of other decisions that a piece of advice is compared with.
const OTHERS: usize = 12;

/// Returns the reasons for or against a decision of a seat. It computes the consequences in one
/// imagined game that looks like the real one, and reports only those that hold in every such game.
pub(crate) fn of<G: Plays>(view: &G::View, seat: Seat, action: &G::Action) -> Vec<Reason> {
    let mut dice = Dice::new(0);
    let before = G::determinize(view, &mut dice);
    let mut reasons = Vec::new();
    let Ok(events) = before.decide(seat, action, &mut dice) else {
        return reasons;
    };
    if before.legal_actions(seat).len() == 1 {
        reasons.push(Reason::Only {});
    }
    let mut after = before.clone();
    after.apply_all(&events);
    let won = |places: &[u8]| places.get(seat.index()) == Some(&1);
    if after.outcome().is_some_and(|outcome| won(&outcome.places)) {
        reasons.push(Reason::Wins {});
    }
    let gone = |&other: &Seat| !after.still_in().contains(other);
    let (own, others): (Vec<Seat>, Vec<Seat>) = before
        .still_in()
        .iter()
        .filter(gone)
        .partition(|&other| other == seat);
    if !own.is_empty() {
        reasons.push(Reason::Leaves {});
    }
    if !others.is_empty() {
        reasons.push(Reason::ThrowsOut { seats: others });
    }
    reasons.extend(G::reasons(view, seat, action));
    reasons
}

/// Returns the reasons for a decision that distinguish it from the other legal ones. A decision
/// without alternatives has only that reason.
pub(crate) fn advice<G: Plays>(view: &G::View, seat: Seat, action: &G::Action) -> Vec<Reason> {
    let reasons = of::<G>(view, seat, action);
    if reasons.contains(&Reason::Only {}) {
        return vec![Reason::Only {}];
    }
    let mut others = G::determinize(view, &mut Dice::new(0)).legal_actions(seat);
    others.retain(|other| other != action);
    let step = others.len().div_ceil(OTHERS).max(1);
    let some = others.iter().step_by(step);
    let others: Vec<_> = some.map(|other| of::<G>(view, seat, other)).collect();
    advantages(&reasons, &others)
}
