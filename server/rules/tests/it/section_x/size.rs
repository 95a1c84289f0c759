//! Tests of the size of a view.

use senda_rules::{
    Game, Seat, Viewer,
    section_x::{COMPONENTS, Cell, Kind, Preset, Rotation, Rotations, Side, State},
};

use crate::table::Dice;

use super::game::{Moment, Player, builder, hoarder, play, random_action};

/// The maximum size of a view in bytes. A viewer receives a view with every event.
const VIEW_BYTES: usize = 24 * 1024;

fn size(state: &State) -> usize {
    let acting = state.acting().iter().next();
    let viewer = acting.map_or(Viewer::Spectator, Viewer::Seat);
    serde_json::to_string(&state.view(viewer)).unwrap().len()
}

/// Returns a board with nearly all tiles, either as far apart as possible or anywhere, with a full
/// stock of different kinds and all phases of a turn to choose from.
fn full_board(apart: bool, dice: &mut Dice) -> State {
    let stock = vec![Kind::ThreeBends, Kind::TwoBends, Kind::StraightAndTwoBends];
    let mut kinds: Vec<Kind> = COMPONENTS.every_tile();
    for kind in &stock {
        let at = kinds.iter().position(|other| other == kind).unwrap();
        kinds.remove(at);
    }
    let mut tiles: Vec<String> = Vec::new();
    let written = |tiles: &[String], stock: &[Kind]| -> State {
        let stock: Vec<String> = stock.iter().map(Kind::to_string).collect();
        let head = "seats 4\noptions expert\naside\nprisoners 1 lost\n";
        let text = format!("{head}{}stock 0 {}\n", tiles.concat(), stock.join(" "));
        text.parse().unwrap()
    };
    while !kinds.is_empty() {
        let kind = kinds.swap_remove(dice.below(kinds.len()));
        let view = written(&tiles, &[kind]).view(Viewer::Seat(Seat::ZERO));
        let places = view.choices.unwrap().tile.unwrap().place.remove(0).to;
        let beside = |cell: Cell| {
            let cells = Side::ALL.into_iter().filter_map(|side| cell.beside(side));
            let lies = |other: &Cell| view.tiles.iter().any(|tile| tile.cell == *other);
            cells.filter(lies).count()
        };
        let cells: Vec<(Cell, Rotations)> = places.iter().collect();
        let fewest = cells.iter().map(|&(cell, _)| beside(cell)).min();
        let fits = |&&(cell, _): &&(Cell, Rotations)| !apart || Some(beside(cell)) == fewest;
        let cells: Vec<_> = cells.iter().filter(fits).collect();
        if cells.is_empty() {
            continue;
        }
        let &(cell, rotations) = cells[dice.below(cells.len())];
        let rotations: Vec<Rotation> = rotations.iter().collect();
        let sixths = rotations[dice.below(rotations.len())].sixths();
        tiles.push(format!("tiles {cell} {kind}{sixths}\n"));
    }
    written(&tiles, &stock)
}

#[test]
fn the_view_of_a_full_board_is_not_larger_than_24_kib() {
    let mut dice = Dice::new(24);
    let mut largest = 0;
    for number in 0..24 {
        largest = largest.max(size(&full_board(number % 2 == 0, &mut dice)));
    }
    assert!(largest <= VIEW_BYTES, "{largest} bytes");
    println!("the largest view had {largest} bytes");
}

#[test]
fn a_view_is_never_larger_than_24_kib() {
    let mut largest = 0;
    let players: [Player<'_>; 3] = [&mut random_action, &mut builder, &mut hoarder];
    for player in players {
        for seed in 0..4 {
            let options = Preset::ALL[usize::try_from(seed % 2).unwrap()].options();
            play(options, 4, seed, player, |moment: &Moment| {
                largest = largest.max(size(&moment.after));
            });
        }
    }
    assert!(largest <= VIEW_BYTES, "{largest} bytes");
    // Guards against a test that never sees a large position.
    assert!(largest > VIEW_BYTES / 3, "{largest} bytes");
    println!("the largest view had {largest} bytes");
}
