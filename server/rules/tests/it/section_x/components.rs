//! Tests of the box and the board.

use senda_rules::section_x::{
    BadComponents, COMPONENTS, Cell, Components, Ground, Kind, Place, SectionOf, Side, Spot, Tiles,
};

#[test]
fn the_box_matches_the_rulebook() {
    assert_eq!(COMPONENTS.check(), Ok(()));
    let counts = COMPONENTS.tiles.iter().map(|tiles| tiles.count);
    assert_eq!(counts.sum::<u8>(), 54);
    let hide_outs = COMPONENTS
        .tiles
        .iter()
        .filter(|tiles| tiles.kind.has_hide_out());
    assert_eq!(hide_outs.map(|tiles| tiles.count).sum::<u8>(), 12);
    assert_eq!((COMPONENTS.prisoners, COMPONENTS.doors), (8, 2));
    assert_eq!((COMPONENTS.keys, COMPONENTS.piles), (4, 3));
}

/// Returns the components with the first kind of tile replaced.
fn with_first(first: Tiles) -> Components {
    let mut tiles = COMPONENTS.tiles.to_vec();
    tiles[0] = first;
    Components {
        tiles: tiles.leak(),
        ..COMPONENTS
    }
}

fn straight(sections: &'static [SectionOf]) -> Tiles {
    Tiles {
        kind: Kind::Straight,
        sections,
        count: 8,
    }
}

const fn section(openings: &'static [u8], hide_out: bool) -> SectionOf {
    SectionOf { openings, hide_out }
}

#[test]
fn rejects_impossible_tiles() {
    const RIGHT: &[SectionOf] = &[section(&[0, 3], false)];
    const WRONG: [&[SectionOf]; 7] = [
        &[],
        &[section(&[0, 6], false)],
        &[section(&[0, 0], false)],
        &[section(&[0, 3], false), section(&[1, 3], false)],
        &[section(&[0], false)],
        &[section(&[], true)],
        &[
            section(&[0], true),
            section(&[1], true),
            section(&[2], true),
            section(&[3], true),
        ],
    ];
    let wrong = |first| with_first(first).check();
    assert_eq!(wrong(straight(RIGHT)), Ok(()));
    for sections in WRONG {
        assert_eq!(wrong(straight(sections)), Err(BadComponents::Sections));
    }
    let first = COMPONENTS.tiles[0];
    let fewer = Tiles { count: 7, ..first };
    assert_eq!(wrong(fewer), Err(BadComponents::Count));
    let twice = Tiles {
        kind: Kind::WideBend,
        ..first
    };
    assert_eq!(wrong(twice), Err(BadComponents::Kinds));
    let missing = Components {
        tiles: &COMPONENTS.tiles[1..],
        ..COMPONENTS
    };
    assert_eq!(missing.check(), Err(BadComponents::Kinds));
}

#[test]
fn rejects_impossible_boards() {
    let with = |change: fn(&mut Components)| {
        let mut components = COMPONENTS;
        change(&mut components);
        components.check()
    };
    assert_eq!(with(|c| c.sides = 4), Err(BadComponents::Sides));
    assert_eq!(with(|c| c.island = 6), Err(BadComponents::Radius));
    assert_eq!(with(|c| c.radius = 9), Err(BadComponents::Radius));
    let areas = Err(BadComponents::Areas);
    assert_eq!(with(|c| c.areas = &c.areas[1..]), areas);
    // The first cell is not on the rim, and the second is in two areas.
    for cell in [(5, 0), (0, 6)] {
        let mut wrong = COMPONENTS.areas.to_vec();
        wrong[0][0] = cell;
        let components = Components {
            areas: wrong.leak(),
            ..COMPONENTS
        };
        assert_eq!(components.check(), areas);
    }
    let pieces = Err(BadComponents::Pieces);
    assert_eq!(with(|c| c.prisoners = 0), pieces);
    assert_eq!(with(|c| c.prisoners = 9), pieces);
    assert_eq!(with(|c| c.doors = 0), pieces);
    assert_eq!(with(|c| c.piles = 0), pieces);
    assert_eq!(with(|c| c.keys = 3), pieces);
    assert_eq!(with(|c| c.count = 55), Err(BadComponents::Count));
}

#[test]
fn the_board_is_a_hexagon_of_127_cells() {
    let on = |ground| {
        Cell::all()
            .filter(move |cell| cell.ground() == ground)
            .count()
    };
    assert_eq!(Cell::all().count(), 127);
    assert_eq!(on(Ground::Island), 7);
    assert_eq!(on(Ground::Tiles), 102);
    assert_eq!(Cell::for_tiles().count(), 102);
    for zone in 0..6 {
        assert_eq!(on(Ground::Green(zone)), 3);
    }
    for cell in Cell::all() {
        let to_green = Cell::all().filter(|other| matches!(other.ground(), Ground::Green(_)));
        let steps = |other: Cell| {
            let ((q, r), (p, s)) = (cell.axial(), other.axial());
            let (q, r) = (q - p, r - s);
            q.abs().max(r.abs()).max((q + r).abs()).unsigned_abs()
        };
        assert_eq!(to_green.map(steps).min(), Some(cell.to_green()));
        for side in Side::ALL {
            if let Some(beside) = cell.beside(side) {
                assert_eq!(steps(beside), 1);
                assert_eq!(beside.beside(side.opposite()), Some(cell));
                assert_eq!(cell.side_to(beside), Some(side));
            }
        }
    }
}

#[test]
fn cells_and_places_round_trip_as_text() {
    for cell in Cell::all() {
        assert_eq!(cell.to_string().parse(), Ok(cell));
    }
    let middle: Cell = "g7".parse().unwrap();
    assert_eq!(middle.axial(), (0, 0));
    let around: Vec<String> = Side::ALL
        .iter()
        .map(|&side| middle.beside(side).unwrap().to_string())
        .collect();
    assert_eq!(around, ["h7", "g8", "f8", "f7", "g6", "h6"]);
    let north_west = Cell::all().next().unwrap();
    assert_eq!(north_west.to_string(), "g1");
    for wrong in [
        "", "g", "7", "g0", "g07", "g+7", "g14", "a1", "n7", "G7", "gg", "é7", "g-1",
    ] {
        assert!(wrong.parse::<Cell>().is_err(), "{wrong}");
    }
    for place in ["block", "g9:0", "g9:2", "green:5", "free:0", "lost"] {
        assert_eq!(place.parse::<Place>().unwrap().to_string(), place);
    }
    for wrong in [
        "g9", "g9:3", "g9:", "g9:00", "green:6", "free", "zone:1", "Block", "a1:0",
    ] {
        assert!(wrong.parse::<Place>().is_err(), "{wrong}");
    }
    assert!("block".parse::<Spot>().is_err());
}
