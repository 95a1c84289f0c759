//! Random games of Section X.

use senda_rules::{
    Game, Seat, Viewer,
    section_x::{Action, Cell, Event, Options, Phase, Place, STOCK, Spot, State, View},
};

use crate::table::{self, Dice};

/// One decision of a game.
pub type Moment = table::Moment<State>;

/// The strategy of a player.
pub type Player<'a> = table::Player<'a, State>;

/// The number of attempts that a random player makes to find a possible action before it does
/// something else.
const TRIES: usize = 40;

/// Returns a random decision. A little more than every other turn lays a tile; the other turns do
/// one of the other things with a tile, or nothing. Then come random actions, first a random kind
/// among the possible ones and then a random action of that kind, until nothing is left. If the
/// order is free, steps and a door can come before the tile.
///
/// Actions with tiles are tried out rather than listed, so that every way of doing the same thing
/// is equally likely.
pub fn random_action(state: &State, dice: &mut Dice) -> Option<(Seat, Action)> {
    let seat = state.acting().iter().next()?;
    let view = state.view(Viewer::Spectator);
    let free = view.phase == Phase::Main;
    if view.done.tile || !(free || view.phase == Phase::Tile) {
        return Some((seat, any_of_a_kind(state, seat, dice)));
    }
    let before = free && dice.below(2) == 0;
    let stock = view.players[seat].stock.len();
    let ways: &[Try] = match dice.below(32) {
        _ if before => &[some_step, some_door],
        0..17 => &[some_place],
        17..21 => &[some_exchange, some_place],
        21..25 => &[some_relocation, some_place],
        25..29 => &[some_turn, some_place],
        _ => &[],
    };
    for way in ways.iter().chain(if before {
        &[some_place as Try][..]
    } else {
        &[]
    }) {
        for _ in 0..TRIES {
            let tried = way(&view, stock, dice);
            if let Some(action) = tried.filter(|it| state.decide(seat, it, dice).is_ok()) {
                return Some((seat, action));
            }
        }
    }
    let nothing = if free {
        Action::EndTurn {}
    } else {
        Action::SkipTile {}
    };
    Some((seat, nothing))
}

/// Returns a random action: a random kind among the possible ones, and then a random action of that
/// kind. The turn ends when nothing is left.
fn any_of_a_kind(state: &State, seat: Seat, dice: &mut Dice) -> Action {
    let actions = state.legal_actions(seat);
    let useful = |action: &&Action| actions.len() == 1 || **action != Action::EndTurn {};
    let kinds = table::by_kind(actions.iter().filter(useful));
    let kind = &kinds[dice.below(kinds.len())];
    kind[dice.below(kind.len())].clone()
}

/// A generator of an action of one kind that may be illegal. The second parameter is the size of
/// the stock.
type Try = fn(&View, usize, &mut Dice) -> Option<Action>;

fn one<T: Copy>(of: &[T], dice: &mut Dice) -> Option<T> {
    (!of.is_empty()).then(|| of[dice.below(of.len())])
}

fn number(below: usize, dice: &mut Dice) -> u8 {
    u8::try_from(dice.below(below)).unwrap()
}

fn some_place(view: &View, stock: usize, dice: &mut Dice) -> Option<Action> {
    (stock > 0).then(|| Action::Place {
        stock: number(stock, dice),
        cell: view.cells[dice.below(view.cells.len())],
        rotation: number(6, dice),
    })
}

fn some_tile(view: &View, dice: &mut Dice) -> Option<Cell> {
    let tiles = view.tiles.len();
    (tiles > 0).then(|| view.tiles[dice.below(tiles)].cell)
}

fn some_exchange(view: &View, _: usize, dice: &mut Dice) -> Option<Action> {
    Some(Action::Exchange {
        a: some_tile(view, dice)?,
        rotation_a: number(6, dice),
        b: some_tile(view, dice)?,
        rotation_b: number(6, dice),
    })
}

fn some_relocation(view: &View, _: usize, dice: &mut Dice) -> Option<Action> {
    Some(Action::Relocate {
        from: some_tile(view, dice)?,
        to: view.cells[dice.below(view.cells.len())],
        rotation: number(6, dice),
    })
}

fn some_turn(view: &View, _: usize, dice: &mut Dice) -> Option<Action> {
    Some(Action::Turn {
        cell: some_tile(view, dice)?,
        rotation: number(6, dice),
    })
}

fn some_spot(view: &View, dice: &mut Dice) -> Option<Spot> {
    Some(Spot {
        cell: some_tile(view, dice)?,
        section: number(3, dice),
    })
}

fn some_step(view: &View, _: usize, dice: &mut Dice) -> Option<Action> {
    let to = match dice.below(8) {
        0 => Place::Block,
        1 => Place::Green(number(6, dice)),
        _ => Place::Tunnel(some_spot(view, dice)?),
    };
    let prisoner = number(8, dice);
    Some(Action::Step { prisoner, to })
}

fn some_door(view: &View, _: usize, dice: &mut Dice) -> Option<Action> {
    let own: Vec<Spot> = view
        .doors
        .iter()
        .filter(|door| Some(door.seat) == view.turn)
        .map(|door| door.at)
        .collect();
    let from = one(&own, dice).filter(|_| dice.below(2) == 0);
    let to = some_spot(view, dice)?;
    Some(Action::Door { from, to })
}

/// Returns a random decision that people might make: occasionally a player resigns.
pub fn any_decision(state: &State, dice: &mut Dice) -> Option<(Seat, Action)> {
    let (seat, action) = random_action(state, dice)?;
    if dice.below(1_500) > 0 {
        return Some((seat, action));
    }
    let still_in: Vec<Seat> = state.still_in().iter().collect();
    Some((still_in[dice.below(still_in.len())], Action::Resign {}))
}

/// Returns the opening events of the game that is played with that seed.
pub fn opened_log(options: Options, seats: u8, seed: u64) -> Vec<Event> {
    let state = State::new(&options, seats, None).unwrap();
    state.open(&mut Dice::new(seed))
}

/// Lays tiles wherever they fit and ignores prisoners and doors, so that the board fills.
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

/// Also lays tiles, but only from a full stock, so that there are more choices.
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

/// Plays a game from its opening to its end and passes each moment to `each`.
pub fn play(
    options: Options,
    seats: u8,
    seed: u64,
    player: Player<'_>,
    each: impl FnMut(&Moment),
) -> State {
    table::play(&options, seats, seed, player, each)
}
