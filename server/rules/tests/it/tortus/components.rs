//! Tests of the components: which can be played with and which are rejected.

use senda_rules::tortus::{BadComponents, COMPONENTS, Components, Tile};

#[test]
fn there_are_59_tiles() {
    assert_eq!(COMPONENTS.check(), Ok(()));
    assert_eq!(COMPONENTS.every_tile().count(), 7 * 7 + 5 + 5);
    let of = |tile| {
        COMPONENTS
            .every_tile()
            .filter(|&other| other == tile)
            .count()
    };
    assert_eq!(Tile::ALL.map(of), [8, 8, 6, 3, 8, 6, 4, 5, 10, 1]);
}

#[test]
fn rejects_impossible_components() {
    use BadComponents as Bad;
    let refused = |change: fn(&mut Components)| {
        let mut components = COMPONENTS;
        change(&mut components);
        components.check().expect_err("components that are refused")
    };
    assert_eq!(refused(|c| c.edge = 11), Bad::Edge);
    assert_eq!(refused(|c| c.section = 4), Bad::Edge);
    assert_eq!(refused(|c| c.pawns = 15), Bad::Section);
    assert_eq!(refused(|c| c.pawns = 0), Bad::Section);
    assert_eq!(refused(|c| c.open = &[(3, 7)]), Bad::Open);
    assert_eq!(refused(|c| c.open = &[(3, 3), (3, 3)]), Bad::Open);
    assert_eq!(refused(|c| c.tiles = &[(Tile::Four, 59)]), Bad::Kinds);
    assert_eq!(
        refused(|c| c.tiles = &[(Tile::Four, 30), (Tile::Four, 29)]),
        Bad::Kinds
    );
    assert_eq!(refused(|c| c.hand = 4), Bad::Count);
    assert_eq!(refused(|c| c.pawns = 6), Bad::Filler);
    assert_eq!(
        refused(|c| c.tiles = &[
            (Tile::Straight, 1),
            (Tile::Corner, 1),
            (Tile::Three, 1),
            (Tile::Four, 1),
            (Tile::Double, 1),
            (Tile::Triple, 1),
            (Tile::Knight, 1),
            (Tile::Star, 2),
            (Tile::Hole, 49),
            (Tile::Pit, 1),
        ]),
        Bad::Exchange
    );
}
