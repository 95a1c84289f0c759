//! What a decision makes happen.

use super::{
    Action, Event, Illegal, Out, Phase, Port, Safe, Stand, Starts, Step, Tile, Walk, draw,
    legal::HAND,
    table::{Table, Waiting},
    walk::Unseen,
};
use crate::{BySeat, Chance, Outcome, RULES_VERSION, Seat, Seats, tiles::Rotation};

/// Whoever writes down what happens, or doesn't.
pub(super) trait Log {
    /// Whether anything is written down.
    const KEPT: bool;

    /// Writes down what has happened.
    fn add(&mut self, event: impl FnOnce() -> Event);
}

impl Log for Vec<Event> {
    const KEPT: bool = true;

    fn add(&mut self, event: impl FnOnce() -> Event) {
        self.push(event());
    }
}

/// Nobody writes anything down.
struct Unwritten;

impl Log for Unwritten {
    const KEPT: bool = false;

    fn add(&mut self, _: impl FnOnce() -> Event) {}
}

/// A table on which something happens, and what has happened on it since the decision.
pub(super) struct Play<'a, L> {
    pub(super) table: &'a mut Table,
    pub(super) chance: &'a mut dyn Chance,
    pub(super) log: &'a mut L,
}

impl Table {
    /// A table with the tiles dealt, for options and seats that are possible.
    ///
    /// # Errors
    /// They are not.
    pub fn opened(
        options: &super::Options,
        seats: u8,
        first: Option<Seat>,
        chance: &mut dyn Chance,
    ) -> Result<Self, Illegal> {
        check(options, seats, first)?;
        let mut table = Self::new(*options, seats, first);
        table.open(chance);
        Ok(table)
    }

    /// Draws who plays first, unless it is known, then shuffles and deals three tiles each (IT,
    /// preparation 4 to 6). The books let the eldest play first \[R\].
    pub(super) fn open(&mut self, chance: &mut dyn Chance) {
        let first = self.first.unwrap_or_else(|| {
            let number = chance.pick(self.seats.into());
            let seat = u8::try_from(number).ok().and_then(Seat::new);
            seat.expect("one of the seats")
        });
        self.pile = draw::shuffled(self.options.box_of_tiles().collect(), chance);
        for seat in Seat::first(self.seats) {
            for _ in 0..HAND {
                self.draw(seat).expect("enough tiles for all");
            }
        }
        self.first = Some(first);
        self.turn = Some(first);
    }

    /// Decides something, and lets happen what follows.
    ///
    /// # Errors
    /// The decision is against the rules; nothing has changed.
    pub fn act(
        &mut self,
        seat: Seat,
        action: &Action,
        chance: &mut dyn Chance,
    ) -> Result<(), Illegal> {
        self.decide(seat, action, chance, &mut Unwritten)
    }

    /// Lays a tile as one of the placements that [`Self::legal`] has just listed, and lets happen what
    /// follows.
    ///
    /// # Panics
    /// If it can't be laid: nobody is to place anything, or has not the tile.
    pub fn place(&mut self, placement: Safe, chance: &mut dyn Chance) {
        let seat = self.turn.expect("somebody whose turn it is");
        debug_assert_eq!(self.placement(seat, placement), Ok(placement));
        self.play(chance, &mut Unwritten).place(seat, placement);
    }

    fn play<'a, L>(&'a mut self, chance: &'a mut dyn Chance, log: &'a mut L) -> Play<'a, L> {
        Play {
            table: self,
            chance,
            log,
        }
    }

    /// Decides something, and tells the log what follows.
    pub(super) fn decide<L: Log>(
        &mut self,
        seat: Seat,
        action: &Action,
        chance: &mut dyn Chance,
        log: &mut L,
    ) -> Result<(), Illegal> {
        if self.over {
            return Err(Illegal::GameOver);
        }
        if !self.is_in(seat) {
            return Err(Illegal::AlreadyOut);
        }
        let acting = self.acting().ok_or(Illegal::WrongPhase)?; // not opened
        if *action == (Action::Resign {}) {
            self.play(chance, log).resign(seat);
            return Ok(());
        }
        if acting != seat {
            return Err(Illegal::NotYourTurn);
        }
        match (action, self.phase()) {
            (Action::Start { mark }, Phase::Starting) => {
                self.check_start(*mark)?;
                self.play(chance, log).start(seat, *mark);
            }
            (
                Action::Place {
                    tile,
                    rotation,
                    port,
                },
                Phase::Placing,
            ) => {
                let port = port.map(|port| Port::new(port).ok_or(Illegal::NoSuchPort));
                let wanted = Safe {
                    tile: Tile::new(*tile).ok_or(Illegal::NoSuchTile)?,
                    rotation: Rotation::new(*rotation).ok_or(Illegal::BadRotation)?,
                    port: port.transpose()?,
                };
                let placement = self.placement(seat, wanted)?;
                self.play(chance, log).place(seat, placement);
            }
            (Action::Path { port }, Phase::Choosing) => {
                let Some(Stand::Side(side)) = self.board.at(seat) else {
                    unreachable!("who chooses a path stands on a side");
                };
                let marks = side.marks().into_iter();
                let mark = marks.into_iter().find(|mark| mark.port.number() == *port);
                let mark = mark.ok_or(Illegal::NoSuchPort)?;
                self.play(chance, log).choose(seat, mark);
            }
            (Action::Swap { give, take }, Phase::Bonus) => {
                let (give, take) = self.check_swap(seat, give, take)?;
                self.play(chance, log).swap(seat, &give, &take);
            }
            (Action::Keep {}, Phase::Bonus) => self.play(chance, log).swap(seat, &[], &[]),
            _ => return Err(Illegal::WrongPhase),
        }
        Ok(())
    }

    fn check_start(&self, stand: Stand) -> Result<(), Illegal> {
        let is_start = match (stand, self.options.start) {
            (Stand::Mark(mark), Starts::Marks) => self.board.is_start_mark(mark),
            (Stand::Side(side), Starts::Sides) => self.board.is_start_mark(side.marks()[0]),
            _ => false,
        };
        if !is_start {
            return Err(Illegal::NoSuchMark);
        }
        if self.board.is_taken(stand) {
            return Err(Illegal::MarkTaken);
        }
        Ok(())
    }

    /// The tiles of a swap, if it is possible: at least one each way (`keep` swaps none).
    fn check_swap(
        &self,
        seat: Seat,
        give: &[u8],
        take: &[u8],
    ) -> Result<(Vec<Tile>, Vec<Tile>), Illegal> {
        let tiles = |numbers: &[u8]| -> Result<Vec<Tile>, Illegal> {
            let tile = |&number: &u8| Tile::new(number).ok_or(Illegal::NoSuchTile);
            numbers.iter().map(tile).collect()
        };
        if give.len() != take.len() || give.is_empty() {
            return Err(Illegal::UnevenSwap);
        }
        let (give, take) = (tiles(give)?, tiles(take)?);
        let mut hand = self.hands[seat.index()];
        if !give.iter().all(|&tile| hand.take(tile)) {
            return Err(Illegal::NotInHand);
        }
        let mut hands = self.hands;
        let mut offered = |tile| {
            let from = self.bonus.unwrap_or_default();
            from.iter().any(|other| hands[other.index()].take(tile))
        };
        if !take.iter().all(|&tile| offered(tile)) {
            return Err(Illegal::NotOnOffer);
        }
        Ok((give, take))
    }

    /// The deal, once it is made, as the log has it.
    pub(super) fn deal(&self) -> Event {
        Event::Opened {
            rules: RULES_VERSION,
            first: self.first.expect("known since the game was opened"),
            hands: BySeat::new(self.seats, |seat| draw::cards(self.hand(seat))),
            pile: draw::pile_cards(&self.pile),
        }
    }
}

/// Whether there can be a game of those.
pub(super) fn check(
    options: &super::Options,
    seats: u8,
    first: Option<Seat>,
) -> Result<(), Illegal> {
    if !(super::FEWEST..=super::MOST).contains(&seats) {
        return Err(Illegal::Seats);
    }
    let impossible = options.impossible();
    let first = first
        .is_some_and(|first| first.number() >= seats)
        .then_some("first");
    match impossible.or(first) {
        Some(which) => Err(Illegal::BadOptions {
            which: which.to_owned(),
        }),
        None => Ok(()),
    }
}

impl<L: Log> Play<'_, L> {
    fn start(&mut self, seat: Seat, mark: Stand) {
        self.table.board.start(seat, mark);
        self.log.add(|| Event::Started { seat, mark });
        self.pass_turn(seat);
    }

    fn place(&mut self, seat: Seat, placement: Safe) {
        let Safe {
            tile,
            rotation,
            port,
        } = placement;
        let (cell, _) = self.table.board.facing(seat);
        if let Some(port) = port {
            let square = cell.square();
            let mark = super::Mark { square, port };
            self.table.choose(seat, mark);
            self.log.add(|| Event::Chose { seat, mark });
        }
        let waiting = Waiting {
            cell,
            tile,
            rotation,
            seat,
        };
        let on_sides = self.table.options.start == Starts::Sides;
        if on_sides && self.table.waits(cell, seat).next().is_some() {
            let table = &*self.table;
            self.log.add(|| Event::Laid {
                seat,
                tile,
                rotation,
                square: cell.square(),
                waits: table.waits(cell, seat).collect(),
            });
            self.table.wait(waiting);
        } else {
            self.walk(waiting);
        }
    }

    /// A path is chosen. When it was the last that a tile waited for, the markers walk.
    fn choose(&mut self, seat: Seat, mark: super::Mark) {
        self.table.choose(seat, mark);
        self.log.add(|| Event::Chose { seat, mark });
        self.walk_unless_waiting();
    }

    fn walk_unless_waiting(&mut self) {
        if let (Some(waiting), None) = (self.table.waiting, self.next_to_choose()) {
            self.walk(waiting);
        }
    }

    fn next_to_choose(&self) -> Option<Seat> {
        let waiting = self.table.waiting?;
        self.table.waits(waiting.cell, waiting.seat).next()
    }

    /// The tile lies on the board, and every marker that faces it walks.
    fn walk(&mut self, laid: Waiting) {
        let Waiting {
            cell,
            tile,
            rotation,
            seat,
        } = laid;
        self.table.lay(seat, tile);
        let after = self.table.laid;
        let board = &mut self.table.board;
        let walks = if L::KEPT {
            let mut paths = Paths::default();
            let walks = board.place_at(cell, seat, tile, rotation, |seat, step| {
                paths.add(seat, step);
            });
            self.log.add(|| Event::Placed {
                seat,
                tile,
                rotation,
                square: cell.square(),
                walks: paths.walks(walks),
            });
            walks
        } else {
            board.place_at(cell, seat, tile, rotation, Unseen)
        };
        let mut gone = Seats::NONE;
        for other in walks.walked().iter() {
            self.table.lengths[other.index()] += walks.steps(other);
            if let Some(out) = walks.out(other, after) {
                self.table.eliminate(other, out);
                gone = gone.with(other);
            }
        }
        if !self.end() && !self.offer(seat, gone) {
            self.settle_and_pass(seat);
        }
    }

    /// Offers the mover the hands of those whom the placement has eliminated, if that option is chosen and
    /// there is something to swap on both sides \[R\]. A mover who is out gets no offer \[R\].
    fn offer(&mut self, seat: Seat, gone: Seats) -> bool {
        let table = &*self.table;
        let has_tiles = |seat: &Seat| !table.hand(*seat).is_empty();
        if !table.options.bonus || gone.is_empty() || !table.is_in(seat) || !has_tiles(&seat) {
            return false;
        }
        let from: Seats = gone.iter().filter(has_tiles).collect();
        if from.is_empty() {
            return false;
        }
        self.table.bonus = Some(from);
        self.log.add(|| Event::Bonus {
            seat,
            from: from.iter().collect(),
        });
        true
    }

    fn swap(&mut self, seat: Seat, give: &[Tile], take: &[Tile]) {
        self.table.swap(seat, give, take);
        self.log.add(|| Event::Swapped {
            seat,
            give: draw::cards(give),
            take: draw::cards(take),
        });
        self.settle_and_pass(seat);
    }

    /// The turn of the seat ends: tiles go back and are drawn, and the next one plays.
    fn settle_and_pass(&mut self, seat: Seat) {
        let mover = Some(seat).filter(|&seat| self.table.is_in(seat));
        self.settle(seat, mover);
        self.pass_turn(seat);
    }

    /// Leaving takes the same way as an elimination, outside a placement. In the middle of somebody's turn,
    /// while a path is chosen or tiles are swapped, the tiles are settled when that turn ends \[R\].
    fn resign(&mut self, seat: Seat) {
        let out = Out::Resigned {
            after: self.table.laid,
        };
        self.table.eliminate(seat, out);
        self.log.add(|| Event::Resigned { seat });
        if self.end() {
            return;
        }
        let its_turn = self.table.turn == Some(seat);
        if self.table.waiting.is_some() {
            self.walk_unless_waiting();
        } else if self.table.bonus.is_some() {
            if its_turn {
                self.swap(seat, &[], &[]);
            }
        } else {
            self.settle(seat, None);
            if its_turn {
                self.pass_turn(seat);
            }
        }
    }

    /// Ends the game if at most one marker is left or all tiles are on the board (IT, winning; questions). A
    /// full board ends it as well: no marker can stand on it. What is in hands then stays there to be
    /// seen \[R\].
    fn end(&mut self) -> bool {
        let over = self.table.still_in().len() <= 1 || self.table.laid == self.table.tiles;
        if over {
            self.table.end();
            let table = &*self.table;
            self.log.add(|| Event::Over {
                outcome: Outcome {
                    places: table.places().collect(),
                },
            });
        }
        over
    }

    /// The turn passes clockwise: first to who has no start mark yet, then, from the first player on, to
    /// who is still in. Who has no tile is passed over \[R\].
    fn pass_turn(&mut self, from: Seat) {
        let table = &*self.table;
        let seats = table.seats;
        let next = if table.laid > 0 {
            from.clockwise(seats)
                .find(|&seat| table.is_in(seat) && !table.hand(seat).is_empty())
        } else if table.phase() == Phase::Starting {
            from.clockwise(seats).find(|&seat| table.is_unstarted(seat))
        } else {
            let first = table.first.expect("known since the game was opened");
            std::iter::once(first)
                .chain(first.clockwise(seats))
                .find(|&seat| table.is_in(seat))
        };
        let seat = next.expect("somebody who can play in a game that goes on");
        self.table.turn = Some(seat);
        self.log.add(|| Event::Turn { seat });
    }
}

/// The paths that markers walk after one tile.
#[derive(Default)]
pub(super) struct Paths([Vec<Step>; Seat::MOST as usize]);

impl Paths {
    pub(super) fn add(&mut self, seat: Seat, step: Step) {
        self.0[seat.index()].push(step);
    }

    /// The walks, the mover's first, then clockwise.
    pub(super) fn walks(&mut self, walks: super::Walks) -> Vec<Walk> {
        let walk = |(seat, end): (Seat, _)| Walk {
            seat,
            path: std::mem::take(&mut self.0[seat.index()]),
            end,
        };
        walks.iter().map(walk).collect()
    }
}
