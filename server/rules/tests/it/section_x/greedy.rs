//! A simple player of Section X.
//!
//! It searches for the cheapest path from its block to a green area that it may enter; a tile that
//! is missing on the path counts as several steps. It lays the tile of its stock, or moves one of
//! the board, that continues the path. If a full stock has no such tile, it discards one beside the
//! path. Once the path is open, it leads as many prisoners along it as are needed to end a round,
//! those in front first. In a turn without steps it puts a door into the path. When a round is
//! about to end, it moves prisoners in tunnels into a hide-out next to them or back into the block.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet, BinaryHeap},
};

use senda_rules::{
    Game, Seat, Viewer,
    section_x::{
        Action, Cell, Choices, Ground, Kind, LaidTile, Movable, Phase, Place, Rotation, STOCK,
        Side, Spot, State, Steps, TileChoices, View,
    },
};

use super::laws::{Map, may_take, own};
use crate::table::Dice;

/// The number of steps that a missing tile counts as.
const MISSING: u32 = 4;

/// Returns the decision of the player.
pub fn greedy(state: &State, dice: &mut Dice) -> Option<(Seat, Action)> {
    let seat = state.acting().iter().next()?;
    let view = state.view(Viewer::Seat(seat));
    let choices = view.choices.as_ref()?;
    let action = match view.phase {
        Phase::Draw => Action::Draw {
            pile: choices.draw[dice.below(choices.draw.len())],
        },
        Phase::Tile => lay(&view, choices, seat).unwrap_or(Action::SkipTile {}),
        Phase::Main if !view.done.tile => {
            let laid = lay(&view, choices, seat);
            laid.unwrap_or_else(|| go(&view, choices, seat))
        }
        Phase::Act | Phase::Main => go(&view, choices, seat),
        Phase::FightChoice | Phase::GiveDoor { .. } | Phase::Over => {
            state.clock_action(seat, dice)?
        }
    };
    Some((seat, action))
}

/// A side of a cell, seen from inside the cell.
type Door = (Cell, u8);
/// A cell on a path, with the sides where the path enters and leaves it.
type Crossed = (Cell, u8, u8);

/// Returns the cost of the cheapest path that leads out, and its cells with the sides where it
/// enters and leaves each.
fn way_out(view: &View, map: &Map, seat: Seat) -> Option<(u32, Vec<Crossed>)> {
    let mut best: BTreeMap<Door, u32> = BTreeMap::new();
    let mut before: BTreeMap<Door, Door> = BTreeMap::new();
    let mut heap: BinaryHeap<(Reverse<u32>, Door)> = BinaryHeap::new();
    for cell in Cell::for_tiles() {
        for side in Side::ALL {
            let beside = cell.beside(side);
            if beside.is_some_and(|beside| beside.ground() == Ground::Island) {
                heap.push((Reverse(0), (cell, side.number())));
                best.insert((cell, side.number()), 0);
            }
        }
    }
    while let Some((Reverse(cost), at)) = heap.pop() {
        if matches!(at.0.ground(), Ground::Green(_)) {
            return Some((cost, walked(&before, at)));
        }
        if best[&at] < cost {
            continue;
        }
        let Some((sides, more)) = crossings(view, map, seat, at) else {
            continue;
        };
        for side in sides {
            let Some(next) = at.0.beside(Side::ALL[usize::from(side)]) else {
                continue;
            };
            let enters = match next.ground() {
                Ground::Island => false,
                Ground::Green(zone) => may_take(view, seat, zone),
                Ground::Tiles => true,
            };
            let (entered, cost) = ((next, (side + 3) % 6), cost + more);
            if enters && best.get(&entered).is_none_or(|&known| cost < known) {
                best.insert(entered, cost);
                before.insert(entered, at);
                heap.push((Reverse(cost), entered));
            }
        }
    }
    None
}

/// Returns the sides where a path can leave a cell that it enters through `from`, and the cost of
/// the crossing.
fn crossings(view: &View, map: &Map, seat: Seat, (cell, from): Door) -> Option<(Vec<u8>, u32)> {
    if map.sections.keys().all(|spot| spot.cell != cell) {
        return Some(((0..6).filter(|&side| side != from).collect(), MISSING));
    }
    let spot = map.at(cell, from)?;
    if is_barred(view, seat, spot) {
        return None;
    }
    let open = map.sections[&spot].iter().copied();
    Some((open.filter(|&side| side != from).collect(), 1))
}

/// Whether another player's door bars a section.
fn is_barred(view: &View, seat: Seat, spot: Spot) -> bool {
    let doors = view.doors.iter();
    let mut others = doors.filter(|door| door.seat != seat && !view.players[seat].key);
    others.any(|door| door.at == spot)
}

fn walked(before: &BTreeMap<Door, Door>, last: Door) -> Vec<Crossed> {
    let mut way = Vec::new();
    let mut at = last;
    while let Some(&earlier) = before.get(&at) {
        way.push((earlier.0, earlier.1, (at.1 + 3) % 6));
        at = earlier;
    }
    way.reverse();
    way
}

/// Returns the placement that shortens the path most: a tile of the stock on the first cell of the
/// path that has none, or straight through another such cell. Otherwise returns a tile of the board
/// that continues the path, or a discard.
fn lay(view: &View, choices: &Choices, seat: Seat) -> Option<Action> {
    let map = Map::of(view);
    let (cost, way) = way_out(view, &map, seat)?;
    let tile = choices.tile.as_ref()?;
    let no_tile = |(cell, ..): &&Crossed| view.tiles.iter().all(|of| of.cell != *cell);
    let missing: Vec<Crossed> = way.iter().filter(no_tile).copied().collect();
    let mut best: Option<(u32, Action)> = None;
    let mut after = View {
        choices: None,
        ..view.clone()
    };
    for (number, &(cell, from, to)) in missing.iter().enumerate() {
        for of in &tile.place {
            for rotation in of.to.on(cell).iter() {
                let through = joins(view, of.kind, rotation, [from, to]);
                if !through && (number > 0 || !joins(view, of.kind, rotation, [from, from])) {
                    continue;
                }
                after.tiles.push(LaidTile {
                    cell,
                    kind: of.kind,
                    rotation,
                    tunnels: Vec::new(),
                });
                let out = way_out(&after, &Map::of(&after), seat);
                after.tiles.pop();
                let Some((cost, _)) = out else { continue };
                if best.as_ref().is_none_or(|(known, _)| cost < *known) {
                    let place = Action::Place {
                        stock: of.stock[0],
                        cell,
                        rotation: rotation.sixths(),
                    };
                    best = Some((cost, place));
                }
            }
        }
    }
    let shorter = best.filter(|(after, _)| *after < cost);
    shorter
        .map(|(_, place)| place)
        .or_else(|| relocation(view, tile, &way, &missing))
        .or_else(|| throw_out(view, tile, &way, seat))
}

/// Returns the relocation of a tile of the board, away from the path, to a missing cell that it
/// then connects.
fn relocation(
    view: &View,
    tile: &TileChoices,
    way: &[Crossed],
    missing: &[Crossed],
) -> Option<Action> {
    missing.iter().find_map(|&(to, enter, leave)| {
        let off_way = |of: &&Movable| way.iter().all(|(cell, ..)| *cell != of.cell);
        tile.moves.iter().filter(off_way).find_map(|of| {
            let laid = view.tiles.iter().find(|laid| laid.cell == of.cell)?;
            let through = |it: &Rotation| joins(view, laid.kind, *it, [enter, leave]);
            let rotation = of.to.on(to).iter().find(through)?;
            Some(Action::Relocate {
                from: of.cell,
                to,
                rotation: rotation.sixths(),
            })
        })
    })
}

/// Whether a tile with that rotation has a tunnel that connects the sides.
fn joins(view: &View, kind: Kind, rotation: Rotation, sides: [u8; 2]) -> bool {
    let shape = view.kinds.iter().find(|shape| shape.kind == kind).unwrap();
    shape.sections.iter().any(|section| {
        let leads = |side: &u8| {
            let mut openings = section.openings.iter();
            openings.any(|opening| (opening + rotation.sixths()) % 6 == *side)
        };
        sides.iter().all(leads)
    })
}

/// Places a tile of a full stock on a cell beside the path.
fn throw_out(view: &View, tile: &TileChoices, way: &[Crossed], seat: Seat) -> Option<Action> {
    if view.players[seat].stock.len() < STOCK {
        return None;
    }
    let of = tile.place.first()?;
    let mut cells = of.to.iter();
    let (cell, rotations) = cells.find(|(cell, _)| way.iter().all(|(on, ..)| on != cell))?;
    Some(Action::Place {
        stock: of.stock[0],
        cell,
        rotation: rotations.iter().next()?.sixths(),
    })
}

/// Returns the number of steps from each section to a green area that the seat may enter.
fn steps_left(view: &View, map: &Map, seat: Seat) -> BTreeMap<Spot, u32> {
    let mut left = BTreeMap::new();
    let mut now: BTreeSet<Spot> = map.sections.keys().copied().collect();
    now.retain(|&spot| {
        map.leads(spot).iter().any(|lead| match lead {
            Place::Green(zone) => may_take(view, seat, *zone),
            _ => false,
        })
    });
    for steps in 1.. {
        if now.is_empty() {
            break;
        }
        let mut next = BTreeSet::new();
        for &spot in &now {
            left.insert(spot, steps);
            if is_barred(view, seat, spot) {
                continue;
            }
            next.extend(map.leads(spot).into_iter().filter_map(|lead| match lead {
                Place::Tunnel(spot) => Some(spot),
                _ => None,
            }));
        }
        now = next
            .into_iter()
            .filter(|spot| !left.contains_key(spot))
            .collect();
    }
    left
}

/// Returns a step, a door, or the end of the turn.
fn go(view: &View, choices: &Choices, seat: Seat) -> Action {
    let map = Map::of(view);
    let left = steps_left(view, &map, seat);
    let distance = |at: Place| match at {
        Place::Green(_) => Some(0),
        Place::Tunnel(spot) => left.get(&spot).copied(),
        Place::Block => Some(99),
        Place::Free(_) | Place::Lost => None,
    };
    let places = own(view, seat);
    let under_way = |at: &Place| match at {
        Place::Tunnel(spot) => left.contains_key(spot),
        Place::Green(_) => true,
        Place::Block | Place::Free(_) | Place::Lost => false,
    };
    let enough = places.iter().filter(|at| under_way(at)).count() >= usize::from(view.escape);
    let at = |steps: &Steps| places[usize::from(steps.prisoners[0])];
    let forward = choices.steps.iter().filter_map(|steps| {
        let here = distance(at(steps)).filter(|_| !enough || at(steps) != Place::Block)?;
        let there = steps
            .to
            .iter()
            .filter_map(|target| Some((distance(target.to)?, target.to)));
        let (near, to) = there.filter(|(near, _)| *near < here).min()?;
        Some((near, steps.prisoners[0], to))
    });
    if let Some((_, prisoner, to)) = forward.min() {
        return Action::Step { prisoner, to };
    }
    if is_about_to_end(view)
        && let Some(step) = flee(choices, &map, &at)
    {
        return step;
    }
    let on_way = |spot: &&Spot| left.contains_key(spot);
    for door in choices.doors.iter().filter(|door| door.from.is_none()) {
        if let Some(&to) = door.to.iter().filter(on_way).max_by_key(|spot| left[spot]) {
            return Action::Door { from: None, to };
        }
    }
    Action::EndTurn {}
}

/// Whether a player lacks only one prisoner on a green area, or few tiles are left.
fn is_about_to_end(view: &View) -> bool {
    let tiles: u8 = view.piles.iter().map(|pile| pile.count).sum();
    let near = |green: u8| green + 1 >= view.escape;
    tiles <= 2 * view.players.seats() || view.players.iter().any(|(_, player)| near(player.green))
}

/// Returns a step out of a tunnel into a hide-out or the block.
fn flee(choices: &Choices, map: &Map, at: &dyn Fn(&Steps) -> Place) -> Option<Action> {
    let is_safe = |place: Place| match place {
        Place::Tunnel(spot) => map.hide_outs.contains(&spot),
        _ => true,
    };
    choices.steps.iter().find_map(|steps| {
        let mut to = steps.to.iter().map(|target| target.to);
        let to = to.find(|&to| is_safe(to)).filter(|_| !is_safe(at(steps)))?;
        Some(Action::Step {
            prisoner: steps.prisoners[0],
            to,
        })
    })
}
