//! A second implementation of the board, computed only from the tunnels of the tiles.

use std::collections::{BTreeMap, BTreeSet};

use senda_rules::{
    Seat,
    section_x::{COMPONENTS, Cell, Ground, Phase, Place, Side, Spot, View},
};

/// The sections on the board, with the sides that each leads to.
pub struct Map {
    pub sections: BTreeMap<Spot, BTreeSet<u8>>,
    pub hide_outs: BTreeSet<Spot>,
}

impl Map {
    pub fn of(view: &View) -> Self {
        let mut map = Self {
            sections: BTreeMap::new(),
            hide_outs: BTreeSet::new(),
        };
        for tile in &view.tiles {
            let kind = COMPONENTS
                .tiles
                .iter()
                .find(|tiles| tiles.kind == tile.kind);
            for (section, of) in (0..).zip(kind.unwrap().sections) {
                let spot = Spot {
                    cell: tile.cell,
                    section,
                };
                let turned = |&side: &u8| (side + tile.rotation.sixths()) % 6;
                map.sections
                    .insert(spot, of.openings.iter().map(turned).collect());
                if of.hide_out {
                    map.hide_outs.insert(spot);
                }
            }
        }
        map
    }

    /// Returns the section of a cell that leads to a side.
    pub fn at(&self, cell: Cell, side: u8) -> Option<Spot> {
        let mut all = self.sections.iter();
        let found = all.find(|(spot, sides)| spot.cell == cell && sides.contains(&side));
        found.map(|(&spot, _)| spot)
    }

    /// Returns the places that a section leads to.
    pub fn leads(&self, spot: Spot) -> BTreeSet<Place> {
        let lead = |&side: &u8| {
            let cell = spot.cell.beside(Side::ALL[usize::from(side)])?;
            match cell.ground() {
                Ground::Island => Some(Place::Block),
                Ground::Green(zone) => Some(Place::Green(zone)),
                Ground::Tiles => self.at(cell, (side + 3) % 6).map(Place::Tunnel),
            }
        };
        self.sections[&spot].iter().filter_map(lead).collect()
    }

    /// Returns the sections of the same tunnel.
    pub fn joined(&self, spot: Spot) -> BTreeSet<Spot> {
        let mut joined = BTreeSet::from([spot]);
        let mut waiting = vec![spot];
        while let Some(spot) = waiting.pop() {
            for lead in self.leads(spot) {
                if let Place::Tunnel(next) = lead
                    && joined.insert(next)
                {
                    waiting.push(next);
                }
            }
        }
        joined
    }

    pub fn room(&self, spot: Spot) -> usize {
        if self.hide_outs.contains(&spot) { 2 } else { 1 }
    }
}

/// Checks that adjacent tiles fit together, and that tunnels, doors, prisoners and keys are
/// consistent with them.
pub fn is_what_the_tiles_make_it(view: &View) {
    let map = Map::of(view);
    tiles_go_on_in_each_other(view, &map);
    tunnels_are_what_is_joined(view, &map);
    for &spot in map.sections.keys() {
        let inside = view.prisoners.iter();
        let inside = inside.filter(|prisoner| prisoner.at == Place::Tunnel(spot));
        assert!(inside.count() <= map.room(spot));
    }
    for prisoner in &view.prisoners {
        if let Place::Tunnel(spot) = prisoner.at {
            assert!(map.sections.contains_key(&spot));
        }
    }
    for door in &view.doors {
        assert_eq!(map.sections[&door.at].len(), 2);
        assert!(!map.hide_outs.contains(&door.at));
        let here = view
            .doors
            .iter()
            .filter(|other| other.at.cell == door.at.cell);
        assert_eq!(here.count(), 1);
    }
    keys_are_given_at_once(view, &map);
    for (seat, player) in view.players.iter() {
        let hides = |at: Place| matches!(at, Place::Tunnel(spot) if map.hide_outs.contains(&spot));
        let hidden = super::own(view, seat).into_iter().filter(|&at| hides(at));
        assert_eq!(hidden.count(), usize::from(player.hidden));
    }
}

/// Checks that every player who is entitled to a master key has it, unless the player still has to
/// choose a door to give up.
fn keys_are_given_at_once(view: &View, map: &Map) {
    if view.outcome.is_some() {
        return;
    }
    for (seat, player) in view.players.iter() {
        let inside = |at: &Place| !matches!(at, Place::Green(_) | Place::Free(_) | Place::Lost);
        let left: BTreeSet<Place> = super::own(view, seat).into_iter().filter(inside).collect();
        let hides = |at: &Place| matches!(at, Place::Tunnel(spot) if map.hide_outs.contains(spot));
        let is_due = (1..=2).contains(&left.len()) && left.iter().all(hides);
        let asked = view.phase == Phase::GiveDoor { seat };
        assert!(player.key || is_due == asked, "{seat}: {left:?}");
    }
}

fn tiles_go_on_in_each_other(view: &View, map: &Map) {
    for tile in &view.tiles {
        assert_eq!(tile.cell.ground(), Ground::Tiles);
        for side in Side::ALL {
            let Some(beside) = tile.cell.beside(side) else {
                continue;
            };
            if view.tiles.iter().any(|other| other.cell == beside) {
                let here = map.at(tile.cell, side.number()).is_some();
                let there = map.at(beside, side.opposite().number()).is_some();
                assert_eq!(here, there, "{} {}", tile.cell, side.number());
            }
        }
    }
}

fn tunnels_are_what_is_joined(view: &View, map: &Map) {
    let number = |spot: &Spot| {
        let tile = view
            .tiles
            .iter()
            .find(|tile| tile.cell == spot.cell)
            .unwrap();
        tile.tunnels[usize::from(spot.section)]
    };
    let mut numbers = BTreeSet::new();
    for &spot in map.sections.keys() {
        let tunnel = number(&spot);
        let joined = map.joined(spot);
        let same = |other: &&Spot| number(other) == tunnel;
        assert!(map.sections.keys().filter(same).eq(&joined));
        let tiles: BTreeSet<Cell> = joined.iter().map(|spot| spot.cell).collect();
        let shown = &view.tunnels[usize::from(tunnel)];
        assert_eq!(usize::from(shown.tiles), tiles.len());
        let doors = view.doors.iter().filter(|door| joined.contains(&door.at));
        let owners: BTreeSet<Seat> = doors.map(|door| door.seat).collect();
        assert!(owners.len() <= 1 || view.phase == Phase::FightChoice);
        assert_eq!(shown.owner, owners.first().copied());
        numbers.insert(tunnel);
    }
    assert_eq!(numbers.len(), view.tunnels.len());
}
