//! Why a decision is good or bad, as codes with their data.

use senda_rules::Seat;
use serde::{Deserialize, Serialize};

use crate::{Dice, plays::Plays};

/// What speaks for a decision or against it.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum Reason {
    /// There is nothing else that could be decided.
    Only {},
    /// It wins the game, alone or with others.
    Wins {},
    /// It takes the seat itself out of the game.
    Leaves {},
    /// It takes others out of the game.
    ThrowsOut {
        /// Whom.
        seats: Vec<Seat>,
    },
    /// So many placements of a hundred that could come next leave the seat in the game.
    KeepsWays {
        /// How many of a hundred.
        ways: u8,
    },
    /// Somebody who is to play before can throw the seat out.
    Exposes {
        /// Who.
        seats: Vec<Seat>,
    },
    /// It costs others pieces.
    Takes {
        /// How many.
        count: u8,
    },
    /// It costs the seat own pieces.
    Loses {
        /// How many.
        count: u8,
    },
    /// It brings own pieces where they must come to.
    BringsHome {
        /// How many.
        count: u8,
    },
    /// It brings the seat closer to that, in steps.
    Nears {
        /// How many.
        steps: u8,
    },
    /// It shows what nobody knew.
    Reveals {},
}

/// What speaks for a decision of a seat or against it. What it leads to is looked at in a game that looks like the
/// real one; only what holds in each of them is said.
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
