//! Enumerates the legal actions of a seat.

use std::cmp::Reverse;

use super::{
    Action, Cell, Phase, Place, Rotation, Spot, State, lay::Surroundings, state::PRISONERS,
};
use crate::Seat;

/// The initial capacity of a list of actions, chosen so that it seldom has to grow in a search.
const MANY: usize = 256;

/// The actions with tiles of the board to list.
#[derive(Copy, Clone)]
pub(super) enum Moves<'a> {
    /// All of them.
    All,
    /// No exchanges, and only those moves to cells for which the function returns `true`.
    To(&'a dyn Fn(Cell) -> bool),
}

/// Returns the legal actions of the seat that decides. An exchange is listed once, not in both
/// orders.
pub(super) fn actions(state: &State, seat: Seat, moves: Moves) -> Vec<Action> {
    match state.phase {
        Phase::Draw => piles(state).map(|pile| Action::Draw { pile }).collect(),
        Phase::Tile => {
            let mut actions = Vec::with_capacity(MANY);
            actions.push(Action::SkipTile {});
            tiles(state, seat, moves, &mut actions);
            actions
        }
        Phase::Act | Phase::Main => {
            let mut actions = Vec::with_capacity(MANY);
            actions.push(Action::EndTurn {});
            if state.is_tile_phase().is_ok() {
                tiles(state, seat, moves, &mut actions);
            }
            steps(state, seat, &mut actions);
            doors(state, seat, &mut actions);
            actions
        }
        Phase::FightChoice => {
            let contest = state.contest().into_iter();
            let longest = contest.flat_map(|contest| contest.longest());
            longest.map(|keep| Action::FightChoice { keep }).collect()
        }
        Phase::GiveDoor { .. } => {
            let give = |&section| Action::GiveDoor { section };
            state.doors[seat].iter().map(give).collect()
        }
        Phase::Over => Vec::new(),
    }
}

/// Returns the numbers of the piles that have tiles.
pub(super) fn piles(state: &State) -> impl Iterator<Item = u8> {
    let piles = (0..).zip(&*state.piles);
    piles.filter_map(|(number, pile)| (!pile.is_empty()).then_some(number))
}

fn tiles(state: &State, seat: Seat, moves: Moves, actions: &mut Vec<Action>) {
    let around = Surroundings::new(state);
    let free: Vec<_> = Cell::for_tiles()
        .filter(|&cell| state.board.is_free(cell))
        .collect();
    for (stock, &kind) in (0..).zip(&state.stocks[seat]) {
        for &cell in &free {
            let rotations = around.placed(kind, cell).iter();
            actions.extend(rotations.map(|rotation| Action::Place {
                stock,
                cell,
                rotation: rotation.sixths(),
            }));
        }
    }
    let targets = match moves {
        Moves::All => free,
        Moves::To(is_target) => free.into_iter().filter(|&cell| is_target(cell)).collect(),
    };
    let loose = around.loose(seat);
    for (at, &a) in loose.iter().enumerate() {
        for &to in &targets {
            let rotations = around.relocated(a, to).iter();
            actions.extend(rotations.map(|rotation| Action::Relocate {
                from: a.cell,
                to,
                rotation: rotation.sixths(),
            }));
        }
        let others = match moves {
            Moves::All => &loose[at + 1..],
            Moves::To(_) => &[],
        };
        for &b in others {
            let exchange = |rotation_a: Rotation, rotation_b: Rotation| Action::Exchange {
                a: a.cell,
                rotation_a: rotation_a.sixths(),
                b: b.cell,
                rotation_b: rotation_b.sixths(),
            };
            if let Some(pairs) = around.beside(a, b) {
                for (of_a, of_b) in Rotation::ALL.into_iter().zip(pairs) {
                    actions.extend(of_b.iter().map(|of_b| exchange(of_a, of_b)));
                }
                continue;
            }
            let (of_a, of_b) = around.exchanged(a, b);
            for of_a in of_a.iter() {
                actions.extend(of_b.iter().map(|of_b| exchange(of_a, of_b)));
            }
        }
    }
    for (cell, _) in state.board.tiles() {
        if let Some(laid) = around.turnable(seat, cell) {
            let rotations = around.turned(cell, laid).iter();
            actions.extend(rotations.map(|rotation| Action::Turn {
                cell,
                rotation: rotation.sixths(),
            }));
        }
    }
}

fn steps(state: &State, seat: Seat, actions: &mut Vec<Action>) {
    if state.is_step_phase().is_err() {
        return;
    }
    for (at, prisoners) in by_place(state, seat) {
        let to = state.board.steps(at).into_iter();
        let to: Vec<Place> = to.filter(|&to| state.enter(seat, to).is_ok()).collect();
        for prisoner in prisoners {
            actions.extend(to.iter().map(|&to| Action::Step { prisoner, to }));
        }
    }
}

/// Returns the numbers of the prisoners that may move, grouped by place.
pub(super) fn by_place(state: &State, seat: Seat) -> Vec<(Place, Vec<u8>)> {
    let mut places: Vec<(Place, Vec<u8>)> = Vec::new();
    for number in (0..).take(PRISONERS) {
        let Ok(at) = state.mobile(seat, number) else {
            continue;
        };
        match places.iter_mut().find(|(place, _)| *place == at) {
            Some((_, numbers)) => numbers.push(number),
            None => places.push((at, vec![number])),
        }
    }
    places
}

/// Returns the doors that a seat can put or move, each with the sections that it can be put into.
pub(super) fn door_ways(state: &State, seat: Seat) -> Vec<(Option<Spot>, Vec<Spot>)> {
    if state.is_door_phase().is_err() {
        return Vec::new();
    }
    let own = state.doors[seat].iter().copied().map(Some);
    let all = [None].into_iter().chain(own);
    let has = all.filter(|&from| state.has_door(seat, from).is_ok());
    has.map(|from| {
        let spots = state.board.spots();
        let to = spots.filter(|&to| state.bars(seat, from, to).is_ok());
        (from, to.collect())
    })
    .collect()
}

fn doors(state: &State, seat: Seat, actions: &mut Vec<Action>) {
    for (from, to) in door_ways(state, seat) {
        actions.extend(to.into_iter().map(|to| Action::Door { from, to }));
    }
}

/// Returns the action that is taken for a seat whose time is up or whose player is away.
pub(super) fn of_clock(state: &State, seat: Seat) -> Action {
    match state.phase {
        Phase::Draw => {
            let tiles = |pile: &u8| state.piles[usize::from(*pile)].len();
            // `min_by_key` returns the first of the fullest piles.
            let fullest = piles(state).min_by_key(|pile| Reverse(tiles(pile)));
            let pile = fullest.expect("a pile with tiles");
            Action::Draw { pile }
        }
        Phase::Tile => Action::SkipTile {},
        Phase::Act | Phase::Main | Phase::Over => Action::EndTurn {},
        Phase::FightChoice => {
            let longest = state.contest().expect("a fight").longest();
            let keep = if longest.contains(&seat) {
                seat
            } else {
                longest[0]
            };
            Action::FightChoice { keep }
        }
        Phase::GiveDoor { .. } => Action::GiveDoor {
            section: state.doors[seat][0],
        },
    }
}
