//! Finds the shortest ways to the green areas, over laid tiles and over cells that are still empty.

mod change;
mod paths;

use std::{cell::OnceCell, rc::Rc};

use senda_rules::{
    Seat,
    section_x::{Cell, Ground, Side, Spot, State},
};

use self::{
    change::corrected,
    paths::{Node, Nodes, Paths, Steps},
};

/// The cost in steps of an empty cell, where a tile must be laid first.
const MISSING: u8 = 5;
/// The number of steps that a way may exceed the shortest one by and still be considered.
const DETOUR: u8 = 1;
/// The distance of a node that has no way.
const NO_WAY: u8 = u8::MAX;

/// The distances from everywhere to the nearest green area that one seat may enter.
#[derive(Clone, Debug)]
pub(super) struct Ways {
    paths: Rc<Paths>,
    access: Access,
    pub(super) to_green: Steps,
    /// The distances to the block, computed on demand: only the choice of tiles needs them.
    to_block: OnceCell<Box<Steps>>,
    /// The distance from the block to the green area.
    pub(super) from_block: u8,
}

/// The ways of every seat, indexed by seat.
pub(super) type AllWays = Vec<Rc<Ways>>;

/// The nodes and green areas that a seat may enter.
#[derive(Clone, Debug, Eq, PartialEq)]
struct Access {
    /// The nodes that doors of opponents bar for the seat.
    barred: Nodes,
    /// The green areas that the seat may enter, one bit per area.
    zones: u8,
}

impl Access {
    fn of(state: &State, seats: u8, seat: Seat) -> Self {
        let mut barred = Nodes::default();
        if !state.keys().contains(seat) {
            let others = Seat::first(seats).filter(|&other| other != seat);
            let doors = others.flat_map(|other| state.doors(other));
            doors.for_each(|&spot| barred.insert(spot.into()));
        }
        Self {
            barred,
            zones: state.zones_for(seat),
        }
    }
}

/// The ways of a position that differs only in the tiles on some cells, in the doors, and in what
/// the seats may enter.
#[derive(Copy, Clone)]
pub(super) struct Known<'a> {
    pub(super) ways: &'a [Rc<Ways>],
    /// The cells on which the tiles differ.
    pub(super) changed: &'a [Cell],
    /// Whether each seat may enter the same nodes and green areas.
    pub(super) is_access_same: bool,
}

/// Returns the ways of every seat, indexed by seat. Seats with the same access share them.
pub(super) fn of_all(state: &State, seats: u8, known: Option<Known>) -> AllWays {
    let paths = match known {
        Some(Known {
            ways, changed: [], ..
        }) => Rc::clone(&ways[0].paths),
        Some(Known { ways, changed, .. }) => Rc::new(ways[0].paths.after(state, changed)),
        None => Rc::new(Paths::of(state)),
    };
    let mut all: AllWays = Vec::with_capacity(seats.into());
    for seat in Seat::first(seats) {
        if let Some(known) = known.filter(|known| known.is_access_same) {
            let before = &known.ways[seat.index()];
            let shared = known
                .ways
                .iter()
                .position(|other| Rc::ptr_eq(other, before));
            let ways = match shared.and_then(|place| all.get(place)) {
                Some(ways) => Rc::clone(ways),
                None => Rc::new(before.after(&paths, before.access.clone(), known.changed)),
            };
            all.push(ways);
            continue;
        }
        let access = Access::of(state, seats, seat);
        let valid = known.filter(|known| known.changed.is_empty());
        let mut like = valid.map_or(&[][..], |known| known.ways).iter().chain(&all);
        let ways = if let Some(ways) = like.find(|ways| ways.access == access) {
            Rc::clone(ways)
        } else if let Some(known) = known
            && let before = &known.ways[seat.index()]
            && before.access.zones == access.zones
        {
            Rc::new(before.after(&paths, access, known.changed))
        } else {
            Rc::new(Ways::with(&paths, access))
        };
        all.push(ways);
    }
    all
}

impl Ways {
    /// Computes the ways of one seat.
    pub(super) fn of(state: &State, seats: u8, seat: Seat) -> Self {
        Self::with(&Rc::new(Paths::of(state)), Access::of(state, seats, seat))
    }

    fn with(paths: &Rc<Paths>, access: Access) -> Self {
        let to_green = paths.spread(paths.exits(access.zones), &access.barred);
        Self::new(paths, access, &to_green)
    }

    /// Computes the ways after the tiles on some cells and the barred nodes have changed.
    fn after(&self, paths: &Rc<Paths>, access: Access, changed: &[Cell]) -> Self {
        let before = (&*self.paths, &self.access);
        let to_green = corrected(&self.to_green, before, (paths, &access), changed);
        Self::new(paths, access, &to_green)
    }

    fn new(paths: &Rc<Paths>, access: Access, to_green: &Steps) -> Self {
        let entrances = paths.entrances();
        let entrances = entrances.filter(|&node| !access.barred.contains(node));
        let nearest = entrances.map(|node| to_green[node.index()]).min();
        Self {
            from_block: nearest.unwrap_or(NO_WAY).saturating_add(1),
            to_green: *to_green,
            to_block: OnceCell::new(),
            access,
            paths: Rc::clone(paths),
        }
    }

    /// Returns the number of steps from a section, [`NO_WAY`] if there is no way.
    pub(super) fn from(&self, spot: Spot) -> u8 {
        self.to_green[Node::from(spot).index()]
    }

    /// Returns the number of steps from a section, `None` if there is no way.
    pub(super) fn steps_from(&self, spot: Spot) -> Option<u8> {
        Some(self.from(spot)).filter(|&steps| steps != NO_WAY)
    }

    /// Returns the number of steps from the block, `None` if there is no way.
    pub(super) fn steps_from_block(&self) -> Option<u8> {
        Some(self.from_block).filter(|&steps| steps != NO_WAY)
    }

    /// Returns whether a way from the block to a green area leads over an empty cell and is at most
    /// [`DETOUR`] steps longer than the shortest one.
    pub(super) fn lead_over(&self, cell: Cell) -> bool {
        let node = Node::empty(cell).index();
        let to_block = self.to_block()[node];
        let whole = self.to_green[node].saturating_add(to_block);
        let way = whole.saturating_sub(MISSING).saturating_add(1);
        way != NO_WAY && way <= self.from_block.saturating_add(DETOUR)
    }

    /// Returns the distances beyond the sides of a cell.
    pub(super) fn ends(&self, cell: Cell) -> Ends {
        let to_block = self.to_block();
        Ends(Side::ALL.map(|side| {
            let behind = self.paths.behind(cell.index(), side.number().into());
            if let Some(node) = behind
                && !self.access.barred.contains(node)
            {
                return (self.to_green[node.index()], to_block[node.index()]);
            }
            match cell.beside(side).map(Cell::ground) {
                Some(Ground::Green(zone)) if self.access.zones & 1 << zone != 0 => (0, NO_WAY),
                Some(Ground::Island) => (NO_WAY, 0),
                Some(Ground::Green(_) | Ground::Tiles) | None => (NO_WAY, NO_WAY),
            }
        }))
    }

    fn to_block(&self) -> &Steps {
        self.to_block.get_or_init(|| {
            let barred = &self.access.barred;
            let entrances = self.paths.entrances();
            let open = entrances.filter(|&node| !barred.contains(node));
            Box::new(self.paths.spread(open, barred))
        })
    }
}

/// The distances to a green area and to the block beyond each side of a cell.
#[derive(Copy, Clone, Debug)]
pub(super) struct Ends([(u8, u8); 6]);

impl Ends {
    /// Returns about how long the shortest way from the block to a green area would be that leads
    /// through a tile with these sections on the cell, [`NO_WAY`] if there is none. It takes a
    /// small part of the time that computing the ways with the tile does, and ignores what the tile
    /// cuts off.
    pub(super) fn through(&self, sections: &[u8]) -> u8 {
        let mut best = NO_WAY;
        for &section in sections {
            let sides = || (0..6).filter(move |side| section & 1 << side != 0);
            for (one, other) in sides().flat_map(|one| sides().map(move |other| (one, other))) {
                let ((green, _), (_, block)) = (self.0[one], self.0[other]);
                if one != other {
                    best = best.min(green.saturating_add(block).saturating_add(1));
                }
            }
        }
        best
    }
}
