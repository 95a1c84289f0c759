//! Finds the shortest wins within a turn, action by action.

use std::{collections::BTreeMap, rc::Rc};

use senda_rules::tortus::Tile;

use super::{
    chain::{Chain, Kind, Landing, Lifted, Names},
    layout::{AROUND, BESIDE, Laid, Layout, Mask, Tiles, bit, each, rotations},
    line::Decision,
};

/// The maximum number of decisions of an action that are searched. No shortest way comes near it.
const MOST: u16 = u16::MAX - 1;

/// The number of tiles of each kind in a hand, without holes and the pit.
pub(super) type Hand = [u8; Tile::ALL.len()];

/// The open tiles and the hand, of which a search meets a few hundred.
#[derive(Clone, Debug)]
pub(super) struct Ground {
    pub(super) layout: Rc<Layout>,
    hand: Hand,
    number: u32,
}

/// The squares of the pawns between two actions.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd)]
pub(super) struct Pawns {
    pub(super) own: Mask,
    pub(super) foes: Mask,
}

/// A win: the decisions that lead to it.
#[derive(Clone, Debug)]
pub(super) struct Win {
    pub(super) line: Vec<Decision>,
    /// The number of decisions other than to stop.
    pub(super) cost: u16,
}

/// The number of actions that are left.
type Actions = u8;

/// A search within one turn.
pub(super) struct Solver {
    /// The limit on [`Self::nodes`].
    most: u64,
    /// The number of landings and of positions between actions that were examined.
    pub(super) nodes: u64,
    /// Whether any win will do, instead of a shortest one.
    any: bool,
    grounds: BTreeMap<(Tiles, Hand), Ground>,
    known: BTreeMap<(u32, Pawns, Actions), Option<Rc<Win>>>,
    /// The memory of searches of actions that are not in use.
    spare: Vec<Chain>,
}

impl Solver {
    pub(super) fn new(most: u64, any: bool) -> Self {
        Self {
            most,
            nodes: 0,
            any,
            grounds: BTreeMap::new(),
            known: BTreeMap::new(),
            spare: Vec::new(),
        }
    }

    /// Returns whether the search has reached its limit, so that its results are not complete.
    pub(super) fn is_over(&self) -> bool {
        self.nodes > self.most
    }

    /// Returns the ground with these tiles and this hand.
    pub(super) fn ground(&mut self, tiles: Tiles, hand: Hand) -> Ground {
        let number = u32::try_from(self.grounds.len()).expect("far fewer grounds");
        let make = || Ground {
            layout: Rc::new(Layout::of(tiles)),
            hand,
            number,
        };
        self.grounds
            .entry((tiles, hand))
            .or_insert_with(make)
            .clone()
    }

    /// Returns the ground after a tile of the hand was laid on a square, and `taken` was taken into
    /// the hand.
    pub(super) fn laid(
        &mut self,
        ground: &Ground,
        at: usize,
        laid: Laid,
        taken: Option<Tile>,
    ) -> Ground {
        let mut tiles = ground.layout.tiles;
        tiles[at] = Some(laid);
        let mut hand = ground.hand;
        hand[laid.tile as usize] -= 1;
        if let Some(taken) = taken {
            hand[taken as usize] += 1;
        }
        self.ground(tiles, hand)
    }

    /// Returns the ground after the tile of a square was rotated.
    pub(super) fn rotated(&mut self, ground: &Ground, at: usize, laid: Laid) -> Ground {
        let mut tiles = ground.layout.tiles;
        tiles[at] = Some(laid);
        self.ground(tiles, ground.hand)
    }

    /// Returns a shortest win with that many actions; `None` if there is none.
    pub(super) fn best(
        &mut self,
        ground: &Ground,
        pawns: Pawns,
        actions: Actions,
    ) -> Option<Rc<Win>> {
        if actions == 0 || ground.layout.pit == 0 && pawns.foes.count_ones() > actions.into() {
            return None;
        }
        let key = (ground.number, pawns, actions);
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let found = self.search(ground, pawns, actions).map(Rc::new);
        if !self.is_over() {
            self.known.insert(key, found.clone());
        }
        found
    }

    fn search(&mut self, ground: &Ground, pawns: Pawns, actions: Actions) -> Option<Win> {
        self.nodes += 1;
        let mut best = self.by_moves(&ground.layout, pawns);
        if actions == 1 || best.is_some() && self.any {
            return best;
        }
        self.by_tiles(ground, pawns, actions, &mut best);
        for from in each(pawns.own) {
            if self.is_over() || best.is_some() && self.any {
                break;
            }
            let lifted = pawns.lift(from);
            let first = |to| Decision::Move { from, to };
            self.by_chains(ground, &lifted, BESIDE[from], &first, actions, &mut best);
        }
        best
    }

    /// Returns a shortest win by the next action.
    fn by_moves(&mut self, layout: &Layout, pawns: Pawns) -> Option<Win> {
        let goal = layout.goal(pawns.foes);
        let mut best: Option<Win> = None;
        let mut chain = self.spare.pop().unwrap_or_else(Chain::new);
        for from in each(pawns.own) {
            let lifted = pawns.lift(from);
            let reach = layout.reach(from, lifted.still);
            self.nodes += 1;
            if reach & goal & !lifted.still == 0 || reach & pawns.foes == 0 {
                continue;
            }
            chain.begin(&lifted);
            for to in each(BESIDE[from]) {
                chain.start(layout, &lifted, to);
            }
            let most = best.as_ref().map_or(MOST, |best| best.cost - 1);
            let win = chain.search(layout, most, true);
            self.nodes += chain.landings.len() as u64;
            if let Some(win) = win {
                let first = |to| Decision::Move { from, to };
                best = Some(win_by(&chain, win, &first));
            }
        }
        self.spare.push(chain);
        best
    }

    /// Looks for a shorter win that begins with a rotation or a swap.
    ///
    /// The simple version tries all of them. Before the last action this one tries only those that
    /// change something where pawns can come, which are a tenth: without the others, the same
    /// pawns reach the same squares.
    fn by_tiles(
        &mut self,
        ground: &Ground,
        pawns: Pawns,
        actions: Actions,
        best: &mut Option<Win>,
    ) {
        let is_short = |best: &Win| best.cost <= 2;
        if best.as_ref().is_some_and(is_short) {
            return;
        }
        let free = !(pawns.own | pawns.foes | ground.layout.closed);
        let around = each(pawns.own).fold(0, |all, at| all | AROUND[at]);
        let relevant = (actions == 2).then(|| ground.layout.relevant(pawns));
        for (at, old) in ground.layout.tiles.into_iter().enumerate() {
            let Some(old) = old.filter(|_| free & bit(at) != 0) else {
                continue;
            };
            let swaps = bit(at) & around != 0 && !old.tile.swallows();
            let in_hand = |tile: &Tile| swaps && ground.hand[*tile as usize] > 0;
            let swapped = Tile::ALL
                .into_iter()
                .filter(in_hand)
                .map(|tile| (tile, true));
            for (tile, swaps) in swapped.chain([(old.tile, false)]) {
                let is_relevant = |relevant: &Relevant| relevant.is(at, tile);
                if !relevant.as_ref().is_none_or(is_relevant) {
                    continue;
                }
                for turns in 0..rotations(tile) {
                    let laid = Laid { tile, turns };
                    if laid == old {
                        continue;
                    }
                    if self.is_over() || best.is_some() && self.any {
                        return;
                    }
                    let decision = if swaps {
                        Decision::Swap { at, laid }
                    } else {
                        Decision::Rotate { at, turns }
                    };
                    let rest = if actions == 2 {
                        // Such a layout hardly ever comes up again.
                        let layout = ground.layout.with(at, laid);
                        self.by_moves(&layout, pawns).map(Rc::new)
                    } else {
                        let ground = if swaps {
                            self.laid(ground, at, laid, Some(old.tile))
                        } else {
                            self.rotated(ground, at, laid)
                        };
                        self.best(&ground, pawns, actions - 1)
                    };
                    if let Some(rest) = rest {
                        improve(best, || vec![decision], 1, &rest);
                    }
                }
            }
        }
    }

    /// Looks for a shorter win that begins with a landing on one of some squares.
    pub(super) fn by_chains(
        &mut self,
        ground: &Ground,
        lifted: &Lifted,
        to: Mask,
        first: &dyn Fn(usize) -> Decision,
        actions: Actions,
        best: &mut Option<Win>,
    ) {
        let mut chain = self.spare.pop().unwrap_or_else(Chain::new);
        chain.begin(lifted);
        for to in each(to) {
            chain.start(&ground.layout, lifted, to);
        }
        self.continued(ground, &mut chain, first, actions, best);
        self.spare.push(chain);
    }

    /// Looks for a shorter win that continues a begun chain.
    pub(super) fn continued(
        &mut self,
        ground: &Ground,
        chain: &mut Chain,
        first: &dyn Fn(usize) -> Decision,
        actions: Actions,
        best: &mut Option<Win>,
    ) {
        let most = best.as_ref().map_or(MOST, |best| best.cost - 1);
        let win = chain.search(&ground.layout, most, actions == 1);
        self.nodes += chain.landings.len() as u64;
        if let Some(win) = win {
            *best = Some(win_by(chain, win, first));
        }
        for end in 0..chain.landings.len() {
            let landing = chain.landings[end];
            let is_longer = |best: &Win| best.cost <= landing.depth + 1;
            if actions == 1 || best.as_ref().is_some_and(is_longer) || self.is_over() {
                return;
            }
            if best.is_some() && self.any {
                return;
            }
            self.ended(ground, chain, end, first, actions, best);
        }
    }

    /// Looks for a shorter win after an action that ends with a landing.
    fn ended(
        &mut self,
        ground: &Ground,
        chain: &Chain,
        end: usize,
        first: &dyn Fn(usize) -> Decision,
        actions: Actions,
        best: &mut Option<Win>,
    ) {
        let landing = chain.landings[end];
        let at = usize::from(landing.at);
        let pawns = chain.pawns(&landing);
        let line = |last: Option<Decision>| {
            let mut line = decisions(chain, end, first);
            line.extend(last);
            line
        };
        match landing.kind {
            Kind::Push | Kind::Win => {}
            Kind::Fall if ground.layout.is_hole(at) => {
                for tile in Tile::ALL {
                    if ground.hand[tile as usize] == 0 {
                        continue;
                    }
                    for turns in 0..rotations(tile) {
                        let laid = Laid { tile, turns };
                        let after = self.laid(ground, at, laid, None);
                        if let Some(rest) = self.best(&after, pawns, actions - 1) {
                            let fill = Decision::Fill { laid };
                            improve(best, || line(Some(fill)), landing.depth + 1, &rest);
                        }
                    }
                }
            }
            kind => {
                if let Some(rest) = self.best(ground, pawns, actions - 1) {
                    let stop = (kind == Kind::Flow).then_some(Decision::Stop);
                    improve(best, || line(stop), landing.depth, &rest);
                }
            }
        }
    }
}

/// The squares whose tiles matter for the next action.
struct Relevant {
    squares: Mask,
    stars: Mask,
    /// Whether a star can be reached, which leads to every other star.
    with_stars: bool,
}

impl Relevant {
    /// Returns whether it can matter that the square gets such a tile.
    fn is(&self, at: usize, tile: Tile) -> bool {
        let star = tile == Tile::Star || self.stars & bit(at) != 0;
        self.squares & bit(at) != 0 || star && self.with_stars
    }
}

impl Layout {
    /// Returns the squares on which the fall of one of these pawns wins.
    fn goal(&self, foes: Mask) -> Mask {
        let holes = if foes.is_power_of_two() {
            self.holes
        } else {
            0
        };
        self.pit | holes
    }

    /// Returns the squares whose tiles matter for the next action.
    fn relevant(&self, pawns: Pawns) -> Relevant {
        let reach = |from| self.reach(from, pawns.lift(from).still);
        let reached = each(pawns.own).map(reach).fold(0, |all, one| all | one);
        Relevant {
            squares: reached | self.copied,
            stars: self.stars,
            with_stars: reached & self.stars != 0,
        }
    }
}

impl Pawns {
    /// Returns the pawns after one of the own pawns has left its square.
    pub(super) fn lift(self, from: usize) -> Lifted {
        Lifted {
            still: (self.own | self.foes) & !bit(from),
            foes: self.foes,
            is_foe: false,
            names: Names::default(),
        }
    }
}

impl Chain {
    /// Returns the pawns after an action that ends with a landing.
    fn pawns(&self, landing: &Landing) -> Pawns {
        let foes = self.foes(landing);
        let own = self.still() & !foes;
        let here = bit(landing.at.into());
        match (landing.kind, self.is_foe(landing)) {
            (Kind::Fall | Kind::Win, _) => Pawns { own, foes },
            (_, true) => Pawns {
                own,
                foes: foes | here,
            },
            (_, false) => Pawns {
                own: own | here,
                foes,
            },
        }
    }
}

/// Returns the decisions up to a landing. `first` makes the first one.
fn decisions(chain: &Chain, to: usize, first: &dyn Fn(usize) -> Decision) -> Vec<Decision> {
    let way = chain.way(to).into_iter().enumerate();
    let decision = |(number, (to, pushed))| match (number, pushed) {
        (0, _) => first(to),
        (_, true) => Decision::Push { to },
        (_, false) => Decision::Follow { to },
    };
    way.map(decision).collect()
}

fn win_by(chain: &Chain, win: usize, first: &dyn Fn(usize) -> Decision) -> Win {
    Win {
        line: decisions(chain, win, first),
        cost: chain.landings[win].depth,
    }
}

/// Replaces the best win by some decisions and the rest of another win, if that is shorter.
fn improve(best: &mut Option<Win>, begin: impl FnOnce() -> Vec<Decision>, cost: u16, rest: &Win) {
    let cost = cost + rest.cost;
    if best.as_ref().is_none_or(|best| cost < best.cost) {
        let mut line = begin();
        line.extend_from_slice(&rest.line);
        *best = Some(Win { line, cost });
    }
}
