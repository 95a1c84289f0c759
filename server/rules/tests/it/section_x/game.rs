//! Games of Section X played at random.

use senda_rules::{
    Game, Seat, Viewer,
    section_x::{Action, Options, STOCK, State},
};

use crate::table::{self, Dice};

/// One decision of a game.
pub type Moment = table::Moment<State>;

/// How a player decides.
pub type Player<'a> = table::Player<'a, State>;

/// Any of the kinds of action that are possible, and then any of that kind. No turn ends while it can do more, but
/// for one in eight.
pub fn random_action(state: &State, dice: &mut Dice) -> Option<(Seat, Action)> {
    let seat = state.acting().iter().next()?;
    let actions = state.legal_actions(seat);
    let mut kinds: Vec<Vec<&Action>> = Vec::new();
    let ends = dice.below(8) == 0;
    let useful = |action: &&Action| {
        let idle = matches!(action, Action::EndTurn {} | Action::SkipTile {});
        actions.len() == 1 || ends == idle || !actions.contains(&Action::EndTurn {})
    };
    for action in actions.iter().filter(useful) {
        let same = |kind: &&mut Vec<&Action>| {
            std::mem::discriminant(kind[0]) == std::mem::discriminant(action)
        };
        match kinds.iter_mut().find(same) {
            Some(kind) => kind.push(action),
            None => kinds.push(vec![action]),
        }
    }
    let kind = &kinds[dice.below(kinds.len())];
    Some((seat, kind[dice.below(kind.len())].clone()))
}

/// Lays tiles wherever they fit and leaves prisoners and doors alone, so that the board fills.
pub fn builder(state: &State, dice: &mut Dice) -> Option<(Seat, Action)> {
    let seat = state.acting().iter().next()?;
    let actions = state.legal_actions(seat);
    let wants = |action: &&Action| matches!(action, Action::Place { .. } | Action::Draw { .. });
    let wanted: Vec<&Action> = actions.iter().filter(wants).collect();
    if !wanted.is_empty() {
        return Some((seat, wanted[dice.below(wanted.len())].clone()));
    }
    state.clock_action(seat, dice).map(|action| (seat, action))
}

/// Lays tiles as well, but only from a full stock, so that there is more to choose from.
pub fn hoarder(state: &State, dice: &mut Dice) -> Option<(Seat, Action)> {
    let seat = state.acting().iter().next()?;
    let full = state.view(Viewer::Seat(seat)).players[seat].stock.len() == STOCK;
    let wait = [Action::SkipTile {}, Action::EndTurn {}];
    let legal = state.legal_actions(seat);
    let waits = wait.into_iter().find(|action| legal.contains(action));
    match waits {
        Some(action) if !full => Some((seat, action)),
        _ => builder(state, dice),
    }
}

/// Plays a game from its opening to its end and shows each moment.
pub fn play(
    options: Options,
    seats: u8,
    seed: u64,
    player: Player<'_>,
    each: impl FnMut(&Moment),
) -> State {
    table::play(&options, seats, seed, player, each)
}
