//! Games of Section X played at random.

use senda_rules::{
    Game, Seat, Viewer,
    section_x::{Action, Cell, Event, Options, Phase, Place, STOCK, Spot, State, View},
};

use crate::table::{self, Dice};

/// One decision of a game.
pub type Moment = table::Moment<State>;

/// How a player decides.
pub type Player<'a> = table::Player<'a, State>;

/// How often a random player looks for something that can be done before doing something else.
const TRIES: usize = 40;

/// Plays at random: a little more than every other time a tile is laid, otherwise any other of the four things, or
/// nothing, is done with one; then any of the kinds of action that are possible and any of that kind, until nothing is left. Where
/// the order is free, steps and a door can come before the tile.
///
/// Tiles are tried out rather than listed: every way of doing one thing with them is as likely as the others.
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

/// Any of the kinds of action that are possible, and then any of that kind; the turn ends when nothing is left.
fn any_of_a_kind(state: &State, seat: Seat, dice: &mut Dice) -> Action {
    let actions = state.legal_actions(seat);
    let useful = |action: &&Action| actions.len() == 1 || **action != Action::EndTurn {};
    let kinds = table::by_kind(actions.iter().filter(useful));
    let kind = &kinds[dice.below(kinds.len())];
    kind[dice.below(kind.len())].clone()
}

/// Something of a kind that might be done, with a stock of so many tiles.
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

/// A decision drawn at random as people might make it: now and then somebody leaves.
pub fn any_decision(state: &State, dice: &mut Dice) -> Option<(Seat, Action)> {
    let (seat, action) = random_action(state, dice)?;
    if dice.below(1_500) > 0 {
        return Some((seat, action));
    }
    let still_in: Vec<Seat> = state.still_in().iter().collect();
    Some((still_in[dice.below(still_in.len())], Action::Resign {}))
}

/// What happens before the first decision of the game that is played with that seed.
pub fn opened_log(options: Options, seats: u8, seed: u64) -> Vec<Event> {
    let state = State::new(&options, seats, None).unwrap();
    state.open(&mut Dice::new(seed))
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
