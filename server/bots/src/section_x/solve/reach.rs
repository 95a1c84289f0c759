//! Bounds the number of prisoners that can escape with a number of steps, whatever stands in their
//! way.

use senda_rules::{
    Game, Seat,
    section_x::{Cell, Ground, Phase, Place, STEPS_EACH, Side, Spot, State},
};

use crate::section_x::tiles::Change;

/// Returns the number of prisoners of a seat in tunnels that the steps of one turn can bring to a
/// green area, if the right tiles lie on their way.
pub fn near_green(game: &State, seat: Seat) -> usize {
    let is_near = |at: &&Place| apart(**at) <= STEPS_EACH;
    game.prisoners(seat).iter().filter(is_near).count()
}

/// Returns the least number of steps with which a prisoner in that place can reach a green area,
/// whatever tiles lie there: none is farther than a turn's steps from the block.
pub(super) fn apart(at: Place) -> u8 {
    match at {
        Place::Tunnel(spot) => spot.cell.to_green(),
        Place::Block | Place::Green(_) | Place::Free(_) | Place::Lost => u8::MAX,
    }
}

/// The limits to where the prisoners of a seat can go for the rest of a turn.
pub(super) struct Obstacles {
    /// Cells whose tiles differ from those of the game.
    pub(super) changes: Vec<Change>,
    /// Cells between which tiles have moved, with the prisoners on them.
    pub(super) moved: [Option<(Cell, Cell)>; 2],
    barred: Vec<Spot>,
    /// The zones that they may enter, with one bit per zone.
    zones: u8,
}

impl Obstacles {
    /// Returns the obstacles after the action with a tile, with that many steps left: doors, if the
    /// seat can't earn a key with these steps and no fight is undecided, and prisoners of others,
    /// who do not move.
    pub(super) fn of(game: &State, seat: Seat, left: u8) -> Self {
        let unsafe_ones = game.prisoners(seat).iter().filter(|at| match at {
            Place::Block => true,
            Place::Tunnel(spot) => !game.hides(*spot),
            Place::Green(_) | Place::Free(_) | Place::Lost => false,
        });
        let is_open = game.phase() == Phase::FightChoice || game.keys().contains(seat);
        let mut all = Self::without_doors(game, seat);
        if !is_open && unsafe_ones.count() > left.into() {
            let others = game.still_in().without(seat);
            all.barred
                .extend(others.iter().flat_map(|other| game.doors(other)));
        }
        all
    }

    /// Returns the obstacles that no fight and no key removes: prisoners of others.
    pub(super) fn without_doors(game: &State, seat: Seat) -> Self {
        let others = game.still_in().without(seat);
        let places = others.iter().flat_map(|other| game.prisoners(other));
        let barred = places.filter_map(|at| match at {
            Place::Tunnel(spot) if !game.hides(*spot) => Some(*spot),
            _ => None,
        });
        Self {
            changes: Vec::new(),
            moved: [None; 2],
            barred: barred.collect(),
            zones: game.zones_for(seat),
        }
    }

    /// Returns where a prisoner of the seat is that stood in a place before tiles moved.
    pub(super) fn now(&self, at: Place) -> Place {
        let Place::Tunnel(spot) = at else { return at };
        let mut moved = self.moved.iter().flatten();
        let to = moved.find(|(from, _)| *from == spot.cell);
        to.map_or(at, |&(_, cell)| Place::Tunnel(Spot { cell, ..spot }))
    }

    /// Returns for each tunnel on a cell the sides that it leads to.
    fn sections(&self, game: &State, cell: Cell) -> Option<&'static [u8]> {
        let mut changes = self.changes.iter();
        match changes.find(|(changed, _)| *changed == cell) {
            Some((_, tile)) => tile.map(|(sections, _)| sections),
            None => game.sections(cell),
        }
    }

    /// Returns the least number of steps, of at most `most`, with which a prisoner in a tunnel can
    /// reach a green area if no other prisoner of the seat is in the way; `None` if there is no
    /// such way.
    pub(super) fn steps_out(&self, game: &State, at: Place, most: u8) -> Option<u8> {
        let Place::Tunnel(spot) = at else { return None };
        if apart(at) > most {
            return None;
        }
        let sides = *self
            .sections(game, spot.cell)?
            .get(usize::from(spot.section))?;
        let sides = Side::ALL
            .into_iter()
            .filter(|side| sides & 1 << side.number() != 0);
        let beyond = |side: Side| {
            let cell = spot.cell.beside(side)?;
            match cell.ground() {
                Ground::Green(zone) => (self.zones & 1 << zone != 0).then_some(1),
                Ground::Tiles => {
                    let section = self.section_at(game, cell, side.opposite())?;
                    let next = Spot { cell, section };
                    if self.barred.contains(&next) {
                        return None;
                    }
                    let rest = self.steps_out(game, Place::Tunnel(next), most.checked_sub(1)?)?;
                    Some(1 + rest)
                }
                Ground::Island => None,
            }
        };
        sides.filter_map(beyond).min()
    }
    /// Returns the number of the tunnel on a cell that leads to a side.
    fn section_at(&self, game: &State, cell: Cell, side: Side) -> Option<u8> {
        let sections = (0..).zip(self.sections(game, cell)?);
        let mut leading = sections.filter(|(_, sides)| **sides & 1 << side.number() != 0);
        leading.next().map(|(section, _)| section)
    }
}
