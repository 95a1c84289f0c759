//! Strategies that play random games of Tortus.

use senda_rules::{
    Game, Seat,
    tortus::{Action, Options, State},
};

use crate::table::{self, Dice};

/// One decision of a game.
pub type Moment = table::Moment<State>;

/// Returns a random decision: a random kind among the possible kinds of actions, and then a random
/// action of that kind; in the middle of an action, any legal decision. It never ends a turn in
/// which more can be done.
pub fn random_action(state: &State, dice: &mut Dice) -> Option<(Seat, Action)> {
    let seat = state.acting().iter().next()?;
    let mut actions = state.legal_actions(seat);
    if !actions.contains(&Action::EndTurn {}) {
        return Some((seat, actions.swap_remove(dice.below(actions.len()))));
    }
    let kinds: Vec<Vec<&Action>> = by_kind(&actions);
    let kind = &kinds[dice.below(kinds.len())];
    Some((seat, kind[dice.below(kind.len())].clone()))
}

/// Groups the actions by kind, without the end of a turn in which more can be done.
pub fn by_kind(actions: &[Action]) -> Vec<Vec<&Action>> {
    let useful = |action: &&Action| actions.len() == 1 || **action != Action::EndTurn {};
    table::by_kind(actions.iter().filter(useful))
}

/// Returns a random decision that people might make, sometimes the early end of a turn, an offer or
/// rejection of a draw, or a resignation.
pub fn any_decision(state: &State, dice: &mut Dice) -> Option<(Seat, Action)> {
    let (seat, action) = random_action(state, dice)?;
    let other = Seat::new(u8::try_from(dice.below(2)).unwrap()).unwrap();
    match dice.below(400) {
        0 => Some((other, Action::Resign {})),
        21..=26 if state.decide(other, &Action::Decline {}, dice).is_ok() => {
            Some((other, Action::Decline {}))
        }
        1..=8 if state.decide(other, &Action::Draw {}, dice).is_ok() => {
            Some((other, Action::Draw {}))
        }
        9..=20 if state.legal_actions(seat).contains(&Action::EndTurn {}) => {
            Some((seat, Action::EndTurn {}))
        }
        _ => Some((seat, action)),
    }
}

/// The strategy of a player.
pub type Player<'a> = table::Player<'a, State>;

/// Plays a game from its opening to its end and passes each moment to `each`.
pub fn play(options: Options, seed: u64, player: Player<'_>, each: impl FnMut(&Moment)) -> State {
    table::play(&options, 2, seed, player, each)
}
