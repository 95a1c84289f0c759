//! Finds the reasons for or against a decision that hold in any game.

use senda_rules::Seat;

use crate::{Dice, Reason, plays::Plays};

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
    for event in &events {
        after.apply(event);
    }
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
