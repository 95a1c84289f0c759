//! Computes the choices that a view offers to the seat that decides.

use super::{
    Barred, Beside, ByCell, Cell, Choices, DoorChoice, Event, Fight, Fixed, Kind, Movable, Phase,
    Placeable, Rotations, State, Steps, Target, TileChoices, Turnable, lay::Surroundings, legal,
};
use crate::{Seat, Seats};

/// Returns the decisions that are open to the seat that decides next, or `None` when the game is
/// over.
pub(super) fn of(state: &State, seat: Seat) -> Option<Choices> {
    let mut choices = Choices::default();
    match state.phase {
        Phase::Draw => choices.draw = legal::piles(state).collect(),
        Phase::Tile | Phase::Act | Phase::Main => {
            choices.skip_tile = state.phase == Phase::Tile;
            choices.end_turn = !choices.skip_tile;
            choices.ends_round = choices.end_turn && state.ends_with_turn(seat).is_some();
            choices.tile = state.is_tile_phase().is_ok().then(|| tile(state, seat));
            choices.steps = steps(state, seat);
            let door = |(from, to)| DoorChoice { from, to };
            let ways = legal::door_ways(state, seat).into_iter();
            choices.doors = ways.filter(|(_, to)| !to.is_empty()).map(door).collect();
        }
        Phase::FightChoice => {
            choices.fight = state.contest().map(|contest| Fight {
                tunnel: contest.tunnel,
                among: contest.longest(),
                lengths: contest.lengths,
            });
        }
        Phase::GiveDoor { .. } => choices.give_door = state.doors[seat].to_vec(),
        Phase::Over => return None,
    }
    Some(choices)
}

fn tile(state: &State, seat: Seat) -> TileChoices {
    let around = Surroundings::new(state);
    let frontiers = state.frontiers();
    let (moves, beside) = moves(state, seat, &around, &frontiers);
    let (mut turn, mut fixed) = (Vec::new(), Vec::new());
    for (cell, _) in state.board.tiles() {
        match state.turnable(seat, cell) {
            Ok(laid) => {
                let rotations = around.turned(cell, laid);
                if !rotations.is_empty() {
                    turn.push(Turnable { cell, rotations });
                }
            }
            Err(turn) => {
                fixed.push(Fixed {
                    cell,
                    turn,
                    moved: state.loose(seat, cell).err(),
                });
            }
        }
    }
    TileChoices {
        place: places(state, seat, &around, &frontiers),
        moves,
        beside,
        turn,
        fixed,
    }
}

fn places(
    state: &State,
    seat: Seat,
    around: &Surroundings<'_>,
    frontiers: &[(Cell, Seats)],
) -> Vec<Placeable> {
    let mut kinds: Vec<(Kind, Vec<u8>)> = Vec::new();
    for (place, &kind) in (0..).zip(&state.stocks[seat]) {
        match kinds.iter_mut().find(|(other, _)| *other == kind) {
            Some((_, stock)) => stock.push(place),
            None => kinds.push((kind, vec![place])),
        }
    }
    let place = |(kind, stock): (Kind, Vec<u8>)| {
        let to = ByCell::new(|cell| around.placed(kind, cell));
        let first = stock[0];
        let laid = |cell, rotation| Event::Placed {
            seat,
            stock: first,
            tile: kind,
            cell,
            rotation,
        };
        Placeable {
            kind,
            stock,
            fights: state.fights_ahead(frontiers, Seats::NONE, &to, laid),
            to,
        }
    };
    kinds.into_iter().map(place).collect()
}

/// Returns the tiles that can be moved to another cell, and the pairs of adjacent tiles among them
/// that can be exchanged.
fn moves(
    state: &State,
    seat: Seat,
    around: &Surroundings<'_>,
    frontiers: &[(Cell, Seats)],
) -> (Vec<Movable>, Vec<Beside>) {
    let loose = around.loose(seat);
    let mut beside = Vec::new();
    let moves = loose.iter().enumerate().map(|(at, &a)| {
        let to = ByCell::new(|cell| {
            if state.board.is_free(cell) {
                return around.relocated(a, cell);
            }
            let Some(other) = loose
                .iter()
                .position(|b| b.cell == cell && b.cell != a.cell)
            else {
                return Rotations::NONE;
            };
            let b = loose[other];
            let Some(rotations) = around.beside(a, b) else {
                return around.exchanged(a, b).0;
            };
            let with = super::Rotation::ALL.into_iter().zip(rotations);
            let possible = with.filter(|(_, of_b)| !of_b.is_empty());
            let possible: Rotations = possible.map(|(of_a, _)| of_a).collect();
            if at < other && !possible.is_empty() {
                beside.push(Beside {
                    a: a.cell,
                    b: b.cell,
                    rotations,
                });
            }
            possible
        });
        let doors = state.all_doors().filter(|door| door.at.cell == a.cell);
        let carried = doors.map(|door| door.seat).collect();
        let laid = |to, rotation| Event::Relocated {
            from: a.cell,
            to,
            rotation,
        };
        Movable {
            cell: a.cell,
            fights: state.fights_ahead(frontiers, carried, &to, laid),
            to,
        }
    });
    let moves = moves.collect::<Vec<_>>();
    let moves = moves.into_iter().filter(|moved| !moved.to.is_empty());
    (moves.collect(), beside)
}

fn steps(state: &State, seat: Seat) -> Vec<Steps> {
    if state.is_step_phase().is_err() {
        return Vec::new();
    }
    let steps = |(at, prisoners)| {
        let (mut targets, mut barred) = (Vec::new(), Vec::new());
        for to in state.board.steps(at) {
            match state.enter(seat, to) {
                Ok(()) => targets.push(Target {
                    to,
                    does: state.does(seat, at, to),
                }),
                Err(why) => barred.push(Barred { to, why }),
            }
        }
        Steps {
            prisoners,
            to: targets,
            barred,
        }
    };
    let all = legal::by_place(state, seat).into_iter().map(steps);
    all.filter(|steps| !steps.to.is_empty() || !steps.barred.is_empty())
        .collect()
}
