//! Invariants of decisions: the view offers exactly the legal actions, and steps and consequences
//! are announced correctly.

use proptest::prelude::*;
use senda_rules::{
    Game, Seat, Viewer,
    section_x::{
        Action, Beside, ByCell, Cell, Choices, Event, FightAhead, Movable, Place, Preset, Rotation,
        State, TileChoices, View,
    },
};

use super::{
    super::game::{Moment, any_decision, random_action},
    board::Map,
    omniscient, options, own,
};
use crate::effort::scaled;
use crate::{section_x::game::play, table::Dice};

/// Returns every action that the choices offer, as a flat list in no particular order.
fn spread_out(choices: &Choices) -> Vec<Action> {
    let mut all: Vec<Action> = Vec::new();
    all.extend(choices.draw.iter().map(|&pile| Action::Draw { pile }));
    if choices.skip_tile {
        all.push(Action::SkipTile {});
    }
    if choices.end_turn {
        all.push(Action::EndTurn {});
    }
    if let Some(tile) = &choices.tile {
        of_tiles(tile, &mut all);
    }
    for steps in &choices.steps {
        for &prisoner in &steps.prisoners {
            let step = |target: &senda_rules::section_x::Target| Action::Step {
                prisoner,
                to: target.to,
            };
            all.extend(steps.to.iter().map(step));
        }
    }
    for door in &choices.doors {
        let put = |&to| Action::Door {
            from: door.from,
            to,
        };
        all.extend(door.to.iter().map(put));
    }
    let fight = choices.fight.iter().flat_map(|fight| &fight.among);
    all.extend(fight.map(|&keep| Action::FightChoice { keep }));
    let give = |&section| Action::GiveDoor { section };
    all.extend(choices.give_door.iter().map(give));
    all
}

fn each(to: &ByCell) -> impl Iterator<Item = (Cell, u8)> {
    to.iter().flat_map(|(cell, rotations)| {
        let rotations: Vec<Rotation> = rotations.iter().collect();
        rotations
            .into_iter()
            .map(move |rotation| (cell, rotation.sixths()))
    })
}

fn of_tiles(tile: &TileChoices, all: &mut Vec<Action>) {
    for of in &tile.place {
        for &stock in &of.stock {
            all.extend(each(&of.to).map(|(cell, rotation)| Action::Place {
                stock,
                cell,
                rotation,
            }));
        }
    }
    let moved = |cell| {
        tile.moves
            .iter()
            .find(|moved: &&Movable| moved.cell == cell)
    };
    let is_beside = |a, b| tile.beside.iter().any(|of: &Beside| (of.a, of.b) == (a, b));
    for (number, a) in tile.moves.iter().enumerate() {
        for (to, rotation) in each(&a.to) {
            let Some(b) = moved(to) else {
                all.push(Action::Relocate {
                    from: a.cell,
                    to,
                    rotation,
                });
                continue;
            };
            let later = tile.moves[number..]
                .iter()
                .any(|other| other.cell == b.cell);
            if !later || is_beside(a.cell, b.cell) {
                continue;
            }
            all.extend(b.to.on(a.cell).iter().map(|rotation_b| Action::Exchange {
                a: a.cell,
                rotation_a: rotation,
                b: b.cell,
                rotation_b: rotation_b.sixths(),
            }));
        }
    }
    for of in &tile.beside {
        for (rotation_a, rotations) in (0..).zip(of.rotations) {
            all.extend(rotations.iter().map(|rotation_b| Action::Exchange {
                a: of.a,
                rotation_a,
                b: of.b,
                rotation_b: rotation_b.sixths(),
            }));
        }
    }
    for of in &tile.turn {
        all.extend(of.rotations.iter().map(|rotation| Action::Turn {
            cell: of.cell,
            rotation: rotation.sixths(),
        }));
    }
}

fn said(actions: &[Action]) -> Vec<String> {
    let mut said: Vec<String> = actions.iter().map(|action| format!("{action:?}")).collect();
    said.sort_unstable();
    said
}

fn the_view_offers_what_is_legal(state: &State) {
    let Some(seat) = state.acting().iter().next() else {
        return;
    };
    let view = state.view(Viewer::Seat(seat));
    let choices = view.choices.as_ref().unwrap();
    let legal = state.legal_actions(seat);
    assert_eq!(said(&spread_out(choices)), said(&legal));
    if let Some(tile) = &choices.tile {
        let turned = tile.turn.iter().map(|of| of.cell);
        let fixed = tile.fixed.iter().map(|of| of.cell);
        let cells: Vec<Cell> = view.tiles.iter().map(|tile| tile.cell).collect();
        assert!(turned.chain(fixed).all(|cell| cells.contains(&cell)));
    }
}

/// Checks the steps that are offered against the map computed from the tiles.
fn steps_lead_where_tunnels_do(state: &State) {
    let Some(seat) = state.acting().iter().next() else {
        return;
    };
    let view = omniscient(state);
    let Some(choices) = &view.choices else { return };
    let map = Map::of(&view);
    for (number, at) in (0..).zip(own(&view, seat)) {
        let of = choices
            .steps
            .iter()
            .find(|of| of.prisoners.contains(&number));
        let mut offered: Vec<Place> = of.map_or(Vec::new(), |of| {
            of.to.iter().map(|target| target.to).collect()
        });
        offered.sort_unstable();
        let left = view.steps_left > 0 && view.done.steps[usize::from(number)] < 2;
        if !choices.end_turn || view.done.door || !left {
            assert_eq!(offered, []);
            continue;
        }
        let mut expected: Vec<Place> = match at {
            Place::Tunnel(spot) => map.leads(spot).into_iter().collect(),
            Place::Block => {
                let all = map.sections.keys().copied();
                let entrances = all.filter(|&spot| map.leads(spot).contains(&Place::Block));
                entrances.map(Place::Tunnel).collect()
            }
            Place::Green(_) | Place::Free(_) | Place::Lost => Vec::new(),
        };
        expected.retain(|&to| may_enter(&view, &map, seat, to));
        expected.sort_unstable();
        assert_eq!(offered, expected);
    }
}

fn may_enter(view: &View, map: &Map, seat: Seat, to: Place) -> bool {
    match to {
        Place::Tunnel(spot) => {
            let inside = view.prisoners.iter().filter(|prisoner| prisoner.at == to);
            let barred = view
                .doors
                .iter()
                .any(|door| door.at == spot && door.seat != seat);
            // The same tunnel may come to the tile twice.
            let joined = map.joined(spot);
            let beside = |at| matches!(at, Place::Tunnel(other) if other != spot && other.cell == spot.cell && joined.contains(&other));
            let comes_back = view.prisoners.iter().any(|prisoner| beside(prisoner.at));
            inside.count() < map.room(spot) && !comes_back && (!barred || view.players[seat].key)
        }
        Place::Green(zone) => may_take(view, seat, zone),
        Place::Block | Place::Free(_) | Place::Lost => true,
    }
}

/// Whether a seat may take a zone: it owns the zone, or the zone is free and not needed for another
/// player.
pub fn may_take(view: &View, seat: Seat, zone: u8) -> bool {
    let owner = |zone: u8| view.areas[usize::from(zone)].owner;
    if let Some(owner) = owner(zone) {
        return owner == seat;
    }
    let zones = || (0..6).map(owner);
    let needs = |other: &Seat| {
        let gone = *other == seat || view.resigned.contains(other);
        !gone && zones().all(|owner| owner != Some(*other))
    };
    let others = Seat::first(view.players.seats()).filter(needs);
    zones().filter(Option::is_none).count() > others.count()
}

/// Returns the fights that a decision causes, with the lengths of the tunnels and the players who
/// could stay, and whether a fight is tied. After a tied fight the remaining ones wait.
fn fights_of(state: &State, seat: Seat, action: &Action) -> (Vec<String>, bool) {
    let events = state.decide(seat, action, &mut Dice::new(0)).unwrap();
    let mut waits = false;
    let fights = events.iter().filter_map(|event| match event {
        Event::Fought { lengths, kept, .. } => Some(format!("{lengths:?} {:?}", [kept])),
        Event::Tied { lengths, among, .. } => {
            waits = true;
            Some(format!("{lengths:?} {among:?}"))
        }
        _ => None,
    });
    (fights.collect(), waits)
}

/// Checks that exactly the announced fights of each tile occur, and returns the number of checked
/// fights.
fn fights_come_as_foretold(state: &State) -> usize {
    let Some(seat) = state.acting().iter().next() else {
        return 0;
    };
    let choices = state.view(Viewer::Seat(seat)).choices.unwrap();
    let Some(tile) = choices.tile else { return 0 };
    let mut seen = 0;
    let mut look = |fights: &[FightAhead], cell, rotation: u8, action: &Action| {
        let here = fights.iter().filter(|fight| {
            let mut rotations = fight.rotations.iter();
            fight.cell == cell && rotations.any(|one| one.sixths() == rotation)
        });
        let mut foretold: Vec<String> = here
            .map(|fight| format!("{:?} {:?}", fight.lengths, fight.among))
            .collect();
        let (come, waits) = fights_of(state, seat, action);
        seen += come.len();
        for fight in &come {
            let at = foretold.iter().position(|other| other == fight);
            foretold.remove(at.unwrap_or_else(|| panic!("{fight} of {action:?} was not foretold")));
        }
        assert!(waits || foretold.is_empty(), "{action:?}: {foretold:?}");
    };
    for of in &tile.place {
        for (cell, rotation) in each(&of.to) {
            let stock = of.stock[0];
            let action = Action::Place {
                stock,
                cell,
                rotation,
            };
            look(&of.fights, cell, rotation, &action);
        }
    }
    for of in &tile.moves {
        for (to, rotation) in each(&of.to) {
            let from = of.cell;
            // Another tile lies there, so the two would be exchanged.
            if tile.moves.iter().any(|other| other.cell == to) {
                continue;
            }
            let action = Action::Relocate { from, to, rotation };
            look(&of.fights, to, rotation, &action);
        }
    }
    for of in &tile.turn {
        for rotation in of.rotations.iter().map(Rotation::sixths) {
            let cell = of.cell;
            // A tile that turns on its own cell joins only tunnels that it was part of before, so
            // no fight occurs.
            look(&[], cell, rotation, &Action::Turn { cell, rotation });
        }
    }
    seen
}

/// Checks that a decision loses exactly the prisoners that the view announced. Returns 1 if any
/// prisoner was lost, otherwise 0.
fn losses_come_as_foretold(moment: &Moment) -> usize {
    let before = moment.before.view(Viewer::Seat(moment.seat));
    let collapsed = moment.events.iter().find_map(|event| match event {
        Event::Collapsed(collapse) => Some(&collapse.lost),
        _ => None,
    });
    let of = |seat: Seat| before.players[seat].exposed;
    let choices = before.choices.as_ref();
    let foretold: Option<Vec<u8>> = match &moment.action {
        Action::EndTurn {} => choices
            .is_some_and(|choices| choices.ends_round)
            .then(|| Seat::first(before.players.seats()).map(of).collect()),
        Action::Step { prisoner, to } => {
            let steps = choices.unwrap().steps.iter();
            let mut steps = steps.filter(|steps| steps.prisoners.contains(prisoner));
            let targets = &steps.next().unwrap().to;
            let target = targets.iter().find(|target| target.to == *to).unwrap();
            let does = target.does.as_ref();
            does.and_then(|does| does.ends_round.as_ref())
                .map(|lost| lost.iter().map(|(_, &lost)| lost).collect())
        }
        _ => None,
    };
    let lost = collapsed.map(|lost| {
        let of = |seat| lost.iter().filter(|prisoner| prisoner.seat == seat).count();
        let all = Seat::first(before.players.seats()).map(of);
        all.map(|count| u8::try_from(count).unwrap()).collect()
    });
    assert_eq!(foretold, lost, "{:?}", moment.action);
    usize::from(lost.is_some_and(|lost| lost.iter().any(|&count| count > 0)))
}

#[test]
fn choices_announce_fights_and_losses() {
    let (mut fights, mut losses) = (0, 0);
    let games = scaled(20);
    for seed in 0..games.into() {
        let options = Preset::ALL[usize::from(seed % 2 == 0)].options();
        let seats = 2 + u8::try_from(seed % 3).unwrap();
        let mut dice = Dice::new(!seed);
        play(options, seats, seed, &mut random_action, |moment| {
            losses += losses_come_as_foretold(moment);
            if dice.below(20) == 0 {
                fights += fights_come_as_foretold(&moment.after);
            }
        });
    }
    println!("{fights} fights, {losses} rounds with losses");
    let enough = usize::try_from(games / 2).unwrap();
    assert!(
        fights > enough && losses > enough,
        "{fights} fights, {losses} rounds with losses"
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(scaled(6)))]

    #[test]
    fn choices_match_the_legal_actions(
        ((options, seats), seed) in (options(), any::<u64>())
    ) {
        let mut dice = Dice::new(!seed);
        play(options, seats, seed, &mut any_decision, |moment| {
            if dice.below(8) == 0 {
                steps_lead_where_tunnels_do(&moment.after);
            }
            if dice.below(50) == 0 {
                the_view_offers_what_is_legal(&moment.after);
            }
        });
    }
}
