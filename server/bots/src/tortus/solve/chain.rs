//! Searches the ways of one action that moves a pawn, breadth first.
//!
//! A captured pawn leaves its square to the pawn that captures it. So the squares of the pawns that
//! do not move at the moment stay the same throughout an action, and only the colours of the pawns
//! on them change. Two positions of an action with the same colours on the same squares are the
//! same here, whichever pawns of a colour stand there: this leaves a few thousand positions instead
//! of some billions.

use super::layout::{BESIDE, Layout, Mask, SQUARES, bit, each};

/// The maximum number of pawns that do not move at the moment.
const STILL: u32 = 9;
/// The number of colourings of these pawns.
const COLOURINGS: usize = 1 << STILL;
/// The number of positions of an action, as pairs of a square and a colouring.
const POSITIONS: usize = SQUARES * COLOURINGS;

/// The pawns in the course of an action.
#[derive(Copy, Clone, Debug)]
pub(super) struct Lifted {
    /// The squares of the pawns that do not move at the moment.
    pub(super) still: Mask,
    /// Those of these squares on which an opposing pawn stands.
    pub(super) foes: Mask,
    /// Whether the moving pawn is an opposing one.
    pub(super) is_foe: bool,
    /// The numbers of the pawns, if earlier positions of the action matter.
    pub(super) names: Names,
}

/// The numbers of the pawns that do not move, in the order of their squares, and of the moving one:
/// four bits each.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub(super) struct Names(u64);

impl Names {
    /// The place of the moving pawn.
    const MOVING: u32 = STILL;

    fn at(self, place: u32) -> u64 {
        self.0 >> (4 * place) & 15
    }

    /// Returns the names with that pawn at a place that had none.
    fn with(self, place: u32, pawn: u8) -> Self {
        Self(self.0 | u64::from(pawn) << (4 * place))
    }

    /// Returns the names of pawns that stand on these squares, and of the moving one.
    pub(super) fn new(standing: &mut Vec<(usize, u8)>, moving: u8) -> Self {
        standing.sort_unstable();
        let names = Self(0).with(Self::MOVING, moving);
        let numbered = (0..).zip(standing);
        numbered.fold(names, |names, (place, (_, pawn))| names.with(place, *pawn))
    }

    /// Returns the names after the moving pawn has captured the pawn at a place.
    fn captured(self, place: u32) -> Self {
        let both = self.at(place) ^ self.at(Self::MOVING);
        Self(self.0 ^ (both << (4 * place)) ^ (both << (4 * Self::MOVING)))
    }
}

/// The kind of position that a landing leads to.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) enum Kind {
    /// The landing captures a pawn, which must be pushed.
    Push,
    /// The pawn may follow the tile or stop.
    Flow,
    /// The pawn stays on a closed tile, and the action ends.
    Closed,
    /// The pawn falls into a hole, and the turn may go on.
    Fall,
    /// The pawn falls and the game is won.
    Win,
}

/// A landing of a pawn.
#[derive(Copy, Clone, Debug)]
pub(super) struct Landing {
    pub(super) at: u8,
    pub(super) kind: Kind,
    /// The number of decisions of the action so far.
    pub(super) depth: u16,
    /// The colours of the pawns that do not move after the landing, as a bit for each of their
    /// squares in order, which is set for an opposing pawn.
    colours: u16,
    names: Names,
    /// The index of the landing before, or `u32::MAX`.
    before: u32,
}

/// The landings of an action that were found, in the order of their depths. The memory is used
/// again for the next search.
#[derive(Debug)]
pub(super) struct Chain {
    pub(super) landings: Vec<Landing>,
    /// One bit for each position that was found.
    known: Vec<u64>,
    /// The squares of the pawns that do not move, in order.
    spots: Vec<usize>,
    /// The index in `spots` of each square.
    ranks: [u8; SQUARES],
    still: Mask,
    /// The number of opposing pawns, with the moving one.
    foes: u32,
    /// The positions of the action before the search, which must not occur again.
    past: Vec<(usize, Names)>,
    /// The names in the first known occurrence of each position, if there are earlier positions.
    first_names: Vec<Names>,
    /// The number of landings that were left out because they repeat a position.
    repeats: usize,
    /// Whether a position was reached with different names, or a captured pawn could not be pushed
    /// without repeating a position.
    is_mixed: bool,
}

/// The pawns before a landing.
#[derive(Copy, Clone, Debug)]
struct Moving {
    is_foe: bool,
    colours: u16,
    names: Names,
}

/// Returns the number of a position.
fn position(at: usize, colours: u16) -> usize {
    at * COLOURINGS + usize::from(colours)
}

impl Chain {
    pub(super) fn new() -> Self {
        Self {
            landings: Vec::new(),
            known: vec![0; POSITIONS.div_ceil(64)],
            spots: Vec::new(),
            ranks: [0; SQUARES],
            still: 0,
            foes: 0,
            past: Vec::new(),
            first_names: Vec::new(),
            repeats: 0,
            is_mixed: false,
        }
    }

    /// Begins a search of an action with these pawns.
    pub(super) fn begin(&mut self, pawns: &Lifted) {
        self.landings.clear();
        self.known.fill(0);
        self.past.clear();
        (self.repeats, self.is_mixed) = (0, false);
        self.still = pawns.still;
        self.spots.clear();
        self.spots.extend(each(pawns.still));
        for (rank, &spot) in (0..).zip(&self.spots) {
            self.ranks[spot] = rank;
        }
        self.foes = pawns.foes.count_ones() + u32::from(pawns.is_foe);
    }

    /// Returns the squares of the pawns that do not move.
    pub(super) fn still(&self) -> Mask {
        self.still
    }

    /// Returns the colours of pawns that do not move.
    fn colours(&self, foes: Mask) -> u16 {
        let foes = self.spots.iter().map(|&spot| foes & bit(spot) != 0);
        (0..)
            .zip(foes)
            .fold(0, |all, (rank, is_foe)| all | u16::from(is_foe) << rank)
    }

    /// Returns the squares of the opposing pawns that do not move after a landing.
    pub(super) fn foes(&self, landing: &Landing) -> Mask {
        let is_foe = |rank: &usize| landing.colours & (1 << rank) != 0;
        let ranks = (0..self.spots.len()).filter(is_foe);
        ranks.fold(0, |all, rank| all | bit(self.spots[rank]))
    }

    /// Returns whether the pawn that moves after a landing is an opposing one.
    pub(super) fn is_foe(&self, landing: &Landing) -> bool {
        landing.colours.count_ones() < self.foes
    }

    /// Returns whether the search may have overlooked landings that repeat no position. Among the
    /// positions that differ only in the names of the pawns it follows the first, and an earlier
    /// position of the action can exclude more of its landings than of the others'.
    pub(super) fn may_overlook(&self) -> bool {
        self.repeats > 0 && self.is_mixed
    }

    /// Returns the colours and the names of the pawns that do not move after a landing of a pawn.
    fn landed(&self, to: usize, pawns: Moving) -> (u16, Names) {
        if self.still & bit(to) == 0 {
            return (pawns.colours, pawns.names);
        }
        let rank = u32::from(self.ranks[to]);
        let here = 1_u16 << rank;
        let others = pawns.colours & !here;
        let colours = if pawns.is_foe { others | here } else { others };
        (colours, pawns.names.captured(rank))
    }

    fn moving(&self, pawns: &Lifted) -> Moving {
        Moving {
            is_foe: pawns.is_foe,
            colours: self.colours(pawns.foes),
            names: pawns.names,
        }
    }

    /// Excludes a position in which the action has already been: the one after this landing.
    pub(super) fn exclude(&mut self, to: usize, pawns: &Lifted) {
        let (colours, names) = self.landed(to, self.moving(pawns));
        self.past.push((position(to, colours), names));
    }

    /// Lets the moving pawn land on a square, as the first decision of the search. Such a landing
    /// is never excluded.
    pub(super) fn start(&mut self, layout: &Layout, pawns: &Lifted, to: usize) {
        let past = std::mem::take(&mut self.past);
        self.land(layout, to, u32::MAX, 1, self.moving(pawns));
        self.past = past;
        if !self.past.is_empty() {
            self.first_names.clear();
            self.first_names.resize(POSITIONS, Names::default());
            if let Some(first) = self.landings.first() {
                self.first_names[position(to, first.colours)] = first.names;
            }
        }
    }

    /// Continues from the landings found so far with at most `most` decisions. Returns the index of
    /// the first landing that wins. If `stops` is set, the search ends there.
    pub(super) fn search(&mut self, layout: &Layout, most: u16, stops: bool) -> Option<usize> {
        let mut win = None;
        let mut next = 0;
        while let Some(&landing) = self.landings.get(next) {
            let at = usize::from(landing.at);
            let to = match landing.kind {
                Kind::Push => BESIDE[at],
                Kind::Flow => layout.leads[at],
                Kind::Win if win.is_none() => {
                    win = Some(next);
                    if stops {
                        return win;
                    }
                    0
                }
                Kind::Closed | Kind::Fall | Kind::Win => 0,
            };
            if landing.depth < most {
                let before = u32::try_from(next).expect("some thousand landings");
                let pawns = Moving {
                    is_foe: self.is_foe(&landing),
                    colours: landing.colours,
                    names: landing.names,
                };
                let repeats = self.repeats;
                for to in each(to) {
                    self.land(layout, to, before, landing.depth + 1, pawns);
                }
                // The rules allow all of them then.
                let pushes = to.count_ones() as usize;
                self.is_mixed |= landing.kind == Kind::Push && self.repeats - repeats == pushes;
            }
            next += 1;
        }
        win
    }

    /// Adds a landing, unless it leads to a known position or to the opponent's decision.
    fn land(&mut self, layout: &Layout, to: usize, before: u32, depth: u16, pawns: Moving) {
        let on = |mask: Mask| mask & bit(to) != 0;
        let kind = if on(self.still) {
            Kind::Push
        } else if on(layout.closed) {
            Kind::Closed
        } else if on(layout.pit) {
            if !pawns.is_foe {
                return;
            }
            Kind::Win
        } else if on(layout.holes) {
            let others = self.spots.len() - pawns.colours.count_ones() as usize;
            match (pawns.is_foe, layout.is_hole(to)) {
                (true, _) if self.foes == 1 => Kind::Win,
                // The opponent fills the gap, or has won.
                (false, true) => return,
                (false, false) if others == 0 => return,
                _ => Kind::Fall,
            }
        } else {
            Kind::Flow
        };
        let (colours, names) = self.landed(to, pawns);
        let position = position(to, colours);
        if !self.past.is_empty() {
            if self.past.contains(&(position, names)) {
                self.repeats += 1;
                return;
            }
            let first = &mut self.first_names[position];
            if *first == Names::default() {
                *first = names;
            }
            self.is_mixed |= *first != names;
        }
        let (word, one) = (position / 64, 1 << (position % 64));
        if self.known[word] & one != 0 {
            return;
        }
        self.known[word] |= one;
        self.landings.push(Landing {
            at: u8::try_from(to).expect("a square"),
            kind,
            depth,
            colours,
            names,
            before,
        });
    }

    /// Returns the squares of the landings up to one, each with whether the pawn was pushed there.
    pub(super) fn way(&self, to: usize) -> Vec<(usize, bool)> {
        let mut way = Vec::new();
        let mut at = Some(&self.landings[to]);
        while let Some(landing) = at {
            at = self.landings.get(landing.before as usize);
            let pushed = at.is_some_and(|before| before.kind == Kind::Push);
            way.push((usize::from(landing.at), pushed));
        }
        way.reverse();
        way
    }
}
