//! Plays imagined games of Tsuro to their end.

use senda_rules::{
    Chance, Seat, Seats,
    tiles::Rotation,
    tsuro::{Action, Legal, Port, Safe, Table, Tile, Worlds},
};

use super::rating::{glance, shares};
use crate::{
    Dice,
    search::{Branching, Shares, World},
};

/// The number of random placements that a likely one is selected from.
const LOOKS: u32 = 4;
/// The number of placements for the bot's own seat where all others are careless. The other seats
/// then take less time, so the bot can afford to compare more.
const OWN_LOOKS: u32 = 12;
/// The percentage of opponents that lay any tile that keeps them on the board, for each player at
/// the table beyond [`FEW`]: all of them at a table of eight. Few opponents are best expected to
/// play well. Of many, each is seldom in the way, and a bot that expects good play from all of them
/// gives up what only good answers could take from it.
const CARELESS: u32 = 25;
/// The largest table at which all players are expected to play well.
const FEW: u8 = 4;

/// A decision in the form that is fastest to play.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Move {
    /// The placement of a tile.
    Place(Safe),
    /// Any decision other than a placement.
    Other(Action),
}

impl Move {
    pub(super) fn of(action: &Action) -> Self {
        let placement = |tile, rotation, port: Option<u8>| {
            Some(Safe {
                tile: Tile::new(tile)?,
                rotation: Rotation::new(rotation)?,
                port: port.and_then(Port::new),
            })
        };
        let placed = match *action {
            Action::Place {
                tile,
                rotation,
                port,
            } => placement(tile, rotation, port),
            _ => None,
        };
        placed.map_or_else(|| Self::Other(action.clone()), Self::Place)
    }

    pub(super) fn action(self) -> Action {
        match self {
            Self::Place(placement) => Action::from(placement),
            Self::Other(action) => action,
        }
    }
}

/// A table on which a game is played out.
#[derive(Clone)]
pub(super) struct Playout {
    table: Table,
    /// The seats that lay any tile in this world that keeps them on the board.
    careless: Seats,
    /// The only seat whose decisions the search compares; `None` if it compares those of all seats.
    /// The decisions of careless players are chance: a branch for each of their placements would
    /// leave hardly a visit for the bot's next decision.
    only: Option<Seat>,
}

impl Playout {
    /// Deals one of the worlds that `seat` cannot distinguish from the real one.
    pub(super) fn one_of(worlds: &Worlds, seat: Seat, dice: &mut Dice) -> Self {
        let table = worlds.deal(dice);
        let others = table.still_in().without(seat).iter();
        let of_hundred = CARELESS * u32::from(table.seats().saturating_sub(FEW));
        let careless = others.filter(|_| dice.pick(100) < of_hundred).collect();
        let only = (of_hundred >= 100).then_some(seat);
        Self {
            table,
            careless,
            only,
        }
    }

    /// Deals one of the worlds in which all seats are expected to play equally well.
    pub(super) fn of_all(worlds: &Worlds, dice: &mut Dice) -> Self {
        Self {
            table: worlds.deal(dice),
            careless: Seats::NONE,
            only: None,
        }
    }

    /// Makes the chosen decision for the acting seat.
    fn decide(&mut self, chosen: &Move, dice: &mut Dice) {
        match chosen {
            Move::Place(placement) => self.table.place(*placement, dice),
            Move::Other(action) => {
                let seat = self.table.acting().expect("somebody who decides");
                self.table
                    .act(seat, action, dice)
                    .expect("a legal decision");
            }
        }
    }

    /// Makes a likely decision for the acting seat.
    fn decide_likely(&mut self, dice: &mut Dice) {
        let Some(legal) = self.table.legal() else {
            let actions = self.table.actions();
            let chosen = Move::of(dice.any(&actions));
            return self.decide(&chosen, dice);
        };
        let count = legal.count();
        let mover = self.table.acting();
        let best = if count == 1 || mover.is_some_and(|seat| self.careless.contains(seat)) {
            legal.get(dice.pick(count))
        } else {
            let drawn = (0..self.looks()).map(|_| dice.pick(count));
            // The same placement is often drawn twice.
            let mut known = [None; Legal::MOST];
            let worth = |&number: &u32| {
                let glance = || glance(&self.table, legal.get(number));
                *known[number as usize].get_or_insert_with(glance)
            };
            legal.get(drawn.max_by_key(worth).expect("a placement"))
        };
        self.table.place(best, dice);
    }

    /// Plays the other seats' decisions until it is the turn of the only searched seat, or until
    /// its place is certain. Does nothing if all seats are searched.
    fn pass_others(&mut self, dice: &mut Dice) {
        let Some(only) = self.only else { return };
        while self.table.acting().is_some_and(|seat| seat != only)
            && self.table.certain_place(only).is_none()
        {
            self.decide_likely(dice);
        }
    }

    /// Returns the number of random placements that a likely one is selected from.
    fn looks(&self) -> u32 {
        if self.only.is_some() {
            OWN_LOOKS
        } else {
            LOOKS
        }
    }
}

impl World for Playout {
    type Move = Move;

    /// An upper bound: each tile is laid at most once.
    const HORIZON: usize = 1_000;

    fn acting(&self) -> Option<Seat> {
        let acting = self.table.acting();
        acting.filter(|&seat| self.only.is_none_or(|only| only == seat))
    }

    fn play(&mut self, chosen: &Move, dice: &mut Dice) {
        self.decide(chosen, dice);
        self.pass_others(dice);
    }

    fn play_likely(&mut self, dice: &mut Dice) {
        self.decide_likely(dice);
        self.pass_others(dice);
    }

    /// Returns zero for all seats if the playout stopped because the only searched seat has lost.
    fn shares(&self) -> Shares {
        if self.table.acting().is_some() {
            return Shares::default();
        }
        shares(&self.table)
    }
}

impl Branching for Playout {
    fn moves(&mut self, _: &mut Dice) -> Vec<Move> {
        match self.table.legal() {
            Some(legal) => legal.wise().map(Move::Place).collect(),
            None => self.table.actions().into_iter().map(Move::Other).collect(),
        }
    }

    fn likely(&mut self, moves: &[Move], dice: &mut Dice) -> Move {
        let mut known = [None; Legal::MOST];
        let glanced = |&number: &usize| match &moves[number] {
            Move::Place(placement) => {
                let glance = || glance(&self.table, *placement);
                *known[number].get_or_insert_with(glance)
            }
            Move::Other(_) => 0,
        };
        let any = (0..self.looks()).map(|_| dice.below(moves.len()));
        let best = any.max_by_key(glanced);
        moves[best.expect("something to decide")].clone()
    }
}

#[cfg(test)]
mod tests {
    use senda_rules::{
        Game, Viewer,
        tsuro::{Options, Phase, State},
    };

    use super::*;

    /// Plays a game on from its deal, as one of its seats imagines it, and returns the final
    /// playout with the seats that decided.
    fn played_out(options: &Options, seats: u8, seed: u64) -> (Playout, Seats) {
        let mut dice = Dice::new(seed);
        let mut state = State::new(options, seats, None).expect("a game");
        state.apply_all(&state.open(&mut dice));
        let seat = state.table().acting().expect("who begins");
        let worlds = Worlds::behind(&state.view(Viewer::Seat(seat)));
        let mut world = Playout::one_of(&worlds, seat, &mut dice);
        let mut decided = Seats::NONE;
        while let Some(acting) = world.acting() {
            decided = decided.with(acting);
            world.play_likely(&mut dice);
        }
        (world, decided)
    }

    #[test]
    fn only_one_seat_is_searched_if_all_others_are_careless() {
        for seed in 0..20 {
            let (world, decided) = played_out(&Options::default(), 8, seed);
            assert_eq!(decided.len(), 1, "{decided:?}");
            let is_in = |seat: Seat| world.table.still_in().contains(seat);
            let lost = !decided.iter().all(is_in);
            assert!(lost || world.table.phase() == Phase::Over);
            let (_, decided) = played_out(&Options::default(), 4, seed);
            assert_eq!(decided.len(), 4, "{decided:?}");
        }
    }

    #[test]
    fn a_game_goes_on_until_the_place_of_the_searched_seat_is_certain() {
        let longest = Options {
            longest: true,
            ..Options::default()
        };
        let ends = |options: &Options| {
            let all = (0..20).map(|seed| played_out(options, 8, seed).0);
            all.filter(|world| world.table.phase() == Phase::Over)
                .count()
        };
        assert_eq!(ends(&longest), 20, "who is out may have walked furthest");
        assert!(ends(&Options::default()) < 20, "who is out has lost");
    }
}
