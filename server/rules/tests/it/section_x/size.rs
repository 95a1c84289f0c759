//! How much a view says.

use senda_rules::{
    Game, Seat, Viewer,
    section_x::{
        BoardTile, COMPONENTS, Cell, Kind, Position, Preset, Rotation, Rotations, Side, State,
        Tiles,
    },
};

use crate::table::Dice;

use super::game::{Moment, Player, builder, hoarder, play, random_action};

/// Bytes of a view: a viewer gets one with everything that happens.
const VIEW_BYTES: usize = 24 * 1024;

fn size(state: &State) -> usize {
    let acting = state.acting().iter().next();
    let viewer = acting.map_or(Viewer::Spectator, Viewer::Seat);
    serde_json::to_string(&state.view(viewer)).unwrap().len()
}

/// A board that nearly all tiles lie on, apart from each other as far as they can or anywhere, with a full stock of
/// different kinds and all phases of a turn to choose from.
fn full_board(apart: bool, dice: &mut Dice) -> State {
    let mut stock = vec![Kind::ThreeBends, Kind::TwoBends, Kind::StraightAndTwoBends];
    let of_kind = |tiles: &Tiles| (0..tiles.count).map(|_| tiles.kind).collect::<Vec<_>>();
    let mut kinds: Vec<Kind> = COMPONENTS.tiles.iter().flat_map(of_kind).collect();
    for kind in &stock {
        let at = kinds.iter().position(|other| other == kind).unwrap();
        kinds.remove(at);
    }
    let text = "seats 4\noptions expert\naside\nprisoners 1 lost\n";
    let mut position: Position = text.parse().unwrap();
    while !kinds.is_empty() {
        let kind = kinds.swap_remove(dice.below(kinds.len()));
        position.stocks[Seat::ZERO] = vec![kind];
        let state = State::try_from(&position).unwrap();
        let view = state.view(Viewer::Seat(Seat::ZERO));
        let places = view.choices.unwrap().tile.unwrap().place.remove(0).to;
        let beside = |cell: Cell| {
            let cells = Side::ALL.into_iter().filter_map(|side| cell.beside(side));
            let tiles = || position.tiles.iter().map(|tile| tile.cell);
            cells.filter(|&other| tiles().any(|at| at == other)).count()
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
        let rotation = rotations[dice.below(rotations.len())];
        position.tiles.push(BoardTile {
            cell,
            kind,
            rotation,
        });
    }
    position.stocks[Seat::ZERO].clear();
    position.stocks[Seat::ZERO].append(&mut stock);
    State::try_from(&position).unwrap()
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
    // A test that looks at no rich position would promise nothing.
    assert!(largest > VIEW_BYTES / 3, "{largest} bytes");
    println!("the largest view had {largest} bytes");
}
